"""Where an epoch ends by a leader epoch cache, on the caches of the articles, and the file that holds one."""

import pytest

from tidemark.impl.kafka.epoch_cache import (
    NO_ENTRY,
    NO_EPOCH,
    UNDEFINED_OFFSET,
    EpochCache,
    Lookup,
    parse,
    write,
)
from tidemark.spec import Int, UsageError


def cache(*entries: tuple[int, int]) -> EpochCache:
    """A cache with these pairs of an epoch and its start offset."""
    epoch_cache: EpochCache = EpochCache.of(Int(0, 9), Int(NO_ENTRY, 200)).default
    for epoch, start in entries:
        epoch_cache = epoch_cache.assign(epoch, start)
    return epoch_cache


def entries(epoch_cache: EpochCache) -> list[tuple[int, int]]:
    return [(epoch, start) for epoch, start in enumerate(epoch_cache) if start != NO_ENTRY]


def end(epoch_cache: EpochCache, epoch: int, log_end: int, lookup: object) -> tuple[int, int]:
    epoch_end = epoch_cache.end_of(epoch, log_end, lookup)
    return int(epoch_end.epoch), int(epoch_end.end)


ARTICLE = cache((1, 20), (2, 80), (3, 120))


@pytest.mark.parametrize(
    ("epoch", "expected"), [(0, UNDEFINED_OFFSET), (1, 80), (2, 120), (3, 130), (4, UNDEFINED_OFFSET)]
)
def test_0_11_answers_with_the_start_of_the_first_newer_epoch(epoch: int, expected: int) -> None:
    assert end(ARTICLE, epoch, 130, Lookup.kip_101) == (NO_EPOCH, expected)


@pytest.mark.parametrize(
    ("epoch", "expected"), [(0, (0, 20)), (1, (1, 80)), (3, (3, 130)), (4, (NO_EPOCH, UNDEFINED_OFFSET))]
)
def test_2_0_1_answers_below_its_first_epoch_too(epoch: int, expected: tuple[int, int]) -> None:
    assert end(ARTICLE, epoch, 130, Lookup.kafka_7415) == expected
    if epoch == 0:
        assert end(ARTICLE, epoch, 130, Lookup.kip_279) == (NO_EPOCH, UNDEFINED_OFFSET)
    else:
        assert end(ARTICLE, epoch, 130, Lookup.kip_279) == expected


def test_kip_279_tells_the_largest_epoch_not_above() -> None:
    gap = cache((1, 20), (4, 80))
    assert end(gap, 3, 130, Lookup.kip_279) == (1, 80)
    assert end(gap, 3, 130, Lookup.next_epoch) == (NO_EPOCH, 80)
    assert end(gap, 2, 130, Lookup.next_epoch) == (NO_EPOCH, UNDEFINED_OFFSET)


def test_the_logs_of_the_accounts_agree_up_to_50() -> None:
    """A leader with (0,0),(1,50) is asked for epoch 0 by a follower with (0,0),(1,120), which cuts to 50."""
    leader, follower = cache((0, 0), (1, 50)), cache((0, 0), (1, 120))
    assert end(leader, 0, 90, Lookup.kip_101) == (NO_EPOCH, 50)
    assert entries(follower.cut(50)) == [(0, 0)]


def test_epoch_0_ends_at_120_where_epoch_1_starts() -> None:
    """The article's cache: (0,0), (1,120)."""
    for lookup in (Lookup.kip_101, Lookup.kip_279, Lookup.kafka_7415, Lookup.next_epoch):
        assert end(cache((0, 0), (1, 120)), 0, 130, lookup)[1] == 120


def test_an_empty_cache_and_an_epoch_that_is_none_have_no_answer() -> None:
    for lookup in (Lookup.kip_101, Lookup.kip_279, Lookup.kafka_7415, Lookup.next_epoch):
        assert end(cache(), 0, 3, lookup)[1] == UNDEFINED_OFFSET
        assert end(ARTICLE, NO_EPOCH, 130, lookup)[1] == UNDEFINED_OFFSET


def test_until_2_0_0_an_older_epoch_enters_no_cache_and_from_2_0_1_on_it_drops_the_newer_ones() -> None:
    assert entries(ARTICLE.append(2, 125)) == entries(ARTICLE)
    assert entries(ARTICLE.assign(2, 125)) == [(1, 20), (2, 125)]
    assert entries(ARTICLE.assign(5, 120)) == [(1, 20), (2, 80), (5, 120)]
    assert entries(ARTICLE.assign(3, 125)) == entries(ARTICLE)


def test_a_truncation_drops_what_starts_there_or_above() -> None:
    assert entries(ARTICLE.cut(120)) == [(1, 20), (2, 80)]
    assert entries(ARTICLE.cut(0)) == []
    assert (ARTICLE.at(19), ARTICLE.at(20), ARTICLE.at(200)) == (NO_EPOCH, 1, 3)


def test_the_file_leader_epoch_checkpoint_is_read_as_it_is_written() -> None:
    content = "0\n3\n1 20\n2 80\n3 120\n"
    assert write(dict(entries(ARTICLE))) == content
    assert parse(content) == {1: 20, 2: 80, 3: 120}
    assert parse(write({})) == {}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "line 1 must be the version"),
        ("1\n0\n", "line 1 must be the version"),
        ("0\n", "line 2 must be the number of entries"),
        ("0\n2\n1 20\n", "line 2 must be the number of entries, and 1 follow"),
        ("0\n1\n1 x\n", "line 3 must be an epoch and its start offset"),
        ("0\n2\n2 20\n1 30\n", "line 4: epochs must rise"),
        ("0\n2\n1 20\n2 10\n", "line 4: epochs must rise, and start offsets must not fall"),
    ],
)
def test_a_broken_file_is_refused_with_its_line(content: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        parse(content, "cache")
