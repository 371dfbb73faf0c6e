"""A member of an old generation, and what a JoinGroup says of the generation that the member was in.

Source: `AbstractCoordinator.HeartbeatResponseHandler`, `SyncGroupResponseHandler` of Kafka 0.11.0.0, 3.1.2 and 3.2.0;
`ConsumerCoordinator.metadata` of 3.3.2 and 3.4.0; of the coordinator `GroupCoordinator.doJoinGroup` of 0.11.0.0. A
dynamic member comes to be in an old generation if the coordinator fails over before it has stored the new one.
"""

from __future__ import annotations

from tidemark.impl.group.domains import ClientId
from tidemark.impl.group.joining import join_static_member, park, prepare_to_rebalance, require_to_poll
from tidemark.impl.group.state import ConsumerGroup, Phase
from tidemark.spec import Identity, Rule, action, require, where


def _require_old_generation(g: ConsumerGroup, me: Identity) -> None:
    client = g.clients[me]
    require(client.is_live & g.is_member(me), "the client is a member")
    require(client.generation != g.coordinator.generation, "the client is in an old generation")
    require_to_poll(g, me)


@action(when=lambda at: at.static or at.failovers > 0)
def rejoin_in_old_generation(g: ConsumerGroup, me: ClientId) -> ConsumerGroup:
    """A member of an old generation gets ILLEGAL_GENERATION: it loses its partitions, and rejoins.

    Left out: a member that joined the stored generation as a new member, with the same metadata, may get that
    generation as the answer, without a rebalance.
    """
    _require_old_generation(g, me)
    generation = g.clients[me].generation
    return park(prepare_to_rebalance(g.without_partitions(me, Phase.joining, generation)), me)


@action("rejoin_in_old_generation", when=lambda at: at.static or at.failovers > 0)
def forget_member_id(g: ConsumerGroup, me: ClientId) -> ConsumerGroup:
    """A member of an old generation gets ILLEGAL_GENERATION: it loses its partitions and its member id.

    The coordinator keeps the member until its session times out, or a rebalance goes on without it. A client's id is
    its member id here, so the client joins as a new member only then. A static member joins at once, as the same.
    """
    _require_old_generation(g, me)
    forgotten = g.without_partitions(me, Phase.unjoined, 0)
    return where(g.settings.static, join_static_member(forgotten, me), forgotten)


KEPT = Rule((rejoin_in_old_generation,), "rejoins with its member id (KAFKA-13419)")
FORGOTTEN = Rule((forget_member_id,), "forgets its member id, and joins as a new member: before 3.2")
ANNOUNCED = Rule.sets("yes (KIP-792)", announces_generation=True)
UNANNOUNCED = Rule.sets(
    "no: a follower whose metadata is the same gets the generation as it is, before 3.4",
    announces_generation=False,
)
