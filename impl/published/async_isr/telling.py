"""How a run of the published model is explained: the high watermark, the two ISRs, and who lacks what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from tidemark.impl.published.async_isr.state import AsyncIsrPartition
from tidemark.spec import IdSet, Lane, Loss, Picture, Telling
from tidemark.spec.families.telling import Story

STORIES: dict[str, Story] = {
    "controller_shrink_isr":
        "The controller takes follower {follower} out of the ISR, and writes version {state.now.controller_version}.",
    "controller_handle_request":
        "The controller takes the request {message}, and writes version {state.now.controller_version}.",
    "leader_request_shrink_isr": "The leader asks for an ISR without follower {follower}.",
    "leader_request_expand_isr":
        "The leader asks for an ISR with follower {follower}, which has reached the high watermark.",
    "leader_write": "The leader writes a record at offset {state.was.leader_offset}.",
    "leader_handle_update": "The leader learns the ISR of version {version}.",
    "follower_replicate": "Follower {follower} copies the next record.",
}  # fmt: skip


def members(isr: IdSet) -> str:
    """An ISR in words: the leader, and its followers."""
    return ", ".join(["the leader", *(f"follower {follower}" for follower in isr.type.show(isr))])


def lacking(p: AsyncIsrPartition) -> Iterator[Loss]:
    """A member of the controller's ISR that lacks a record below the high watermark."""
    high_watermark = int(p.high_watermark())
    for follower in p.offsets.indices():
        if p.controller_isr.has(follower) and p.offsets[follower] < high_watermark:
            yield Loss(
                [],
                f"Follower {int(follower)} is in the controller's ISR, and has {int(p.offsets[follower])} of the "
                f"{high_watermark} records below the leader's high watermark.",
            )


LOSSES: Mapping[str, Callable[[AsyncIsrPartition], Iterator[Loss]]] = {"valid-high-watermark": lacking}


def _lane(actor: str, words: str) -> Lane:
    lines = tuple(words.split(", ", 1))
    return Lane(actor, actor.capitalize(), actor, lines=lines, summary=f"{actor}: {words}")


class AsyncIsrTelling(Telling[AsyncIsrPartition]):
    """The telling of the published model."""

    stories = STORIES
    losses = LOSSES

    def beginning(self, view: AsyncIsrPartition) -> str:
        """The sentence of the initial state."""
        return f"The ISR is {members(view.isr)}, and nothing is written."

    def picture(self, view: AsyncIsrPartition) -> Picture:
        """A lane for the controller, the leader, and each follower."""
        pending = f", asks for {members(view.pending_isr)}" if view.is_pending else ""
        leader = (
            f"offset {view.leader_offset}, HW {view.high_watermark()}, version {view.leader_version}, "
            f"ISR {members(view.isr)}{pending}"
        )
        controller = f"version {view.controller_version}, ISR {members(view.controller_isr)}"
        followers = (_lane(f"follower {k}", f"offset {offset}") for k, offset in enumerate(view.offsets))
        return Picture((_lane("controller", controller), _lane("leader", leader), *followers))

    def facts(self, views: Sequence[AsyncIsrPartition], numbers: Sequence[int], sentence: str) -> list[str]:  # noqa: ARG002
        """The high watermark where it moved."""
        was, now = views[-2].high_watermark(), views[-1].high_watermark()
        return [] if was == now else [f"The high watermark goes from {was} to {now}."]
