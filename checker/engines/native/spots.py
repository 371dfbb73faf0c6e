"""Spot checks of the compiled functions of a machine, in states that a search has found."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise
from math import sqrt

from tidemark.base.errors import UsageError
from tidemark.checker.engines import spot_checks
from tidemark.checker.engines.memory import is_scarce
from tidemark.checker.engines.native.buffer import words
from tidemark.checker.engines.native.compilation import Effort
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.masks import from_words
from tidemark.checker.engines.native.search import ExhaustiveSearch, prepare_search
from tidemark.checker.engines.native.stepping import Stepper
from tidemark.checker.engines.native.structures import SearchSpace, Worker
from tidemark.checker.engines.spot_checks import BRIEF, Extent
from tidemark.checker.runs.results import Clock, Limits, Report, Result, State
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance

MOST_BLOCKS = 6
"""How many blocks of states are read again from a file."""
CHUNK = 1 << 12
"""States that are looked through together for one in which an action is enabled."""
PART_FOR_RARE = 0.3
"""Which part of the time may be spent to find states in which rare actions are enabled."""
Choose = Callable[[Extent, Clock], "tuple[CompiledForm, list[State]]"]
"""Gives the states for spot checks, and the form that is checked in them."""


def note(search: ExhaustiveSearch, extent: Extent) -> None:
    """Make spot checks, and note them in the result of a search, unless there is too little memory for them.

    Raises:
        Disagreement: the compiled functions differ from the machine's own.
    """

    def choose(remaining: Extent, clock: Clock) -> tuple[CompiledForm, list[State]]:
        form = CompiledForm(search.kernel)
        states = _sample(search, remaining.states)
        missing = _unmet(search, form, states)
        if missing and remaining.seconds:
            states += _find_enabling(
                search, missing, clock, clock.seconds + PART_FOR_RARE * remaining.seconds
            )
        return form, states

    note_checks(search.result, extent, search.symmetry, choose)


def note_checks(result: Result, extent: Extent, symmetry: bool, choose: Choose) -> None:
    """Make the spot checks of `note` in the states that are chosen: `choose` gets what extent is left, and a clock."""
    extent = extent.after(result.seconds)
    if not extent.most or result.interrupted or is_scarce():
        return
    clock = spot_checks.start_clock()
    try:
        form, states = choose(extent, clock)
        result.spot_checks = spot_checks.check(result.machine, form, states, extent, clock, symmetry)
    except (MemoryError, UsageError):
        return  # there is no room, or the states can't be read again: the verdicts stand
    except KeyboardInterrupt:
        result.interrupt()


def search(
    machine: Machine,
    limits: Limits | None = None,
    report: Report | None = None,
    symmetry: bool = False,
    threads: int | None = None,
    effort: Effort | None = None,
    extent: Extent = BRIEF,
) -> Result:
    """What `tidemark.checker.engines.native.search.search` finds, and spot checks.

    Raises:
        Disagreement: the compiled functions differ from the machine's own.
        OutOfRange, UsageError: as for a search.
    """
    begin = prepare_search(machine, limits or Limits(), threads, symmetry, effort=effort, spills=True)
    result = begin.run(report)
    note(begin, extent)
    return result


class CompiledForm:
    """The compiled functions of a machine, asked about one state at a time."""

    def __init__(self, kernel: Kernel) -> None:
        self._stepper = Stepper(kernel)
        self._pack, self._size = kernel.layout.pack, kernel.layout.words
        self._evaluate, self._kernel = kernel.function("evaluate"), kernel
        self._state, count = words(self._size), kernel.mask_words
        self._broken, self._met = words(count), words(count)
        self.instances: Sequence[Instance] = kernel.instances
        self._enabled: dict[State, Collection[int]] = {}

    def enabled_instances(self, state: State) -> Collection[int]:
        """The numbers of the instances that are enabled in a state, and write inside all domains."""
        if state not in self._enabled:
            self._enabled[state] = self._stepper.enabled_instances(state)
        return self._enabled[state]

    def after(self, state: State, number: int) -> State | None:
        """The state that an instance leads to."""
        return next((after for k, after in self._stepper.successors(state) if k == number), None)

    def promises(self, state: State) -> tuple[int, int]:
        """The promises that a state breaks, and those whose condition arises in it."""
        self._state[: self._size] = self._pack(state)
        self._met[:] = [0] * len(self._met)
        self._evaluate(SearchSpace(states=self._state, broken=self._broken), Worker(met=self._met), 0, 1)
        return from_words(self._broken), from_words(self._met)


def _sample(search: ExhaustiveSearch, most: int) -> list[State]:
    """Some states of every level, more of a larger one."""
    pieces = [
        (max(begin, first), min(end, last))
        for first, last in search.whole.readable(MOST_BLOCKS)
        for begin, end in pairwise(search.levels)
        if max(begin, first) < min(end, last)
    ]
    states = list[State]()
    for (begin, end), numbers in zip(pieces, sample_numbers(pieces, most), strict=True):
        for low, high in search.whole.parts(begin, end):
            states += [_state(search, number) for number in numbers if low <= number < high]
    return states


def sample_numbers(pieces: Sequence[tuple[int, int]], most: int) -> Iterator[list[int]]:
    """About that many numbers in all, some from each range, more from a larger one."""
    whole = sum(sqrt(end - begin) for begin, end in pieces)
    for begin, end in pieces:
        count = min(end - begin, max(1, round(most * sqrt(end - begin) / whole)))
        yield [begin + (2 * k + 1) * (end - begin) // (2 * count) for k in range(count)]


def _state(search: ExhaustiveSearch, number: int) -> State:
    """A state that is in memory."""
    size = search.words
    return search.kernel.layout.unpack(search.space.states[number * size : (number + 1) * size])


def _unmet(search: ExhaustiveSearch, form: CompiledForm, states: Sequence[State]) -> set[int]:
    """The instances of actions that were enabled somewhere, but in none of these states."""
    met = {form.instances[k].action.name for state in states for k in form.enabled_instances(state)}
    rare = {name for name, c in search.result.actions.items() if c.enabled and name not in met}
    return {k for k, instance in enumerate(form.instances) if instance.action.name in rare}


def _find_enabling(search: ExhaustiveSearch, instances: set[int], clock: Clock, until: float) -> list[State]:
    """States in which each action that one of these instances is of is enabled, until that time."""
    space, expand = search.space, search.kernel.function("expand")
    states = list[State]()
    names = {k: search.kernel.instances[k].action.name for k in instances}
    space.parents = parents = words(CHUNK * search.instances)
    try:
        for begin, end in search.whole.parts(0, search.count):
            for first in range(begin, end, CHUNK):
                worker = Worker(enabled=words(search.instances))
                count = expand(space, worker, first, min(first + CHUNK, end))
                for k in [k for k in names if worker.enabled[k]]:
                    if k in names:
                        parent = parents[space.actions[:count].index(k)]
                        states.append(_state(search, parent))
                        names = {number: name for number, name in names.items() if name != names[k]}
                if not names or clock.is_past(until):
                    return states
    finally:
        space.parents = None
    return states
