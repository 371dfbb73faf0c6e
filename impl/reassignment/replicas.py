"""What brokers do: the leader appends, the others copy, join the ISR, delete their replica; they fail and restart."""

from tidemark.impl.reassignment.partition import NO_EPOCH, Reassignment
from tidemark.impl.reassignment.steps import BrokerId
from tidemark.spec import Identity, action, minimum, none, not_, require, where


@action
def leader_appends(p: Reassignment) -> Reassignment:
    """The leader appends a record of a producer with acks=all."""
    require(p.leads(), "a leader is up and has its replica")
    require(p.records_written < p.type.fields["records_written"].hi, "a record is left")
    mine = p.brokers[p.leader]
    appended = p.with_broker(p.leader, mine.but(log=mine.log + 1))
    return appended.but(records_written=p.records_written + 1).acknowledge()


@action
def follower_copies(p: Reassignment, follower: BrokerId) -> Reassignment:
    """A follower copies the next record of the leader, or cuts what the leader does not have."""
    require(p.leads() & (follower != p.leader), "another broker leads")
    mine, leader = p.brokers[follower], p.brokers[p.leader]
    require(mine.is_up & mine.has_replica & p.assigned.has(follower), "it is up, and has a replica")
    require(mine.log != leader.log, "its log differs from the leader's")
    return p.with_broker(follower, mine.but(log=minimum(mine.log + 1, leader.log))).acknowledge()


@action
def leader_expands_isr(p: Reassignment, follower: BrokerId) -> Reassignment:
    """The leader takes a replica that has caught up into the ISR (`Partition.maybeExpandIsr`)."""
    require(p.leads() & (follower != p.leader), "another broker leads")
    mine = p.brokers[follower]
    require(mine.is_up & mine.has_replica & p.assigned.has(follower), "it is up, and has a replica")
    require(not_(p.isr.has(follower)) & (mine.log == p.brokers[p.leader].log), "it has just caught up")
    return p.but(isr=p.isr.including(follower))


def _handle_stop(p: Reassignment, broker: Identity) -> Reassignment:
    """This partition after a broker has deleted its replica, or refused to (`ReplicaManager.stopReplicas`)."""
    mine, stop = p.brokers[broker], p.stops[broker]
    newer = stop.leader_epoch > mine.leader_epoch
    accepted = not_(p.settings.stop_has_epoch) | newer | not_(mine.has_replica)
    deleted = mine.but(has_replica=False, log=0, leader_epoch=NO_EPOCH)
    return p.with_broker(broker, where(accepted, deleted, mine))


@action
def broker_stops_replica(p: Reassignment, broker: BrokerId) -> Reassignment:
    """A broker receives a StopReplica request, and deletes its replica; since 2.6 not in the same or a newer epoch."""
    require(p.stops[broker].leader_epoch > NO_EPOCH, "a request is on its way to it")
    return _handle_stop(p, broker).with_stop(broker, p.stops.type.element())


@action
def broker_stops_replica_once(p: Reassignment, broker: BrokerId) -> Reassignment:
    """The same, and the request arrives twice, since the controller sent it again when a connection broke."""
    require(p.budget.late > 0, "a late request is left")
    require(p.stops[broker].leader_epoch > NO_EPOCH, "a request is on its way to it")
    require(not_(p.stops[broker].is_late), "it is there once")
    return _handle_stop(p.spend(late=1), broker).with_stop(broker, p.stops[broker].but(is_late=True))


@action
def broker_crashes(p: Reassignment, broker: BrokerId) -> Reassignment:
    """A broker fails. What was on its way to it is lost."""
    require(p.budget.crashes > 0, "a crash is left")
    require(p.brokers[broker].is_up, "it is up")
    down = p.brokers[broker].but(is_up=False, leader_epoch=NO_EPOCH)
    return p.spend(crashes=1).with_broker(broker, down).with_stop(broker, p.stops.type.element())


@action(when=lambda at: at.crashes > 0)
def broker_restarts(p: Reassignment, broker: BrokerId) -> Reassignment:
    """A failed broker is back, and is told what it has; without a leader, it leads if it is in the ISR."""
    mine = p.brokers[broker]
    require(not_(mine.is_up), "it is down")
    back = p.with_broker(broker, mine.but(is_up=True, log=minimum(mine.log, p.acknowledged)))
    assigned = p.assigned.has(broker)
    leads = assigned & (p.leader == none) & p.isr.has(broker)
    led = back.but(leader=where(leads, broker, p.leader)).tell().acknowledge()
    return where(assigned, led, back)


REPLICAS = (
    leader_appends, follower_copies, leader_expands_isr, broker_stops_replica, broker_stops_replica_once,
    broker_crashes, broker_restarts,
)  # fmt: skip
