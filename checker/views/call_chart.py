"""The calls of a log around one that no run passes, as a chart: a bar from each request to its answer.

Its own module because a verdict on a log is text about one event, and this is a picture of several.

    1  write 1  ├───┤
    2  write 2    ├─────────────
    7  read 1             ├───┤  refused
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from tidemark.checker.validation.order import Occurrence

MOST_CALLS = 12
"""Calls of a chart: the last ones, with the refused one."""
MOST_BEFORE = 3
"""Calls that had ended before."""
LONGEST_NAME = 24
WIDTH = 48
"""Columns of the bars, at most."""


def call_chart(refused: Occurrence, calls: Sequence[Occurrence]) -> list[str]:
    """The lines of a chart, each with the line of a request; none where there is no other call.

    calls: those around the refused one, in the order of their requests.
    """
    others = sorted((call for call in calls if call is not refused), key=_begin)[-(MOST_CALLS - 1) :]
    if not others:
        return []
    shown = sorted([*others, refused], key=_begin)
    moments = sorted({moment for call in shown for moment in (_begin(call), _end(call)) if moment < inf})
    spacing = max(1, min(4, WIDTH // len(moments)))
    column = {moment: spacing * number for number, moment in enumerate(moments)}
    end = spacing * len(moments)
    names = max(len(call_name(call)) for call in shown)
    numbers = max(len(str(call.event.line)) for call in shown)
    lines = []
    for call in shown:
        begin, until = column[_begin(call)], column.get(_end(call), end)
        bar = f"├{'─' * (until - begin - 1)}{'┤' if call.answer else '─'}"
        mark = "  refused" if call is refused else ""
        lines.append(f"{call.event.line:>{numbers}}  {call_name(call):{names}}  {' ' * begin}{bar}{mark}")
    return lines


def calls_around(refused: Occurrence, steps: Sequence[Occurrence]) -> list[Occurrence]:
    """The calls of a file, among these steps, that are open while the refused one is, and the last ones before it."""
    if not (refused.is_call and _has_lines(refused)):
        return []
    calls = [call for call in steps if call.is_call and _has_lines(call)]
    calls = [call for call in calls if call.event.file == refused.event.file and _begin(call) < _end(refused)]
    before = sorted((call for call in calls if _end(call) <= _begin(refused)), key=_end)[-MOST_BEFORE:]
    return [call for call in calls if _end(call) > _begin(refused)] + before


def call_name(call: Occurrence) -> str:
    """What was called, and the value that it is about, where the log has a field of that name."""
    event = call.answer if call.answer and call.answer.get("value") is not None else call.event
    value = event.get("value")
    name = call.event.name if value is None else f"{call.event.name} {value}"
    return (
        name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME // 2]}…{name[-LONGEST_NAME // 2 + 1 :]}"
    )


def _has_lines(call: Occurrence) -> bool:
    """Whether both events of a call are lines, of one file."""
    events = [call.event, *([call.answer] if call.answer else [])]
    return all(isinstance(event.line, int) and event.file == call.event.file for event in events)


def _begin(call: Occurrence) -> float:
    return float(call.event.line)


def _end(call: Occurrence) -> float:
    return float(call.answer.line) if call.answer else inf
