"""What the consumer group protocol promises: who owns a partition, whose commits are taken, who is fenced."""

from collections.abc import Callable
from itertools import permutations

from tidemark.impl.consumer_group.state import EpochGroup
from tidemark.spec import Identity, Truth, all_of, not_, promise


def _is_with_one(g: EpochGroup, has: Callable[[Identity, Identity], Truth]) -> Truth:
    """Whether no partition is with two clients; `has` says of a client and a partition whether it is."""
    return all_of(
        not_(has(me, partition) & has(rival, partition))
        for partition in g.partition_epoch.indices()
        for me, rival in permutations(g.clients.indices(), 2)
    )


@promise
def one_owner(g: EpochGroup) -> Truth:
    """No two clients that are members both have taken up a partition (`onPartitionsAssigned`)."""
    return _is_with_one(g, lambda me, partition: g.is_member(me) & g.clients[me].owned.has(partition))


@promise
def one_reader(g: EpochGroup) -> Truth:
    """No two clients that are members both read a partition, from the offset that they fetched."""
    return _is_with_one(
        g, lambda me, partition: g.is_member(me) & g.clients[me].readable_partitions.has(partition)
    )


@promise
def one_holder(g: EpochGroup) -> Truth:
    """The coordinator has no partition with two members, those included that are to revoke it."""
    return _is_with_one(g, lambda me, partition: g.members[me].has(partition))


@promise(
    when=lambda at: at.records > 0, broken="A commit of a member that does not have the partition was taken"
)
def owners_commit(g: EpochGroup) -> Truth:
    """No commit is taken of a member that does not have the partition."""
    return not_(g.strange_commit)


@promise(
    when=lambda at: at.records > 0,
    broken="A commit of a member was refused that has had the partition since the commit's epoch",
)
def owners_are_heard(g: EpochGroup) -> Truth:
    """A commit is taken if its member has had the partition without a break since the commit's epoch (KIP-1251)."""
    return not_(g.refused_owner)


@promise(when=lambda at: at.records > 0, broken="An old owner's commit has overwritten a newer owner's")
def offsets_stay(g: EpochGroup) -> Truth:
    """No commit of another client than the last committer makes a committed offset smaller."""
    return not_(g.went_back)


@promise(when=lambda at: at.records > 0, broken="A record was processed twice")
def repeats_nothing(g: EpochGroup) -> Truth:
    """No record is processed twice."""
    return not_(g.repeated)


@promise(broken="A member was refused for its epoch (FENCED_MEMBER_EPOCH)")
def members_stay(g: EpochGroup) -> Truth:
    """No heartbeat of a member is refused for its epoch."""
    return not_(g.fenced)


PROMISES = (
    one_owner, one_reader, one_holder, owners_commit, owners_are_heard, offsets_stay, repeats_nothing, members_stay,
)  # fmt: skip
