"""The graph of the states that a search has found, and what promises about runs ask of it.

The search keeps states and no edges. They are made again here, once for all promises, by the compiled functions of
the machine: each state's successors, looked up in the search's own table, in compressed rows. state_graph.c then finds
strongly connected components, by all threads, and judges each: a fair loop lies in one that satisfies every condition
of fairness. For strong fairness the states that enable what is never taken are removed, and the rest is decomposed
again. States are known by their numbers, which do not depend on how many threads there are, and neither does what is
found.

Which run is shown, `tidemark.checker.engines.liveness.reference_lassos` says.
"""

from __future__ import annotations

from collections.abc import Iterable
from ctypes import c_uint16, c_uint32
from functools import partial

import numpy as np

from tidemark.base import signals
from tidemark.checker.engines.bookkeeping import require_time
from tidemark.checker.engines.liveness.patterns import ANSWERING, LassoPattern, PatternTerm
from tidemark.checker.engines.liveness.plan import Answer, Plan
from tidemark.checker.engines.liveness.questions import Question
from tidemark.checker.engines.native.buffer import Buffer, words
from tidemark.checker.engines.native.capacity import Threads, divide_range
from tidemark.checker.engines.native.kernel import Functions
from tidemark.checker.engines.native.liveness import components
from tidemark.checker.engines.native.liveness.components import (
    Components,
    GraphStruct,
    Mask,
    Masks,
    Numbers,
    numbers,
)
from tidemark.checker.engines.native.liveness.fair_loops import Component, LoopSearch
from tidemark.checker.engines.native.liveness.pending_lassos import LassoGraph, PendingLasso
from tidemark.checker.engines.native.liveness.rows import StepRows, show, with_more
from tidemark.checker.engines.native.masks import BITS, watching_worker
from tidemark.checker.engines.native.search import BATCH, ExhaustiveSearch
from tidemark.checker.engines.native.state_index import build_index
from tidemark.checker.engines.native.structures import Worker
from tidemark.checker.runs.results import Run, RunStep
from tidemark.spec.machines.fairness import Fairness
from tidemark.spec.machines.temporal import can_always_reach

NONE = np.iinfo(np.uint32).max


