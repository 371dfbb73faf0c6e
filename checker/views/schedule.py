"""A schedule that was played, as one HTML page without network or script: each step with what was seen after it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tidemark.checker.views import template
from tidemark.spec.families.system import Confirmation, PlayedStep


def news(one: PlayedStep, before: Sequence[PlayedStep]) -> list[str]:
    """What is seen after a step and differs from what was seen after the step before."""
    known = before[-1].facts if before else {}
    return [f"{name} = {value or '-'}" for name, value in one.facts.items() if known.get(name) != value]


def page(title: str, verdict: str, steps: Sequence[PlayedStep], found: Confirmation) -> str:
    """The page. `verdict` is the sentence of what was found."""
    shown = [_row(one, steps[:place]) for place, one in enumerate(steps)]
    parts = {
        "title": escape(title),
        "verdict": escape(verdict),
        "outcome": found.verdict,
        "emulations": "".join(f"<p>An emulation: {escape(line)}</p>" for line in found.emulations),
        "settings": "".join(
            f"<li><code>{escape(name)}={escape(value)}</code></li>"
            for name, value in (found.settings or {}).items()
        ),
        "rows": "".join(shown),
    }
    return template.fill("tidemark.checker.views", "schedule.html", parts)


def _row(one: PlayedStep, before: Sequence[PlayedStep]) -> str:
    seen = "".join(f"<li>{escape(fact)}</li>" for fact in news(one, before))
    lines = escape("\n".join(one.lines))
    quoted = f"<pre>{lines}</pre>" if lines else ""
    return f"<tr><td>{one.number}</td><td>{escape(one.text)}{quoted}</td><td><ul>{seen}</ul></td></tr>\n"
