"""Promises about runs, checked on Spark: a search, then rounds over its graph, and little in the driver.

What a run must pass again and again, and what no loop passes, is found by rounds over all states. What stays is mostly
nothing; else it comes to the driver, which decomposes it as the native engine does, and finds the same loop. Of a graph
that is too small to be worth a job the rounds are made in this process.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from ctypes import c_uint16, c_uint32, c_uint64
from dataclasses import replace
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from tidemark.base import signals
from tidemark.base.errors import UsageError
from tidemark.checker.engines import memory
from tidemark.checker.engines.bookkeeping import memory_used_up, most_memory, require_time
from tidemark.checker.engines.liveness.patterns import ANSWERING
from tidemark.checker.engines.liveness.plan import Answer, Plan
from tidemark.checker.engines.liveness.questions import Question
from tidemark.checker.engines.native.liveness.components import Components, GraphStruct, Masks, Numbers
from tidemark.checker.engines.native.liveness.fair_loops import Component, LoopSearch
from tidemark.checker.engines.native.liveness.pending_lassos import LassoGraph, PendingLasso
from tidemark.checker.engines.reference import steps_through
from tidemark.checker.engines.spark import edges, rounds
from tidemark.checker.engines.spark.edges import GraphPlan
from tidemark.checker.engines.spark.records import least_column
from tidemark.checker.engines.spark.rounds import BACKWARD, FORWARD, Direction, RoundQuestion
from tidemark.checker.runs.results import Run
from tidemark.spec.machines.temporal import can_always_reach

if TYPE_CHECKING:
    from tidemark.checker.engines.spark.search import SparkExploration

MOST_STATES = (1 << 32) - 1
"""How many states a number can tell apart."""
FULL_PART = 1 << 21
"""States of a part, at most: more of them make more parts."""
BYTES_AN_EDGE, BYTES_A_STATE = 60, 100
"""What the driver takes for what is left of the graph, at most."""


class SparkGraph(LassoGraph):
    """The graph of an exhausted search.

    Raises:
        UsageError: it has too many states, or the machine too many conditions of fairness.
        OutOfTime: the time is over. TimeoutError: it was, while a job ran.
    """

    def __init__(self, plan: Plan, searched: SparkExploration) -> None:
        super().__init__()
        self._plan, self._searched = plan, searched
        self._instances = searched.kernel.instances
        self._masks = Masks.of(plan.machine, plan.machine.fairness, self._instances)
        parts, states = searched.levels[-1].parts, searched.result.distinct_states
        if states > MOST_STATES:
            raise UsageError(
                f"{states:,} states are too many for promises about runs: {MOST_STATES:,} are the most"
            )
        while parts * FULL_PART < states:
            parts *= 2
        last = replace(searched.plan(len(searched.levels), parts, parts), watched=0)
        self._graph = GraphPlan(last)
        self.remove()  # what a search has left that was killed
        counts = self._each(edges.number, items=searched.levels[-1].shares(parts))
        self._graph = GraphPlan(last, tuple(accumulate(counts, initial=0)))
        self._exchange(edges.send_successors, edges.take_successors)
        self._exchange(edges.send_edges, edges.take_edges)

    def remove(self) -> None:
        """Remove the files of the graph."""
        self._graph.search.store.remove_folder(edges.GRAPH)

    def _each(
        self, work: Callable[..., Any], *arguments: Any, items: Sequence[Any] | None = None
    ) -> list[Any]:
        """What a task for each part gives. items: what each is handed, if not the number of its part."""
        searched, graph = self._searched, self._graph
        require_time(searched.limits, searched.clock)
        items = range(graph.parts) if items is None else items
        if not searched.is_on_spark:
            graph.forget_stale()
            return [work(graph, item, *arguments) for item in items]

        def report_part(item: Any) -> Any:
            graph.forget_stale()
            yield json.dumps(work(graph, item, *arguments))

        return [json.loads(encoded) for encoded in searched.run_tasks(items, report_part)]

    def _exchange(self, send: Callable[..., Any], receive: Callable[..., str]) -> None:
        """Let each part send blocks to others, and take those that it is sent."""
        searched, graph = self._searched, self._graph
        require_time(searched.limits, searched.clock)
        if searched.is_on_spark:
            searched.exchange(range(graph.parts), partial(send, graph), partial(receive, graph))
            return
        sent = [block for part in range(graph.parts) for block in send(graph, part)]
        for part in range(graph.parts):
            receive(graph, part, ((count, block) for target, count, block in sent if target == part))

    def _name(self) -> str:
        """A name for what the next round writes. What the round before the last has written is removed."""
        self._graph = replace(self._graph, round=self._graph.round + 1)
        stale = f"round{self._graph.round - 3}"
        with self._searched.workdir.explaining_errors():
            self._graph.search.store.remove(
                self._graph.name(stale, part) for part in range(self._graph.parts)
            )
        return f"round{self._graph.round}"

    def _begin(self) -> None:
        """Begin with the next question. What was written for those before is removed."""
        self._graph = replace(self._graph, question=self._graph.question + 1)
        store = self._graph.search.store
        with self._searched.workdir.explaining_errors():
            files = [f"{edges.GRAPH}/{name}" for name in store.names(edges.GRAPH)]
            store.remove(filter(self._graph.is_stale, files))

    def answer(self, question: Question) -> Answer:
        """The answer to a question. Of an endless run the loop may be longer than it had to be: see `shorten_loops`."""
        self._begin()
        names = [promise.name for promise in self._plan.searched.promises]
        bits = tuple(names.index(name) for name in self._plan.predicates[question.name])
        round_question = RoundQuestion(question.kind, bits, tuple(self._masks.conditions) or (0,))
        if question.kind == can_always_reach.name:
            return self._way_to(question, round_question)
        arises = any(self._each(rounds.prepare, round_question))
        vacuous = question.kind in ANSWERING and not arises
        rest = self._rest()
        if rest is None:
            return Answer(vacuous=vacuous)
        prefix = self._prefix(rest)
        if not prefix:
            return Answer(vacuous=vacuous)
        search, members = rest.loop_search(prefix[-1], self._words, self._masks)
        lasso = PendingLasso(question, prefix, members, vacuous, search)
        if loop := search.some():
            self._lassos.append(lasso)
        return self._answer_with(lasso, loop, "not minimized" if loop else "shortest")

    def _keep_time(self) -> None:
        require_time(self._searched.limits, self._searched.clock)
        signals.raise_noted_signal()

    def _reach(self, direction: Direction, inside: str, reached: str, kept: str) -> None:
        """Write all that is reached from what is known, under a name of its own."""
        while True:
            name = self._name()
            if not sum(self._each(rounds.reach, direction, inside, reached, name)):
                break
            reached = name
        self._each(rounds.both, name, inside, kept)

    def _way_to(self, question: Question, round_question: RoundQuestion) -> Answer:
        """Possibility: whether every state has a way to one that is wanted."""
        self._each(rounds.mark_goal, round_question)
        self._reach(FORWARD, "inside", "marked", "reached")
        stuck_parts = [stuck_part for stuck_part in self._each(rounds.stuck, "reached") if stuck_part[0]]
        if not stuck_parts:
            return Answer()
        nearest = min(level for _, level, _ in stuck_parts)
        _, number = min(state for _, level, state in stuck_parts if level == nearest)
        run = self._run_through(question, self._plain_run(number))
        count = sum(count for count, _, _ in stuck_parts)
        return Answer.stuck(run, count, self._graph.states, self._searched.symmetry)

    def _rest(self) -> _Rest | None:
        """What is left of the graph once all is left out that no fair loop passes; None if that is nothing.

        Raises:
            MemoryError: it is more than the driver has memory for.
        """
        self._each(rounds.both, "inside", "marked", "recurring")
        self._reach(FORWARD, "inside", "recurring", "to-recurring")
        self._reach(BACKWARD, "inside", "recurring", "from-recurring")
        inside = self._name()
        self._each(rounds.both, "to-recurring", "from-recurring", inside)
        while True:
            name = self._name()
            counts = self._each(rounds.trim, inside, name)
            lost, remaining = (sum(column) for column in zip(*counts, strict=True))
            inside = name
            if not remaining:
                return None
            if not lost:
                break
        connected = sum(self._each(rounds.rest, inside))
        limits, needed = self._searched.limits, BYTES_AN_EDGE * connected + BYTES_A_STATE * remaining
        if memory.resident() + needed > most_memory(limits):
            self._lassos.clear()  # their loops stay as they are
        if memory.resident() + needed > most_memory(limits):
            raise MemoryError(memory_used_up(limits, most_memory(limits)))
        rest = _Rest(self._graph, self._masks)
        require_time(limits, self._searched.clock)
        return rest if rest.find() else None

    def _prefix(self, rest: _Rest) -> list[int]:
        """The shortest way to a state on a loop: any way to a start, then inside. Empty if there is none."""
        graph, loops = self._graph, rest.numbers[rest.is_fair]
        for part in range(graph.parts):
            mask = np.zeros(graph.firsts[part + 1] - graph.firsts[part], bool)
            mask[loops[graph.part_of(loops) == part] - graph.firsts[part]] = True
            graph.write("loops", part, mask)
        within, level, new = None, 0, 0
        while new or level <= len(self._searched.levels):
            name = self._name()
            widened = self._each(rounds.widen, level, within, name)
            new, within = sum(count for count, _ in widened), name
            if ends := [end for _, end in widened if end]:
                return self._way_within(min(ends)[1], level, within)
            level += 1
        return []

    def _before(self, number: int, name: str, value: int) -> int:
        """The least of the states that lead to another one, and of which an array has this value."""
        graph = self._graph
        part = int(graph.part_of(number))
        begin, end = graph.read("backward", part)[number - graph.firsts[part] :][:2]
        sources = np.unique(graph.read("sources", part)[begin:end])
        sources = sources[graph.gather(name, sources) == value]
        words = self._words(sources)
        least = np.array(least_column(words), np.uint64)
        return int(sources[(words == least[:, None]).all(axis=0)][0])

    def _words(self, numbers: Numbers) -> Numbers:
        """The words of some states, as columns."""
        return self._graph.gather("states", numbers)[1:]

    def _way_within(self, last: int, level: int, within: str) -> list[int]:
        """The way to a state inside, as short as it is known to be; it begins as late as it can."""
        path = [last]
        while not self._is("start", path[0]) or self._item("level", path[0]) != level:
            level -= 1
            path.insert(0, self._before(path[0], within, level))
        return [*self._plain_run(path[0])[:-1], *path]

    def _item(self, name: str, number: int) -> int:
        return int(self._graph.gather(name, np.array([number]))[0])

    def _is(self, name: str, number: int) -> bool:
        return bool(self._item(name, number))

    def _plain_run(self, number: int) -> list[int]:
        """The shortest run to a state: each state before another is the least of its level that leads to it."""
        run = [number]
        for level in range(self._item("level", number) - 1, -1, -1):
            run.insert(0, self._before(run[0], "level", level))
        return run

    def _run_through(self, question: Question, numbers: list[int], loop: int | None = None) -> Run:
        """The run through the states of these numbers."""
        unpack, machine = self._searched.kernel.layout.unpack, self._plan.machine
        states = [unpack(tuple(column)) for column in self._words(np.array(numbers)).T.tolist()]
        steps = steps_through(machine, states, self._searched.symmetry)
        return Run(machine, question.promise.name, steps, loop=loop)


class _Rest:
    """What is left of a graph, in the driver: rows between states, which are called by their places here.

    numbers: their numbers in the whole graph.
    is_fair: which of them a fair loop passes, once that is found; component: where.
    """

    def __init__(self, graph: GraphPlan, masks: Masks) -> None:
        def whole(name: str) -> Numbers:
            return np.concatenate([graph.read(name, part) for part in range(graph.parts)])

        self.numbers = whole("rest")
        self._targets = np.searchsorted(self.numbers, whole("rest-targets"))
        begins = accumulate((len(graph.read("rest", part)) for part in range(graph.parts - 1)), initial=0)
        owners = [graph.read("rest-sources", part) + begin for part, begin in enumerate(begins)]
        self._sources, self._actions = np.concatenate(owners), whole("rest-actions")
        self._enabled = graph.gather("enabled", self.numbers)
        self._marked = graph.gather("marked", self.numbers)
        self._masks = masks
        self.is_fair, self.component = np.zeros(0, bool), np.zeros(0, np.uint32)

    def find(self) -> bool:
        """Find the components that fair loops pass. Gives whether there is any."""
        count = len(self.numbers)
        firsts = np.searchsorted(self._sources, np.arange(count + 1))
        conditions = self._masks.conditions or [0]
        graph = GraphStruct(
            count=count,
            first_edges=_items(firsts, c_uint64),
            targets=_items(self._targets, c_uint32),
            actions=_items(self._actions, c_uint16),
            conditions=(c_uint64 * len(conditions))(*conditions),
            enabled=_items(self._enabled, c_uint64),
            weak=self._masks.weak,
            strong=self._masks.strong,
        )
        every = np.ones(count, bool)
        self.is_fair, component = Components(graph).fair(every, self._marked, lambda: None)
        self.component = component.copy()  # its memory is the graph's
        return bool(self.is_fair.any())

    def loop_search(
        self, first: int, words: Callable[[Numbers], Numbers], masks: Masks
    ) -> tuple[LoopSearch, Numbers]:
        """What looks for a fair loop from a state, and the numbers of the states of its component, the least first."""
        start = int(np.searchsorted(self.numbers, first))
        members = np.flatnonzero(self.is_fair & (self.component == self.component[start]))
        order = np.lexsort(words(self.numbers[members])[::-1])
        ranks = np.empty(len(members), np.int64)
        ranks[order] = np.arange(len(members))
        places = np.full(len(self.numbers), -1, np.int64)
        places[members] = np.arange(len(members))
        sources, targets = places[self._sources], places[self._targets]
        inner = (sources >= 0) & (targets >= 0)
        conditions = np.array(masks.conditions or [0], np.uint64)[self._actions[inner]]
        part = Component.of(
            (sources[inner], targets[inner], conditions), ranks, self._enabled[members], self._marked[members]
        )
        return LoopSearch(part, int(ranks[places[start]]), masks.fairness), self.numbers[members[order]]


def _items(array: Numbers, kind: type[Any]) -> Any:
    """The numbers of an array, as C takes them; one number where there are none."""
    return np.ctypeslib.as_ctypes(np.ascontiguousarray(array, dtype=kind)) if len(array) else (kind * 1)()
