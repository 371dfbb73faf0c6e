"""A counterexample as Markdown with a Mermaid sequence diagram, which GitHub renders."""

from __future__ import annotations

import re

from tidemark.base.counts import count_of
from tidemark.base.errors import escape_text
from tidemark.checker.telling.explanation import Explanation, ToldStep
from tidemark.checker.views.terminal import NEEDED
from tidemark.spec.families.family import bounds_to_tell
from tidemark.spec.families.picture import Picture
from tidemark.spec.machines.machine import Machine


def markdown(explanation: Explanation, shortest: bool = False, file: str | None = None) -> str:
    """What was lost and how, the story, its tables, the life of what was lost, the diagram, the command.

    There is no diagram where nothing was sent, and no table where a picture has no rows. `shortest` says that no
    shorter run breaks the promise; `file` is the trace to replay.
    """
    parts = [*_head(explanation, shortest), "## What happens", "\n".join(map(_step, explanation.steps))]
    if any(step.needed for step in explanation.steps):
        parts.append(
            f"{NEEDED} marks the steps without which {explanation.name} would have survived: each was left out, "
            "and the others tried again in every order."
        )
    if explanation.steps[0].picture.titles.end:
        parts += _ends(explanation)
    if explanation.life:
        parts += [f"## The life of {explanation.name}", _life(explanation)]
    if explanation.steps[-1].picture.rows:
        parts += ["## At the end", _rows(explanation.steps[-1].picture)]
    if any(step.arrows for step in explanation.steps):
        parts += ["## Who told whom", mermaid(explanation)]
    if file:
        parts += ["## Again", f"`{explanation.command} {file}` runs it again, step by step."]
    return escape_text("\n\n".join(parts)) + "\n"


def _head(explanation: Explanation, shortest: bool) -> list[str]:
    """The title, what was lost, and how long the run is."""
    run = explanation.run
    parts = [f"# {_escape(explanation.title)}", _escape(explanation.text)] if explanation.title else []
    if not run.promise:
        return [*parts, f"`{run.machine.name}`{with_bounds(run.machine)}."]
    breaks = f"`{run.machine.name}` breaks `{run.promise}`"
    fewest = "the fewest at which it breaks" if shortest else "of which another run may have fewer"
    return [
        *([*parts, f"{breaks}."] if parts else [f"# {breaks}"]),
        f"**{_escape(explanation.loss.sentence)}** {_escape(explanation.how)}".strip(),
        "The promise: " + explanation.promise.replace("<", "\\<"),
        f"{count_of(explanation.run.length, 'state')}, {fewest}{with_bounds(run.machine)}.",
    ]


def bounds(machine: Machine) -> str:
    """The bounds in words: the sizes, and of the others those that are not the defaults."""
    values = bounds_to_tell(machine)
    rest = "; the rest as by default" if len(values) < len(machine.bounds) else ""
    return ", ".join(f"{name} {value}" for name, value in values.items()) + rest


def with_bounds(machine: Machine) -> str:
    """The bounds as the end of a sentence; empty where there are none."""
    return f", with {bounds(machine)}" if machine.bounds else ""


def _step(step: ToldStep) -> str:
    mark = f"{NEEDED} " if step.needed else ""
    facts = "".join(f" **{_escape(fact)}**" for fact in step.facts)
    seen = ", ".join(f"`{observation}`" for observation in step.seen)
    return f"{step.number}. {mark}{_escape(step.sentence)}{facts}{'<br>' if seen else ''}{seen}"


def _escape(sentence: str) -> str:
    return re.sub(r"([\\`*_\[\]<>|])", r"\\\1", sentence)


def _life(explanation: Explanation) -> str:
    rows = [f"| {event.step} | {_escape(event.text)} |" for event in explanation.life]
    return "\n".join(["| step | |", "|---:|---|", *rows])


def _ends(explanation: Explanation) -> list[str]:
    """The end and the mark of each row as a table with its heading: a line for each step that changes one, in bold."""
    first = explanation.steps[0].picture
    titles = first.titles
    lines = [["step"], ["---:"] * (2 * len(first.rows) + 1)]
    for lane in first.rows:
        lines[0] += [f"{_escape(lane.title)}: {titles.end}", titles.mark_short]
    before: list[int] = []
    for step in explanation.steps:
        now = [first.first + end for lane in step.picture.rows for end in (len(lane.cells or ()), lane.mark)]
        if now != before:
            pairs = zip(now, before or now, strict=True)
            lines.append([str(step.number), *(str(n) if n == old else f"**{n}**" for n, old in pairs)])
        before = now
    return [f"## {titles.end} and {titles.mark_short}, where a step changes them", _table(lines)]


def _rows(picture: Picture) -> str:
    """The rows of a picture as a table, a column a place."""
    places = max([1, *(max(len(lane.cells or ()), lane.mark) for lane in picture.rows)])
    titles, first = picture.titles, picture.first
    head = [titles.lane, *(f"{titles.place} {first + k}" for k in range(places)), titles.mark, titles.role]
    rows = []
    for lane in picture.rows:
        cells = [f"{cell.name}, {cell.detail}" if (cell := lane.at(k)) else "" for k in range(places)]
        rows.append([lane.actor, *cells, str(first + lane.mark), lane.standing])
    return _table([head, ["---"] * len(head), *rows])


def _table(lines: list[list[str]]) -> str:
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def mermaid(explanation: Explanation) -> str:
    """The sequence diagram, as a fenced block. Needed steps have a coloured ground."""
    lanes = explanation.steps[0].picture.lanes
    actors = {lane.actor: lane.short[:4] for lane in lanes}
    body, inside = [], False
    loop = explanation.run.loop
    for step in explanation.steps[1:]:
        if loop is not None and step.number == loop + 1:
            body.append("    loop for ever")
        if step.needed is not inside:
            body.append("    rect rgba(255, 153, 0, 0.15)" if step.needed else "    end")
            inside = step.needed
        body += [("        " if inside else "    ") + line for line in _diagram_step(step, actors)]
    body += ["    end"] * (inside + (loop is not None and not explanation.run.is_still))
    steps = explanation.steps
    named = {end for step in steps for arrow in step.arrows for end in (arrow.source, arrow.target)}
    named |= {note.actor for step in steps for note in step.notes}
    shown = [lane for lane in lanes if not lane.optional or lane.actor in named]
    participants = [f"    participant {actors[lane.actor]} as {lane.title}" for lane in shown]
    return "\n".join(["```mermaid", "sequenceDiagram", *participants, *body, "```"])


def _diagram_step(step: ToldStep, actors: dict[str, str]) -> list[str]:
    said = [
        (f"{actors[a.source]}{'-->>' if a.answer else '->>'}{actors[a.target]}", a.text) for a in step.arrows
    ]
    said += [(f"Note over {actors[note.actor]}", note.text) for note in step.notes]
    said = said or [(f"Note over {actors[step.picture.visible[0].actor]}", step.sentence)]
    return [f"{where}: {step.number}. {_plain(label)}" for where, label in said]


def _plain(label: str) -> str:
    """Text without what Mermaid reads as syntax."""
    return label.replace(";", ",").replace("#", "no. ").replace("\n", " ")
