"""The state: what ZooKeeper has, what each broker holds as controller and as replica, and the requests under way.

One partition, of which every broker has a replica. Read in `KafkaController.scala`, `KafkaZkClient.scala`,
`PartitionStateMachine.scala` and `ReplicaManager.becomeLeaderOrFollower`, at 0.10.2.0, 1.0.0, 1.1.0, 2.0.0, 2.1.0,
2.2.0, 2.4.0 and 3.5.0.
"""

from __future__ import annotations

from typing import Any

from tidemark.impl.controller.bounds import ControllerAt
from tidemark.impl.shared.budgets import StateWithBudget
from tidemark.impl.shared.incidents import StateWithIncidents, incidents_type
from tidemark.spec import (
    Array,
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
    budget_type,
    none,
    one_of,
    settings_type,
    unspent,
    where,
)
from tidemark.spec.types.composites import RecordType

NO_LEADER_EPOCH = 0
"""The leader epoch of a partition, or a broker, that never had a leader; leader epochs start at 1."""

Stage = Enum("stage", "outsider", "registered", "candidate", "elected", "serving")
"""How far a broker is as controller: it created `/controller` and has not read the epoch yet (up to 2.0), it has read
the epoch that it would raise, it has raised it, it has also read the partition's node."""

CanWrite = Enum("can_write", "versioned", "fenced", "unconditional")
"""When ZooKeeper accepts a controller's write of the partition's node: if the node is unchanged since it was read, if
the controller epoch is also still the writer's, or always."""


class ControllerSettings(Record):
    """What the rules say; each field has one value in a machine, so none takes room in a state.

    expiry_first: a broker has no new session before it gives up its role. broker_epochs: requests name the session of
    their recipient. epoch_checked: a broker refuses an older controller epoch.
    """

    expiry_first: Truth
    can_write: Label
    broker_epochs: Truth
    epoch_checked: Truth


class LeadershipNode(Record):
    """The partition's node, or what a broker knows of it: the leader, its epoch, the ISR, the node's version."""

    leader: Identity
    leader_epoch: Number
    isr: IdSet
    zk_version: Number


class ZooKeeper(Record):
    """The nodes. The version of `/controller_epoch` is the epoch itself, which each write raises by one.

    deciding_epoch: the controller epoch in the partition's node.
    """

    live_brokers: IdSet
    controller: Identity
    controller_epoch: Number
    partition_state: LeadershipNode
    deciding_epoch: Number


class ControllerRole(Record):
    """What a broker holds as controller.

    cached_state: the partition as it was read or written last, or default; without a leader where one must be elected.
    believed_live: the brokers that it takes for live. bounced: those of them that have a newer session.
    """

    stage: Label
    controller_epoch: Number
    cached_state: LeadershipNode
    believed_live: IdSet
    bounced: IdSet

    def is_controller(self) -> Truth:
        """Whether it has a controller epoch."""
        return one_of(self.stage, (Stage.elected, Stage.serving))


class BrokerReplica(Record):
    """The leadership that a broker obeys; only a leader needs the ISR and the node's version. A restart erases it."""

    controller_epoch: Number
    obeyed: LeadershipNode


class NewestEpochs(Record):
    """The newest epochs that a broker has ever obeyed. No broker knows them; the promises need them."""

    controller_epoch: Number
    leader_epoch: Number


class LeadershipRequest(Record):
    """A LeaderAndIsr request, by its controller epoch and leader epoch; it is on its way to its recipients.

    A request that is sent again with these epochs replaces the one that is still under way.
    """

    leader: Identity
    isr: IdSet
    zk_version: Number
    recipients: IdSet


class ControllerIncidents(Record):
    """What must not have happened, for the promises.

    lost_update: a change of the partition's node was overwritten unread. stale_write: a controller wrote that node
    though there was a newer epoch. older_controller, older_leader: a broker obeyed an older epoch than it had.
    """

    lost_update: Truth
    stale_write: Truth
    older_controller: Truth
    older_leader: Truth


class ControllerBudget(Record):
    """How many faults, and changes that nothing forces, are left."""

    expiries: Number
    deletions: Number
    restarts: Number
    moves: Number
    isr_changes: Number


