"""One state at a time: where the instances of a machine lead from it, by the machine code that searched it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from tidemark.checker.engines.disagreement import action_error, outcome
from tidemark.checker.engines.native.buffer import shorts, words
from tidemark.checker.engines.native.structures import SearchSpace, Worker
from tidemark.checker.runs.results import RunStep, State
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance

if TYPE_CHECKING:  # what tells a run imports this, and must not import LLVM
    from tidemark.checker.engines.native.kernel import Kernel


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
    """Expands single states of a machine without symmetry. `instances` has its instances by number.

    latest: that of the machine of which a counterexample was found last.
    """

    latest: ClassVar[Stepper | None] = None

    def __init__(self, machine: Machine, kernel: Kernel) -> None:
        self.machine = machine
        self.instances, self._pack, self.unpack = kernel.instances, kernel.layout.pack, kernel.layout.unpack
        self._size, most = kernel.layout.words, max(1, len(kernel.instances))
        self._expand, self._functions = kernel.function("expand"), kernel
        self._state, self._worker = words(self._size), Worker(enabled=words(most))
        self._space = SearchSpace(
            states=self._state, batch=words(self._size * most), hashes=words(most), actions=shorts(most)
        )

    @classmethod
    def of(cls, machine: Machine) -> Stepper | None:
        """Steps through a machine if its counterexamples were found last; None for another one, not compiled maybe."""
        return cls.latest if cls.latest and cls.latest.machine is machine else None

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
