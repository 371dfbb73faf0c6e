"""How a member reads: in which order it processes a record and commits the offset behind it.

Source: `GroupCoordinator.doCommitOffsets`, `validateOffsetCommit` and `doTxnCommitOffsets` of Kafka 3.9; KIP-447 for
offsets in a transaction. A member handles one record at a time: `begun` says that the first of the two is done.
"""

from tidemark.impl.group.domains import ClientId, PartitionId
from tidemark.impl.group.joining import may_commit_now
from tidemark.impl.group.producers import abort, is_fenced
from tidemark.impl.group.state import ConsumerGroup, GroupState, Phase, Work
from tidemark.spec import Identity, Number, Rule, Truth, action, none, not_, require, where


def _require_to_read(g: ConsumerGroup, me: Identity, partition: Identity) -> None:
    client = g.clients[me]
    require(client.owned.has(partition), "the client reads the partition")
    require(client.working == Work.usual, "it does not work on a record for long")
    require(not_(client.begun.has(partition)), "it is done with the record before")
    require(client.next_offset[partition] < end_offset(g), "a record is there")


def _require_half(g: ConsumerGroup, me: Identity, partition: Identity) -> None:
    require(g.clients[me].begun.has(partition), "the client has done the first half")
    require(g.clients[me].working == Work.usual, "its work has ended")


def end_offset(g: ConsumerGroup) -> int:
    """The end of every partition."""
    return len(g.partitions.type.element.default.processed.indices())


def _begin_record(g: ConsumerGroup, me: Identity, partition: Identity) -> ConsumerGroup:
    return g.with_client(me, g.clients[me].but(begun=g.clients[me].begun.including(partition)))


def _finish_record(g: ConsumerGroup, me: Identity, partition: Identity) -> ConsumerGroup:
    client = g.clients[me]
    position = client.next_offset.but(partition, client.next_offset[partition] + 1)
    return g.with_client(me, client.but(begun=client.begun.excluding(partition), next_offset=position))


def _passes_group_checks(g: ConsumerGroup, is_member: Truth, generation: Number) -> Truth:
    """Whether a commit is of a member, and of the current generation (`validateOffsetCommit`)."""
    rules, now = g.settings, g.coordinator
    return (is_member | not_(rules.checks_member)) & (
        (generation == now.generation) | not_(rules.checks_generation)
    )


def may_commit(g: ConsumerGroup, is_member: Truth, generation: Number) -> Truth:
    """Whether the coordinator takes a commit in a generation from a member, or from another process.

    An Empty group has no members, so it takes none; without a check of members it takes any.
    """
    now = g.coordinator
    in_time = may_commit_now(g) | (now.group_state == GroupState.Empty)
    return _passes_group_checks(g, is_member, generation) & in_time


def may_send_offset(g: ConsumerGroup, is_member: Truth, generation: Number) -> Truth:
    """Whether the coordinator takes an offset in a transaction: in any state but Dead (`doTxnCommitOffsets`).

    A commit outside a transaction is refused in CompletingRebalance too (`doCommitOffsets`, REBALANCE_IN_PROGRESS).
    """
    return _passes_group_checks(g, is_member, generation) & (g.coordinator.group_state != GroupState.Dead)


def note_sender(g: ConsumerGroup, is_member: Truth, generation: Number) -> ConsumerGroup:
    """The group after the coordinator accepted a commit, with a note if its sender is no member or out of date."""
    return g.but(
        old_commit=g.old_commit | (generation != g.coordinator.generation),
        strange_commit=g.strange_commit | not_(is_member),
    )


def _commit(g: ConsumerGroup, me: Identity, partition: Identity) -> ConsumerGroup:
    """The group after a client has committed the offset behind the record at its position."""
    client, is_member = g.clients[me], g.is_member(me)
    require(client.phase == Phase.stable, "the client does not rejoin")
    require(may_commit(g, is_member, client.generation), "the coordinator takes its commits")
    return note_sender(g, is_member, client.generation).commit(partition, client.next_offset[partition] + 1)


