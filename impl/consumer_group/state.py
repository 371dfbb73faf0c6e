"""The state of a group under the consumer group protocol: members at the coordinator, clients, offsets.

From 4.0 on a process makes its member id itself and keeps it (KIP-1082), so the id of a client is its member id here.
Every unused field has its default, so that situations that behave alike are one state.
"""

from __future__ import annotations

from tidemark.impl.consumer_group.bounds import EpochGroupAt
from tidemark.impl.shared.budgets import StateWithBudget
from tidemark.spec import (
    Array,
    Bool,
    Enum,
    Id,
    Identity,
    IdSet,
    Int,
    Label,
    Number,
    Only,
    Optional,
    Record,
    Truth,
    budget_type,
    none,
    not_,
    settings_type,
    unspent,
    where,
)
from tidemark.spec.types.composites import RecordType
from tidemark.spec.types.leaves import LeafType

JOIN_EPOCH = 0

MemberState = Enum("member state", "absent", "STABLE", "UNREVOKED_PARTITIONS", "UNRELEASED_PARTITIONS")
"""The states of a member, as `MemberState` names them; `absent` is no member."""

ClientPhase = Enum("client phase", "joining", "syncing", "joined", "departed", "down")
"""What a client does: it wants to join; it waits for SyncGroup; it has an epoch; it has left; it has crashed."""

Stage = Enum("stage", "idle", "request", "response", "error_response")
"""Where a client's heartbeat is: not under way; on its way to the coordinator; its answer, or an error, on its way."""

Content = Enum("content", "epoch_alone", "partitions", "everything")
"""What a heartbeat contains beyond the epoch: the owned partitions, or all fields, as after a failure. An answer has
`partitions` if it brings an assignment."""


class EpochGroupSettings(Record):
    """What the rules say. Each field has one value in a machine, so none takes room in a state.

    takes_any_older: a heartbeat of any older epoch is taken. rejoins_at_once: a member may join again while the
    coordinator still has it. steps_epoch: the epoch grows by one when a member has revoked partitions and must revoke
    more. frees_pending: a member may get back a partition that it was to revoke. confirms: a client says what it owns
    also after an assignment that changes nothing. waits_for_answer: a client changes what it owns only when no
    heartbeat with that is under way. waits_for_release: a partition is assigned when nobody has it. forgets_returned:
    the epoch of a partition that its member gets back is forgotten. requires_epoch: a commit must be in the member's
    epoch, or in one that checks_assignment_epoch allows: an older one, if the partition was assigned by then.
    requires_partition: the member must have the partition. commits_last: a client commits before it revokes.
    checks_offset_fetch: an OffsetFetch in an older epoch is refused. reads_owned: the
    coordinator reads what a classic member owns in its JoinGroup. forgets_in_rebalance: a classic group that is to
    rebalance again before a rebalance is complete forgets its assignment.
    records: how many there are in each partition.
    """

    takes_any_older: Truth
    rejoins_at_once: Truth
    steps_epoch: Truth
    frees_pending: Truth
    confirms: Truth
    waits_for_answer: Truth
    waits_for_release: Truth
    forgets_returned: Truth
    requires_epoch: Truth
    requires_partition: Truth
    checks_assignment_epoch: Truth
    commits_last: Truth
    checks_offset_fetch: Truth
    reads_owned: Truth
    forgets_in_rebalance: Truth
    records: Number


class GroupHeartbeat(Record):
    """The heartbeat of a client, or its answer (ConsumerGroupHeartbeat); a client has one under way at most."""

    stage: Label
    epoch: Number
    content: Label
    partitions: IdSet


class EpochCommit(Record):
    """An OffsetCommit under way; without a `topic_partition` there is none.

    precedes: it was sent before the heartbeat that is under way. A broker handles the requests of one connection in
    order.
    """

    topic_partition: Identity
    epoch: Number
    offset: Number
    precedes: Truth


