"""What a group promises: who owns a partition, whose commits are taken, and what happens to the records."""

from itertools import permutations, product

from tidemark.impl.group.state import ConsumerGroup, Ghost, GroupState, compares_shares
from tidemark.impl.group.topics import is_unnoticed, is_wanted, subscribes, topic_of
from tidemark.spec import Identity, Truth, all_of, any_of, implies, not_, promise


def _owns(g: ConsumerGroup, me: Identity, partition: Identity) -> Truth:
    return g.is_member(me) & g.clients[me].owned.has(partition)


def is_settled(g: ConsumerGroup) -> Truth:
    """Whether the group is Stable, and every member reads what it was assigned."""
    synced = all_of(not_(g.is_member(me)) | g.is_synced(me) for me in g.clients.indices())
    return (g.coordinator.group_state == GroupState.Stable) & synced & (g.coordinator.ghost == Ghost.absent)


def _has_all_owners(g: ConsumerGroup) -> Truth:
    return all_of(
        not_(is_wanted(g, partition)) | any_of(_owns(g, me, partition) for me in g.clients.indices())
        for partition in g.partitions.indices()
    )


@promise
def one_owner(g: ConsumerGroup) -> Truth:
    """Within one generation a partition has at most one owner among the members."""
    return all_of(
        implies(
            g.clients[me].generation == g.clients[rival].generation,
            not_(_owns(g, me, partition) & _owns(g, rival, partition)),
        )
        for partition in g.partitions.indices()
        for me, rival in permutations(g.clients.indices(), 2)
    )


@promise(
    only_named="Kafka does not promise it: a process that was removed goes on until it is told",
    when=lambda at: at.twins == 0,
)
def one_reader(g: ConsumerGroup) -> Truth:
    """At any time a partition is read by at most one process.

    Not asked where a process may start with the group.instance.id of another: what the older one reads is left out.
    """
    return all_of(
        not_(me.owned.has(partition) & rival.owned.has(partition))
        for partition in g.partitions.indices()
        for me, rival in permutations(g.clients, 2)
    )


@promise
def all_owned(g: ConsumerGroup) -> Truth:
    """Where the group is Stable and every member has its assignment, each partition that one wants has an owner."""
    return implies(is_settled(g), _has_all_owners(g))


@promise
def all_owned_at_last(g: ConsumerGroup) -> Truth:
    """Where, in addition, no member asks for another rebalance, each partition that one wants has an owner."""
    return implies(is_settled(g) & _is_at_rest(g), _has_all_owners(g))


def _is_at_rest(g: ConsumerGroup) -> Truth:
    """Whether no member asks for another rebalance, or is about to."""
    subscriptions = g.coordinator.unsubscribed
    rests = all_of(
        not_(g.is_member(me) & (client.must_rejoin | (client.unsubscribed != subscriptions[me])))
        for me, client in zip(g.clients.indices(), g.clients, strict=True)
    )
    return rests & not_(g.settings.watches & is_unnoticed(g))


@promise
def owners_agree(g: ConsumerGroup) -> Truth:
    """A member of a Stable group that has its assignment reads what the coordinator has stored, and nothing else."""
    stable = g.coordinator.group_state == GroupState.Stable
    return all_of(
        implies(
            stable & g.is_synced(me),
            g.clients[me].owned.has(partition) == (g.coordinator.assignment[partition] == me),
        )
        for partition in g.partitions.indices()
        for me in g.clients.indices()
    )


@promise(broken="A commit of an old generation was taken")
def no_old_commits(g: ConsumerGroup) -> Truth:
    """No commit of an old generation is taken (ILLEGAL_GENERATION)."""
    return not_(g.old_commit)


@promise(broken="A commit of a process that is no member was taken")
def no_strange_commits(g: ConsumerGroup) -> Truth:
    """No commit of a process that is no member is taken (UNKNOWN_MEMBER_ID)."""
    return not_(g.strange_commit)


@promise(broken="A committed offset has gone back while the group had members")
def offsets_stay(g: ConsumerGroup) -> Truth:
    """While the group has members, a committed offset does not go back."""
    return not_(g.went_back)


