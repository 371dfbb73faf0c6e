"""The releases: for each the rules that its sources have. `sources.toml` has the lines where each was read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tidemark.impl.kafka import truncation
from tidemark.impl.kafka.epoch_cache import Lookup
from tidemark.impl.kafka.family import FAMILY
from tidemark.impl.kafka.settings import Alters, Beyond, Commit, Eligible, Joins, Restart, Shrinks, Visible
from tidemark.spec import Label, Protocol, Rule


def truncates(
    actions: tuple[Any, ...],
    summary: str,
    *,
    asks: bool = False,
    when_empty: bool = False,
    on_fetch: bool = False,
    raises: bool = False,
    takes_old_ends: bool = False,
    takes_late: bool = False,
    forgets: bool = False,
) -> Rule:
    """A rule of truncation, with the settings of its actions; `raises`: the high watermark rises before the cut.

    takes_late, forgets: `takes_late_answers` and `forgets_epoch` of `KafkaSettings`.
    """
    settings = {
        "asks": asks,
        "asks_when_empty": when_empty,
        "on_fetch": on_fetch,
        "raises_before_cut": raises,
        "takes_old_ends": takes_old_ends,
        "takes_late_answers": takes_late,
        "forgets_epoch": forgets,
    }
    return Rule(actions, summary, settings)


def _asks(summary: str, alters: Label) -> Rule:
    return Rule.sets(summary, alters=alters, maximal=True)


KAFKA_0_10_2 = {
    "truncation": truncates(truncation.HIGH_WATERMARK, "to its own high watermark"),
    "answer": Rule.sets("nobody asks", lookup=Lookup.kip_101),
    "cache": Rule.sets("there is no cache", cached_at_takeover=False, cache_cleaned=False),
    "following": Rule.sets("nothing, but that it notes the epoch", restart=Restart.goes_on),
    "fencing": Rule.sets("they do not: any broker that leads answers", fenced=False, sessions_forget=False),
    "expand": Rule.sets("when it has reached the high watermark", joins=Joins.at_high_watermark),
    "eligible": Rule.sets("any that fetches", eligible=Eligible.anyone),
    "shrink": Rule.sets(
        "when it has not caught up for long, wherever its log ends", shrinks=Shrinks.not_caught_up
    ),
    "isr-change": Rule.sets("the leader itself, in one step", alters=Alters.itself, maximal=True),
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
    "truncation": truncates(
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
KAFKA_1_0_0 = {
    **KAFKA_0_11,
    "commit": Rule.sets(
        "every member of the ISR; the answer to a fetch has the high watermark that the fetch has raised",
        commit=Commit.isr,
        answers_raised=True,
    ),
}
KAFKA_2_0_0 = {
    **KAFKA_0_11,
    "truncation": truncates(
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
KAFKA_2_1_0 = {
    **KAFKA_2_0_1,
    "truncation": truncates(
        truncation.KIP_279,
        "as in 2.0, and by an answer that is of an older leader epoch too",
        asks=True,
        when_empty=True,
        takes_old_ends=True,
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
KAFKA_2_1 = {
    **KAFKA_2_1_0,
    "truncation": truncates(
        truncation.KIP_279, "to the largest epoch that both know, asked until they agree", asks=True
    ),
}
KAFKA_2_2 = {**KAFKA_2_1, "restart": Rule.sets("no: a broker epoch tells a restart", bounces_unnoticed=False)}
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
KAFKA_2_7 = {
    **KAFKA_2_6_1,
    "isr-change": _asks(
        "the controller, asked by the leader, whose high watermark waits for the next fetch", Alters.asks
    ),
}
KAFKA_2_8_0 = {
    **KAFKA_2_7,
    "truncation": truncates(
        truncation.ON_FETCH_2_8_0,
        "as from 2.8.1 on, but the leader counts the fetch that it answers so",
        asks=True,
        on_fetch=True,
        raises=True,
        takes_late=True,
    ),
    "answer": Rule.sets(
        "nobody asks: where the epoch of a fetch ends below the fetch offset, its end by the rule of 2.0.1",
        lookup=Lookup.kafka_7415,
    ),
}
KAFKA_2_8_1 = {
    **KAFKA_2_8_0,
    "truncation": replace(
        KAFKA_2_8_0["truncation"],
        actions=truncation.ON_FETCH,
        summary="to the largest epoch that both know, by the answers to its fetches, once it has the leader's high "
        "watermark",
    ),
}
KAFKA_3_1 = {
    **KAFKA_2_8_1,
    "isr-change": _asks(
        "the controller, asked by the leader, which counts the new member meanwhile", Alters.asks_and_raises
    ),
}
KAFKA_3_3 = {
    **KAFKA_3_1,
    "eligible": Rule.sets(
        "one that is unfenced and not in a controlled shutdown", eligible=Eligible.unfenced
    ),
}
KAFKA_3_4_1 = {
    **KAFKA_3_3,
    "truncation": truncates(
        truncation.ON_FETCH,
        "to the largest epoch that both know, by the answers to its fetches; with no epoch, to its high watermark",
        asks=True,
        on_fetch=True,
        takes_late=True,
    ),
}
KAFKA_3_5_1 = {
    **KAFKA_3_4_1,
    "truncation": truncates(
        truncation.ON_FETCH,
        "as in 3.4.1, but after an empty answer its fetches carry no epoch, so the leader compares nothing",
        asks=True,
        on_fetch=True,
        takes_late=True,
        forgets=True,
    ),
}
KAFKA_3_7 = {
    **KAFKA_3_4_1,
    "commit": Rule.sets(
        "every member of the ISR, as long as it has min.insync.replicas members",
        commit=Commit.isr_of_min,
    ),
}
KAFKA_3_9_1 = {
    **KAFKA_3_7,
    "truncation": truncates(
        truncation.ON_FETCH,
        "as in 3.7, but by no answer of an older leader epoch (KAFKA-18991)",
        asks=True,
        on_fetch=True,
    ),
}


def _release(
    first: str, last: str, summary: str, rules: dict[str, Rule], *, name: str = "", **defaults: Any
) -> Protocol:
    return Protocol(
        f"kafka/{name or first}", summary, FAMILY, rules, defaults=defaults, releases=(first, last)
    )


PROTOCOLS = (
    _release("0.10.2", "0.10.2", "Kafka 0.10.2: truncation to the high watermark", KAFKA_0_10_2,
             checkpoint="lazy"),
    _release("0.11", "1.1", "Kafka 0.11.0 to 1.1: truncation by leader epoch (KIP-101)", KAFKA_0_11),
    Protocol("kafka/1.0.0", "Kafka 1.0.0, 1.0.1 and 1.1.0, not 1.0.2: an answer has the high watermark that its fetch "
             "raised (KAFKA-5758)", FAMILY, KAFKA_1_0_0),
    _release("2.0.0", "2.0.0", "Kafka 2.0.0: truncation by leader epoch, until the logs agree (KIP-279)",
             KAFKA_2_0_0),
    _release("2.0.1", "2.0.1",
             "Kafka 2.0.1: leaders cache their epoch at once (KAFKA-7415), joining needs it (KAFKA-7128)",
             KAFKA_2_0_1),
    _release("2.1.0", "2.1.0",
             "Kafka 2.1.0: requests are fenced by the leader epoch (KIP-320), answers are not (KAFKA-7786)",
             KAFKA_2_1_0),
    _release("2.1.1", "2.1.1",
             "Kafka 2.1.1: requests are fenced by the leader epoch (KIP-320), fetches not always (KAFKA-9338)",
             KAFKA_2_1, name="2.1"),
    _release("2.2", "2.4", "Kafka 2.2 to 2.4: a restart never goes unnoticed (KIP-380)", KAFKA_2_2),
    _release("2.5", "2.6.0", "Kafka 2.5 to 2.6.0: every fetch is fenced by the leader epoch (KAFKA-9338)",
             KAFKA_2_5),
    _release("2.6.1", "2.6.3",
             "Kafka 2.6.1 to 2.6.3: the leader epoch cache agrees with the log (KAFKA-10706)", KAFKA_2_6_1),
    _release("2.7", "2.7", "Kafka 2.7: a leader asks the controller for another ISR (KIP-497)", KAFKA_2_7),
    _release("2.8.0", "2.8.0",
             "Kafka 2.8.0: followers cut their logs by the answers to their fetches (KIP-595)", KAFKA_2_8_0),
    _release("2.8.1", "3.0",
             "Kafka 2.8.1 to 3.0: a leader does not count a fetch that diverges (KAFKA-13141)", KAFKA_2_8_1),
    _release("3.1", "3.2", "Kafka 3.1 and 3.2: a smaller ISR raises the high watermark at once (KAFKA-13091)",
             KAFKA_3_1),
    _release("3.3", "3.4.0",
             "Kafka 3.3 and 3.4.0: no broker that is down or stopping joins the ISR (KIP-841)", KAFKA_3_3),
    _release("3.4.1", "3.5.0",
             "Kafka 3.4.1 and 3.5.0: a follower cuts its log before its high watermark rises (KAFKA-14704)",
             KAFKA_3_4_1),
    _release("3.5.1", "3.6",
             "Kafka 3.5.1 to 3.6: after an empty answer fetches carry no last epoch (KAFKA-15510)",
             KAFKA_3_5_1),
    _release("3.7", "3.9.0",
             "Kafka 3.7 to 3.9.0 with ZooKeeper: nothing committed below min.insync.replicas (KAFKA-15583)",
             KAFKA_3_7),
    _release("3.9.1", "3.9",
             "Kafka 3.9.1 and 3.9.2 with ZooKeeper: no answer of an older leader epoch counts (KAFKA-18991)",
             KAFKA_3_9_1),
)  # fmt: skip
