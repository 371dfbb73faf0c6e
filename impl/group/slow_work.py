"""Work on a record that takes longer than a time-out, and who sends a member's heartbeats meanwhile (KIP-62).

Source: of `AbstractCoordinator` the `HeartbeatTask` of Kafka 0.10.0.1, which runs within `poll()` alone, and the
`HeartbeatThread` of 0.10.1.0, which goes on until `max.poll.interval.ms`. Before 0.10.1 a rebalance also waits for
`session.timeout.ms`; since then it waits for `max.poll.interval.ms` (`GroupMetadata.rebalanceTimeoutMs`). A client that
works does nothing else: it learns nothing before its next `poll()`.
"""

from __future__ import annotations

from tidemark.impl.group.domains import ClientId
from tidemark.impl.group.joining import without_member
from tidemark.impl.group.state import ConsumerGroup, Phase, Work
from tidemark.spec import Identity, Rule, Truth, action, not_, require, where


@action(when=lambda at: at.slow_work > 0)
def work_takes_long(g: ConsumerGroup, me: ClientId) -> ConsumerGroup:
    """A client works on a record for longer than `session.timeout.ms`; later, than `max.poll.interval.ms`, if any."""
    client, in_poll = g.clients[me], g.settings.heartbeats_in_poll
    require(g.budget.slow_work > 0, "a record may still take long")
    require(client.phase == Phase.stable, "the client does not rejoin")
    require(not_(client.begun.is_empty()), "it works on a record")
    require(
        (client.working == Work.usual) | ((client.working == Work.slow) & not_(in_poll)), "a time-out is left"
    )
    longer = where(client.working == Work.usual, Work.slow, Work.overdue)
    return g.spend(slow_work=1).with_client(me, client.but(working=longer))


@action(when=lambda at: at.slow_work > 0)
def work_ends(g: ConsumerGroup, me: ClientId) -> ConsumerGroup:
    """A client has done its long work on a record, and goes on."""
    require(g.clients[me].working != Work.usual, "the client's work takes long")
    return g.with_client(me, g.clients[me].but(working=Work.usual))


@action(when=lambda at: at.slow_work > 1)
def leave_overdue(g: ConsumerGroup, me: ClientId) -> ConsumerGroup:
    """A member's heartbeat thread leaves the group: the member has not called `poll()` for `max.poll.interval.ms`.

    A static member only stops its heartbeats, and stays until its session times out.
    """
    require(g.clients[me].working == Work.overdue, "the client's work takes longer than max.poll.interval.ms")
    require(g.is_member(me), "the client is a member")
    require(not_(g.settings.static), "the client is no static member")
    return without_member(g, me)


def is_silent(g: ConsumerGroup, me: Identity) -> Truth:
    """Whether a client sends no heartbeat while it works."""
    work = g.clients[me].working
    return where(
        g.settings.heartbeats_in_poll, work != Work.usual, g.settings.static & (work == Work.overdue)
    )


def outlasts_rebalance(g: ConsumerGroup, me: Identity) -> Truth:
    """Whether a client works for longer than a rebalance waits for it."""
    work = g.clients[me].working
    return where(g.settings.heartbeats_in_poll, work != Work.usual, work == Work.overdue)


IN_POLL = Rule.sets("poll(), and nobody while a record is processed: before 0.10.1", heartbeats_in_poll=True)
BY_THREAD = Rule(
    (leave_overdue,),
    "a thread of its own, up to max.poll.interval.ms (KIP-62)",
    {"heartbeats_in_poll": False},
)
