"""A counterexample as Markdown with a Mermaid sequence diagram, which GitHub renders."""

from __future__ import annotations

import re

import impl
from checker.telling.explanation import Explanation, ToldStep
from checker.views.terminal import NEEDED
from impl.kafka.scene import CONSUMER, CONTROLLER, PRODUCER, Scene, notes_between
from spec.machine import Machine

SIZES = ("replicas", "log-size", "records", "max-epoch")
TITLES = {CONTROLLER: "Controller", PRODUCER: "Producer", CONSUMER: "Consumer"}


def markdown(told: Explanation, shortest: bool = False, file: str | None = None) -> str:
    """What was lost and how, the story, the lost record's life, the logs, the diagram, and how to replay it.

    `shortest` says that no shorter run breaks the promise; `file` is the trace to replay.
    """
    run = told.run
    fewest = "the fewest at which it breaks" if shortest else "of which another run may have fewer"
    parts = [
        f"# `{run.machine.name}` breaks `{run.promise}`",
        f"**{_escape(told.loss.sentence)}** {_escape(told.how)}".strip(),
        f"The promise: {told.promise}",
        f"{told.run.length} states, {fewest}, with {bounds(run.machine)}.",
        "## What happens",
        "\n".join(_step(step) for step in told.steps),
    ]
    if any(step.needed for step in told.steps):
        parts.append(
            f"{NEEDED} marks the steps without which m{told.record} would have survived: each was left out, "
            "and the others tried again in every order."
        )
    if told.lifeline:
        parts += [f"## The life of m{told.record}", _lifeline(told)]
    if told.steps[-1].scene:
        parts += ["## At the end", _logs(told.steps[-1].scene), "## Who told whom", mermaid(told)]
    if file:
        parts += ["## Again", f"`tidemark replay {file}` runs it again, step by step."]
    return "\n\n".join(parts) + "\n"


def bounds(machine: Machine) -> str:
    """The bounds in words: the sizes, and of the conditions those that are not the defaults."""
    given = machine.bounds
    family = impl.protocol(machine.protocol).family if machine.protocol else None
    defaults = {bound.name: bound.default for bound in family.bounds} if family else {}
    told = {name: value for name, value in given.items() if name in SIZES or value != defaults.get(name)}
    rest = "; the rest as by default" if len(told) < len(given) else ""
    return ", ".join(f"{name} {value}" for name, value in told.items()) + rest


def _step(step: ToldStep) -> str:
    mark = f"{NEEDED} " if step.needed else ""
    facts = "".join(f" **{_escape(fact)}**" for fact in step.facts)
    return f"{step.number}. {mark}{_escape(step.sentence)}{facts}"


def _escape(text: str) -> str:
    return re.sub(r"([\\`*_\[\]<>|])", r"\\\1", text)


def _lifeline(told: Explanation) -> str:
    rows = [f"| {event.step} | {_escape(event.text)} |" for event in told.lifeline]
    return "\n".join(["| step | |", "|---:|---|", *rows])


def _logs(scene: Scene) -> str:
    places = max([1, *(max(len(b.log), b.high_watermark) for b in scene.brokers)])
    head = ["broker", *(f"offset {k}" for k in range(places)), "high watermark", "believes"]
    rows = []
    for b in scene.brokers:
        cells = [f"{cell.name}, epoch {cell.epoch}" if (cell := b.at(k)) else "" for k in range(places)]
        rows.append([str(b.number), *cells, str(b.high_watermark), b.role + (", in ISR" if b.in_isr else "")])
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def mermaid(told: Explanation) -> str:
    """The sequence diagram, as a fenced block. Needed steps have a coloured ground."""
    lines = ["```mermaid", "sequenceDiagram"]
    used = {end for step in told.steps for a in step.arrows for end in (a.source, a.target)}
    assert told.steps[0].scene
    body, inside = [], False
    for before, step in zip(told.steps, told.steps[1:], strict=False):
        if step.needed is not inside:
            body.append("    rect rgba(255, 153, 0, 0.15)" if step.needed else "    end")
            inside = step.needed
        body += [("        " if inside else "    ") + line for line in _diagram_step(before, step, used)]
    body += ["    end"] * inside
    actors = [PRODUCER, CONTROLLER, *(str(b.number) for b in told.steps[0].scene.brokers), CONSUMER]
    lines += [
        f"    participant {_actor(actor)} as {TITLES.get(actor, f'Broker {actor}')}"
        for actor in actors
        if actor not in (PRODUCER, CONSUMER) or actor in used
    ]
    return "\n".join([*lines, *body, "```"])


def _actor(name: str) -> str:
    return name[0].upper() + name[1:4] if name in TITLES else f"B{name}"


def _diagram_step(before: ToldStep, step: ToldStep, used: set[str]) -> list[str]:
    assert before.scene
    assert step.scene
    lines = []
    for arrow in step.arrows:
        line = "-->>" if arrow.answer else "->>"
        lines.append(
            f"{_actor(arrow.source)}{line}{_actor(arrow.target)}: {step.number}. {_plain(arrow.text)}"
        )
    for actor, text in notes_between(before.scene, step.scene):
        used.add(actor)
        lines.append(f"Note over {_actor(actor)}: {step.number}. {_plain(text)}")
    if not lines:
        lines.append(f"Note over {_actor(CONTROLLER)}: {step.number}. {_plain(str(step.sentence))}")
    return lines


def _plain(text: str) -> str:
    """Text without what Mermaid reads as syntax."""
    return text.replace(";", ",").replace("#", "no. ").replace("\n", " ")
