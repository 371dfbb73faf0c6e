"""Kafka with KRaft, from 3.7 on, where eligible leader replicas (KIP-966) are off.

A family of its own, with the state, the bounds and the promises of Kafka's releases. The controller keeps the leader
epoch where it takes a follower out of the ISR (KAFKA-15021; `PartitionChangeBuilder`, metadata version 3.6), and the
leader learns of that later, from the metadata. It lets no fenced broker join the ISR (KIP-841), nor by a fetch of
before a registration (KIP-903). Followers cut their logs on fetch (KIP-595). Nothing is committed while the ISR is
smaller than min.insync.replicas (KAFKA-15583). A broker publishes several changes as one, so metadata is merged by
default. docs/releases.md says what is left out.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path
from typing import Any

from tidemark.impl.kafka import family
from tidemark.impl.kafka.cluster import Cluster
from tidemark.impl.kafka.controller import begin_epoch, elect, in_order, is_candidate, tell
from tidemark.impl.kafka.domains import Broker, Successor
from tidemark.impl.kafka.epoch_cache import Lookup
from tidemark.impl.kafka.faults import broker_stops
from tidemark.impl.kafka.fetching import refuse_outlived
from tidemark.impl.kafka.leadership import maybe_increment_high_watermark
from tidemark.impl.kafka.releases import KAFKA_2_6_1
from tidemark.impl.kafka.settings import Commit, Eligible
from tidemark.impl.kafka.sources import references
from tidemark.impl.kafka.stories import STORIES, STORIES_ON_FETCH
from tidemark.impl.kafka.telling import KafkaTelling
from tidemark.impl.kafka.truncation_on_fetch import ON_FETCH
from tidemark.spec import (
    Action,
    At,
    Family,
    Identity,
    Machine,
    Protocol,
    Rule,
    action,
    any_of,
    none,
    not_,
    require,
    where,
)


def _shrink(c: Cluster, broker: Identity) -> Cluster:
    """The controller takes a follower out of the ISR, unless it is the last member; the leader will be told."""
    quorum = c.quorum
    shrinks = quorum.isr.has(broker) & not_(quorum.isr.is_only(broker))
    shrunk = c.but(quorum=quorum.but(isr=quorum.isr.excluding(broker)))
    return where(shrinks, _tell_leader(shrunk), c)


def _tell_leader(c: Cluster) -> Cluster:
    """The current state is on its way to the leader, if that is up."""
    quorum = c.quorum
    recipients = c.requests[quorum.leader_epoch].recipients
    for broker in recipients.everyone().ids():
        reached = (quorum.leader == broker) & c.replicas[broker].up & quorum.live.has(broker)
        recipients = where(reached, recipients.including(broker), recipients)
    request = c.request(quorum.leader, quorum.isr, recipients)
    return c.but(requests=c.requests.but(quorum.leader_epoch, request))


@action("controller_notices_failed_follower")
def controller_fences_failed_follower(c: Cluster, broker: Broker) -> Cluster:
    """The controller notices that a follower is down, and takes it out of the ISR; the leader epoch stays.

    `ReplicationControlManager.handleBrokerFenced`; `PartitionChangeBuilder.triggerLeaderEpochBumpForIsrShrinkIfNeeded`.
    """
    quorum = c.quorum
    require(quorum.live.has(broker) & not_(c.replicas[broker].up), "the broker is down, and nobody knows yet")
    require(quorum.leader != broker, "the broker does not lead")
    return _fenced(c, broker)


@action
def follower_is_cut_off(c: Cluster, broker: Broker) -> Cluster:
    """A follower loses its session with the controller, and goes on; the controller takes it out of the ISR."""
    quorum = c.quorum
    require(c.budget.zombies > 0, "a broker may still be cut off")
    require(quorum.live.has(broker) & c.replicas[broker].up, "the broker is up, and has its session")
    require(quorum.leader != broker, "the broker does not lead")
    return _fenced(c.spend(zombies=1), broker)


def _fenced(c: Cluster, broker: Identity) -> Cluster:
    c = c.without_requests(broker)
    return _shrink(c.but(quorum=c.quorum.but(live=c.quorum.live.excluding(broker))), broker)


@action(when=lambda at: at["crashes"] + at["power-losses"] + at["zombies"] + at["shutdowns"] > 0)
def leader_learns_isr(c: Cluster, leader: Broker) -> Cluster:
    """A leader learns of a smaller ISR in its own leader epoch, made by the controller (`Partition.makeLeader`)."""
    me = c.replicas[leader]
    epoch = c.quorum.leader_epoch
    require(c.is_true_leader(leader), "the broker leads in the current epoch, and knows it")
    require(c.requests[epoch].recipients.has(leader), "the news is on its way to the broker")
    learned = c.with_replica(leader, me.but(isr=c.requests[epoch].isr)).without_requests(leader)
    return maybe_increment_high_watermark(refuse_outlived(learned, leader), leader)


@action
def broker_reconnects(c: Cluster, broker: Broker) -> Cluster:
    """A broker that was cut off gets a new session, and is told what it does not know."""
    me, quorum = c.replicas[broker], c.quorum
    require(me.up & not_(quorum.live.has(broker)), "the broker is up, and has no session")
    known = (me.leader_epoch == quorum.leader_epoch) & (quorum.leader != broker)
    returned = c.but(quorum=quorum.but(live=quorum.live.including(broker)))
    return where(known, returned, tell(c, broker))


def _told_once(one: Action, name: str) -> Action:
    """The action by which a broker takes up a leader epoch, restricted to an epoch that is news to it."""

    @functools.wraps(one.function)
    def news(c: Cluster, **parameters: Any) -> Cluster:
        require(
            parameters["epoch"] > c.replicas[parameters[name]].leader_epoch, "the epoch is new to the broker"
        )
        told: Cluster = one.function(c, **parameters)
        return told

    return replace(one, function=news)


@action("controller_moves_leadership_away")
def controller_lets_broker_leave(c: Cluster, broker: Broker, successor: Successor) -> Cluster:
    """A broker that is to stop asks for it: it leaves the ISR, and leadership moves away if it led.

    With unclean election a broker outside the ISR leads where no other member may. Without, nobody does, and the ISR
    stays (`ReplicationControlManager.handleBrokerInControlledShutdown`, `PartitionChangeBuilder.electAnyLeader`). The
    leader epoch of a follower that leaves stays.
    """
    quorum = c.quorum
    require(c.budget.shutdowns > 0, "a controlled shutdown is left")
    require(c.replicas[broker].up & quorum.live.has(broker), "the broker is up, and has its session")
    require(not_(quorum.stopping[broker]), "it is not stopping yet")
    require(quorum.leader != none, "the partition has a leader")
    c, leads = c.spend(shutdowns=1), quorum.leader == broker
    if successor is none:
        nobody = not_(any_of(is_candidate(c, broker, one) for one in c.replicas.indices()))
        require(not_(leads) | nobody, "the broker follows, or nobody may succeed it")
        require(not_(leads) | c.can_begin_epoch(), "a leader epoch is left, if it led")
        left = where(leads, begin_epoch(c, none, quorum.isr, quorum.live), _shrink(c, broker))
    else:
        require(leads, "the broker leads")
        left = elect(c, broker, successor, quorum.live)
    return left.but(quorum=left.quorum.but(stopping=left.quorum.stopping.but(broker, True)))


@action("broker_stops")
def fenced_broker_stops(c: Cluster, broker: Broker) -> Cluster:
    """A broker stops at the end of its controlled shutdown, fenced by then (`processBrokerHeartbeat`, SHUTDOWN_NOW)."""
    stopped: Cluster = broker_stops.function(c, broker)
    return stopped.but(quorum=stopped.quorum.but(live=stopped.quorum.live.excluding(broker)))


def _replaced(one: Action, at: At) -> Action:
    """What KRaft does in place of an action of ZooKeeper's controller, or of a broker."""
    if one.name == controller_lets_broker_leave.name:
        return in_order(controller_lets_broker_leave, at["election-order"], at["reorders"], "broker")
    if one.name in ("become_leader", "become_follower"):
        return _told_once(one, "broker" if one.name == "become_leader" else "follower")
    return _REPLACED.get(one.name, one)


