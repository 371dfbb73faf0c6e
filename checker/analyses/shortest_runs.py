"""The shortest runs to a violation that differ in their events, and not only in names or in the order of steps.

    a sends, b sends, a waits        b sends, a sends, a waits        the same: both orders lead to one state
    a sends, b sends, a waits        b sends, a sends, b waits        the same, if a and b can be renamed
    a sends, b sends, a waits        a sends, a waits, a waits        different

Two adjacent steps of a run are independent in the state where they are taken if the other order is possible there too,
and leads to the same state (Mazurkiewicz's traces, with independence by state). Runs that such exchanges make from
each other, and renamings of ids that the machine is proved not to notice, are a class. A run ends at its first
violation.

The states on shortest runs are found back from the violations, by machine code. The classes of the runs to a state are
those to the states before it, each with one step more; two of them are one where a square of independent steps joins
them. So no run is enumerated for its order of steps alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import pairwise
from math import prod
from operator import itemgetter
from typing import Any

import networkx as nx
import numpy as np

from tidemark.base import signals
from tidemark.base.errors import UsageError
from tidemark.checker.engines.native.search import ExhaustiveSearch, prepare_search
from tidemark.checker.engines.native.state_index import steps_from
from tidemark.checker.engines.native.state_query import StateQuery
from tidemark.checker.engines.native.stepping import Stepper, take_step
from tidemark.checker.engines.symmetry.interchangeable import interchangeable
from tidemark.checker.runs.results import Limits, Run, RunStep, State
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance
from tidemark.spec.machines.symmetry import Renaming, has_symmetric_start, rename, renamings
from tidemark.spec.types.members import NetworkMember, number_of

MOST_STATES = 200_000
"""States on shortest runs that are looked at one by one."""
MOST_CLASSES = 100_000
"""Classes of runs to all of these states."""
MOST_WEIGHED = 1_000
"""Runs of which the ones are shown that are most unlike."""
MOST_RENAMINGS = 120
"""Renamings that are all tried: those of five ids, or of two sorts of three."""

Event = tuple[Any, ...]
"""What a step is: an action and its arguments, a message by its content, wherever the network has it."""


@dataclass(frozen=True)
class DistinctRun:
    """One of the shortest runs, and how its events differ from those of the first.

    more, fewer: events that it has more often, and less often. order: two events, of which it has the first one
    earlier, where all are the same.
    """

    run: Run
    more: tuple[str, ...] = ()
    fewer: tuple[str, ...] = ()
    order: tuple[str, str] | None = None

    @property
    def difference(self) -> str:
        """In words, after *it*; empty of the first run."""
        if self.order:
            return f"has the same events, but {self.order[0]} before {self.order[1]}"
        parts = [f"has {', '.join(self.more)}"] if self.more else []
        parts += [f"lacks {', '.join(self.fewer)}"] if self.fewer else []
        return ", and ".join(parts)


@dataclass(frozen=True)
class DistinctRuns:
    """The first of the shortest runs that break a promise. count: how many there are, of which no two are alike."""

    runs: list[DistinctRun]
    count: int


def find_distinct_runs(
    machine: Machine, promise: str, most: int, first: Run | None = None, limits: Limits | None = None
) -> DistinctRuns:
    """The shortest runs that break a promise about states, each as unlike those before it as can be.

    most: how many are given. first: the run that comes first, if it is one of them.

    Raises:
        UsageError: they can't be compared within the limits, or are too many.
    """
    bare = replace(machine, promises=[machine.state_promise(promise)], temporal=(), fairness=())
    search = prepare_search(bare, replace(limits or Limits(), keep_going=False))
    result = search.run(None)
    result.require_no_interrupt()
    length = result.promises[promise].length
    if length is None:
        raise UsageError(f"the shortest runs that break {promise} are not compared: {result.stopped}")
    found = _Classes(bare, Cone(search, promise, length)).list_runs(most, first)
    whole = replace(machine, constraints=())
    return replace(found, runs=[replace(r, run=replace(r.run, machine=whole)) for r in found.runs])


class Cone:
    """The states and the steps of all shortest runs to a violation. levels: the states by how far they are."""

    def __init__(self, search: ExhaustiveSearch, promise: str, length: int) -> None:
        self._search, machine = search, search.machine
        self.levels: list[list[State]] = [
            [search.state(int(number)) for number in numbers] for numbers in self._numbers(promise, length)
        ]
        self.steps: dict[State, list[tuple[Event, Instance, State]]] = {}
        stepper = Stepper(search.kernel)
        for level, following in pairwise(self.levels):
            targets = set(following)
            for state in level:
                signals.raise_noted_signal()
                value, steps = machine.decode(state), dict[Event, tuple[Event, Instance, State]]()
                for number, after in stepper.successors(state):
                    if after in targets:
                        instance = machine.with_messages(value, stepper.instances[number])
                        steps.setdefault(event := event_of(instance), (event, instance, after))
                self.steps[state] = sorted(steps.values(), key=lambda step: (step[2], step[0]))

    def _numbers(self, promise: str, length: int) -> Iterator[Any]:
        """The numbers of the states of each level."""
        search, holds = self._search, self._search.machine.symbolic.promises[0].holds
        marks = StateQuery(search, signals.raise_noted_signal, conditions=[holds.graph.negate(holds)]).mark()[
            0
        ]
        begins = search.levels[: length + 1]
        last = np.ctypeslib.as_array(marks)[begins[-2] : begins[-1]]
        levels = [np.flatnonzero(last) + begins[-2]]
        for begin, end in reversed(list(pairwise(begins[:-1]))):
            is_ahead = np.zeros(search.count + 1, dtype=bool)
            is_ahead[levels[0]] = True
            steps = steps_from(search, begin, end, signals.raise_noted_signal)
            before = [sources[is_ahead[np.minimum(targets, search.count)]] for sources, targets in steps]
            levels.insert(0, np.unique(np.concatenate(before)))
            if (count := sum(map(len, levels))) > MOST_STATES:
                raise UsageError(
                    f"the shortest runs that break {promise} go through more than {count:,} states, too many to "
                    "compare: give smaller bounds"
                )
        yield from levels


def event_of(instance: Instance) -> Event:
    """What a step is, the same wherever a network has its message."""
    parts = (
        value.domain.network.pack(value.message) if isinstance(value, NetworkMember) else number_of(value)
        for value in instance.arguments.values()
    )
    return (instance.action.name, *parts)


@dataclass
class _RunClass:
    """Runs to a state that exchanges of independent steps make from each other.

    last: each class that one step more makes it from, with that step.
    following: the class that it comes to by each event.
    """

    number: int
    state: State
    last: dict[tuple[int, Event], Instance] = field(default_factory=dict)
    following: dict[Event, int] = field(default_factory=dict)


class _Classes:
    """The classes of the shortest runs of a machine to each state on them."""

    def __init__(self, machine: Machine, cone: Cone) -> None:
        self._machine, self._cone = machine, cone
        self._all: list[_RunClass] = []
        self._of_state: dict[State, list[int]] = {}
        for state in cone.levels[0]:
            self._add(state)
        for level in cone.levels[:-1]:
            self._go_on(level)
        self._ends = [number for state in cone.levels[-1] for number in self._of_state[state]]

    def _add(self, state: State) -> _RunClass:
        run_class = _RunClass(len(self._all), state)
        self._all.append(run_class)
        self._of_state.setdefault(state, []).append(run_class.number)
        if len(self._all) > MOST_CLASSES:
            raise UsageError(
                f"more than {MOST_CLASSES:,} shortest runs differ up to some state: give smaller bounds, or name "
                "another promise"
            )
        return run_class

    def _go_on(self, level: Sequence[State]) -> None:
        """Make the classes of the runs that are longer by a step."""
        longer: dict[tuple[int, Event], tuple[Instance, State]] = {}
        for state in level:
            signals.raise_noted_signal()
            for number in self._of_state[state]:
                longer |= {(number, event): (by, after) for event, by, after in self._cone.steps[state]}
        alike = nx.utils.UnionFind(longer)
        for (number, event), (_, after) in longer.items():
            for before, other in self._all[number].last:
                swapped = self._all[before].following.get(event)
                if swapped is not None and longer.get((swapped, other), (None, None))[1] == after:
                    alike.union((number, event), (swapped, other))
        for members in sorted(map(sorted, alike.to_sets())):
            together = self._add(longer[members[0]][1])
            for number, event in members:
                together.last[number, event] = longer[number, event][0]
                self._all[number].following[event] = together.number

    def list_runs(self, most: int, first: Run | None) -> DistinctRuns:
        """The first of the runs, one of each class up to renaming."""
        alike = nx.utils.UnionFind(self._ends)
        for end in self._ends:
            signals.raise_noted_signal()
            path = self._path(end)
            for renaming in self._renamings:
                alike.union(end, self._walk(self._rename(path, renaming)))
        orbits = sorted(map(sorted, alike.to_sets()))
        first_class = self._walk(first.steps) if first and first.length == len(self._cone.levels) else None
        begin = next((k for k, orbit in enumerate(orbits) if first_class in orbit), 0)
        path = first.steps if first and first_class is not None else self._path(orbits[begin][0])
        shown = [self._path_like(self._walk(path), path)]
        waiting = {k: self._forms_of(orbit[0]) for k, orbit in enumerate(orbits[:MOST_WEIGHED]) if k != begin}
        distances = dict.fromkeys(waiting, 2 * len(self._cone.levels))
        while waiting and len(shown) < most:
            for k, forms in waiting.items():
                distances[k] = min(distances[k], *(_distance(form, shown[-1]) for form in forms))
            farthest = max(waiting, key=lambda k: (distances[k], -k))
            nearest_form = min(waiting.pop(farthest), key=lambda form: _distance(form, shown[0]))
            shown.append(self._path_like(self._walk(nearest_form), shown[0]))
        return DistinctRuns([self._describe(steps, shown[0]) for steps in shown], len(orbits))

    @cached_property
    def _renamings(self) -> list[Renaming]:
        """The renamings of ids that the machine does not notice, and that its initial states do not tell apart.

        Where there are many, some of which every other one is made, of sorts that no initial state tells apart.
        """
        machine = self._machine
        kinds = [kind for kind, size in interchangeable(machine, initially=False).items() if size > 1]
        if not kinds or prod(machine.id_groups[kind].order for kind in kinds) > MOST_RENAMINGS:
            alike = [kind for kind in kinds if has_symmetric_start(machine, [kind])]
            return [{kind: new} for kind in alike for new in machine.id_groups[kind].generators()]
        return [renaming for renaming in renamings(machine, kinds) if self._keeps_beginning(renaming)]

    def _keeps_beginning(self, renaming: Renaming) -> bool:
        first_states = self._machine.initial_states
        return all(
            self._rename_state(state, tuple(renaming.items())) in first_states for state in first_states
        )

    def _forms_of(self, end: int) -> list[list[RunStep]]:
        """A run of a class, and what renamings make of it."""
        path = self._path(end)
        return [path, *(self._rename(path, renaming) for renaming in self._renamings)]

    def _path(self, end: int) -> list[RunStep]:
        """A run of a class: before each step the least class."""
        steps, number = list[RunStep](), end
        while self._all[number].last:
            (before, _), instance = min(self._all[number].last.items(), key=itemgetter(0))
            steps.append(RunStep(instance, self._all[number].state))
            number = before
        return [RunStep(None, self._all[number].state), *reversed(steps)]

    def _path_like(self, end: int, other: Sequence[RunStep]) -> list[RunStep]:
        """The run of a class that takes each step as another run does if it can, and else by the least event."""
        on_way, waiting = {end}, [end]
        while waiting:
            before = {number for number, _ in self._all[waiting.pop()].last} - on_way
            on_way |= before
            waiting += before
        begins = [n for state in self._cone.levels[0] for n in self._of_state[state] if n in on_way]
        number = min(begins, key=lambda n: (self._all[n].state != other[0].state, n))
        steps = [RunStep(None, self._all[number].state)]
        for step in other[1:]:
            ways = {event: n for event, n in self._all[number].following.items() if n in on_way}
            assert step.instance
            same_event = event_of(step.instance)
            event = same_event if same_event in ways else min(ways)
            instance = self._all[ways[event]].last[number, event]
            number = ways[event]
            steps.append(take_step(self._machine, steps[-1].state, instance, self._all[number].state))
        return steps

    def _walk(self, steps: Sequence[RunStep]) -> int:
        """The class of a run."""
        [number] = self._of_state[steps[0].state]
        for step in steps[1:]:
            assert step.instance
            following = self._all[number].following
            event = event_of(step.instance)
            if event not in following:  # a number among the arguments may say which ids are meant
                alike = [
                    e for e, n in following.items() if e[0] == event[0] and self._all[n].state == step.state
                ]
                event = min(alike)
            number = following[event]
        return number

    def _rename(self, steps: Sequence[RunStep], renaming: Renaming) -> list[RunStep]:
        machine = self._machine
        return [
            RunStep(
                step.instance and _rename_instance(machine, step.instance, renaming),
                self._rename_state(step.state, tuple(renaming.items())),
            )
            for step in steps
        ]

    @cached_property
    def _rename_state(self) -> Callable[[State, tuple[tuple[str, tuple[int, ...]], ...]], State]:
        machine = self._machine

        @cache
        def rename_state(state: State, renaming: tuple[tuple[str, tuple[int, ...]], ...]) -> State:
            return machine.encode(rename(machine.type, machine.decode(state), dict(renaming)))

        return rename_state

    def _describe(self, steps: list[RunStep], first: list[RunStep]) -> DistinctRun:
        """A run, and how it differs from the first."""
        run = Run(self._machine, self._machine.promises[0].name, steps)
        events, others = ([str(step.instance) for step in path[1:]] for path in (steps, first))
        more = tuple(sorted((Counter(events) - Counter(others)).elements()))
        fewer = tuple(sorted((Counter(others) - Counter(events)).elements()))
        if steps[0].state != first[0].state:
            return DistinctRun(run, (f"another beginning, {run.beginning}", *more), fewer)
        pairs = [pair for pair in zip(events, others, strict=True) if pair[0] != pair[1]]
        return DistinctRun(run, more, fewer, pairs[0] if pairs and not (more or fewer) else None)


def _rename_instance(machine: Machine, instance: Instance, renaming: Renaming) -> Instance:
    def rename_argument(name: str, value: Any) -> Any:
        if isinstance(value, NetworkMember):
            message = rename(value.domain.network.element, value.message, renaming)
            return NetworkMember(int(value), value.domain, message)
        return rename(machine.domains[instance.action.parameters[name]], value, renaming)

    return Instance(
        instance.action, {name: rename_argument(name, v) for name, v in instance.arguments.items()}
    )


def _distance(a: Sequence[RunStep], b: Sequence[RunStep]) -> int:
    """How many events one run has and the other has not."""
    events, others = (Counter(event_of(step.instance) for step in run if step.instance) for run in (a, b))
    return ((events - others) + (others - events)).total()
