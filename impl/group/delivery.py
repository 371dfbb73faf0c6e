"""How a member reads: in which order it processes a record and commits the offset behind it.

Source: `GroupCoordinator.doCommitOffsets`, `validateOffsetCommit` and `doTxnCommitOffsets` of Kafka 3.9; KIP-447 for
offsets in a transaction. A record at a time: `begun` says that the first of the two is done.
"""

from tidemark.impl.group.domains import ClientId, PartitionId
from tidemark.impl.group.joining import may_commit_now
from tidemark.impl.group.state import ConsumerGroup, GroupState, Phase, Work
from tidemark.spec import Identity, Number, Rule, Truth, action, none, not_, require, where


def _require_to_read(g: ConsumerGroup, me: Identity, one: Identity) -> None:
    client = g.clients[me]
    require(client.owned.has(one), "the client reads the partition")
    require(client.working == Work.usual, "it does not work on a record for long")
    require(not_(client.begun.has(one)), "it is done with the record before")
    require(client.next_offset[one] < end_offset(g), "a record is there")


def _require_half(g: ConsumerGroup, me: Identity, one: Identity) -> None:
    require(g.clients[me].begun.has(one), "the client has done the first half")
    require(g.clients[me].working == Work.usual, "its work has ended")


def end_offset(g: ConsumerGroup) -> int:
    """The end of every partition."""
    return len(g.partitions.type.element.default.processed.indices())


def _begun(g: ConsumerGroup, me: Identity, one: Identity) -> ConsumerGroup:
    return g.with_client(me, g.clients[me].but(begun=g.clients[me].begun.including(one)))


def _ended(g: ConsumerGroup, me: Identity, one: Identity) -> ConsumerGroup:
    client = g.clients[me]
    position = client.next_offset.but(one, client.next_offset[one] + 1)
    return g.with_client(me, client.but(begun=client.begun.excluding(one), next_offset=position))


def _is_of_the_group(g: ConsumerGroup, known: Truth, generation: Number) -> Truth:
    """Whether a commit is of a member, and of the current generation (`validateOffsetCommit`)."""
    rules, now = g.settings, g.coordinator
    return (known | not_(rules.checks_member)) & (
        (generation == now.generation) | not_(rules.checks_generation)
    )


def may_commit(g: ConsumerGroup, known: Truth, generation: Number) -> Truth:
    """Whether the coordinator takes a commit of a process that it knows or not, in a generation.

    A group that is Empty takes those of its members, so none; without a check of members it takes any.
    """
    now = g.coordinator
    in_time = may_commit_now(g) | (now.group_state == GroupState.Empty)
    return _is_of_the_group(g, known, generation) & in_time


def may_send_offset(g: ConsumerGroup, known: Truth, generation: Number) -> Truth:
    """Whether the coordinator takes an offset in a transaction: in any state but Dead (`doTxnCommitOffsets`).

    A commit outside a transaction is refused in CompletingRebalance too (`doCommitOffsets`, REBALANCE_IN_PROGRESS).
    """
    return _is_of_the_group(g, known, generation) & (g.coordinator.group_state != GroupState.Dead)


def taken(g: ConsumerGroup, known: Truth, generation: Number) -> ConsumerGroup:
    """The group after a commit was taken, with what is wrong about its sender."""
    return g.but(
        old_commit=g.old_commit | (generation != g.coordinator.generation),
        strange_commit=g.strange_commit | not_(known),
    )


def _commit(g: ConsumerGroup, me: Identity, one: Identity) -> ConsumerGroup:
    """The group after a client has committed the offset behind the record at its position."""
    client, known = g.clients[me], g.is_member(me)
    require(client.phase == Phase.stable, "the client does not rejoin")
    require(may_commit(g, known, client.generation), "the coordinator takes its commits")
    return taken(g, known, client.generation).committed(one, client.next_offset[one] + 1)


@action("process")
def process_first(g: ConsumerGroup, me: ClientId, partition: PartitionId) -> ConsumerGroup:
    """A client processes the next record of a partition; it will commit its offset afterwards."""
    _require_to_read(g, me, partition)
    return _begun(g.processed(partition, g.clients[me].next_offset[partition]), me, partition)


@action("commit")
def commit_last(g: ConsumerGroup, me: ClientId, partition: PartitionId) -> ConsumerGroup:
    """A client commits the offset behind the record that it has processed."""
    _require_half(g, me, partition)
    return _ended(_commit(g, me, partition), me, partition)


