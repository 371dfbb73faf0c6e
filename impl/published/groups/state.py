"""The state of the published model of KIP-848, variable by variable.

Source: `groupprotocol/consumer_group_protocol_kip_848_v2.tla` of `Vanlightly/kafka-tlaplus`, and its `network.tla`.
Member ids and connection ids are numbers in the order in which they are given out; 0 stands for nobody. What no longer
exists has its default, so that every state of the published model is one state here.
"""

from __future__ import annotations

from tidemark.impl.published.groups.bounds import Kip848At
from tidemark.impl.shared.record_types import TypesByName, record_type
from tidemark.spec import (
    Array,
    Bool,
    Enum,
    Id,
    Identity,
    IdSet,
    Int,
    Label,
    Network,
    Number,
    Optional,
    Record,
    Truth,
    all_of,
    none,
    not_,
    settings_type,
    where,
)
from tidemark.spec.types.composites import RecordType

JOIN_EPOCH = 0
LEAVE_EPOCH = -1

ClientStatus = Enum(
    "client status", "joining", "reconciling", "acknowledging", "stable", "prepare_leaving", "leaving",
    "unsubscribed", "illegal",
)  # fmt: skip
"""What a client does. `illegal` is what the published model gives for a transition that it does not allow. Its FENCED
and FATAL are never seen: a client that is fenced joins again in the same step."""

MemberStatus = Enum("member status", "stable", "revoking", "assigning")
GroupStatus = Enum("group status", "EMPTY", "STABLE", "ASSIGNING", "RECONCILING")
Kind = Enum("kind", "absent", "request", "response")
Error = Enum("error", "no_error", "FENCED_MEMBER_EPOCH", "UNKNOWN_MEMBER_ID")


class Kip848Settings(Record):
    """The rules.

    checks_epoch: a heartbeat with another epoch than the member's is fenced. waits_for_release: a member gets a
    partition only once nobody has it. checks_commit_epoch: an OffsetCommit with another epoch is refused.
    forgets_returned: if a member need not give up a partition after all, the partition's epoch is forgotten.
    """

    checks_epoch: Truth
    waits_for_release: Truth
    checks_commit_epoch: Truth
    forgets_returned: Truth


class Kip848Message(Record):
    """A heartbeat, or its response. `lists`: whether it has partitions at all, which are those owned or assigned."""

    message_kind: Label
    client: Identity
    connection: Number
    member: Number
    epoch: Number
    error_code: Label
    subscribed: IdSet
    lists: Truth
    partitions: IdSet


class Kip848Client(Record):
    """A client (`client_state`, `client_recon_proc`, `client_leave_proc`).

    owned, target_assignment: its current and its target assignment. was_sent, sent: whether it has said what it owns,
    and what. waits: whether a heartbeat is in flight. reconciles: whether it works on a new assignment, which began in
    the epoch `begun` and is `assignment`. quits: whether it is about to leave, with `given_up`.
    """

    connection: Number
    member: Number
    epoch: Number
    status: Label
    subscribed: IdSet
    owned: IdSet
    target_assignment: IdSet
    was_sent: Truth
    sent: IdSet
    waits: Truth
    reconciles: Truth
    begun: Number
    assignment: IdSet
    quits: Truth
    given_up: IdSet


class Kip848Member(Record):
    """A member, as the coordinator knows it (`group_member_state`); without a `host` there is no such member.

    assigned, revoking, missing: its partitions; those that it is to revoke; and those that it is to get when they are
    free. has_reported, reported: whether it has said what it owns, and what.
    """

    host: Identity
    epoch: Number
    target_epoch: Number
    subscribed: IdSet
    status: Label
    assigned: IdSet
    revoking: IdSet
    missing: IdSet
    has_reported: Truth
    reported: IdSet


class Kip848Target(Record):
    """The target assignment: its epoch, and whether a member is in it, and with which partitions."""

    epoch: Number
    knows: Array[Truth]
    partitions: Array[IdSet]


class Kip848Commit(Record):
    """An OffsetCommit under way, which the published model does not have; without a `client` none is under way."""

    client: Identity
    member: Number
    epoch: Number
    topic_partition: Identity


