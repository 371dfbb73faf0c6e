"""A schedule that was played, as one HTML page without network or script: each step with what was seen after it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tidemark.checker.views import template
from tidemark.spec.families.system import Confirmation, PlayedStep


def news(step: PlayedStep, before: Sequence[PlayedStep]) -> list[str]:
    """What is seen after a step and differs from what was seen after the step before."""
    earlier = before[-1].facts if before else {}
    return [f"{name} = {value or '-'}" for name, value in step.facts.items() if earlier.get(name) != value]


def page(title: str, verdict: str, steps: Sequence[PlayedStep], confirmation: Confirmation) -> str:
    """The page. `verdict` is the sentence of what was found."""
    settings = (confirmation.settings or {}).items()
    parts = {
        "title": escape(title),
        "style": template.file(template.VIEWS, "schedule.css"),
        "verdict": escape(verdict),
        "outcome": confirmation.verdict,
        "emulations": "".join(f"<p>An emulation: {escape(line)}</p>" for line in confirmation.emulations),
        "settings": "".join(f"<li><code>{escape(name)}={escape(v)}</code></li>" for name, v in settings),
        "rows": "".join(_row(step, steps[:index]) for index, step in enumerate(steps)),
    }
    return template.fill(template.VIEWS, "schedule.html", parts)


def _row(step: PlayedStep, before: Sequence[PlayedStep]) -> str:
    seen = "".join(f"<li>{escape(fact)}</li>" for fact in news(step, before))
    lines = escape("\n".join(step.lines))
    quoted = f"<pre>{lines}</pre>" if lines else ""
    return f"<tr><td>{step.number}</td><td>{escape(step.text)}{quoted}</td><td><ul>{seen}</ul></td></tr>\n"
