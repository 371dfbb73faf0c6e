"""Templates of HTML pages, filled in, and the look that all pages share (`look.css`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib import resources
from typing import Any

from tidemark.base.errors import as_json, escape_text

VIEWS = "tidemark.checker.views"
STYLES = ("cards", "chart_style", "style")
"""The parts that are style sheets, in the order in which a page has them."""


def fill(package: str, template: str, parts: Mapping[str, str]) -> str:
    """A page: a package's template with each `{{name}}` replaced by that part; `{{head}}` is the head of all pages.

    What is put in is not searched for names again: a part may say `{{name}}` itself. A page with a script may run it.
    """
    page = file(package, template).replace("{{head}}", file(VIEWS, "head.html"))
    values = {
        "look": file(VIEWS, "look.css"),
        "styles": "\n".join(parts[name].rstrip("\n") for name in STYLES if name in parts),
        "sources": "script-src 'unsafe-inline'; " if "<script>" in page else "",
        "referrer": "",
        **parts,
    }
    return escape_text(re.sub(r"\{\{(\w+)\}\}", lambda name: values[name[1]], page))


def script_data(data: Any) -> str:
    """Data as JSON within a script, which no `</script>` in it ends."""
    return as_json(data, sort_keys=True).replace("<", "\\u003c")


def file(package: str, name: str) -> str:
    """A file that belongs to a package."""
    return (resources.files(package) / name).read_text(encoding="utf-8")


def table(kind: str, titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of HTML cells; on a narrow screen each row stands as a list, whose items have the columns' titles."""
    head = "".join(f'<th scope="col">{escape(title)}</th>' for title in titles)

    def cells(row: Sequence[str]) -> str:
        pairs = zip(titles, row, strict=True)
        return "".join(f'<td data-title="{escape(title)}"><span>{cell}</span></td>' for title, cell in pairs)

    body = "".join(f"<tr>{cells(row)}</tr>\n" for row in rows)
    table = f'<table class="stacked {kind}"><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table>'
    return f'<div class="whole">{table}</div>\n'
