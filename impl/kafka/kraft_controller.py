"""KRaft's controller: it fences, unfences and stops brokers, and one function makes each change of the partition.

`ReplicationControlManager`, `BrokerHeartbeatManager`, `ClusterControlManager`; the function is
`PartitionChangeBuilder.build`. Every broker hears who leads, or that nobody does. If the controller makes the ISR
smaller within a leader epoch, only the leader hears of it: nobody else needs it.
"""

from collections.abc import Callable
from typing import Any

from tidemark.impl.kafka.alter_partition import asked_isr, require_eligible, require_request, send_answer
from tidemark.impl.kafka.bounds import KafkaAt
from tidemark.impl.kafka.cluster import KafkaCluster, KafkaQuorum
from tidemark.impl.kafka.controller import begin_epoch, put_first, send_state
from tidemark.impl.kafka.domains import Broker, Successor
from tidemark.impl.kafka.faults import require_down, stop_cleanly
from tidemark.impl.kafka.fetching import register
from tidemark.impl.kafka.isr import with_isr
from tidemark.impl.kafka.leadership import maybe_increment_high_watermark
from tidemark.impl.kafka.settings import has_ends, may_end
from tidemark.impl.shared import partition_change
from tidemark.spec import Identity, IdSet, Truth, action, none, not_, require, where


def _active(c: KafkaCluster) -> IdSet:
    """The brokers that may lead: unfenced, and not in a controlled shutdown (`ClusterControlManager.isActive`)."""
    active = c.quorum.live
    for broker in c.replicas.indices():
        active = where(c.quorum.stopping[broker], active.excluding(broker), active)
    return active


def _first_in_order(c: KafkaCluster, candidates: IdSet) -> Identity:
    """The first of these brokers in the order of assigned replicas, or none."""
    first, first_rank = none, c.quorum.rank[c.replicas.indices()[0]]
    for broker in reversed(c.replicas.indices()):
        rank = c.quorum.rank[broker]
        better = candidates.has(broker) & ((first == none) | (rank <= first_rank))
        first, first_rank = where(better, broker, first), where(better, rank, first_rank)
    return first


def _record_change(
    c: KafkaCluster, isr: IdSet, choose: Callable[[IdSet], Identity], unclean: Identity = none
) -> KafkaQuorum:
    def is_large_enough(members: IdSet) -> Truth:
        return members.size() >= c.settings.min_isr

    return partition_change.change_partition(
        c.quorum, isr, c.settings, _active(c), is_large_enough, choose, unclean
    )


def _change(
    c: KafkaCluster, isr: IdSet, successor: Identity, applies: Truth = True, unclean: Identity = none
) -> KafkaCluster:
    """The cluster after the controller has changed the partition, if the change `applies`.

    successor: who leads then, or none. It may be any candidate, or must be the first assigned one.
    """
    pool: Any = isr

    def choose(candidates: IdSet) -> Identity:
        nonlocal pool
        pool = candidates
        return where(c.settings.any_order, successor, _first_in_order(c, candidates))

    quorum = where(applies, _record_change(c, isr, choose, unclean), c.quorum)
    valid = where(pool.is_empty(), successor == none, pool.has(successor))
    require(not_(applies) | valid, "the successor may lead, or nobody may")
    require(quorum.leader == successor, "the successor is the one who leads then")
    recorded = c.but(quorum=quorum)
    return _in_epoch(c, quorum, where(quorum.isr == c.quorum.isr, recorded, _tell_leader(recorded)))


def _in_epoch(c: KafkaCluster, after: KafkaQuorum, same: KafkaCluster) -> KafkaCluster:
    """The cluster with the partition changed: `same`, unless a leader epoch begins with the change.

    It does with another leader, and up to 3.5 with a smaller ISR (KAFKA-15021). Every broker with a session hears it.
    """
    shrinks = not_((c.quorum.isr - after.isr).is_empty())
    begins = (after.leader != c.quorum.leader) | (c.settings.bumps & shrinks)
    require(not_(begins) | c.can_begin_epoch(), "a leader epoch is left, if one begins")
    begun = begin_epoch(c.but(quorum=after), after.leader, after.isr, after.live, leaderless=True)
    return where(begins, begun, same)


def _tell_leader(c: KafkaCluster) -> KafkaCluster:
    for broker in c.replicas.indices():
        reached = (c.quorum.leader == broker) & c.replicas[broker].up & c.quorum.live.has(broker)
        c = send_state(c, broker, reached)
    return c


def _without(c: KafkaCluster, broker: Identity, successor: Identity) -> KafkaCluster:
    """The controller takes a broker out of the ISR, if it is in it, and elects another leader, if it led."""
    return _change(c, c.quorum.isr.excluding(broker), successor, c.quorum.isr.has(broker))


def _fence(c: KafkaCluster, broker: Identity, successor: Identity) -> KafkaCluster:
    c = c.without_requests(broker)
    live = c.quorum.live.excluding(broker)
    return _without(c.but(quorum=c.quorum.but(live=live)), broker, successor)


@action(when=may_end)
def controller_notices_failure(c: KafkaCluster, broker: Broker, successor: Successor) -> KafkaCluster:
    """The session of a broker that is down ends, and the controller fences it (`handleBrokerFenced`)."""
    require(
        c.quorum.live.has(broker) & not_(c.replicas[broker].up), "the broker is down, and has its session"
    )
    return _fence(c, broker, successor)


