"""Retention: what goes is old, what stays is not, the log end and the high watermark stay; readers below the start."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.real.storage.test_segments import logs
from tidemark.real.storage.retention import Retention, latest_time, read_from, retain
from tidemark.real.storage.segments import Log, Settings, StoredBatch, append, empty

LIMITS = st.builds(Retention, ms=st.integers(-1, 60), bytes=st.integers(-1, 200))


@settings(deadline=None, max_examples=100)
@given(logs(), LIMITS, st.integers(0, 120), st.integers(0, 90), st.integers(0, 60))
def test_the_oldest_segments_go_and_the_log_end_stays(
    log: Log, limits: Retention, now: int, committed: int, start: int
) -> None:
    first = log.segments[0].base
    mark = min(max(committed, first), log.end)
    found = retain(log, limits, now, mark, min(start, mark))
    gone = [segment for segment, _ in found.deleted]
    if found.log.segments[0] in log.segments:
        assert (*gone, *found.log.segments) == log.segments
    else:
        assert tuple(gone) == log.segments, "the active one goes too, and an empty one begins in its place"
        assert [segment.base for segment in found.log.segments] == [log.end]
    assert found.log.end == log.end
    assert found.start <= mark
    assert all(batch.last < mark for segment in gone for batch in segment.batches)


@settings(deadline=None, max_examples=100)
@given(logs(), st.integers(0, 200))
def test_retention_bytes_is_the_least_that_is_kept(log: Log, limit: int) -> None:
    size = sum(segment.size for segment in log.segments)
    found = retain(log, Retention(-1, limit), 0, log.end)
    kept = sum(segment.size for segment in found.log.segments)
    assert kept >= min(size, limit)
    oldest = found.log.segments[0]
    assert kept - oldest.size < limit or not oldest.size, "one segment less would be less than the limit"


@settings(deadline=None, max_examples=100)
@given(logs(), st.integers(0, 60), st.integers(0, 120))
def test_what_goes_by_time_is_too_old_and_the_first_that_stays_is_not(log: Log, limit: int, now: int) -> None:
    found = retain(log, Retention(limit, -1), now, log.end)
    assert all(now - latest_time(segment) > limit for segment, _ in found.deleted)
    oldest = found.log.segments[0]
    assert now - latest_time(oldest) <= limit or not oldest.size


def test_a_young_record_keeps_older_segments_behind_it() -> None:
    """Timestamps need not rise: what stands behind a young segment stays, however old it is."""
    log = empty()
    for time in (90, 10, 20):
        log = append(log, StoredBatch(((log.end, time),), 10), Settings(segment_bytes=10), 100)
    assert retain(log, Retention(30, -1), 100, log.end).deleted == ()


@pytest.mark.parametrize(
    ("offset", "reset", "expected"),
    [
        (4, "none", (4, "a record")),
        (3, "none", (None, "OFFSET_OUT_OF_RANGE")),
        (3, "earliest", (4, "OFFSET_OUT_OF_RANGE")),
        (3, "latest", (8, "OFFSET_OUT_OF_RANGE")),
        (8, "none", (8, "nothing yet")),
        (9, "earliest", (9, "nothing yet")),
        (10, "latest", (8, "OFFSET_OUT_OF_RANGE")),
    ],
)
def test_a_reader_goes_on_where_its_reset_says(
    offset: int, reset: str, expected: tuple[int | None, str]
) -> None:
    """The log is from 4 to 9, and committed below 8."""
    assert read_from(offset, 4, 9, 8, reset) == expected
