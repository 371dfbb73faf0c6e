"""The actions of the published model, each under its name there. Source: `AsyncIsr.tla`."""

from __future__ import annotations

from typing import Annotated

from tidemark.impl.published.async_isr.state import AsyncIsrPartition, AsyncIsrRequest
from tidemark.spec import Domain, Id, Identity, Int, Number, action, not_, require

FollowerId = Annotated[Identity, Domain("follower", lambda at: Id("follower", at.replicas - 1))]
Version = Annotated[Number, Domain("version", lambda at: Int(1, at.max_version))]
SomeRequest = Annotated[AsyncIsrRequest, Domain("requests")]


@action
def controller_shrink_isr(p: AsyncIsrPartition, follower: FollowerId) -> AsyncIsrPartition:
    """`ControllerShrinkIsr`: the controller takes a follower out of the ISR, since its broker has failed."""
    require(p.controller_isr.has(follower), "the follower is in the controller's ISR")
    require(p.has_version_left(), "a version is left")
    return p.with_controller_isr(p.controller_isr.excluding(follower))


@action
def controller_handle_request(p: AsyncIsrPartition, message: SomeRequest) -> AsyncIsrPartition:
    """`ControllerHandleRequest`: the controller accepts the ISR that a leader of its version asked for."""
    is_current = message.isr_version == p.controller_version
    require(is_current | not_(p.settings.checks_version), "the request has the controller's version")
    require(p.has_version_left(), "a version is left")
    return p.with_controller_isr(message.isr)


@action
def leader_request_shrink_isr(p: AsyncIsrPartition, follower: FollowerId) -> AsyncIsrPartition:
    """`LeaderRequestShrinkIsr`: the leader asks for an ISR without one of its members."""
    require(p.isr.has(follower), "the follower is in the leader's ISR")
    return p.ask_for(p.isr.excluding(follower))


@action
def leader_request_expand_isr(p: AsyncIsrPartition, follower: FollowerId) -> AsyncIsrPartition:
    """`LeaderRequestExpandIsr`: the leader asks for an ISR with a follower that has reached its high watermark."""
    require(not_(p.isr.has(follower)), "the follower is not in the leader's ISR")
    require(p.offsets[follower] >= p.high_watermark(), "the follower has reached the high watermark")
    return p.ask_for(p.isr.including(follower))


@action
def leader_write(p: AsyncIsrPartition) -> AsyncIsrPartition:
    """`LeaderWrite`: the leader writes a record."""
    require(p.leader_offset < p.type.fields["leader_offset"].hi, "a record is left")
    return p.but(leader_offset=p.leader_offset + 1)


@action
def leader_handle_update(p: AsyncIsrPartition, version: Version) -> AsyncIsrPartition:
    """`LeaderHandleUpdate`: the leader learns an ISR that is newer than its own; what it asked for is forgotten."""
    require(version <= p.controller_version, "the controller has written this version")
    require(version > p.leader_version, "it is newer than the leader's")
    return p.but(
        isr=p.updates[version], leader_version=version, is_pending=False, pending_isr=p.isr.type.default
    )


@action
def follower_replicate(p: AsyncIsrPartition, follower: FollowerId) -> AsyncIsrPartition:
    """`FollowerReplicate`: a follower copies the next record."""
    require(p.offsets[follower] < p.leader_offset, "the leader has more")
    return p.but(offsets=p.offsets.but(follower, p.offsets[follower] + 1))


ACTIONS = (
    controller_shrink_isr, controller_handle_request, leader_request_shrink_isr, leader_request_expand_isr,
    leader_write, leader_handle_update, follower_replicate,
)  # fmt: skip
