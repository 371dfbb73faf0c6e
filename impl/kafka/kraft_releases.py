"""Kafka's releases with KRaft, message by message, and rivals of their rules. `sources.toml` has the lines."""

from dataclasses import replace

from tidemark.impl.kafka.kraft_family import FAMILY
from tidemark.impl.kafka.releases import (
    KAFKA_2_8_1,
    KAFKA_3_1,
    KAFKA_3_3,
    KAFKA_3_5_1,
    KAFKA_3_7,
    KAFKA_3_9_1,
    truncates,
)
from tidemark.impl.kafka.settings import Alters, Eligible, Joins
from tidemark.impl.kafka.truncation import ON_FETCH_WITH_KRAFT
from tidemark.impl.shared import elr
from tidemark.spec import Protocol, Rule
from tidemark.spec.families.releases import Range

KRAFT_3_3 = {
    **KAFKA_3_3,
    "truncation": replace(KAFKA_2_8_1["truncation"], actions=ON_FETCH_WITH_KRAFT),
    "shrink-epoch": Rule.sets("it does", bumps=True),
    "eligible-leaders": elr.NOBODY,
    "unclean-shutdown": elr.COSTS_NOTHING,
    "last-known-leader": elr.NO_LAST_KNOWN_LEADER,
}
KRAFT_3_5 = {
    **KRAFT_3_3,
    "truncation": replace(KAFKA_3_5_1["truncation"], actions=ON_FETCH_WITH_KRAFT),
    "eligible": Rule.sets(
        "one that is unfenced and not in a controlled shutdown, by a fetch with its broker epoch",
        eligible=Eligible.registered,
    ),
}
KRAFT_3_6 = {**KRAFT_3_5, "shrink-epoch": Rule.sets("it does not (KAFKA-15021)", bumps=False)}
KRAFT_3_7 = {
    **KRAFT_3_6,
    "commit": KAFKA_3_7["commit"],
    "truncation": replace(KAFKA_3_9_1["truncation"], actions=ON_FETCH_WITH_KRAFT),
}
KRAFT_4_1 = {
    **KRAFT_3_7,
    "eligible-leaders": elr.ELIGIBLE,
    "unclean-shutdown": elr.COSTS_ITS_PLACE,
    "last-known-leader": elr.LAST_KNOWN_LEADER,
}
KRAFT_4_0 = {**KRAFT_4_1, "last-known-leader": elr.EVEN_WHILE_FENCED}


def _kraft(
    name: str, summary: str, rules: dict[str, Rule], releases: Range | None = None, label: str = ""
) -> Protocol:
    labels = (label,) if label else ()
    return Protocol(f"kafka-kraft/{name}", summary, FAMILY, rules, releases=releases, labels=labels)


PROTOCOLS = (
    _kraft("3.3", "Kafka 3.3 and 3.4.0 with KRaft: a smaller ISR begins a leader epoch", KRAFT_3_3,
           ("3.3", "3.4.0")),
    _kraft("3.5", "Kafka 3.5 with KRaft: a fetch of before a restart adds nobody to the ISR (KIP-903)",
           KRAFT_3_5, ("3.5", "3.5")),
    _kraft("3.6", "Kafka 3.6 with KRaft: a smaller ISR begins no leader epoch (KAFKA-15021)", KRAFT_3_6,
           ("3.6", "3.6")),
    _kraft("3.7", "Kafka 3.7 to 4.3 with KRaft, where eligible leader replicas are off", KRAFT_3_7,
           ("3.7", "4.3"), "without-elr"),
    _kraft("4.0", "Kafka 3.9 and 4.0 with eligible leader replicas, a preview (KIP-966)", KRAFT_4_0,
           ("3.9", "4.0"), "elr"),
    _kraft("4.1", "Kafka 4.1 to 4.3 with eligible leader replicas, as new clusters have them", KRAFT_4_1,
           ("4.1", "4.3"), "elr"),
    _kraft("before-kafka-18991", "3.7, but late answers count, as up to 3.9.0 and in 4.0.0",
           {**KRAFT_3_7,
            "truncation": replace(KAFKA_3_7["truncation"], actions=ON_FETCH_WITH_KRAFT)}),
    _kraft("forgets-epoch",
           "3.7, but after an empty answer fetches carry no last epoch (KAFKA-15510): no release's, for late answers "
           "do not count",
           {**KRAFT_3_7,
            "truncation": truncates(
                ON_FETCH_WITH_KRAFT, "as in 3.7, but after an empty answer its fetches carry no epoch",
                asks=True, on_fetch=True, forgets=True)}),
    _kraft("before-kip-903", "3.7, but a fetch of before a restart counts after it, as in 3.3 and 3.4",
           {**KRAFT_3_7, "eligible": KRAFT_3_3["eligible"]}),
    _kraft("before-kip-841", "3.7, but a fenced broker may join the ISR, as up to 3.2",
           {**KRAFT_3_7, "eligible": KAFKA_3_1["eligible"]}),
    _kraft("committed-isr",
           "3.7, but a member that the leader has asked for does not count yet: no release's",
           {**KRAFT_3_7,
            "isr-change": Rule.sets("the controller, asked by the leader, which counts the old ISR meanwhile",
                                    alters=Alters.asks_and_raises, maximal=False)}),
    _kraft("join-at-once", "3.7, but a follower joins the ISR with its first fetch: no release's",
           {**KRAFT_3_7, "expand": Rule.sets("with its first fetch", joins=Joins.at_once)}),
    _kraft("hw-below-min-isr", "4.1, but the high watermark moves in any ISR: no release's",
           {**KRAFT_4_1, "commit": KRAFT_3_6["commit"]}),
    _kraft("unclean-stay", "4.1, but an unclean shutdown costs no place: no release's",
           {**KRAFT_4_1, "unclean-shutdown": KRAFT_3_7["unclean-shutdown"]}),
    _kraft("cleared-early", "4.1, but the ELR goes with the first member of the ISR: no release's",
           {**KRAFT_4_1, "eligible-leaders": elr.CLEARED_EARLY}),
    _kraft("no-last-known-leader", "4.1, but nobody leads where ISR and ELR are empty: no release's",
           {**KRAFT_4_1, "last-known-leader": elr.NO_LAST_KNOWN_LEADER}),
)  # fmt: skip
