"""Promises about runs, answered on the whole graph of states by networkx: slow, obvious, and the meaning of the rest.

A promise is broken by an endless fair run, or by a state from which there is no way. Of the endless runs the canonical
one is shown: the shortest prefix to a state that a suitable fair loop passes, of equally near ones the least; then the
shortest such loop from that state, of equally short ones the one whose states, in order, are the least. The prefix is
the one that a search would show: every state before another is the least of its level that leads to it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import networkx as nx

from tidemark.checker.engines.liveness.final_components import chosen
from tidemark.checker.engines.liveness.plan import Answer
from tidemark.checker.engines.liveness.questions import Question
from tidemark.checker.engines.reference import moves, steps_through
from tidemark.checker.runs.results import Ending, Minimality, Run, State
from tidemark.spec.machines.fairness import conditions
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symmetry import encode_first_state, make_representative
from tidemark.spec.machines.temporal import always_eventually, can_always_reach, eventually, leads_to


@dataclass(frozen=True)
class Violation:
    """What an endless run that breaks a promise does: from a state of `start` on all of its states are `inside`, and
    again and again one is `recurring`.
    """

    start: Callable[[State], bool]
    inside: Callable[[State], bool]
    recurring: Callable[[State], bool]


class _Way(NamedTuple):
    """A way from the first state of a loop to another one.

    met: bits of the conditions that are met: an instance was taken, or, of a weak one, none was enabled in some state.
    raised: those of the strong ones that were enabled, and are not met. passed: whether it passed what it must.
    steps: its length. before: the place, among all ways, of the one that it goes on from.
    """

    state: State
    met: int
    raised: int
    passed: bool
    steps: int
    before: int


def _states_after_first(ways: Sequence[_Way], place: int) -> list[State]:
    states: list[State] = []
    while place:
        states.insert(0, ways[place].state)
        place = ways[place].before
    return states


@dataclass(frozen=True)
class _Lasso:
    """A prefix to a state that a fair loop passes, and what looks for the loop."""

    question: Question
    prefix: list[State]
    vacuous: bool
    search: _LoopSearch


class StateSpace:
    """Every reachable state of a machine, and the steps between them that change something.

    symmetry: whether one state stands for all that renamings of ids make from it.
    go_on: is called again and again, and may raise what ends the work.
    """

    def __init__(self, machine: Machine, go_on: Callable[[], None], symmetry: bool = False) -> None:
        self.machine, self._go_on, self._symmetry = machine, go_on, symmetry
        self.first = encode_first_state(machine, symmetry)
        representative = make_representative(machine) if symmetry else lambda state: state
        self.graph = nx.DiGraph()
        self.graph.add_node(self.first)
        self.level = {self.first: 1}
        waiting = [self.first]
        for state in waiting:
            go_on()
            for reached, instances in moves(machine, state).items():
                after = representative(reached)
                self.graph.add_edge(state, after, instances=instances)
                if after not in self.level:
                    self.level[after] = self.level[state] + 1
                    waiting.append(after)
        self.fairness = conditions(machine.fairness, machine.instances)
        self._lassos: list[_Lasso] = []

    def answer(self, question: Question) -> Answer:
        """The answer to a question. Of an endless run the loop may be longer than it had to be: see `shortened`."""
        values = {state: self._values(question, state) for state in self.graph}
        if question.kind == can_always_reach.name:
            return self._way_to(question, [state for state, (value,) in values.items() if value])
        vacuous = question.kind == leads_to.name and not any(first for first, _ in values.values())
        violation = self._violation(question.kind, values)
        inside = [state for state in self.graph if violation.inside(state)]
        loops = [part for part in self._fair(inside) if any(map(violation.recurring, part))]
        prefix = self._prefix(violation, {state for part in loops for state in part})
        if not prefix:
            return Answer(vacuous=vacuous)
        part = next(part for part in loops if prefix[-1] in part)
        lasso = _Lasso(question, prefix, vacuous, _LoopSearch(self, prefix[-1], part, violation))
        if loop := lasso.search.some():
            self._lassos.append(lasso)
        return self._found(lasso, loop, "not minimized" if loop else "shortest")

    def shortened(self) -> Iterator[tuple[str, Answer]]:
        """For the questions that were answered with some loop, by their names, the answers with the shortest one."""
        while self._lassos:
            lasso = self._lassos.pop()
            yield lasso.question.name, self._found(lasso, lasso.search.shortest(self._go_on), "shortest")

    def _found(self, lasso: _Lasso, loop: list[State], minimality: Minimality) -> Answer:
        steps = steps_through(self.machine, [*lasso.prefix, *loop], symmetric=False)
        run = Run(self.machine, lasso.question.promise.name, steps, loop=len(lasso.prefix))
        return Answer(run, lasso.vacuous, minimality)

    def _values(self, question: Question, state: State) -> tuple[bool, ...]:
        self._go_on()
        return question.values(self.machine.decode(state))

    def endings(self) -> list[Ending]:
        """Where its runs end up."""
        groups: dict[frozenset[str], list[set[State]]] = {}
        for part in nx.strongly_connected_components(self.graph):
            if all(after in part for state in part for after in self.graph.successors(state)):
                taken = self._instances(part, within=part)
                names = frozenset(self.machine.instances[number].action.name for number in taken)
                groups.setdefault(names, []).append(part)

        def nearest(state: State) -> tuple[int, State]:
            return self.level[state], state

        found = []
        for names, parts in groups.items():
            firsts = sorted((min(part, key=nearest) for part in parts), key=nearest)
            runs = [steps_through(self.machine, self._plain_run(s), symmetric=False) for s in chosen(firsts)]
            told = tuple(Run(self.machine, "", steps) for steps in runs)
            found.append(Ending(names, sum(map(len, parts)), told))
        return sorted(found, key=lambda one: sorted(one.actions))

    def _way_to(self, question: Question, wanted: list[State]) -> Answer:
        """Possibility: whether every state has a way to one that is wanted."""
        backward = self.graph.reverse(copy=False)
        layers = nx.bfs_layers(backward, wanted) if wanted else []
        have_one = {state for layer in layers for state in layer}
        stuck = [state for state in self.graph if state not in have_one]
        if not stuck:
            return Answer()
        last = min(stuck, key=lambda state: (self.level[state], state))
        steps = steps_through(self.machine, self._plain_run(last), self._symmetry)
        run = Run(self.machine, question.promise.name, steps)
        return Answer.stuck(run, len(stuck), len(self.graph), self._symmetry)

    def _violation(self, kind: str, values: dict[State, tuple[bool, ...]]) -> Violation:
        def never(state: State) -> bool:
            return not values[state][-1]

        if kind == eventually.name:
            return Violation(lambda state: state == self.first, never, lambda _: True)
        if kind == leads_to.name:
            return Violation(lambda state: values[state][0], never, lambda _: True)
        if kind == always_eventually.name:
            return Violation(lambda _: True, never, lambda _: True)
        return Violation(lambda _: True, lambda _: True, never)

    def _fair(self, states: Iterable[State]) -> list[set[State]]:
        """The largest sets of these states in which a fair run can go round for ever, passing all of them."""
        found: list[set[State]] = []
        for part in nx.strongly_connected_components(self.graph.subgraph(states)):
            taken = self._instances(part, within=part)
            missed = [one for one in self.fairness if not one.instances & taken]
            if any(
                all(one.instances & self.enabled_in(state) for state in part)
                for one in missed
                if not one.strong
            ):
                continue
            shunned = {
                state
                for one in missed
                if one.strong
                for state in part
                if one.instances & self.enabled_in(state)
            }
            found += self._fair(part - shunned) if shunned else [part]
        return found

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
        while run[0] != self.first:
            level = self.level[run[0]] - 1
            run.insert(0, min(s for s in self.graph.predecessors(run[0]) if self.level[s] == level))
        return run

    def _prefix(self, violation: Violation, loops: set[State]) -> list[State]:
        """The shortest way to a state on a loop: any way to where it begins, then inside. Empty if there is none."""
        within: dict[State, int] = {}
        begun = [s for s in self.graph if violation.start(s) and violation.inside(s)]
        for length in range(1, len(self.graph) + max(self.level.values()) + 1):
            self._go_on()
            entered = {s for s in begun if self.level[s] == length}
            entered |= {
                after
                for state, known in within.items()
                if known == length - 1
                for after in self.graph.successors(state)
                if violation.inside(after)
            }
            within |= {state: length for state in entered if state not in within}
            ends = [state for state in loops if within.get(state) == length]
            if ends:
                return self._way_within(min(ends), within, set(begun))
        return []

    def _way_within(self, last: State, within: dict[State, int], begun: set[State]) -> list[State]:
        """The way to a state inside, as short as it is known to be; it begins as late as it can."""
        way = [last]
        while not (way[0] in begun and self.level[way[0]] == within[way[0]]):
            length = within[way[0]] - 1
            way.insert(0, min(s for s in self.graph.predecessors(way[0]) if within.get(s) == length))
        return [*self._plain_run(way[0])[:-1], *way]

    def bits_of(self, instances: Collection[int]) -> int:
        """Which conditions have one of these instances, as bits."""
        return sum(1 << k for k, one in enumerate(self.fairness) if not one.instances.isdisjoint(instances))


class _LoopSearch:
    """The search for a fair loop in a component, from one of its states."""

    def __init__(self, space: StateSpace, first: State, part: set[State], violation: Violation) -> None:
        self._space, self._first, self._part, self._violation = space, first, part, violation
        graph = space.graph.subgraph(part)
        self._back = nx.single_source_shortest_path_length(graph.reverse(copy=False), first)
        self._enabled = {state: space.bits_of(space.enabled_in(state)) for state in part}
        self._onward = {
            state: [
                (after, space.bits_of(graph.edges[state, after]["instances"]))
                for after in sorted(graph[state])
            ]
            for state in part
        }
        self._weak = sum(1 << k for k, one in enumerate(space.fairness) if not one.strong)

    def _arrived(self, way: _Way) -> _Way:
        """A way with what is met, and to be taken, in its last state."""
        met = way.met | self._weak & ~self._enabled[way.state]
        raised = (way.raised | self._enabled[way.state] & ~self._weak) & ~met
        return way._replace(met=met, raised=raised, passed=way.passed or self._violation.recurring(way.state))

    def _lacks(self, way: _Way) -> int:
        """The conditions that a loop lacks that has met this."""
        return (self._weak & ~way.met) | way.raised

    def some(self) -> list[State]:
        """The states after the first one on a fair loop, which goes to what is nearest of what it lacks, and back."""
        loop = list[State]()
        here = self._arrived(_Way(self._first, 0, 0, False, 0, -1))
        while self._lacks(here) or not here.passed or here.state != self._first:
            for after, used in self._nearest(here):
                here = self._arrived(here._replace(state=after, met=here.met | used))
                loop.append(after)
        return loop

    def _nearest(self, here: _Way) -> list[tuple[State, int]]:
        """The shortest way to something that is lacking, or to the first state if nothing is: states and conditions."""
        lacks, ways, known = self._lacks(here), [[(here.state, 0)]], {here.state}
        for way in ways:
            for after, used in self._onward[way[-1][0]]:
                there = self._arrived(_Way(after, used, 0, False, 0, -1))
                if lacks or not here.passed:
                    helps = bool(there.met & lacks) or (there.passed and not here.passed)
                else:
                    helps = after == self._first
                if helps:
                    return [*way[1:], (after, used)]
                if after not in known:
                    known.add(after)
                    ways.append([*way, (after, used)])
        raise AssertionError(f"nothing that a fair loop lacks can be reached from {here.state}")

    def shortest(self, go_on: Callable[[], None]) -> list[State]:
        """The states after the first one on the shortest fair loop; empty where it may stay in the first for ever."""
        for length in range(len(self._part) * (len(self._space.fairness) + 2)):
            ways, known = [_Way(self._first, 0, 0, False, 0, -1)], set()
            for place, begun in enumerate(ways):
                go_on()
                way = self._arrived(begun)
                if way.state == self._first and way.passed and not self._lacks(way):
                    return _states_after_first(ways, place)
                for after, used in self._onward[way.state]:
                    met = way.met | used
                    reached = after, met, way.raised & ~met, way.passed
                    if way.steps + 1 + self._back[after] <= length and reached not in known:
                        known.add(reached)
                        ways.append(_Way(*reached, way.steps + 1, place))
        raise AssertionError(f"no fair loop passes {self._first}")
