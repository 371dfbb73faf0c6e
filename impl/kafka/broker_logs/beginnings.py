"""Where the history of a partition begins: with its creation, or with the first leader epoch that the logs know.

The model begins with all replicas in the ISR of the first one. Where the logs begin later, what they cannot tell is
left open: a follower may have been out of the ISR then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tidemark.base.errors import UsageError
from tidemark.spec.logs.events import LogError, LogEvent


@dataclass(frozen=True)
class Beginning:
    """The replicas of a partition, its first leader before the others; its first epoch, and since when.

    event: the one that says so. is_creation: whether nothing came before it.
    """

    event: LogEvent
    replicas: tuple[int, ...]
    epoch: int
    time: float
    is_creation: bool


def find_beginning(
    partition: str, created: Sequence[LogEvent], activity: Mapping[int, Sequence[LogEvent]]
) -> Beginning:
    """Where a partition's history begins.

    Raises:
        UsageError: the logs do not say who led then, or the model does not begin so.
    """
    if created:
        first = min(created, key=lambda event: event.time)
        if set(first.isr) != set(first.replicas) or first.leader != first.replicas[0]:
            raise LogError(
                f"{first.place}: {partition} begins without a replica in the ISR, or not with the first one as leader; "
                "the model does not begin so: leave out the lines up to where it does"
            )
        return Beginning(first, first.replicas, first.epoch, first.time, True)
    known: dict[int, int] = {}
    assigned: tuple[int, ...] = ()
    everyone: set[int] = set()
    events = sorted(
        (event for written in activity.values() for event in written), key=lambda event: event.time
    )
    for event in events:
        epoch, before = event.get("epoch"), event.get("before_epoch", -1)
        leader = event.get("leader", event.get("broker") if event.name.startswith("leads") else None)
        if epoch is not None and leader is not None:
            known.setdefault(epoch, leader)
        if before >= 0 and before != epoch and event.before is not None:
            known.setdefault(before, event.before)
        assigned = event.get("replicas", assigned)
        everyone |= {*event.get("isr", ()), *event.get("old", ())}
    if not known:
        raise UsageError(f"{partition}: no line says who led it: add the state-change.log of its replicas")
    epoch = min(known)
    others = assigned or tuple(
        sorted(everyone | {*known.values(), *(b for b, written in activity.items() if written)})
    )
    leader = known[epoch]
    replicas = (leader, *(broker for broker in others if broker != leader))
    return Beginning(events[0], replicas, epoch, 0.0, False)
