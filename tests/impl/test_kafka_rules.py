"""Where a follower is told to cut its log, on logs like those of the articles."""

from typing import Any

import pytest

from impl.kafka.cluster import NO_EPOCH, UNDEFINED_OFFSET
from impl.kafka.epoch_cache import end_offset_kip_101, largest_epoch_not_above
from impl.partition.log import Log, log_type
from spec import Int


def log(end_offset: int, *cache: tuple[int, int]) -> Log:
    """A log whose leader epoch cache is these pairs of an epoch and its start offset."""
    empty: Log = log_type(Int(0, end_offset), Int(0, 9), end_offset + 1).default
    epochs = [max((e for e, start in cache if start <= k), default=0) for k in range(end_offset)]
    grown: Any = empty
    for k, epoch in enumerate(epochs):
        grown = grown.append(empty[0].but(id=k, epoch=epoch))
    return grown


ARTICLE = log(130, (1, 20), (2, 80), (3, 120))


@pytest.mark.parametrize(("epoch", "end"), [(0, 20), (1, 80), (2, 120), (3, 130), (4, UNDEFINED_OFFSET)])
def test_kip_101_answers_with_the_start_of_the_first_newer_epoch(epoch: int, end: int) -> None:
    assert end_offset_kip_101(ARTICLE, epoch) == end


def test_kip_101_knows_no_epoch_before_its_cache_starts() -> None:
    assert end_offset_kip_101(log(3, (2, 0)), 1) == UNDEFINED_OFFSET
    assert end_offset_kip_101(log(0), 0) == UNDEFINED_OFFSET


@pytest.mark.parametrize(("epoch", "answer", "end"), [(1, 1, 80), (3, 3, 130), (4, 3, 130), (9, 3, 130)])
def test_kip_279_answers_with_the_largest_epoch_not_above(epoch: int, answer: int, end: int) -> None:
    assert (largest_epoch_not_above(ARTICLE, epoch), ARTICLE.first_newer_offset(epoch)) == (answer, end)


def test_kip_279_has_no_epoch_below_the_first() -> None:
    assert largest_epoch_not_above(log(3, (2, 0)), 1) == NO_EPOCH
    assert largest_epoch_not_above(log(0), 1) == NO_EPOCH
