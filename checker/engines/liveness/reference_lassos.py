"""Promises about runs, answered on the whole graph of states by networkx: slow, obvious, and the meaning of the rest.

A fair lasso breaks a promise, or a state from which no run leads to where the promise wants to be. Of the lassos the
canonical one is shown: the shortest prefix to a state on a suitable fair loop, and the least of equally near states;
then the shortest such loop from that state, and the one with the least states, in order, of equally short loops. The
prefix is the one that a search would show: every state before another is the least of its level that leads to it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import networkx as nx

from tidemark.checker.engines.liveness.final_components import choose_components
from tidemark.checker.engines.liveness.patterns import ANSWERING, LassoPattern, PatternTerm
from tidemark.checker.engines.liveness.plan import Answer
from tidemark.checker.engines.liveness.questions import Question
from tidemark.checker.engines.reference import moves, steps_through
from tidemark.checker.runs.results import Minimality, Run, RunsEnding, State
from tidemark.spec.machines.fairness import conditions
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symmetry import encode_first_states, make_representative
from tidemark.spec.machines.temporal import can_always_reach


@dataclass(frozen=True)
class _Requirements:
    """What a run that goes round for ever must do, a bit each: a fair one, that passes what breaks a promise.

    Each bit asks for what weak fairness of an action asks, or strong fairness: that some step with it is taken, or that
    it is not enabled in some state, or in none. A state that the loop must pass is where a bit is not enabled that no
    step has.

    enabled: of each state the bits that are enabled. steps: of each step the bits that it has.
    """

    weak: int
    strong: int
    enabled: dict[State, int]
    steps: dict[tuple[State, State], int]


class _Path(NamedTuple):
    """A path from the first state of a loop to another state.

    met: bits of the requirements that are met: a step was taken, or, of a weak one, none was enabled in some state.
    raised: those of the strong ones that were enabled, and are not met.
    steps: its length. before: the number, among all paths, of the one that it extends.
    """

    state: State
    met: int
    raised: int
    steps: int
    before: int


def _states_after_first(paths: Sequence[_Path], number: int) -> list[State]:
    states: list[State] = []
    while number:
        states.insert(0, paths[number].state)
        number = paths[number].before
    return states


@dataclass(frozen=True)
class _OpenLasso:
    """A prefix to a state that a fair loop passes, and what looks for the loop."""

    question: Question
    prefix: list[State]
    vacuous: bool
    search: _LoopSearch


class ReachableGraph:
    """Every reachable state of a machine, and the steps between them that change something.

    symmetry: whether one state stands for all that renamings of ids make from it.
    go_on: is called again and again, and may raise what ends the work.
    """

    def __init__(self, machine: Machine, go_on: Callable[[], None], symmetry: bool = False) -> None:
        self.machine, self._go_on, self._symmetry = machine, go_on, symmetry
        representative = make_representative(machine) if symmetry else lambda state: state
        waiting = encode_first_states(machine, symmetry)
        self.graph = nx.DiGraph()
        self.graph.add_nodes_from(waiting)
        self.level = dict.fromkeys(waiting, 1)
        for state in waiting:
            go_on()
            for reached, instances in moves(machine, state).items():
                after = representative(reached)
                self.graph.add_edge(state, after, instances=instances)
                if after not in self.level:
                    self.level[after] = self.level[state] + 1
                    waiting.append(after)
        self.fairness = conditions(machine.fairness, machine.instances)
        self._lassos: list[_OpenLasso] = []

    def answer(self, question: Question) -> Answer:
        """The answer to a question. The loop of a lasso may be longer than necessary: see `shorten_loops`."""
        if question.kind == can_always_reach.name:
            return self._possibility(
                question, [state for state in self.graph if self._values(question, state)[0]]
            )
        pattern = LassoPattern.of(question)
        start = self._states_of(pattern.start)
        vacuous = question.kind in ANSWERING and not start
        if pattern.is_initial:
            start = {state for state in start if self.level[state] == 1}
        inside = self._states_of(pattern.inside)
        stops = self._states_of(pattern.stop) & inside if pattern.stop else set[State]()
        loops, requirements = self._loops(pattern, inside) if pattern.goes_round else ([], None)
        prefix = self._prefix(start & inside, inside, stops.union(*loops))
        if not prefix:
            premises = LassoPattern.of_premises(question)
            is_given = not question.premises or self._loops(premises, set(self.graph))[0]
            return Answer(vacuous=vacuous or not is_given)
        if prefix[-1] in stops:
            run = steps_through(self.machine, prefix, symmetric=False)
            return Answer(Run(self.machine, question.promise.name, run), vacuous)
        assert requirements
        component = next(component for component in loops if prefix[-1] in component)
        search = _LoopSearch(self._rows(pattern, component), prefix[-1], requirements)
        lasso = _OpenLasso(question, prefix, vacuous, search)
        if loop := lasso.search.some():
            self._lassos.append(lasso)
        return self._answer_with(lasso, loop, "not minimized" if loop else "shortest")

    def shorten_loops(self) -> Iterator[tuple[str, Answer]]:
        """For the questions that were answered with some loop, by their names, the answers with the shortest one."""
        while self._lassos:
            lasso = self._lassos.pop()
            loop = lasso.search.shortest(self._go_on)
            yield lasso.question.name, self._answer_with(lasso, loop, "shortest")

    def _answer_with(self, lasso: _OpenLasso, loop: list[State], minimality: Minimality) -> Answer:
        steps = steps_through(self.machine, [*lasso.prefix, *loop], symmetric=False)
        run = Run(self.machine, lasso.question.promise.name, steps, loop=len(lasso.prefix))
        return Answer(run, lasso.vacuous, minimality)

    def _values(self, question: Question, *states: State) -> tuple[bool, ...]:
        self._go_on()
        return question.values(*map(self.machine.decode, states))

    def _fits(self, term: PatternTerm, *states: State) -> bool:
        return self._values(term.question, *states)[term.number] is term.holds

    def _states_of(self, term: PatternTerm | None) -> set[State]:
        """The states that a term is about; all of them without one."""
        return {state for state in self.graph if term is None or self._fits(term, state)}

    def _rows(self, pattern: LassoPattern, states: Iterable[State]) -> nx.DiGraph:
        """Some states, and the steps between them that a loop may take."""
        rows = nx.DiGraph(self.graph.subgraph(states))
        for term in pattern.loop:
            if term.is_about_steps:
                rows.remove_edges_from([step for step in rows.edges if not self._fits(term, *step)])
        return rows

    def _loops(self, pattern: LassoPattern, inside: set[State]) -> tuple[list[set[State]], _Requirements]:
        """The sets of states in which a run that breaks a promise can go round for ever, and what it must do there."""
        for term in pattern.loop:
            inside = inside if term.is_about_steps else inside & self._states_of(term)
        rows, requirements = self._rows(pattern, inside), self._fair_requirements()
        for k, term in enumerate(pattern.again, len(self.fairness)):
            requirements = replace(requirements, weak=requirements.weak | 1 << k)
            for state in self.graph:
                if term.is_about_steps or not self._fits(term, state):
                    requirements.enabled[state] |= 1 << k
            for step in self.graph.edges if term.is_about_steps else ():
                requirements.steps[step] |= self._fits(term, *step) << k
        return self._fair(rows, inside, requirements), requirements

    def _fair_requirements(self) -> _Requirements:
        """What the fairness of the machine requires."""
        weak, strong = (
            sum(1 << k for k, c in enumerate(self.fairness) if c.strong is is_strong)
            for is_strong in (False, True)
        )
        steps = {(a, b): self._bits_of(numbers) for a, b, numbers in self.graph.edges(data="instances")}
        enabled = dict.fromkeys(self.graph, 0)
        for (state, _), bits in steps.items():
            enabled[state] |= bits
        return _Requirements(weak, strong, enabled, steps)

    def endings(self) -> list[RunsEnding]:
        """Where its runs end up."""
        groups: dict[frozenset[str], list[set[State]]] = {}
        for component in nx.strongly_connected_components(self.graph):
            if all(after in component for state in component for after in self.graph.successors(state)):
                instances = self._instances(component, within=component)
                names = frozenset(self.machine.instances[number].action.name for number in instances)
                groups.setdefault(names, []).append(component)

        def nearest(state: State) -> tuple[int, State]:
            return self.level[state], state

        ends = []
        for names, components in groups.items():
            firsts = sorted((min(component, key=nearest) for component in components), key=nearest)
            runs = [
                steps_through(self.machine, self._plain_run(s), symmetric=False)
                for s in choose_components(firsts)
            ]
            shown = tuple(Run(self.machine, "", steps) for steps in runs)
            ends.append(RunsEnding(names, sum(map(len, components)), shown))
        return sorted(ends, key=lambda ending: sorted(ending.actions))

    def _possibility(self, question: Question, goals: list[State]) -> Answer:
        """Whether every state can reach a goal."""
        backward = self.graph.reverse(copy=False)
        layers = nx.bfs_layers(backward, goals) if goals else []
        reaching = {state for layer in layers for state in layer}
        stuck = [state for state in self.graph if state not in reaching]
        if not stuck:
            return Answer()
        last = min(stuck, key=lambda state: (self.level[state], state))
        steps = steps_through(self.machine, self._plain_run(last), self._symmetry)
        run = Run(self.machine, question.promise.name, steps)
        return Answer.stuck(run, len(stuck), len(self.graph), self._symmetry)

    def _fair(
        self, rows: nx.DiGraph, states: Iterable[State], requirements: _Requirements
    ) -> list[set[State]]:
        """The largest sets of these states in which a run that does what is required can pass all, for ever."""
        components: list[set[State]] = []
        enabled = requirements.enabled
        for component in nx.strongly_connected_components(rows.subgraph(states)):
            taken, always, ever = 0, ~0, 0
            for step in rows.subgraph(component).edges:
                taken |= requirements.steps[step]
            for state in component:
                always, ever = always & enabled[state], ever | enabled[state]
            if requirements.weak & always & ~taken:
                continue
            missed = requirements.strong & ever & ~taken
            shunned = {state for state in component if enabled[state] & missed}
            components += self._fair(rows, component - shunned, requirements) if shunned else [component]
        return components

    def _instances(self, states: Iterable[State], within: Collection[State]) -> set[int]:
        """The instances that lead from some of these states to another one within a set."""
        return {
            number
            for state in states
            for _, target, number_set in self.graph.out_edges(state, data="instances")
            if target in within
            for number in number_set
        }

    def _plain_run(self, last: State) -> list[State]:
        """The shortest run to a state: each state before another is the least of its level that leads to it."""
        run = [last]
        while level := self.level[run[0]] - 1:
            run.insert(0, min(s for s in self.graph.predecessors(run[0]) if self.level[s] == level))
        return run

    def _prefix(self, starts: set[State], inside: set[State], goals: set[State]) -> list[State]:
        """The shortest path to a goal: any path to a start, then one inside. Empty if there is none."""
        distances: dict[State, int] = {}
        for length in range(1, len(self.graph) + max(self.level.values()) + 1):
            self._go_on()
            entered = {s for s in starts if self.level[s] == length}
            entered |= {
                after
                for state, distance in distances.items()
                if distance == length - 1
                for after in self.graph.successors(state)
                if after in inside
            }
            distances |= {state: length for state in entered if state not in distances}
            ends = [state for state in goals if distances.get(state) == length]
            if ends:
                return self._path_within(min(ends), distances, starts)
        return []

    def _path_within(self, last: State, distances: dict[State, int], starts: set[State]) -> list[State]:
        """The path to a state inside with the length that was found; it begins as late as it can."""
        path = [last]
        while not (path[0] in starts and self.level[path[0]] == distances[path[0]]):
            length = distances[path[0]] - 1
            path.insert(0, min(s for s in self.graph.predecessors(path[0]) if distances.get(s) == length))
        return [*self._plain_run(path[0])[:-1], *path]

    def _bits_of(self, instances: Collection[int]) -> int:
        """Which conditions have one of these instances, as bits."""
        return sum(
            1 << k
            for k, condition in enumerate(self.fairness)
            if not condition.instances.isdisjoint(instances)
        )


class _LoopSearch:
    """The search for a fair loop in a component, from one of its states."""

    def __init__(self, rows: nx.DiGraph, first: State, requirements: _Requirements) -> None:
        self._first, self._requirements = first, requirements
        self._back = nx.single_source_shortest_path_length(rows.reverse(copy=False), first)
        self._most = len(rows) * ((requirements.weak | requirements.strong).bit_count() + 2)
        self._onward = {
            state: [(after, requirements.steps[state, after]) for after in sorted(rows[state])]
            for state in rows
        }

    def _arrive(self, path: _Path) -> _Path:
        """A path, with the requirements that its last state meets and raises."""
        required, enabled = self._requirements, self._requirements.enabled[path.state]
        met = path.met | required.weak & ~enabled
        return path._replace(met=met, raised=(path.raised | enabled & required.strong) & ~met)

    def _lacks(self, path: _Path) -> int:
        """The requirements that a loop with this path still lacks."""
        return (self._requirements.weak & ~path.met) | path.raised

    def some(self) -> list[State]:
        """The states after the first one on a fair loop, which goes to the nearest thing that it lacks, and back."""
        loop = list[State]()
        path = self._arrive(_Path(self._first, 0, 0, 0, -1))
        while self._lacks(path) or path.state != self._first:
            for after, used in self._nearest(path):
                path = self._arrive(path._replace(state=after, met=path.met | used))
                loop.append(after)
        return loop

    def _nearest(self, path: _Path) -> list[tuple[State, int]]:
        """The shortest path to something lacking, or to the first state if nothing is: states and conditions."""
        lacks, queue, seen = self._lacks(path), [[(path.state, 0)]], {path.state}
        for steps in queue:
            for after, used in self._onward[steps[-1][0]]:
                step = self._arrive(_Path(after, used, 0, 0, -1))
                if step.met & lacks if lacks else after == self._first:
                    return [*steps[1:], (after, used)]
                if after not in seen:
                    seen.add(after)
                    queue.append([*steps, (after, used)])
        raise AssertionError(f"nothing that a fair loop lacks can be reached from {path.state}")

    def shortest(self, go_on: Callable[[], None]) -> list[State]:
        """The states after the first one on the shortest fair loop; empty where it may stay in the first for ever."""
        for length in range(self._most):
            paths, seen = [_Path(self._first, 0, 0, 0, -1)], set()
            for number, departure in enumerate(paths):
                go_on()
                path = self._arrive(departure)
                if path.state == self._first and not self._lacks(path):
                    return _states_after_first(paths, number)
                for after, used in self._onward[path.state]:
                    met = path.met | used
                    reached = after, met, path.raised & ~met
                    if path.steps + 1 + self._back[after] <= length and reached not in seen:
                        seen.add(reached)
                        paths.append(_Path(*reached, path.steps + 1, number))
        raise AssertionError(f"no fair loop passes {self._first}")
