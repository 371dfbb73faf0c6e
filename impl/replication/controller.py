"""The controller: it notices failures, elects leaders, begins leader epochs and sends requests to the brokers.

Its LeaderAndIsr requests may arrive late, in any order or never. One that is older than what the broker knows
has no effect, so it is dropped when a newer one arrives. A request without a leader has no effect either:
followers go on as they were (`ReplicaManager.makeFollowers`), so it is not sent.
"""

import functools
from typing import Any

from impl.replication.cluster import Cluster
from impl.replication.domains import Broker, Successor
from spec import Action, Identity, IdSet, Truth, action, all_of, any_of, none, not_, position, require, where


def begin_epoch(c: Cluster, leader: Identity, isr: IdSet, live: IdSet) -> Cluster:
    """The controller begins the next leader epoch and sends its request to every broker that it can reach."""
    epoch = c.quorum.leader_epoch + 1
    recipients = isr - isr
    for broker in live.ids():
        reached = live.has(broker) & c.replicas[broker].up & (leader != none)
        recipients = where(reached, recipients.including(broker), recipients)
    quorum = c.quorum.but(leader_epoch=epoch, leader=leader, isr=isr, live=live)
    return c.but(quorum=quorum, requests=c.requests.but(epoch, c.request(leader, isr, recipients)))


def tell(c: Cluster, broker: Identity) -> Cluster:
    """The controller sends the current state, the current ISR included, to a broker that has come back."""
    quorum = c.quorum
    recipients = c.requests[quorum.leader_epoch].recipients
    recipients = where(quorum.leader == none, recipients, recipients.including(broker))
    request = c.request(quorum.leader, quorum.isr, recipients)
    live = quorum.live.including(broker)
    return c.but(quorum=quorum.but(live=live), requests=c.requests.but(quorum.leader_epoch, request))


@action
def controller_notices_failed_follower(c: Cluster, broker: Broker) -> Cluster:
    """The controller notices that a follower is down: it leaves the ISR, unless it is the last member.

    A change of the ISR begins a leader epoch (`KafkaController.onBrokerFailure`, `removeReplicasFromIsr`).
    """
    quorum = c.quorum
    require(quorum.live.has(broker) & not_(c.replicas[broker].up), "the broker is down, and nobody knows yet")
    require(quorum.leader != broker, "the broker does not lead")
    live = quorum.live.excluding(broker)
    shrinks = quorum.isr.has(broker) & not_(quorum.isr.is_only(broker))
    require(not_(shrinks) | c.can_begin_epoch(), "a leader epoch is left, if the ISR changes")
    noticed = c.but(quorum=quorum.but(live=live))
    shrunk = begin_epoch(c, quorum.leader, quorum.isr.excluding(broker), live)
    following: Cluster = where(shrinks, shrunk, noticed)
    return following


def is_candidate(c: Cluster, failed: Identity, broker: Identity) -> Truth:
    """Whether a broker may succeed a failed leader: live and in sync or, if no broker is, live (unclean)."""
    in_sync = _is_live_in_sync(c, failed, broker)
    unclean = c.settings.unclean_election & c.quorum.live.has(broker) & (broker != failed)
    return in_sync | (unclean & not_(any_of(_is_live_in_sync(c, failed, b) for b in c.replicas.indices())))


def _is_live_in_sync(c: Cluster, failed: Identity, broker: Identity) -> Truth:
    return c.quorum.isr.has(broker) & c.quorum.live.has(broker) & (broker != failed)


def _elect(c: Cluster, failed: Identity, successor: Identity) -> Cluster:
    """The controller makes the successor leader of a new epoch; with no candidate, `none`.

    The failed leader leaves the ISR, unless nobody succeeds it: the last member stays. An unclean leader
    becomes the ISR (`OfflinePartitionLeaderSelector`).
    """
    quorum = c.quorum
    nobody = not_(any_of(is_candidate(c, failed, b) for b in c.replicas.indices()))
    if successor is none:
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
    return begin_epoch(c, successor, isr, quorum.live.excluding(failed))


@action
def controller_fails_over(c: Cluster, failed: Broker, successor: Successor) -> Cluster:
    """The controller notices that the leader is down, and elects another (`onBrokerFailure`)."""
    require(c.is_failed_leader(failed), "the leader is down, and nobody knows yet")
    return _elect(c, failed, successor)


@action
def controller_elects_leader(c: Cluster, successor: Broker) -> Cluster:
    """A partition without a leader gets one when a broker is back (`onBrokerStartup`)."""
    require(c.quorum.leader == none, "the partition has no leader")
    return _elect(c, none, successor)


@action
def controller_moves_leadership(c: Cluster, successor: Broker) -> Cluster:
    """The controller makes another live member of the ISR the leader, for balance; the ISR stays."""
    quorum = c.quorum
    require((quorum.leader != none) & (quorum.leader != successor), "another broker leads")
    require(quorum.isr.has(successor) & quorum.live.has(successor), "the successor is live and in sync")
    require(c.can_begin_epoch(), "a leader epoch is left")
    return begin_epoch(c, successor, quorum.isr, quorum.live)


@action
def leader_is_cut_off(c: Cluster, failed: Broker, successor: Successor) -> Cluster:
    """A leader loses its session with the controller and becomes a zombie; another is elected."""
    require(c.budget.zombies > 0, "a leader may still be cut off")
    cut_off = (c.quorum.leader == failed) & c.quorum.live.has(failed) & c.replicas[failed].up
    require(cut_off, "the leader is up, and has its session")
    return _elect(c.without_requests(failed).spend(zombies=1), failed, successor)


# Elections by the order of assigned replicas, as some accounts describe them. They leave no symmetry.


def _first_candidate(one: Action) -> Action:
    """The election, restricted to the first candidate in the order of assigned replicas."""

    @functools.wraps(one.function)
    def ordered(c: Cluster, **parameters: Any) -> Cluster:
        successor, failed = parameters["successor"], parameters.get("failed", none)
        if successor is not none:
            earlier = [b for b in c.replicas.indices() if position(b) < position(successor)]
            require(
                all_of(not_(is_candidate(c, failed, b)) for b in earlier),
                "no candidate is assigned before it",
            )
        chosen: Cluster = one.function(c, **parameters)
        return chosen

    return Action(one.name, ordered, one.parameters)


@action("controller_moves_leadership")
def controller_elects_preferred_leader(c: Cluster, successor: Broker) -> Cluster:
    """The controller moves leadership to the first assigned replica (preferred leader election)."""
    require(position(successor) == 0, "the successor is the first of the assigned replicas")
    moved: Cluster = controller_moves_leadership.function(c, successor)
    return moved


IN_ANY_ORDER = (
    controller_notices_failed_follower,
    controller_fails_over,
    controller_elects_leader,
    controller_moves_leadership,
    leader_is_cut_off,
)


def elections(order: str) -> list[Action]:
    """What the controller does, electing any candidate (`isr`) or the first assigned one (`assigned`)."""
    if order == "isr":
        return list(IN_ANY_ORDER)
    kept = {controller_notices_failed_follower.name: controller_notices_failed_follower}
    kept[controller_moves_leadership.name] = controller_elects_preferred_leader
    return [kept.get(one.name) or _first_candidate(one) for one in IN_ANY_ORDER]
