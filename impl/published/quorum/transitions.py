"""How a server changes its role: the transition helpers of the published model, under their names there."""

from __future__ import annotations

from tidemark.impl.published.quorum.state import Error, PublishedKraftServer, Role
from tidemark.spec import Identity, Label, Number, Truth, none, one_of, where


def to_illegal(me: PublishedKraftServer) -> PublishedKraftServer:
    """A server that finds itself where none should be (`SetIllegalState`)."""
    return me.but(raft_state=Role.illegal, epoch=0, leader=none)


def to_unattached(me: PublishedKraftServer, epoch: Number) -> PublishedKraftServer:
    """A server that has heard of an epoch and not of its leader (`TransitionToUnattached`)."""
    return me.but(raft_state=Role.unattached, epoch=epoch, leader=none)


def to_follower(me: PublishedKraftServer, leader: Identity, epoch: Number) -> PublishedKraftServer:
    """A server that has learned who leads (`TransitionToFollower`)."""
    is_wrong = (me.epoch == epoch) & one_of(me.raft_state, (Role.follower, Role.leader))
    return where(is_wrong, to_illegal(me), me.but(raft_state=Role.follower, epoch=epoch, leader=leader))


def has_consistent_leader(
    me: PublishedKraftServer, myself: Identity, leader: Identity, epoch: Number
) -> Truth:
    """Whether a message does not contradict what a server knows of the leader (`HasConsistentLeader`)."""
    agrees = (epoch != me.epoch) | (leader == none) | (me.leader == none) | (me.leader == leader)
    return where(leader == myself, me.raft_state == Role.leader, agrees)


def maybe_transition(
    me: PublishedKraftServer, myself: Identity, leader: Identity, epoch: Number
) -> PublishedKraftServer:
    """A server after the news of an epoch and perhaps of its leader (`MaybeTransition`)."""
    led = to_follower(me, leader, epoch)
    later = where(leader == none, to_unattached(me, epoch), led)
    in_epoch = where((leader != none) & (me.leader == none), led, me)
    informed = where(epoch > me.epoch, later, in_epoch)
    return where(has_consistent_leader(me, myself, leader, epoch), informed, to_illegal(me))


def is_common(me: PublishedKraftServer, leader: Identity, epoch: Number, error: Label) -> Truth:
    """Whether a response is handled by its header alone (`MaybeHandleCommonResponse`, `handled`)."""
    tells_leader = (epoch == me.epoch) & (leader != none) & (me.leader == none)
    return (epoch != me.epoch) | (error != Error.nothing) | tells_leader


def handle_common(
    me: PublishedKraftServer, myself: Identity, leader: Identity, epoch: Number, error: Label
) -> PublishedKraftServer:
    """A server after a response that is handled by its header alone (`MaybeHandleCommonResponse`)."""
    informed = maybe_transition(me, myself, leader, epoch)
    is_news = (epoch > me.epoch) | (error != Error.nothing)
    led = me.but(raft_state=Role.follower, leader=leader)
    return where(epoch < me.epoch, me, where(is_news, informed, led))
