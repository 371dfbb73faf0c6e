"""Simulation by the compiled functions of a machine: random walks, at bounds where no enumeration ends.

Runs that lose a record often need many steps of a few actions, and a uniform choice among all of them seldom
gives that. So each walk first draws a weight for each action. Swarm testing (Groce and others 2012) switches features
off at random; weights do so by degrees. `python -m bench swarm` measures the gain of each way.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Set
from ctypes import Structure, c_uint16
from functools import cached_property
from typing import NamedTuple

from tidemark.checker.engines.native.buffer import shorts, words
from tidemark.checker.engines.native.capacity import Threads
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.masks import to_words, watching_worker
from tidemark.checker.engines.native.stepping import space_of_one
from tidemark.checker.engines.native.structures import declared_in
from tidemark.checker.engines.reference import raise_out_of_range, run_of
from tidemark.checker.runs.results import Result, Run, RunStep, State
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance

TOGETHER = 1000
"""How many walks a thread takes before the clock is checked again."""
FROM_ONE_STATE = 20
"""How many of them begin in one initial state, where there are several."""
WEIGHED = tuple(1 << n for n in range(8))
"""The weights of which each walk draws one for each action."""


@declared_in("engines/native/runtime.c", "struct walk")
class WalkStruct(Structure):
    """One thread's random walks."""

    __slots__ = ()


class BrokenWalk(NamedTuple):
    """A walk that breaks a promise, or writes outside a domain in its last step: its initial state, and its steps.

    A thread gives it, and the main thread makes the run: only there do functions of a user's file have a time limit.
    """

    first: State
    steps: list[Instance]
    is_out_of_range: bool


class Walker:
    """One thread's walks: a stream of random numbers of its own, and buffers."""

    def __init__(
        self, machine: Machine, kernel: Kernel, length: int, seed: int, weights: tuple[int, ...]
    ) -> None:
        self._machine, self._kernel, self._draw = machine, kernel, random.Random(seed)
        size, instances = kernel.layout.words, max(1, len(kernel.instances))
        names = [a.name for a in machine.actions]
        self._function, self._first = kernel.function("walk"), words(size)
        self._walk = WalkStruct(
            space=space_of_one(kernel, states=words(size)),
            worker=watching_worker(kernel.mask_words, enabled=words(instances)),
            initial=self._first,
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

    def walk(self, walks: int, watched: int) -> BrokenWalk | None:
        """The first of `walks` walks that breaks one of the watched promises; None if none does.

        Where there are several initial states, a few walks begin in each of some that are drawn.
        """
        self._walk.space.watched = to_words(watched, self._kernel.mask_words)
        initial_states = self._machine.initial_states.states
        together = walks if len(initial_states) == 1 else min(walks, FROM_ONE_STATE)
        for _ in range(0, walks, together):
            first = initial_states[0] if together == walks else self._draw.choice(initial_states)
            self._first[:] = self._kernel.layout.pack(first)
            if states := self._function(self._walk, together):
                steps = [self._kernel.instances[k] for k in self._walk.path[: states - 1]]
                return BrokenWalk(first, steps, bool(self._walk.worker.wrong))
        return None


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
        broken_runs = {name: run for name, run in self._broken_at_first.items() if name in promises}
        with Threads(len(self.walkers)) as pool:
            while (unbroken := promises - broken_runs.keys()) and not is_over():
                watched = [self._mask(unbroken)] * len(self.walkers)
                for walk in pool.map(lambda walker, mask: walker.walk(TOGETHER, mask), self.walkers, watched):
                    if walk is not None:
                        broken_runs = self._broken_by(self._run_of(walk), unbroken) | broken_runs
        return broken_runs

    def _run_of(self, walk: BrokenWalk) -> Run:
        run = run_of(self.machine, "", walk.steps, walk.first)
        if walk.is_out_of_range:
            raise_out_of_range(run)
        return run

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

    @cached_property
    def _broken_at_first(self) -> dict[str, Run]:
        """For each promise that an initial state breaks, the run that is the first such state alone."""
        broken_runs: dict[str, Run] = {}
        promises = {promise.name for promise in self.machine.promises}
        for first in self.machine.initial_states:
            if not (unbroken := promises - broken_runs.keys()):
                break
            broken_runs |= self._broken_by(Run(self.machine, "", [RunStep(None, first)]), unbroken)
        return broken_runs

    def _broken_by(self, run: Run, promises: Set[str]) -> dict[str, Run]:
        """A run, for each of the promises that its last state breaks."""
        last = self.machine.decode(run.steps[-1].state)
        broken = [p.name for p in self.machine.promises if p.name in promises and not p.function(last)]
        return {name: Run(self.machine, name, run.steps) for name in broken}
