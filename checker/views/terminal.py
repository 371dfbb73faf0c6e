"""A counterexample in a terminal: as a story, and as a table with a row a step and a column a lane."""

from __future__ import annotations

import textwrap

from tabulate import tabulate

from checker.telling.explanation import Explanation, ToldStep
from spec.picture import Lane, Picture

NEEDED = "◆"
BOLD, PLAIN = "\033[1m", "\033[0m"


def legend(explanation: Explanation) -> str:
    """What the mark of a needed step means."""
    noun = explanation.telling.noun
    return f"{NEEDED} a step without which the {noun} would have survived (tried, not guessed)"


def story(explanation: Explanation) -> str:
    """What was lost, a sentence a step, and the life of what was lost."""
    run = explanation.run
    width = len(str(run.length))
    lines = [
        f"{run.machine.name} breaks {run.promise}: {explanation.promise.replace('`', '')}",
        "",
        explanation.loss.sentence,
    ]
    lines += [*textwrap.wrap(explanation.how, 100), ""]
    for step in explanation.steps:
        mark = NEEDED if step.needed else " "
        start = f"{step.number:>{width}} {mark} "
        lines += textwrap.wrap(step.text, 100, initial_indent=start, subsequent_indent=" " * len(start))
    if any(step.needed for step in explanation.steps):
        lines += ["", legend(explanation)]
    if explanation.life:
        lines += [
            "",
            f"{explanation.name}:",
            *(f"  step {e.step:>{width}}  {e.text}" for e in explanation.life),
        ]
    return "\n".join(lines)


def table(explanation: Explanation, color: bool = False) -> str:
    """A row a step, a column a lane: its role, its row with the mark as a bar, and its lines.

    What changed is marked with `*`, and bold where colors are wanted.
    """
    before: list[Picture | None] = [None, *(step.picture for step in explanation.steps)]
    rows = [_row(step, old, color) for step, old in zip(explanation.steps, before, strict=False)]
    lanes = [lane.title.lower() for lane in explanation.steps[0].picture.visible]
    return tabulate(rows, ["step", "what happens", *lanes], tablefmt="simple_grid")


def _row(step: ToldStep, before: Picture | None, color: bool) -> list[str]:
    old = [_lines(lane) for lane in before.visible] if before else [None] * len(step.picture.visible)
    cells = [_marked(_lines(lane), was, color) for lane, was in zip(step.picture.visible, old, strict=True)]
    happens = "\n".join(textwrap.wrap(step.text, 44))
    return [f"{step.number}{' ' + NEEDED if step.needed else ''}", happens, *cells]


def _lines(lane: Lane) -> list[str]:
    return [
        *([lane.role] if lane.role else []),
        *([row(lane)] if lane.cells is not None else []),
        *lane.lines,
    ]


def row(lane: Lane) -> str:
    """A row as text: each cell in short, and a bar where the mark is."""
    cells = [cell.short for cell in lane.cells or ()]
    cells += ["–"] * (lane.mark - len(cells))
    cells.insert(lane.mark, "┃")
    return " ".join(cells)


def _marked(lines: list[str], old: list[str] | None, color: bool) -> str:
    on, off = (BOLD, PLAIN) if color else ("", "")
    return "\n".join(line if old is None or line in old else f"{on}{line} *{off}" for line in lines)
