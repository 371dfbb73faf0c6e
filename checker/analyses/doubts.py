"""A search, with what a reader should doubt of its result: what `tidemark check` shows, and `check` in Python gives."""

from __future__ import annotations

from tidemark.checker import engines
from tidemark.checker.analyses import emptiness, possibility
from tidemark.checker.engines.bookkeeping import keep_verdicts
from tidemark.checker.engines.engine import SearchRequest
from tidemark.checker.runs.results import Report, Result
from tidemark.spec.machines.machine import Machine


def search(machine: Machine, engine: str, request: SearchRequest, report: Report | None = None) -> Result:
    """The result of the engine of that name.

    Raises:
        UsageError: there is no such engine, or it can't do what is asked.
        ModelError: the machine is broken.
    """
    result = engines.search(engine, machine, request, report)
    with keep_verdicts(result):
        emptiness.note(result)
        possibility.note(result)
    return result
