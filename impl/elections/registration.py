"""The state: what KRaft's controller has of one partition and its brokers, and the records on each disk.

Read in `PartitionChangeBuilder`, `ReplicationControlManager` and `ClusterControlManager` at 3.3.2, 3.7.1, 3.9.2, 4.0.1,
4.1.2 and 4.3.1. `record_isr` is `PartitionChangeBuilder.build`: every change of a partition goes through it. A change
of the ISR reaches the leader at once, and so does its election: the family `kafka-kraft` has messages on their way.
Only a new min.insync.replicas may reach it late.
"""

from __future__ import annotations

from tidemark.impl.elections.bounds import ElectionsAt
from tidemark.impl.shared.budgets import StateWithBudget
from tidemark.impl.shared.ids import ids_where
from tidemark.impl.shared.replicas import both, first_of
from tidemark.spec import (
    Array,
    Bool,
    Enum,
    Id,
    Identity,
    IdSet,
    Int,
    Label,
    Number,
    Only,
    Optional,
    Record,
    Truth,
    all_of,
    budget_type,
    minimum,
    none,
    not_,
    settings_type,
    unspent,
    where,
)
from tidemark.spec.types.composites import RecordType

OnChange = Enum("on_change", "clears", "clears_if_led", "stays")
"""Whether a new min.insync.replicas empties the ELR: always, or only where the partition has a leader, or never."""


class RegistrationSettings(Record):
    """What an operator sets, and the rules; each field has one value in a machine, so none takes room in a state.

    elr: there are eligible leader replicas (KIP-966). elr_lasts: how long they last. detected: a broker that ended
    without a clean shutdown leaves ISR and ELR when it registers again. recovery: what begins an unclean recovery.
    below_min_isr: the high watermark moves while the ISR is smaller than min.insync.replicas.
    late: the leader may hear of a new min.insync.replicas after the controller has it.
    asks_blindly: the controller takes an ISR from such a leader.
    """

    elr: Truth
    elr_lasts: Label
    detected: Truth
    on_change: Label
    last_known: Label
    recovery: Label
    below_min_isr: Truth
    late: Truth
    asks_blindly: Truth
    unclean_election: Truth


class ElectionBroker(Record):
    """A broker: its process, what the controller has of it, and the records on its disk.

    is_fenced: it has no session. is_stopping: it is in a controlled shutdown.
    ended_cleanly: its process ended by a controlled shutdown. is_gone: neither it nor its disk ever comes back.
    """

    is_up: Truth
    is_fenced: Truth
    is_stopping: Truth
    ended_cleanly: Truth
    is_gone: Truth
    log: IdSet


class ElectionBudget(Record):
    """How many faults and changes of settings are left."""

    crashes: Number
    power_losses: Number
    disk_losses: Number
    cut_offs: Number
    shutdowns: Number
    departures: Number
    min_isr_changes: Number


