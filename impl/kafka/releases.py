"""The releases: for each the rules that its sources have. `sources.toml` has the lines where each was read."""

from __future__ import annotations

from typing import Any

from tidemark.impl.kafka import truncation
from tidemark.impl.kafka.epoch_cache import Lookup
from tidemark.impl.kafka.family import FAMILY
from tidemark.impl.kafka.settings import Beyond, Commit, Eligible, Joins, Restart, Shrinks, Visible
from tidemark.spec import Protocol, Rule


def _truncates(actions: tuple[Any, ...], summary: str, *, asks: bool, when_empty: bool) -> Rule:
    return Rule(actions, summary, {"asks": asks, "asks_when_empty": when_empty, "on_fetch": False})


KAFKA_0_10_2 = {
    "truncation": _truncates(
        truncation.HIGH_WATERMARK, "to its own high watermark", asks=False, when_empty=False
    ),
    "answer": Rule.sets("nobody asks", lookup=Lookup.kip_101),
    "cache": Rule.sets("there is no cache", cached_at_takeover=False, cache_cleaned=False),
    "following": Rule.sets("nothing, but that it notes the epoch", restart=Restart.goes_on),
    "fencing": Rule.sets("they do not: any broker that leads answers", fenced=False, sessions_forget=False),
    "expand": Rule.sets("when it has reached the high watermark", joins=Joins.at_high_watermark),
    "eligible": Rule.sets("any that fetches", eligible=Eligible.anyone),
    "shrink": Rule.sets(
        "when it has not caught up for long, wherever its log ends", shrinks=Shrinks.not_caught_up
    ),
    "out-of-range": Rule.sets("it hangs, unless unclean election is on", beyond=Beyond.hangs),
    "restart": Rule.sets("yes: the controller compares sets of ids", bounces_unnoticed=True),
    "commit": Rule.sets("every member of the ISR", commit=Commit.isr),
    "visible": Rule.sets("what is below the leader's high watermark", visible=Visible.below),
    "producer": Rule.sets(
        "nothing: it sends a record once (retries=0, the default up to 2.0)", sends_again=False
    ),
}
KAFKA_0_11 = {
    **KAFKA_0_10_2,
    "truncation": _truncates(
        truncation.KIP_101,
        "to the leader's end of its own last epoch, or to its high watermark without an answer",
        asks=True,
        when_empty=True,
    ),
    "answer": Rule.sets(
        "where its first newer epoch starts; nothing, if it has none or the epoch is below its first",
        lookup=Lookup.kip_101,
    ),
    "cache": Rule.sets("with its first record in that epoch", cached_at_takeover=False, cache_cleaned=False),
    "out-of-range": Rule.sets("it stops its broker, unless unclean election is on", beyond=Beyond.stops),
}
KAFKA_2_0_0 = {
    **KAFKA_0_11,
    "truncation": _truncates(
        truncation.KIP_279,
        "to the largest epoch that both know, asked until they agree, or to its high watermark",
        asks=True,
        when_empty=True,
    ),
    "answer": Rule.sets(
        "its largest epoch not above, and that one's end; nothing, as in 0.11", lookup=Lookup.kip_279
    ),
}
KAFKA_2_0_1 = {
    **KAFKA_2_0_0,
    "answer": Rule.sets(
        "its largest epoch not above, and that one's end; below its first epoch, where that starts",
        lookup=Lookup.kafka_7415,
    ),
    "cache": Rule.sets("when it takes over", cached_at_takeover=True, cache_cleaned=False),
    "following": Rule.sets(
        "it starts over if it missed an epoch in between", restart=Restart.begins_if_missed
    ),
    "expand": Rule.sets(
        "when it has reached the high watermark and the start of the leader's epoch",
        joins=Joins.at_epoch_start,
    ),
    "out-of-range": Rule.sets("it cuts its log to the leader's end", beyond=Beyond.truncates),
}
KAFKA_2_1 = {
    **KAFKA_2_0_1,
    "truncation": _truncates(
        truncation.KIP_279,
        "to the largest epoch that both know, asked until they agree",
        asks=True,
        when_empty=False,
    ),
    "following": Rule.sets("it starts over", restart=Restart.begins),
    "fencing": Rule.sets(
        "they do, but a leader may take a fetch of another epoch: it checks the first of a session only",
        fenced=True,
        sessions_forget=True,
    ),
    "shrink": Rule.sets(
        "when it has not caught up for long, and is behind the leader's log end", shrinks=Shrinks.behind
    ),
}
KAFKA_2_2 = {
    **KAFKA_2_1,
    "restart": Rule.sets("no: a broker epoch tells a restart", bounces_unnoticed=False),
}
KAFKA_2_5 = {
    **KAFKA_2_2,
    "fencing": Rule.sets(
        "they do, and a leader of another epoch refuses them", fenced=True, sessions_forget=False
    ),
}
KAFKA_2_6_1 = {
    **KAFKA_2_5,
    "cache": Rule.sets(
        "when it takes over; a truncation drops an epoch without a record",
        cached_at_takeover=True,
        cache_cleaned=True,
    ),
}

PROTOCOLS = (
    Protocol(
        "kafka/0.10.2",
        "Kafka 0.10.2: truncation to the high watermark",
        FAMILY,
        KAFKA_0_10_2,
        defaults={"checkpoint": "lazy"},
    ),
    Protocol(
        "kafka/0.11",
        "Kafka 0.11.0 to 1.1: truncation by leader epoch (KIP-101)",
        FAMILY,
        KAFKA_0_11,
    ),
    Protocol(
        "kafka/2.0.0",
        "Kafka 2.0.0: truncation by leader epoch, until the logs agree (KIP-279)",
        FAMILY,
        KAFKA_2_0_0,
    ),
    Protocol(
        "kafka/2.0.1",
        "Kafka 2.0.1: leaders cache their epoch at once (KAFKA-7415), joining needs it (KAFKA-7128)",
        FAMILY,
        KAFKA_2_0_1,
    ),
    Protocol(
        "kafka/2.1",
        "Kafka 2.1: requests are fenced by the leader epoch (KIP-320), fetches not always (KAFKA-9338)",
        FAMILY,
        KAFKA_2_1,
    ),
    Protocol(
        "kafka/2.2",
        "Kafka 2.2 to 2.4: a restart never goes unnoticed (KIP-380)",
        FAMILY,
        KAFKA_2_2,
    ),
    Protocol(
        "kafka/2.5",
        "Kafka 2.5 to 2.6.0: every fetch is fenced by the leader epoch (KAFKA-9338)",
        FAMILY,
        KAFKA_2_5,
    ),
    Protocol(
        "kafka/2.6.1",
        "Kafka 2.6.1 to 2.6.3: the leader epoch cache agrees with the log (KAFKA-10706)",
        FAMILY,
        KAFKA_2_6_1,
    ),
)
