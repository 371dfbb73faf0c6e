"""Asynchronous changes of the in-sync replicas, after Jason Gustafson's module `AsyncIsr`.

The leader asks the controller for changes of the ISR, and learns of them late. Requests and updates stay where they
are, so they may arrive late, again, or never. The original is unbounded; here the leader writes up to `max_offset`
records, and the controller makes up to `max_version` changes. The leader is the first replica.
"""

from typing import Annotated

from tidemark import Array, Domain, Id, IdSet, Identity, Int, Machine, Network, Number, Only, Record, Truth
from tidemark import action, all_of, implies, minimum, not_, promise, require, where


class Isr(Record):
    """The in-sync replicas in a version: what the controller has, and what a request or an update says."""

    isr: IdSet
    version: Number


class LeaderState(Record):
    """The leader's ISR, the one that it has asked for in a version, and how far each replica has copied its log."""

    isr: IdSet
    version: Number
    pending_isr: IdSet
    pending_version: Number
    offsets: Array[Number]

    def high_watermark(self) -> Number:
        """The least offset of the replicas that are in the ISR, or may be."""
        potential, end_offset = self.isr | self.pending_isr, self.offsets[leader_of(self)]
        return minimum(where(potential.has(r), self.offsets[r], end_offset) for r in potential.ids())

    def ask(self, isr: IdSet) -> "LeaderState":
        """The leader's state when it has asked for an ISR."""
        return self.but(pending_isr=self.pending_isr | isr, pending_version=self.version)


def leader_of(leader_state: LeaderState) -> Identity:
    """The replica that leads."""
    leader: Identity = leader_state.offsets.indices()[0]
    return leader


class Cluster(Record):
    """The controller, the leader, and all requests and updates that were sent."""

    controller_state: Isr
    leader_state: LeaderState
    requests: Network[Isr]
    updates: Network[Isr]
    max_offset: Number

    def write_isr(self, isr: IdSet) -> "Cluster":
        """The controller writes an ISR in the next version, and says so."""
        version = self.controller_state.version + 1
        require(version <= self.updates.capacity, "the controller may make one more change")
        written = self.controller_state.but(isr=isr, version=version)
        return self.but(controller_state=written, updates=self.updates.send(written))


Replica = Annotated[Identity, Domain("replica")]
Request = Annotated[Isr, Domain("requests")]
Update = Annotated[Isr, Domain("updates")]


@action
def controller_shrink_isr(c: Cluster, replica: Replica) -> Cluster:
    """The controller removes a replica from the ISR."""
    require(replica != leader_of(c.leader_state), "it is not the leader")
    require(c.controller_state.isr.has(replica), "the replica is in the ISR")
    return c.write_isr(c.controller_state.isr.excluding(replica))


@action
def controller_handle_request(c: Cluster, message: Request) -> Cluster:
    """The controller does as the leader asks, if the request is of its version."""
    require(message.version == c.controller_state.version, "the request is of the controller's version")
    return c.write_isr(message.isr)


@action
def leader_request_shrink_isr(c: Cluster, replica: Replica) -> Cluster:
    """The leader asks for an ISR without a replica."""
    require(replica != leader_of(c.leader_state), "it is not the leader")
    require(c.leader_state.isr.has(replica), "the replica is in the leader's ISR")
    isr = c.leader_state.isr.excluding(replica)
    sent = c.requests.send(isr=isr, version=c.leader_state.version)
    return c.but(requests=sent, leader_state=c.leader_state.ask(isr))


@action
def leader_request_expand_isr(c: Cluster, replica: Replica) -> Cluster:
    """The leader asks for an ISR with a replica that has reached the high watermark."""
    require(not_(c.leader_state.isr.has(replica)), "the replica is not in the leader's ISR")
    require(
        c.leader_state.offsets[replica] >= c.leader_state.high_watermark(),
        "it has reached the high watermark",
    )
    isr = c.leader_state.isr.including(replica)
    sent = c.requests.send(isr=isr, version=c.leader_state.version)
    return c.but(requests=sent, leader_state=c.leader_state.ask(isr))


@action
def leader_write(c: Cluster) -> Cluster:
    """The leader writes a record."""
    leader = leader_of(c.leader_state)
    require(c.leader_state.offsets[leader] < c.max_offset, "there is a record to write")
    return c.but("leader_state", "offsets", leader, c.leader_state.offsets[leader] + 1)


@action
def leader_handle_update(c: Cluster, update: Update) -> Cluster:
    """The leader learns of a newer version, and asks for nothing any more."""
    require(update.version > c.leader_state.version, "the update is newer than what the leader has")
    nobody = c.leader_state.isr - c.leader_state.isr
    return c.but(
        "leader_state", isr=update.isr, version=update.version, pending_isr=nobody, pending_version=-1
    )


@action
def follower_replicate(c: Cluster, replica: Replica) -> Cluster:
    """A follower copies a record from the leader."""
    offsets = c.leader_state.offsets
    require(offsets[replica] < offsets[leader_of(c.leader_state)], "the leader has a record that it has not")
    return c.but("leader_state", "offsets", replica, offsets[replica] + 1)


@promise
def valid_high_watermark(c: Cluster) -> Truth:
    """Every replica that the controller has in the ISR has reached the leader's high watermark."""
    offsets, high_watermark = c.leader_state.offsets, c.leader_state.high_watermark()
    return all_of(
        implies(c.controller_state.isr.has(r), offsets[r] >= high_watermark) for r in offsets.indices()
    )


ACTIONS = [
    controller_shrink_isr,
    controller_handle_request,
    leader_request_shrink_isr,
    leader_request_expand_isr,
]
ACTIONS += [leader_write, leader_handle_update, follower_replicate]


def machine(replicas: int = 3, max_offset: int = 2, max_version: int = 2) -> Machine:
    """A leader and its followers; in a version it asks for as many ISRs as there are followers."""
    replica, version = Id("replica", replicas), Int(0, max_version)
    isr, offsets = IdSet.of(replica), Array.of(replica, Int(0, max_offset))
    written = Isr.of(isr=isr, version=version)
    leader = LeaderState.of(
        isr=isr, version=version, pending_isr=isr, pending_version=Int(-1, max_version), offsets=offsets
    )
    requests = Network.of(written, (replicas - 1) * (max_version + 1))
    state = Cluster.of(
        controller_state=written,
        leader_state=leader,
        requests=requests,
        updates=Network.of(written, max_version),
        max_offset=Only(max_offset),
    )
    empty = state.default
    everyone = empty.controller_state.isr.everyone()
    first = empty.but("controller_state", isr=everyone).but("leader_state", isr=everyone)
    sizes = {"replicas": replicas, "max_offset": max_offset, "max_version": max_version}
    return Machine("async-isr", sizes, state, first, ACTIONS, [valid_high_watermark], {"replica": replica})
