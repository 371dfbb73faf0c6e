"""One state at a time: where the instances of a machine lead from it, by the machine code that searched it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tidemark.checker.engines.disagreement import action_error, outcome
from tidemark.checker.engines.native.buffer import shorts, words
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.structures import SearchSpace, Worker
from tidemark.checker.runs.results import RunStep, State
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance


def space_of_one(kernel: Kernel, states: Any, **parts: Any) -> SearchSpace:
    """A space in which one of some states is expanded at a time. parts: what else it has."""
    size, instances = kernel.layout.words, max(1, len(kernel.instances))
    room = {"batch": words(size * instances), "hashes": words(instances), "actions": shorts(instances)}
    return SearchSpace(states=states, **room, **parts)


def take_step(machine: Machine, before: State, instance: Instance, after: State) -> RunStep:
    """A step as machine code takes it, taken by the machine's own Python too.

    Raises:
        Disagreement: that comes elsewhere.
    """
    reached = outcome(machine, before, instance)
    if reached != after:
        raise action_error(machine, before, instance, reached, after)
    return RunStep(machine.with_messages(machine.decode(before), instance), after)


class Stepper:
    """Expands single states of a machine without symmetry. `instances` has its instances by number."""

    def __init__(self, kernel: Kernel) -> None:
        self.instances, self._pack, self.unpack = kernel.instances, kernel.layout.pack, kernel.layout.unpack
        self._size, self._state = kernel.layout.words, words(kernel.layout.words)
        self._expand, self._functions = kernel.function("expand"), kernel
        self._space = space_of_one(kernel, states=self._state)
        self._worker = Worker(enabled=words(max(1, len(kernel.instances))))

    def enabled_instances(self, state: State) -> list[int]:
        """The number of each instance that is enabled in a state, in order."""
        self._state[: self._size] = self._pack(state)
        count = self._expand(self._space, self._worker, 0, 1)
        return list(self._space.actions[:count])

    def pack_successors(self, state: State) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The number of each instance that is enabled in a state, in order, and the words of the state after it."""
        size, space = self._size, self._space
        self._state[:size] = self._pack(state)
        count = self._expand(space, self._worker, 0, 1)
        successor_words = space.batch[: count * size]
        for n, k in enumerate(space.actions[:count]):
            yield k, tuple(successor_words[n * size : (n + 1) * size])

    def successors(self, state: State) -> Iterator[tuple[int, State]]:
        """The number of each instance that is enabled in a state, in order, and the state after it."""
        for k, after in self.pack_successors(state):
            yield k, self.unpack(after)
