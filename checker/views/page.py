"""A counterexample as one HTML page that needs no network: `page.html`, its styles and scripts, and its data."""

from __future__ import annotations

import html
from dataclasses import asdict
from typing import Any

from tidemark.base.counts import count_of
from tidemark.checker.runs.results import Run
from tidemark.checker.telling.explanation import Explanation, ToldStep
from tidemark.checker.views import step_table, template
from tidemark.checker.views.breaking import breaking
from tidemark.checker.views.markdown import bounds
from tidemark.spec.families.family import family_of
from tidemark.spec.families.picture import Lane
from tidemark.spec.machines.fairness import among, fairness_option
from tidemark.spec.machines.machine import Machine


def page(runs: list[Explanation], file: str | None = None) -> str:
    """The page: one run to step through, or several side by side, with the same number of steps.

    `file` is the trace from which it was made.
    """
    first = runs[0].run
    breaks = f"{first.machine.name} breaks {first.promise}" if first.promise else ""
    after = "" if first.loop else f" after {count_of(first.length, 'state')}"
    says = (runs[0].text or runs[0].promise).replace("`", "")
    # What the promise says stands there once: below what was lost, or below the name of the promise.
    headline, below = runs[0].headline or runs[0].heading, f"{breaks}: {says}" if breaks else says
    if not runs[0].says_more:
        headline, below = f"{breaks}{after}", says
    data = {
        "noun": runs[0].telling.noun,
        "legend": list(runs[0].telling.legend),
        "turn": runs[0].turn,
        "runs": [run_data(explanation, runs[0]) for explanation in runs],
    }
    parts = {
        "title": html.escape(runs[0].heading),
        "headline": html.escape(headline),
        "says": html.escape(below),
        "bounds": html.escape(f"With {bounds(first.machine)}." if first.machine.bounds else ""),
        "commands": _commands(
            {"This run again": f"{runs[0].command} {file}" if file else "", "Found again": command(first)}
        ),
        "told": "".join(_without_script(run, len(runs) > 1) for run in runs),
        "style": template.file(template.VIEWS, "page.css"),
        **run_parts(),
        "script": template.file(template.VIEWS, "page.js"),
        "data": template.script_data(data),
    }
    return template.fill(template.VIEWS, "page.html", parts)


def _commands(commands: dict[str, str]) -> str:
    lines = [
        f"<span>{name}: <code>{html.escape(text)}</code></span>" for name, text in commands.items() if text
    ]
    return " ".join(lines)


def _without_script(explanation: Explanation, has_name: bool) -> str:
    """A run for a browser that runs no script: each step with the state after it, and the life of what was lost."""
    name, verdict = html.escape(explanation.run.machine.name), html.escape(explanation.verdict)
    heading = f'<header><h2>{name}</h2><span class="verdict">{verdict}</span></header>\n' if has_name else ""
    parts = [
        heading,
        step_table.needed_legend(explanation),
        step_table.step_table(explanation),
        step_table.life(explanation),
    ]
    return f'<section class="run">\n{"".join(parts)}</section>\n'


def command(run: Run) -> str:
    """The command that finds the run again; empty without one, as for a promise that the family does not have."""
    machine = run.machine
    word = machine.origin.word if machine.origin else machine.protocol
    defaults = {bound.name: bound.default for bound in family_of(machine).bounds}
    if run.promise not in (promise.name for promise in family_of(machine).promises):
        return ""
    options = [f"--with {rule}={source}" for rule, source in machine.exchanged.items()]
    options += [f"--{name} {value}" for name, value in machine.bounds.items() if value != defaults.get(name)]
    fairness = [] if run.loop is None else _fairness(machine)
    if not all(fairness):
        return ""
    return " ".join(["tidemark check", word, f"--promise {run.promise}", *options, *fairness])


def _fairness(machine: Machine) -> list[str]:
    """The options that give a machine its fairness; an empty one where no option does."""
    family_fairness = among(family_of(machine).fairness, {action.name for action in machine.actions})
    absent = [fairness for fairness in family_fairness if fairness not in machine.fairness]
    less = {name for fairness in absent for name in fairness.actions}
    kept = [fairness for fairness in family_fairness if not less & set(fairness.actions)]
    taken_away = [f"--unfair {name}" for name in sorted(less)]
    return taken_away + [fairness_option(fairness) for fairness in machine.fairness if fairness not in kept]


def run_parts() -> dict[str, str]:
    """The styles and scripts by which a page draws a run: its chart, its states and its steps."""
    files = {"cards": "cards.css", "chart_style": "chart.css"}
    files |= {"parts": "parts.js", "chart": "chart.js", "steps": "steps.js"}
    return {part: template.file(template.VIEWS, name) for part, name in files.items()}


def run_data(explanation: Explanation, first: Explanation) -> dict[str, Any]:
    """A run as the scripts of a page draw it; `first` is the one beside which it is shown, or itself."""
    arrows = [arrow for run in (explanation, first) for step in run.steps for arrow in step.arrows]
    used = {end for arrow in arrows for end in (arrow.source, arrow.target)}
    picture = explanation.steps[0].picture
    lanes = [lane for lane in picture.lanes if not lane.optional or lane.actor in used]
    marks_fields = explanation.broken and any(lane.fields for lane in lanes)
    return {
        "title": explanation.run.machine.name,
        "promise": explanation.run.promise,
        "turn": explanation.turn if explanation.broken else None,
        "verdict": explanation.verdict,
        "broken": explanation.broken,
        "loop": explanation.run.loop,
        "value": first.value,
        "name": first.name,
        "mark": picture.titles.mark_short,
        "breaking": breaking(explanation.run) if marks_fields else [],
        "actors": list(map(actor_data, lanes)),
        "life": list(map(asdict, explanation.life)),
        "steps": [_step(step, {lane.actor for lane in lanes}) for step in explanation.steps],
    }


def _step(step: ToldStep, actors: set[str]) -> dict[str, Any]:
    return {
        "sentence": step.sentence,
        "facts": step.facts,
        "seen": list(step.seen),
        "needed": step.needed,
        "lanes": [lane_data(lane) for lane in step.picture.lanes if lane.actor in actors],
        "arrows": list(map(asdict, step.arrows)),
    }


def actor_data(lane: Lane) -> dict[str, Any]:
    """The head of a lane as the scripts of a page draw it."""
    return {"actor": lane.actor, "title": lane.title, "short": lane.short, "bare": lane.optional}


def lane_data(lane: Lane) -> dict[str, Any]:
    """A lane as the scripts of a page draw it."""
    cells = None
    if lane.cells is not None:
        cells = [{"value": c.value, "name": c.name, "detail": c.detail, "shade": c.shade} for c in lane.cells]
    return {
        "role": lane.role,
        "cells": cells,
        "mark": lane.mark,
        "lines": list(lane.lines),
        "fields": list(map(asdict, lane.fields)),
        "faded": lane.faded,
        "lead": lane.lead,
    }
