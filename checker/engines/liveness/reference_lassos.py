"""Promises about runs, answered on the whole graph of states by networkx: slow, obvious, and the meaning of the rest.

A fair lasso breaks a promise, or a state from which no run leads to where the promise wants to be. Of the lassos the
canonical one is shown: the shortest prefix to a state on a suitable fair loop, and the least of equally near states;
then the shortest such loop from that state, and the one with the least states, in order, of equally short loops. The
prefix is the one that a search would show: every state before another is the least of its level that leads to it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import networkx as nx

from tidemark.checker.engines.liveness.final_components import choose_components
from tidemark.checker.engines.liveness.plan import Answer
from tidemark.checker.engines.liveness.questions import Question
from tidemark.checker.engines.reference import moves, steps_through
from tidemark.checker.runs.results import Minimality, Run, RunsEnding, State
from tidemark.spec.machines.fairness import conditions
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symmetry import encode_first_states, make_representative
from tidemark.spec.machines.temporal import always_eventually, can_always_reach, eventually, leads_to


@dataclass(frozen=True)
class LassoPattern:
    """How a lasso breaks a promise: from a state of `start` on, all its states are `inside`, and its loop passes one
    that is `recurring`.
    """

    start: Callable[[State], bool]
    inside: Callable[[State], bool]
    recurring: Callable[[State], bool]


class _Path(NamedTuple):
    """A path from the first state of a loop to another state.

    met: bits of the conditions that are met: an instance was taken, or, of a weak one, none was enabled in some state.
    raised: those of the strong ones that were enabled, and are not met. passed: whether it passed what it must.
    steps: its length. before: the number, among all paths, of the one that it extends.
    """

    state: State
    met: int
    raised: int
    passed: bool
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
        values = {state: self._values(question, state) for state in self.graph}
        if question.kind == can_always_reach.name:
            return self._possibility(question, [state for state, (value,) in values.items() if value])
        vacuous = question.kind == leads_to.name and not any(first for first, _ in values.values())
        pattern = self._lasso_pattern(question.kind, values)
        inside = [state for state in self.graph if pattern.inside(state)]
        loops = [component for component in self._fair(inside) if any(map(pattern.recurring, component))]
        prefix = self._prefix(pattern, {state for component in loops for state in component})
        if not prefix:
            return Answer(vacuous=vacuous)
        component = next(component for component in loops if prefix[-1] in component)
        lasso = _OpenLasso(question, prefix, vacuous, _LoopSearch(self, prefix[-1], component, pattern))
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

    def _values(self, question: Question, state: State) -> tuple[bool, ...]:
        self._go_on()
        return question.values(self.machine.decode(state))

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

    def _lasso_pattern(self, kind: str, values: dict[State, tuple[bool, ...]]) -> LassoPattern:
        def never(state: State) -> bool:
            return not values[state][-1]

        if kind == eventually.name:
            return LassoPattern(lambda state: self.level[state] == 1, never, lambda _: True)
        if kind == leads_to.name:
            return LassoPattern(lambda state: values[state][0], never, lambda _: True)
        if kind == always_eventually.name:
            return LassoPattern(lambda _: True, never, lambda _: True)
        return LassoPattern(lambda _: True, lambda _: True, never)

    def _fair(self, states: Iterable[State]) -> list[set[State]]:
        """The largest sets of these states in which a fair run can go round for ever, passing all of them."""
        components: list[set[State]] = []
        for component in nx.strongly_connected_components(self.graph.subgraph(states)):
            instances = self._instances(component, within=component)
            missed = [condition for condition in self.fairness if not condition.instances & instances]
            if any(
                all(condition.instances & self.enabled_in(state) for state in component)
                for condition in missed
                if not condition.strong
            ):
                continue
            shunned = {
                state
                for condition in missed
                if condition.strong
                for state in component
                if condition.instances & self.enabled_in(state)
            }
            components += self._fair(component - shunned) if shunned else [component]
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

    def enabled_in(self, state: State) -> set[int]:
        """The instances that are enabled in a state, and change it."""
        return {
            number for _, _, numbers in self.graph.out_edges(state, data="instances") for number in numbers
        }

    def _plain_run(self, last: State) -> list[State]:
        """The shortest run to a state: each state before another is the least of its level that leads to it."""
        run = [last]
        while level := self.level[run[0]] - 1:
            run.insert(0, min(s for s in self.graph.predecessors(run[0]) if self.level[s] == level))
        return run

    def _prefix(self, pattern: LassoPattern, looping: set[State]) -> list[State]:
        """The shortest path to a state on a loop: any path to a start, then one inside. Empty if there is none."""
        distances: dict[State, int] = {}
        starts = [s for s in self.graph if pattern.start(s) and pattern.inside(s)]
        for length in range(1, len(self.graph) + max(self.level.values()) + 1):
            self._go_on()
            entered = {s for s in starts if self.level[s] == length}
            entered |= {
                after
                for state, distance in distances.items()
                if distance == length - 1
                for after in self.graph.successors(state)
                if pattern.inside(after)
            }
            distances |= {state: length for state in entered if state not in distances}
            ends = [state for state in looping if distances.get(state) == length]
            if ends:
                return self._path_within(min(ends), distances, set(starts))
        return []

    def _path_within(self, last: State, distances: dict[State, int], starts: set[State]) -> list[State]:
        """The path to a state inside with the length that was found; it begins as late as it can."""
        path = [last]
        while not (path[0] in starts and self.level[path[0]] == distances[path[0]]):
            length = distances[path[0]] - 1
            path.insert(0, min(s for s in self.graph.predecessors(path[0]) if distances.get(s) == length))
        return [*self._plain_run(path[0])[:-1], *path]

    def bits_of(self, instances: Collection[int]) -> int:
        """Which conditions have one of these instances, as bits."""
        return sum(
            1 << k
            for k, condition in enumerate(self.fairness)
            if not condition.instances.isdisjoint(instances)
        )


class _LoopSearch:
    """The search for a fair loop in a component, from one of its states."""

    def __init__(
        self, space: ReachableGraph, first: State, component: set[State], pattern: LassoPattern
    ) -> None:
        self._space, self._first, self._part, self._violation = space, first, component, pattern
        graph = space.graph.subgraph(component)
        self._back = nx.single_source_shortest_path_length(graph.reverse(copy=False), first)
        self._enabled = {state: space.bits_of(space.enabled_in(state)) for state in component}
        self._onward = {
            state: [
                (after, space.bits_of(graph.edges[state, after]["instances"]))
                for after in sorted(graph[state])
            ]
            for state in component
        }
        self._weak = sum(1 << k for k, condition in enumerate(space.fairness) if not condition.strong)

    def _arrive(self, path: _Path) -> _Path:
        """A path, with the conditions that its last state meets and raises."""
        met = path.met | self._weak & ~self._enabled[path.state]
        raised = (path.raised | self._enabled[path.state] & ~self._weak) & ~met
        return path._replace(
            met=met, raised=raised, passed=path.passed or self._violation.recurring(path.state)
        )

    def _lacks(self, path: _Path) -> int:
        """The conditions that a loop with this path still lacks."""
        return (self._weak & ~path.met) | path.raised

    def some(self) -> list[State]:
        """The states after the first one on a fair loop, which goes to the nearest thing that it lacks, and back."""
        loop = list[State]()
        path = self._arrive(_Path(self._first, 0, 0, False, 0, -1))
        while self._lacks(path) or not path.passed or path.state != self._first:
            for after, used in self._nearest(path):
                path = self._arrive(path._replace(state=after, met=path.met | used))
                loop.append(after)
        return loop

    def _nearest(self, path: _Path) -> list[tuple[State, int]]:
        """The shortest path to something lacking, or to the first state if nothing is: states and conditions."""
        lacks, queue, seen = self._lacks(path), [[(path.state, 0)]], {path.state}
        for steps in queue:
            for after, used in self._onward[steps[-1][0]]:
                step = self._arrive(_Path(after, used, 0, False, 0, -1))
                if lacks or not path.passed:
                    helps = bool(step.met & lacks) or (step.passed and not path.passed)
                else:
                    helps = after == self._first
                if helps:
                    return [*steps[1:], (after, used)]
                if after not in seen:
                    seen.add(after)
                    queue.append([*steps, (after, used)])
        raise AssertionError(f"nothing that a fair loop lacks can be reached from {path.state}")

    def shortest(self, go_on: Callable[[], None]) -> list[State]:
        """The states after the first one on the shortest fair loop; empty where it may stay in the first for ever."""
        for length in range(len(self._part) * (len(self._space.fairness) + 2)):
            paths, seen = [_Path(self._first, 0, 0, False, 0, -1)], set()
            for number, departure in enumerate(paths):
                go_on()
                path = self._arrive(departure)
                if path.state == self._first and path.passed and not self._lacks(path):
                    return _states_after_first(paths, number)
                for after, used in self._onward[path.state]:
                    met = path.met | used
                    reached = after, met, path.raised & ~met, path.passed
                    if path.steps + 1 + self._back[after] <= length and reached not in seen:
                        seen.add(reached)
                        paths.append(_Path(*reached, path.steps + 1, number))
        raise AssertionError(f"no fair loop passes {self._first}")
