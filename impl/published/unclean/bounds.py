"""The bounds of the family `published-unclean-election`, and the settings of its rules."""

from tidemark.impl import setting_names
from tidemark.spec import At, Bound


class UncleanAt(At):
    """The bounds of the published model of unclean elections, and what its rules set."""

    replicas = Bound(
        "replicas of the partition; the first one is unstable", 3, 2, 4, setting=setting_names.REPLICAS
    )
    min_isr = Bound(
        "how many replicas of the ISR commit a record (`MinIsr`)", 2, 1, 3, setting=setting_names.MIN_ISR
    )
    producers = Bound("producers, each with one record under way at most", 1, 1, 2)
    max_epoch = Bound("the largest leader epoch; they start at 1", 2, 1, 5)
    log_size = Bound("records that a log can hold; one is there at the start", 2, 2, 5)

    picks_longest: bool
