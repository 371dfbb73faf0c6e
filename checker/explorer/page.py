"""The explorer's page: `page.html`, its style and script; served, or whole in one file with all states in it."""

from __future__ import annotations

import base64
import gzip
import html
import json
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.checker.explorer.session import ExplorerSession, Path
from tidemark.checker.explorer.space import all_states
from tidemark.checker.views import template


def page(about: dict[str, Any], states: str = "") -> str:
    """The page of a machine; `states` has all of them, packed, where no server answers."""
    views, explorer = "tidemark.checker.views", "tidemark.checker.explorer"
    parts = {
        "title": html.escape(about["name"]),
        "sources": "script-src 'unsafe-inline'; connect-src 'self'; ",
        "referrer": '<meta name="referrer" content="no-referrer">\n',
        "cards": template.file(views, "cards.css"),
        "style": template.file(explorer, "page.css"),
        "parts": template.file(views, "parts.js"),
        "chart": template.file(views, "chart.js"),
        "space": template.file(explorer, "space.js"),
        "script": template.file(explorer, "page.js"),
        "data": template.script_data(about),
        "states": states,
    }
    return template.fill(explorer, "page.html", parts)


def whole_page(session: ExplorerSession, limit: int, path: Path = ()) -> str:
    """The page with all states of a small machine, which needs no server, and begins at the end of a path.

    Raises:
        UsageError: there are more states than the limit.
        ModelError: an action writes outside a field's domain.
    """
    describer = session.describer
    describer.prepare()
    space = all_states(describer, limit)
    if not space.complete:
        advice = "without --html no file is needed, and any machine is explored"
        complaint = f"{session.machine.name} has more than {limit:,} states at these bounds"
        raise UsageError(f"{complaint}: give smaller ones, or a larger --max-states; {advice}")
    firsts = len(session.machine.initial_states)
    root = int(
        firsts > 1
    )  # the state where the page begins is listed once more, with the choice of another one
    fates = {promise.name: space.fate_of(promise.name) for promise in session.machine.promises}
    descriptions = []
    numbers = [*range(root), *range(len(space.states))]
    for place, number in enumerate(numbers):
        description = session.describe(space.states[number], at_first=place < root)
        following = [*space.after[number], *(range(firsts) if place < root else ())]
        pairs = zip(description["enabled"], following, strict=False)
        transitions = [{**transition, "to": root + after} for transition, after in pairs]
        outlook = {name: [fate.distance[number], fate.doomed[number]] for name, fate in fates.items()}
        descriptions.append({**description, "enabled": transitions, "outlook": outlook, "search": "complete"})
    packed = base64.b64encode(gzip.compress(json.dumps(descriptions).encode(), mtime=0)).decode()
    return page({**session.about(), "saved": [], "begin": ".".join(map(str, path))}, packed)
