"""What is wrong in a state that breaks a promise, in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from tidemark.impl.group.promises import all_owned, all_owned_at_last, owners_agree, shares_are_even
from tidemark.impl.group.state import ConsumerGroup
from tidemark.impl.group.topics import is_wanted, subscribes, topic_of
from tidemark.impl.group.words import in_words, members_of, owners, subscription
from tidemark.spec import Loss, none


def _said(sentence: str) -> Loss:
    return Loss([], f"{sentence}.", sentence)


def _two_owners(g: ConsumerGroup) -> Iterator[Loss]:
    for one in g.partitions.indices():
        for me, other in combinations(owners(g, one), 2):
            mine, theirs = g.clients[me], g.clients[other]
            both = g.is_member(me) & g.is_member(other)
            if both and mine.generation == theirs.generation:
                yield _said(
                    f"Clients {me} and {other}, members of generation {mine.generation}, both read partition {one}"
                )


def _two_readers(g: ConsumerGroup) -> Iterator[Loss]:
    for one in g.partitions.indices():
        if len(readers := owners(g, one)) > 1:
            yield _said(f"{in_words('Client', readers)} read partition {one} at once")


def _nobody(g: ConsumerGroup) -> Iterator[Loss]:
    for one in g.partitions.indices():
        if is_wanted(g, one) and not any(g.is_member(me) for me in owners(g, one)):
            yield _said(
                f"The group is Stable, every member has its assignment, and nobody reads partition {one}"
            )


def _unowned(g: ConsumerGroup) -> Iterator[Loss]:
    if not all_owned.function(g):
        yield from _nobody(g)


def _unowned_at_last(g: ConsumerGroup) -> Iterator[Loss]:
    if not all_owned_at_last.function(g):
        yield from _nobody(g)


def _disagree(g: ConsumerGroup) -> Iterator[Loss]:
    if owners_agree.function(g):
        return
    for one in g.partitions.indices():
        assigned = g.coordinator.assignment[one]
        if owners(g, one) != ([] if assigned == none else [assigned]):
            who = "nobody" if assigned == none else f"client {assigned}"
            yield _said(
                f"Partition {one} was assigned to {who}, and is read by {in_words('client', owners(g, one))}"
            )


def _skipped(g: ConsumerGroup) -> Iterator[Loss]:
    for one in g.partitions.indices():
        partition = g.partitions[one]
        for offset in range(partition.committed):
            in_hand = any(c.begun.has(one) and c.next_offset[one] == offset for c in g.clients)
            if not partition.processed[offset] and not in_hand:
                yield _said(
                    f"Offset {partition.committed} of partition {one} is committed, r{offset} was not processed, and "
                    "no process has it"
                )


def _unwanted(g: ConsumerGroup) -> Iterator[Loss]:
    for one in g.partitions.indices():
        for me in owners(g, one):
            told = int(g.coordinator.unsubscribed[me])
            if g.is_synced(me) and not subscribes(told, topic_of(g, one)):
                yield _said(
                    f"Client {me} subscribes to {subscription(told)}, and reads partition {one} of topic "
                    f"{topic_of(g, one)}"
                )


def _uneven(g: ConsumerGroup) -> Iterator[Loss]:
    if not shares_are_even.function(g):
        shares = [
            f"client {me} reads {in_words('partition', members_of(g.clients[me].owned))}"
            for me in g.clients.indices()
        ]
        yield _said(f"All subscribe to the same topics, and {', '.join(shares)}")


LOSSES: Mapping[str, Callable[[ConsumerGroup], Iterator[Loss]]] = {
    "one-owner": _two_owners,
    "one-reader": _two_readers,
    "all-owned": _unowned,
    "all-owned-at-last": _unowned_at_last,
    "owners-agree": _disagree,
    "skips-nothing": _skipped,
    "reads-what-it-wants": _unwanted,
    "shares-are-even": _uneven,
}
