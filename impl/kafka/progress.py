"""What must happen in the end to a partition of Kafka, message by message, and which steps are fair.

Only budgets end faults, so *in the end* means: once nothing fails any more. The controller may move the leadership as
often as it likes, so a run may use up the leader epochs: then nothing is asked of it any more.
"""

from typing import Annotated

from tidemark.impl.kafka.availability import takes_writes
from tidemark.impl.kafka.cluster import KafkaCluster
from tidemark.impl.kafka.domains import Broker
from tidemark.spec import (
    Domain,
    Int,
    Number,
    Truth,
    all_of,
    always_eventually,
    any_of,
    can_always_reach,
    eventually_always,
    fair,
    leads_to,
    none,
    not_,
)

NAMED = "a promise about runs: docs/progress.md"
Sent = Annotated[Number, Domain("sent record", lambda at: Int(0, at.records - 1))]

FAIRNESS = (
    fair("become_follower", each="follower"), fair("become_leader", each="broker"),
    fair("follower_truncates", each="follower"),
    fair("follower_raises_high_watermark_before_cut", each="follower"),
    fair("follower_halts", each="follower"), fair("follower_asks_for_end_offset", each="follower"),
    fair("leader_answers_epoch_request", each="follower"), fair("follower_sends_fetch", each="follower"),
    fair("leader_handles_fetch", each="follower"), fair("leader_answers_waiting_fetch", each="follower"),
    fair("leader_refuses_offset", each="follower"), fair("broker_refuses_request", each="follower"),
    fair("follower_appends", each="follower"), fair("follower_ignores_answer", each="follower"),
    fair("follower_truncates_to_leader_end", each="follower"), fair("controller_sends_state", each="broker"),
    fair("controller_alters_isr", each="leader"), fair("controller_refuses_member", each="leader"),
    fair("leader_learns_altered_isr", each="leader"), fair("leader_learns_isr", each="leader"),
    fair("controller_notices_failed_follower", each="broker"), fair("controller_fails_over", each=False),
    fair("controller_elects_leader", each=False), fair("controller_notices_failure", each="broker"),
    fair("controller_unfences_broker", each="broker"), fair("broker_stops", each="broker"),
    fair("broker_reconnects", each="broker"), fair("broker_restarts", each="broker"),
)  # fmt: skip
"""Weak, for each broker, follower or leader; no producer, no consumer, no shrink of the ISR, no move of the leader."""


def _leads(c: KafkaCluster) -> Truth:
    """Whether a broker that is up leads, and knows it."""
    return any_of(c.is_true_leader(broker) & c.replicas[broker].up for broker in c.replicas.indices())


def _is_exempt(c: KafkaCluster) -> Truth:
    """Whether nothing is asked of the run: no leader epoch is left, and a broker that could lead is.

    Once every broker is gone, more leader epochs would make no difference.
    """
    return not_(c.can_begin_epoch()) & not_((c.gone.everyone() - c.gone).is_empty())


@leads_to(only_named=NAMED, broken="A record is neither acknowledged nor given up")
def acknowledged_or_leader_changes(c: KafkaCluster, sent: Sent) -> tuple[Truth, Truth]:
    """A leader that owes an answer to a producer with acks=all gives it in the end, or leads no longer.

    The answer acknowledges the record, or refuses it (NOT_ENOUGH_REPLICAS_AFTER_APPEND).
    """
    record = c.produced[sent]
    owes = (record.owed_by != none) & not_(record.acknowledged)
    leads = c.presumes_leadership(record.owed_by) & c.replicas[record.owed_by].up
    return owes, not_(owes) | not_(leads) | not_(c.can_begin_epoch())


@eventually_always(only_named=NAMED, broken="Again and again no broker leads that knows it")
def leader_in_the_end(c: KafkaCluster) -> Truth:
    """In the end some broker that is up leads for ever, and knows it; or no leader epoch is left for one that could."""
    return _leads(c) | _is_exempt(c)


@can_always_reach(only_named=NAMED, broken="Nobody can ever lead again")
def can_be_led(c: KafkaCluster) -> Truth:
    """Wherever it has come to, some run leads to a leader that knows it: the partition is not unavailable for ever.

    A run that has used up the leader epochs counts too, as long as some broker is not gone.
    """
    return _leads(c) | _is_exempt(c)


@can_always_reach(only_named=NAMED, broken="No record with acks=all can ever be taken again")
def can_be_written(c: KafkaCluster) -> Truth:
    """Wherever it has come to, some run leads to a leader whose ISR is large enough for acks=all.

    With fewer brokers than that left, it makes no difference that the leader epochs may be used up.
    """
    writes = any_of(takes_writes(c, broker) & c.replicas[broker].up for broker in c.replicas.indices())
    enough = (c.gone.everyone() - c.gone).size() >= c.settings.min_isr
    return writes | (enough & not_(c.can_begin_epoch()))


@eventually_always(
    only_named=NAMED, broken="Again and again a broker is in another leader epoch than the controller"
)
def epochs_agree(c: KafkaCluster) -> Truth:
    """In the end every broker that is up is in the controller's leader epoch for ever."""
    return not_(c.can_begin_epoch()) | all_of(
        not_(replica.up) | (replica.leader_epoch == c.quorum.leader_epoch) for replica in c.replicas
    )


@always_eventually(only_named=NAMED, broken="A broker that is up stays outside the ISR")
def back_in_isr(c: KafkaCluster, broker: Broker) -> Truth:
    """A broker that is up, and stays up, is again and again in the ISR; a leader may remove it again."""
    return not_(c.replicas[broker].up) | c.quorum.isr.has(broker) | not_(c.can_begin_epoch())


@eventually_always(only_named=NAMED, broken="Again and again a broker has another log than the leader")
def logs_agree(c: KafkaCluster) -> Truth:
    """In the end, if one leads, every broker that is up has its log for ever: writes stop, as records are bounded."""
    return not_(c.can_begin_epoch()) | all_of(
        not_(c.is_true_leader(leader) & replica.up) | (replica.log == c.replicas[leader].log)
        for leader in c.replicas.indices()
        for replica in c.replicas
    )


@eventually_always(only_named=NAMED, broken="Again and again a high watermark is below the log end offset")
def high_watermarks_reach_end(c: KafkaCluster) -> Truth:
    """In the end every broker that is up has its high watermark at its log end offset for ever."""
    return not_(c.can_begin_epoch()) | all_of(
        not_(replica.up) | (replica.high_watermark == replica.log.end_offset) for replica in c.replicas
    )


PROGRESS = (
    acknowledged_or_leader_changes, leader_in_the_end, can_be_led, can_be_written, epochs_agree, back_in_isr,
    logs_agree, high_watermarks_reach_end,
)  # fmt: skip
