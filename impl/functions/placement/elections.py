"""Which replica becomes leader: the first live member of the ISR in the order of the assigned replicas, or of the ISR.

Kafka has the first (`PartitionLeaderElectionAlgorithms` with ZooKeeper, `PartitionChangeBuilder` with KRaft); many
accounts say "the first of the ISR". A history is what happens to a partition; `shortest_difference` finds the shortest
one after which the rules disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

Election = Callable[[Sequence[int], Sequence[int], Collection[int]], int | None]
"""A function from the assigned replicas, the ISR and the live brokers to the leader, if one is allowed."""


def by_replicas(
    replicas: Sequence[int], isr: Sequence[int], live: Collection[int], *, unclean: bool = False
) -> int | None:
    """Kafka's rule. With unclean election the first live replica leads where no member of the ISR lives."""
    clean = next((broker for broker in replicas if broker in live and broker in isr), None)
    if clean is None and unclean:
        return next((broker for broker in replicas if broker in live), None)
    return clean


def by_isr(replicas: Sequence[int], isr: Sequence[int], live: Collection[int]) -> int | None:
    """The accounts' rule: the first live member of the ISR, in the ISR's own order."""
    return next((broker for broker in isr if broker in live and broker in replicas), None)


def preferred_leader(replicas: Sequence[int], isr: Sequence[int], live: Collection[int]) -> int | None:
    """The preferred leader, the first replica, if it is allowed to lead."""
    return by_replicas(replicas[:1], isr, live)


def on_shutdown(
    replicas: Sequence[int], isr: Sequence[int], live: Collection[int], stopping: Collection[int]
) -> int | None:
    """Kafka's rule during a controlled shutdown of some brokers: they are passed over."""
    return by_replicas([broker for broker in replicas if broker not in stopping], isr, live)


@dataclass(frozen=True)
class ReplicaSet:
    """What the controller knows of a partition; the ISR has its order: a broker that rejoins is last."""

    replicas: tuple[int, ...]
    isr: tuple[int, ...]
    live: frozenset[int]
    leader: int | None

    @classmethod
    def new(cls, count: int) -> ReplicaSet:
        """A partition with `count` replicas, all in sync."""
        brokers = tuple(range(count))
        return cls(brokers, brokers, frozenset(brokers), 0)


def happenings(p: ReplicaSet, election: Election, *, reassign: bool) -> Iterator[tuple[str, ReplicaSet]]:
    """What can happen next, in words, with the partition afterwards.

    reassign: whether an operator may change the order of the replicas, as is done to choose another preferred leader.
    """
    for b in p.replicas:
        alone = p.isr == (b,)
        others = tuple(broker for broker in p.isr if broker != b)
        if b in p.live:
            failed = replace(p, live=p.live - {b}, isr=p.isr if alone else others)
            yield f"broker {b} fails", _with_leader(failed, election) if b == p.leader else failed
        else:
            back = replace(p, live=p.live | {b})
            yield f"broker {b} restarts", back if p.leader is not None else _with_leader(back, election)
        if b in p.live and b != p.leader and p.leader is not None:
            if b in p.isr:
                yield f"broker {b} falls behind", replace(p, isr=others)
            else:
                yield f"broker {b} catches up", replace(p, isr=(*p.isr, b))
    for order in permutations(p.replicas) if reassign else ():
        if order != p.replicas:
            yield f"the replicas are now {', '.join(map(str, order))}", replace(p, replicas=order)


def _with_leader(p: ReplicaSet, election: Election) -> ReplicaSet:
    return replace(p, leader=election(p.replicas, p.isr, p.live))


def shortest_difference(
    count: int, most: int, *, reassign: bool = False
) -> tuple[list[str], int | None, int | None] | None:
    """The shortest history of at most `most` events, after which both rules have another leader; None without one.

    Returns the events, Kafka's leader and the accounts'. All shorter histories are tried first.
    """
    level: dict[ReplicaSet, list[str]] = {ReplicaSet.new(count): []}
    for _ in range(most):
        after: dict[ReplicaSet, list[str]] = {}
        for p, events in level.items():
            pairs = zip(
                happenings(p, by_replicas, reassign=reassign),
                happenings(p, by_isr, reassign=reassign),
                strict=True,
            )
            for (event, ours), (_, theirs) in pairs:
                if ours.leader != theirs.leader:
                    return [*events, event], ours.leader, theirs.leader
                after.setdefault(ours, [*events, event])
        level = after
    return None
