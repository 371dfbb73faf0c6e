"""A table of verdicts whose rows a reader chooses. Without JavaScript it is a plain table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from tidemark.spec.families.protocol import Protocol


@dataclass(frozen=True)
class ChooserRow:
    """A row: the command that finds its verdicts, the values by which it is chosen, and its verdicts as HTML.

    says: its verdicts in a sentence, which is shown while it is the only row.
    """

    command: str
    values: tuple[str, ...]
    verdicts: tuple[str, ...]
    says: str = ""


def check_command(protocol: Protocol, chosen: Mapping[str, Any], promises: Sequence[str]) -> str:
    """The command that checks these promises of a protocol, with the bounds that are not its defaults."""
    defaults = {bound.name: bound.default for bound in protocol.bounds}
    bounds = {name: chosen.get(name, default) for name, default in defaults.items()}
    options = [f"--{name} {value}" for name, value in bounds.items() if value != defaults[name]]
    options += [f"--promise {name}" for name in promises]
    return " ".join(["tidemark check", protocol.name, *options])


def chooser(
    choices: Mapping[str, str],
    verdict_titles: Sequence[str],
    rows: Sequence[ChooserRow],
    first: Mapping[str, str],
) -> str:
    """The table, and the form that chooses its rows.

    choices: the columns that rows are chosen by: each one's name in the address, and its title.
    first: what is chosen where the address says nothing.
    """
    labels = "".join(
        f'<label>{title} <select name="{name}" data-first="{escape(first.get(name, ""))}">'
        '<option value="">any</option>'
        + "".join(f"<option>{escape(value)}</option>" for value in dict.fromkeys(r.values[n] for r in rows))
        + "</select></label>"
        for n, (name, title) in enumerate(choices.items())
    )
    heads = "".join(f"<th>{escape(head)}</th>" for head in (*choices.values(), *verdict_titles))
    body = "".join(
        f'<tr data-command="{escape(row.command)}" data-says="{escape(row.says)}">'
        + "".join(f"<td>{escape(value)}</td>" for value in row.values)
        + "".join(f"<td>{verdict}</td>" for verdict in row.verdicts)
        + "</tr>\n"
        for row in rows
    )
    return (
        f'<form class="finder" hidden>{labels}</form>\n<p class="found" aria-live="polite"></p>\n'
        f'<div class="table-wrapper"><table class="finder"><thead><tr>{heads}</tr></thead><tbody>\n{body}'
        '</tbody></table></div>\n<script src="_static/finder.js"></script>\n'
    )
