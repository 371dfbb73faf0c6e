"""Two processes with one `group.instance.id`: which of them is the static member (KIP-345).

Source: `GroupCoordinator.updateStaticMemberAndRebalance` and `validateCurrentMember` of Kafka 3.9; of the
client `AbstractCoordinator.HeartbeatResponseHandler`. The coordinator gives the member to the process that joined last,
under a new member id. The older one goes on until it gets FENCED_INSTANCE_ID, which ends it. If it got
UNKNOWN_MEMBER_ID, as a dynamic member does, it would join again and be the one that joined last. The model leaves out
what it processes meanwhile.
"""

from __future__ import annotations

from tidemark.impl.group.domains import ClientId
from tidemark.impl.group.joining import join_static_member
from tidemark.impl.group.state import ConsumerGroup, Phase
from tidemark.spec import Identity, Rule, action, not_, require


@action(when=lambda at: at.static and at.twins > 0)
def twin_joins(g: ConsumerGroup, me: ClientId) -> ConsumerGroup:
    """Another process joins with the group.instance.id of a static member, and is that member from now on."""
    client = g.clients[me]
    require(g.budget.twins > 0, "another process may still be started")
    require(g.is_member(me), "the coordinator knows the static member")
    require(client.is_up, "its process is up")
    require(not_(client.has_older), "no older process is left")
    return _replace_process(g.spend(twins=1).with_client(me, client.but(has_older=True)), me)


@action("tell_older", when=lambda at: at.static and at.twins > 0)
def older_is_fenced(g: ConsumerGroup, me: ClientId) -> ConsumerGroup:
    """The older of two processes with one group.instance.id is told FENCED_INSTANCE_ID, and ends."""
    require(g.clients[me].has_older, "an older process is there")
    require(g.is_member(me), "the coordinator knows the static member")
    return g.with_client(me, g.clients[me].but(has_older=False))


@action("tell_older", when=lambda at: at.static and at.twins > 0)
def older_joins_again(g: ConsumerGroup, me: ClientId) -> ConsumerGroup:
    """The older process is told UNKNOWN_MEMBER_ID, and joins with its group.instance.id: now the other is the older."""
    client = g.clients[me]
    require(client.has_older, "an older process is there")
    require(g.is_member(me), "the coordinator knows the static member")
    swapped = g.with_client(me, client.but(has_older=client.is_up))
    return _replace_process(swapped.but(taken_back=g.taken_back | client.is_up), me)


def _replace_process(g: ConsumerGroup, me: Identity) -> ConsumerGroup:
    """The group after a new process has joined as a static member."""
    return join_static_member(g.without_partitions(me, Phase.unjoined, 0), me)


FENCED = Rule((older_is_fenced,), "that it is fenced, so that it ends (FENCED_INSTANCE_ID, KIP-345)")
UNKNOWN = Rule((older_joins_again,), "that its member id is unknown, so that it joins again")
