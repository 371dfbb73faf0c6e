"""The invariants of the published model of KIP-848, under their names there; and who commits offsets."""

from tidemark.impl.published.groups.state import ClientStatus, GroupStatus, Kip848Group, MemberStatus
from tidemark.spec import Truth, all_of, any_of, count, implies, not_, promise


@promise(broken="A client has made a transition that is not allowed")
def legal_transitions(g: Kip848Group) -> Truth:
    """No client makes a transition that is not allowed (`TypeOK`)."""
    return all_of(client.status != ClientStatus.illegal for client in g.clients)


@promise(broken="The target assignment does not give every partition to one member")
def legal_target_assignment(g: Kip848Group) -> Truth:
    """A target assignment that has members gives every partition to one of them (`LegalTargetAssignment`)."""
    target, ids = g.target_assignment, g.members.indices()
    some = any_of(target.knows[member] for member in ids)
    return implies(
        some,
        all_of(
            count(target.partitions[member].has(partition) for member in ids) == 1
            for partition in g.partition_epoch.indices()
        ),
    )


@promise
def no_double_client_assignment(g: Kip848Group) -> Truth:
    """No two clients that are members both believe that they own a partition (`NoDoubleClientAssignment`)."""
    clients = g.clients.indices()
    return all_of(
        not_(
            g.is_member(g.clients[me].member)
            & g.is_member(g.clients[rival].member)
            & g.clients[me].owned.has(partition)
            & g.clients[rival].owned.has(partition)
        )
        for partition in g.partition_epoch.indices()
        for me in clients
        for rival in clients
        if me != rival
    )


@promise(broken="A client in the target's epoch owns a partition that is another's there")
def valid_member_epoch(g: Kip848Group) -> Truth:
    """A client in the epoch of the target assignment owns nothing that is another's there (`ValidMemberEpoch`)."""
    target = g.target_assignment
    return all_of(
        implies(
            (client.epoch == target.epoch) & client.owned.has(partition),
            all_of(
                (client.member == member) | not_(target.partitions[member].has(partition))
                for member in g.members.indices()
            ),
        )
        for client in g.clients
        for partition in g.partition_epoch.indices()
    )


@promise(broken="The group is stable, and a member has not reached its target")
def valid_stable_group_state(g: Kip848Group) -> Truth:
    """In a stable group every member is stable, in the group's epoch, with its target (`ValidStableGroupState`)."""
    return all_of(
        implies(
            (g.status == GroupStatus.STABLE) & g.is_member(member_id),
            (member.status == MemberStatus.stable)
            & (member.epoch == g.epoch)
            & member.revoking.is_empty()
            & (member.assigned == g.target_assignment.partitions[member_id]),
        )
        for member_id in g.members.indices()
        for member in [g.members[member_id]]
    )


@promise(broken="A partition that counts as free is with a member")
def valid_partition_epoch(g: Kip848Group) -> Truth:
    """A partition that is free is with no member (`ValidPartitionEpoch`)."""
    return all_of(
        implies(
            (g.partition_epoch[partition] == 0) & g.is_member(member),
            not_(g.members[member].assigned.has(partition) | g.members[member].revoking.has(partition)),
        )
        for partition in g.partition_epoch.indices()
        for member in g.members.indices()
    )


@promise(broken="An offset was committed by a member that does not have the partition")
def owners_commit(g: Kip848Group) -> Truth:
    """An offset is committed by a member that has the partition, or has still to give it up (STALE_MEMBER_EPOCH)."""
    return not_(g.strange_commit)


PROMISES = (
    legal_transitions, legal_target_assignment, no_double_client_assignment, valid_member_epoch,
    valid_stable_group_state, valid_partition_epoch, owners_commit,
)  # fmt: skip
