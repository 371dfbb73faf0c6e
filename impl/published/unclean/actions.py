"""The actions of the published model, each under its name there. Source: `UncleanLeaderElectionSafety.tla`."""

from __future__ import annotations

from typing import Annotated

from tidemark.impl.published.unclean.state import UncleanCluster
from tidemark.spec import (
    Domain,
    Id,
    Identity,
    Int,
    Number,
    Truth,
    action,
    all_of,
    any_of,
    implies,
    none,
    not_,
    position,
    require,
    where,
)

ReplicaId = Annotated[Identity, Domain("replica", lambda at: Id("replica", at.replicas))]
ProducerId = Annotated[Identity, Domain("producer", lambda at: Id("producer", at.producers))]
Messages = Annotated[Number, Domain("messages", lambda at: Int(1, at.log_size - 1))]


def _require_leader(c: UncleanCluster) -> None:
    require(c.leader != none, "there is a leader")


def _is_unstable(replica: Identity) -> bool:
    return position(replica) == 0


@action
def produce_message(c: UncleanCluster, producer: ProducerId) -> UncleanCluster:
    """`ProduceMessage`: a producer that waits for nothing writes a message to the leader."""
    _require_leader(c)
    require(not_(c.waiting.has(producer)), "the producer waits for no other message")
    log = c.replicas[c.leader].log
    require(log.length < log.capacity, "the log has room")
    message = log.type.element(epoch=c.leader_epoch, producer=producer)
    return c.with_replica(c.leader, log=log.append(message)).but(waiting=c.waiting.including(producer))


@action
def replicate(c: UncleanCluster, replica: ReplicaId, messages: Messages) -> UncleanCluster:
    """`Replicate`: a follower copies some messages, and the leader commits what all of the ISR has by then."""
    _require_leader(c)
    require(replica != c.leader, "the replica follows")
    require(c.replicas[replica].ready_to_fetch, "it is ready to fetch")
    leader, log = c.replicas[c.leader].log, c.replicas[replica].log
    require(log.length + messages <= leader.length, "the leader has as many more")
    return c.with_replica(replica, log=leader.truncate(log.length + messages)).commit()


@action
def become_out_of_sync(c: UncleanCluster, replica: ReplicaId) -> UncleanCluster:
    """`BecomeOutOfSync`: a follower that lags leaves the ISR, where it is unstable or follows the unstable replica."""
    _require_leader(c)
    require((c.leader == c.replicas.indices()[0]) | _is_unstable(replica), "one of the two is unstable")
    require(replica != c.leader, "the replica follows")
    require(c.isr.has(replica), "it is in the ISR")
    require(c.replicas[replica].log.length < c.replicas[c.leader].log.length, "it lags")
    return c.but(isr=c.isr.excluding(replica)).commit()


@action
def become_in_sync(c: UncleanCluster, replica: ReplicaId) -> UncleanCluster:
    """`BecomeInSync`: a follower that has what is committed, and a record of the leader's epoch, joins the ISR."""
    _require_leader(c)
    require(replica != c.leader, "the replica follows")
    require(not_(c.isr.has(replica)) & c.alive.has(replica), "it is alive, and not in the ISR")
    me = c.replicas[replica]
    require(me.ready_to_fetch, "it is ready to fetch")
    leader = c.replicas[c.leader].log
    has_reached_epoch = any_of(
        (leader.length > k) & (leader[k].epoch == c.leader_epoch) & (me.log.length > k)
        for k in range(leader.capacity)
    )
    require(has_reached_epoch, "it has reached the leader's epoch")
    require(me.log.length >= c.committed.length, "it has what is committed")
    return c.but(isr=c.isr.including(replica))


@action
def leader_failure(c: UncleanCluster) -> UncleanCluster:
    """`LeaderFailure`: the unstable leader seems dead to the controller, and goes on."""
    unstable = c.replicas.indices()[0]
    require((c.leader == unstable) & c.alive.has(unstable), "the unstable replica leads, and is alive")
    return _without_leader(c, unstable)


def _without_leader(c: UncleanCluster, leader: Identity) -> UncleanCluster:
    """The leader is dead to the controller; it stays in the ISR if it is its last member."""
    isr = where(c.isr.is_only(leader), c.isr, c.isr.excluding(leader))
    return c.but(isr=isr, leader=none, alive=c.alive.excluding(leader))


@action
def elect_new_leader(c: UncleanCluster, replica: ReplicaId) -> UncleanCluster:
    """`ElectNewLeader`: the first of the ISR leads, if it is alive."""
    require(c.leader == none, "there is no leader")
    before = c.replicas.indices()[: position(replica)]
    is_first = c.isr.has(replica) & not_(any_of(c.isr.has(candidate) for candidate in before))
    require(is_first, "it is the first of the ISR")
    require(c.alive.has(replica), "it is alive")
    require(c.has_epoch_left(), "an epoch is left")
    return c.with_leader(replica)


