"""Where a leader epoch ends by a leader's cache, release by release, for `tidemark compute epoch-end`."""

from __future__ import annotations

from tidemark.impl.kafka.epoch_cache import NO_ENTRY, NO_EPOCH, UNDEFINED_OFFSET, EpochCache, EpochEnd, Lookup
from tidemark.spec import Int
from tidemark.spec.families.functions import ComputedTable, Function, Parameter, number, pairs

LAST_EPOCH = 99
LAST_OFFSET = 2**31 - 1
ANSWERS = {
    "0.11 to 1.1": Lookup.kip_101,
    "2.0.0": Lookup.kip_279,
    "from 2.0.1 on": Lookup.kafka_7415,
    "the epoch plus one, as articles tell": Lookup.next_epoch,
}


def _entries(argument: str) -> list[tuple[int, int]]:
    entries = [
        (number(0, LAST_EPOCH)(epoch), number(0, LAST_OFFSET)(start)) for epoch, start in pairs(argument)
    ]
    if entries != sorted(entries) or [start for _, start in entries] != sorted(start for _, start in entries):
        raise ValueError("epochs rise, and their start offsets do not fall")
    return entries


def compute(cache: list[tuple[int, int]], log_end: int, epoch: int) -> ComputedTable:
    """What a leader with that cache and that log end answers to a question about the epoch."""
    if cache and cache[-1][1] > log_end:
        raise ValueError("no epoch starts above log-end")
    epoch_cache: EpochCache = EpochCache.of(Int(0, LAST_EPOCH), Int(NO_ENTRY, LAST_OFFSET)).default
    for cached_epoch, start in cache:
        epoch_cache = epoch_cache.assign(cached_epoch, start)
    answers = {name: epoch_cache.end_of(epoch, log_end, lookup) for name, lookup in ANSWERS.items()}
    rows = [(name, *_spell(answer)) for name, answer in answers.items()]
    return ComputedTable(("release", "epoch answered", "it ends at"), rows)


def _spell(answer: EpochEnd) -> tuple[str, str]:
    """The two cells of an answer: the epoch, if the answer has one, and the end offset."""
    if answer.end == UNDEFINED_OFFSET:
        return "", "no answer"
    return "" if answer.epoch == NO_EPOCH else str(answer.epoch), str(answer.end)


FUNCTION = Function(
    "where a leader epoch ends in a leader's log, as each release answers",
    (
        Parameter("cache", "the leader's epoch cache, epoch:start offset", _entries),
        Parameter("log-end", "the leader's log end offset", number(0, LAST_OFFSET)),
        Parameter("epoch", "the leader epoch that a follower asks for", number(0, LAST_EPOCH)),
    ),
    "cache=1:20,2:80,3:120 log-end=130 epoch=1",
    compute,
)
