"""Offset commits, which the published model leaves out: a member epoch fences more than heartbeats.

Source: `ConsumerGroup.validateOffsetCommit` of Kafka 3.9, which compares the member id and the member epoch
(STALE_MEMBER_EPOCH), and does not ask who has the partition.
"""

from tidemark.impl.published.groups.domains import ClientId, PartitionId
from tidemark.impl.published.groups.state import Kip848Group
from tidemark.spec import action, none, not_, require


@action
def send_commit(g: Kip848Group, me: ClientId, partition: PartitionId) -> Kip848Group:
    """A client commits an offset of a partition that it owns; the request is under way."""
    client = g.clients[me]
    require(g.commits > 0, "a commit is left")
    require(g.commit.client == none, "no other one is under way")
    require((client.member != 0) & (client.epoch > 0), "the client is a member")
    require(client.owned.has(partition), "it owns the partition")
    commit = g.commit.but(client=me, member=client.member, epoch=client.epoch, topic_partition=partition)
    return g.but(commit=commit, commits=g.commits - 1)


@action
def take_commit(g: Kip848Group) -> Kip848Group:
    """The coordinator takes a commit of a member in its epoch; any other is refused."""
    commit = g.commit
    require(commit.client != none, "a commit is under way")
    member = g.members[commit.member]
    current = (member.epoch == commit.epoch) | not_(g.settings.checks_commit_epoch)
    has = member.assigned.has(commit.topic_partition) | member.revoking.has(commit.topic_partition)
    strange = g.is_member(commit.member) & current & not_(has)
    return g.but(commit=commit.type.default, strange_commit=g.strange_commit | strange)
