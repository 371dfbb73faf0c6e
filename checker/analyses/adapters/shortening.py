"""Moves without which code still differs are left out, whatever is possible of the others then.

Its own module because what Hypothesis shrinks and what a covering walk finds both end with it: Hypothesis can't leave
out a step where those after it then have other numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tidemark.checker.analyses.adapters.drive import Difference, Drive
from tidemark.checker.analyses.adapters.harness import Harness, Move
from tidemark.checker.runs.results import Clock
from tidemark.spec.expressions.kinds import Constant
from tidemark.spec.families.system import Inconclusive

SECONDS = 60.0
"""How long the shrinking of a difference may take."""


def shorter(harness: Harness, first: Difference) -> Difference:
    """The difference after those of its moves that can't be left out; the same where the code does not do so again."""
    first.is_shrunk = False
    if first.is_endless or differing(harness, first.taken) is None:
        return first
    clock, best = Clock(), first
    size = max(1, len(best.taken) // 2)
    while size:
        start, before = 0, len(best.taken)
        while start < len(best.taken) and clock.seconds < SECONDS:
            found = differing(harness, [*best.taken[:start], *best.taken[start + size :]])
            if found is None or len(found.taken) >= len(best.taken):
                start += size
            else:
                best = found
        size = 1 if size == 1 and len(best.taken) < before else size // 2
    for place in range(len(best.taken)):
        if place >= len(best.taken) or clock.seconds >= SECONDS:
            break
        for move in _plainer(harness, best.taken[place]):
            found = differing(harness, [*best.taken[:place], move, *best.taken[place + 1 :]])
            if found is not None and len(found.taken) <= len(best.taken):
                best = found
                break
    renamed = differing(harness, _in_order(best.taken))
    if renamed is not None and len(renamed.taken) <= len(best.taken):
        best = renamed
    best.is_shrunk = clock.seconds < SECONDS
    return best


def _in_order(moves: Sequence[Move]) -> list[Move]:
    """The moves with their ids renamed, so that of each kind lower ones come first."""
    names: dict[str, dict[int, int]] = {}

    def renamed(value: Any) -> Any:
        if not isinstance(value, Constant) or value.kind.family != "id" or int(value) < 0:
            return value
        known = names.setdefault(value.kind.name, {})
        return Constant(known.setdefault(int(value), len(known)), value.kind)

    return [Move(one.call, {name: renamed(v) for name, v in one.arguments.items()}) for one in moves]


def _plainer(harness: Harness, move: Move) -> Iterator[Move]:
    """The moves of the same call with lower arguments, the lowest first."""
    for instance in harness.machine.instances:
        other = harness.move(instance)
        if other is not None and other.call == move.call:
            if other.text == move.text:
                return
            yield other


def differing(harness: Harness, moves: Sequence[Move]) -> Difference | None:
    """What differs when the code takes those of these moves that can be taken; None where nothing does."""
    try:
        with Drive.of(harness) as drive:
            for move in moves:
                if move.text in drive.offered() or move.text in drive.forbidden():
                    drive.take(move)
    except Difference as difference:
        return difference
    except Inconclusive:
        return None
    return None
