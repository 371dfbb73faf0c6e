"""Which fairness promises about runs need, as a table: on the terminal, and in the pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tidemark.checker.analyses.fairness import Need
from tidemark.checker.runs.results import Verdict
from tidemark.checker.views import screen
from tidemark.spec.machines.fairness import Fairness

NEEDS = "fairness that it needs, and after how many states it is violated without it"
HEADERS = ["promise", "verdict", NEEDS]


def describe_verdict(verdict: Verdict) -> str:
    """A verdict, with how the run goes on for ever."""
    description, run = verdict.text, verdict.run
    if run and run.loop is not None:
        going_round = f", going round {run.length - run.loop} for ever"
        description += ", where it stays" if run.is_still else going_round
    return f"{description}; {verdict.note}" if verdict.note else description


def describe_need(need: Need, name: Callable[[Fairness], str]) -> str:
    """The fairness that a promise needs: what is in all minimal sets, then what else is in each."""
    if need.verdict.verdict != "holds":
        return ""
    parts = [f"{name(fairness)} {verdict.length}" for fairness, verdict in need.without.items()]
    others = [[name(part) for part in chosen if part not in need.without] for chosen in need.sets]
    parts += [f"and {join_alternatives(others)}"] if any(others) else []
    return ", ".join(parts) or "none"


def join_alternatives(others: list[list[str]]) -> str:
    """A choice among fairness that is enough together with what is always needed; empty without one."""
    return f"either {', or '.join(' and '.join(names) for names in others)}" if any(others) else ""


def table(needs: Mapping[str, Need]) -> str:
    """The table for a terminal."""
    rows = [[name, describe_verdict(n.verdict), describe_need(n, str)] for name, n in needs.items()]
    return screen.here().table(rows, HEADERS)
