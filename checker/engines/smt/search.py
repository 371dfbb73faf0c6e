"""What z3 finds for each promise: a proof by induction, or else the shortest violation."""

from __future__ import annotations

from dataclasses import replace

from tidemark.base import signals
from tidemark.checker.engines.defaults import BOUNDED_LENGTH
from tidemark.checker.engines.liveness.plan import Answer, Plan
from tidemark.checker.engines.smt import bounded
from tidemark.checker.engines.smt.bounded_lassos import LassoSearch
from tidemark.checker.engines.smt.induction import Proof, prove
from tidemark.checker.runs.results import Clock, Limits, Report, Result
from tidemark.spec.families.family import family_of
from tidemark.spec.machines.declarations import Promise
from tidemark.spec.machines.machine import Machine

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
    search, and the limits that of all questions together.

    Raises:
        OutOfRange: an action writes outside a field's domain; its `run` is the run to it.
    """
    limits, clock, proved = limits or Limits(), Clock(), list[str]()
    for promise in machine.promises:
        proof = by_induction(machine, promise, limits.remaining_seconds(clock))
        if proof.is_proof:
            proved.append(promise.name)
        if proof.interrupted:
            result = bounded.start(machine, proved)
            result.interrupt()
            result.seconds = clock.seconds
            return result
    proving = clock.seconds
    result = bounded.search(machine, limits, report, max_length, step_seconds, proved, clock)
    result.phases["induction"] = proving
    return result


def check_runs(
    machine: Machine,
    limits: Limits | None = None,
    report: Report | None = None,
    max_length: int = BOUNDED_LENGTH,
    step_seconds: float | None = None,
) -> Result:
    """The same for a machine with promises about runs: one that an endless run breaks is looked for in such runs of up
    to `max_length` states, and stays "unknown" unless there is one, or no run is longer.

    Raises:
        OutOfRange: an action writes outside a field's domain; its `run` is the run to it.
    """
    limits, clock, plan = limits or Limits(), Clock(), Plan(machine)
    result = bounded.start(plan.bare, ())
    if plan.bare.promises:
        result = search(plan.bare, limits, report, max_length, step_seconds)
    answers = dict[str, Answer]()
    if plan.of_graph and not result.interrupted:
        try:
            _ = plan.searched.symbolic
            with signals.unbroken():
                looked = LassoSearch(plan, clock, limits, step_seconds)
                answers = looked.answers
                looked.run(report, max_length)
            result.stopped, result.depth = looked.result.stopped or result.stopped, looked.result.depth
        except KeyboardInterrupt:
            result.interrupt()
    plan.finish(result, answers)
    result.complete = not result.undecided
    result.stopped = None if result.complete else result.stopped
    result.seconds = clock.seconds
    return result


def by_induction(machine: Machine, promise: Promise, seconds: float | None = None) -> Proof:
    """The outcome of a quick proof of a promise, with the lemmas that Tidemark has for it."""
    lemmas = list(family_of(machine).lemmas.get(promise.name, ()))
    alone = replace(machine, promises=[promise])
    return prove(alone, lemmas, seconds=QUESTION_SECONDS, stop=True, limits=Limits(seconds=seconds))
