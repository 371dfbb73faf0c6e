"""Checks a machine of a reader's in the browser: the reference engine, and the page of a run that breaks a promise."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tidemark.base.counts import count_of
from tidemark.base.errors import TidemarkError
from tidemark.checker.engines import reference
from tidemark.checker.runs.results import Limits, Result
from tidemark.checker.telling.explanation import explain
from tidemark.checker.user_files import machines
from tidemark.checker.views.page import page
from tidemark.spec.machines.machine import Machine

FILE = "mine.py"
LIMITS = Limits(max_states=20_000, seconds=30)


def check(text: str) -> tuple[str, str]:
    """The verdicts on each machine of a file, and the page of the first run that breaks a promise, or nothing.

    text: what the file says.
    """
    Path(FILE).write_text(text, encoding="utf-8")
    try:
        results = [_search(protocol.machine({})) for protocol in machines.protocols(FILE)]
    except TidemarkError as error:
        return str(error), ""
    runs = [verdict.run for result in results for verdict in result.promises.values() if verdict.run]
    said = "\n".join(line for result in results for line in _lines(result))
    return said, page([explain(runs[0])]) if runs else ""


def _search(machine: Machine) -> Result:
    _ = machine.symbolic  # plain values hide mistakes that other engines refuse
    return reference.search(machine, LIMITS)


def _lines(result: Result) -> Iterator[str]:
    stopped = f"; stopped: {result.stopped}" if result.stopped else ""
    yield f"{result.machine.name}: {count_of(result.distinct_states, 'state')}{stopped}"
    for name, verdict in result.promises.items():
        yield f"  {name}: {verdict.verdict}" + (f" after {verdict.length} states" if verdict.length else "")
    for promise in result.machine.temporal:
        yield f"  {promise.name}: about runs, which `tidemark check` checks"
