"""Kafka with KRaft, message by message: the brokers of Kafka's releases, and KRaft's controller (`kraft_controller`).

A family of its own, with the state, the bounds and the promises of Kafka's releases. A broker publishes several changes
as one, so metadata is merged by default. docs/releases.md says what is left out.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path
from typing import Any

from tidemark.impl.kafka import (
    alter_partition,
    clients,
    controller,
    family,
    faults,
    fetching,
    isr,
    kraft_controller,
    leadership,
    truncation_on_fetch,
)
from tidemark.impl.kafka.bounds import cluster_type, initial_cluster
from tidemark.impl.kafka.cluster import Cluster
from tidemark.impl.kafka.sources import references
from tidemark.impl.kafka.stories import STORIES
from tidemark.impl.kafka.telling import KraftTelling
from tidemark.spec import Action, Family, none, require


def _told_once(one: Action, name: str) -> Action:
    """The action by which a broker takes up a leader epoch, restricted to an epoch that is news to it."""

    @functools.wraps(one.function)
    def news(c: Cluster, **parameters: Any) -> Cluster:
        known = c.replicas[parameters[name]].leader_epoch
        require(parameters["epoch"] > known, "the epoch is new to the broker")
        told: Cluster = one.function(c, **parameters)
        return told

    return replace(one, function=news)


ON_FETCH = (_told_once(truncation_on_fetch.follow_and_fetch, "follower"), *truncation_on_fetch.ON_FETCH[1:])
"""The actions of truncation on fetch, with KRaft."""
BOUNDS = tuple(replace(one, default="merged") if one.name == "metadata" else one for one in family.BOUNDS)
RULES = {
    **family.RULES,
    "shrink-epoch": "whether a smaller ISR begins a leader epoch",
    "eligible-leaders": "who may be elected where the ISR is empty",
    "unclean-shutdown": "what a broker loses that ended without a clean shutdown",
    "last-known-leader": "who leads where ISR and ELR are empty",
}


def _now(state: Any) -> str:
    """What the controller has on record after a step, if that changed."""
    was, now = state.was.quorum, state.now.quorum
    if all(getattr(was, name) == getattr(now, name) for name in ("leader", "leader_epoch", "isr", "elr")):
        return "the partition stays as it is."
    elr = f", ELR {now.elr}" if was.elr != now.elr or now.elr.mask else ""
    recorded = f"leader {now.leader!s}, epoch {now.leader_epoch}, ISR {now.isr}{elr}."
    if was.leader == now.leader or now.leader == none or was.isr.has(now.leader):
        return recorded
    return f"{recorded} {_why(was, now.leader)}"


def _why(was: Any, leader: Any) -> str:
    """How a broker that was not in the ISR may lead."""
    if was.elr.has(leader):
        return "It is elected from the ELR."
    return "It is the last known leader." if was.last_known == leader else "The election is unclean."


def _told(text: str) -> Any:
    def told(state: Any, **arguments: Any) -> str:
        return f"{text.format(**arguments)}: {_now(state)}"

    return told


STORIES_OF_KRAFT = {
    "controller_notices_failure": _told("The controller notices that broker {broker} is down"),
    "broker_is_cut_off": _told("Broker {broker} is cut off from the controller, and goes on"),
    "broker_registers": _told("Broker {broker} restarts and registers, fenced at first"),
    "controller_unfences_broker": _told("Broker {broker} has its session again"),
    "controller_lets_broker_leave": _told("An operator stops broker {broker}"),
    "fenced_broker_stops": STORIES["broker_stops"],
    "controller_alters_partition": _told("The controller records the ISR that broker {leader} asked for"),
    "controller_reorders_replicas_in_epoch": (
        "An operator puts broker {broker} first in the order of assigned replicas."
    ),
    "leader_learns_isr": (
        "Broker {leader} learns from the controller that its ISR is {leader.now.isr}; its high watermark is "
        "{leader.now.high_watermark}."
    ),
}
_NOT_HERE = {
    "broker_reconnects",
    "broker_restarts",
    "broker_stops",
    "connection_breaks",
    "controller_alters_isr",
    "controller_elects_leader",
    "controller_fails_over",
    "controller_moves_leadership_away",
    "controller_notices_failed_follower",
    "controller_reorders_replicas",
    "controller_sends_state",
    "follow_and_ask",
    "follower_acknowledges_unwritten",
    "follower_asks_for_end_offset",
    "follower_halts",
    "follower_sends_fetch",
    "leader_answers_epoch_request",
    "leader_drops_duplicate",
    "leader_handles_fetch",
    "leader_handles_old_fetch",
    "leader_is_cut_off",
    "leader_refuses_offset",
    "leader_shrinks_isr",
    "produce_again_with_number",
    "produce_again_without_number",
    "produce_with_number",
    "produce_without_number",
    "truncate_kip_101",
    "truncate_kip_279",
    "truncate_to_high_watermark",
    "truncate_to_leader_high_watermark",
}
"""The actions of older releases, of ZooKeeper's controller, and of a producer that sends again."""
FAMILY = Family(
    name="kafka-kraft",
    bounds=BOUNDS,
    rules=RULES,
    promises=family.FAMILY.promises,
    fairness=family.FAMILY.fairness,
    state=cluster_type,
    initial=initial_cluster,
    actions=(
        lambda at: clients.PRODUCE[at["acks"]],
        clients.consumer_reads,
        *RULES,
        *fetching.SHARED,
        _told_once(leadership.become_leader, "broker"),
        lambda at: isr.SHRINK[at["lagging"]],
        alter_partition.controller_refuses_member,
        alter_partition.leader_learns_altered_isr,
        lambda at: (controller.preferred_election(at["election-order"], at["reorders"]),),
        *kraft_controller.KRAFT,
        faults.broker_crashes,
        faults.broker_is_gone,
        faults.broker_loses_epoch_cache,
        faults.broker_loses_power,
        faults.broker_loses_disk,
        faults.message_is_lost,
        faults.checkpoint_high_watermark,
    ),
    telling=KraftTelling(
        {**{name: one for name, one in STORIES.items() if name not in _NOT_HERE}, **STORIES_OF_KRAFT}
    ),
    costs=family.FAMILY.costs,
    inquiry=family.INQUIRY,
    pins=Path(__file__).with_name("with_kraft_pins.toml"),
    references=references,
)
