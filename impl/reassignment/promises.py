"""What a reassignment promises for the records and the partition."""

from tidemark.impl.reassignment.partition import NO_EPOCH, Reassignment
from tidemark.spec import Truth, all_of, any_of, count, implies, none, not_, promise


@promise(broken="An acknowledged record is on no broker any more")
def acknowledged_exists(p: Reassignment) -> Truth:
    """Every acknowledged record is on some broker, up or down.

    A log is a number here. One that a leader without the record has filled up again counts as having it: that leader
    breaks `acknowledged-survives` first.
    """
    return (p.acknowledged == 0) | any_of(
        broker.has_replica & (broker.log >= p.acknowledged) for broker in p.brokers
    )


@promise(broken="The leader lacks a record that was acknowledged")
def acknowledged_survives(p: Reassignment) -> Truth:
    """A leader that is up has every acknowledged record."""
    return implies((p.leader != none) & p.brokers[p.leader].is_up, p.brokers[p.leader].log >= p.acknowledged)


@promise(
    broken="An acknowledged record is on fewer brokers than the partition has replicas, and no broker failed"
)
def copies_kept(p: Reassignment) -> Truth:
    """While no broker has failed, every acknowledged record is on as many brokers as the partition has replicas."""
    copies = count(broker.has_replica & (broker.log >= p.acknowledged) for broker in p.brokers)
    return implies(p.is_whole(), copies >= p.settings.replicas)


@promise(broken="The partition has no leader with a replica, and no broker failed")
def leader_stays_available(p: Reassignment) -> Truth:
    """While no broker has failed, the partition has a leader, which has not deleted its replica."""
    return implies(p.is_whole(), p.leads())


@promise(broken="A broker leads of which the partition is to have no replica")
def leader_is_assigned(p: Reassignment) -> Truth:
    """The leader is one of the assigned replicas."""
    return implies(p.leader != none, p.assigned.has(p.leader))


@promise(broken="A member of the ISR has deleted its replica")
def isr_has_replicas(p: Reassignment) -> Truth:
    """Every member of the ISR that is assigned has its replica: nothing deletes it."""
    return all_of(
        implies(p.isr.has(broker) & p.assigned.has(broker), p.brokers[broker].has_replica)
        for broker in p.brokers.indices()
    )


@promise(
    broken="A broker keeps a replica that is not assigned to it, and no request to delete it is under way"
)
def nothing_left_behind(p: Reassignment) -> Truth:
    """A broker that is up keeps no replica that is not assigned to it, once it has handled what was sent to it."""
    return all_of(
        implies(
            p.brokers[broker].is_up
            & not_(p.assigned.has(broker))
            & (p.stops[broker].leader_epoch == NO_EPOCH),
            not_(p.brokers[broker].has_replica),
        )
        for broker in p.brokers.indices()
    )


PROMISES = (
    acknowledged_exists, acknowledged_survives, copies_kept, leader_stays_available, leader_is_assigned,
    isr_has_replicas, nothing_left_behind,
)  # fmt: skip