class EpochClient(Record):
    """A process that consumes (`ConsumerMembershipManager`).

    owned: the partitions that it has taken up. readable_partitions: those whose committed offset it has fetched, so
    that it reads them. target_assignment: what it received last. reconciles: it has not taken that up yet, or confirmed
    it. unsent: what its next heartbeat must contain. reports: the heartbeat under way has what it owns. late_heartbeat:
    one that it has given up, and that still arrives. read_positions: for each partition that it reads the offset of the
    next record.
    """

    phase: Label
    epoch: Number
    owned: IdSet
    readable_partitions: IdSet
    target_assignment: IdSet
    unsent: Label
    reconciles: Truth
    reports: Truth
    heartbeat: GroupHeartbeat
    late_heartbeat: GroupHeartbeat
    read_positions: Array[Number]
    commit: EpochCommit
    classic: Truth


class EpochMember(Record):
    """A member, as the coordinator knows it (`ConsumerGroupMember`).

    previous: its member epoch before. assigned, pending_revocation: its partitions, and those that it is to revoke.
    assignment_epochs: the epoch in which each of both was assigned to it.
    """

    member_state: Label
    epoch: Number
    previous: Number
    assigned: IdSet
    pending_revocation: IdSet
    assignment_epochs: Array[Number]

    def has(self, partition: Identity) -> Truth:
        """Whether the member has a partition, perhaps one that it is to revoke."""
        return self.assigned.has(partition) | self.pending_revocation.has(partition)


class LateEpochCommit(Record):
    """An OffsetCommit whose client has given up its connection; without a `client` there is none."""

    client: Identity
    topic_partition: Identity
    epoch: Number
    offset: Number


class EpochGroupBudget(Record):
    """What may still go wrong."""

    heartbeat_losses: Number
    late_heartbeats: Number
    crashes: Number
    pauses: Number
    departures: Number
    metadata_changes: Number
    assignment_waits: Number
    late_commits: Number


class EpochGroup(StateWithBudget):
    """The whole state.

    assignment_epoch, assigned_to: the target assignment, and its epoch. partition_epoch: the epoch of the member that
    has a partition, 0 where no member has it (`currentPartitionEpoch`). committer: who committed its offset last.
    processed: how many records were processed. repeated: a record was processed twice. went_back: a commit of another
    client has made a committed offset smaller. strange_commit: a commit was taken of a member that does not have the
    partition. refused_owner: a commit was refused though its member has had the partition since the commit's epoch.
    fenced: a heartbeat of a member was refused for its epoch.
    """

    settings: EpochGroupSettings
    members: Array[EpochMember]
    epoch: Number
    assignment_epoch: Number
    assigned_to: Array[Identity]
    partition_epoch: Array[Number]
    clients: Array[EpochClient]
    committed: Array[Number]
    committer: Array[Identity]
    processed: Array[Number]
    late: LateEpochCommit
    budget: EpochGroupBudget
    repeated: Truth
    went_back: Truth
    strange_commit: Truth
    refused_owner: Truth
    fenced: Truth

    def is_member(self, me: Identity) -> Truth:
        """Whether the coordinator has that client among the members."""
        return self.members[me].member_state != MemberState.absent

    def with_client(self, me: Identity, client: EpochClient) -> EpochGroup:
        """This group with one client changed."""
        return self.but(clients=self.clients.but(me, client))

    def with_member(self, me: Identity, after: EpochMember) -> EpochGroup:
        """This group with one member changed, and with the epochs of its partitions (`maybeUpdatePartitionEpoch`)."""
        before, epochs = self.members[me], self.partition_epoch
        for partition in epochs.indices():
            returned = before.pending_revocation.has(partition) & after.assigned.has(partition)
            keeps = after.has(partition) & not_(self.settings.forgets_returned & returned)
            epochs = epochs.but(
                partition,
                where(keeps, after.epoch, where(before.has(partition) | returned, 0, epochs[partition])),
            )
        return self.but(members=self.members.but(me, after), partition_epoch=epochs)

    def without_member(self, me: Identity) -> EpochGroup:
        """This group without a member, in the next epoch; its part of the target is nobody's."""
        target = self.assigned_to
        for partition in target.indices():
            target = target.but(partition, where(target[partition] == me, none, target[partition]))
        fewer = self.with_member(me, self.members.type.element.default)
        return fewer.but(epoch=self.epoch + 1, assigned_to=target)

    def has_epoch_left(self) -> Truth:
        """Whether another group epoch may begin."""
        most: int = self.type.fields["epoch"].hi
        return self.epoch < most

    def target_of(self, me: Identity) -> IdSet:
        """What the target assignment gives to a member."""
        partitions = self.members[me].assigned - self.members[me].assigned
        for partition in self.assigned_to.indices():
            mine = self.assigned_to[partition] == me
            partitions = where(mine, partitions.including(partition), partitions)
        return partitions