@action("commit")
def commit_first(g: ConsumerGroup, me: ClientId, partition: PartitionId) -> ConsumerGroup:
    """A client commits the offset behind the next record of a partition; it will process it afterwards."""
    _require_to_read(g, me, partition)
    return _begun(_commit(g, me, partition), me, partition)


@action("process")
def process_last(g: ConsumerGroup, me: ClientId, partition: PartitionId) -> ConsumerGroup:
    """A client processes the record whose offset it has committed."""
    _require_half(g, me, partition)
    return _ended(g.processed(partition, g.clients[me].next_offset[partition]), me, partition)


@action
def send_offset_in_transaction(g: ConsumerGroup, me: ClientId, partition: PartitionId) -> ConsumerGroup:
    """A client writes the result of the next record, and the offset behind it, in one transaction (TxnOffsetCommit).

    The coordinator compares member and generation as for any commit (KIP-447), and keeps the offset as pending.
    """
    _require_to_read(g, me, partition)
    client, known = g.clients[me], g.is_member(me)
    state = g.partitions[partition]
    require(client.phase == Phase.stable, "the client does not rejoin")
    require(may_send_offset(g, known, client.generation), "the coordinator takes its commits")
    require(state.pending_client == none, "no transaction has an offset of the partition")
    sent = taken(g, known, client.generation).with_partition(partition, state.but(pending_client=me))
    return _begun(sent, me, partition)


@action
def end_transaction(g: ConsumerGroup, me: ClientId, partition: PartitionId) -> ConsumerGroup:
    """A client commits its transaction: the result of the record is seen, and its offset committed.

    Nobody compares generations now.
    """
    _require_half(g, me, partition)
    require(g.partitions[partition].pending_client == me, "its transaction is open")
    offset = g.clients[me].next_offset[partition]
    done = g.processed(partition, offset).committed(partition, offset + 1)
    state = done.partitions[partition]
    return _ended(done.with_partition(partition, state.but(pending_client=none)), me, partition)


@action
def abort_transaction(g: ConsumerGroup, partition: PartitionId) -> ConsumerGroup:
    """The transaction with an offset of a partition is aborted, by `transaction.timeout.ms`."""
    state = g.partitions[partition]
    require(state.pending_client != none, "a transaction is open")
    g = g.with_partition(partition, state.but(pending_client=none))
    for one in g.clients.indices():
        client = g.clients[one]
        undone = client.but(begun=client.begun.excluding(partition))
        g = g.with_client(one, where(state.pending_client == one, undone, client))
    return g


@action
def commit_is_delayed(g: ConsumerGroup, me: ClientId, partition: PartitionId) -> ConsumerGroup:
    """A client's commit is delayed on its way, and the client goes on (`commitAsync`)."""
    _require_half(g, me, partition)
    client = g.clients[me]
    require(client.phase == Phase.stable, "the client does not rejoin")
    require(g.budget.late_commits > 0, "a late commit is left")
    require(g.late.client == none, "no other one is under way")
    late = g.late.but(
        client=me,
        topic_partition=partition,
        offset=client.next_offset[partition] + 1,
        generation=client.generation,
    )
    return _ended(g.spend(late_commits=1).but(late=late), me, partition)


@action(when=lambda at: at["late-commits"] > 0)
def late_commit_arrives(g: ConsumerGroup) -> ConsumerGroup:
    """A commit that was delayed reaches the coordinator, which takes or refuses it by what it says of its sender."""
    late = g.late
    require(late.client != none, "a commit is under way")
    known = g.is_member(late.client)
    accepted = taken(g, known, late.generation).committed(late.topic_partition, late.offset)
    return where(may_commit(g, known, late.generation), accepted, g).but(late=late.type.default)


AT_LEAST_ONCE = Rule(
    (process_first, commit_last, commit_is_delayed, late_commit_arrives),
    "processes a record, then commits its offset",
    {"commits_last": True, "processes_last": False},
)
AT_MOST_ONCE = Rule(
    (commit_first, process_last),
    "commits the offset of a record, then processes it",
    {"commits_last": False, "processes_last": True},
)
EXACTLY_ONCE = Rule(
    (send_offset_in_transaction, end_transaction, abort_transaction),
    "commits the offset in the transaction that has what comes of the record",
    {"commits_last": True, "processes_last": True},
)
