"""The views of a counterexample. A new one is a module with a function from an `Explanation` to text, and a line here.

They print what was explained and draw pictures (`tidemark.spec.families.picture`); none knows a protocol.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tidemark.checker.views.view import View

if TYPE_CHECKING:
    from tidemark.checker.telling.explanation import Explanation


def _late(
    module: str, render: Callable[[Any, Sequence[Explanation], str], str]
) -> Callable[[Sequence[Explanation], str], str]:
    """What a module renders, which is imported only then."""
    return lambda explanations, file: render(
        importlib.import_module(f"tidemark.checker.{module}"), explanations, file
    )


def _scenario(scenarios: Any, explanations: Sequence[Explanation], _file: str) -> str:
    summary = "" if explanations[0].value is None else explanations[0].headline
    text: str = scenarios.to_text(explanations[0].run, explanations[0].heading, summary)
    return text


_FIELDS = _late("runs.steps", lambda steps, explained, _: steps.numbered_steps(explained[0].run))
_TABLE = _late("views.terminal", lambda terminal, explained, _: terminal.table(explained[0]))
_MARKDOWN = _late(
    "views.markdown", lambda markdown, explained, file: markdown.markdown(explained[0], file=file)
)
_HTML = _late("views.page", lambda page, explained, file: page.page(list(explained), file))
_SVG = _late("views.animation", lambda animation, explained, _: animation.animation(explained[0]))
_ITF = _late("runs.itf", lambda itf, explained, _: itf.to_text(explained[0].run))
_JSON = _late("runs.files", lambda files, explained, _: files.to_complete_text(explained[0].run))

VIEWS = (
    View("fields", "each step with the fields that it changed", _FIELDS, in_file=False),
    View("table", "each step as a row, each lane of the picture as a column", _TABLE, in_file=False),
    View("markdown", "write Markdown, with a sequence diagram where messages are sent", _MARKDOWN),
    View("html", "write a page to step through, which needs no network", _HTML, beside=True),
    View("svg", "write an animation that a page can show as a picture, without scripts", _SVG),
    View("itf", "write ITF, for the viewers of Apalache and Quint", _ITF, of_any=False),
    View("json", "write Tidemark's own trace file, each state complete", _JSON, of_any=False),
    View(
        "scenario",
        "write a scenario: its actions, each with what it changes",
        _late("runs.scenarios", _scenario),
        of_any=False,
    ),
)
