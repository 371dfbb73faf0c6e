"""How runs are told: a sentence for each step, the replicas and the remote segments as a picture, and what is lost.

A record is `offset@epoch`. A replica's row has what is on its disk; the bar is the high watermark.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tidemark.impl.shared.broker_lanes import broker_actor
from tidemark.impl.shared.sentences import SentenceTelling
from tidemark.impl.tiered_storage.partition import SegmentState, TieredPartition, TieredReplica
from tidemark.spec import Cell, Lane, Loss, Picture, Titles, none
from tidemark.spec.families.telling import Story

TITLES = Titles("replica", "offset", "high watermark", "HW", "role")
REMOTE = "Remote storage"


def _plural(count: Any, noun: str) -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")


def _span(first: Any, end: Any) -> str:
    """Offsets in words: `offset 3`, `offsets 3 to 5`."""
    return f"offset {first}" if first + 1 == end else f"offsets {first} to {end - 1}"


def _range(segment: Any) -> str:
    """A segment's records: `0@0 1@0`."""
    return " ".join(f"{offset}@{epoch}" for exists, offset, epoch in segment.records() if exists)


def _segment_name(p: TieredPartition, number: Any) -> str:
    """A segment in a sentence: `segment 0 (offsets 0 to 1)`."""
    return f"segment {number} ({_span(p.segments[number].base, p.segments[number].next_offset)})"


# The picture.


def _disk(p: TieredPartition, replica: TieredReplica) -> tuple[Cell, ...]:
    cells = []
    for offset in range(int(replica.log_end)):
        epoch = int(p.log[offset])
        if offset < replica.local_start:
            cells.append(Cell(-1, "·", "·", "not on its disk", epoch))
        else:
            cells.append(Cell(10 * offset + epoch, f"{offset}", f"{offset}@{epoch}", f"epoch {epoch}", epoch))
    return tuple(cells)


def _lane(p: TieredPartition, broker: Any) -> Lane:
    replica = p.replicas[broker]
    leads = p.leader == broker
    role = "leads" if leads else "in the ISR" if replica.in_isr else "not in the ISR"
    lines = [f"log start {replica.log_start}", f"local start {replica.local_start}"]
    lines.append(f"copied below {replica.copied_end}" if replica.copied_end else "knows of no copy")
    if not replica.unread_messages.is_empty():
        lines.append(f"{_plural(replica.unread_messages.length, 'message')} unread")
    cells = _disk(p, replica)
    row = " ".join(cell.short for cell in cells) or "no records"
    return Lane(
        broker_actor(broker), f"Broker {broker}", f"B{broker}", role=role, cells=cells, mark=int(p.watermark),
        lines=tuple(lines), lead="true" if leads else "", standing=role, summary="; ".join((role, row, *lines)),
    )  # fmt: skip


def picture_of(p: TieredPartition) -> Picture:
    """The picture of a state."""
    lines = []
    for number in range(int(p.segments.length)):
        segment = p.segments[number]
        copier = "" if segment.copier == none else f", copied by broker {segment.copier}"
        lines.append(f"segment {number}: {_range(segment)}, {segment.last_state}{copier}")
    remote = Lane(
        "remote storage", REMOTE, "R", lines=tuple(lines), summary="; ".join((REMOTE.lower(), *lines))
    )
    return Picture((*(_lane(p, broker) for broker in p.replicas.indices()), remote), TITLES)


# The sentences.


def _start(state: Any) -> str:
    """What a step did to the leader's log start offset."""
    was, now = state.was.leading.log_start, state.now.leading.log_start
    return "" if was == now else f" The log start offset rises from {was} to {now}."


def _watermark(state: Any) -> str:
    was, now = state.was.watermark, state.now.watermark
    return "" if was == now else f" The high watermark is {now}."


def _appends(state: Any) -> str:
    offset = state.was.log.length
    return f"Leader {state.was.leader} appends {offset}@{state.was.epoch}.{_watermark(state)}"


def _fetches(broker: Any, state: Any, **_: Any) -> str:
    was, now = state.was.replicas[broker], state.now.replicas[broker]
    if was.log_end < state.was.leading.local_start:
        return (
            f"Broker {broker} is told that offset {was.log_end} moved to tiered storage. It takes the leader epochs "
            f"from the remote segment before offset {now.local_start}, and fetches from there.{_watermark(state)}"
        )
    return f"Broker {broker} fetches up to offset {now.log_end}.{_watermark(state)}"


def _finds(state: Any) -> str:
    copied = state.now.next_copied
    copied_part = f"its log is copied below offset {copied}" if copied else "nothing of its log is copied"
    return f"The copying task of leader {state.was.leader} runs first: {copied_part}.{_start(state)}"


def _begins(state: Any) -> str:
    number = state.was.segments.length
    return f"Leader {state.was.leader} begins to copy {_segment_name(state.now, number)}."