class ControllerCluster(StateWithBudget, StateWithIncidents):
    """The whole state."""

    zookeeper: ZooKeeper
    controllers: Array[ControllerRole]
    replicas: Array[BrokerReplica]
    newest: Array[NewestEpochs]
    requests: Array[Array[LeadershipRequest]]
    happened: ControllerIncidents
    budget: ControllerBudget
    settings: ControllerSettings

    def has_session(self, broker: Identity) -> Truth:
        """Whether ZooKeeper takes the broker for live, and answers it."""
        return self.zookeeper.live_brokers.has(broker)

    def leads(self, broker: Identity) -> Truth:
        """Whether a broker believes that it leads."""
        return self.replicas[broker].obeyed.leader == broker

    def with_controller(self, broker: Identity, controller: ControllerRole) -> ControllerCluster:
        """This cluster with what one broker holds as controller changed."""
        return self.but(controllers=self.controllers.but(broker, controller))

    def with_replica(self, broker: Identity, replica: BrokerReplica) -> ControllerCluster:
        """This cluster with what one broker obeys changed."""
        return self.but(replicas=self.replicas.but(broker, replica))

    def with_zookeeper(self, **changed: Any) -> ControllerCluster:
        """This cluster with some of ZooKeeper's nodes changed."""
        return self.but(zookeeper=self.zookeeper.but(**changed))

    def send(self, sender: ControllerRole, recipients: IdSet) -> ControllerCluster:
        """This cluster with what a controller knows on its way to brokers; without a leader nothing is sent.

        If requests name the session of their recipient, a broker with a newer session refuses them, so it is sent none.
        """
        if_accepted = where(self.settings.broker_epochs, recipients - sender.bounced, recipients)
        epoch, cached = sender.controller_epoch, sender.cached_state
        of_controller = self.requests[epoch]
        waiting = of_controller[cached.leader_epoch].recipients | if_accepted
        sent = of_controller.type.element(
            leader=cached.leader, isr=cached.isr, zk_version=cached.zk_version, recipients=waiting
        )
        nothing = (cached.leader == none) | waiting.is_empty()
        changed = self.requests.but(epoch, of_controller.but(cached.leader_epoch, sent))
        return where(nothing, self, self.but(requests=changed))

    def without_requests_to(self, broker: Identity) -> ControllerCluster:
        """This cluster without the requests under way to one broker. A request without recipients is dropped."""
        requests = self.requests
        for epoch in requests.indices():
            for leader_epoch in requests[epoch].indices():
                request = requests[epoch][leader_epoch]
                recipients = request.recipients.excluding(broker)
                kept = where(recipients.is_empty(), request.type.default, request.but(recipients=recipients))
                requests = requests.but(epoch, leader_epoch, kept)
        return self.but(requests=requests)


def cluster_type(at: ControllerAt) -> RecordType:
    """The states of a cluster at these bounds, by the settings of its rules."""
    broker = Id("broker", at.brokers)
    nobody_or_one, brokers = Optional(broker), IdSet.of(broker)
    controller_epoch = Int(0, at.controller_epochs)
    leader_epoch = Int(NO_LEADER_EPOCH, at.leader_epochs)
    version = Int(0, at.leader_epochs + at.isr_changes)
    leadership = LeadershipNode.of(
        leader=nobody_or_one, leader_epoch=leader_epoch, isr=brokers, zk_version=version
    )
    request = LeadershipRequest.of(leader=nobody_or_one, isr=brokers, zk_version=version, recipients=brokers)
    return ControllerCluster.of(
        zookeeper=ZooKeeper.of(
            live_brokers=brokers,
            controller=nobody_or_one,
            controller_epoch=controller_epoch,
            partition_state=leadership,
            deciding_epoch=controller_epoch,
        ),
        controllers=Array.of(
            broker,
            ControllerRole.of(
                stage=Stage,
                controller_epoch=controller_epoch,
                cached_state=leadership,
                believed_live=brokers,
                bounced=brokers,
            ),
        ),
        replicas=Array.of(broker, BrokerReplica.of(controller_epoch=controller_epoch, obeyed=leadership)),
        newest=Array.of(
            broker, NewestEpochs.of(controller_epoch=controller_epoch, leader_epoch=leader_epoch)
        ),
        requests=Array.of(controller_epoch, Array.of(leader_epoch, request)),
        happened=incidents_type(ControllerIncidents),
        budget=budget_type(ControllerBudget, at),
        settings=settings_type(ControllerSettings, at),
    )


def initial_cluster(empty: ControllerCluster, _at: ControllerAt) -> ControllerCluster:
    """Every broker is live and in the ISR; there is no controller yet, and no leader."""
    everyone = empty.zookeeper.live_brokers.everyone()
    partition = empty.zookeeper.partition_state.but(isr=everyone)
    return empty.but(budget=unspent(empty.budget)).with_zookeeper(
        live_brokers=everyone, partition_state=partition
    )
