"""What a leader promises to those that read its log."""

from tidemark.impl.reads.leader import FetchKind, ReadLeader, ReadStage
from tidemark.spec import Truth, all_of, implies, not_, promise


@promise(broken="A consumer is given a record at or above the high watermark")
def only_replicated_is_read(c: ReadLeader) -> Truth:
    """No consumer is given a record at or above the high watermark."""
    return implies(c.consumer_has_records(), c.log_read.slice_end <= c.high_watermark)


@promise(broken="A read_committed consumer is given a record at or above the last stable offset")
def only_stable_is_read(c: ReadLeader) -> Truth:
    """No read_committed consumer is given a record at or above the last stable offset."""
    is_committed = c.has_records() & (c.log_read.fetch == FetchKind.read_committed)
    return implies(is_committed, c.log_read.slice_end <= c.last_stable_offset())


@promise(broken="A read_committed consumer reads a record of a transaction that is aborted")
def aborted_is_not_read(c: ReadLeader) -> Truth:
    """No read_committed consumer reads a record of an aborted transaction: the answer lists it as aborted.

    The consumer leaves out what is listed. A transaction that is aborted only later counts too.
    """
    has_answer = (c.log_read.stage == ReadStage.has_answer) & (c.log_read.fetch == FetchKind.read_committed)
    reads_none = all_of(not_(c.is_delivered(k) & c.is_aborted(k)) for k in range(c.log.capacity))
    return implies(has_answer, reads_none)


@promise(broken="A follower is given a record at or above the log end offset of its leader")
def follower_is_not_ahead(c: ReadLeader) -> Truth:
    """No follower is given a record at or above the log end offset of its leader."""
    is_follower = c.has_records() & (c.log_read.fetch == FetchKind.follower)
    return implies(is_follower, c.log_read.slice_end <= c.log_end)


@promise(broken="The end offset that a read_committed consumer gets is above the last stable offset")
def end_offset_is_stable(c: ReadLeader) -> Truth:
    """The end offset that a read_committed consumer gets is at most the last stable offset."""
    has_answer = (c.log_read.stage == ReadStage.has_answer) & (c.log_read.fetch == FetchKind.end_offset)
    return implies(has_answer, c.log_read.upper_bound <= c.last_stable_offset())


PROMISES = (
    only_replicated_is_read, only_stable_is_read, aborted_is_not_read, follower_is_not_ahead,
    end_offset_is_stable,
)  # fmt: skip
