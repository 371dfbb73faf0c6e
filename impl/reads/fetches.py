"""One read, moment by moment: its upper bound, its slice of the file, and the aborted transactions that it lists.

There is one read in a run: reads do not change what others read.
"""

from typing import Annotated

from tidemark.impl.reads.appends import Offset
from tidemark.impl.reads.leader import FetchKind, LogRead, ReadLeader, ReadStage
from tidemark.spec import Domain, Label, Number, Truth, action, minimum, not_, one_of, require, where

SomeFetch = Annotated[Label, Domain("fetch", lambda _at: FetchKind.__type__)]


def _uses_two(c: ReadLeader) -> Truth:
    """Whether the read finds the last stable offset with two reads of the high watermark."""
    is_end = c.log_read.fetch == FetchKind.end_offset
    return where(is_end, c.settings.end_from_two, c.settings.stable_from_two)


def _with_bound(c: ReadLeader, bound: Number, is_earlier: Truth) -> ReadLeader:
    """The read has its upper bound. That is the answer where an end offset was asked for."""
    is_end = c.log_read.fetch == FetchKind.end_offset
    stage = where(is_end, ReadStage.has_answer, ReadStage.has_bound)
    # Nothing reads these again, so that states that differ only in them are one.
    bounded = c.log_read.but(
        stage=stage, first_unstable=0, upper_bound=bound, bound_is_earlier=is_earlier & not_(is_end)
    )
    return c.but(log_read=bounded)


def _with_slice(c: ReadLeader, end: Number) -> ReadLeader:
    """The read has its slice of the file; a read_committed one goes on, if the slice has records."""
    lists = (c.log_read.fetch == FetchKind.read_committed) & (c.log_read.fetch_offset < end)
    stage = where(lists, ReadStage.has_slice, ReadStage.has_answer)
    sliced: LogRead = c.log_read.but(stage=stage, slice_end=end, upper_bound=0, bound_is_earlier=False)
    return c.but(log_read=sliced)


@action
def read_begins(c: ReadLeader, fetch: SomeFetch, fetch_offset: Offset) -> ReadLeader:
    """A fetch arrives for an offset that has a record, or a question for the end offset."""
    require(c.log_read.stage == ReadStage.idle, "nobody has read")
    is_end = fetch == FetchKind.end_offset
    require(where(is_end, fetch_offset == 0, fetch_offset < c.log_end), "the log has a record there")
    return c.but(log_read=c.log_read.but(stage=ReadStage.begun, fetch=fetch, fetch_offset=fetch_offset))


@action
def takes_log_end(c: ReadLeader) -> ReadLeader:
    """A follower's fetch may read up to the log end offset."""
    require(
        (c.log_read.stage == ReadStage.begun) & (c.log_read.fetch == FetchKind.follower),
        "a follower's begins",
    )
    return _with_bound(c, c.log_end, False)


@action
def takes_high_watermark(c: ReadLeader) -> ReadLeader:
    """A read_uncommitted fetch may read up to the high watermark."""
    require(c.log_read.stage == ReadStage.begun, "it begins")
    require(c.log_read.fetch == FetchKind.read_uncommitted, "it is a read_uncommitted consumer's")
    return _with_bound(c, c.high_watermark, c.high_watermark_is_earlier)


@action(when=lambda at: at.stable_from_two or at.end_from_two)
def reads_first_unstable(c: ReadLeader) -> ReadLeader:
    """The read looks at the first unstable offset first (`fetchLastStableOffsetMetadata`, `lastStableOffset`)."""
    _require_last_stable(c)
    require(_uses_two(c), "the high watermark is read after it")
    return c.but(log_read=c.log_read.but(stage=ReadStage.has_unstable, first_unstable=c.first_unstable))


@action(when=lambda at: at.stable_from_two or at.end_from_two)
def compares_with_high_watermark(c: ReadLeader) -> ReadLeader:
    """It takes the first unstable offset if that is below the high watermark, and else has to read the latter again."""
    require(c.log_read.stage == ReadStage.has_unstable, "it has the first unstable offset")
    again = c.but(log_read=c.log_read.but(stage=ReadStage.needs_watermark, first_unstable=0))
    below = c.log_read.first_unstable < c.high_watermark
    return where(below, _with_bound(c, minimum(c.log_read.first_unstable, c.high_watermark), False), again)


