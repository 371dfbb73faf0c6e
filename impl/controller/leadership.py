"""What a controller does: it reads the partition's node, notices brokers, elects a leader, and sends requests.

It elects a leader if the one that it knows of is not live, or to balance the load. Between the reads and the writes of
an election it may pause. Requests may travel for any time.
"""

from tidemark.impl.controller.candidates import BrokerId
from tidemark.impl.controller.cluster import (
    CanWrite,
    ControllerCluster,
    ControllerRole,
    LeadershipNode,
    Stage,
)
from tidemark.spec import Identity, Number, Truth, action, maximum, none, not_, require, where


def _without_dead_leader(controller: ControllerRole, read: LeadershipNode) -> LeadershipNode:
    """The node as it was read, without a leader that the controller takes for dead, or that has a newer session."""
    lives = controller.believed_live.has(read.leader) & not_(controller.bounced.has(read.leader))
    return read.but(leader=where(lives, read.leader, none))


@action
def controller_takes_over(c: ControllerCluster, me: BrokerId) -> ControllerCluster:
    """A controller reads which brokers are live and the partition's node, and tells them (`onControllerFailover`).

    Whoever wrote the node: what is read here is compared with nothing (`updateLeaderAndIsrCache`).
    """
    require(c.has_session(me), "the broker has a session")
    require(c.controllers[me].stage == Stage.elected, "it has an epoch, and has not read the node")
    live = c.zookeeper.live_brokers
    reader = c.controllers[me].but(stage=Stage.serving, believed_live=live)
    reader = reader.but(cached_state=_without_dead_leader(reader, c.zookeeper.partition_state))
    return c.with_controller(me, reader).send(reader, live)


@action
def controller_reads_partition(c: ControllerCluster, me: BrokerId) -> ControllerCluster:
    """A controller that is about to elect a leader reads the partition's node (`doElectLeaderForPartitions`).

    Again, where somebody has written the node since; not what a newer controller wrote.
    """
    mine = c.controllers[me]
    require(c.has_session(me), "the broker has a session")
    require(c.zookeeper.deciding_epoch <= mine.controller_epoch, "no newer controller has written the node")
    moves = mine.cached_state.leader != none
    require(mine.stage == Stage.serving, "it is active")
    require(not_(moves) | (c.budget.moves > 0), "it knows of no live leader, or may move leadership")
    reader = mine.but(cached_state=c.zookeeper.partition_state.but(leader=none))
    remaining_moves = maximum(c.budget.moves - where(moves, 1, 0), 0)
    return c.but(budget=c.budget.but(moves=remaining_moves)).with_controller(me, reader)


@action
def controller_elects(c: ControllerCluster, me: BrokerId, leader: BrokerId) -> ControllerCluster:
    """It makes a live member of the ISR leader in a new leader epoch, writes the node, and tells the brokers.

    `updateLeaderAndIsr`: up to 2.0 conditional on the version that it read; since 2.1 on its controller epoch too.
    """
    mine = c.controllers[me]
    require(c.has_session(me), "the broker has a session")
    require(
        (mine.stage == Stage.serving) & (mine.cached_state.leader == none), "it is about to elect a leader"
    )
    require(mine.cached_state.isr.has(leader), "the new leader is in the ISR that it read")
    require(
        mine.believed_live.has(leader) & not_(mine.bounced.has(leader)), "it takes the new leader for live"
    )
    require(_may_write(c, mine), "ZooKeeper takes the write")
    require(_has_epochs(c, mine), "a leader epoch is left")
    return _elect(c, me, leader)


def _may_write(c: ControllerCluster, controller: ControllerRole) -> Truth:
    unread = controller.cached_state.zk_version != c.zookeeper.partition_state.zk_version
    newer = controller.controller_epoch != c.zookeeper.controller_epoch
    rule = c.settings.can_write
    return (rule == CanWrite.unconditional) | (not_(unread) & ((rule == CanWrite.versioned) | not_(newer)))


def _has_epochs(c: ControllerCluster, controller: ControllerRole) -> Truth:
    node = c.zookeeper.partition_state
    last_version: Number = node.type.fields["zk_version"].hi
    last_epoch: Number = node.type.fields["leader_epoch"].hi
    return (controller.cached_state.leader_epoch < last_epoch) & (node.zk_version < last_version)


def _elect(c: ControllerCluster, me: Identity, leader: Identity) -> ControllerCluster:
    mine, node = c.controllers[me], c.zookeeper
    noted = c.note(
        lost_update=mine.cached_state.zk_version != node.partition_state.zk_version,
        stale_write=mine.controller_epoch < node.controller_epoch,
    )
    decision = mine.cached_state.but(
        leader=leader,
        leader_epoch=mine.cached_state.leader_epoch + 1,
        zk_version=node.partition_state.zk_version + 1,
    )
    written = noted.with_zookeeper(partition_state=decision, deciding_epoch=mine.controller_epoch)
    winner = mine.but(cached_state=decision)
    return written.with_controller(me, winner).send(winner, mine.believed_live)


def _active_controller(c: ControllerCluster, me: Identity) -> ControllerRole:
    """The role of a broker, which must be the registered and active controller."""
    require(c.zookeeper.controller == me, "it is registered")
    require(c.controllers[me].stage == Stage.serving, "it is active")
    return c.controllers[me]


@action
def controller_notices_failure(c: ControllerCluster, me: BrokerId, broker: BrokerId) -> ControllerCluster:
    """A controller learns that a broker's session is over (`BrokerChange`, `onBrokerFailure`).

    Up to 2.1 it compares the ids of brokers, so a broker that is back at once has never been away; since 2.2 it knows
    it by its newer session (KIP-380).
    """
    mine = _active_controller(c, me)
    require(mine.believed_live.has(broker), "it takes the broker for live")
    require(not_(c.has_session(broker)) | mine.bounced.has(broker), "the session that it knew of is over")
    after = mine.but(
        believed_live=mine.believed_live.excluding(broker), bounced=mine.bounced.excluding(broker)
    )
    return c.with_controller(me, after.but(cached_state=_without_dead_leader(after, mine.cached_state)))


@action
def controller_notices_start(c: ControllerCluster, me: BrokerId, broker: BrokerId) -> ControllerCluster:
    """A controller learns of a broker's new session, and sends it what it knows (`onBrokerStartup`)."""
    mine = _active_controller(c, me)
    require(
        c.has_session(broker) & not_(mine.believed_live.has(broker)),
        "the broker has a session that it missed",
    )
    after = mine.but(believed_live=mine.believed_live.including(broker))
    only_it = mine.believed_live - mine.believed_live
    return c.with_controller(me, after).send(after, only_it.including(broker))


SHARED = (
    controller_takes_over, controller_reads_partition, controller_elects, controller_notices_failure,
    controller_notices_start,
)  # fmt: skip
