"""What brokers do as replicas: they obey LeaderAndIsr requests, and a leader changes the ISR."""

from typing import Annotated

from tidemark.impl.controller.candidates import BrokerId
from tidemark.impl.controller.cluster import ControllerCluster
from tidemark.spec import Domain, Identity, IdSet, Int, Number, action, maximum, not_, require, where

ControllerEpoch = Annotated[Number, Domain("controller epoch", lambda at: Int(0, at.controller_epochs))]
LeaderEpoch = Annotated[Number, Domain("leader epoch", lambda at: Int(1, at.leader_epochs))]


@action
def broker_obeys(
    c: ControllerCluster, broker: BrokerId, controller_epoch: ControllerEpoch, leader_epoch: LeaderEpoch
) -> ControllerCluster:
    """A broker receives a LeaderAndIsr request (`ReplicaManager.becomeLeaderOrFollower`).

    It refuses one with an older controller epoch than it knows, and what is not of a newer leader epoch. Requests of
    one controller arrive in their order (`RequestSendThread`).
    """
    request = c.requests[controller_epoch][leader_epoch]
    require(request.recipients.has(broker), "the request is on its way to the broker")
    for earlier in c.requests[controller_epoch].indices():
        waits = (earlier < leader_epoch) & c.requests[controller_epoch][earlier].recipients.has(broker)
        require(not_(waits), "no earlier request of this controller is on its way to it")
    received = _take_request(c, broker, controller_epoch, leader_epoch)
    me, newest = c.replicas[broker], c.newest[broker]
    current = not_(c.settings.epoch_checked) | (controller_epoch >= me.controller_epoch)
    newer = current & (leader_epoch > me.obeyed.leader_epoch)
    leads = request.leader == broker
    leadership = me.obeyed.but(
        leader=request.leader,
        leader_epoch=leader_epoch,
        isr=where(leads, request.isr, request.isr - request.isr),
        zk_version=where(leads, request.zk_version, 0),
    )
    obeyed = me.but(controller_epoch=controller_epoch, obeyed=where(newer, leadership, me.obeyed))
    noted = received.note(
        older_controller=current & (controller_epoch < newest.controller_epoch),
        older_leader=newer & (leader_epoch < newest.leader_epoch),
    )
    newest_controller = maximum(newest.controller_epoch, controller_epoch)
    newest_leader = maximum(newest.leader_epoch, leader_epoch)
    ever = newest.but(
        controller_epoch=where(current, newest_controller, newest.controller_epoch),
        leader_epoch=where(newer, newest_leader, newest.leader_epoch),
    )
    return noted.but(newest=c.newest.but(broker, ever)).with_replica(broker, where(current, obeyed, me))


def _take_request(
    c: ControllerCluster, broker: Identity, controller_epoch: Number, leader_epoch: Number
) -> ControllerCluster:
    """This cluster after the request has reached the broker; a request without other recipients is dropped."""
    of_controller = c.requests[controller_epoch]
    request = of_controller[leader_epoch]
    recipients = request.recipients.excluding(broker)
    kept = where(recipients.is_empty(), request.type.default, request.but(recipients=recipients))
    return c.but(requests=c.requests.but(controller_epoch, of_controller.but(leader_epoch, kept)))


def _with_isr(c: ControllerCluster, leader: Identity, isr: IdSet) -> ControllerCluster:
    """The leader writes the ISR into the node, if that has the version that it knows (`Partition.updateIsr`)."""
    me, node = c.replicas[leader], c.zookeeper.partition_state
    require(c.budget.isr_changes > 0, "a change of the ISR is left")
    require(c.has_session(leader), "the leader has a session")
    require(c.leads(leader), "it believes that it leads")
    require(me.obeyed.zk_version == node.zk_version, "the node has the version that it knows")
    require(node.zk_version < node.type.fields["zk_version"].hi, "a version is left")
    version = node.zk_version + 1
    leadership = me.obeyed.but(isr=isr, zk_version=version)
    written = c.spend(isr_changes=1).with_zookeeper(
        partition_state=node.but(isr=isr, zk_version=version), deciding_epoch=me.controller_epoch
    )
    return written.with_replica(leader, me.but(obeyed=leadership))


@action
def leader_shrinks_isr(c: ControllerCluster, leader: BrokerId, follower: BrokerId) -> ControllerCluster:
    """A leader takes a follower out of the ISR (`Partition.maybeShrinkIsr`)."""
    isr = c.replicas[leader].obeyed.isr
    require((follower != leader) & isr.has(follower), "the follower is in the ISR")
    return _with_isr(c, leader, isr.excluding(follower))


@action(when=lambda at: at.isr_changes > 1)
def leader_expands_isr(c: ControllerCluster, leader: BrokerId, follower: BrokerId) -> ControllerCluster:
    """A leader takes a follower back into the ISR (`Partition.maybeExpandIsr`)."""
    isr = c.replicas[leader].obeyed.isr
    require((follower != leader) & not_(isr.has(follower)), "the follower is not in the ISR")
    return _with_isr(c, leader, isr.including(follower))


SHARED = (broker_obeys, leader_shrinks_isr, leader_expands_isr)
