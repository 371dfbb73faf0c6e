"""The reference engine. It checks promises about runs by a search, and then by the whole graph of states."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from tidemark.checker.engines import reference
from tidemark.checker.engines.bookkeeping import OutOfTime, keep_verdicts, note_end, require_time
from tidemark.checker.engines.engine import (
    KEEP_GOING,
    MAX_MEMORY,
    MAX_STATES,
    SECONDS,
    SYMMETRY,
    Engine,
    SearchRequest,
)
from tidemark.checker.engines.liveness.final_components import has_few_states
from tidemark.checker.runs.results import Clock, Limits, Report, Result
from tidemark.spec.machines.machine import Machine

MOST_STATES = 2_000
"""With more states it does not report where runs end up, which would take as long as the search."""


def check(
    machine: Machine, limits: Limits | None = None, report: Report | None = None, symmetry: bool = False
) -> Result:
    """The verdicts on all promises of a machine.

    Raises:
        OutOfRange: an action writes outside a field's domain.
    """
    from tidemark.checker.engines.liveness.plan import Answer, Plan
    from tidemark.checker.engines.liveness.reference_lassos import ReachableGraph

    plan, clock, limits = Plan(machine, symmetry), Clock(), limits or Limits()
    _ = plan.searched.symbolic  # plain values hide mistakes that the other engines refuse
    result = reference.search(plan.bare, plan.limits(limits), report, symmetry)
    answers, asks_for_ends = dict[str, Answer](), has_few_states(result, symmetry, MOST_STATES)
    with note_end(result):
        if result.exhausted and (plan.of_graph or asks_for_ends):
            space = ReachableGraph(machine, partial(require_time, limits, clock), symmetry)
            for question in plan.of_graph:
                answers[question.name] = space.answer(question)
            with suppress(OutOfTime, MemoryError):  # all verdicts are known, and some loop
                answers.update(space.shorten_loops())
            result.endings = space.endings() if asks_for_ends else None
    plan.finish(result, answers)
    result.seconds = clock.seconds
    return result


def _check_states(machine: Machine, request: SearchRequest, report: Report | None) -> Result:
    _ = machine.symbolic  # plain values hide mistakes that the other engines refuse
    clock = Clock()
    result = reference.search(machine, request.limits, report, request["symmetry"])
    if has_few_states(result, request["symmetry"], MOST_STATES):
        from tidemark.checker.engines.liveness.reference_lassos import ReachableGraph

        with keep_verdicts(result):
            result.endings = ReachableGraph(machine, partial(require_time, request.limits, clock)).endings()
    return result


def _check_runs(machine: Machine, request: SearchRequest, report: Report | None) -> Result:
    return check(machine, request.limits, report, request["symmetry"])


ENGINE = Engine(
    name="reference",
    summary="the protocol's own functions, exhaustive, slow: the meaning",
    options=(SYMMETRY, KEEP_GOING, MAX_STATES, MAX_MEMORY, SECONDS),
    reasons={"threads": "it runs on one core, so that it stays plain"},
    start=_check_states,
    temporal=_check_runs,
)
"""The reference engine, which also checks promises about runs, and reports where runs end up."""
