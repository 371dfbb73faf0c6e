"""Which steps may come next in a walk that brokers with KRaft are to take: their own controller does not wait.

A schedule decides when a message passes. When a broker that was killed is fenced, or one that starts has its session,
Kafka decides: at once, or after seconds. A walk that does something else before that would be refused for its pace.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tidemark.spec import none
from tidemark.spec.machines.symbolic import Instance

LEAVING = frozenset({"become_follower", "become_leader", "broker_stops", "leader_learns_isr"})
"""What may come between a broker's wish to stop and its end: the others hear who leads."""


def keeps_pace(state: Any, instance: Instance) -> bool:
    """Whether brokers can be made to take a step next. Followers lag in real time, so no walk has such a step."""
    name, arguments = instance.action.name, instance.arguments
    broker, follower, leader = (int(arguments.get(key, none)) for key in ("broker", "follower", "leader"))
    match name:
        case "leader_shrinks_isr":
            return False
        case "follower_sends_fetch" if _must_hear_first(state, follower, leader):
            return False
        case "leader_learns_isr" | "produce" if _waits_for_others(state, leader, name == "leader_learns_isr"):
            return False
        case "controller_lets_broker_leave" if not _has_heard(state, broker):
            return False
        case "broker_stops" if any(_is_late(state, b) for b in _others(state, broker)):
            return False
    due = set(_due(state))
    is_due = (name, int(arguments.get("broker", arguments.get("follower", none)))) in due
    if any(state.quorum.stopping[broker] for broker in state.replicas.indices()):
        return name in LEAVING or is_due
    return is_due or not due


def _must_hear_first(state: Any, follower: int, leader: int) -> bool:
    """Whether a follower asks nothing before it hears of an epoch itself: its leader knows a newer one (KIP-320)."""
    return known_epoch(state, leader) > int(state.replicas[follower].leader_epoch)


def _others(state: Any, broker: int) -> list[int]:
    """The other brokers that have a session: the controller lets one stop only when they know who leads."""
    return [int(b) for b in state.replicas.indices() if int(b) != broker and state.quorum.live.has(b)]


def _is_late(state: Any, broker: int) -> bool:
    """Whether a broker has not heard of the leader epoch; one that has just started has."""
    replica = state.replicas[broker]
    return bool(replica.up and replica.leader != none and replica.leader_epoch < state.quorum.leader_epoch)


def _has_heard(state: Any, broker: int) -> bool:
    """Whether a broker knows the leader epoch, and as a leader the ISR: else it hears of them while it stops."""
    recipients = state.requests[state.replicas[broker].leader_epoch].recipients
    return not _is_late(state, broker) and not (state.presumes_leadership(broker) and recipients.has(broker))


def _waits_for_others(state: Any, leader: int, learns: bool) -> bool:
    """Whether a leader may wait for a follower outside the ISR: for one that is up, and has caught up within
    `replica.lag.time.max.ms` (`Partition.maybeIncrementLeaderHW`). The model takes it to lag. learns: of another ISR.
    """
    me = state.replicas[leader]
    isr = state.requests[me.leader_epoch].isr if learns else me.isr
    return any(
        replica.up
        and broker != leader
        and not isr.has(broker)
        and (me.isr.has(broker) or replica.leader == leader)
        for broker, replica in enumerate(state.replicas)
    )


def known_epoch(state: Any, broker: int) -> int:
    """The leader epoch that a broker knows: one that has just started knows what is on record."""
    replica = state.replicas[broker]
    return int(state.quorum.leader_epoch if replica.leader == none else replica.leader_epoch)


def rests(state: Any) -> bool:
    """Whether neither the controller nor a leader nor a broker that stops is about to do anything unasked."""
    asks = any(replica.isr_change.member != none for replica in state.replicas)
    stops = any(state.quorum.stopping[broker] for broker in state.replicas.indices())
    return not asks and not stops and not any(_due(state))


def _due(state: Any) -> Iterator[tuple[str, int]]:
    """What is about to be done to a broker, or by one that has just started, with that broker."""
    for broker, replica in enumerate(state.replicas):
        has_session = state.quorum.live.has(broker)
        if not replica.up and has_session:
            yield "controller_notices_failure", broker
        elif replica.up and not has_session and not state.quorum.stopping[broker] and replica.leader == none:
            yield "controller_unfences_broker", broker
        elif replica.up and has_session and replica.leader == none and state.quorum.leader != none:
            yield "become_leader" if state.quorum.leader == broker else "become_follower", broker
