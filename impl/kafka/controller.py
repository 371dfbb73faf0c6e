"""The controller: it notices failures, elects leaders, begins leader epochs and sends requests to the brokers.

Each broker gets its LeaderAndIsr requests from one thread, in their order, late or never. Where metadata is merged, a
newer one may come first: a controller that takes over sends the current state alone, and a KRaft broker that lags
publishes several changes as one. What is older than what a broker knows has no effect, so it is dropped when something
newer arrives. A request without a leader has no effect either: followers go on as they were
(`ReplicaManager.makeFollowers`), so it is not sent.
"""

import functools
from dataclasses import replace
from typing import Any

from tidemark.impl.kafka.cluster import KafkaCluster
from tidemark.impl.kafka.domains import Broker, Successor
from tidemark.impl.kafka.settings import may_end
from tidemark.spec import (
    Action,
    Identity,
    IdSet,
    Number,
    Truth,
    action,
    any_of,
    none,
    not_,
    position,
    require,
    where,
)


def begin_epoch(
    c: KafkaCluster,
    leader: Identity,
    isr: IdSet,
    live: IdSet,
    excluded: Identity = none,
    *,
    leaderless: bool = False,
) -> KafkaCluster:
    """The controller begins the next leader epoch and sends its request to every live broker but the `excluded` one.

    A broker that is down without the controller's knowledge gets it when it is back, if the restart goes unnoticed.
    leaderless: whether a request is sent even if nobody leads, as with KRaft.
    """
    epoch = c.quorum.leader_epoch + 1
    recipients = isr - isr
    for broker in live.ids():
        reached = c.replicas[broker].up | c.settings.bounces_unnoticed
        is_recipient = live.has(broker) & reached & ((leader != none) | leaderless) & (broker != excluded)
        recipients = where(is_recipient, recipients.including(broker), recipients)
    quorum = c.quorum.but(leader_epoch=epoch, leader=leader, isr=isr, live=live)
    return c.but(quorum=quorum, requests=c.requests.but(epoch, c.request(leader, isr, recipients)))


def send_state(c: KafkaCluster, broker: Identity, is_recipient: Truth) -> KafkaCluster:
    """The current state, the current ISR included, is on its way to a broker, if it is to hear of it."""
    quorum = c.quorum
    recipients = c.requests[quorum.leader_epoch].recipients
    request = c.request(
        quorum.leader, quorum.isr, where(is_recipient, recipients.including(broker), recipients)
    )
    return c.but(requests=c.requests.but(quorum.leader_epoch, request))


def tell(c: KafkaCluster, broker: Identity) -> KafkaCluster:
    """The controller gives a broker a session, and sends it the current state, if the partition has a leader."""
    back = c.but(quorum=c.quorum.but(live=c.quorum.live.including(broker)))
    return send_state(back, broker, c.quorum.leader != none)


@action(when=lambda at: may_end(at) and at.bounces_unnoticed)
def controller_sends_state(c: KafkaCluster, broker: Broker) -> KafkaCluster:
    """A controller that takes over sends the current state to a broker that is behind it.

    Nothing else tells a broker whose restart went unnoticed (`KafkaController.onControllerFailover`).
    """
    require(c.replicas[broker].up & c.quorum.live.has(broker), "the broker is up, and has its session")
    require(c.replicas[broker].leader_epoch < c.quorum.leader_epoch, "it does not know the current epoch")
    require(c.quorum.leader != none, "the partition has a leader")
    require(
        not_(c.requests[c.quorum.leader_epoch].recipients.has(broker)),
        "no request with that epoch is on its way to it",
    )
    return tell(c, broker)


def require_next(c: KafkaCluster, broker: Identity, epoch: Number) -> None:
    """The guards of the arrival of a LeaderAndIsr request."""
    require(c.replicas[broker].up, "the broker is up")
    require(c.requests[epoch].recipients.has(broker), "the request is on its way to the broker")
    for earlier in c.requests.indices():
        waits = (earlier < epoch) & c.requests[earlier].recipients.has(broker)
        require(not_(c.settings.in_order & waits), "no earlier request is on its way to it")


def only_if_news(take_up: Action, broker: str) -> Action:
    """The action by which a broker takes up a leader epoch, if the epoch is new to it: KRaft tells nobody twice.

    broker: the parameter that names the broker.
    """

    @functools.wraps(take_up.function)
    def take_up_news(c: KafkaCluster, **parameters: Any) -> KafkaCluster:
        is_news = parameters["epoch"] > c.replicas[parameters[broker]].leader_epoch
        require(is_news, "the epoch is new to the broker")
        successor: KafkaCluster = take_up.function(c, **parameters)
        return successor

    return replace(take_up, function=take_up_news)


