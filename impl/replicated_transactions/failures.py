"""Replication and its failures, of data partitions and of the coordinator's log: fetches, the ISR, elections.

A replica leaves the ISR only at bounds with a fault for which that matters: a loss of power, or an unclean election.
In between it changes nothing that a member of the ISR that lags does not show.
"""

from __future__ import annotations

from tidemark.impl.replicated_transactions.cluster import ReplicatedTransactions
from tidemark.impl.replicated_transactions.coordinator import load
from tidemark.impl.replicated_transactions.domains import (
    DataLength,
    FollowerId,
    PartitionId,
    StandbyId,
    StateLength,
)
from tidemark.impl.replicated_transactions.partitions import with_new_leader
from tidemark.impl.replicated_transactions.replication import PartitionReplicas
from tidemark.spec import Identity, Number, action, minimum, not_, require

# Fetches, and the ISR.


def _fetch(at: PartitionReplicas, follower: Identity) -> PartitionReplicas:
    was = at.followers[follower]
    is_behind = (was.copied < at.log.length) | not_(was.in_isr)
    is_behind = is_behind | (was.known_watermark < at.watermark) if at.tracks_watermarks else is_behind
    require(is_behind, "the follower lacks something")
    return at.fetch(follower)


@action
def follower_fetches(
    c: ReplicatedTransactions, partition: PartitionId, follower: FollowerId
) -> ReplicatedTransactions:
    """A follower fetches all that the leader of a data partition has."""
    return c.with_partition(partition, _fetch(c.partitions[partition], follower))


@action
def standby_fetches(c: ReplicatedTransactions, standby: StandbyId) -> ReplicatedTransactions:
    """A follower of the coordinator's log fetches all that it has."""
    return c.but(state_log=_fetch(c.state_log, standby))


def _leave(at: PartitionReplicas, follower: Identity) -> PartitionReplicas:
    require(at.followers[follower].in_isr, "the follower is in the ISR")
    return at.with_follower(follower, in_isr=False).raise_watermark()


@action(when=lambda at: at.power_losses + at.unclean_elections > 0)
def follower_leaves_isr(
    c: ReplicatedTransactions, partition: PartitionId, follower: FollowerId
) -> ReplicatedTransactions:
    """A follower of a data partition stops or lags, and leaves the ISR."""
    return c.with_partition(partition, _leave(c.partitions[partition], follower))


@action(when=lambda at: at.coordinator_power_losses + at.coordinator_unclean_elections > 0)
def standby_leaves_isr(c: ReplicatedTransactions, standby: StandbyId) -> ReplicatedTransactions:
    """A follower of the coordinator's log stops or lags, and leaves the ISR."""
    return c.but(state_log=_leave(c.state_log, standby))


# Elections of a member of the ISR.


def _elect(at: PartitionReplicas, follower: Identity) -> PartitionReplicas:
    require(at.followers[follower].in_isr, "the follower is in the ISR")
    return at.elect(follower)


@action
def follower_takes_over(
    c: ReplicatedTransactions, partition: PartitionId, follower: FollowerId
) -> ReplicatedTransactions:
    """A member of the ISR leads a data partition: it has all that is acknowledged, and may lack the rest."""
    require(c.budget.elections > 0, "an election is left")
    return with_new_leader(c.spend(elections=1), partition, _elect(c.partitions[partition], follower))


@action
def standby_takes_over(c: ReplicatedTransactions, standby: StandbyId) -> ReplicatedTransactions:
    """A member of the ISR leads the coordinator's log, and loads it."""
    require(c.budget.coordinator_elections > 0, "an election is left")
    return load(c.spend(coordinator_elections=1).but(state_log=_elect(c.state_log, standby)))


# Losses.


def _lose(at: PartitionReplicas, follower: Identity, length: Number) -> PartitionReplicas:
    """A member of the ISR is elected that lacks the entries from an offset on, at least one acknowledged one."""
    require(at.followers[follower].in_isr, "the follower is in the ISR")
    require(length < minimum(at.watermark, at.followers[follower].copied), "it lacks what is acknowledged")
    return at.cut(length)


@action
def lacking_follower_takes_over(
    c: ReplicatedTransactions, partition: PartitionId, follower: FollowerId, length: DataLength
) -> ReplicatedTransactions:
    """A member of a data partition's ISR leads it, and lacks acknowledged entries: a finding of docs/findings.md.

    A missed epoch; `min.insync.replicas` that is raised; losses of power with eligible leader replicas.
    """
    require(c.budget.lacking_elections > 0, "such an election is left")
    return with_new_leader(
        c.spend(lacking_elections=1), partition, _lose(c.partitions[partition], follower, length)
    )


