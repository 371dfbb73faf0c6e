"""What operators, the controller and brokers do with a topic: create it, write to it, delete it; brokers fail."""

from typing import Annotated

from tidemark.impl.topic_lifecycle.topic import NO_TOPIC, LifecycleTopic
from tidemark.spec import Domain, Id, Identity, action, none, not_, require, where

BrokerId = Annotated[Identity, Domain("broker", lambda at: Id("broker", at.brokers))]


@action
def topic_is_created(t: LifecycleTopic, leader: BrokerId) -> LifecycleTopic:
    """An operator makes the topic, with a replica on each broker that is up; the controller tells them.

    Each has handled what the controller sent it before: requests to one broker keep their order.
    """
    require(t.budget.creations > 0, "a creation is left")
    require(not_(t.is_registered), "no topic has that name")
    require(t.brokers[leader].is_up, "the leader is up")
    require((t.stops - (t.stops - t.live())).is_empty(), "the brokers have handled earlier requests")
    created = t.spend(creations=1).but(
        topic_id=t.topic_id + 1, is_registered=True, assigned=t.live(), leader=leader
    )
    for broker in t.brokers.indices():
        created = where(t.brokers[broker].is_up, created.tell(broker), created)
    return created


@action
def leader_appends(t: LifecycleTopic) -> LifecycleTopic:
    """The leader appends a record, and every replica that is up and serves the topic copies its log."""
    require(t.is_in_use() & (t.leader != none), "the topic is there, and has a leader")
    leader = t.brokers[t.leader]
    require(leader.is_up & (leader.serves == t.topic_id), "the leader is up, and serves it")
    require(leader.log < leader.type.fields["log"].hi, "a record is left")
    appended = t
    for broker in t.brokers.indices():
        broker_state = t.brokers[broker]
        copied = broker_state.but(log_of=leader.log_of, log=leader.log + 1)
        serves = t.assigned.has(broker) & broker_state.is_up & (broker_state.serves == t.topic_id)
        appended = appended.with_broker(broker, where(serves, copied, broker_state))
    return appended


@action
def operator_deletes(t: LifecycleTopic) -> LifecycleTopic:
    """An operator has the topic deleted; StopReplica requests are sent to its replicas that are up.

    The rule says whether its nodes in ZooKeeper stay until every replica is deleted.
    """
    require(t.is_in_use(), "the topic is there")
    live = t.assigned - (t.assigned - t.live())
    stopping = t.but(leader=none, stops=live)
    waits = stopping.but(deleting=True, not_deleted=t.assigned)
    return where(t.settings.waits, waits, stopping.but(is_registered=False, assigned=t.assigned - t.assigned))


@action
def broker_stops_replica(t: LifecycleTopic, broker: BrokerId) -> LifecycleTopic:
    """A broker receives a StopReplica request, deletes its replica, and answers."""
    require(t.stops.has(broker), "a request is on its way to it")
    deleted = t.brokers[broker].but(log_of=NO_TOPIC, log=0, serves=NO_TOPIC)
    return t.but(stops=t.stops.excluding(broker), not_deleted=t.not_deleted.excluding(broker)).with_broker(
        broker, deleted
    )


@action(when=lambda at: at.waits)
def controller_completes_deletion(t: LifecycleTopic) -> LifecycleTopic:
    """Every replica is deleted: the controller removes the topic from ZooKeeper (`completeDeleteTopic`)."""
    require(t.deleting & t.not_deleted.is_empty(), "the topic is being deleted, and no replica is left")
    return t.but(is_registered=False, deleting=False, assigned=t.assigned - t.assigned)


@action
def broker_crashes(t: LifecycleTopic, broker: BrokerId) -> LifecycleTopic:
    """A broker fails; what was on its way to it is lost."""
    require(t.budget.crashes > 0, "a crash is left")
    require(t.brokers[broker].is_up, "it is up")
    down = t.brokers[broker].but(is_up=False, serves=NO_TOPIC)
    failed = t.spend(crashes=1).but(
        stops=t.stops.excluding(broker), leader=where(t.leader == broker, none, t.leader)
    )
    return failed.with_broker(broker, down)


@action(when=lambda at: at.crashes > 0)
def controller_elects(t: LifecycleTopic, leader: BrokerId) -> LifecycleTopic:
    """The controller makes another replica, whose broker is up, the leader."""
    require(t.is_in_use() & (t.leader == none), "the topic is there, and has no leader")
    require(t.assigned.has(leader) & t.brokers[leader].is_up, "the broker is up, and has a replica")
    return t.but(leader=leader)


@action(when=lambda at: at.crashes > 0)
def broker_restarts(t: LifecycleTopic, broker: BrokerId) -> LifecycleTopic:
    """A failed broker is back. It is told what it serves; where the topic is being deleted, that goes on."""
    require(not_(t.brokers[broker].is_up), "it is down")
    back = t.with_broker(broker, t.brokers[broker].but(is_up=True))
    serving = where(t.is_in_use() & t.assigned.has(broker), back.tell(broker), back)
    return where(t.deleting & t.not_deleted.has(broker), back.but(stops=t.stops.including(broker)), serving)


STEPS = (
    topic_is_created, leader_appends, operator_deletes, broker_stops_replica, controller_completes_deletion,
    broker_crashes, controller_elects, broker_restarts,
)  # fmt: skip