@action(when=lambda at: at.stable_from_two or at.end_from_two)
def reads_high_watermark_again(c: ReadLeader) -> ReadLeader:
    """It takes the high watermark, which may have risen since it was compared (KAFKA-9807)."""
    require(
        c.log_read.stage == ReadStage.needs_watermark, "it found no unstable offset below the high watermark"
    )
    return _with_bound(c, c.high_watermark, c.high_watermark_is_earlier)


@action(when=lambda at: not (at.stable_from_two and at.end_from_two))
def reads_high_watermark_first(c: ReadLeader) -> ReadLeader:
    """The read keeps the high watermark, and looks at the first unstable offset after it."""
    _require_last_stable(c)
    require(not_(_uses_two(c)), "the high watermark is read once")
    watermark = c.log_read.but(
        stage=ReadStage.has_watermark,
        upper_bound=c.high_watermark,
        bound_is_earlier=c.high_watermark_is_earlier,
    )
    return c.but(log_read=watermark)


@action(when=lambda at: not (at.stable_from_two and at.end_from_two))
def takes_the_lower(c: ReadLeader) -> ReadLeader:
    """It takes the lower one of the high watermark that it has and the first unstable offset."""
    require(c.log_read.stage == ReadStage.has_watermark, "it has the high watermark")
    is_unstable = c.first_unstable < c.log_read.upper_bound
    return _with_bound(
        c, minimum(c.first_unstable, c.log_read.upper_bound), not_(is_unstable) & c.log_read.bound_is_earlier
    )


def _require_last_stable(c: ReadLeader) -> None:
    """The last stable offset is what the read needs."""
    require(c.log_read.stage == ReadStage.begun, "it begins")
    committed = one_of(c.log_read.fetch, (FetchKind.read_committed, FetchKind.end_offset))
    require(committed, "it is a read_committed consumer's")


def _slice_limit(c: ReadLeader) -> Number:
    """Where the slice is to end: at the upper bound, or at the end of the segment's file.

    A fetch from the upper bound has nothing to read. But where the bound has a position in the earlier segment, up to
    2.5.0 the whole file of the later one is read (`Log.read`).
    """
    log_read = c.log_read
    crosses = log_read.bound_is_earlier & (log_read.fetch_offset == log_read.upper_bound)
    bound = where(crosses & c.settings.whole_segment, c.log.length, log_read.upper_bound)
    return minimum(bound, c.file_size(log_read.fetch_offset))


@action
def slices(c: ReadLeader) -> ReadLeader:
    """The read takes its slice of the segment's file (`LogSegment.read`, `FileRecords.slice`).

    Where the size is read twice, a slice up to the file's end or beyond it takes the second one.
    """
    require(c.log_read.stage == ReadStage.has_bound, "it has its upper bound")
    start, limit = c.log_read.fetch_offset, _slice_limit(c)
    is_empty = limit <= start
    outgrown = c.settings.sized_twice & not_(is_empty) & (limit >= c.file_size(start))
    return where(
        outgrown,
        c.but(log_read=c.log_read.but(stage=ReadStage.at_file_end, upper_bound=0, bound_is_earlier=False)),
        _with_slice(c, where(is_empty, start, limit)),
    )


@action(when=lambda at: at.sized_twice)
def slices_up_to_file_end(c: ReadLeader) -> ReadLeader:
    """The slice ends where the file ends, which may have grown since it was compared (KAFKA-9835)."""
    require(c.log_read.stage == ReadStage.at_file_end, "its slice ends at the file's end")
    return _with_slice(c, c.file_size(c.log_read.fetch_offset))


@action
def lists_aborts(c: ReadLeader) -> ReadLeader:
    """The answer of a read_committed fetch names the aborted transactions of its slice (`addAbortedTransactions`)."""
    require(c.log_read.stage == ReadStage.has_slice, "it has its slice")
    return c.but(log_read=c.log_read.but(stage=ReadStage.has_answer, listed_below=c.indexed_below))


FETCHES = (
    read_begins, takes_log_end, takes_high_watermark, reads_first_unstable, compares_with_high_watermark,
    reads_high_watermark_again, reads_high_watermark_first, takes_the_lower, slices, slices_up_to_file_end,
    lists_aborts,
)  # fmt: skip
