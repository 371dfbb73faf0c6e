"""What changes the log while it is read: appends, a new segment, and the high watermark. Each holds the log's lock.

A read does not take the lock (`UnifiedLog.read`), so it sees each moment. Followers appear only as the high watermark.
"""

from typing import Annotated

from tidemark.impl.reads.leader import AppendStage, Content, ReadLeader
from tidemark.spec import Bool, Domain, Int, Label, Number, Only, Truth, action, not_, one_of, require, where

Offset = Annotated[Number, Domain("offset", lambda at: Int(0, at.log_size))]
IsEarlier = Annotated[Truth, Domain("is_earlier", lambda at: Bool() if at.segments > 1 else Only(False))]
SomeContent = Annotated[Label, Domain("content", lambda _at: Content.__type__)]


@action
def leader_writes(c: ReadLeader, content: SomeContent) -> ReadLeader:
    """The leader takes the lock, and writes a record to the file (`FileRecords.append`)."""
    require(c.stage == AppendStage.idle, "nobody holds the lock")
    require(c.log.length < c.log.capacity, "a record is left")
    ends = one_of(content, (Content.commit, Content.abort))
    require(not_(ends) | c.is_open(), "a marker has a transaction to end")
    return c.but(log=c.log.append(content), stage=AppendStage.file_grew)


@action
def leader_publishes_end(c: ReadLeader) -> ReadLeader:
    """The record counts: the log end offset is behind it (`LocalLog.updateLogEndOffset`)."""
    require(c.stage == AppendStage.file_grew, "a record is in the file alone")
    return c.but(log_end=c.log.length, stage=AppendStage.log_end_rose)


@action
def leader_updates_transactions(c: ReadLeader) -> ReadLeader:
    """The index of aborted transactions and the first unstable offset follow, and the lock is free."""
    require(c.stage == AppendStage.log_end_rose, "a record counts, and its transaction does not know of it")
    last = c.log.length - 1
    is_late = (c.indexed_below < last) | (c.log[last] == Content.abort)
    updated = c.update_unstable().but(stage=AppendStage.idle)
    return where(c.settings.indexed_first | not_(is_late), updated.but(indexed_below=c.log.length), updated)


@action(when=lambda at: not at.indexed_first)
def index_follows(c: ReadLeader) -> ReadLeader:
    """The index of aborted transactions is written, after the lock was released."""
    require(
        (c.stage == AppendStage.idle) & (c.indexed_below < c.log_end),
        "the lock is free, and the index lacks a marker",
    )
    return c.but(indexed_below=c.log_end)


@action(when=lambda at: at.segments > 1)
def leader_rolls(c: ReadLeader) -> ReadLeader:
    """A new segment begins at the log end offset (`LocalLog.roll`); a high watermark there gets its position."""
    require(c.stage == AppendStage.idle, "nobody holds the lock")
    require((c.second_segment == 0) & (c.log_end > 0), "the log has one segment, which has records")
    return c.but(second_segment=c.log_end)


@action
def high_watermark_rises(c: ReadLeader, offset: Offset, is_earlier: IsEarlier) -> ReadLeader:
    """The followers have the records below an offset: the high watermark is there (`maybeIncrementHighWatermark`).

    It has the position that a follower's fetch had. If the follower fetched from the end of the first segment before
    the second one began, that is the first one's end (`Partition.maybeIncrementLeaderHW`).
    """
    require(c.stage == AppendStage.idle, "nobody holds the lock")
    require((c.high_watermark < offset) & (offset <= c.log_end), "the log has the offset, and it is higher")
    require(not_(is_earlier) | (offset == c.second_segment), "the second segment begins there")
    return c.but(
        high_watermark=offset, high_watermark_is_earlier=is_earlier, stage=AppendStage.high_watermark_rose
    )


@action
def first_unstable_follows(c: ReadLeader) -> ReadLeader:
    """Transactions whose markers are replicated are stable (`maybeIncrementFirstUnstableOffset`); the lock is free."""
    require(c.stage == AppendStage.high_watermark_rose, "the high watermark has just risen")
    return c.update_unstable().but(stage=AppendStage.idle)


APPENDS = (
    leader_writes, leader_publishes_end, leader_updates_transactions, index_follows, leader_rolls,
    high_watermark_rises, first_unstable_follows,
)  # fmt: skip