@promise
def skips_nothing(g: ConsumerGroup) -> Truth:
    """Every record below a committed offset was processed, or a process is about to: nothing is skipped."""
    conditions = []
    for partition in g.partitions.indices():
        partition_state = g.partitions[partition]
        for offset in partition_state.processed.indices():
            in_hand = any_of(
                client.begun.has(partition) & (client.next_offset[partition] == offset)
                for client in g.clients
            )
            conditions.append(
                implies(offset < partition_state.committed, partition_state.processed[offset] | in_hand)
            )
    return all_of(conditions)


@promise(broken="A record was processed twice")
def repeats_nothing(g: ConsumerGroup) -> Truth:
    """No record is processed twice."""
    return not_(g.repeated)


@promise(
    when=lambda at: at.slow_work > 0,
    broken="A member was removed while it worked, and before max.poll.interval.ms",
)
def working_members_stay(g: ConsumerGroup) -> Truth:
    """A member that works on a record for longer than session.timeout.ms alone is not removed for it."""
    return not_(g.removed_at_work)


@promise(when=lambda at: at.resends > 0, broken="A generation has a member that no process is")
def members_are_processes(g: ConsumerGroup) -> Truth:
    """Every member of a generation is a process: a JoinGroup that was sent again leaves no other member behind."""
    return g.coordinator.ghost != Ghost.member


@promise(
    when=lambda at: at.static and at.twins > 0,
    broken="A process has taken its group.instance.id back from the one that had taken it over",
)
def instance_is_kept(g: ConsumerGroup) -> Truth:
    """A process that has taken over a group.instance.id keeps it; the process before it does not take it back."""
    return not_(g.taken_back)


@promise(
    when=lambda at: at.static and at.failovers > 0 and at.crashes > 0,
    broken="A process was fenced although no other has its group.instance.id",
)
def fences_rivals_only(g: ConsumerGroup) -> Truth:
    """A process gets FENCED_INSTANCE_ID only if another one has joined with its group.instance.id."""
    return not_(g.fenced_alone)


@promise(when=lambda at: at.other_groups > 0, broken="A commit of another group has moved a committed offset")
def groups_are_apart(g: ConsumerGroup) -> Truth:
    """Several groups read a partition, each for itself: no commit of one moves the position of another."""
    return not_(g.moved_by_other)


@promise(when=lambda at: at.topics > 1)
def reads_what_it_wants(g: ConsumerGroup) -> Truth:
    """A member of a Stable group that has its assignment reads only topics to which it said that it subscribes."""
    stable, subscriptions = g.coordinator.group_state == GroupState.Stable, g.coordinator.unsubscribed
    return all_of(
        implies(
            stable & g.is_synced(me) & g.clients[me].owned.has(partition),
            subscribes(subscriptions[me], topic_of(g, partition)),
        )
        for partition in g.partitions.indices()
        for me in g.clients.indices()
    )


@promise(when=lambda at: at.topics > 1)
def shares_are_even(g: ConsumerGroup) -> Truth:
    """In a Stable group whose members all have their assignment and one subscription, their shares are within one."""
    subscriptions, clients = g.coordinator.unsubscribed, g.clients.indices()
    same = all_of(
        not_(g.is_member(me) & g.is_member(rival)) | (subscriptions[me] == subscriptions[rival])
        for me, rival in product(clients, repeat=2)
    )
    return implies(
        is_settled(g) & same,
        all_of(
            not_(g.is_member(me) & g.is_member(rival))
            | (g.clients[me].owned.size() <= g.clients[rival].owned.size() + 1)
            for me, rival in permutations(clients, 2)
        ),
    )


@promise(
    when=compares_shares, broken="A member that had no more than its share has lost a partition to another"
)
def keeps_its_share(g: ConsumerGroup) -> Truth:
    """A cooperative member that has no more than its share of the partitions keeps them all in a rebalance."""
    return not_(g.lost_share)


PROMISES = (
    one_owner, one_reader, all_owned, all_owned_at_last, owners_agree, no_old_commits, no_strange_commits,
    offsets_stay, skips_nothing, repeats_nothing, working_members_stay, members_are_processes,
    instance_is_kept, fences_rivals_only, groups_are_apart, reads_what_it_wants, shares_are_even, keeps_its_share,
)  # fmt: skip