class Kip848Group(Record):
    """The whole state. last_discard: the message that was removed last (`messages_last_discard`).

    next_member, next_connection: the last id that was given out. perturbations, commits: how many are left.
    strange_commit: an offset was committed by a member that does not have the partition.
    """

    settings: Kip848Settings
    members: Array[Kip848Member]
    epoch: Number
    status: Label
    target_assignment: Kip848Target
    partition_epoch: Array[Number]
    clients: Array[Kip848Client]
    messages: Network[Kip848Message]
    last_discard: Kip848Message
    next_member: Number
    next_connection: Number
    perturbations: Number
    commit: Kip848Commit
    commits: Number
    strange_commit: Truth

    def is_member(self, member: Number) -> Truth:
        """Whether a member id is one of the group's."""
        return self.members[member].host != none

    def with_client(self, me: Identity, client: Kip848Client) -> Kip848Group:
        """This group with one client changed."""
        return self.but(clients=self.clients.but(me, client))

    def discard_message(self, message: Kip848Message) -> Kip848Group:
        """This group without a message (`Discard`)."""
        return self.but(messages=self.messages.discard(message), last_discard=message)

    def reply(self, request: Kip848Message, reply: Kip848Message) -> Kip848Group:
        """This group after a request was answered, where its connection is still there (`Reply`)."""
        ok = self.clients[request.client].connection == request.connection
        network = self.messages.discard(request)
        return self.but(messages=where(ok, network.send(reply), network), last_discard=request)

    def has_converged(self) -> Truth:
        """Whether every client and every member is stable in the group's epoch (`Converged`)."""
        ids = self.members.indices()
        clients = [
            (client.status == ClientStatus.stable)
            & (client.epoch == self.epoch)
            & self.is_member(client.member)
            for client in self.clients
        ]
        return (
            (self.status == GroupStatus.STABLE)
            & all_of(clients)
            & all_of(not_(self.is_member(member)) | self.is_reconciled(member) for member in ids)
        )

    def is_reconciled(self, member_id: Number) -> Truth:
        """Whether a member is stable in the group's epoch."""
        member = self.members[member_id]
        return (member.status == MemberStatus.stable) & (member.epoch == self.epoch)


def group_type(at: Kip848At) -> RecordType:
    """The states of a group at these bounds."""
    client, partition = Id("client", at.clients), Id("partition", at.topics * at.partitions)
    connection, member, epoch = (
        Int(0, at.clients + at.perturbations),
        Int(0, at.member_ids),
        Int(0, at.max_epoch),
    )
    partitions = IdSet.of(partition)
    types: TypesByName = {
        **dict.fromkeys(("client", "host"), Optional(client)),
        **dict.fromkeys(("connection", "next_connection"), connection),
        **dict.fromkeys(("member", "next_member"), member),
        **dict.fromkeys(("epoch", "target_epoch", "begun"), epoch),
        "subscribed": IdSet.of(Id("topic", at.topics)),
        **dict.fromkeys(
            ("partitions", "owned", "target_assignment", "sent", "assignment", "given_up"), partitions
        ),
        **dict.fromkeys(("assigned", "revoking", "missing", "reported"), partitions),
        **dict.fromkeys(("lists", "was_sent", "waits", "reconciles", "quits"), Bool()),
        **dict.fromkeys(("has_reported", "strange_commit"), Bool()),
    }
    epoch_or_leave = Int(LEAVE_EPOCH, at.max_epoch)
    message = record_type(Kip848Message, types, message_kind=Kind, epoch=epoch_or_leave, error_code=Error)
    target = Kip848Target.of(
        epoch=epoch, knows=Array.of(member, Bool()), partitions=Array.of(member, partitions)
    )
    return record_type(
        Kip848Group,
        types,
        settings=settings_type(Kip848Settings, at),
        members=Array.of(member, record_type(Kip848Member, types, status=MemberStatus)),
        status=GroupStatus,
        target_assignment=target,
        partition_epoch=Array.of(partition, epoch),
        clients=Array.of(client, record_type(Kip848Client, types, epoch=epoch_or_leave, status=ClientStatus)),
        messages=Network.of(message, at.clients + at.perturbations),
        last_discard=message,
        perturbations=Int(0, at.perturbations),
        commit=record_type(Kip848Commit, types, topic_partition=Optional(partition)),
        commits=Int(0, at.commits),
    )


def joining_client(g: Kip848Group) -> Kip848Client:
    """A client as it begins: subscribed to every topic, about to join."""
    fresh: Kip848Client = g.clients.type.element.default
    return fresh.but(epoch=JOIN_EPOCH, subscribed=fresh.subscribed.everyone())


def initial_group(empty: Kip848Group, at: Kip848At) -> Kip848Group:
    """The group is EMPTY, and every client is about to join."""
    g = empty.but(perturbations=at.perturbations, commits=at.commits)
    for me in g.clients.indices():
        g = g.with_client(me, joining_client(g))
    return g
