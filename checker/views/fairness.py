"""Which fairness promises about runs need, as a table: on the terminal, and in the pages."""

from __future__ import annotations

from collections.abc import Mapping

from tidemark.checker.analyses.fairness import Need
from tidemark.checker.runs.results import Verdict
from tidemark.checker.views import screen

HEADERS = [
    "promise",
    "verdict",
    "fairness that it needs, and after how many states it is violated without it",
]


def _text(verdict: Verdict) -> str:
    """A verdict, with how the run goes on for ever."""
    told, run = verdict.text, verdict.run
    if run and run.loop is not None:
        told += ", where it stays" if run.is_still else f", going round {run.length - run.loop} for ever"
    return f"{told}; {verdict.note}" if verdict.note else told


def _needed(need: Need) -> str:
    """The fairness that a promise needs: what is in all minimal sets, then what else is in each."""
    if need.verdict.verdict != "holds":
        return ""
    parts = [f"{one} ({verdict.length})" for one, verdict in need.without.items()]
    others = [[str(one) for one in chosen if one not in need.without] for chosen in need.sets]
    if any(others):
        parts.append(" or ".join(" and ".join(one) for one in others))
    return ", ".join(parts) or "none"


def rows(needs: Mapping[str, Need]) -> list[list[str]]:
    """A row for each promise."""
    return [[name, _text(need.verdict), _needed(need)] for name, need in needs.items()]


def table(needs: Mapping[str, Need]) -> str:
    """The table for a terminal."""
    return screen.here().table(rows(needs), HEADERS)


def markdown(needs: Mapping[str, Need]) -> str:
    """The table for a page."""
    lines = [HEADERS, ["---"] * len(HEADERS)]
    lines += [[f"`{name}`", verdict, needed] for name, verdict, needed in rows(needs)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
