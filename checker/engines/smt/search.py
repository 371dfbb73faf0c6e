"""What z3 finds for each promise: a proof by induction, or else the shortest violation."""

from __future__ import annotations

import time
from dataclasses import replace

from checker.engines.defaults import BOUNDED_LENGTH
from checker.engines.smt import bounded
from checker.engines.smt.induction import prove
from checker.runs.results import Limits, Report, Result
from spec.family import family_of
from spec.machine import Machine, Promise

QUESTION_SECONDS = 2.0
"""How long a search asks for each step of a proof, before it looks for violations; `tidemark prove` has more time."""


def search(
    machine: Machine,
    limits: Limits | None = None,
    report: Report | None = None,
    max_length: int = BOUNDED_LENGTH,
    step_seconds: float | None = None,
) -> Result:
    """What z3 finds for each promise: a proof by induction, or else the shortest violation in `max_length` states.

    A promise without either stays "unknown". `step_seconds` limits the time of each question of the bounded
    search.

    Raises:
        OutOfRange: an action writes outside a field's domain; its `run` is the run to it.
    """
    start = time.perf_counter()
    known = [p.name for p in machine.promises if holds_by_induction(machine, p)]
    proving = time.perf_counter() - start
    result = bounded.search(machine, limits, report, max_length, step_seconds, known)
    result.phases["induction"] = proving
    result.seconds += proving
    return result


def holds_by_induction(machine: Machine, promise: Promise, seconds: float = QUESTION_SECONDS) -> bool:
    """Whether a promise is proved by induction with the lemmas that Tidemark has for it, each step within this time."""
    lemmas = list(family_of(machine).lemmas.get(promise.name, ()))
    return prove(replace(machine, promises=[promise]), lemmas, seconds=seconds, stop=True).proved