@action(when=may_end)
def controller_notices_failed_follower(c: KafkaCluster, broker: Broker) -> KafkaCluster:
    """The controller notices that a follower is down: it leaves the ISR, unless it is the last member.

    A change of the ISR begins a leader epoch (`KafkaController.onBrokerFailure`, `removeReplicasFromIsr`).
    """
    quorum = c.quorum
    require(quorum.live.has(broker) & not_(c.replicas[broker].up), "the broker is down, and nobody knows yet")
    require(quorum.leader != broker, "the broker does not lead")
    live = quorum.live.excluding(broker)
    shrinks = quorum.isr.has(broker) & not_(quorum.isr.is_only(broker))
    require(not_(shrinks) | c.can_begin_epoch(), "a leader epoch is left, if the ISR changes")
    c = c.without_requests(broker)
    noticed = c.but(quorum=quorum.but(live=live))
    shrunk = begin_epoch(c, quorum.leader, quorum.isr.excluding(broker), live)
    following: KafkaCluster = where(shrinks, shrunk, noticed)
    return following


def is_candidate(c: KafkaCluster, failed: Identity, broker: Identity) -> Truth:
    """Whether a broker may succeed a failed leader: live and in sync or, if no broker is, live (unclean)."""
    in_sync = _is_live_in_sync(c, failed, broker)
    unclean = c.settings.unclean_election & _may_lead(c, failed, broker)
    return in_sync | (unclean & not_(any_of(_is_live_in_sync(c, failed, b) for b in c.replicas.indices())))


def _may_lead(c: KafkaCluster, failed: Identity, broker: Identity) -> Truth:
    return c.quorum.live.has(broker) & (broker != failed) & not_(c.quorum.stopping[broker])


def _is_live_in_sync(c: KafkaCluster, failed: Identity, broker: Identity) -> Truth:
    return c.quorum.isr.has(broker) & _may_lead(c, failed, broker)


def elect(c: KafkaCluster, failed: Identity, successor: Identity, live: IdSet) -> KafkaCluster:
    """The controller makes the successor the leader of a new epoch; with no candidate, `none`.

    live: the brokers that then have a session. The failed leader leaves the ISR, unless nobody succeeds it: the last
    member stays. An unclean leader becomes the only member of the ISR (`OfflinePartitionLeaderSelector`).
    """
    quorum = c.quorum
    nobody = not_(any_of(is_candidate(c, failed, b) for b in c.replicas.indices()))
    if successor == none:
        require(nobody, "nobody may succeed the leader")
        isr = quorum.isr
    else:
        require(
            is_candidate(c, failed, successor),
            "the successor is live and in sync, or the election is unclean",
        )
        clean = quorum.isr.has(successor)
        isr = where(clean, quorum.isr.excluding(failed), (quorum.isr - quorum.isr).including(successor))
    require(c.can_begin_epoch(), "a leader epoch is left")
    return begin_epoch(c, successor, isr, live)


@action(when=may_end)
def controller_fails_over(c: KafkaCluster, failed: Broker, successor: Successor) -> KafkaCluster:
    """The controller notices that the leader is down, and elects another (`onBrokerFailure`)."""
    require(c.is_failed_leader(failed), "the leader is down, and nobody knows yet")
    return elect(c.without_requests(failed), failed, successor, c.quorum.live.excluding(failed))


@action(when=lambda at: may_end(at) or at.zombies > 0)
def controller_elects_leader(c: KafkaCluster, successor: Broker) -> KafkaCluster:
    """A partition without a leader gets one when a broker is back (`onBrokerStartup`)."""
    require(c.quorum.leader == none, "the partition has no leader")
    return elect(c, none, successor, c.quorum.live)


@action
def controller_moves_leadership(c: KafkaCluster, successor: Broker) -> KafkaCluster:
    """The controller makes another live member of the ISR the leader, for balance; the ISR stays."""
    quorum = c.quorum
    require((quorum.leader != none) & (quorum.leader != successor), "another broker leads")
    require(_is_live_in_sync(c, none, successor), "the successor is live and in sync")
    require(c.can_begin_epoch(), "a leader epoch is left")
    return begin_epoch(c, successor, quorum.isr, quorum.live)


