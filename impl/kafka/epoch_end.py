"""Where a leader epoch ends by a leader's cache, release by release, for `tidemark compute epoch-end`."""

from __future__ import annotations

from tidemark.impl.kafka.epoch_cache import NO_ENTRY, NO_EPOCH, UNDEFINED_OFFSET, EpochCache, Lookup
from tidemark.spec import Int
from tidemark.spec.families.functions import Computed, Function, Parameter, number, pairs

LAST_EPOCH = 99
LAST_OFFSET = 2**31 - 1
ANSWERS = {
    "0.11 to 1.1": Lookup.kip_101,
    "2.0.0": Lookup.kip_279,
    "from 2.0.1 on": Lookup.kafka_7415,
    "the epoch plus one, as articles tell": Lookup.next_epoch,
}


def _entries(text: str) -> list[tuple[int, int]]:
    found = [(number(0, LAST_EPOCH)(epoch), number(0, LAST_OFFSET)(start)) for epoch, start in pairs(text)]
    if found != sorted(found) or [start for _, start in found] != sorted(start for _, start in found):
        raise ValueError("epochs rise, and their start offsets do not fall")
    return found


def compute(cache: list[tuple[int, int]], log_end: int, epoch: int) -> Computed:
    """What a leader with that cache and that log end answers to a question about the epoch."""
    if cache and cache[-1][1] > log_end:
        raise ValueError("no epoch starts above log-end")
    read: EpochCache = EpochCache.of(Int(0, LAST_EPOCH), Int(NO_ENTRY, LAST_OFFSET)).default
    for one, start in cache:
        read = read.assigned(one, start)
    found = {name: read.end_of(epoch, log_end, lookup) for name, lookup in ANSWERS.items()}
    rows = [
        (name, *(("", "no answer") if one.end == UNDEFINED_OFFSET else (_named(one.epoch), str(one.end))))
        for name, one in found.items()
    ]
    return Computed(("release", "epoch answered", "it ends at"), rows)


def _named(epoch: object) -> str:
    return "" if epoch == NO_EPOCH else str(epoch)


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
