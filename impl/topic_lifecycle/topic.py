"""The state: a topic of one partition that is made, deleted and made again under its name, and each broker's replica.

Read in `TopicDeletionManager`, `KafkaController.processTopicChange` and `ReplicaManager.becomeLeaderOrFollower`, at
1.1.0, 2.6.0 and 2.8.0. The n-th topic of this name has the id n. Followers copy at once; the family `kafka`
models how.
"""

from __future__ import annotations

from tidemark.impl.shared.budgets import StateWithBudget
from tidemark.impl.shared.ids import ids_where
from tidemark.impl.topic_lifecycle.bounds import LifecycleAt
from tidemark.spec import (
    Array,
    Bool,
    Id,
    Identity,
    IdSet,
    Int,
    Number,
    Optional,
    Record,
    Truth,
    budget_type,
    not_,
    settings_type,
    unspent,
    where,
)
from tidemark.spec.types.composites import RecordType

NO_TOPIC = 0
"""No id: of a broker without a replica, and of one that serves none."""


class LifecycleSettings(Record):
    """What the rules say; each field has one value in a machine, so none takes room in a state.

    waits: a topic is gone once every replica is deleted. by_id: a broker refuses a topic of another id than its log's.
    """

    waits: Truth
    by_id: Truth


class LifecycleBroker(Record):
    """A broker and its replica: the id of the topic whose records are in its log, how many, and what it serves."""

    is_up: Truth
    log_of: Number
    log: Number
    serves: Number

    def is_empty(self) -> Truth:
        """Whether it has no replica."""
        return self.log_of == NO_TOPIC


class LifecycleBudget(Record):
    """How many topics may be made, and how many brokers may fail."""

    creations: Number
    crashes: Number


class LifecycleTopic(StateWithBudget):
    """The whole state. is_registered: ZooKeeper has the topic. not_deleted: the replicas that its deletion waits for.

    stops: the brokers to which a StopReplica request, one that deletes, is on its way.
    """

    brokers: Array[LifecycleBroker]
    topic_id: Number
    is_registered: Truth
    deleting: Truth
    assigned: IdSet
    not_deleted: IdSet
    leader: Identity
    stops: IdSet
    budget: LifecycleBudget
    settings: LifecycleSettings

    def is_in_use(self) -> Truth:
        """Whether the topic exists and is not being deleted."""
        return self.is_registered & not_(self.deleting)

    def live(self) -> IdSet:
        """The brokers that are up."""
        return ids_where(self.stops, lambda broker: self.brokers[broker].is_up)

    def with_broker(self, broker: Identity, changed: LifecycleBroker) -> LifecycleTopic:
        """This topic with one broker changed."""
        return self.but(brokers=self.brokers.but(broker, changed))

    def tell(self, broker: Identity) -> LifecycleTopic:
        """This topic after a LeaderAndIsr request to a broker: it makes a log, or takes the one of that name.

        If requests and logs have topic ids, the broker refuses a request with another id (INCONSISTENT_TOPIC_ID,
        KIP-516).
        """
        broker_state = self.brokers[broker]
        fits = not_(self.settings.by_id) | (broker_state.log_of == self.topic_id)
        old = where(fits & (broker_state.log == 0), self.topic_id, broker_state.log_of)
        with_old_log = broker_state.but(log_of=old, serves=where(fits, self.topic_id, NO_TOPIC))
        with_new_log = broker_state.but(log_of=self.topic_id, serves=self.topic_id)
        return self.with_broker(broker, where(broker_state.is_empty(), with_new_log, with_old_log))


def topic_type(at: LifecycleAt) -> RecordType:
    """The states of a topic at these bounds, by the settings of its rules."""
    broker = Id("broker", at.brokers)
    number = Int(NO_TOPIC, at.creations)
    broker_states = LifecycleBroker.of(is_up=Bool(), log_of=number, log=Int(0, at.records), serves=number)
    return LifecycleTopic.of(
        brokers=Array.of(broker, broker_states),
        topic_id=number,
        is_registered=Bool(),
        deleting=Bool(),
        assigned=IdSet.of(broker),
        not_deleted=IdSet.of(broker),
        leader=Optional(broker),
        stops=IdSet.of(broker),
        budget=budget_type(LifecycleBudget, at),
        settings=settings_type(LifecycleSettings, at),
    )


def initial_topic(empty: LifecycleTopic, _at: LifecycleAt) -> LifecycleTopic:
    """All brokers are up, and there is no topic."""
    topic = empty.but(budget=unspent(empty.budget))
    for broker in empty.brokers.indices():
        topic = topic.with_broker(broker, topic.brokers[broker].but(is_up=True))
    return topic