@action("process")
def process_first(g: ConsumerGroup, me: ClientId, partition: PartitionId) -> ConsumerGroup:
    """A client processes the next record of a partition; it will commit its offset afterwards."""
    _require_to_read(g, me, partition)
    return _begin_record(g.process(partition, g.clients[me].next_offset[partition]), me, partition)


@action("commit")
def commit_last(g: ConsumerGroup, me: ClientId, partition: PartitionId) -> ConsumerGroup:
    """A client commits the offset behind the record that it has processed."""
    _require_half(g, me, partition)
    return _finish_record(_commit(g, me, partition), me, partition)


@action("commit")
def commit_first(g: ConsumerGroup, me: ClientId, partition: PartitionId) -> ConsumerGroup:
    """A client commits the offset behind the next record of a partition; it will process it afterwards."""
    _require_to_read(g, me, partition)
    return _begin_record(_commit(g, me, partition), me, partition)


@action("process")
def process_last(g: ConsumerGroup, me: ClientId, partition: PartitionId) -> ConsumerGroup:
    """A client processes the record whose offset it has committed."""
    _require_half(g, me, partition)
    return _finish_record(g.process(partition, g.clients[me].next_offset[partition]), me, partition)


@action
def send_offset_in_transaction(g: ConsumerGroup, me: ClientId, partition: PartitionId) -> ConsumerGroup:
    """A client writes the result of the next record, and the offset behind it, in one transaction (TxnOffsetCommit).

    The coordinator compares member and generation as for any commit (KIP-447), and keeps the offset as pending.
    """
    _require_to_read(g, me, partition)
    client, is_member = g.clients[me], g.is_member(me)
    state = g.partitions[partition]
    require(client.phase == Phase.stable, "the client does not rejoin")
    require(may_send_offset(g, is_member, client.generation), "the coordinator takes its commits")
    require(state.pending_client == none, "no transaction has an offset of the partition")
    require(not_(is_fenced(g, me, partition)), "no other producer has taken the transactional.id")
    sent = note_sender(g, is_member, client.generation).with_partition(
        partition, state.but(pending_client=me)
    )
    return _begin_record(sent, me, partition)


@action
def end_transaction(g: ConsumerGroup, me: ClientId, partition: PartitionId) -> ConsumerGroup:
    """A client commits its transaction: the result of the record is seen, and its offset committed.

    Nobody compares generations now.
    """
    _require_half(g, me, partition)
    require(g.partitions[partition].pending_client == me, "its transaction is open")
    offset = g.clients[me].next_offset[partition]
    done = g.process(partition, offset).commit(partition, offset + 1)
    state = done.partitions[partition]
    return _finish_record(done.with_partition(partition, state.but(pending_client=none)), me, partition)


@action
def abort_transaction(g: ConsumerGroup, partition: PartitionId) -> ConsumerGroup:
    """The transaction with an offset of a partition is aborted, by `transaction.timeout.ms`."""
    require(g.partitions[partition].pending_client != none, "a transaction is open")
    return abort(g, partition)


@action
def commit_is_delayed(g: ConsumerGroup, me: ClientId, partition: PartitionId) -> ConsumerGroup:
    """A client's commit is delayed on its way, and the client goes on (`commitAsync`)."""
    _require_half(g, me, partition)
    client = g.clients[me]
    require(client.phase == Phase.stable, "the client does not rejoin")
    require(g.budget.late_commits > 0, "a late commit is left")
    require(g.late.client == none, "no other one is under way")
    offset = client.next_offset[partition] + 1
    late = g.late.but(client=me, topic_partition=partition, offset=offset, generation=client.generation)
    return _finish_record(g.spend(late_commits=1).but(late=late), me, partition)


@action(when=lambda at: at.late_commits > 0)
def late_commit_arrives(g: ConsumerGroup) -> ConsumerGroup:
    """A delayed commit reaches the coordinator, which takes or refuses it by its sender and generation."""
    late = g.late
    require(late.client != none, "a commit is under way")
    is_member = g.is_member(late.client)
    accepted = note_sender(g, is_member, late.generation).commit(late.topic_partition, late.offset)
    return where(may_commit(g, is_member, late.generation), accepted, g).but(late=late.type.default)


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
