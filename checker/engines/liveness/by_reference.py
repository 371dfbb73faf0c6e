"""Promises about runs, as the reference engine checks them: a search, then the whole graph of states again."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial

from tidemark.checker.engines import reference
from tidemark.checker.engines.bookkeeping import OutOfTime, end_noted, require_time, verdicts_stand
from tidemark.checker.engines.engine import SearchRequest
from tidemark.checker.engines.liveness.final_components import are_asked
from tidemark.checker.runs.results import Clock, Limits, Report, Result
from tidemark.spec.machines.machine import Machine

MOST_STATES = 2_000
"""With more states it does not say where runs end up, which would take it as long again."""


def check(
    machine: Machine, limits: Limits | None = None, report: Report | None = None, symmetry: bool = False
) -> Result:
    """The verdicts on all promises of a machine.

    Raises:
        OutOfRange: an action writes outside a field's domain.
    """
    from tidemark.checker.engines.liveness.by_networkx import StateSpace
    from tidemark.checker.engines.liveness.plan import Answer, Plan

    plan, clock, limits = Plan(machine, symmetry), Clock(), limits or Limits()
    _ = plan.searched.symbolic  # plain values hide mistakes that the other engines refuse
    result = reference.search(plan.bare, plan.limits(limits), report, symmetry)
    answers, asks_for_ends = dict[str, Answer](), are_asked(result, symmetry, MOST_STATES)
    with end_noted(result):
        if result.exhausted and (plan.of_graph or asks_for_ends):
            space = StateSpace(machine, partial(require_time, limits, clock), symmetry)
            for one in plan.of_graph:
                answers[one.name] = space.answer(one)
            with suppress(OutOfTime, MemoryError):  # all verdicts are known, and some loop
                answers.update(space.shortened())
            result.endings = space.endings() if asks_for_ends else None
    plan.finish(result, answers)
    result.seconds = clock.seconds
    return result


def _start_about_states(machine: Machine, request: SearchRequest, report: Report | None) -> Result:
    clock = Clock()
    result = reference.ENGINE.start(machine, request, report)
    if are_asked(result, request["symmetry"], MOST_STATES):
        from tidemark.checker.engines.liveness.by_networkx import StateSpace

        with verdicts_stand(result):
            result.endings = StateSpace(machine, partial(require_time, request.limits, clock)).endings()
    return result


def _start(machine: Machine, request: SearchRequest, report: Report | None) -> Result:
    return check(machine, request.limits, report, request["symmetry"])


ENGINE = replace(reference.ENGINE, start=_start_about_states, temporal=_start)
"""The reference engine, which also checks promises about runs, and says where runs end up."""
