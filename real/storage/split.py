"""`tidemark compute segments`: how a log of equal batches is split into segments, indexed and scanned."""

from __future__ import annotations

from tidemark.real.storage.names import file_name
from tidemark.real.storage.segments import Settings, StoredBatch, append, empty, scan_length
from tidemark.spec.families.functions import ComputedTable, Function, Parameter, number

MOST = 2_000
"""Batches: soon computed."""


def compute(
    batches: int, batch_bytes: int, records: int, first: int, segment_bytes: int, interval: int
) -> ComputedTable:
    """A row for each segment, with its index entries, and the most that a look-up in it skips."""
    settings, log = Settings(segment_bytes=segment_bytes, index_interval_bytes=interval), empty(first)
    for _ in range(batches):
        offsets = range(log.end, log.end + records)
        log = append(log, StoredBatch(tuple((offset, 0) for offset in offsets), batch_bytes), settings, 0)
    rows = []
    for segment in log.segments:
        most = max(
            scan_length(segment, offset) for batch in segment.batches for offset in (batch.first, batch.last)
        )
        rows.append((file_name(segment.base, ".log"), segment.size, len(segment.offsets), most))
    bound = f"{interval} + {batch_bytes} = {interval + batch_bytes}"
    return ComputedTable(
        ("segment", "bytes", "index entries", "skipped at most"),
        rows,
        (f"a scan skips at most index.interval.bytes and a batch, {bound} bytes",),
    )


FUNCTION = Function(
    "the segments of a log, their index entries, and what a look-up scans",
    (
        Parameter("batches", "batches of the log", number(1, MOST)),
        Parameter("batch-bytes", "the bytes of each", number(1, 1 << 20), "1000"),
        Parameter("records", "the records of each", number(1, 100), "10"),
        Parameter("first", "the first offset", number(0, 2**62), "0"),
        Parameter("segment-bytes", "segment.bytes", number(1), str(1 << 30)),
        Parameter("interval", "index.interval.bytes", number(), "4096"),
    ),
    "batches=100 segment-bytes=40000",
    compute,
)