@action
def failed_replica_back(c: UncleanCluster, replica: ReplicaId) -> UncleanCluster:
    """`FailedReplicaBack`: a replica that was dead to the controller is alive."""
    require(not_(c.alive.has(replica)), "the replica is not alive")
    return c.but(alive=c.alive.including(replica))


@action
def swap_preferred_leader(c: UncleanCluster, replica: ReplicaId) -> UncleanCluster:
    """`SwapPreferredLeader`: another replica is preferred as leader."""
    require(replica != c.preferred, "another one is preferred")
    return c.but(preferred=replica)


@action
def become_follower(c: UncleanCluster, replica: ReplicaId) -> UncleanCluster:
    """`BecomeFollower`: a replica follows the leader, and cuts its log to what both begin with."""
    _require_leader(c)
    require((replica != c.leader) & c.alive.has(replica), "the replica is alive, and does not lead")
    log = c.replicas[replica].log
    cut = log.truncate(log.common_length(c.replicas[c.leader].log))
    return c.with_replica(replica, log=cut, ready_to_fetch=True)


@action
def unstable_replica_dies_when_leader(c: UncleanCluster) -> UncleanCluster:
    """`UnstableReplicaDiesWhenLeader`: the unstable replica shuts down as leader, once."""
    unstable = c.replicas.indices()[0]
    require(not_(c.replicas[unstable].has_shut_down), "it has not shut down before")
    require(c.leader == unstable, "it leads")
    return _without_leader(c.with_replica(unstable, has_shut_down=True), unstable)


@action
def unstable_replica_dies_when_follower(c: UncleanCluster) -> UncleanCluster:
    """`UnstableReplicaDiesWhenFollower`: the unstable replica shuts down while it does not lead, once."""
    unstable = c.replicas.indices()[0]
    require(not_(c.replicas[unstable].has_shut_down), "it has not shut down before")
    require(c.leader != unstable, "it does not lead")
    down = c.with_replica(unstable, has_shut_down=True, ready_to_fetch=False)
    return down.but(isr=c.isr.excluding(unstable), alive=c.alive.excluding(unstable))


@action
def preferred_leader_election(c: UncleanCluster, replica: ReplicaId) -> UncleanCluster:
    """`PreferredLeaderElection`: the preferred replica leads, if it is alive and in the ISR."""
    _require_leader(c)
    require((replica == c.preferred) & (replica != c.leader), "it is preferred, and does not lead")
    require(c.isr.has(replica) & c.alive.has(replica), "it is alive, and in the ISR")
    require(c.has_epoch_left(), "an epoch is left")
    return c.with_leader(replica)


@action
def unclean_leader_election(c: UncleanCluster, replica: ReplicaId) -> UncleanCluster:
    """`UncleanLeaderElectionChooseLatestOffset`: a live replica leads where no member of the ISR is alive."""
    require(c.leader == none, "there is no leader")
    nobody = not_(any_of(c.alive.has(member) & c.isr.has(member) for member in c.replicas.indices()))
    require(nobody, "nobody of the ISR is alive")
    require(c.replicas[c.replicas.indices()[0]].has_shut_down, "the unstable replica has shut down before")
    require(c.alive.has(replica), "it is alive")
    is_longest = all_of(
        implies(c.alive.has(rival), _is_as_long(c, replica, rival)) for rival in c.replicas.indices()
    )
    require(is_longest | not_(c.settings.picks_longest), "no live replica has a later epoch, or a longer log")
    require(c.has_epoch_left(), "an epoch is left")
    led = c.with_leader(replica)
    return led.but(isr=(c.isr - c.isr).including(replica))


def _is_as_long(c: UncleanCluster, replica: Identity, rival: Identity) -> Truth:
    """Whether a replica's log is at least as long as another's, by the epoch of its last message and then its end."""
    mine, theirs = c.replicas[replica].log, c.replicas[rival].log
    later, same = mine.last().epoch > theirs.last().epoch, mine.last().epoch == theirs.last().epoch
    return later | (same & (mine.length >= theirs.length))


ACTIONS = (
    produce_message, replicate, become_out_of_sync, become_in_sync, leader_failure, elect_new_leader,
    failed_replica_back, swap_preferred_leader, become_follower, unstable_replica_dies_when_leader,
    unstable_replica_dies_when_follower, preferred_leader_election, unclean_leader_election,
)  # fmt: skip
