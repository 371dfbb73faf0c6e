"""Promises about runs, checked by the native engine: one search, then its graph answers what is asked."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from tidemark.base import signals
from tidemark.base.errors import UsageError
from tidemark.checker.engines import memory
from tidemark.checker.engines.bookkeeping import OutOfTime, note_end
from tidemark.checker.engines.liveness.final_components import has_few_states
from tidemark.checker.engines.liveness.plan import Answer, Plan
from tidemark.checker.engines.native import spots
from tidemark.checker.engines.native.compilation import Effort
from tidemark.checker.engines.native.liveness import final_components
from tidemark.checker.engines.native.liveness.components import BYTES_A_THREAD, MOST_THREADS
from tidemark.checker.engines.native.liveness.state_graph import NativeStateGraph
from tidemark.checker.engines.native.search import ExhaustiveSearch, prepare_search
from tidemark.checker.engines.spot_checks import BRIEF, Extent
from tidemark.checker.runs.results import Limits, Report, Result, Verdict
from tidemark.spec.machines.fairness import Fairness
from tidemark.spec.machines.machine import Machine

BYTES_A_STATE, BYTES_AN_EDGE = 96, 16
"""What the graph takes at most, beside what the search has taken and each thread's rows: its own rows, and masks; an
edge, copied once."""


def _require_memory(search: ExhaustiveSearch) -> None:
    """Refuse a graph that would need more memory than the search may take.

    Raises:
        MemoryError: it would.
    """
    rows = BYTES_A_THREAD * min(search.threads, MOST_THREADS)
    rows += 8 * search.kernel.mask_words
    needed = (BYTES_A_STATE + rows) * search.count + BYTES_AN_EDGE * search.result.generated_states
    if memory.resident() + needed > search.allowance.most:
        raise MemoryError(search.allowance.reason)


class FairnessGraph:
    """The graph of a machine, which is asked about its promises with one fairness after the other."""

    def __init__(self, machine: Machine) -> None:
        plan = Plan(machine)
        search = prepare_search(plan.searched, Limits(keep_going=True))
        result = search.run(None)
        result.require_no_interrupt()
        if not result.exhausted:
            names = ", ".join(promise.name for promise in machine.temporal)
            raise UsageError(f"not decided, so what it needs is not known: {names}: {result.stopped}")
        _require_memory(search)
        self._plan, self._graph = plan, NativeStateGraph(plan, search)

    def verdict(self, promise: str, fairness: Sequence[Fairness]) -> Verdict:
        """The verdict on a promise with this fairness."""
        self._graph.use(fairness)
        questions = [question for question in self._plan.of_graph if question.promise.name == promise]
        answers = {question.name: self._graph.answer(question) for question in questions}
        return self._plan.together(promise, answers | dict(self._graph.shorten_loops()))


def check(
    machine: Machine,
    limits: Limits | None = None,
    report: Report | None = None,
    threads: int | None = None,
    effort: Effort | None = None,
    symmetry: bool = False,
    extent: Extent = BRIEF,
) -> Result:
    """The verdicts on all promises of a machine. `threads` is by default all cores; the others are as for a search,
    `extent` is that of the spot checks.

    Raises:
        OutOfRange: an action writes outside a field's domain; its `run` is the run to it.
        UsageError: there is no memory to begin with; or there are too many conditions of fairness.
    """
    plan = Plan(machine, symmetry)
    search = prepare_search(plan.searched, plan.limits(limits or Limits()), threads, symmetry, effort=effort)
    for names in plan.predicates.values():
        for name in names:
            search.result.promises[name].verdict = "holds"  # nobody watches for a state that breaks it
    result = search.run(report)
    spots.note(search, extent)
    answers, graph = dict[str, Answer](), None
    with note_end(result), signals.note_signals():
        if plan.of_graph and result.exhausted:
            _require_memory(search)
            graph = NativeStateGraph(plan, search)
            for question in plan.of_graph:
                answers[question.name] = graph.answer(question)
            with suppress(
                OutOfTime, MemoryError
            ):  # all verdicts are known, and a loop is one that is not the shortest
                answers.update(graph.shorten_loops())
    plan.finish(result, answers)
    if has_few_states(result, symmetry):
        final_components.note(search, graph)
    result.seconds = search.clock.seconds
    result.phases["runs"] = result.seconds - result.phases["searching"]
    return result
