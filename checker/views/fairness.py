"""Which fairness promises about runs need, as a table: on the terminal, and in the pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tidemark.checker.analyses.fairness import Need
from tidemark.checker.runs.results import Verdict
from tidemark.checker.views import screen
from tidemark.spec.fairness import Fairness

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


def _needed(need: Need, name: Callable[[Fairness], str]) -> str:
    """The fairness that a promise needs: what is in all minimal sets, then what else is in each."""
    if need.verdict.verdict != "holds":
        return ""
    parts = [f"{name(one)} {verdict.length}" for one, verdict in need.without.items()]
    others = [[name(one) for one in chosen if one not in need.without] for chosen in need.sets]
    if any(others):
        parts.append(f"and either {', or '.join(' and '.join(one) for one in others)}")
    return ", ".join(parts) or "none"


def table(needs: Mapping[str, Need]) -> str:
    """The table for a terminal."""
    rows = [[name, _text(need.verdict), _needed(need, str)] for name, need in needs.items()]
    return screen.here().table(rows, HEADERS)


def markdown(needs: Mapping[str, Need]) -> str:
    """The table for a page, where the fairness is named by its actions alone."""

    def named(one: Fairness) -> str:
        return " or ".join(f"`{action}`" for action in one.actions)

    lines = [HEADERS, ["---"] * len(HEADERS)]
    lines += [[f"`{name}`", _text(need.verdict), _needed(need, named)] for name, need in needs.items()]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
