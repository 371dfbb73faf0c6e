"""How a run is told: a sentence for each step, and what leaders, coordinator and members have as a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tidemark.impl.share_group.state import (
    Answer,
    InFlightRecord,
    RecordState,
    ShareGroup,
    SharePartition,
    StateBatch,
    StateWrite,
)
from tidemark.impl.shared.sentences import SentenceTelling
from tidemark.spec import Arrow, Cell, Lane, Loss, Picture, Titles, none
from tidemark.spec.families.telling import Story

COORDINATOR = "share coordinator"
TITLES = Titles("records", "offset", "start offset", "SPSO", "role")
SHADES = [str(state) for state in RecordState]
VERBS = {str(Answer.accept): "accepts", str(Answer.release): "releases", str(Answer.reject): "rejects"}


def _leader(epoch: Any) -> str:
    return f"leader {epoch}"


def _cell(record: int, held: InFlightRecord | StateBatch) -> Cell:
    state = str(held.record_state)
    times = f" {held.deliveries}×" if held.deliveries else ""
    owner = getattr(held, "owner", none)
    who = "" if owner == none else f", for member {owner}"
    return Cell(record, f"r{record}", f"r{record}", f"{state}{times}{who}", SHADES.index(state))


def _cells(records: Any) -> tuple[Cell, ...]:
    return tuple(_cell(k, records[k]) for k in records.indices())


def _words(cells: tuple[Cell, ...]) -> str:
    return " ".join(
        f"{cell.name} {cell.detail}" for cell in cells if not cell.detail.startswith("never_read")
    )


def _leader_lane(g: ShareGroup, epoch: int) -> Lane:
    mine: SharePartition = g.partitions[epoch]
    cells = _cells(mine.in_flight)
    standing = "leads" if epoch == g.leader else "was replaced" if epoch < g.leader else "to come"
    start = f"start offset {mine.start_offset}" if mine.is_active else "has not read the state"
    summary = "; ".join(filter(None, (standing, start, _words(cells) if mine.is_active else "")))
    return Lane(
        _leader(epoch), f"Leader {epoch}", f"L{epoch}", role=standing, cells=cells, mark=int(mine.start_offset),
        lines=(start,), lead="true" if epoch == g.leader else "", standing=standing, summary=summary,
        faded=not mine.is_active, optional=epoch > g.leader,
    )  # fmt: skip


def _coordinator_lane(g: ShareGroup) -> Lane:
    stored, cells = g.stored, _cells(g.stored.batches)
    lines = [
        f"start offset {stored.start_offset}" if stored.has_start else "no start offset",
        f"leader epoch {stored.leader_epoch}",
    ]
    lines += [f"state epoch {stored.state_epoch}"] if stored.state_epoch else []
    lines += [f"late: {_write(g.late)}"] if g.late.is_pending else []
    return Lane(
        COORDINATOR, "Share coordinator", "SC", cells=cells, mark=int(stored.start_offset), lines=tuple(lines),
        summary="; ".join(filter(None, (*lines, _words(cells)))),
    )  # fmt: skip


def _write(write: StateWrite) -> str:
    return f"r{write.record} {write.record_state}, start offset {write.start_offset}"


def _member_lane(g: ShareGroup, me: Any) -> Lane:
    got_in = g.members[me].got_in
    has = " ".join(f"r{k} of leader {got_in[k] - 1}" for k in got_in.indices() if got_in[k]) or "nothing"
    return Lane(
        f"member {me}", f"Member {me}", f"M{me}", lines=(f"has {has}",), summary=f"member {me} has {has}"
    )


def picture_of(g: ShareGroup) -> Picture:
    """The picture of a state: the leader of each epoch, the coordinator, the members."""
    leaders = (_leader_lane(g, epoch) for epoch in g.partitions.indices())
    members = (_member_lane(g, me) for me in g.members.indices())
    return Picture((*leaders, _coordinator_lane(g), *members), TITLES)


def arrows_of(before: ShareGroup, after: ShareGroup) -> Iterator[Arrow]:
    """What a step moved: records handed out, answers, writes."""
    for me in before.members.indices():
        was, now = before.members[me].got_in, after.members[me].got_in
        for record in was.indices():
            if now[record] and was[record] != now[record]:
                yield Arrow(_leader(now[record] - 1), f"member {me}", f"r{record}")
    for epoch in before.partitions.indices():
        if not before.partitions[epoch].is_active and after.partitions[epoch].is_active:
            yield Arrow(COORDINATOR, _leader(epoch), "state", answer=True)


# What became of a write, in a sentence.


def _effect(state: Any, record: Any) -> str:
    """What the coordinator has of a record after a step."""
    was, now = state.was.stored, state.now.stored
    if was == now:
        return ""
    back = f", where {was.start_offset} was" if was.has_start and now.start_offset < was.start_offset else ""
    held = now.batches[record].record_state
    has = "" if held == RecordState.never_read else f"r{record} as {held}, and "
    return f" The coordinator has {has}start offset {now.start_offset}{back}."


def _reads(state: Any, **_: Any) -> str:
    was, now = state.was, state.now
    mine = now.partitions[now.leader]
    if was.stored.has_start:
        start = f"begins at start offset {mine.start_offset}, which is stored"
    else:
        place = "end of the log (latest)" if now.settings.resets_to_latest else "log's beginning (earliest)"
        start = f"finds no start offset, and begins at the {place}, offset {mine.start_offset}"
    missed = [
        f"r{k}" for k in mine.in_flight.indices() if mine.in_flight[k].record_state == RecordState.overlooked
    ]
    passes = f" It takes {', '.join(missed)} for read." if missed else ""
    keeps = " It stores that." if not was.stored.has_start and now.stored.has_start else ""
    return f"Leader {now.leader} {start}.{keeps}{passes}"


def _fetch(epoch: Any, me: Any, record: Any, state: Any, **_: Any) -> str:
    times = state.now.partitions[epoch].in_flight[record].deliveries
    again = " It has been acknowledged before." if state.was.record_fates[record].is_trusted else ""
    count = f", delivery {times}" if times else ""
    return f"Leader {epoch} locks r{record} for member {me}{count}.{again}{_effect(state, record)}"


def _lost(epoch: Any, me: Any, record: Any, **_: Any) -> str:
    return f"Leader {epoch} locks r{record} for member {me}; the answer is lost."


def _answer(epoch: Any, me: Any, record: Any, answer: Any, state: Any, **_: Any) -> str:
    was, now, verb = state.was, state.now, VERBS[str(answer)]
    owner = was.partitions[epoch].in_flight[record].owner
    if was.stored != now.stored:
        start = f" Its start offset is {now.partitions[epoch].start_offset}."
        told = f"leader {epoch} writes it, and tells the member.{_effect(state, record)}{start}"
        return f"Member {me} {verb} r{record}: {told}"
    if not was.partitions[epoch].is_active:
        heard = "hears of no failure" if now.record_fates[record].is_trusted else "hears that it failed"
        return f"Member {me} {verb} r{record}; leader {epoch} does not have the partition any more. The member {heard}."
    if owner != me:
        return f"Member {me} {verb} r{record}; leader {epoch} refuses it, as r{record} is not locked for that member."
    if not now.partitions[epoch].is_active:
        return f"Member {me} {verb} r{record}; the coordinator refuses the write of leader {epoch}, which is fenced."
    return f"Member {me} {verb} r{record}."


def _answer_late(epoch: Any, me: Any, record: Any, answer: Any, **_: Any) -> str:
    verb = VERBS[str(answer)]
    return (
        f"Member {me} {verb} r{record}: leader {epoch} writes it, the share coordinator fails over, and the write will "
        "be sent again."
    )


def _release(epoch: Any, record: Any, state: Any, **_: Any) -> str:
    held = state.now.partitions[epoch].in_flight[record]
    ends = held.record_state in (RecordState.never_read, RecordState.archived)
    outcome = "archived: its deliveries are used up" if ends else "available again"
    return f"r{record} is {outcome}.{_effect(state, record)}"


def _expires(epoch: Any, record: Any, state: Any, **_: Any) -> str:
    owner = state.was.partitions[epoch].in_flight[record].owner
    return f"At leader {epoch} the lock of member {owner} expires. {_release(epoch, record, state)}"


def _expires_late(epoch: Any, record: Any, state: Any, **_: Any) -> str:
    late = " The share coordinator fails over during the write, which will be sent again."
    return f"{_expires(epoch, record, state)}{late}"


def _releases(epoch: Any, record: Any, state: Any, **_: Any) -> str:
    owner = state.was.partitions[epoch].in_flight[record].owner
    return (
        f"Leader {epoch} sees that member {owner} does not have r{record}. {_release(epoch, record, state)}"
    )


def _arrives(state: Any, **_: Any) -> str:
    late = state.was.late
    what = f"The late write of leader {late.leader_epoch} arrives ({_write(late)})."
    if state.was.stored == state.now.stored:
        return f"{what} The coordinator refuses it, or has it."
    return f"{what}{_effect(state, late.record)}"


def _given_up(state: Any, **_: Any) -> str:
    late = state.was.late
    held = state.now.partitions[late.leader_epoch].in_flight[late.record]
    kept = f" It keeps r{late.record} as acquired, and no lock will end that." if held.lacks_lock else ""
    return f"Leader {late.leader_epoch} gives up its write of r{late.record}.{kept}"


def _resets(offset: Any, state: Any, **_: Any) -> str:
    return (
        f"An administrator sets the start offset to {offset}, in state epoch {state.now.stored.state_epoch}."
    )


STORIES: Mapping[str, Story] = {
    "producer_appends": lambda state, **_: f"r{state.was.produced} is appended.",
    "leader_reads_state": _reads,
    "member_fetches": _fetch,
    "answer_with_record_is_lost": _lost,
    "member_answers": _answer,
    "member_answers_during_failover": _answer_late,
    "lock_expires": _expires,
    "lock_expires_during_failover": _expires_late,
    "leader_releases": _releases,
    "member_crashes": "Member {me} crashes, and comes back with nothing.",
    "leader_changes": lambda state, **_: f"The partition has a new leader, in leader epoch {state.now.leader}.",
    "old_leader_stops": "Leader {epoch} is down, or hears that it was replaced: it forgets the partition.",
    "administrator_sets_start": _resets,
    "late_write_arrives": _arrives,
    "late_write_takes_effect": "The late write is stored; the share coordinator fails over again before it answers.",
    "late_write_is_given_up": _given_up,
    "lock_expires_before_late_write": "The lock of r{state.now.late.record!s} expires, while its write is late.",
}  # fmt: skip


def _skips(g: ShareGroup) -> Iterator[Loss]:
    mine = g.partitions[g.leader]
    for record in g.record_fates.indices():
        past, below = g.record_fates[record], g.stored.has_start and record < g.stored.start_offset
        by_leader = mine.is_active and (record < mine.start_offset or mine.in_flight[record].is_complete)
        if not (past.is_done or past.is_waived or past.handed_out >= g.settings.delivery_limit) and (
            below or by_leader
        ):
            loss = f"r{record} is below the start offset or complete, and nobody accepted or rejected it"
            yield Loss([record], f"{loss}.", loss)


def _never_had(g: ShareGroup) -> Iterator[Loss]:
    mine = g.partitions[g.leader]
    for record in g.record_fates.indices():
        states = (mine.in_flight[record].record_state, g.stored.batches[record].record_state)
        if any(state == RecordState.archived for state in states) and not g.record_fates[record].was_had:
            loss = f"r{record} is archived, and no member ever had it"
            yield Loss([record], f"{loss}.", loss)


def _comes_again(g: ShareGroup) -> Iterator[Loss]:
    for record in g.record_fates.indices():
        if g.record_fates[record].comes_again:
            loss = f"r{record} comes again, which was acknowledged"
            yield Loss([record], f"{loss}.", loss)


LOSSES: Mapping[str, Callable[[ShareGroup], Iterator[Loss]]] = {
    "skips-nothing": _skips,
    "archived-was-had": _never_had,
    "acknowledged-stays": _comes_again,
}


def _beginning(g: ShareGroup) -> str:
    records = (
        f"The log has {g.produced} record{'s' if g.produced > 1 else ''}"
        if g.produced
        else "The log is empty"
    )
    return f"The share group is new. {records}."


class ShareGroupTelling(SentenceTelling[ShareGroup]):
    """The telling of records, by their names."""

    def name(self, value: int) -> str:
        return f"r{value}"


TELLING = ShareGroupTelling(STORIES, picture_of, _beginning, arrows_of, losses=LOSSES, noun="record")
