"""Promises about runs on Spark: one search, then its graph answers what is asked."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from tidemark.base import signals
from tidemark.checker.engines.bookkeeping import OutOfTime, find_reached_limit, note_end
from tidemark.checker.engines.liveness.plan import Answer, Plan
from tidemark.checker.engines.spark.search import SparkExploration, search
from tidemark.checker.engines.store import StorageError
from tidemark.checker.runs.results import Limits, Report, Result
from tidemark.spec.machines.machine import Machine


def check(
    machine: Machine,
    limits: Limits | None = None,
    report: Report | None = None,
    symmetry: bool = False,
    **settings: Any,
) -> Result:
    """The verdicts on all promises of a machine. `symmetry` and `settings` are as for a search.

    Raises:
        UsageError: what a search raises; or there are too many conditions of fairness.
        OutOfRange: an action writes outside a field's domain; its `run` is the run to it.
    """
    plan, answers = Plan(machine, symmetry), dict[str, Answer]()

    def answer(searched: SparkExploration) -> None:
        from tidemark.checker.engines.spark.liveness import SparkGraph

        result = searched.result
        if not plan.of_graph or not result.exhausted:
            return
        try:
            with note_end(result):
                graph = SparkGraph(plan, searched)
                for question in plan.of_graph:
                    answers[question.name] = graph.answer(question)
                with suppress(OutOfTime, MemoryError), signals.unbroken():  # all verdicts are known
                    answers.update(graph.shorten_loops())
                graph.remove()
        except TimeoutError:
            result.stopped, result.complete = find_reached_limit(searched.limits, searched.clock), False
        except StorageError as error:
            result.stopped, result.complete = str(error), False
        result.seconds = searched.clock.seconds
        result.phases["runs"] = result.seconds - result.phases["searching"]

    settled = [name for names in plan.predicates.values() for name in names]
    result = search(
        plan.searched,
        plan.limits(limits or Limits()),
        report,
        symmetry,
        settled=settled,
        then=answer,
        **settings,
    )
    plan.finish(result, answers)
    return result
