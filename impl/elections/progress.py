"""What must happen to a partition with KRaft in the end, what can always be brought about, and which steps are fair.

Only budgets end faults here, so *in the end* means: once nothing fails any more.
"""

from tidemark.impl.elections.registration import ElectionPartition
from tidemark.impl.elections.steps import BrokerId, RecordId
from tidemark.spec import (
    Truth,
    all_of,
    always_eventually,
    can_always_reach,
    eventually_always,
    fair,
    leads_to,
    not_,
)

NAMED = "a promise about runs: docs/progress.md"

FAIRNESS = (
    fair("controller_notices_failure"), fair("broker_registers"), fair("broker_is_unfenced"),
    fair("broker_stops"), fair("follower_fetches"), fair("leader_expands_isr"),
)  # fmt: skip
"""Weak, for each broker. A leader may remove a follower from the ISR at any time; nothing says that it does."""


@eventually_always(only_named=NAMED, broken="Again and again nobody leads whose process is up")
def leader_in_the_end(p: ElectionPartition) -> Truth:
    """In the end some broker leads for ever, and its process is up."""
    return p.leads()


@can_always_reach(only_named=NAMED, broken="Nobody can ever lead again")
def can_be_led(p: ElectionPartition) -> Truth:
    """Wherever it has come to, some run leads to a state with a leader: the partition is not unavailable for ever."""
    return p.leads()


@can_always_reach(only_named=NAMED, broken="No record with acks=all can ever be taken again")
def can_be_written(p: ElectionPartition) -> Truth:
    """Wherever it has come to, some run leads to a leader whose ISR is large enough for acks=all."""
    return p.leads() & p.is_enough(p.isr)


@leads_to(only_named=NAMED, broken="A record is neither acknowledged nor given up")
def acknowledged_or_leader_changes(p: ElectionPartition, record: RecordId) -> tuple[Truth, Truth]:
    """A leader that owes an answer to a producer with acks=all gives it in the end, or leads no longer.

    The answer acknowledges the record, or refuses it (NOT_ENOUGH_REPLICAS_AFTER_APPEND).
    """
    return p.owed.has(record), not_(p.owed.has(record))


@always_eventually(only_named=NAMED, broken="A broker that is up stays outside the ISR")
def back_in_isr(p: ElectionPartition, broker: BrokerId) -> Truth:
    """A broker that is up, and stays up, is again and again in the ISR; a leader may remove it again."""
    mine = p.brokers[broker]
    return not_(mine.is_up) | mine.is_stopping | p.isr.has(broker)


@eventually_always(only_named=NAMED, broken="Again and again a broker has another log than the leader")
def logs_agree(p: ElectionPartition) -> Truth:
    """In the end, if one leads, every broker that is up has its log for ever: writes stop, as records are bounded."""
    return not_(p.leads()) | all_of(
        not_(broker.is_up) | (broker.log == p.brokers[p.leader].log) for broker in p.brokers
    )


PROGRESS = (
    leader_in_the_end, can_be_led, can_be_written, acknowledged_or_leader_changes, back_in_isr, logs_agree,
)  # fmt: skip
