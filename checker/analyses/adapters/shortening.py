"""Moves without which code still differs are left out, whatever is possible of the others then.

Its own module because what Hypothesis shrinks and what a covering walk finds both end with it: Hypothesis can't leave
out a step where those after it then have other numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tidemark.checker.analyses.adapters.drive import AdapterDrive, CodeDifference
from tidemark.checker.analyses.adapters.harness import AdapterMove, Harness
from tidemark.checker.runs.results import Clock
from tidemark.spec.expressions.kinds import Constant
from tidemark.spec.families.system import Inconclusive

SECONDS = 60.0
"""How long the shrinking of a difference may take."""


def shorten(harness: Harness, first: CodeDifference) -> CodeDifference:
    """The difference after those of its moves that can't be left out; the same where the code does not do so again."""
    first.is_shrunk = False
    if first.is_endless or differing(harness, first.trail) is None:
        return first
    clock, best = Clock(), first
    size = max(1, len(best.trail) // 2)
    while size:
        start, before = 0, len(best.trail)
        while start < len(best.trail) and clock.seconds < SECONDS:
            shorter = differing(harness, [*best.trail[:start], *best.trail[start + size :]])
            if shorter is None or len(shorter.trail) >= len(best.trail):
                start += size
            else:
                best = shorter
        size = 1 if size == 1 and len(best.trail) < before else size // 2
    for position in range(len(best.trail)):
        if position >= len(best.trail) or clock.seconds >= SECONDS:
            break
        for move in _plainer(harness, best.trail[position]):
            plainer = differing(harness, [*best.trail[:position], move, *best.trail[position + 1 :]])
            if plainer is not None and len(plainer.trail) <= len(best.trail):
                best = plainer
                break
    renamed = differing(harness, _in_order(best.trail))
    if renamed is not None and len(renamed.trail) <= len(best.trail):
        best = renamed
    best.is_shrunk = clock.seconds < SECONDS
    return best


def _in_order(moves: Sequence[AdapterMove]) -> list[AdapterMove]:
    """The moves with their ids renamed, so that of each kind lower ones come first."""
    names: dict[str, dict[int, int]] = {}

    def rename_id(value: Any) -> Any:
        if not isinstance(value, Constant) or value.kind.family != "id" or int(value) < 0:
            return value
        numbers = names.setdefault(value.kind.name, {})
        return Constant(numbers.setdefault(int(value), len(numbers)), value.kind)

    return [
        AdapterMove(move.call, {name: rename_id(v) for name, v in move.arguments.items()}) for move in moves
    ]


def _plainer(harness: Harness, move: AdapterMove) -> Iterator[AdapterMove]:
    """The moves of the same call with lower arguments, the lowest first."""
    for instance in harness.machine.instances:
        candidate = harness.move(instance)
        if candidate is not None and candidate.call == move.call:
            if candidate.text == move.text:
                return
            yield candidate


def differing(harness: Harness, moves: Sequence[AdapterMove]) -> CodeDifference | None:
    """What differs when the code takes those of these moves that can be taken; None where nothing does."""
    try:
        with AdapterDrive.of(harness) as drive:
            for move in moves:
                if move.text in drive.offered_choices() or move.text in drive.forbidden():
                    drive.take(move)
    except CodeDifference as difference:
        return difference
    except Inconclusive:
        return None
    return None
