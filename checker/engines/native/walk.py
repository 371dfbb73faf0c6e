"""Simulation by the compiled functions of a machine: random walks, at bounds where no enumeration ends.

Runs that lose a record often need many steps of a few actions, and a uniform choice among all of them seldom
gives that. So each walk first draws a weight for each action. Swarm testing (Groce and others 2012) switches features
off at random; weights do so by degrees. `python -m bench swarm` measures the gain of each way.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Set
from ctypes import Structure, c_uint16, c_uint64

from tidemark.checker.engines.native.buffer import shorts, words
from tidemark.checker.engines.native.capacity import Threads
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.masks import to_words, watching_worker
from tidemark.checker.engines.native.stepping import space_of_one
from tidemark.checker.engines.native.structures import declared_in
from tidemark.checker.engines.reference import raise_out_of_range, run_of
from tidemark.checker.runs.results import Result, Run
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance

TOGETHER = 1000
"""How many walks a thread takes before the clock is checked again."""
WEIGHED = tuple(1 << n for n in range(8))
"""The weights of which each walk draws one for each action."""


@declared_in("engines/native/runtime.c", "struct walk")
class WalkStruct(Structure):
    """One thread's random walks."""

    __slots__ = ()


class Walker:
    """One thread's walks: a stream of random numbers of its own, and buffers."""

    def __init__(
        self, machine: Machine, kernel: Kernel, length: int, seed: int, weights: tuple[int, ...]
    ) -> None:
        self._machine, self._kernel = machine, kernel
        size, instances = kernel.layout.words, max(1, len(kernel.instances))
        names = [a.name for a in machine.actions]
        self._function = kernel.function("walk")
        self._walk = WalkStruct(
            space=space_of_one(kernel, states=words(size)),
            worker=watching_worker(kernel.mask_words, enabled=words(instances)),
            initial=(c_uint64 * size)(*kernel.layout.pack(machine.encode(machine.initial))),
            length=length,
            random=(seed + 1) * 0x9E3779B97F4A7C15 % 2**64 or 1,
            choices=weights,
            action_count=len(names),
            action_of=(c_uint16 * instances)(*(names.index(i.action.name) for i in kernel.instances)),
            weights=words(len(names)),
            path=shorts(length),
        )

    @property
    def steps(self) -> int:
        """The steps taken so far."""
        count: int = self._walk.steps
        return count

    def count_enabled(self) -> list[int]:
        """How often each action instance was enabled so far."""
        counts: list[int] = self._walk.worker.enabled[: len(self._kernel.instances)]
        return counts

    def walk(self, walks: int, watched: int) -> list[Instance] | None:
        """The steps of the first of `walks` walks that breaks one of the watched promises; None if none does.

        Raises:
            OutOfRange: an action writes outside a field's domain.
        """
        self._walk.space.watched = to_words(watched, self._kernel.mask_words)
        states = self._function(self._walk, walks)
        if not states:
            return None
        steps = [self._kernel.instances[k] for k in self._walk.path[: states - 1]]
        if self._walk.worker.wrong:
            raise_out_of_range(run_of(self._machine, "", steps))
        return steps


class Walks:
    """Random walks of a compiled machine on some threads, by default on all cores. The same seed gives each its own."""

    def __init__(
        self,
        machine: Machine,
        kernel: Kernel,
        length: int,
        seed: int,
        threads: int | None = None,
        weights: tuple[int, ...] = WEIGHED,
    ) -> None:
        self.machine, self.kernel = machine, kernel
        count = threads or len(os.sched_getaffinity(0))
        seeds = range(seed * 1024, seed * 1024 + count)
        self.walkers = [Walker(machine, kernel, length, seed, weights) for seed in seeds]

    def runs(self, promises: Set[str], is_over: Callable[[], bool]) -> dict[str, Run]:
        """For each of these promises a run that breaks it, as soon as there is one for all, or it is over.

        Raises:
            OutOfRange: an action writes outside a field's domain; its `run` is the run to it.
        """
        found = self._broken_by([], promises)
        with Threads(len(self.walkers)) as pool:
            while (unbroken := promises - found.keys()) and not is_over():
                watched = [self._mask(unbroken)] * len(self.walkers)
                for steps in pool.map(
                    lambda walker, mask: walker.walk(TOGETHER, mask), self.walkers, watched
                ):
                    if steps is not None:
                        found = self._broken_by(steps, unbroken) | found
        return found

    @property
    def steps(self) -> int:
        """The steps taken so far."""
        return sum(walker.steps for walker in self.walkers)

    def count_into(self, result: Result) -> None:
        """Note the steps taken, and how often each action was enabled. Called once, at the end."""
        result.generated_states = self.steps
        for counts in (walker.count_enabled() for walker in self.walkers):
            for instance, count in zip(self.kernel.instances, counts, strict=True):
                result.actions[instance.action.name].enabled += count

    def _mask(self, promises: Set[str]) -> int:
        return sum(1 << bit for bit, p in enumerate(self.machine.promises) if p.name in promises)

    def _broken_by(self, steps: list[Instance], promises: Set[str]) -> dict[str, Run]:
        """The run of these steps, for each of the promises that its last state breaks."""
        run = run_of(self.machine, "", steps)
        last = self.machine.decode(run.steps[-1].state)
        broken = [p.name for p in self.machine.promises if p.name in promises and not p.function(last)]
        return {name: Run(self.machine, name, run.steps) for name in broken}
