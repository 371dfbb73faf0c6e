"""The log as Kafka stores it, as pure functions: segments, their indexes, rolling, lookup, truncation, recovery.

A segment is named by its first offset and has a sparse offset index and a time index (`LogSegment`). Nothing here reads
or writes a file: a batch is its offsets, timestamps and size. A lookup finds what a scan of the whole log would, and no
index entry points past the end; tests/real/storage/test_segments.py holds both, and compares the indexes with
those that real brokers wrote, byte for byte.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from tidemark.real.storage.indexes import OFFSET_ENTRY, TIME_ENTRY, encode

NO_TIME = -1
MOST = 2**31 - 1
"""The greatest offset that an index entry can have, relative to the segment's first."""


@dataclass(frozen=True)
class StoredBatch:
    """Some records that are stored together: (offset, timestamp) of each, in the order of offsets; and the bytes."""

    records: tuple[tuple[int, int], ...]
    size: int

    @property
    def first(self) -> int:
        """The offset of its first record."""
        return self.records[0][0]

    @property
    def last(self) -> int:
        """The offset of its last record."""
        return self.records[-1][0]

    @property
    def max_time(self) -> int:
        """The latest timestamp, in milliseconds."""
        return max(time for _, time in self.records)


@dataclass(frozen=True)
class Settings:
    """The topic's configuration; sizes in bytes, `segment_ms` in milliseconds.

    first_offset_indexed: an index entry has the first offset of its batch, as up to Kafka 1.1, instead of the last.
    """

    segment_bytes: int = 1 << 30
    segment_ms: int = 7 * 24 * 3_600_000
    index_interval_bytes: int = 4096
    index_bytes: int = 10 << 20
    first_offset_indexed: bool = False


@dataclass(frozen=True)
class Segment:
    """Batches from `base` on, and the entries of both indexes: (offset, position) and (timestamp, offset).

    `since`: bytes since the last index entry. `latest`: the latest timestamp so far, and the last offset of its batch.
    """

    base: int
    created: int
    batches: tuple[StoredBatch, ...] = ()
    offsets: tuple[tuple[int, int], ...] = ()
    times: tuple[tuple[int, int], ...] = ()
    since: int = 0
    latest: tuple[int, int] = (NO_TIME, NO_TIME)

    @property
    def size(self) -> int:
        """Its bytes."""
        return sum(batch.size for batch in self.batches)

    @property
    def end(self) -> int:
        """The offset after its last record; `base` without one."""
        return self.batches[-1].last + 1 if self.batches else self.base

    def index_bytes(self) -> tuple[bytes, bytes]:
        """What `.index` and `.timeindex` hold."""
        return (
            encode(list(self.offsets), OFFSET_ENTRY, self.base),
            encode(list(self.times), TIME_ENTRY, self.base),
        )


@dataclass(frozen=True)
class Log:
    """The segments of a log, the first offset first; there is always one."""

    segments: tuple[Segment, ...]

    @property
    def end(self) -> int:
        """The log end offset: that of the next record."""
        return self.segments[-1].end

    @property
    def batches(self) -> Iterator[StoredBatch]:
        """All batches, in order."""
        return (batch for segment in self.segments for batch in segment.batches)


def empty(base: int = 0, now: int = 0) -> Log:
    """A log without records, which begins at an offset."""
    return Log((Segment(base, now),))


def append(log: Log, batch: StoredBatch, settings: Settings, now: int) -> Log:
    """The log with one more batch, in a new segment where the active one is full or too old (`LocalLog.roll`).

    Raises:
        ValueError: its first offset is below the log's end.
    """
    if batch.first < log.end:
        raise ValueError(f"offset {batch.first} is below the end of the log, {log.end}")
    *before, active = log.segments
    if should_roll(active, batch, settings, now):
        before.append(close(active))
        active = Segment(batch.first, now)
    return Log((*before, add_batch(active, batch, settings)))


def should_roll(active: Segment, batch: StoredBatch, settings: Settings, now: int) -> bool:
    """Whether a batch begins a new segment (`LogSegment.shouldRoll`)."""
    if batch.last - active.base > MOST:
        return True
    if not active.batches:
        return False
    first = active.batches[0].max_time
    waited = batch.max_time - first if first >= 0 else now - active.created
    return (
        active.size > settings.segment_bytes - batch.size
        or waited > settings.segment_ms
        or len(active.offsets) >= settings.index_bytes // OFFSET_ENTRY.itemsize
        or len(active.times) >= settings.index_bytes // TIME_ENTRY.itemsize - 1
    )


def add_batch(segment: Segment, batch: StoredBatch, settings: Settings) -> Segment:
    """The segment with one more batch; both indexes get an entry once enough bytes came since the last."""
    position, since = segment.size, segment.since
    latest = max(segment.latest, (batch.max_time, batch.last), key=itemgetter(0))
    offsets, times = segment.offsets, segment.times
    if since > settings.index_interval_bytes:
        offsets = (*offsets, (batch.first if settings.first_offset_indexed else batch.last, position))
        times, since = _with(times, latest), 0
    return replace(
        segment,
        batches=(*segment.batches, batch),
        offsets=offsets,
        times=times,
        since=since + batch.size,
        latest=latest,
    )


