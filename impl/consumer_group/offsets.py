"""How a client fetches and commits offsets, and which requests the coordinator takes.

Source: `ConsumerGroup.validateOffsetFetch`, `validateOffsetCommit` and `createAssignmentEpochValidator` of Kafka 4.0.1,
4.2.1 and 4.3.1; of the client `CommitRequestManager`. The coordinator has the requests of one connection in the order
in which they were sent. A commit is late if its client has lost the connection and gone on over another.
"""

from tidemark.impl.consumer_group.domains import ClientId, PartitionId
from tidemark.impl.consumer_group.state import ClientPhase, EpochGroup, Stage
from tidemark.spec import Identity, Number, Truth, action, none, not_, one_of, require, where


@action
def fetch_offset(g: EpochGroup, me: ClientId, partition: PartitionId) -> EpochGroup:
    """A client fetches the committed offset of a partition that it has taken up, and reads it from there.

    An OffsetFetch in another epoch than the member's is refused (STALE_MEMBER_EPOCH), and sent again. A call of poll()
    begins with what is to be revoked, so the client reads nothing more that its new assignment lacks. A classic client
    does not send its epoch.
    """
    client, member = g.clients[me], g.members[me]
    require(client.owned.has(partition), "it has taken up the partition")
    require(client.target_assignment.has(partition), "it is not to revoke the partition")
    require(not_(client.readable_partitions.has(partition)), "it has not fetched the offset yet")
    require(client.heartbeat.stage != Stage.request, "the coordinator has handled the heartbeat before it")
    current = g.is_member(me) & (client.epoch == member.epoch)
    unchecked = client.classic | not_(g.settings.checks_offset_fetch)
    require(current | unchecked, "its epoch is the member's")
    fetched = client.but(
        readable_partitions=client.readable_partitions.including(partition),
        read_positions=client.read_positions.but(partition, g.committed[partition]),
    )
    return g.with_client(me, fetched)


@action
def process(g: EpochGroup, me: ClientId, partition: PartitionId) -> EpochGroup:
    """A client processes the next record of a partition that it reads."""
    client = g.clients[me]
    require(client.readable_partitions.has(partition), "it reads the partition")
    position = client.read_positions[partition]
    require(position < g.settings.records, "there is another record")
    again, processed = position < g.processed[partition], g.processed[partition]
    moved = client.but(read_positions=client.read_positions.but(partition, position + 1))
    return g.with_client(me, moved).but(
        processed=g.processed.but(partition, where(again, processed, position + 1)),
        repeated=g.repeated | again,
    )


@action(when=lambda at: at.records > 0)
def send_commit(g: EpochGroup, me: ClientId, partition: PartitionId) -> EpochGroup:
    """A client commits its position in a partition that it reads, in the epoch that it knows.

    A classic client does not commit while its JoinGroup is under way (`generationIfStable`).
    """
    client = g.clients[me]
    require(client.commit.topic_partition == none, "no commit of the client is under way")
    waits = client.classic & (client.heartbeat.stage != Stage.idle)
    require(not_(waits), "no JoinGroup of the client is under way")
    rejoins = client.classic & one_of(client.phase, (ClientPhase.joining, ClientPhase.syncing))
    require((client.phase == ClientPhase.joined) | rejoins, "the client is a member, as far as it knows")
    require(client.readable_partitions.has(partition), "it reads the partition")
    position = client.read_positions[partition]
    require(position > g.committed[partition], "its position is news")
    precedes = client.heartbeat.stage != Stage.request
    commit = client.commit.but(
        topic_partition=partition, epoch=client.epoch, offset=position, precedes=precedes
    )
    return g.with_client(me, client.but(commit=commit))


def may_commit(g: EpochGroup, me: Identity, partition: Identity, epoch: Number) -> Truth:
    """Whether the coordinator takes a commit of a client (`validateOffsetCommit`)."""
    rules, member = g.settings, g.members[me]
    was_assigned = member.has(partition) & (epoch >= member.assignment_epochs[partition])
    current = (epoch == member.epoch) & (member.has(partition) | not_(rules.requires_partition))
    older = rules.checks_assignment_epoch & (epoch < member.epoch) & was_assigned
    return g.is_member(me) & (current | older | not_(rules.requires_epoch))


def _handle_commit(
    g: EpochGroup, me: Identity, partition: Identity, epoch: Number, offset: Number
) -> EpochGroup:
    """The group after a commit has arrived, whether it is taken or not."""
    takes, member = may_commit(g, me, partition, epoch), g.members[me]
    entitled = (
        member.has(partition)
        & (epoch >= member.assignment_epochs[partition])
        & (epoch <= member.epoch)
        & g.is_member(me)
    )
    committed = g.committed[partition]
    return g.but(
        committed=g.committed.but(partition, where(takes, offset, committed)),
        committer=g.committer.but(partition, where(takes, me, g.committer[partition])),
        went_back=g.went_back | (takes & (offset < committed) & (g.committer[partition] != me)),
        strange_commit=g.strange_commit | (takes & not_(member.has(partition))),
        refused_owner=g.refused_owner | (entitled & not_(takes)),
    )


@action(when=lambda at: at.records > 0)
def take_commit(g: EpochGroup, me: ClientId) -> EpochGroup:
    """A commit arrives: the coordinator takes it, or refuses it (STALE_MEMBER_EPOCH, UNKNOWN_MEMBER_ID)."""
    client = g.clients[me]
    commit = client.commit
    require(commit.topic_partition != none, "a commit of the client is under way")
    require(
        commit.precedes | (client.heartbeat.stage != Stage.request),
        "the coordinator has handled the heartbeat before it",
    )
    handled = _handle_commit(g, me, commit.topic_partition, commit.epoch, commit.offset)
    return handled.with_client(me, client.but(commit=commit.type.default))


@action(when=lambda at: at.late_commits > 0 and at.records > 0)
def delay_commit(g: EpochGroup, me: ClientId) -> EpochGroup:
    """The client of a commit gives up the connection, and goes on; the broker still has the request."""
    commit = g.clients[me].commit
    require(g.budget.late_commits > 0, "a delay is left")
    require(g.late.client == none, "no other commit is late")
    require(commit.topic_partition != none, "a commit of the client is under way")
    require(g.clients[me].heartbeat.stage == Stage.idle, "no heartbeat is under way over the same connection")
    late = g.late.but(
        client=me, topic_partition=commit.topic_partition, epoch=commit.epoch, offset=commit.offset
    )
    freed = g.clients[me].but(commit=commit.type.default)
    return g.but(late=late).with_client(me, freed).spend(late_commits=1)


@action(when=lambda at: at.late_commits > 0 and at.records > 0)
def take_late_commit(g: EpochGroup) -> EpochGroup:
    """A late commit arrives, which the coordinator takes or refuses as any other."""
    late = g.late
    require(late.client != none, "a commit is late")
    handled = _handle_commit(g, late.client, late.topic_partition, late.epoch, late.offset)
    return handled.but(late=late.type.default)
