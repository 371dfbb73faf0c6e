"""The invariants of the published model of KIP-848, under their names there; and who commits offsets."""

from tidemark.impl.published.groups.state import ClientStatus, Group, GroupStatus, MemberStatus
from tidemark.spec import Truth, all_of, any_of, count, implies, not_, promise


@promise(broken="A client has made a transition that is not allowed")
def legal_transitions(g: Group) -> Truth:
    """No client makes a transition that is not allowed (`TypeOK`)."""
    return all_of(client.status != ClientStatus.illegal for client in g.clients)


@promise(broken="The target assignment does not give every partition to one member")
def legal_target_assignment(g: Group) -> Truth:
    """A target assignment that has members gives every partition to one of them (`LegalTargetAssignment`)."""
    target, ids = g.target_assignment, g.members.indices()
    some = any_of(target.knows[one] for one in ids)
    return implies(
        some,
        all_of(
            count(target.partitions[one].has(partition) for one in ids) == 1
            for partition in g.partition_epoch.indices()
        ),
    )


@promise
def no_double_client_assignment(g: Group) -> Truth:
    """No two clients that are members both believe that they own a partition (`NoDoubleClientAssignment`)."""
    clients = g.clients.indices()
    return all_of(
        not_(
            g.is_member(g.clients[me].member)
            & g.is_member(g.clients[other].member)
            & g.clients[me].owned.has(one)
            & g.clients[other].owned.has(one)
        )
        for one in g.partition_epoch.indices()
        for me in clients
        for other in clients
        if me != other
    )


@promise(broken="A client in the target's epoch owns a partition that is another's there")
def valid_member_epoch(g: Group) -> Truth:
    """A client in the epoch of the target assignment owns nothing that is another's there (`ValidMemberEpoch`)."""
    target = g.target_assignment
    return all_of(
        implies(
            (client.epoch == target.epoch) & client.owned.has(one),
            all_of(
                (client.member == member) | not_(target.partitions[member].has(one))
                for member in g.members.indices()
            ),
        )
        for client in g.clients
        for one in g.partition_epoch.indices()
    )


@promise(broken="The group is stable, and a member has not reached its target")
def valid_stable_group_state(g: Group) -> Truth:
    """In a stable group every member is stable, in the group's epoch, with its target (`ValidStableGroupState`)."""
    return all_of(
        implies(
            (g.status == GroupStatus.STABLE) & g.is_member(one),
            (member.status == MemberStatus.stable)
            & (member.epoch == g.epoch)
            & member.revoking.is_empty()
            & (member.assigned == g.target_assignment.partitions[one]),
        )
        for one in g.members.indices()
        for member in [g.members[one]]
    )


@promise(broken="A partition that counts as free is with a member")
def valid_partition_epoch(g: Group) -> Truth:
    """A partition that is free is with no member (`ValidPartitionEpoch`)."""
    return all_of(
        implies(
            (g.partition_epoch[one] == 0) & g.is_member(member),
            not_(g.members[member].assigned.has(one) | g.members[member].revoking.has(one)),
        )
        for one in g.partition_epoch.indices()
        for member in g.members.indices()
    )


@promise(broken="An offset was committed by a member that does not have the partition")
def owners_commit(g: Group) -> Truth:
    """An offset is committed by a member that has the partition, or has still to give it up (STALE_MEMBER_EPOCH)."""
    return not_(g.strange_commit)


PROMISES = (
    legal_transitions,
    legal_target_assignment,
    no_double_client_assignment,
    valid_member_epoch,
    valid_stable_group_state,
    valid_partition_epoch,
    owners_commit,
)
