"""Spot checks: after a search, a sample of what it relied on is evaluated again by the machine's own functions.

A violation is shown to be one by its run. That a promise *holds* rests on the form in which an engine has the functions
(`disagreement`). So pairs of a reached state and an action instance are drawn, and promises are asked about reached
states:

    state 17, take(me=1)    the function leads to s', the compiled code too    agreed
    state 17, mutual        the function says yes, the compiled code no        Disagreement

First come pairs in which each action is enabled, and disabled, and states in which the condition of each promise
arises; then each instance; then chance.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain, zip_longest

from tidemark.checker.engines import disagreement
from tidemark.checker.engines.disagreement import Form
from tidemark.checker.runs.results import Clock, SpotChecks, State
from tidemark.spec.expressions.context import Context
from tidemark.spec.machines.declarations import Promise
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symmetry import make_representative

LEAST_SECONDS, PART_OF_SEARCH = 0.1, 0.02
"""How long they take at most: these seconds, or that part of the time of the search, whichever is more."""
MOST = 5_000
"""How many are made at most, where no number is given."""
LEAST, TOGETHER = 20, 4
"""How many are made whatever the time, and how many before the clock is read again, which may take as long as one."""


@dataclass(frozen=True)
class Extent:
    """How many are made at most, and for how long at most (None: as long as it takes)."""

    most: int = MOST
    seconds: float | None = LEAST_SECONDS
    part_of_search: float = PART_OF_SEARCH

    @classmethod
    def of(cls, number: int | None) -> Extent:
        """That of a search for which a user wants `number` of them, or names none (None)."""
        return cls() if number is None else cls(number, None)

    def after(self, searching: float) -> Extent:
        """That which is left after a search that took `searching` seconds."""
        if self.seconds is None:
            return self
        return replace(self, seconds=max(self.seconds, self.part_of_search * searching))

    @property
    def states(self) -> int:
        """How many states are enough to choose from."""
        return min(self.most, 256 if self.seconds is None or self.seconds >= LEAST_SECONDS else 48)


BRIEF = Extent(seconds=0.01, part_of_search=0)
"""That of one of many searches."""


def start_clock() -> Clock:
    """A clock of what they take: the time of the thread, which does not go on while others have the processor."""
    return Clock(now=time.thread_time)


def check(
    machine: Machine,
    form: Form,
    states: Sequence[State],
    extent: Extent,
    clock: Clock,
    symmetric: bool = False,
) -> SpotChecks:
    """Compare the form of an engine with the machine's own functions, in some reached states.

    clock: began when the states were to be chosen.
    symmetric: whether a state stands for its class, and the form gives the least state of one.

    Raises:
        Disagreement: they differ.
    """
    return _Checking(machine, form, states, symmetric).run(extent, clock)


class _Checking:
    def __init__(self, machine: Machine, form: Form, states: Sequence[State], symmetric: bool) -> None:
        self._machine, self._form, self._states = machine, form, states
        self._representative = make_representative(machine) if symmetric else None
        numbers = {instance.key: number for number, instance in enumerate(form.instances)}
        self._numbers = [numbers.get(instance.key) for instance in machine.instances]
        self._enabled = [frozenset(form.enabled_instances(state)) for state in states]
        self._masks = cache(lambda k: form.promises(states[k]))
        self._done = SpotChecks()

    def run(self, extent: Extent, clock: Clock) -> SpotChecks:
        """Make as many as the extent allows, the most important ones first."""
        streams = [self._of_actions(), self._of_promises()]
        for number, check_next in enumerate(chain.from_iterable(zip_longest(*streams))):
            is_clock_due = self._done.count >= LEAST and number % TOGETHER == 0
            if self._done.count >= extent.most or (is_clock_due and clock.is_past(extent.seconds)):
                break
            if check_next is not None:
                check_next()
        self._done.note_rest(self._machine)
        return self._done

    def _of_actions(self) -> Iterator[Callable[[], None]]:
        instances = self._machine.instances
        by_action: dict[str, list[int]] = {}
        for position, instance in enumerate(instances):
            by_action.setdefault(instance.action.name, []).append(position)
        groups = [*by_action.values(), *([position] for position in range(len(instances)))]
        for group in groups:
            for is_enabled in (True, False):
                if pair := self._pair(group, is_enabled):
                    yield partial(self._check_action, *pair)
        draw = random.Random(0)
        while self._states and instances:
            k = draw.randrange(len(self._states))
            likely = [position for position, number in enumerate(self._numbers) if number in self._enabled[k]]
            chosen = draw.choice(likely if likely and draw.random() < 0.5 else range(len(instances)))
            yield partial(self._check_action, k, chosen)

    def _pair(self, group: Sequence[int], enabled: bool) -> tuple[int, int] | None:
        """A state, and one of some instances that is enabled in it, or is not; None if there is none."""
        for k in _spread(len(self._states), salt=group[0]):
            for position in group:
                if (self._numbers[position] in self._enabled[k]) is enabled:
                    return k, position
        return None

    def _check_action(self, k: int, position: int) -> None:
        machine, state, instance = self._machine, self._states[k], self._machine.instances[position]
        number = self._numbers[position]
        plain = disagreement.outcome(machine, state, instance)
        claimed = None if number is None else self._form.after(state, number)
        expected = self._least(plain) if isinstance(plain, tuple) else None
        if claimed != expected:
            raise disagreement.action_error(machine, state, instance, plain, claimed)
        self._done.note_action(instance.action.name, claimed is not None)

    def _least(self, state: State) -> State:
        return self._representative(state) if self._representative else state

    def _of_promises(self) -> Iterator[Callable[[], None]]:
        promises = list(enumerate(self._machine.promises))
        for arises in (True, False):
            for bit, promise in promises:
                for k in _spread(len(self._states), salt=bit):
                    if bool(self._masks(k)[1] >> bit & 1) is arises:
                        yield partial(self._check_promise, k, bit, promise)
                        break
        draw = random.Random(0)
        while self._states and promises:
            yield partial(self._check_promise, draw.randrange(len(self._states)), *draw.choice(promises))

    def _check_promise(self, k: int, bit: int, promise: Promise) -> None:
        with Context() as said:
            holds = bool(promise.function(self._machine.decode(self._states[k])))
        arises, (broken, met) = any(said.conditions), (bool(mask >> bit & 1) for mask in self._masks(k))
        # A run may not come to a condition that arises: it looks no further once it has an answer.
        if broken is holds or (arises and not met):
            plain = not holds, arises or not said.conditions
            raise disagreement.promise_error(self._machine, self._states[k], promise, plain, (broken, met))
        self._done.note_promise(promise.name, met)


def _spread(count: int, salt: int) -> Iterator[int]:
    """The numbers below `count`, each once, from another one on and far from one another."""
    step = next((p for p in (61, 59, 53, 47, 43) if count % p), 1)
    return ((salt * 7 + k * step) % count for k in range(count))
