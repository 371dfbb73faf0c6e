"""Kafka with KRaft, message by message: the brokers of Kafka's releases, and KRaft's controller (`kraft_controller`).

It is a family, with the state, the bounds, the faults and the promises of Kafka's releases. A broker publishes several
changes as one, so metadata is merged by default. docs/releases.md says what is left out.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tidemark.impl.kafka import (
    alter_partition,
    clients,
    controller,
    family,
    faults,
    isr,
    kraft_controller,
    leadership,
    truncation,
)
from tidemark.impl.kafka.bounds import KafkaAt
from tidemark.impl.kafka.stories import KRAFT_STORIES, SHARED_STORIES
from tidemark.impl.kafka.telling import KraftTelling


class KafkaKraftAt(KafkaAt):
    """The bounds of Kafka's releases; a broker gets several changes of the metadata as one."""

    metadata = replace(KafkaAt.metadata, default="merged")


RULES = {
    **family.RULES,
    "shrink-epoch": "whether a smaller ISR begins a leader epoch",
    "eligible-leaders": "who may be elected where the ISR is empty",
    "unclean-shutdown": "what a broker loses that ended without a clean shutdown",
    "last-known-leader": "who leads where ISR and ELR are empty",
}
ZOOKEEPER_FAULTS = (
    faults.broker_stops,  # `fenced_broker_stops` is KRaft's
    faults.broker_restarts,  # `broker_registers`
    faults.broker_reconnects,  # `controller_unfences_broker`
    faults.follower_halts,  # only up to 2.0.0
)
"""The faults, and the ways back from them, that KRaft does not share. All the others are in both families."""
FAMILY = replace(
    family.FAMILY,
    name="kafka-kraft",
    at=KafkaKraftAt,
    rules=RULES,
    actions=(
        lambda at: clients.PRODUCE[at.acks],
        clients.consumer_reads,
        *RULES,
        *truncation.REPLICATION,
        controller.only_if_news(leadership.become_leader, "broker"),
        lambda at: isr.SHRINK[at.lagging],
        alter_partition.controller_refuses_member,
        alter_partition.leader_learns_altered_isr,
        lambda at: (controller.MOVES[at.election_order],),
        *kraft_controller.KRAFT,
        *(fault for fault in faults.FAULTS if fault not in ZOOKEEPER_FAULTS),
    ),
    telling=KraftTelling({**SHARED_STORIES, **KRAFT_STORIES}),
    lemmas={},
    log_map="tidemark.impl.kafka.broker_logs.map",
    pins=Path(__file__).with_name("kraft_pins.toml"),
    grid=None,
    scenarios=None,
)