@action
def lacking_standby_takes_over(
    c: ReplicatedTransactions, standby: StandbyId, state_length: StateLength
) -> ReplicatedTransactions:
    """The same of the coordinator's log."""
    require(c.budget.coordinator_lacking_elections > 0, "such an election is left")
    elected = _lose(c.state_log, standby, state_length)
    return load(c.spend(coordinator_lacking_elections=1).but(state_log=elected))


def _lose_power(at: PartitionReplicas, length: Number) -> PartitionReplicas:
    """The only member of the ISR loses power, what it had not flushed, and leads again."""
    require(at.is_alone, "the leader is the last member of the ISR")
    require(length < at.log.length, "it loses an entry")
    return at.cut(length)


@action
def last_member_loses_power(
    c: ReplicatedTransactions, partition: PartitionId, length: DataLength
) -> ReplicatedTransactions:
    """The last member of a data partition's ISR loses power, and with it entries at the end of its log."""
    require(c.budget.power_losses > 0, "a loss of power is left")
    return with_new_leader(c.spend(power_losses=1), partition, _lose_power(c.partitions[partition], length))


@action
def coordinator_loses_power(c: ReplicatedTransactions, state_length: StateLength) -> ReplicatedTransactions:
    """The last member of the ISR of the coordinator's log loses power, and with it entries at the end of its log."""
    require(c.budget.coordinator_power_losses > 0, "a loss of power is left")
    return load(c.spend(coordinator_power_losses=1).but(state_log=_lose_power(c.state_log, state_length)))


def _elect_unclean(at: PartitionReplicas, follower: Identity) -> PartitionReplicas:
    require(at.is_alone, "the leader is the only member of the ISR")
    return at.elect(follower)


@action
def outsider_takes_over(
    c: ReplicatedTransactions, partition: PartitionId, follower: FollowerId
) -> ReplicatedTransactions:
    """The only member of a data partition's ISR is down, and a replica outside the ISR leads."""
    require(c.budget.unclean_elections > 0, "an unclean election is left")
    elected = _elect_unclean(c.partitions[partition], follower)
    return with_new_leader(c.spend(unclean_elections=1), partition, elected)


@action
def outside_standby_takes_over(c: ReplicatedTransactions, standby: StandbyId) -> ReplicatedTransactions:
    """The same of the coordinator's log.

    Kafka makes the topic with unclean.leader.election.enable=false, so an administrator asks for it.
    """
    require(c.budget.coordinator_unclean_elections > 0, "an unclean election is left")
    elected = _elect_unclean(c.state_log, standby)
    return load(c.spend(coordinator_unclean_elections=1).but(state_log=elected))


# Truncation to the high watermark, as before KIP-101.


def _restart(at: PartitionReplicas, follower: Identity) -> PartitionReplicas:
    was = at.followers[follower]
    require(was.in_isr & (was.known_watermark < was.copied), "the follower has entries above what it knows")
    return at.with_follower(follower, copied=was.known_watermark)


@action(when=lambda at: at.cuts_to_watermark and at.restarts > 0)
def follower_restarts(
    c: ReplicatedTransactions, partition: PartitionId, follower: FollowerId
) -> ReplicatedTransactions:
    """A follower of a data partition restarts unnoticed, and cuts its log to the high watermark that it knows."""
    require(c.budget.restarts > 0, "a restart is left")
    return c.spend(restarts=1).with_partition(partition, _restart(c.partitions[partition], follower))


@action(when=lambda at: at.cuts_to_watermark and at.restarts > 0)
def standby_restarts(c: ReplicatedTransactions, standby: StandbyId) -> ReplicatedTransactions:
    """The same of the coordinator's log."""
    require(c.budget.restarts > 0, "a restart is left")
    return c.spend(restarts=1).but(state_log=_restart(c.state_log, standby))


ACTIONS = (
    follower_fetches, standby_fetches, follower_leaves_isr, standby_leaves_isr, follower_takes_over,
    standby_takes_over, lacking_follower_takes_over, lacking_standby_takes_over, last_member_loses_power,
    coordinator_loses_power, outsider_takes_over, outside_standby_takes_over, follower_restarts,
    standby_restarts,
)  # fmt: skip