_REPLACED = {
    one.name: one for one in (controller_fences_failed_follower, broker_reconnects, fenced_broker_stops)
}
_WITH_OWN = replace(family.FAMILY, actions=(*family.FAMILY.actions, follower_is_cut_off, leader_learns_isr))


def _build(name: str, bounds: dict[str, Any], chosen: dict[str, Rule]) -> Machine:
    machine = _WITH_OWN.machine(name, bounds, chosen)
    return replace(machine, actions=[_replaced(one, bounds) for one in machine.actions])


_ISR = "; the leader epoch stays {state.now.quorum.leader_epoch}, and the ISR is {state.now.quorum.isr}."


def _leaves(broker: Any, state: Any, **_: Any) -> str:
    was, now = state.was.quorum, state.now.quorum
    told = f"An operator stops broker {broker}"
    if was.leader_epoch == now.leader_epoch:
        left = "leaves the ISR" if was.isr != now.isr else "is not in the ISR"
        return f"{told}, which {left}; the leader epoch stays {now.leader_epoch}, and the ISR is {now.isr}."
    moved = "has nobody to lead" if str(now.leader) == "none" else f"moves leadership to broker {now.leader}"
    return f"{told}: the controller {moved} and begins epoch {now.leader_epoch}: leader {now.leader!s}, ISR {now.isr}."


