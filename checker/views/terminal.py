"""A counterexample in a terminal: as a story, and as a table with a row a step and a column a lane."""

from __future__ import annotations

from tidemark.checker.runs.results import Run, Verdict
from tidemark.checker.runs.steps import numbered_steps
from tidemark.checker.telling.explanation import Explanation, ToldStep, explain
from tidemark.checker.telling.lassos import describe_idle_actions
from tidemark.checker.views import screen
from tidemark.checker.views.screen import Screen, wrap_text
from tidemark.spec.families.family import family_of
from tidemark.spec.families.picture import Lane, Picture

NEEDED = "◆"
HAPPENS = 44
"""The widest column of sentences in a table."""


def legend(explanation: Explanation) -> str:
    """What the mark of a needed step means."""
    noun = explanation.telling.noun
    return f"{NEEDED} a step without which the {noun} would have survived (tried, not guessed)"


def violation(promise: str, verdict: Verdict, by_fields: bool = False, on: Screen | None = None) -> str:
    """The sentence that a promise is violated, and the run as its family's story; for standard output.

    By the fields that each step changed where that is asked for, or there is no story.
    """
    on = on or screen.here()
    broken = on.paint(f"{promise} is {verdict.text}", screen.LOST)
    return f"{broken}:\n\n{describe_run(verdict.run, by_fields, on) if verdict.run else ''}"


def describe_run(run: Run, by_fields: bool = False, on: Screen | None = None) -> str:
    """A run as its family's story; by the fields that each step changed if that is asked for, or there is no story."""
    on = on or screen.here()
    if family_of(run.machine).telling.stories and not by_fields:
        return body(explain(run), on)
    idle = [line for sentence in describe_idle_actions(run) for line in on.wrap(sentence, indent="  ")]
    return "\n".join([numbered_steps(run), *idle])


def story(explanation: Explanation, on: Screen | None = None) -> str:
    """What is broken, what was lost, a sentence a step, and the life of what was lost; for standard output."""
    on = on or screen.here()
    promise = f"{explanation.run.machine.name} breaks {explanation.run.promise}: {explanation.promise.replace('`', '')}"
    lines = [*on.wrap(explanation.title), *on.wrap(explanation.text), ""] if explanation.title else []
    lines += [*on.wrap(promise), ""] if explanation.run.promise else []
    return "\n".join([*lines, body(explanation, on)])


def body(explanation: Explanation, on: Screen | None = None) -> str:
    """The story without the sentence that says which promise is broken."""
    on = on or screen.here()
    width = len(str(explanation.run.length))
    lines = [on.mark(line, explanation.name) for line in on.wrap(explanation.loss.sentence)]
    lines += [*on.wrap(explanation.how), ""] if lines else []
    for step in explanation.steps:
        lines += _step(on, explanation, step, width)
    if any(step.needed for step in explanation.steps):
        mark, legend_lines = legend(explanation)[0], on.wrap(legend(explanation), indent="  ")
        lines += ["", on.paint(mark, screen.NEEDED) + legend_lines[0][1:], *legend_lines[1:]]
    if explanation.life:
        lines += ["", f"{on.paint(explanation.name, screen.LOST)}:"]
        for event in explanation.life:
            lines += on.wrap(event.text, f"  step {event.step:>{width}}  ")
    return "\n".join(lines)


def _step(on: Screen, explanation: Explanation, step: ToldStep, width: int) -> list[str]:
    start = f"{step.number:>{width}} {NEEDED if step.needed else ' '} "
    lines = on.wrap(step.text, start)
    first = on.paint(start[:-1], screen.NEEDED) + " " if step.needed else start
    rest = [lines[0][len(start) :], *lines[1:]]
    painted = [on.mark(line, explanation.name) for line in rest]
    return [first + painted[0], *painted[1:], *on.wrap(observations_line(step), " " * len(start))]


def observations_line(step: ToldStep) -> str:
    """What a scenario expects to be seen after a step, on one line; no value is broken."""
    return " · ".join(observation.replace(" ", "\N{NO-BREAK SPACE}") for observation in step.seen)


def table(explanation: Explanation, on: Screen | None = None) -> str:
    """A row a step, a column a lane: its role, its row with the mark as a bar, and its lines.

    What changed is marked with `*`, and bold where colors are wanted. The sentences get what the lanes leave of the
    width; where that is too little, the story follows the table, which has the numbers alone.
    """
    from tabulate import tabulate  # slow to import, and few runs are shown as a table

    on = on or screen.here()
    before: list[Picture | None] = [None, *(step.picture for step in explanation.steps)]
    lanes = [lane.title.lower() for lane in explanation.steps[0].picture.visible]
    rows = [_row(step, old, on) for step, old in zip(explanation.steps, before, strict=False)]
    bare = tabulate(rows, ["step", *lanes], tablefmt="simple_grid").splitlines()[0]
    room = min(HAPPENS, on.width - len(bare) - 3)
    if room < screen.NARROWEST:
        return tabulate(rows, ["step", *lanes], tablefmt="simple_grid") + "\n\n" + body(explanation, on)
    for step, row in zip(explanation.steps, rows, strict=True):
        row.insert(1, "\n".join(wrap_text(step.text, room)))
    return tabulate(rows, ["step", "what happens", *lanes], tablefmt="simple_grid")


def _row(step: ToldStep, before: Picture | None, on: Screen) -> list[str]:
    old = [lane_lines(lane) for lane in before.visible] if before else [None] * len(step.picture.visible)
    lanes = zip(step.picture.visible, old, strict=True)
    cells = [_mark_changes(lane_lines(lane), was, on) for lane, was in lanes]
    return [f"{step.number}{' ' + NEEDED if step.needed else ''}", *cells]


def lane_lines(lane: Lane) -> list[str]:
    """A lane as lines: its role, its row with the mark as a bar, and what else it says."""
    return [*filter(None, [lane.role]), *([row(lane)] if lane.cells is not None else []), *lane.lines]


def row(lane: Lane) -> str:
    """A row as text: each cell in short, and a bar where the mark is."""
    cells = [cell.short for cell in lane.cells or ()]
    cells += ["–"] * (lane.mark - len(cells))
    cells.insert(lane.mark, "┃")
    return " ".join(cells)


def _mark_changes(lines: list[str], old: list[str] | None, on: Screen) -> str:
    known = lines if old is None else old
    return "\n".join(line if line in known else on.paint(f"{line} *", screen.CHANGED) for line in lines)
