"""The state: what ZooKeeper has of one partition, each broker's replica of it, and the StopReplica requests under way.

Read in `KafkaController.onPartitionReassignment`, `ReplicaStateMachine`, `Election.leaderForReassign` and
`ReplicaManager.stopReplicas`, at 0.10.2.0, 1.1.0, 2.5.0 and 2.6.0. A log is the number of its records; the family
`kafka` has logs that differ. LeaderAndIsr requests arrive at once; those that delete a replica travel.
"""

from __future__ import annotations

from tidemark.impl.reassignment.bounds import ReassignmentAt
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
    Optional,
    Record,
    Truth,
    UsageError,
    budget_type,
    implies,
    maximum,
    minimum,
    none,
    not_,
    position,
    settings_type,
    unspent,
    where,
)
from tidemark.spec.types.composites import RecordType

NO_EPOCH = 0
"""No leader epoch: of a broker without a replica, and of no request; leader epochs start at 1."""

Successor = Enum("successor", "first_in_isr", "first_alive", "nobody")
"""The next leader where a reassignment removes the leader's replica: the first new replica that lives and is in the
ISR, the first that lives, or no other one: the leader stays.
"""


class ReassignmentSettings(Record):
    """What the rules say; each field has one value in a machine, so none takes room in a state.

    waits: old replicas stay until all new ones are in the ISR. stop_has_epoch: a StopReplica request names a leader
    epoch, and a broker refuses one that is not newer than its own. replicas: how many the partition has.
    """

    waits: Truth
    successor: Label
    stop_has_epoch: Truth
    replicas: Number


class ReassignmentBroker(Record):
    """A broker and its replica: the number of its records, and the leader epoch that it knows."""

    is_up: Truth
    has_replica: Truth
    log: Number
    leader_epoch: Number


class StopRequest(Record):
    """The StopReplica request under way to a broker, one that deletes its replica; without a leader epoch: no request.

    is_late: it was sent again when a connection broke, and handled; this is the first copy.
    """

    leader_epoch: Number
    is_late: Truth


class ReassignmentBudget(Record):
    """How many reassignments, faults and late requests are left."""

    reassignments: Number
    crashes: Number
    late: Number


class Reassignment(StateWithBudget):
    """The whole state. assigned: the replicas, old and new. target_replicas: those that an operator wants, or none."""

    brokers: Array[ReassignmentBroker]
    stops: Array[StopRequest]
    leader: Identity
    leader_epoch: Number
    isr: IdSet
    assigned: IdSet
    target_replicas: IdSet
    records_written: Number
    acknowledged: Number
    budget: ReassignmentBudget
    settings: ReassignmentSettings

    def live(self) -> IdSet:
        """The brokers that are up."""
        return ids_where(self.isr, lambda broker: self.brokers[broker].is_up)

    def leads(self) -> Truth:
        """Whether there is a leader that is up and has its replica."""
        broker = self.brokers[self.leader]
        return (self.leader != none) & broker.is_up & broker.has_replica

    def is_whole(self) -> Truth:
        """Whether no broker has failed yet."""
        crashes: Number = self.budget.type.fields["crashes"].hi
        return self.budget.crashes == crashes

    def is_complete(self) -> Truth:
        """Whether the reassignment may remove the old replicas."""
        return not_(self.target_replicas.is_empty()) & implies(
            self.settings.waits, (self.target_replicas - self.isr).is_empty()
        )

    def successor(self) -> Identity:
        """The replica that the reassignment would make leader; none if no new replica may lead."""
        live = both(self.target_replicas, self.live())
        in_sync = both(live, self.isr)
        rule = self.settings.successor
        chosen = where(rule == Successor.first_alive, first_of(live), first_of(in_sync))
        return where(rule == Successor.nobody, none, chosen)

    def with_broker(self, broker: Identity, changed: ReassignmentBroker) -> Reassignment:
        """This partition with one broker changed."""
        return self.but(brokers=self.brokers.but(broker, changed))

    def with_stop(self, broker: Identity, stop: StopRequest) -> Reassignment:
        """This partition with another request under way to one broker."""
        return self.but(stops=self.stops.but(broker, stop))

    def tell(self) -> Reassignment:
        """This partition after LeaderAndIsr requests in a new leader epoch to all assigned replicas that are up."""
        informed = self.but(leader_epoch=self.leader_epoch + 1)
        for broker in self.brokers.indices():
            broker_state = informed.brokers[broker]
            obeys = broker_state.but(has_replica=True, leader_epoch=informed.leader_epoch)
            informed = informed.with_broker(
                broker, where(informed.assigned.has(broker) & broker_state.is_up, obeys, broker_state)
            )
        return informed

    def acknowledge(self) -> Reassignment:
        """This partition after the leader has acknowledged what every member of the ISR has (acks=all)."""
        committed: Number = self.records_written
        for broker in self.brokers.indices():
            log = self.brokers[broker].log
            committed = where(self.isr.has(broker), minimum(committed, log), committed)
        return self.but(
            acknowledged=where(self.leads(), maximum(self.acknowledged, committed), self.acknowledged)
        )


def partition_type(at: ReassignmentAt) -> RecordType:
    """The states of a partition at these bounds, by the settings of its rules.

    Raises:
        UsageError: there are fewer brokers than replicas.
    """
    if at.replicas > at.brokers:
        raise UsageError(f"{at.replicas} replicas need as many brokers: there are {at.brokers}")
    broker = Id("broker", at.brokers)
    nobody_or_one, brokers, records = Optional(broker), IdSet.of(broker), Int(0, at.records)
    epoch = Int(NO_EPOCH, 1 + 3 * at.reassignments + 3 * at.crashes)
    broker_states = ReassignmentBroker.of(is_up=Bool(), has_replica=Bool(), log=records, leader_epoch=epoch)
    return Reassignment.of(
        brokers=Array.of(broker, broker_states),
        stops=Array.of(broker, StopRequest.of(leader_epoch=epoch, is_late=Bool())),
        leader=nobody_or_one,
        leader_epoch=epoch,
        isr=brokers,
        assigned=brokers,
        target_replicas=brokers,
        records_written=records,
        acknowledged=records,
        budget=budget_type(ReassignmentBudget, at),
        settings=settings_type(ReassignmentSettings, at),
    )


def initial_partition(empty: Reassignment, at: ReassignmentAt) -> Reassignment:
    """All brokers are up. The first ones have the replicas, in sync; broker 0 leads; the others just joined."""
    partition = empty.but(budget=unspent(empty.budget))
    for broker in empty.brokers.indices():
        partition = partition.with_broker(broker, partition.brokers[broker].but(is_up=True))
        if position(broker) < at.replicas:
            partition = partition.but(
                assigned=partition.assigned.including(broker), isr=partition.isr.including(broker)
            )
    return partition.but(leader=first_of(partition.isr)).tell()
