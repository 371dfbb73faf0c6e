"""The state of a consumer group under the classic protocol: its coordinator, its clients, and its partitions.

A client is a process and also the process's member of the group: the id of a client is its member id. Every unused
field has its default, so that two situations which behave alike are one state: a client without partitions knows
no positions, and a coordinator that can no longer fail over keeps no second copy of what it has stored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.impl.group.bounds import GroupAt
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
    one_of,
    settings_type,
    where,
)
from tidemark.spec.types.composites import RecordType
from tidemark.spec.types.leaves import LeafType

GroupState = Enum("group state", "Empty", "PreparingRebalance", "CompletingRebalance", "Stable", "Dead")
"""The states of a group, as `GroupMetadata` names them."""

Phase = Enum("phase", "unjoined", "joining", "joined", "stable", "down")
"""What a client does: nothing yet; it waits for the answer to its JoinGroup; it knows its generation and waits for its
assignment; it reads its partitions. A client that is down has crashed."""


Work = Enum("work", "usual", "slow", "overdue")
"""How long a client works on a record: for longer than `session.timeout.ms` (slow), than `max.poll.interval.ms`."""

Ghost = Enum("ghost", "absent", "reserved", "parked", "member")
"""What the coordinator keeps of a JoinGroup that was sent again: an unused member id, a parked JoinGroup whose answer
no client awaits, or a member without a process."""


class GroupSettings(Record):
    """What the rules say. Each field has one value in a machine, so none takes room in a state.

    cooperative: members keep their partitions while they rejoin. holds_back: a partition that is to move gets no owner
    until its present one has revoked it. static: members are static (KIP-345). checks_generation, checks_member: what
    the coordinator compares before it takes a commit. finishes: a member that revokes partitions first finishes what it
    has begun there. commits_last, processes_last: what finishing means, by the delivery. waits_for_transactions: a
    member fetches no offset that a transaction is about to change. fences_producers: a new owner ends the transaction
    that another producer has open for the partition. announces_generation: a JoinGroup says in which generation the
    member was (KIP-792). starts_over: a group that waits for its leader's assignment starts over when a static member
    is back. stores_ids: the member id of a static member that is back in a stable group is stored. heartbeats_in_poll:
    a member that works on a record sends no heartbeats (before KIP-62). requires_member_id: a JoinGroup without a
    member id makes no member (KIP-394). shares_offsets: all groups have one committed offset of a partition. watches:
    the leader finds new partitions. topics: how many there are. added_partitions: how many partitions are there only
    when they are added.
    """

    cooperative: Truth
    holds_back: Truth
    static: Truth
    checks_generation: Truth
    checks_member: Truth
    finishes: Truth
    commits_last: Truth
    processes_last: Truth
    waits_for_transactions: Truth
    fences_producers: Truth
    announces_generation: Truth
    starts_over: Truth
    stores_ids: Truth
    heartbeats_in_poll: Truth
    requires_member_id: Truth
    shares_offsets: Truth
    watches: Truth
    topics: Number
    added_partitions: Number


class GroupCoordinator(Record):
    """What the coordinator knows of the group (`GroupMetadata`).

    awaiting: the members whose JoinGroup is parked until the rebalance is prepared. assignment: the owner of each
    partition, as stored last. stored_generation, stored_members: the rest of what was stored last in
    `__consumer_offsets`, as long as the coordinator may fail over. ghost: what is left of a JoinGroup that was sent
    again. unsubscribed: what each member subscribes to, as it said when it joined. new_member_ids: the static members
    whose member id has changed since the generation began. unstored_ids: those whose present member id is not stored.
    """

    group_state: Label
    generation: Number
    leader: Identity
    members: IdSet
    awaiting: IdSet
    assignment: Array[Identity]
    stored_generation: Number
    stored_members: IdSet
    ghost: Label
    unsubscribed: Array[Number]
    new_member_ids: Array[Truth]
    unstored_ids: Array[Truth]


class GroupClient(Record):
    """A process that consumes.

    owned: the partitions that it reads. next_offset: for each of them the offset of the record that it processes next.
    begun: those where it has done the first half of processing that record and committing the offset behind it.
    must_rejoin: it asks for another rebalance, so that what it has revoked gets an owner; or its JoinGroup was lost.
    working: how long it works on the record that it has begun. has_older: a process that had its group.instance.id
    before goes on. unsubscribed: the topics that it leaves out (`topics`).
    """

    phase: Label
    generation: Number
    owned: IdSet
    next_offset: Array[Number]
    begun: IdSet
    must_rejoin: Truth
    working: Label
    has_older: Truth
    unsubscribed: Number

    @property
    def is_up(self) -> Truth:
        """Whether it joins, or believes that it is a member of some generation."""
        return (self.phase == Phase.joining) | self.is_live

    @property
    def is_live(self) -> Truth:
        """Whether it believes that it is a member of some generation."""
        return one_of(self.phase, (Phase.stable, Phase.joined))


class GroupPartition(Record):
    """A partition as the group has read it.

    committed: the committed offset. pending_client: the client with an open transaction that has an offset of it.
    producer: the client whose producer was the last to take the partition's `transactional.id`.
    processed: for each record whether it was processed. other_position: how far another group has read.
    """

    committed: Number
    pending_client: Identity
    producer: Identity
    processed: Array[Truth]
    other_position: Number


class LateCommit(Record):
    """An OffsetCommit still under way after its client went on. Without such a commit `client` is `none`."""

    client: Identity
    topic_partition: Identity
    offset: Number
    generation: Number


class GroupBudget(Record):
    """What may still go wrong."""

    crashes: Number
    pauses: Number
    failovers: Number
    late_commits: Number
    expiries: Number
    slow_work: Number
    resends: Number
    twins: Number
    resubscriptions: Number


class ConsumerGroup(StateWithBudget):
    """The whole state.

    repeated: some record was processed twice. went_back: a committed offset has become smaller while the group had
    members. old_commit, strange_commit: a commit was taken from an old generation, or from a process that is no member.
    removed_at_work: a member was removed because it worked for longer than `session.timeout.ms`. taken_back:
    the older of two processes with one group.instance.id has become the static member again. fenced_alone: a process
    was fenced although no other has its group.instance.id.
    moved_by_other: a commit of another group has moved a committed offset of this one. added: the last partition was
    added. lost_share: a member that had no more than its share has lost a partition to another.
    """

    settings: GroupSettings
    coordinator: GroupCoordinator
    clients: Array[GroupClient]
    partitions: Array[GroupPartition]
    late: LateCommit
    budget: GroupBudget
    repeated: Truth
    went_back: Truth
    old_commit: Truth
    strange_commit: Truth
    removed_at_work: Truth
    taken_back: Truth
    fenced_alone: Truth
    moved_by_other: Truth
    added: Truth
    lost_share: Truth

    def with_coordinator(self, **changes: Any) -> ConsumerGroup:
        """This group with some fields of its coordinator changed."""
        return self.but(coordinator=self.coordinator.but(**changes))

    def with_client(self, me: Identity, client: GroupClient) -> ConsumerGroup:
        """This group with one client changed."""
        return self.but(clients=self.clients.but(me, client))

    def with_partition(self, partition: Identity, changed: GroupPartition) -> ConsumerGroup:
        """This group with one partition changed."""
        return self.but(partitions=self.partitions.but(partition, changed))

    def is_member(self, me: Identity) -> Truth:
        """Whether the coordinator has that client among the members."""
        return self.coordinator.members.has(me)

    def is_current(self, me: Identity) -> Truth:
        """Whether a client is a member, and knows the group's generation."""
        client = self.clients[me]
        return client.is_live & self.is_member(me) & (client.generation == self.coordinator.generation)

    def is_synced(self, me: Identity) -> Truth:
        """Whether a member reads what it was assigned in the group's generation."""
        return self.is_current(me) & (self.clients[me].phase == Phase.stable)

    def prepare_rebalance(self) -> ConsumerGroup:
        """This group as it prepares to rebalance: no member has joined yet, and only the log has the assignment."""
        assignment = self.coordinator.assignment
        kept = where(self.budget.failovers > 0, assignment, assignment.type.default)
        return self.with_coordinator(
            group_state=GroupState.PreparingRebalance,
            assignment=kept,
            new_member_ids=self.coordinator.new_member_ids.type.default,
        )

    def store(self) -> ConsumerGroup:
        """This group with its generation and members in `__consumer_offsets`, where they may be read again."""
        now, can_fail = self.coordinator, self.budget.failovers > 0
        return self.with_coordinator(
            stored_generation=where(can_fail, now.generation, 0),
            stored_members=where(can_fail, now.members, now.members - now.members),
            new_member_ids=now.new_member_ids.type.default,
            unstored_ids=now.unstored_ids.type.default,
        )

    def without_partitions(self, me: Identity, phase: Label, generation: Number) -> ConsumerGroup:
        """This group after a client has lost its partitions, with what it had begun there."""
        client: GroupClient = self.clients[me].type.default
        was = self.clients[me]
        kept = client.but(unsubscribed=was.unsubscribed, has_older=was.has_older)
        return self.with_client(me, kept.but(phase=phase, generation=generation))

    def commit(self, partition: Identity, offset: Number) -> ConsumerGroup:
        """This group after an offset was committed."""
        partition_state = self.partitions[partition]
        back = self.went_back | (offset < partition_state.committed)
        return self.with_partition(partition, partition_state.but(committed=offset)).but(went_back=back)

    def process(self, partition: Identity, offset: Number) -> ConsumerGroup:
        """This group after the record at an offset was processed, perhaps once more."""
        partition_state = self.partitions[partition]
        again = self.repeated | partition_state.processed[offset]
        marked = partition_state.but(processed=partition_state.processed.but(offset, True))
        return self.with_partition(partition, marked).but(repeated=again)

    def finish(self, me: Identity, is_revoked: Callable[[Identity], Truth]) -> ConsumerGroup:
        """This group after a client has finished what it began in the partitions that it revokes.

        If the rule says that it drops this work, the record stays processed without a commit of its offset, or the
        other way round; a transaction is aborted.
        """
        g = self
        for partition in self.partitions.indices():
            ends = g.clients[me].begun.has(partition) & is_revoked(partition)
            g = where(ends, g._finish_partition(me, partition), g)
        return g

    def _finish_partition(self, me: Identity, partition: Identity) -> ConsumerGroup:
        rules, client = self.settings, self.clients[me]
        offset = client.next_offset[partition]
        g = where(rules.finishes & rules.processes_last, self.process(partition, offset), self)
        g = where(rules.finishes & rules.commits_last, g.commit(partition, offset + 1), g)
        pending = g.partitions[partition].pending_client
        closed = g.partitions[partition].but(pending_client=where(pending == me, none, pending))
        g = g.with_partition(partition, closed)
        position = client.next_offset.but(partition, where(rules.finishes, offset + 1, offset))
        return g.with_client(me, client.but(begun=client.begun.excluding(partition), next_offset=position))


