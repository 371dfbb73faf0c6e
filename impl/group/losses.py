"""What is wrong in a state that breaks a promise, in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from tidemark.impl.group.promises import all_owned, all_owned_at_last, owners_agree, shares_are_even
from tidemark.impl.group.scene import in_words, members_of, owners, subscription
from tidemark.impl.group.state import ConsumerGroup
from tidemark.impl.group.topics import is_wanted, subscribes, topic_of
from tidemark.spec import Loss, none


def _loss(sentence: str) -> Loss:
    return Loss([], f"{sentence}.", sentence)


def _two_owners(g: ConsumerGroup) -> Iterator[Loss]:
    for partition in g.partitions.indices():
        for me, rival in combinations(owners(g, partition), 2):
            mine, theirs = g.clients[me], g.clients[rival]
            both = g.is_member(me) & g.is_member(rival)
            if both and mine.generation == theirs.generation:
                yield _loss(
                    f"Clients {me} and {rival}, members of generation {mine.generation}, both read partition "
                    f"{partition}"
                )


def _two_readers(g: ConsumerGroup) -> Iterator[Loss]:
    for partition in g.partitions.indices():
        if len(readers := owners(g, partition)) > 1:
            yield _loss(f"{in_words('Client', readers)} read partition {partition} at once")


def _nobody(g: ConsumerGroup) -> Iterator[Loss]:
    for partition in g.partitions.indices():
        if is_wanted(g, partition) and not any(g.is_member(me) for me in owners(g, partition)):
            yield _loss(
                f"The group is Stable, every member has its assignment, and nobody reads partition {partition}"
            )


def _without_owner(g: ConsumerGroup) -> Iterator[Loss]:
    if not all_owned.function(g):
        yield from _nobody(g)


def _without_owner_at_last(g: ConsumerGroup) -> Iterator[Loss]:
    if not all_owned_at_last.function(g):
        yield from _nobody(g)


def _disagree(g: ConsumerGroup) -> Iterator[Loss]:
    if owners_agree.function(g):
        return
    for partition in g.partitions.indices():
        assigned = g.coordinator.assignment[partition]
        readers = owners(g, partition)
        if readers != ([] if assigned == none else [assigned]):
            who = "nobody" if assigned == none else f"client {assigned}"
            yield _loss(
                f"Partition {partition} was assigned to {who}, and is read by {in_words('client', readers)}"
            )


def _skipped_record(g: ConsumerGroup) -> Iterator[Loss]:
    for partition in g.partitions.indices():
        committed = g.partitions[partition].committed
        for offset in range(committed):
            in_hand = any(c.begun.has(partition) and c.next_offset[partition] == offset for c in g.clients)
            if not g.partitions[partition].processed[offset] and not in_hand:
                yield _loss(
                    f"Offset {committed} of partition {partition} is committed, r{offset} was not processed, and "
                    "no process has it"
                )


def _reads_other_topics(g: ConsumerGroup) -> Iterator[Loss]:
    for partition in g.partitions.indices():
        for me in owners(g, partition):
            unsubscribed = int(g.coordinator.unsubscribed[me])
            if g.is_synced(me) and not subscribes(unsubscribed, topic_of(g, partition)):
                yield _loss(
                    f"Client {me} subscribes to {subscription(unsubscribed)}, and reads partition {partition} of topic "
                    f"{topic_of(g, partition)}"
                )


def _uneven(g: ConsumerGroup) -> Iterator[Loss]:
    if not shares_are_even.function(g):
        shares = [
            f"client {me} reads {in_words('partition', members_of(g.clients[me].owned))}"
            for me in g.clients.indices()
        ]
        yield _loss(f"All subscribe to the same topics, and {', '.join(shares)}")


LOSSES: Mapping[str, Callable[[ConsumerGroup], Iterator[Loss]]] = {
    "one-owner": _two_owners,
    "one-reader": _two_readers,
    "all-owned": _without_owner,
    "all-owned-at-last": _without_owner_at_last,
    "owners-agree": _disagree,
    "skips-nothing": _skipped_record,
    "reads-what-it-wants": _reads_other_topics,
    "shares-are-even": _uneven,
}
