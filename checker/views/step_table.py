"""The steps of a run as an HTML table, for a page whose scripts don't run: a row a step, a column a lane."""

from __future__ import annotations

from html import escape

from tidemark.checker.telling.explanation import Explanation, ToldStep
from tidemark.checker.views import template
from tidemark.checker.views.terminal import NEEDED, lane_lines, observations_line
from tidemark.spec.families.picture import Lane, Picture


def step_table(explanation: Explanation) -> str:
    """The table; what a step changes in a lane is bold, and a needed step has its mark."""
    lanes = [lane.title for lane in explanation.steps[0].picture.visible]
    before: list[Picture | None] = [None, *(step.picture for step in explanation.steps)]
    rows = [_row(step, old) for step, old in zip(explanation.steps, before, strict=False)]
    return template.table("steps", ["what happens", *lanes], rows)


def needed_legend(explanation: Explanation) -> str:
    """What the mark of a needed step means, as a paragraph; empty where no step has it."""
    if not any(step.needed for step in explanation.steps):
        return ""
    noun = escape(explanation.telling.noun)
    return f"<p><i>{NEEDED}</i> without this step the {noun} would have survived</p>\n"


def life(explanation: Explanation) -> str:
    """What happened to the lost value, as a list; empty where none was lost."""
    if not explanation.life:
        return ""
    events = "".join(f"<li>{event.step}: {escape(event.text)}</li>" for event in explanation.life)
    return f'<div class="life"><h2>The life of {escape(explanation.name)}</h2><ol>{events}</ol></div>\n'


def step_words(step: ToldStep) -> str:
    """The mark of a needed step, its sentence and its facts."""
    mark = f"<i>{NEEDED}</i> " if step.needed else ""
    facts = "".join(f" <strong>{escape(fact)}</strong>" for fact in step.facts)
    return f"{mark}{escape(step.sentence)}{facts}"


def _row(step: ToldStep, before: Picture | None) -> list[str]:
    seen = f' <small class="seen">{escape(observations_line(step))}</small>' if step.seen else ""
    old = before.visible if before else step.picture.visible
    lanes = [_lane(now, was) for now, was in zip(step.picture.visible, old, strict=True)]
    return [f"{step.number}. {step_words(step)}{seen}", *lanes]


def _lane(now: Lane, was: Lane) -> str:
    known = lane_lines(was)
    lines = ((line, "" if line in known else ' class="new"') for line in lane_lines(now))
    return " ".join(f"<span{kind}>{escape(line)}</span>" for line, kind in lines)