def _finishes(segment: Any, state: Any, **_: Any) -> str:
    copier = state.was.segments[segment].copier
    who = "Leader" if copier == state.was.leader else "Broker"
    late = "" if copier == state.was.leader else ", which leads no longer,"
    if state.was.segments[segment].last_state != SegmentState.copy_started:
        return (
            f"{who} {copier}{late} has copied {_segment_name(state.now, segment)}, which is deleted already."
        )
    return f"{who} {copier}{late} has copied {_segment_name(state.now, segment)}: COPY_SEGMENT_FINISHED."


def _copy_fails(segment: Any, state: Any, **_: Any) -> str:
    gone = state.now.segments[segment].last_state == SegmentState.discarded
    rest = "is deleted, with its metadata" if gone else "stays COPY_SEGMENT_STARTED"
    return f"The copy of {_segment_name(state.now, segment)} fails; it {rest}."


def _expires(state: Any) -> str:
    doomed = [
        _segment_name(state.now, number)
        for number in range(int(state.now.segments.length))
        if state.now.segments[number].is_doomed
    ]
    return f"The expiry of leader {state.was.leader} chooses {' and '.join(doomed)}.{_start(state)}"


def _local(broker: Any, state: Any, **_: Any) -> str:
    was, now = state.was.replicas[broker].local_start, state.now.replicas[broker].local_start
    return f"Broker {broker} deletes what it has below offset {now} from its disk (local retention); it began at {was}."


def _election(broker: Any, state: Any, **_: Any) -> str:
    was, now = state.was, state.now
    sentence = f"Broker {broker} leads in epoch {now.epoch}, with {_plural(now.log.length, 'record')}."
    cut = was.log.length - now.log.length
    if cut:
        sentence += f" {_plural(cut, 'record')} of the old leader's log {'is' if cut == 1 else 'are'} cut."
    for other in was.replicas.indices():
        if other != broker and now.replicas[other].log_start > was.replicas[other].log_start:
            sentence += (
                f" Broker {other}, whose disk began above that, has its log start at {now.log.length}."
            )
    return sentence


def _outsider(broker: Any, state: Any, **_: Any) -> str:
    return f"An unclean election: {_election(broker, state)[0].lower()}{_election(broker, state)[1:]}"


STORIES: dict[str, Story] = {
    "leader_appends": _appends,
    "follower_fetches": _fetches,
    "follower_leaves_isr": "Broker {broker} leaves the ISR.",
    "local_segment_goes": _local,
    "follower_takes_over": _election,
    "outsider_takes_over": _outsider,
    "follower_restarts": "Broker {broker} restarts, and does not know yet what is copied.",
    "follower_loses_disk": "Broker {broker} comes back with an empty disk.",
    "leader_loses_checkpoint": lambda state: (
        f"Leader {state.was.leader} restarts without the checkpoint of its high watermark, and leads again. Its high "
        f"watermark is {state.now.watermark}."
    ),
    "administrator_deletes_records": "An administrator deletes the records below offset {offset} (DeleteRecords).",
    "leader_looks_for_copies": _finds,
    "follower_looks_for_copies": lambda broker, state, **_: (
        f"Broker {broker}, a follower, finds its log copied below offset {state.now.replicas[broker].copied_end}."
    ),
    "leader_begins_copy": _begins,
    "copy_finishes": _finishes,
    "copy_fails": _copy_fails,
    "copier_gives_up": lambda segment, state, **_: (
        f"Broker {state.was.segments[segment].copier} hears that it leads no longer, and gives up the copy of "
        f"{_segment_name(state.now, segment)}."
    ),
    "leader_expires": _expires,
    "leader_deletes": lambda segment, state, **_: (
        f"Leader {state.was.leader} deletes {_segment_name(state.now, segment)}."
    ),
    "deletion_fails": lambda segment, state, **_: (
        f"Leader {state.was.leader} cannot delete {_segment_name(state.now, segment)}, and ends its expiry."
    ),
    "broker_reads_metadata": lambda broker, state, **_: _hears(broker, state),
}


def _hears(broker: Any, state: Any) -> str:
    message = state.was.replicas[broker].unread_messages.head()
    return f"Broker {broker} reads that {_segment_name(state.now, message.segment_number)} is {message.announced}."


# What is lost.


def _expired_early(p: TieredPartition) -> Iterator[Loss]:
    if p.leading.log_start > p.allowed_start:
        lost = _span(p.allowed_start, p.leading.log_start)
        yield Loss(
            [],
            f"The log starts at {p.leading.log_start}, and {lost} must be kept: nobody can read what is below.",
        )


TELLING: SentenceTelling[TieredPartition] = SentenceTelling(
    STORIES,
    picture_of,
    lambda p: f"The log is empty; broker {p.leader} leads, and all replicas are in the ISR.",
    losses={"nothing-expires-early": _expired_early},
    noun="record",
)
