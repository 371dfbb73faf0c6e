"""How a run of the published model is explained: each replica's log, with a bar where what is committed ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from tidemark.impl.published.unclean.state import UncleanCluster, UncleanLog
from tidemark.spec import Cell, Lane, Loss, Picture, Telling, Titles, none
from tidemark.spec.families.telling import Story

STORIES: dict[str, Story] = {
    "produce_message":
        "Producer {producer} writes a message to leader {state.was.leader}, in epoch {state.was.leader_epoch}.",
    "replicate": "Replica {replica} copies {messages} more from leader {state.was.leader}.",
    "become_out_of_sync": "Replica {replica} lags, and leaves the ISR: {state.now.isr}.",
    "become_in_sync": "Replica {replica} has caught up, and joins the ISR: {state.now.isr}.",
    "leader_failure": "Leader 0 seems dead to the controller, and goes on; the ISR is {state.now.isr}.",
    "elect_new_leader": "Replica {replica}, the first of the ISR, leads in epoch {state.now.leader_epoch}.",
    "failed_replica_back": "Replica {replica} is alive again.",
    "swap_preferred_leader": "Replica {replica} is now the preferred leader.",
    "become_follower":
        "Replica {replica} follows leader {state.now.leader}, and keeps of its log what both begin with.",
    "unstable_replica_dies_when_leader": "Leader 0 shuts down; the ISR is {state.now.isr}.",
    "unstable_replica_dies_when_follower": "Replica 0 shuts down; the ISR is {state.now.isr}.",
    "preferred_leader_election": "Replica {replica}, the preferred one, leads in epoch {state.now.leader_epoch}.",
    "unclean_leader_election":
        "Nobody of the ISR is alive: replica {replica} leads in epoch {state.now.leader_epoch}, by an unclean "
        "election.",
}  # fmt: skip


def lost(c: UncleanCluster) -> Iterator[Loss]:
    """The first committed message that the leader does not have in its place."""
    log = c.replicas[c.leader].log if c.leader != none else c.committed
    for offset in range(c.committed.length):
        if not log.agrees_at(c.committed, offset):
            yield Loss(
                [],
                f"{c.committed[offset].text()} at offset {offset} is committed, and leader {int(c.leader)} does not "
                "have it.",
            )


LOSSES: Mapping[str, Callable[[UncleanCluster], Iterator[Loss]]] = {"committed-messages-never-lost": lost}


def cells(log: UncleanLog) -> tuple[Cell, ...]:
    """A log as a row of cells; messages that are equal, at one offset, are one thing."""
    epochs, producers = log.type.element.fields.values()
    row = []
    for offset, message in enumerate(log.items[: int(log.length)]):
        epoch, producer = int(message.epoch), int(message.producer)
        value = (offset * (epochs.hi + 1) + epoch) * (producers.hi + 1) + producer
        row.append(Cell(value, f"p{producer}", message.text(), f"epoch {epoch}", epoch))
    return tuple(row)


class UncleanTelling(Telling[UncleanCluster]):
    """The telling of the published model."""

    stories = STORIES
    losses = LOSSES

    def beginning(self, view: UncleanCluster) -> str:
        """The sentence of the initial state."""
        return f"Replica {int(view.leader)} leads; every log has the same one message, which is committed."

    def picture(self, view: UncleanCluster) -> Picture:
        """A lane for the controller, and one for each replica with its log."""
        leader = "no leader" if view.leader == none else f"leader {int(view.leader)}"
        record = f"epoch {view.leader_epoch}, {leader}, ISR {view.isr}, alive {view.alive}"
        lanes = [Lane("controller", "Controller", "ctl", lines=(record,), summary=f"controller: {record}")]
        for replica_id, replica in zip(view.replicas.indices(), view.replicas, strict=True):
            leads = view.leader == replica_id
            role = "leader" if leads else "follower" if replica.ready_to_fetch else "idle"
            if not view.alive.has(replica_id):
                role = "down"
            row = cells(replica.log)
            number, mark = int(replica_id), int(view.committed.length)
            titles, summary = (f"Replica {number}", f"R{number}"), f"{role}, {' '.join(c.short for c in row)}"
            lane = Lane(f"replica {number}", *titles, role, row, mark, lead="true" if leads else "")
            lanes.append(replace(lane, standing=role, summary=summary, faded=role == "down"))
        return Picture(tuple(lanes), Titles("replica", "offset", "committed", "end", "role"))

    def facts(self, views: Sequence[UncleanCluster], numbers: Sequence[int], sentence: str) -> list[str]:  # noqa: ARG002
        """What is committed, where that changed."""
        was, now = views[-2].committed, views[-1].committed
        messages = " ".join(message.text() for message in now.items[: int(now.length)])
        return [] if was == now else [f"Committed is {messages}."]