class NativeStateGraph(LassoGraph):
    """The states of an exhausted search, with the edges between them.

    Raises:
        UsageError: the machine has more conditions of fairness than a mask has bits.
    """

    def __init__(self, plan: Plan, search: ExhaustiveSearch) -> None:
        super().__init__()
        self._plan, self._search, self._count = plan, search, search.count
        self._functions = Functions.of(__package__, "state_graph.ll")
        self._graph = self._build_graph()
        self._arrays = {
            name: np.ctypeslib.as_array(getattr(self._graph, name), (self._count,))
            for name in ("rest", "open", "within")
        }
        self._arrays["enabled"] = self.enabled
        self.parts = Components(self._graph, search.threads)
        self.use(plan.machine.fairness)
        self._states = np.ctypeslib.as_array(search.space.states, (self._count, search.words))
        self._levels = np.array(search.levels[1:], dtype=np.int64)
        self._broken: Numbers | None = None

    def use(self, fairness: Iterable[Fairness]) -> None:
        """Answer with this fairness from now on.

        Raises:
            UsageError: it has more conditions than a mask has bits.
        """
        masks = Masks.of(self._plan.machine, fairness, self._search.kernel.instances)
        self.fairness, self._conditions = masks.fairness, np.array(masks.conditions, dtype=np.uint64)
        self._graph.strong = masks.strong
        show(self._graph, self._whole)
        self._in_parts("enable")

    def _build_graph(self) -> GraphStruct:
        """The graph with its edges."""
        search, count = self._search, self._count
        most = search.workers.room
        first_edges, enabled = words(count + 1), words(count)
        self.first_edges, self.enabled = map(np.ctypeslib.as_array, (first_edges, enabled))
        targets, actions = (
            Buffer(kind, max(1, search.result.generated_states)) for kind in (c_uint32, c_uint16)
        )
        graph = GraphStruct(
            words=search.words,
            states=search.space.states,
            index=build_index(search),
            slots=search.space.slots,
            batch=search.space.batch,
            hashes=search.space.hashes,
            parents=words(most),
            labels=search.space.actions,
            found=numbers(most),
            count=count,
            first_edges=first_edges,
            targets=targets.items,
            actions=actions.items,
            enabled=enabled,
            **{name: numbers(count) for name in ("rest", "open", "within")},
        )
        edges = self._connect(graph)
        np.cumsum(self.first_edges, out=self.first_edges)
        self.targets = np.ctypeslib.as_array(targets.items)[:edges]
        self.actions = np.ctypeslib.as_array(actions.items)[:edges]
        return graph

    def _connect(self, graph: GraphStruct) -> int:
        """Make the edges, the states of one batch after another. Gives how many they are."""
        search = self._search
        instances = self._search.instances
        threads = self._search.threads
        edges_so_far = 0
        expand, connect, keep = (
            search.kernel.function("expand"),
            *map(self._functions.function, ("connect", "keep")),
        )
        search.space.parents = graph.parents
        workers = [Worker(enabled=words(instances)) for _ in range(threads)]
        with Threads(threads) as pool:
            for begin in range(0, self._count, BATCH):
                self._keep_time()
                end = min(begin + BATCH, self._count)
                bounds = divide_range(begin, end, threads)
                firsts = [(bound - begin) * instances for bound in bounds]

                def edges(k: int, bounds: list[int] = bounds, firsts: list[int] = firsts) -> int:
                    workers[k].position = firsts[k]
                    successors = expand(search.space, workers[k], bounds[k], bounds[k + 1])
                    new_edges: int = connect(graph, firsts[k], firsts[k] + successors)
                    return new_edges

                counts = pool.together(edges, threads)
                places = [edges_so_far + sum(counts[:k]) for k in range(threads)]

                def keep_part(
                    k: int, firsts: list[int] = firsts, counts: list[int] = counts, at: list[int] = places
                ) -> None:
                    keep(graph, firsts[k], counts[k], at[k])

                pool.together(keep_part, threads)
                edges_so_far += sum(counts)
        search.space.parents = None
        return edges_so_far

    def _call(self, name: str, begin: int = 0, end: int | None = None) -> int:
        result = self._functions.function(name)(self._graph, begin, self._count if end is None else end)
        return int(result or 0)

    def _in_parts(self, name: str) -> None:
        """Let each thread call a function for its part of all states."""
        threads = self._threads(self._count)
        bounds = divide_range(0, self._count, threads)
        with Threads(threads) as pool:
            pool.together(lambda k: self._call(name, bounds[k], bounds[k + 1]), threads)

    def _threads(self, states: int) -> int:
        return 1 if states < components.FEW else self._search.threads

    def _broken_masks(self) -> Numbers:
        """What each state breaks, in words."""
        if self._broken is None:
            search, threads = self._search, self._threads(self._count)
            masks = search.kernel.mask_words
            search.space.broken = broken = words(self._count * masks)
            bounds, evaluate = divide_range(0, self._count, threads), search.kernel.function("evaluate")

            def evaluate_part(k: int) -> None:
                evaluate(search.space, watching_worker(masks), bounds[k], bounds[k + 1])

            with Threads(threads) as pool:
                pool.together(evaluate_part, threads)
            self._broken = np.ctypeslib.as_array(broken).reshape(self._count, masks)
        return self._broken

    def _first_bit(self, question: Question) -> int:
        """The place of the first predicate of a question among what a state breaks; the others follow."""
        names = [promise.name for promise in self._plan.searched.promises]
        return names.index(self._plan.predicates[question.name][0])

    def _states_of(self, term: PatternTerm | None) -> Mask:
        """The states that a term is about; all of them without one."""
        if term is None:
            return np.ones(self._count, dtype=bool)
        word, bit = divmod(self._first_bit(term.question) + term.number, BITS)
        fits: Mask = (self._broken_masks()[:, word] & np.uint64(1 << bit) == 0) == term.holds
        return fits

    def _steps_of(self, term: PatternTerm) -> Mask:
        """The edges that a term about steps is about."""
        numbers = {instance.key: number for number, instance in enumerate(self._plan.machine.instances)}
        compiled = np.array([numbers[instance.key] for instance in self._search.kernel.instances] or [0])
        bits = self._first_bit(term.question) + compiled[self.actions]
        begins = self.first_edges.astype(np.int64)
        sources = np.repeat(np.arange(self._count), begins[1:] - begins[:-1])
        broken = self._broken_masks()[sources, bits // BITS] >> (bits % BITS).astype(np.uint64)
        fits: Mask = (broken & np.uint64(1) == 0) == term.holds
        return fits

    def answer(self, question: Question) -> Answer:
        """The answer to a question. Of an endless run the loop may be longer than it had to be: see `shorten_loops`."""
        if question.kind == can_always_reach.name:
            return self._way_to(question, self._states_of(PatternTerm(question, 0, True)))
        pattern = LassoPattern.of(question)
        start, inside = self._states_of(pattern.start), self._states_of(pattern.inside)
        vacuous = question.kind in ANSWERING and not start.any()
        stops = inside & self._states_of(pattern.stop) if pattern.stop else np.zeros_like(inside)
        loops, component = np.zeros_like(inside), None
        if pattern.goes_round:
            loops, component = self._loops(pattern, inside)
        start &= self._initial if pattern.is_initial else inside
        prefix = self._prefix(start & inside, inside, loops | stops)
        if not prefix:
            premises = LassoPattern.of_premises(question)
            is_given = not question.premises or self._loops(premises, np.ones_like(inside))[0].any()
            return Answer(vacuous=vacuous or not is_given)
        if component is None or stops[prefix[-1]]:
            return Answer(self._run_through(question, prefix), vacuous)
        members = np.flatnonzero(loops & (component == component[prefix[-1]]))
        lasso = PendingLasso(question, prefix, members[self._ranks(members).argsort()], vacuous)
        search = self._loop_search(lasso)
        if loop := search.some():
            for earlier in self._lassos:
                earlier.search = None
            lasso.search = search
            self._lassos.append(lasso)
        return self._answer_with(lasso, loop, "not minimized" if loop else "shortest")

    def _loops(self, pattern: LassoPattern, inside: Mask) -> tuple[Mask, Numbers]:
        """The states that a loop passes which breaks a promise, and the number of the component of each."""
        for term in pattern.loop:
            if not term.is_about_steps:
                inside = inside & self._states_of(term)
        rows, through = self._rows(pattern)
        show(self._graph, rows)
        try:
            return self.parts.fair(inside, through, self._keep_time)
        finally:
            show(self._graph, self._whole)

    @property
    def _whole(self) -> StepRows:
        """All steps, and fairness alone."""
        return StepRows(
            self.first_edges, self.targets, self.actions, self._conditions, self.enabled, self.fairness
        )

    def _rows(self, pattern: LassoPattern) -> tuple[StepRows, Mask]:
        """The steps that the loop of a lasso may take, and the states of which it passes one."""
        edges = [self._steps_of(term) for term in pattern.loop if term.is_about_steps]
        again = [
            (term.is_about_steps, self._steps_of(term) if term.is_about_steps else self._states_of(term))
            for term in pattern.again
        ]
        through = next((mask for is_of_steps, mask in again if not is_of_steps), None)
        rows = with_more(self._whole, edges, [pair for pair in again if pair[1] is not through])
        return rows, np.ones(self._count, dtype=bool) if through is None else through

    @property
    def _initial(self) -> Mask:
        """Which states are initial: the first level has them."""
        mask: Mask = np.arange(self._count) < self._levels[0]
        return mask

    def _search_of(self, lasso: PendingLasso) -> LoopSearch:
        return lasso.search or self._loop_search(lasso)

    def _loop_search(self, lasso: PendingLasso) -> LoopSearch:
        """What looks for the loop of a lasso."""
        rows, through = self._rows(LassoPattern.of(lasso.question))
        first = int(np.flatnonzero(lasso.numbers == lasso.prefix[-1])[0])
        return LoopSearch(self._part(rows, lasso.numbers, through), first, rows.fairness)

    def _keep_time(self) -> None:
        require_time(self._search.limits, self._search.clock)
        signals.raise_noted_signal()

    def steps(self, numbers: list[int]) -> list[RunStep]:
        """The run through the states of these numbers."""
        return self._search.steps([self._search.state(number) for number in numbers])

    def components(self) -> Numbers:
        """The number of the strongly connected component of each state, from 1 on."""
        self.parts.decompose(np.ones(self._count, dtype=bool))
        return self.parts.arrays["component"].astype(np.int64)

    def _run_through(self, question: Question, numbers: list[int], loop: int | None = None) -> Run:
        """The run through the states of these numbers."""
        steps = self.steps(numbers)
        return Run(self._plan.machine, question.promise.name, steps, loop=loop)

    def _way_to(self, question: Question, goal: Mask) -> Answer:
        """Possibility: whether every state has a way to one that is wanted."""
        self._reach(goal)
        stuck = np.flatnonzero(self.parts.arrays["marked"] == 0)
        if not len(stuck):
            return Answer()
        nearest = stuck[stuck < self._levels[self.level(int(stuck[0]))]]
        run = self._run_through(question, self.plain_run(self._least(nearest)))
        return Answer.stuck(run, len(stuck), self._count, self._search.symmetry)

    def _reach(self, goal: Mask) -> None:
        """Mark the states from which some run leads to one that is wanted."""
        graph = self._graph
        marked = self.parts.arrays["marked"]
        rest = self._arrays["rest"]
        sweeps = 0
        changed = 1
        marked[:] = goal
        while changed:
            self._keep_time()
            unmarked = np.flatnonzero(marked == 0)
            rest[: len(unmarked)], graph.rests = unmarked, len(unmarked)
            threads, name = self._threads(len(unmarked)), "sweep_on" if sweeps % 4 == 3 else "sweep_back"
            with Threads(threads) as pool:
                changed = sum(pool.together(partial(self._sweep, name, threads), threads))
            sweeps += 1

    def _sweep(self, name: str, threads: int, thread: int) -> int:
        return self._call(name, thread, threads)

    def level(self, number: int) -> int:
        """Which level a state is in, from 0 on."""
        return int(np.searchsorted(self._levels, number, side="right"))

    def _least(self, numbers: Numbers) -> int:
        """The least of some states."""
        least: int = min(numbers.tolist(), key=self.state_words)
        return least

    def _before(self, number: int, begin: int, end: int, level: int = NONE) -> int:
        """The least of the states begin..end that lead to another one; of those alone that are reached in a level."""
        signals.raise_noted_signal()
        self._graph.target, self._graph.level = number, level
        return self._call("source", begin, end) - 1

    def plain_run(self, number: int) -> list[int]:
        """The shortest run to a state: each state before another is the least of its level that leads to it."""
        run = [number]
        for level in range(self.level(number), 0, -1):
            begin = int(self._levels[level - 2]) if level > 1 else 0
            run.insert(0, self._before(run[0], begin, int(self._levels[level - 1])))
        return run

    def _prefix(self, start: Mask, inside: Mask, loops: Mask) -> list[int]:
        """The shortest way to a state on a loop: any way to a start, then inside. Empty if there is none."""
        if not start.any() or not loops.any():
            return []
        graph, within, frontier = self._graph, self._arrays["within"], self._arrays["open"]
        self.parts.arrays["inside"][:] = inside
        within[:] = NONE
        begin = end = level = 0
        while begin < end or level <= len(self._levels):
            signals.raise_noted_signal()
            graph.level = level
            reached = self._call("widen", begin, end)
            if level < len(self._levels):
                level_states = np.arange(self._levels[level - 1] if level else 0, self._levels[level])
                entered = level_states[start[level_states] & (within[level_states] == NONE)]
                within[entered] = level
                frontier[reached : reached + len(entered)] = entered
                reached += len(entered)
            new = frontier[end:reached]
            if len(ends := new[loops[new]]):
                return self._way_within(self._least(ends), within, start)
            begin, end, level = end, reached, level + 1
        return []

    def _way_within(self, last: int, within: Numbers, start: Mask) -> list[int]:
        """The way to a state inside, as short as it is known to be; it begins as late as it can."""
        path = [last]
        while not (start[path[0]] and self.level(path[0]) == within[path[0]]):
            path.insert(0, self._before(path[0], 0, self._count, int(within[path[0]]) - 1))
        return [*self.plain_run(path[0])[:-1], *path]

    def state_words(self, number: int) -> tuple[int, ...]:
        """The words of a state, by which states are ordered."""
        return tuple(self._states[number].tolist())

    def _ranks(self, members: Numbers) -> Numbers:
        """The place of each of some states in their order."""
        ranks = np.empty(len(members), dtype=np.int64)
        ranks[np.lexsort(self._states[members].T[::-1])] = np.arange(len(members))
        return ranks

    def _part(self, rows: StepRows, members: Numbers, through: Mask) -> Component:
        """A component as the search for a loop takes it."""
        begins = rows.first_edges[members].astype(np.int64)
        counts = rows.first_edges[members + 1].astype(np.int64) - begins
        edges = np.repeat(begins - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())
        places = np.full(self._count, -1, dtype=np.int64)
        places[members] = np.arange(len(members))
        targets = places[rows.targets[edges]]
        inner = targets >= 0
        sources = np.repeat(np.arange(len(members)), counts)[inner]
        inner_edges = sources, targets[inner], rows.conditions[rows.actions[edges[inner]]]
        return Component.of(inner_edges, self._ranks(members), rows.enabled[members], through[members])
