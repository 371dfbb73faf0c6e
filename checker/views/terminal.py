"""A counterexample in a terminal: as a story, and as a table with a row a step and a column a broker."""

from __future__ import annotations

import textwrap

from tabulate import tabulate

from checker.telling.explanation import Explanation, ToldStep
from impl.kafka.scene import Broker, Scene

NEEDED = "◆"
BOLD, PLAIN = "\033[1m", "\033[0m"
LEGEND = f"{NEEDED} a step without which the record would have survived (tried, not guessed)"


def story(told: Explanation) -> str:
    """What was lost, a sentence a step, and the life of the lost record."""
    run = told.run
    width = len(str(run.length))
    lines = [
        f"{run.machine.name} breaks {run.promise}: {told.promise.replace('`', '')}",
        "",
        told.loss.sentence,
    ]
    lines += [*textwrap.wrap(told.how, 100), ""]
    for step in told.steps:
        mark = NEEDED if step.needed else " "
        start = f"{step.number:>{width}} {mark} "
        lines += textwrap.wrap(step.text, 100, initial_indent=start, subsequent_indent=" " * len(start))
    if any(step.needed for step in told.steps):
        lines += ["", LEGEND]
    if told.lifeline:
        lines += ["", f"m{told.record}:", *(f"  step {e.step:>{width}}  {e.text}" for e in told.lifeline)]
    return "\n".join(lines)


def table(told: Explanation, color: bool = False) -> str:
    """A row a step, a column a broker: the log with the high watermark as a bar, and what it believes.

    What changed is marked with `*`, and bold where colors are wanted.
    """
    if told.steps[0].scene is None:
        return story(told)
    rows = []
    for number, step in enumerate(told.steps):
        before = told.steps[number - 1].scene if number else None
        rows.append(_row(step, before, color))
    brokers = [f"broker {b.number}" for b in told.steps[0].scene.brokers]
    return tabulate(rows, ["step", "what happens", "controller", *brokers], tablefmt="simple_grid")


def _row(step: ToldStep, before: Scene | None, color: bool) -> list[str]:
    assert step.scene
    happens = "\n".join(textwrap.wrap(step.text, 44))
    cells = [_marked(_controller(step.scene), _controller(before) if before else None, color)]
    for broker in step.scene.brokers:
        old = _broker(before.brokers[broker.number]) if before else None
        cells.append(_marked(_broker(broker), old, color))
    return [f"{step.number}{' ' + NEEDED if step.needed else ''}", happens, *cells]


def _controller(scene: Scene) -> list[str]:
    return [part.strip() for part in scene.controller.replace(", ISR", "; ISR").split(";")]


def _broker(broker: Broker) -> list[str]:
    in_isr = "in ISR" if broker.in_isr else "not in ISR"
    ends = f"HW {broker.high_watermark}, LEO {len(broker.log)}"
    return [log(broker), ends, broker.role, in_isr]


def log(broker: Broker) -> str:
    """A log as text: each record with its epoch, and a bar where the high watermark is."""
    cells = [f"{cell.name}@{cell.epoch}" for cell in broker.log]
    cells += ["–"] * (broker.high_watermark - len(cells))
    cells.insert(broker.high_watermark, "┃")
    return " ".join(cells)


def _marked(lines: list[str], old: list[str] | None, color: bool) -> str:
    on, off = (BOLD, PLAIN) if color else ("", "")
    return "\n".join(line if old is None or line in old else f"{on}{line} *{off}" for line in lines)
