"""A counterexample as one HTML page that needs no network: `page.html`, `.css` and `.js`, and its data."""

from __future__ import annotations

import html
import json
from importlib import resources
from typing import Any

from checker.telling.explanation import Explanation
from impl.kafka.scene import CONSUMER, CONTROLLER, PRODUCER, Broker
from spec.errors import UsageError


def page(runs: list[Explanation]) -> str:
    """The page: one run to step through, or several side by side, with the same number of steps.

    Raises:
        UsageError: the state is none that can be drawn.
    """
    for told in runs:
        if any(step.scene is None for step in told.steps):
            raise UsageError(
                f"{told.run.machine.name} can't be drawn: its state has no replicas and no quorum"
            )
    first = runs[0].run
    data = {"runs": [_run(told, runs[0]) for told in runs]}
    parts = {
        "title": html.escape(f"{first.machine.name} breaks {first.promise}"),
        "style": _file("page.css"),
        "script": _file("page.js"),
        "data": json.dumps(data, ensure_ascii=False, sort_keys=True).replace("<", "\\u003c"),
    }
    text = _file("page.html")
    for name, content in parts.items():
        text = text.replace("{{" + name + "}}", content)
    return text


def _file(name: str) -> str:
    return (resources.files("checker.views") / name).read_text(encoding="utf-8")


def _run(told: Explanation, first: Explanation) -> dict[str, Any]:
    used = {
        end
        for run in (told, first)
        for step in run.steps
        for a in step.arrows
        for end in (a.source, a.target)
    }
    scene = told.steps[0].scene
    assert scene
    brokers = [str(b.number) for b in scene.brokers]
    return {
        "title": told.run.machine.name,
        "promise": told.run.promise,
        "summary": told.promise.replace("`", ""),
        "loss": told.loss.sentence,
        "how": told.how,
        "verdict": told.verdict,
        "broken": told.broken,
        "record": first.record,
        "actors": [
            *([PRODUCER] if PRODUCER in used else []),
            CONTROLLER,
            *brokers,
            *([CONSUMER] if CONSUMER in used else []),
        ],
        "lifeline": [{"step": e.step, "kind": e.kind, "text": e.text} for e in told.lifeline],
        "steps": [
            {
                "sentence": step.sentence,
                "facts": step.facts,
                "needed": step.needed,
                "controller": step.scene.controller,
                "brokers": [_broker(b) for b in step.scene.brokers],
                "arrows": [
                    {"source": a.source, "target": a.target, "text": a.text, "answer": a.answer}
                    for a in step.arrows
                ],
            }
            for step in told.steps
            if step.scene
        ],
    }


def _broker(broker: Broker) -> dict[str, Any]:
    return {
        "number": broker.number,
        "up": broker.up,
        "role": broker.role,
        "log": [{"record": cell.record, "epoch": cell.epoch} for cell in broker.log],
        "high_watermark": broker.high_watermark,
        "in_isr": broker.in_isr,
    }
