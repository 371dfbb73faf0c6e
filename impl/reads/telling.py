"""How a run is told: a sentence for each step; the log, what the broker keeps of it, and the read as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tidemark.impl.reads.leader import AppendStage, Content, FetchKind, ReadLeader, ReadStage
from tidemark.spec import Cell, Lane, Picture, Titles
from tidemark.spec.families.telling import Story

TITLES = Titles("log", "offset", "high watermark", "HW", "lock")
NAMES = {
    str(Content.plain): ("r", "outside transactions"),
    str(Content.transactional): ("t", "of a transaction"),
    str(Content.commit): ("C", "commit marker"),
    str(Content.abort): ("A", "abort marker"),
}
OF = {
    str(Content.plain): "",
    str(Content.transactional): ", a record of a transaction,",
    str(Content.commit): ", the marker that commits the transaction,",
    str(Content.abort): ", the marker that aborts the transaction,",
}
LOCKS = {
    str(AppendStage.idle): "lock free",
    str(AppendStage.file_grew): "lock held by an append",
    str(AppendStage.log_end_rose): "lock held by an append",
    str(AppendStage.high_watermark_rose): "lock held by a new high watermark",
}
READERS = {
    str(FetchKind.read_uncommitted): "a read_uncommitted consumer",
    str(FetchKind.read_committed): "a read_committed consumer",
    str(FetchKind.follower): "a follower",
    str(FetchKind.end_offset): "a read_committed consumer that asks for the end offset",
}


def name_of(c: ReadLeader, offset: int) -> str:
    """A record or a marker with its offset: `t1`, `A2`."""
    return f"{NAMES[str(c.log[offset])][0]}{offset}"


def records_of(c: ReadLeader, start: int, end: int) -> str:
    """The records and markers of a slice."""
    return ", ".join(name_of(c, k) for k in range(start, end)) or "no records"


def _unstable(c: ReadLeader, offset: int) -> str:
    return "none" if offset == c.beyond() else str(offset)


def _cell(c: ReadLeader, offset: int) -> Cell:
    content, name = str(c.log[offset]), name_of(c, offset)
    return Cell(offset, name, name, NAMES[content][1], list(NAMES).index(content))


def picture_of(c: ReadLeader) -> Picture:
    """The picture of a state."""
    cells = tuple(_cell(c, k) for k in range(int(c.log.length)))
    lines = [f"log end offset {c.log_end}", f"first unstable offset {_unstable(c, c.first_unstable)}"]
    lines += [f"second segment from {c.second_segment}"] if c.second_segment else []
    lock = LOCKS[str(c.stage)]
    summary = "; ".join(
        (" ".join(cell.short for cell in cells) or "no records", f"HW {c.high_watermark}", *lines, lock)
    )
    log = Lane(
        "log",
        "Log",
        "log",
        role=lock,
        cells=cells,
        mark=int(c.high_watermark),
        lines=tuple(lines),
        standing=lock,
        summary=summary,
    )
    reads = _read_lines(c)
    return Picture((log, Lane("read", "Read", "read", lines=reads, summary="; ".join(reads))), TITLES)


def _read_lines(c: ReadLeader) -> tuple[str, ...]:
    """The read, and what it has so far."""
    log_read, stage = c.log_read, str(c.log_read.stage)
    if log_read.stage == ReadStage.idle:
        return ("no read",)
    lines = [f"by {READERS[str(log_read.fetch)]}"]
    is_end = log_read.fetch == FetchKind.end_offset
    lines += [] if is_end else [f"from offset {log_read.fetch_offset}"]
    if log_read.stage == ReadStage.has_unstable:
        lines.append(f"first unstable offset: {_unstable(c, log_read.first_unstable)}")
    elif log_read.stage == ReadStage.has_watermark:
        lines.append(f"high watermark: {log_read.upper_bound}")
    elif log_read.stage == ReadStage.has_bound:
        lines.append(f"upper bound: {log_read.upper_bound}")
    elif stage == str(ReadStage.has_answer) and is_end:
        lines.append(f"answer: {log_read.upper_bound}")
    elif stage in (str(ReadStage.has_slice), str(ReadStage.has_answer)):
        lines.append(f"slice: {records_of(c, log_read.fetch_offset, log_read.slice_end)}")
    return tuple(lines)


def beginning(_c: ReadLeader) -> str:
    """The sentence of the initial state."""
    return "A leader has an empty log."


def _writes(state: Any, **_: Any) -> str:
    now = state.now
    last = int(now.log.length) - 1
    of = OF[str(now.log[last])]
    return f"The leader takes the lock, and writes {name_of(now, last)}{of} to its file."


def _publishes(state: Any, **_: Any) -> str:
    return f"The log end offset is {state.now.log_end!s}."


def _follows(state: Any, **_: Any) -> str:
    was, now = state.was, state.now
    unstable = _unstable(now, now.first_unstable)
    which = "No transaction is unstable" if unstable == "none" else f"The first unstable offset is {unstable}"
    is_marked = now.indexed_below > was.indexed_below and now.log[now.log.length - 1] == Content.abort
    index = "The index of aborted transactions has the transaction. " if is_marked else ""
    return f"{index}{which}, and the lock is free."


def _rises(offset: Any, is_earlier: Any, **_: Any) -> str:
    rises = f"The followers have the records: the high watermark rises to {offset}."
    position = (
        " A follower fetched from there before the second segment began: its position is in the first one."
    )
    return f"{rises}{position if is_earlier else ''}"


def _begins(fetch: Any, fetch_offset: Any, **_: Any) -> str:
    who = READERS[str(fetch)]
    if str(fetch) == str(FetchKind.end_offset):
        return "A read_committed consumer asks for the end offset."
    return f"{who[0].upper()}{who[1:]} fetches from offset {fetch_offset}."


def _first_unstable(state: Any, **_: Any) -> str:
    offset = _unstable(state.now, state.now.log_read.first_unstable)
    which = "no transaction is unstable" if offset == "none" else f"the first unstable offset is {offset}"
    return f"The read sees that {which}."


def _compares(state: Any, **_: Any) -> str:
    was, now = state.was, state.now
    offset, watermark = _unstable(was, was.log_read.first_unstable), was.high_watermark
    if now.log_read.stage != ReadStage.needs_watermark:
        return f"{offset} is below the high watermark, {watermark}: the read takes {offset} as the last stable offset."
    if offset == "none":
        return "The read found no unstable transaction, so it needs the high watermark."
    return f"{offset} is not below the high watermark, {watermark}, so the read needs the high watermark."


def _again(state: Any, **_: Any) -> str:
    watermark = state.now.high_watermark
    return f"The read looks at the high watermark once more, and takes it, {watermark}, as the last stable offset."


def _lower(state: Any, **_: Any) -> str:
    was, now = state.was, state.now
    offset = _unstable(was, was.first_unstable)
    which = "no transaction is unstable" if offset == "none" else f"the first unstable offset is {offset}"
    return f"The read sees that {which}, and takes {now.log_read.upper_bound} as the last stable offset."


def _slices(state: Any, **_: Any) -> str:
    was, now = state.was, state.now
    if now.log_read.stage == ReadStage.at_file_end:
        return "Its slice is to end where the file ends: the read looks at the file's size once more."
    crosses = was.log_read.bound_is_earlier and was.log_read.fetch_offset == was.log_read.upper_bound
    whole = (
        " The position of its upper bound is in the first segment, so it reads the second one whole."
        if crosses
        else ""
    )
    whole = whole if now.log_read.fetch_offset < now.log_read.slice_end else ""
    return f"Its slice of the file has {records_of(now, now.log_read.fetch_offset, now.log_read.slice_end)}.{whole}"


def _slices_up_to_end(state: Any, **_: Any) -> str:
    now, read = state.now, state.now.log_read
    return f"Its slice ends where the file ends now: {records_of(now, read.fetch_offset, read.slice_end)}."


def _lists(state: Any, **_: Any) -> str:
    now = state.now
    listed = [
        name_of(now, k)
        for k in range(now.log_read.fetch_offset, now.log_read.slice_end)
        if now.is_data(k) and not now.is_delivered(k)
    ]
    names = f"{', '.join(listed)} as aborted" if listed else "no transaction as aborted"
    return f"The answer names {names}."


STORIES: Mapping[str, Story] = {
    "leader_writes": _writes,
    "leader_publishes_end": _publishes,
    "leader_updates_transactions": _follows,
    "index_follows": "The index of aborted transactions is up to date.",
    "leader_rolls": "A second segment begins at offset {state.now.second_segment!s}.",
    "high_watermark_rises": _rises,
    "first_unstable_follows": _follows,
    "read_begins": _begins,
    "takes_log_end": "The read may go up to the log end offset, {state.now.log_end!s}.",
    "takes_high_watermark": "The read may go up to the high watermark, {state.now.high_watermark!s}.",
    "reads_first_unstable": _first_unstable,
    "compares_with_high_watermark": _compares,
    "reads_high_watermark_again": _again,
    "reads_high_watermark_first": "The read sees that the high watermark is {state.now.high_watermark!s}.",
    "takes_the_lower": _lower,
    "slices": _slices,
    "slices_up_to_file_end": _slices_up_to_end,
    "lists_aborts": _lists,
}
