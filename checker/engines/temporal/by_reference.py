"""Promises about runs, as the reference engine checks them: a search, then the whole graph of states again."""

from __future__ import annotations

from dataclasses import replace

from tidemark.checker.engines import reference
from tidemark.checker.engines.engine import SearchRequest
from tidemark.checker.runs.results import Clock, Limits, Report, Result
from tidemark.spec.machine import Machine


def check(machine: Machine, limits: Limits | None = None, report: Report | None = None) -> Result:
    """The verdicts on all promises of a machine.

    Raises:
        OutOfRange: an action writes outside a field's domain.
    """
    from tidemark.checker.engines.temporal.by_networkx import StateSpace
    from tidemark.checker.engines.temporal.plan import Plan

    plan, clock = Plan(machine), Clock()
    _ = plan.searched.symbolic  # plain values hide mistakes that the other engines refuse
    result = reference.search(plan.bare, plan.limits(limits or Limits()), report)
    answers = {}
    if plan.of_graph and result.exhausted:
        space = StateSpace(machine)
        answers = {one.name: space.answer(one) for one in plan.of_graph}
    plan.finish(result, answers)
    result.seconds = clock.seconds
    return result


def _start(machine: Machine, request: SearchRequest, report: Report | None) -> Result:
    return check(machine, request.limits, report)


ENGINE = replace(reference.ENGINE, temporal=_start)
"""The reference engine, which also checks promises about runs."""
