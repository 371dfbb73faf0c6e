"""The log as segments with indexes: every lookup agrees with a scan of the whole log, whatever was done to it."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tidemark.real.storage import indexes
from tidemark.real.storage.names import file_name
from tidemark.real.storage.segments import (
    Log,
    Segment,
    Settings,
    StoredBatch,
    append,
    empty,
    floor,
    look_up,
    look_up_time,
    position,
    rebuild,
    recover,
    scan_length,
    truncate,
)

SETTINGS = st.builds(
    Settings,
    segment_bytes=st.integers(1, 60),
    segment_ms=st.integers(1, 40),
    index_interval_bytes=st.integers(0, 25),
    index_bytes=st.sampled_from([24, 48, 1 << 20]),
    first_offset_indexed=st.booleans(),
)
BATCH = st.tuples(
    st.integers(0, 3),  # a gap before it, as compaction leaves
    st.lists(st.tuples(st.integers(1, 3), st.integers(-1, 60)), min_size=1, max_size=3),
    st.integers(1, 20),
)
STEP = st.one_of(
    st.tuples(st.just("append"), BATCH),
    st.tuples(st.just("truncate"), st.integers(0, 40)),
    st.tuples(st.just("recover"), st.integers(0, 60)),
)


@st.composite
def logs(draw: st.DrawFn) -> Log:
    """A log to which some things happened."""
    chosen, log = draw(SETTINGS), empty(draw(st.integers(0, 9)))
    for now, (what, data) in enumerate(draw(st.lists(STEP, max_size=25))):
        if what == "append":
            gap, rows, size = data
            offset, records = log.end + gap, []
            for apart, time in rows:
                records.append((offset, time))
                offset += apart
            log = append(log, StoredBatch(tuple(records), size), chosen, now)
        else:
            log = truncate(log, data) if what == "truncate" else recover(log, data, chosen)
    return log


@settings(deadline=None, max_examples=60)
@given(logs(), st.integers(-2, 90))
def test_a_lookup_by_offset_finds_what_a_full_scan_finds(log: Log, offset: int) -> None:
    records = [own for batch in log.batches for own, _ in batch.records]
    assert look_up(log, offset) == next((own for own in records if own >= offset), None)


@settings(deadline=None, max_examples=60)
@given(logs(), st.integers(-2, 70))
def test_a_lookup_by_time_finds_what_a_full_scan_finds(log: Log, time: int) -> None:
    records = [record for batch in log.batches for record in batch.records]
    assert look_up_time(log, time) == next((record for record in records if record[1] >= time), None)


@settings(deadline=None, max_examples=100)
@given(SETTINGS, st.lists(st.tuples(st.integers(1, 3), st.integers(1, 20)), max_size=40))
def test_a_scan_skips_at_most_the_index_interval_and_one_batch(
    chosen: Settings, sizes: list[tuple[int, int]]
) -> None:
    log = empty()
    for now, (records, size) in enumerate(sizes):
        log = append(log, StoredBatch(tuple((log.end + k, now) for k in range(records)), size), chosen, now)
    for segment in log.segments:
        for offset in range(segment.base, segment.end):
            largest = max(batch.size for batch in segment.batches)
            assert 0 <= scan_length(segment, offset) <= chosen.index_interval_bytes + largest


def test_truncations_make_a_scan_longer_than_the_interval_and_a_batch() -> None:
    """Each counts the interval from 0 again: no entry comes, however long the segment grows."""
    chosen, log = Settings(index_interval_bytes=20), empty()
    for now in range(12):
        for _ in range(3):
            log = append(log, StoredBatch(((log.end, now),), 10), chosen, now)
        log = truncate(log, log.end - 1)
    (segment,) = log.segments
    assert segment.offsets == ()
    assert scan_length(segment, segment.end - 1) == segment.size - 10 == 230


@settings(deadline=None, max_examples=60)
@given(logs())
def test_no_index_entry_points_past_the_end(log: Log) -> None:
    for segment in log.segments:
        starts, place = {}, 0
        for batch in segment.batches:
            starts[place] = batch
            place += batch.size
        for offset, at in segment.offsets:
            assert starts[at].first <= offset <= starts[at].last
        for _, offset in segment.times:
            assert segment.base <= offset < segment.end
        for entries in (segment.offsets, segment.times):
            assert all(a < b for a, b in pairwise(entries))
            assert [one for one, _ in entries] == sorted({one for one, _ in entries})


@settings(deadline=None, max_examples=60)
@given(logs())
def test_segments_are_named_by_their_first_offsets_which_rise(log: Log) -> None:
    bases = [segment.base for segment in log.segments]
    assert bases == sorted(set(bases))
    for segment, after in pairwise(log.segments):
        assert segment.end <= after.base
        assert segment.base <= segment.batches[0].first


@settings(deadline=None, max_examples=60)
@given(logs(), st.integers(0, 40))
def test_a_truncation_keeps_whole_batches_below_the_offset_and_nothing_else(log: Log, offset: int) -> None:
    kept = truncate(log, offset)
    assert list(kept.batches) == [batch for batch in log.batches if batch.last < offset]
    assert kept.end <= max(offset, log.segments[0].base)


@settings(deadline=None, max_examples=60)
@given(logs(), st.integers(0, 60), SETTINGS)
def test_a_recovery_keeps_the_longest_prefix_that_is_whole(log: Log, size: int, chosen: Settings) -> None:
    found = recover(log, size, chosen).segments[-1]
    before = log.segments[-1].batches
    assert found.batches == before[: len(found.batches)]
    assert found.size <= size or not found.batches
    assert found.batches == before or found.size + before[len(found.batches)].size > size


@settings(deadline=None, max_examples=60)
@given(logs())
def test_an_index_file_is_read_as_it_was_written(log: Log) -> None:
    for segment in log.segments:
        offsets, times = segment.index_bytes()
        read = indexes.decode(offsets + bytes(64), indexes.OFFSET_ENTRY, segment.base)
        assert [tuple(entry) for entry in read.tolist()] == list(segment.offsets)
        read = indexes.decode(times + bytes(36), indexes.TIME_ENTRY, segment.base)
        times = [
            entry for entry in segment.times if entry != (0, segment.base)
        ]  # can't be distinguished from free room
        assert [tuple(entry) for entry in read.tolist()] == times


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 400), st.integers(0, 5000))
def test_files_and_functions_look_up_alike(offset: int, interval: int) -> None:
    batches = [StoredBatch(tuple((k, k) for k in range(10 * n, 10 * n + 10)), 100) for n in range(40)]
    segment = rebuild(0, batches, Settings(index_interval_bytes=interval))
    offsets, times = segment.index_bytes()
    read = indexes.decode(offsets, indexes.OFFSET_ENTRY, 0)
    assert indexes.position(read, offset) == position(segment, offset)
    read = indexes.decode(times, indexes.TIME_ENTRY, 0)
    entry = floor([time for time, _ in segment.times], offset)
    assert indexes.offset_before(read, offset, 0) == (segment.times[entry][1] if entry >= 0 else 0)


def test_the_lookup_of_offset_1066_that_articles_show() -> None:
    """Segments 0, 1018, 2042: the second has it, at relative offset 48; (46, 1467) is the entry not above it."""
    bases = [0, 1018, 2042]
    base = bases[floor(bases, 1066)]
    assert (base, 1066 - base) == (1018, 48)
    entries = indexes.decode(
        indexes.encode([(1018 + 23, 730), (1018 + 46, 1467), (1018 + 68, 2109)], indexes.OFFSET_ENTRY, base),
        indexes.OFFSET_ENTRY,
        base,
    )
    assert indexes.position(entries, 1066) == 1467
    batches = (
        StoredBatch(((1018 + 45, 0),), 1467),
        StoredBatch(((1018 + 46, 0),), 40),
        StoredBatch(((1018 + 47, 0), (1066, 0)), 50),
    )
    segment = Segment(base, 0, batches, offsets=((1018 + 46, 1467),))
    assert look_up(Log((segment,)), 1066) == 1066


def test_an_entry_is_relative_to_the_name_of_its_segment() -> None:
    (entry,) = indexes.decode(bytes.fromhex("00000006 0000057f"), indexes.OFFSET_ENTRY, 368769)
    assert tuple(entry) == (368775, 1407)
    assert indexes.encode([(32455, 0)], indexes.OFFSET_ENTRY, 32450)[:4] == (5).to_bytes(4, "big")
    assert file_name(368769, ".index") == "00000000000000368769.index"
