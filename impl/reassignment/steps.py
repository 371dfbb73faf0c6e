"""What the operator and the controller do: replicas are added, caught up with, and removed.

The steps are those of `KafkaController.onPartitionReassignment`: the new replicas are added to the old ones and get
their requests; when all new ones are in the ISR, one of them leads, and the old ones leave the ISR and are deleted.
"""

from typing import Annotated

from tidemark.impl.reassignment.partition import NO_EPOCH, Reassignment, Successor
from tidemark.impl.shared.replicas import both, first_of
from tidemark.spec import Domain, Id, Identity, action, none, not_, require, where

BrokerId = Annotated[Identity, Domain("broker", lambda at: Id("broker", at.brokers))]


@action
def operator_reassigns(p: Reassignment, old: BrokerId, new: BrokerId) -> Reassignment:
    """An operator wants a replica on another broker; the controller adds it to the old ones, and tells them all.

    The new broker has handled what the controller sent it before: requests to one broker keep their order.
    """
    require(p.budget.reassignments > 0, "a reassignment is left")
    require(p.target_replicas.is_empty(), "no reassignment is under way")
    require(p.assigned.has(old), "the old broker has a replica")
    require(not_(p.assigned.has(new)) & p.brokers[new].is_up, "the new broker has none, and is up")
    handled = (p.stops[new].leader_epoch == NO_EPOCH) | p.stops[new].is_late
    require(handled, "the new broker has handled earlier requests")
    target_replicas = p.assigned.excluding(old).including(new)
    return (
        p.spend(reassignments=1)
        .but(target_replicas=target_replicas, assigned=p.assigned.including(new))
        .tell()
    )


@action
def controller_moves_leader(p: Reassignment) -> Reassignment:
    """The controller makes a new replica leader, since that of the leader goes (`Election.leaderForReassign`)."""
    require(p.is_complete(), "the new replicas may take over")
    require(not_(p.target_replicas.has(p.leader)), "the leader is not one of the replicas to be")
    require(p.successor() != none, "one of them may lead")
    return p.but(leader=p.successor()).tell().acknowledge()


@action
def controller_removes_old(p: Reassignment) -> Reassignment:
    """The controller takes the old replicas out of the ISR and of the assignment, and has them deleted.

    A broker that is down is sent nothing. The last member of the ISR stays in it, without a leader.
    """
    require(p.is_complete(), "the new replicas may take over")
    require(p.target_replicas.has(p.leader) | (p.successor() == none), "no leader is to be elected first")
    old, kept = p.assigned - p.target_replicas, both(p.isr, p.target_replicas)
    stays = p.target_replicas.has(p.leader) | (p.settings.successor == Successor.nobody)
    removed = p.but(
        leader=where(stays, p.leader, none),
        isr=where(kept.is_empty(), p.isr, kept),
        assigned=p.target_replicas,
        target_replicas=p.target_replicas - p.target_replicas,
    ).tell()
    for broker in p.brokers.indices():
        sent = p.stops[broker].but(leader_epoch=removed.leader_epoch, is_late=False)
        reached = old.has(broker) & p.brokers[broker].is_up
        removed = removed.with_stop(broker, where(reached, sent, p.stops[broker]))
    return removed.acknowledge()


@action(when=lambda at: at.crashes > 0)
def controller_notices_failure(p: Reassignment, broker: BrokerId) -> Reassignment:
    """The controller takes a failed broker out of the ISR, and elects the first replica that lives and is in it."""
    require(not_(p.brokers[broker].is_up), "the broker is down")
    led = p.leader == broker
    require(p.isr.has(broker), "it is in the ISR")
    require(led | not_(p.isr.is_only(broker)), "something is left to do")
    live = p.live()
    candidates = both(both(p.assigned, live), p.isr)
    isr = where(p.isr.is_only(broker), p.isr, p.isr.excluding(broker))
    return p.but(isr=isr, leader=where(led, first_of(candidates), p.leader)).tell().acknowledge()


STEPS = (operator_reassigns, controller_moves_leader, controller_removes_old, controller_notices_failure)