_NOT_HERE = {
    "connection_breaks",
    "leader_drops_duplicate",
    "produce_again_with_number",
    "produce_again_without_number",
    "produce_with_number",
    "produce_without_number",
    "broker_stops",
    "controller_moves_leadership_away",
    "controller_notices_failed_follower",
    "controller_sends_state",
    "follow_and_ask",
    "follower_acknowledges_unwritten",
    "follower_asks_for_end_offset",
    "follower_halts",
    "follower_sends_fetch",
    "leader_answers_epoch_request",
    "leader_handles_fetch",
    "leader_handles_old_fetch",
    "leader_refuses_offset",
    "truncate_kip_101",
    "truncate_kip_279",
    "truncate_to_high_watermark",
    "truncate_to_leader_high_watermark",
}
"""What only older releases do, or the controller of ZooKeeper, or a producer that sends again."""
BOUNDS = tuple(replace(one, default="merged") if one.name == "metadata" else one for one in family.BOUNDS)
FAMILY = Family(
    name="kafka-kraft",
    bounds=BOUNDS,
    rules=family.RULES,
    promises=family.FAMILY.promises,
    build=_build,
    telling=KafkaTelling(
        {
            **{name: story for name, story in STORIES.items() if name not in _NOT_HERE},
            **STORIES_ON_FETCH,
            controller_fences_failed_follower.function.__name__: (
                "The controller notices that broker {broker} is down" + _ISR
            ),
            follower_is_cut_off.name: "Broker {broker} is cut off from the controller, and goes on" + _ISR,
            controller_lets_broker_leave.function.__name__: _leaves,
            fenced_broker_stops.function.__name__: STORIES["broker_stops"],
            leader_learns_isr.name: "Broker {leader} learns from the controller that its ISR is {leader.now.isr}.",
        }
    ),
    costs=family.FAMILY.costs,
    pins=Path(__file__).with_name("with_kraft_pins.toml"),
    references=references,
)

KAFKA_3_7 = {
    **KAFKA_2_6_1,
    "truncation": Rule(
        ON_FETCH,
        "to the largest epoch that both know, by the answers to its fetches; with no epoch, to its high watermark",
        {"asks": True, "asks_when_empty": False, "on_fetch": True},
    ),
    "answer": Rule.sets(
        "nobody asks: where the epoch of a fetch ends below the fetch offset, its end by the rule of 2.0.1",
        lookup=Lookup.kafka_7415,
    ),
    "eligible": Rule.sets(
        "one that is unfenced and not in a controlled shutdown, by a fetch with its broker epoch",
        eligible=Eligible.registered,
    ),
    "commit": Rule.sets(
        "every member of the ISR, as long as it has min.insync.replicas members", commit=Commit.isr_of_min
    ),
}

PROTOCOLS = (
    Protocol(
        "kafka-kraft/3.7",
        "Kafka 3.7 to 4.3 with KRaft, where eligible leader replicas are off",
        FAMILY,
        KAFKA_3_7,
    ),
    Protocol(
        "kafka-kraft/before-kip-903",
        "Kafka 3.7 with KRaft, but a fetch of before a restart counts after it, as in 3.3 and 3.4",
        FAMILY,
        {
            **KAFKA_3_7,
            "eligible": Rule.sets(
                "one that is unfenced and not in a controlled shutdown", eligible=Eligible.unfenced
            ),
        },
    ),
    Protocol(
        "kafka-kraft/before-kip-841",
        "Kafka 3.7 with KRaft, but a fenced broker may join the ISR, as up to 3.2",
        FAMILY,
        {**KAFKA_3_7, "eligible": KAFKA_2_6_1["eligible"]},
    ),
)
