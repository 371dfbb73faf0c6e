"""Runs read back: parents are not stored, so one level after the other is expanded again, from a run's end.

Its own module because a search does without it until a promise is broken.
"""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import c_uint64
from dataclasses import dataclass
from itertools import chain, pairwise

from tidemark.checker.engines.native.buffer import words
from tidemark.checker.engines.native.capacity import Threads, divide_range, is_little
from tidemark.checker.engines.native.kept_states import States
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.stepping import Stepper, take_step
from tidemark.checker.engines.native.structures import SearchSpace, Worker
from tidemark.checker.runs.results import RunStep, State
from tidemark.spec.machines.machine import Machine


@dataclass(frozen=True)
class ReadBack:
    """What reads the states of runs back.

    space, whole: the states of a search. threads, pool: how many share the work, and all of them but this one.
    """

    kernel: Kernel
    space: SearchSpace
    whole: States
    threads: int
    pool: Threads

    def states(self, levels: Sequence[int], last: State) -> list[State]:
        """The states of a run: each before another one is the least of its level that leads to it.

        levels: the number of the first state of each level, up to that of the last state.
        """
        run, kept = [last], self.kernel.unchanged_bits
        self.space.kept = (c_uint64 * (self.kernel.layout.words * len(kept)))(*chain.from_iterable(kept))
        self.space.kept_sets = len(kept)
        for begin, end in reversed(list(pairwise(levels))):
            parts = self.whole.parts(begin, end)
            run.append(min(chain.from_iterable(self._predecessors(*part, run[-1]) for part in parts)))
        run.reverse()
        return run

    def _predecessors(self, begin: int, end: int, target: State) -> list[State]:
        """Some of the states begin..end that lead to another one, the least among them. They are in memory."""
        layout, states, instances = self.kernel.layout, self.space.states, max(1, len(self.kernel.instances))
        size, parts = layout.words, 1 if is_little(end - begin, instances) else self.threads
        bounds = divide_range(begin, end, parts)
        self.space.target = (c_uint64 * size)(*layout.pack(target))
        function = self.kernel.function("predecessor")

        def predecessor(k: int) -> int:
            # A worker of its own, so that what was expanded before is not counted again.
            worker = Worker(position=k * instances, enabled=words(instances))
            number: int = function(self.space, worker, bounds[k], bounds[k + 1])
            return number

        numbers = [number - 1 for number in self.pool.together(predecessor, parts) if number]
        return [layout.unpack(states[n * size : (n + 1) * size]) for n in numbers]


def steps_along(machine: Machine, kernel: Kernel, states: list[State]) -> list[RunStep]:
    """A run through these states, with the first action that leads from each to the next.

    Raises:
        Disagreement: the machine's own Python, which takes each step too, comes elsewhere.
    """
    stepper = Stepper(kernel)
    steps = [RunStep(None, states[0])]
    for before, after in pairwise(states):
        target = kernel.layout.pack(after)
        first = next(k for k, reached in stepper.pack_successors(before) if reached == target)
        steps.append(take_step(machine, before, stepper.instances[first], after))
    return steps
