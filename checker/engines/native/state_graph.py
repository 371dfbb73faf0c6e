"""The graph of the states that a search has found, and what promises about runs ask of it.

The search keeps states and no edges. They are made again here, once for all promises, by the compiled functions of
the machine: each state's successors, looked up in the search's own table, in compressed rows. liveness.c then finds
strongly connected components and what each has; a fair loop lies in a component that satisfies every condition of
fairness. For strong fairness the states that enable what is never taken are removed, and the rest is decomposed again.
States are known by their numbers, which do not depend on how many threads there are, and neither does what is found.

Which run is shown, `tidemark.checker.engines.temporal.by_networkx` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from ctypes import c_uint8, c_uint16, c_uint32, c_uint64
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from tidemark.checker.engines.bookkeeping import require_time
from tidemark.checker.engines.native.buffer import Buffer, words
from tidemark.checker.engines.native.capacity import Threads
from tidemark.checker.engines.native.kernel import Functions
from tidemark.checker.engines.native.loops import Part, shortest_loop
from tidemark.checker.engines.native.search import BATCH, Search
from tidemark.checker.engines.native.structures import Graph, Worker
from tidemark.checker.engines.temporal.plan import Answer, Plan
from tidemark.checker.engines.temporal.questions import Question
from tidemark.checker.runs.results import Run, Step
from tidemark.spec.errors import UsageError
from tidemark.spec.fairness import Fairness, conditions
from tidemark.spec.temporal import always_eventually, can_always_reach, eventually, leads_to

Mask = np.ndarray[Any, np.dtype[np.bool_]]
Numbers = np.ndarray[Any, np.dtype[Any]]
MOST_CONDITIONS = 64
"""How many conditions of fairness a mask has bits for."""
NONE = np.iinfo(np.uint32).max


@cache
def _functions() -> Functions:
    """The text of liveness.ll, compiled."""
    return Functions(resources.files("tidemark.checker.engines.native").joinpath("liveness.ll").read_text())


class StateGraph:
    """The states of an exhausted search, with the edges between them.

    Raises:
        UsageError: the machine has more conditions of fairness than a mask has bits.
    """

    def __init__(self, plan: Plan, search: Search) -> None:
        self._plan, self._search, self._count = plan, search, search.count
        self._functions = _functions()
        self._graph = self._connected()
        self.enabled = np.ctypeslib.as_array(self._graph.enabled, (self._count,))
        self.use(plan.machine.fairness)
        self._states = np.ctypeslib.as_array(search.space.states, (self._count, search.words))
        self._levels = np.array(search.levels[1:], dtype=np.int64)
        self._broken: Numbers | None = None

    def use(self, fairness: Iterable[Fairness]) -> None:
        """Answer with this fairness from now on.

        Raises:
            UsageError: it has more conditions than a mask has bits.
        """
        found = conditions(fairness, self._search.kernel.instances)
        if len(found) > MOST_CONDITIONS:
            raise UsageError(
                f"the fairness of {self._plan.machine.name} has {len(found)} conditions, and {MOST_CONDITIONS} are the "
                "most: write each=False, or name parameters in each, where some instance is enough"
            )
        self.fairness, count = found, self._search.instances
        self._weak = sum(1 << k for k, one in enumerate(found) if not one.strong)
        self._strong = sum(1 << k for k, one in enumerate(found) if one.strong)
        masks = [sum(1 << k for k, c in enumerate(found) if n in c.instances) for n in range(count)]
        self._graph.conditions = (c_uint64 * count)(*masks)
        self._call(self._graph, "enable")

    def _connected(self) -> Graph:
        """The graph with its edges."""
        search, count = self._search, self._count
        graph = Graph(
            words=search.words,
            states=search.space.states,
            table=search.space.table,
            slots=search.space.slots,
            owners=search.threads,
            batch=search.batch,
            hashes=search.hashes,
            found=words(len(search.hashes)),
            count=count,
            enabled=words(count),
            **{name: _numbers(count) for name in ("component", "order", "low", "open", "path")},
            next=words(count),
            inside=Buffer(c_uint8, count).items,
            marked=Buffer(c_uint8, count).items,
        )
        parts = list(self._edges(graph))
        targets = np.concatenate([part[0] for part in parts])
        actions = np.concatenate([part[1] for part in parts])
        first_edges = np.zeros(count + 1, dtype=np.uint64)
        np.cumsum(np.concatenate([part[2] for part in parts]), out=first_edges[1:])
        self.first_edges, self.targets, self.actions = first_edges, targets, actions
        graph.first_edges = np.ctypeslib.as_ctypes(first_edges)
        graph.targets = np.ctypeslib.as_ctypes(targets) if len(targets) else (c_uint32 * 1)()
        graph.actions = np.ctypeslib.as_ctypes(actions) if len(actions) else (c_uint16 * 1)()
        return graph

    def _edges(self, graph: Graph) -> Iterator[tuple[Numbers, Numbers, Numbers]]:
        """The edges of a batch of states after another: their targets, their instances, how many each state has."""
        search, instances = self._search, self._search.instances
        expand, locate = search.kernel.function("expand"), self._functions.function("locate")
        parents = words(len(search.hashes))
        numbers = np.ctypeslib.as_array(graph.found, (len(search.hashes),))
        sources = np.ctypeslib.as_array(parents)
        labels = np.ctypeslib.as_array(search.space.actions, (len(search.hashes),))
        search.space.parents = parents
        workers = [Worker(enabled=words(instances)) for _ in range(search.threads)]
        with Threads(max(1, search.threads - 1)) as pool:
            for begin in range(0, self._count, BATCH):
                require_time(search.limits, search.clock)
                end = min(begin + BATCH, self._count)
                bounds = [begin + (end - begin) * k // search.threads for k in range(search.threads + 1)]

                def connect(k: int, bounds: list[int] = bounds, begin: int = begin) -> tuple[int, int]:
                    first = workers[k].position = (bounds[k] - begin) * instances
                    made = expand(search.space, workers[k], bounds[k], bounds[k + 1])
                    locate(graph, first, first + made)
                    return first, first + made

                others = [pool.submit(connect, k) for k in range(1, search.threads)]
                ranges = [connect(0), *(other.result() for other in others)]
                at = np.concatenate([np.arange(first, last) for first, last in ranges])
                at = at[numbers[at] != sources[at]]
                degrees = np.bincount((sources[at] - begin).astype(np.int64), minlength=end - begin)
                yield numbers[at].astype(np.uint32), labels[at].copy(), degrees.astype(np.uint64)
        search.space.parents = None

    def _call(self, graph: Graph, name: str) -> int:
        found = self._functions.function(name)(graph, 0, self._count)
        return int(found or 0)

    def values(self, question: Question, k: int) -> Mask:
        """In which states a predicate of a question holds."""
        if self._broken is None:
            search = self._search
            search.space.broken = broken = words(self._count)
            search.kernel.function("evaluate")(
                search.space, Worker(enabled=words(search.instances)), 0, self._count
            )
            self._broken = np.ctypeslib.as_array(broken)
        names = [promise.name for promise in self._plan.searched.promises]
        bit = names.index(self._plan.predicates[question.name][k])
        found: Mask = self._broken >> np.uint64(bit) & np.uint64(1) == 0
        return found

    def answer(self, question: Question) -> Answer:
        """The answer to a question."""
        first = self.values(question, 0)
        if question.kind == can_always_reach.name:
            return self._way_to(question, first)
        inside, start, through = np.ones_like(first), np.ones_like(first), np.ones_like(first)
        if question.kind == eventually.name:
            inside, start = ~first, np.arange(self._count) == 0
        elif question.kind == leads_to.name:
            inside, start = ~self.values(question, 1), first
        elif question.kind == always_eventually.name:
            inside = ~first
        else:
            through = ~first
        vacuous = question.kind == leads_to.name and not first.any()
        loops, component = self._fair(inside, through)
        prefix = self._prefix(start & inside, inside, loops)
        if not prefix:
            return Answer(vacuous=vacuous)
        part = self._part(prefix[-1], loops & (component == component[prefix[-1]]), through)
        loop, is_shortest = shortest_loop(part, self.fairness)
        run = self._told(question, [*prefix, *loop], len(prefix))
        return Answer(run, vacuous, "shortest" if is_shortest else "not minimized")

    def steps(self, numbers: list[int]) -> list[Step]:
        """The run through the states of these numbers."""
        return self._search.steps_through([self._search.state(number) for number in numbers])

    def components(self) -> Numbers:
        """The number of the strongly connected component of each state."""
        graph = self._graph
        for name, value in (("component", 0), ("order", 0), ("inside", 1)):
            np.ctypeslib.as_array(getattr(graph, name), (self._count,))[:] = value
        self._call(graph, "components")
        return np.ctypeslib.as_array(graph.component, (self._count,)).astype(np.int64)

    def _told(self, question: Question, numbers: list[int], loop: int | None = None) -> Run:
        """The run through the states of these numbers."""
        steps = self.steps(numbers)
        return Run(self._plan.machine, question.promise.name, steps, loop=loop)

    def _way_to(self, question: Question, wanted: Mask) -> Answer:
        """Possibility: whether every state has a way to one that is wanted."""
        graph = self._graph
        graph.incoming = words(self._count + 2)
        graph.sources = _numbers(max(1, len(self.targets)))
        marked = np.ctypeslib.as_array(graph.marked, (self._count,))
        marked[:] = wanted
        self._call(graph, "spread_back")
        stuck = np.flatnonzero(marked == 0)
        if not len(stuck):
            return Answer()
        nearest = stuck[stuck < self._levels[self.level(int(stuck[0]))]]
        run = self._told(question, self.plain_run(self._least(nearest)))
        return Answer.stuck(run, len(stuck), self._count)

    def _fair(self, inside: Mask, through: Mask) -> tuple[Mask, Numbers]:
        """The states that a fair loop inside passes, in whose component some state to pass is; and their components."""
        graph, count = self._graph, self._count
        arrays = {
            name: np.ctypeslib.as_array(getattr(graph, name), (count,))
            for name in ("inside", "component", "order")
        }
        marked = np.ctypeslib.as_array(graph.marked, (count,))
        marked[:] = through
        fair, component, known = np.zeros(count, dtype=bool), np.zeros(count, dtype=np.uint64), 0
        left = inside.copy()
        while left.any():
            require_time(self._search.limits, self._search.clock)
            arrays["component"][:] = arrays["order"][:] = 0
            arrays["inside"][:] = left
            parts = self._call(graph, "components")
            always, ever, taken = (np.zeros(parts, dtype=np.uint64) for _ in range(3))
            always[:] = np.iinfo(np.uint64).max
            has_marked = np.zeros(parts, dtype=np.uint8)
            for name, array in (
                ("always", always),
                ("ever", ever),
                ("taken", taken),
                ("has_marked", has_marked),
            ):
                setattr(graph, name, np.ctypeslib.as_ctypes(array))
            self._call(graph, "summarize")
            is_kept = (np.uint64(self._weak) & always & ~taken == 0) & (has_marked > 0)
            missed = np.uint64(self._strong) & ever & ~taken
            numbers = arrays["component"][left].astype(np.int64) - 1
            states = np.flatnonzero(left)
            good = (is_kept & (missed == 0))[numbers]
            fair[states[good]] = True
            component[states[good]] = numbers[good].astype(np.uint64) + np.uint64(known + 1)
            again = (is_kept & (missed != 0))[numbers] & (self.enabled[states] & missed[numbers] == 0)
            left = np.zeros(count, dtype=bool)
            left[states[again]] = True
            known += parts
        return fair, component

    def level(self, number: int) -> int:
        """Which level a state is in, from 0 on."""
        return int(np.searchsorted(self._levels, number, side="right"))

    def _least(self, numbers: Numbers) -> int:
        """The least of some states."""
        found: int = min(numbers.tolist(), key=self.packed)
        return found

    def plain_run(self, number: int) -> list[int]:
        """The shortest run to a state: each state before another is the least of its level that leads to it."""
        run = [number]
        for level in range(self.level(number), 0, -1):
            begin = int(self._levels[level - 2]) if level > 1 else 0
            targets, sources = self._after(np.arange(begin, self._levels[level - 1]))
            run.insert(0, self._least(np.unique(sources[targets == run[0]])))
        return run

    def _prefix(self, start: Mask, inside: Mask, loops: Mask) -> list[int]:
        """The shortest way to a state on a loop: any way to a start, then inside. Empty if there is none."""
        if not (start & inside).any() or not loops.any():
            return []
        within = np.full(self._count, NONE, dtype=np.uint32)
        begun = np.flatnonzero(start)
        frontier: Numbers = np.zeros(0, dtype=np.int64)
        level = 0
        while len(frontier) or (level <= len(self._levels) and len(begun)):
            level_end = self._levels[level] if level < len(self._levels) else self._count
            entered = begun[begun < level_end]
            begun = begun[len(entered) :]
            after = self._after(frontier)[0]
            entered = np.unique(np.concatenate([entered, after[inside[after]]]))
            entered = entered[within[entered] == NONE]
            within[entered] = level
            ends = entered[loops[entered]]
            if len(ends):
                return self._way_within(self._least(ends), within, start)
            frontier, level = entered, level + 1
        return []

    def _after(self, states: Numbers) -> tuple[Numbers, Numbers]:
        """The targets of all edges of some states, and the state of each of these edges."""
        begins, ends = (
            self.first_edges[states].astype(np.int64),
            self.first_edges[states + 1].astype(np.int64),
        )
        counts = ends - begins
        total = int(counts.sum())
        if not total:
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        firsts = np.repeat(begins - np.concatenate([[0], np.cumsum(counts)[:-1]]), counts)
        return self.targets[np.arange(total) + firsts].astype(np.int64), np.repeat(states, counts)

    def _way_within(self, last: int, within: Numbers, start: Mask) -> list[int]:
        """The way to a state inside, as short as it is known to be; it begins as late as it can."""
        way = [last]
        while not (start[way[0]] and self.level(way[0]) == within[way[0]]):
            targets, sources = self._after(np.flatnonzero(within == within[way[0]] - 1))
            way.insert(0, self._least(np.unique(sources[targets == way[0]])))
        return [*self.plain_run(way[0])[:-1], *way]

    def packed(self, number: int) -> tuple[int, ...]:
        """The words of a state, by which states are ordered."""
        return tuple(self._states[number].tolist())

    def _part(self, first: int, within: Mask, through: Mask) -> Part:
        """A component as the search for a loop takes it."""
        masks = np.array(self._graph.conditions[: self._search.instances], dtype=np.uint64)

        @cache
        def moves(state: int) -> list[tuple[int, int]]:
            taken: dict[int, int] = {}
            for edge in range(int(self.first_edges[state]), int(self.first_edges[state + 1])):
                target = int(self.targets[edge])
                if within[target]:
                    taken[target] = taken.get(target, 0) | int(masks[self.actions[edge]])
            return sorted(taken.items(), key=lambda move: self.packed(move[0]))

        return Part(first, moves, lambda state: int(self.enabled[state]), lambda state: bool(through[state]))


def _numbers(count: int) -> Any:
    return Buffer(c_uint32, count).items