@action
def controller_moves_leadership_away(c: KafkaCluster, broker: Broker, successor: Successor) -> KafkaCluster:
    """A broker that is to stop asks for it: another one leads, and the ISR goes on without it.

    The ISR changes with a new leader epoch (`ControlledShutdownLeaderSelector`). A follower gets a StopReplica request
    in place of a LeaderAndIsr request, and does not hear of that epoch.
    """
    quorum = c.quorum
    require(c.budget.shutdowns > 0, "a controlled shutdown is left")
    require(c.replicas[broker].up & quorum.live.has(broker), "the broker is up, and has its session")
    require(not_(quorum.stopping[broker]), "it is not stopping yet")
    require(quorum.leader != none, "the partition has a leader")
    if successor == none:
        require(quorum.leader != broker, "the broker does not lead")
        leader: Any = quorum.leader
    else:
        require(quorum.leader == broker, "the broker leads")
        require(_is_live_in_sync(c, broker, successor), "the successor is live and in sync")
        leader = successor
    shrinks = quorum.isr.has(broker)
    require(not_(shrinks) | c.can_begin_epoch(), "a leader epoch is left, if the ISR changes")
    spent = c.spend(shutdowns=1)
    excluded = none if successor != none else broker
    shrunk = begin_epoch(spent, leader, quorum.isr.excluding(broker), quorum.live, excluded=excluded)
    moved: KafkaCluster = where(shrinks, shrunk, spent)
    return moved.but(quorum=moved.quorum.but(stopping=moved.quorum.stopping.but(broker, True)))


@action
def leader_is_cut_off(c: KafkaCluster, failed: Broker, successor: Successor) -> KafkaCluster:
    """A leader loses its session with the controller and becomes a zombie; another is elected."""
    require(c.budget.zombies > 0, "a leader may still be cut off")
    cut_off = (c.quorum.leader == failed) & c.quorum.live.has(failed) & c.replicas[failed].up
    require(cut_off, "the leader is up, and has its session")
    spent = c.without_requests(failed).spend(zombies=1)
    return elect(spent, failed, successor, c.quorum.live.excluding(failed))


def put_first(c: KafkaCluster, broker: Identity) -> KafkaCluster:
    """The cluster with another replica first in the order; the others stay in order (`kafka-reassign-partitions`)."""
    quorum = c.quorum
    require(c.budget.reorders > 0, "a change of the order is left")
    require(quorum.rank[broker] > 0, "the broker is not the first of the assigned replicas")
    rank = quorum.rank
    for member in rank.indices():
        moved_back = rank[member] + where(rank[member] < quorum.rank[broker], 1, 0)
        rank = rank.but(member, where(broker == member, 0, moved_back))
    return c.spend(reorders=1).but(quorum=quorum.but(rank=rank))


@action
def controller_reorders_replicas(c: KafkaCluster, broker: Broker) -> KafkaCluster:
    """An operator puts a replica first in the order; the leader gets a new epoch (`onPartitionReassignment`)."""
    require(c.quorum.leader != none, "the partition has a leader")
    require(c.can_begin_epoch(), "a leader epoch is left")
    c = put_first(c, broker)
    return begin_epoch(c, c.quorum.leader, c.quorum.isr, c.quorum.live)


# Elections by the order of assigned replicas, as in every release. They leave no symmetry.


def _rank(c: KafkaCluster, broker: Identity) -> Number:
    """The place of a broker in the order of assigned replicas, which is the order of ids where it never changes."""
    can_change = c.budget.type.fields["reorders"].hi > 0
    return c.quorum.rank[broker] if can_change else position(broker)


def _elect_first(election: Action) -> Action:
    """The election, restricted to the first candidate in the order. A broker that fails or leaves is no candidate."""

    @functools.wraps(election.function)
    def elect_first(c: KafkaCluster, successor: Identity, **leaver: Identity) -> KafkaCluster:
        (failed,) = leaver.values() or (none,)
        if successor != none:
            is_passed_over = (
                is_candidate(c, failed, b) & (_rank(c, b) < _rank(c, successor)) for b in c.replicas.indices()
            )
            require(not_(any_of(is_passed_over)), "no candidate is assigned before it")
        elected: KafkaCluster = election.function(c, successor=successor, **leaver)
        return elected

    return replace(election, function=elect_first)


@action("controller_moves_leadership")
def controller_elects_preferred_leader(c: KafkaCluster, successor: Broker) -> KafkaCluster:
    """The controller moves leadership to the first assigned replica (preferred leader election)."""
    require(_rank(c, successor) == 0, "the successor is the first of the assigned replicas")
    moved: KafkaCluster = controller_moves_leadership.function(c, successor)
    return moved


MOVES = {"any": controller_moves_leadership, "assigned": controller_elects_preferred_leader}
"""How the leadership moves for balance, by `--election-order`."""


def _elections(order: str) -> tuple[Action, ...]:
    restrict = _elect_first if order == "assigned" else lambda election: election
    return (
        controller_sends_state,
        controller_notices_failed_follower,
        restrict(controller_fails_over),
        restrict(controller_elects_leader),
        MOVES[order],
        restrict(controller_moves_leadership_away),
        restrict(leader_is_cut_off),
        controller_reorders_replicas,
    )


ELECTIONS = {order: _elections(order) for order in MOVES}
"""What the controller does, by `--election-order`: any candidate is elected, or the first assigned one."""
