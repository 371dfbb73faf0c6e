"""The views of a counterexample. A new one is a module with a function from an `Explanation` to text, and a line here.

They print what was told and draw pictures (`tidemark.spec.families.picture`); none knows a protocol.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tidemark.checker.views.view import View

if TYPE_CHECKING:
    from tidemark.checker.telling.explanation import Explanation


def _fields(explanations: Sequence[Explanation], _file: str) -> str:
    from tidemark.checker.runs.steps import numbered_steps

    return numbered_steps(explanations[0].run)


def _table(explanations: Sequence[Explanation], _file: str) -> str:
    from tidemark.checker.views import terminal

    return terminal.table(explanations[0])


def _markdown(explanations: Sequence[Explanation], file: str) -> str:
    from tidemark.checker.views import markdown

    return markdown.markdown(explanations[0], file=file)


def _html(explanations: Sequence[Explanation], file: str) -> str:
    from tidemark.checker.views import page

    return page.page(list(explanations), file)


def _itf(explanations: Sequence[Explanation], _file: str) -> str:
    from tidemark.checker.runs import itf

    return itf.to_text(explanations[0].run)


def _json(explanations: Sequence[Explanation], _file: str) -> str:
    from tidemark.checker.runs import files

    return files.to_complete_text(explanations[0].run)


def _scenario(explanations: Sequence[Explanation], _file: str) -> str:
    from tidemark.checker.runs import scenarios

    summary = "" if explanations[0].value is None else explanations[0].headline
    return scenarios.to_text(explanations[0].run, explanations[0].heading, summary)


VIEWS = (
    View("fields", "each step with the fields that it changed", _fields, in_file=False),
    View("table", "each step as a row, each lane of the picture as a column", _table, in_file=False),
    View("markdown", "write Markdown, with a sequence diagram where messages are sent", _markdown),
    View("html", "write a page to step through, which needs no network", _html, beside=True),
    View("itf", "write ITF, for the viewers of Apalache and Quint", _itf, of_any=False),
    View("json", "write Tidemark's own trace file, each state complete", _json, of_any=False),
    View("scenario", "write a scenario: its actions, each with what it changes", _scenario, of_any=False),
)
