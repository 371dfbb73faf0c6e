"""The bounds of the family `reads`, and the settings of its rules."""

from tidemark.spec import At, Bound


class ReadsAt(At):
    """The bounds of a model of a read of a leader's log, and what its rules set."""

    log_size = Bound("records that the log may have, markers of transactions among them", 3, 2, 6)
    segments = Bound("segments that the log may have", 2, 1, 2)

    stable_from_two: bool
    end_from_two: bool
    sized_twice: bool
    whole_segment: bool
    until_replicated: bool
    indexed_first: bool