@action
def broker_is_cut_off(c: KafkaCluster, broker: Broker, successor: Successor) -> KafkaCluster:
    """A broker loses its session with the controller, and goes on; the controller fences it."""
    require(c.budget.zombies > 0, "a broker may still be cut off")
    require(c.quorum.live.has(broker) & c.replicas[broker].up, "the broker is up, and has its session")
    return _fence(c.spend(zombies=1), broker, successor)


@action("broker_restarts", when=may_end)
def broker_registers(c: KafkaCluster, broker: Broker, successor: Successor) -> KafkaCluster:
    """A broker starts from its disk and registers as a new incarnation, still fenced (`handleBrokerShutdown`).

    With ELR, one that ended without a clean shutdown leaves ISR and ELR, for its log may have lost records.
    """
    me, quorum = c.replicas[broker], c.quorum
    require_down(c, broker)
    require(not_(quorum.live.has(broker)), "the controller has noticed that it was down")
    up = register(c.with_replica(broker, me.but(up=True, ended_cleanly=False)), broker)
    is_unclean = c.settings.detected & not_(me.ended_cleanly)
    leaves = quorum.isr.has(broker) | (is_unclean & quorum.elr.has(broker))
    unclean = where(is_unclean, broker, none)
    return _change(up, quorum.isr.excluding(broker), successor, leaves, unclean)


@action(when=lambda at: may_end(at) or at.zombies > 0)
def controller_unfences_broker(c: KafkaCluster, broker: Broker, successor: Successor) -> KafkaCluster:
    """A fenced broker has its session again, and hears what it does not know (`handleBrokerUnfenced`).

    A partition without a leader gets one, if it can.
    """
    me, quorum = c.replicas[broker], c.quorum
    require(me.up & not_(quorum.live.has(broker)), "the broker is up, and has no session")
    require(not_(quorum.stopping[broker]), "it is not stopping")
    back = c.but(quorum=quorum.but(live=quorum.live.including(broker)))
    elected = _change(back, quorum.isr, successor, quorum.leader == none)
    is_up_to_date = (me.leader_epoch == elected.quorum.leader_epoch) & (elected.quorum.leader != broker)
    return send_state(elected, broker, not_(is_up_to_date))


@action
def controller_lets_broker_leave(c: KafkaCluster, broker: Broker, successor: Successor) -> KafkaCluster:
    """A broker that is to stop asks for it: it leaves the ISR, and leadership moves away if it led.

    With unclean election a broker outside the ISR leads where no other member may. Without it nobody
    does (`handleBrokerInControlledShutdown`).
    """
    quorum = c.quorum
    require(c.budget.shutdowns > 0, "a controlled shutdown is left")
    require(c.replicas[broker].up & quorum.live.has(broker), "the broker is up, and has its session")
    require(not_(quorum.stopping[broker]), "it is not stopping yet")
    stopping = c.spend(shutdowns=1).but(quorum=quorum.but(stopping=quorum.stopping.but(broker, True)))
    return _without(stopping, broker, successor)


@action("broker_stops")
def fenced_broker_stops(c: KafkaCluster, broker: Broker) -> KafkaCluster:
    """A broker stops at the end of its controlled shutdown, and is fenced (`processBrokerHeartbeat`, SHUTDOWN_NOW)."""
    require(c.quorum.stopping[broker], "the broker is in a controlled shutdown")
    stopped = stop_cleanly(c.without_requests(broker), broker)
    return stopped.but(quorum=stopped.quorum.but(live=stopped.quorum.live.excluding(broker)))


@action("controller_reorders_replicas")
def controller_reorders_replicas_in_epoch(c: KafkaCluster, broker: Broker) -> KafkaCluster:
    """An operator puts a replica first in the order of assigned replicas; leader and leader epoch stay."""
    return put_first(c, broker)


@action("controller_alters_isr")
def controller_alters_partition(c: KafkaCluster, leader: Broker) -> KafkaCluster:
    """The controller records the ISR that the leader asks for, and answers (`alterPartition`).

    Up to 3.5 a smaller ISR begins a leader epoch, and the leader cannot use the answer: it waits for the news.
    """
    require_request(c, leader)
    require_eligible(c, leader)
    quorum = _record_change(c, asked_isr(c, leader), lambda candidates: _first_in_order(c, candidates))
    return _in_epoch(c, quorum, send_answer(c.but(quorum=quorum), leader))


def _learns(at: KafkaAt) -> bool:
    return has_ends(at) or at.zombies > 0


@action(when=_learns)
def leader_learns_isr(c: KafkaCluster, leader: Broker) -> KafkaCluster:
    """A leader learns of a smaller ISR in its own leader epoch, made by the controller (`Partition.makeLeader`)."""
    require(c.presumes_leadership(leader), "the broker presumes to lead")
    request = c.requests[c.replicas[leader].leader_epoch]
    require(request.recipients.has(leader), "news of its leader epoch is on its way to it")
    isr = request.isr
    requests = c.requests.but(
        c.replicas[leader].leader_epoch, c.request(request.leader, isr, request.recipients.excluding(leader))
    )
    learned = with_isr(c.but(requests=requests), leader, isr)
    return maybe_increment_high_watermark(learned, leader)


KRAFT = (
    controller_notices_failure, broker_is_cut_off, broker_registers, controller_unfences_broker,
    controller_lets_broker_leave, fenced_broker_stops, controller_reorders_replicas_in_epoch,
    controller_alters_partition, leader_learns_isr,
)  # fmt: skip
