"""Which fairness promises about runs need, as a table: on the terminal, and in the pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tidemark.checker.analyses.fairness import Need
from tidemark.checker.runs.results import Verdict
from tidemark.checker.views import screen
from tidemark.spec.machines.fairness import Fairness

HEADERS = [
    "promise",
    "verdict",
    "fairness that it needs, and after how many states it is violated without it",
]


def _describe_verdict(verdict: Verdict) -> str:
    """A verdict, with how the run goes on for ever."""
    description, run = verdict.text, verdict.run
    if run and run.loop is not None:
        description += (
            ", where it stays" if run.is_still else f", going round {run.length - run.loop} for ever"
        )
    return f"{description}; {verdict.note}" if verdict.note else description


def _describe_need(need: Need, name: Callable[[Fairness], str]) -> str:
    """The fairness that a promise needs: what is in all minimal sets, then what else is in each."""
    if need.verdict.verdict != "holds":
        return ""
    parts = [f"{name(fairness)} {verdict.length}" for fairness, verdict in need.without.items()]
    if either := _join_alternatives(
        [[name(fairness) for fairness in chosen if fairness not in need.without] for chosen in need.sets]
    ):
        parts.append(f"and {either}")
    return ", ".join(parts) or "none"


def _action_names(fairness: Fairness) -> str:
    """The actions of a part of the fairness, for a page."""
    return " or ".join(f"`{action}`" for action in fairness.actions)


def _sets(need: Need) -> tuple[list[str], list[list[str]]]:
    """What is in all minimal sets, then what else is in each."""
    return list(map(_action_names, need.without)), [
        [_action_names(fairness) for fairness in chosen if fairness not in need.without]
        for chosen in need.sets
    ]


def _join_alternatives(others: list[list[str]]) -> str:
    return f"either {', or '.join(' and '.join(names) for names in others)}" if any(others) else ""


def changes(needs_by_protocol: Mapping[str, Mapping[str, Need]]) -> str:
    """By promise, how what it needs differs from one protocol to the next, as a table for a page."""
    lines = [["promise", "from", "needs also", "needs no longer"], ["---"] * 4]
    first, *later = needs_by_protocol
    for promise in needs_by_protocol[first]:
        before, label = needs_by_protocol[first][promise], f"`{promise}`"
        for name in later:
            now = needs_by_protocol[name][promise]
            (had, others), (has, either) = _sets(before), _sets(now)
            added = [clause for clause in has if clause not in had]
            added += [_join_alternatives(either)] if either != others and _join_alternatives(either) else []
            dropped = [clause for clause in had if clause not in has]
            if now.verdict.verdict != before.verdict.verdict:
                added, dropped = [_describe_verdict(now.verdict)], []
            if added or dropped:
                lines.append([label, f"`{name}`", ", ".join(added), ", ".join(dropped)])
                label = ""
            before = now
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def table(needs: Mapping[str, Need]) -> str:
    """The table for a terminal."""
    rows = [
        [name, _describe_verdict(need.verdict), _describe_need(need, str)] for name, need in needs.items()
    ]
    return screen.here().table(rows, HEADERS)


def markdown(needs: Mapping[str, Need]) -> str:
    """The table for a page, where the fairness is named by its actions alone."""
    lines = [HEADERS, ["---"] * len(HEADERS)]
    lines += [
        [f"`{name}`", _describe_verdict(need.verdict), _describe_need(need, _action_names)]
        for name, need in needs.items()
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
