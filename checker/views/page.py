"""A counterexample as one HTML page that needs no network: `page.html`, `.css` and `.js`, and its data."""

from __future__ import annotations

import html
import json
from importlib import resources
from typing import Any

from checker.telling.explanation import Explanation, ToldStep
from spec.picture import Lane


def page(runs: list[Explanation]) -> str:
    """The page: one run to step through, or several side by side, with the same number of steps."""
    first = runs[0].run
    data = {
        "noun": runs[0].telling.noun,
        "legend": list(runs[0].telling.legend),
        "runs": [_run(explanation, runs[0]) for explanation in runs],
    }
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


def _run(explanation: Explanation, first: Explanation) -> dict[str, Any]:
    used = {
        end
        for run in (explanation, first)
        for step in run.steps
        for a in step.arrows
        for end in (a.source, a.target)
    }
    picture = explanation.steps[0].picture
    lanes = [lane for lane in picture.lanes if not lane.optional or lane.actor in used]
    return {
        "title": explanation.run.machine.name,
        "promise": explanation.run.promise,
        "summary": explanation.promise.replace("`", ""),
        "loss": explanation.loss.sentence,
        "how": explanation.how,
        "verdict": explanation.verdict,
        "broken": explanation.broken,
        "value": first.value,
        "name": first.name,
        "mark": picture.titles.mark_short,
        "actors": [
            {"actor": lane.actor, "title": lane.title, "short": lane.short, "bare": lane.optional}
            for lane in lanes
        ],
        "life": [{"step": e.step, "kind": e.kind, "text": e.text} for e in explanation.life],
        "steps": [_step(step, {lane.actor for lane in lanes}) for step in explanation.steps],
    }


def _step(step: ToldStep, actors: set[str]) -> dict[str, Any]:
    return {
        "sentence": step.sentence,
        "facts": step.facts,
        "needed": step.needed,
        "lanes": [_lane(lane) for lane in step.picture.lanes if lane.actor in actors],
        "arrows": [
            {"source": a.source, "target": a.target, "text": a.text, "answer": a.answer} for a in step.arrows
        ],
    }


def _lane(lane: Lane) -> dict[str, Any]:
    cells = None
    if lane.cells is not None:
        cells = [{"value": c.value, "name": c.name, "detail": c.detail, "shade": c.shade} for c in lane.cells]
    return {
        "role": lane.role,
        "cells": cells,
        "mark": lane.mark,
        "lines": list(lane.lines),
        "faded": lane.faded,
    }