def joining_client(g: EpochGroup) -> EpochClient:
    """A client that is about to join, with nothing."""
    fresh: EpochClient = g.clients.type.element.default
    return fresh.but(phase=ClientPhase.joining, unsent=Content.everything)


def group_type(at: EpochGroupAt) -> RecordType:
    """The states of a group at these bounds."""
    client, partition = Id("client", at.clients), Id("partition", at.partitions)
    epoch, offset = Int(0, at.max_epoch), Int(0, at.records)
    happens = Bool() if at.records else Only(False)
    return EpochGroup.of(
        settings=settings_type(EpochGroupSettings, at),
        members=Array.of(client, _member_type(at)),
        epoch=epoch,
        assignment_epoch=epoch,
        assigned_to=Array.of(partition, Optional(client)),
        partition_epoch=Array.of(partition, epoch),
        clients=Array.of(client, _client_type(at)),
        committed=Array.of(partition, offset),
        committer=Array.of(partition, Optional(client)),
        processed=Array.of(partition, offset),
        late=LateEpochCommit.of(
            client=Optional(client),
            topic_partition=Optional(partition),
            epoch=_commit_epoch(at),
            offset=offset,
        ),
        budget=budget_type(EpochGroupBudget, at),
        repeated=happens,
        went_back=happens,
        strange_commit=happens,
        refused_owner=happens,
        fenced=Bool(),
    )


def _commit_epoch(at: EpochGroupAt) -> LeafType:
    """The epochs of commits, which only matter where there are records."""
    return Int(0, at.max_epoch) if at.records else Only(0)


def _member_type(at: EpochGroupAt) -> RecordType:
    partition, epoch = Id("partition", at.partitions), Int(0, at.max_epoch)
    return EpochMember.of(
        member_state=MemberState,
        epoch=epoch,
        previous=epoch,
        assigned=IdSet.of(partition),
        pending_revocation=IdSet.of(partition),
        assignment_epochs=Array.of(partition, _commit_epoch(at)),
    )


def _client_type(at: EpochGroupAt) -> RecordType:
    partition, epoch, offset = Id("partition", at.partitions), Int(0, at.max_epoch), Int(0, at.records)
    partitions = IdSet.of(partition)
    heartbeat = GroupHeartbeat.of(stage=Stage, epoch=epoch, content=Content, partitions=partitions)
    nothing = GroupHeartbeat.of(
        stage=Only(Stage.idle), epoch=Only(0), content=Only(Content.epoch_alone), partitions=partitions
    )
    commit = EpochCommit.of(
        topic_partition=Optional(partition), epoch=_commit_epoch(at), offset=offset, precedes=Bool()
    )
    return EpochClient.of(
        phase=ClientPhase,
        epoch=epoch,
        owned=partitions,
        readable_partitions=partitions,
        target_assignment=partitions,
        unsent=Content,
        reconciles=Bool(),
        reports=Bool() if at.waits_for_answer else Only(False),
        heartbeat=heartbeat,
        late_heartbeat=heartbeat if at.late_heartbeats else nothing,
        read_positions=Array.of(partition, offset),
        commit=commit,
        classic=Bool() if at.classic_clients else Only(False),
    )


def empty_group(empty: EpochGroup, at: EpochGroupAt) -> EpochGroup:
    """Nobody is a member yet, and every client is about to join; the first ones use the classic protocol."""
    g = empty.but(budget=unspent(empty.budget))
    for number, me in enumerate(g.clients.indices()):
        g = g.with_client(me, joining_client(g).but(classic=number < at.classic_clients))
    return g