class ElectionPartition(StateWithBudget):
    """The whole state.

    min_isr: min.insync.replicas, as the controller has it; heard: as the leader has it, where it may hear late.
    elr: the eligible leader replicas. last_known: the last known leader, while nobody leads.
    last_elr: the last known ELR, where recovery needs it.
    appended: how many records a leader has appended. owed: those that the leader is to acknowledge once they are
    committed. acknowledged: those that a leader acknowledged.
    consumed: those below the high watermark, which consumers were shown.
    """

    brokers: Array[ElectionBroker]
    leader: Identity
    isr: IdSet
    elr: IdSet
    last_elr: IdSet
    last_known: Identity
    min_isr: Number
    heard: Number
    appended: Number
    owed: IdSet
    acknowledged: IdSet
    consumed: IdSet
    budget: ElectionBudget
    settings: RegistrationSettings

    def active(self) -> IdSet:
        """The brokers that may lead: neither fenced nor in a controlled shutdown (`ClusterControlManager.isActive`)."""
        return ids_where(
            self.isr,
            lambda broker: not_(self.brokers[broker].is_fenced) & not_(self.brokers[broker].is_stopping),
        )

    def is_large_enough(self, isr: IdSet) -> Truth:
        """Whether an ISR has min.insync.replicas members, or is of all replicas (`getTopicEffectiveMinIsr`)."""
        return self._has(isr, self.min_isr)

    def _has(self, isr: IdSet, size: Number) -> Truth:
        return isr.size() >= minimum(size, len(self.brokers.indices()))

    def goes_by(self) -> Number:
        """The min.insync.replicas that the leader goes by (`Partition.effectiveMinIsr`)."""
        return where(self.settings.late, self.heard, self.min_isr)

    def is_enough(self, isr: IdSet) -> Truth:
        """Whether an ISR is large enough by the number that the leader goes by."""
        return self._has(isr, self.goes_by())

    def leads(self) -> Truth:
        """Whether there is a leader, and its process is up."""
        return (self.leader != none) & self.brokers[self.leader].is_up

    def with_broker(self, broker: Identity, record_isr: ElectionBroker) -> ElectionPartition:
        """This partition with one broker changed."""
        return self.but(brokers=self.brokers.but(broker, record_isr))

    def commit(self) -> ElectionPartition:
        """This partition after the leader has raised its high watermark: what every member of the ISR has is committed.

        A record committed while the ISR is too small is refused: its producer has NOT_ENOUGH_REPLICAS_AFTER_APPEND.
        """
        enough = self.is_enough(self.isr)
        committed = self.brokers[self.leader].log
        for broker in self.brokers.indices():
            log = self.brokers[broker].log
            committed = where(self.isr.has(broker), both(committed, log), committed)
        raises = self.leads() & (enough | self.settings.below_min_isr)
        committed = where(raises, committed, committed.type.default)
        answered = both(self.owed, committed)
        return self.but(
            consumed=self.consumed | committed,
            acknowledged=where(enough, self.acknowledged | answered, self.acknowledged),
            owed=self.owed - answered,
        )


def partition_type(at: ElectionsAt) -> RecordType:
    """The states of a partition at these bounds, by the settings of its rules."""
    broker, record = Id("broker", at.replicas), Id("record", at.records)
    brokers, records = IdSet.of(broker), IdSet.of(record)
    gone = Bool() if at.departures else Only(False)
    broker_states = ElectionBroker.of(
        is_up=Bool(), is_fenced=Bool(), is_stopping=Bool(), ended_cleanly=Bool(), is_gone=gone, log=records
    )
    return ElectionPartition.of(
        brokers=Array.of(broker, broker_states),
        leader=Optional(broker),
        isr=brokers,
        elr=brokers,
        last_elr=brokers,
        last_known=Optional(broker),
        min_isr=Int(1, 4) if at.min_isr_changes else Only(at.min_isr),
        heard=Int(1, 4) if _is_late(at) else Only(at.min_isr),
        appended=Int(0, at.records),
        owed=records,
        acknowledged=records,
        consumed=records,
        budget=budget_type(ElectionBudget, at),
        settings=settings_type(
            RegistrationSettings, at, late=_is_late(at), unclean_election=at.unclean == "yes"
        ),
    )


def _is_late(at: ElectionsAt) -> bool:
    return bool(at.late_settings == "yes" and at.min_isr_changes)


def initial_partition(empty: ElectionPartition, at: ElectionsAt) -> ElectionPartition:
    """All brokers are up and in the ISR, and the first one leads."""
    partition = empty.but(budget=unspent(empty.budget), min_isr=at.min_isr, heard=at.min_isr)
    for broker in empty.brokers.indices():
        partition = partition.with_broker(broker, partition.brokers[broker].but(is_up=True))
        partition = partition.but(isr=partition.isr.including(broker))
    return partition.but(leader=first_of(partition.isr))


def all_are_back(p: ElectionPartition) -> Truth:
    """Whether every broker is up, has a session, and is not about to stop."""
    return all_of(broker.is_up & not_(broker.is_fenced) & not_(broker.is_stopping) for broker in p.brokers)
