"""A counterexample as Markdown with a Mermaid sequence diagram, which GitHub renders."""

from __future__ import annotations

import re

from tidemark.base.errors import escaped
from tidemark.checker.telling.explanation import Explanation, ToldStep
from tidemark.checker.views.terminal import NEEDED
from tidemark.spec.families.family import bounds_to_tell
from tidemark.spec.families.picture import Lane, Picture
from tidemark.spec.machines.machine import Machine


def markdown(told: Explanation, shortest: bool = False, file: str | None = None) -> str:
    """What was lost and how, the story, the life of what was lost, the end, the diagram, and how to replay it.

    There is no diagram where nothing was sent, and no end where a picture has no rows. `shortest` says that no shorter
    run breaks the promise; `file` is the trace to replay.
    """
    parts = [*_head(told, shortest), "## What happens", "\n".join(_step(step) for step in told.steps)]
    if any(step.needed for step in told.steps):
        parts.append(
            f"{NEEDED} marks the steps without which {told.name} would have survived: each was left out, "
            "and the others tried again in every order."
        )
    if told.life:
        parts += [f"## The life of {told.name}", _life(told)]
    if told.steps[-1].picture.rows:
        parts += ["## At the end", _rows(told.steps[-1].picture)]
    if any(step.arrows for step in told.steps):
        parts += ["## Who told whom", mermaid(told)]
    if file:
        parts += ["## Again", f"`{told.command} {file}` runs it again, step by step."]
    return escaped("\n\n".join(parts)) + "\n"


def _head(told: Explanation, shortest: bool) -> list[str]:
    """The title, what was lost, and how long the run is."""
    run = told.run
    parts = [f"# {_escape(told.title)}", _escape(told.text)] if told.title else []
    if not run.promise:
        return [*parts, f"`{run.machine.name}`{with_bounds(run.machine)}."]
    breaks = f"`{run.machine.name}` breaks `{run.promise}`"
    fewest = "the fewest at which it breaks" if shortest else "of which another run may have fewer"
    return [
        *([*parts, f"{breaks}."] if parts else [f"# {breaks}"]),
        f"**{_escape(told.loss.sentence)}** {_escape(told.how)}".strip(),
        "The promise: " + told.promise.replace("<", "\\<"),
        f"{told.run.length} states, {fewest}{with_bounds(run.machine)}.",
    ]


def bounds(machine: Machine) -> str:
    """The bounds in words: the sizes, and of the others those that are not the defaults."""
    told = bounds_to_tell(machine)
    rest = "; the rest as by default" if len(told) < len(machine.bounds) else ""
    return ", ".join(f"{name} {value}" for name, value in told.items()) + rest


def with_bounds(machine: Machine) -> str:
    """The bounds as the end of a sentence; empty where there are none."""
    return f", with {bounds(machine)}" if machine.bounds else ""


def _step(step: ToldStep) -> str:
    mark = f"{NEEDED} " if step.needed else ""
    facts = "".join(f" **{_escape(fact)}**" for fact in step.facts)
    seen = "".join(f"<br>`{one}`" if k == 0 else f", `{one}`" for k, one in enumerate(step.seen))
    return f"{step.number}. {mark}{_escape(step.sentence)}{facts}{seen}"


def _escape(text: str) -> str:
    return re.sub(r"([\\`*_\[\]<>|])", r"\\\1", text)


def _life(told: Explanation) -> str:
    rows = [f"| {event.step} | {_escape(event.text)} |" for event in told.life]
    return "\n".join(["| step | |", "|---:|---|", *rows])


def _rows(picture: Picture) -> str:
    """The rows of a picture as a table, a column a place."""
    places = max([1, *(max(len(lane.cells or ()), lane.mark) for lane in picture.rows)])
    titles, first = picture.titles, picture.first
    head = [titles.lane, *(f"{titles.place} {first + k}" for k in range(places)), titles.mark, titles.role]
    rows = []
    for lane in picture.rows:
        cells = [f"{cell.name}, {cell.detail}" if (cell := lane.at(k)) else "" for k in range(places)]
        rows.append([lane.actor, *cells, str(first + lane.mark), lane.standing])
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def mermaid(told: Explanation) -> str:
    """The sequence diagram, as a fenced block. Needed steps have a coloured ground."""
    lanes = told.steps[0].picture.lanes
    actors = {lane.actor: lane.short[:4] for lane in lanes}
    body, inside = [], False
    loop = told.run.loop
    for step in told.steps[1:]:
        if loop is not None and step.number == loop + 1:
            body.append("    loop for ever")
        if step.needed is not inside:
            body.append("    rect rgba(255, 153, 0, 0.15)" if step.needed else "    end")
            inside = step.needed
        body += [("        " if inside else "    ") + line for line in _diagram_step(step, actors)]
    body += ["    end"] * (inside + (loop is not None and not told.run.is_still))
    participants = [
        f"    participant {actors[lane.actor]} as {lane.title}" for lane in lanes if _is_named(lane, told)
    ]
    return "\n".join(["```mermaid", "sequenceDiagram", *participants, *body, "```"])


def _is_named(lane: Lane, told: Explanation) -> bool:
    """Whether a lane is in the diagram: one that says nothing by itself only where a message or note names it."""
    return (
        not lane.optional
        or any(lane.actor in (arrow.source, arrow.target) for step in told.steps for arrow in step.arrows)
        or any(lane.actor == note.actor for step in told.steps for note in step.notes)
    )


def _diagram_step(step: ToldStep, actors: dict[str, str]) -> list[str]:
    said = [
        (f"{actors[a.source]}{'-->>' if a.answer else '->>'}{actors[a.target]}", a.text) for a in step.arrows
    ]
    said += [(f"Note over {actors[note.actor]}", note.text) for note in step.notes]
    said = said or [(f"Note over {actors[step.picture.visible[0].actor]}", step.sentence)]
    return [f"{where}: {step.number}. {_plain(text)}" for where, text in said]


def _plain(text: str) -> str:
    """Text without what Mermaid reads as syntax."""
    return text.replace(";", ",").replace("#", "no. ").replace("\n", " ")