def group_type(at: GroupAt) -> RecordType:
    """The states of a group at these bounds, by the settings of its rules.

    Raises:
        UsageError: subscriptions change, and the leader does not assign by them.
    """
    if at.resubscriptions and not at.by_subscription:
        raise UsageError(
            "--resubscriptions needs an assignor: take group/range, or exchange it, --with assignor=group/range"
        )
    client, partition = Id("client", at.clients), Id("partition", at.partitions)
    generation, offset, somebody = Int(0, at.generations), Int(0, at.records), Optional(client)
    unsubscribed = Int(0, at.topics if at.topics > 1 and at.resubscriptions else 0)
    client_states = GroupClient.of(
        phase=Phase,
        generation=generation,
        owned=IdSet.of(partition),
        next_offset=Array.of(partition, offset),
        begun=IdSet.of(partition),
        must_rejoin=Bool(),
        working=Work if at.slow_work else Only(Work.usual),
        has_older=Bool() if at.twins else Only(False),
        unsubscribed=unsubscribed,
    )
    return ConsumerGroup.of(
        settings=settings_type(GroupSettings, at),
        coordinator=_coordinator_type(at, generation, unsubscribed),
        clients=Array.of(client, client_states),
        partitions=Array.of(
            partition,
            GroupPartition.of(
                committed=offset,
                pending_client=somebody,
                producer=somebody,
                processed=Array.of(Int(0, at.records - 1), Bool()),
                other_position=offset if at.other_groups else Only(0),
            ),
        ),
        late=LateCommit.of(
            client=somebody, topic_partition=Optional(partition), offset=offset, generation=generation
        ),
        budget=budget_type(GroupBudget, at),
        repeated=Bool(),
        went_back=Bool(),
        old_commit=Bool(),
        strange_commit=Bool(),
        removed_at_work=Bool() if at.slow_work else Only(False),
        taken_back=Bool() if at.twins else Only(False),
        fenced_alone=Bool() if forgets_ids(at) else Only(False),
        moved_by_other=Bool() if at.other_groups else Only(False),
        added=Bool() if at.added_partitions else Only(False),
        lost_share=Bool() if compares_shares(at) else Only(False),
    )


def _coordinator_type(at: GroupAt, generation: LeafType, unsubscribed: LeafType) -> RecordType:
    client, partition = Id("client", at.clients), Id("partition", at.partitions)
    clients, somebody = IdSet.of(client), Optional(client)
    return GroupCoordinator.of(
        group_state=GroupState,
        generation=generation,
        leader=somebody,
        members=clients,
        awaiting=clients,
        assignment=Array.of(partition, somebody),
        stored_generation=generation,
        stored_members=clients,
        unsubscribed=Array.of(client, unsubscribed),
        ghost=Ghost if at.resends else Only(Ghost.absent),
        new_member_ids=Array.of(client, Only(False) if at.starts_over else Bool()),
        unstored_ids=Array.of(client, Bool() if forgets_ids(at) else Only(False)),
    )


def forgets_ids(at: GroupAt) -> bool:
    """Whether a failover may forget the member id of a static member."""
    return bool(at.static and at.failovers and not at.stores_ids)


def compares_shares(at: GroupAt) -> bool:
    """Whether members keep partitions while an assignor assigns, and all subscribe to the same."""
    return bool(at.cooperative and at.by_subscription and at.resubscriptions == 0)