def _with(times: tuple[tuple[int, int], ...], latest: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """The time index with one more entry, if it is later than the last."""
    return (*times, latest) if latest[0] > (times[-1][0] if times else NO_TIME) else times


def close(segment: Segment) -> Segment:
    """The segment as it is left when another one begins, or the broker stops: its latest timestamp is indexed."""
    return replace(segment, times=_with(segment.times, segment.latest))


def rebuild(base: int, batches: Iterable[StoredBatch], settings: Settings, created: int = 0) -> Segment:
    """A closed segment of these batches, with the indexes that appending them one by one gives."""
    segment = Segment(base, created)
    for batch in batches:
        segment = add_batch(segment, batch, settings)
    return close(segment)


def floor(keys: Sequence[int], key: int) -> int:
    """The index of the greatest key that is not above `key`; -1 without one."""
    return bisect_right(keys, key) - 1


def look_up(log: Log, offset: int) -> int | None:
    """The first record that has the offset or a greater one; None at the end (`LocalLog.read`)."""
    number = max(floor([segment.base for segment in log.segments], offset), 0)
    for segment in log.segments[number:]:
        for batch in _from(segment, position(segment, offset)):
            for record_offset, _ in batch.records if batch.last >= offset else ():
                if record_offset >= offset:
                    return record_offset
    return None


def look_up_time(log: Log, time: int) -> tuple[int, int] | None:
    """The first record with the timestamp or a later one: offset and timestamp (`LogSegment.findOffsetByTimestamp`)."""
    for segment in log.segments:
        if segment.latest[0] >= time:
            entry = floor([at for at, _ in segment.times], time)
            start = segment.times[entry][1] if entry >= 0 else segment.base
            for batch in _from(segment, position(segment, start)):
                for offset, at in batch.records if batch.max_time >= time else ():
                    if at >= time:
                        return offset, at
    return None


def position(segment: Segment, offset: int) -> int:
    """Where in the file a scan for an offset begins: at the greatest index entry that is not above it."""
    entry = floor([indexed_offset for indexed_offset, _ in segment.offsets], offset)
    return segment.offsets[entry][1] if entry >= 0 else 0


def scan_length(segment: Segment, offset: int) -> int:
    """How many bytes a scan for an offset passes before the batch that has it, or a greater one.

    At most `index.interval.bytes` and one batch, while batches are appended one by one. Up to 3.9.0, and in 4.0.0, a
    follower appends what a fetch brought as one, with one entry at most (`LogSegment.append`). A truncation counts the
    interval from 0 again (`LogSegment.truncateTo`), so each may add as much.
    """
    batch_position = 0
    for batch in segment.batches:
        if batch.last >= offset:
            break
        batch_position += batch.size
    return batch_position - position(segment, offset)


def _from(segment: Segment, start: int) -> Iterator[StoredBatch]:
    batch_position = 0
    for batch in segment.batches:
        if batch_position >= start:
            yield batch
        batch_position += batch.size


def truncate(log: Log, offset: int) -> Log:
    """The log without the batches that reach an offset; whole segments from it on are deleted (`LocalLog.truncateTo`).

    A log whose first segment begins at the offset or later starts over there (`truncateFullyAndStartAt`).
    """
    if offset >= log.end:
        return log
    first = log.segments[0]
    if first.base > offset:
        return empty(offset, first.created)
    *before, active = [segment for segment in log.segments if segment.base <= offset]
    kept = tuple(batch for batch in active.batches if batch.last < offset)
    end = kept[-1].last + 1 if kept else active.base
    offsets = tuple(entry for entry in active.offsets if entry[0] < min(offset, end))
    times = tuple(entry for entry in active.times if entry[1] < min(offset, end))
    return Log(
        (*before, replace(active, batches=kept, offsets=offsets, times=times, since=0, latest=_latest(kept)))
    )


def _latest(batches: Iterable[StoredBatch]) -> tuple[int, int]:
    times = [(batch.max_time, batch.last) for batch in batches]
    return max([(NO_TIME, NO_TIME), *times], key=itemgetter(0))


def recover(log: Log, valid_bytes: int, settings: Settings) -> Log:
    """The log after a crash that left `kept` whole bytes in the active segment: what is torn is cut (`recover`).

    Both indexes are built again, as `LogSegment.recover` does, which counts the interval by positions.
    """
    *before, active = log.segments
    kept: list[StoredBatch] = []
    for batch in active.batches:
        if sum(kept_batch.size for kept_batch in kept) + batch.size > valid_bytes:
            break
        kept.append(batch)
    segment, position, indexed = Segment(active.base, active.created), 0, 0
    for batch in kept:
        offsets, times = segment.offsets, segment.times
        latest = max(segment.latest, (batch.max_time, batch.last), key=lambda kept_batch: kept_batch[0])
        if position - indexed > settings.index_interval_bytes:
            offsets, times, indexed = (*offsets, (batch.last, position)), _with(times, latest), position
        segment = replace(
            segment, batches=(*segment.batches, batch), offsets=offsets, times=times, latest=latest
        )
        position += batch.size
    return Log((*before, close(segment)))
