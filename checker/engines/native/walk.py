"""Simulation by the compiled functions of a machine: random walks, at bounds where no enumeration ends.

Runs that lose a record often need many steps of a few actions, and a uniform choice among all of them seldom
gives that. So each walk first draws a weight for each action. That is swarm testing (Groce and others 2012), which
switches features off at random, with more than two positions to the switch; `python -m bench swarm` measures what
each way gains.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from checker.engines.bookkeeping import report_progress
from checker.engines.native.kernel import Kernel
from checker.engines.native.search import Buffer, interrupts
from checker.engines.reference import raise_out_of_range, run_of
from checker.runs.results import Clock, Report, Result, Run
from spec.machine import Instance, Machine

TOGETHER = 1000
"""Walks between two looks at the clock."""
UNIFORM = (1,) * 8
SWITCHED = (0, 0, 1, 1, 1, 1, 1, 1)
WEIGHED = tuple(1 << n for n in range(8))
"""The weights of which each walk draws one for each action: all alike; a quarter switched off; all, more or less."""


class Walker:
    """One thread's walks: a stream of random numbers of its own, and buffers."""

    def __init__(
        self, machine: Machine, kernel: Kernel, length: int, seed: int, weights: tuple[int, ...]
    ) -> None:
        self._machine, self._kernel, self._length = machine, kernel, length
        words, instances = kernel.layout.words, max(1, len(kernel.instances))
        self._walk = kernel.function("walk", 17)
        self._initial, self._state, self._out = (
            Buffer(8 * words),
            Buffer(8 * words),
            Buffer(8 * words * instances),
        )
        self._initial.write(0, kernel.layout.pack(machine.encode(machine.initial)))
        self._hashes, self._actions, self._enabled = (
            Buffer(8 * instances),
            Buffer(2 * instances),
            Buffer(8 * instances),
        )
        self._error, self._path, self._steps, self._random = (
            Buffer(16),
            Buffer(2 * length),
            Buffer(8),
            Buffer(8),
        )
        self._random.write(0, ((seed + 1) * 0x9E3779B97F4A7C15 % 2**64 or 1,))
        names = [a.name for a in machine.actions]
        self._action_of, self._weights, self._action_count = (
            Buffer(2 * instances),
            Buffer(8 * len(names)),
            len(names),
        )
        self._choices = Buffer(8 * len(weights))
        self._choices.write(0, weights)
        self._action_of.write_short(0, tuple(names.index(i.action.name) for i in kernel.instances))

    @property
    def steps(self) -> int:
        """The steps taken so far."""
        return self._steps.words(0, 1)[0]

    def enabled(self) -> tuple[int, ...]:
        """How often each action instance was enabled so far."""
        return self._enabled.words(0, len(self._kernel.instances))

    def walk(self, walks: int, watched: int) -> list[Instance] | None:
        """The steps of the first of so many walks that breaks one of the watched promises; None if none does.

        Raises:
            OutOfRange: an action writes outside a field's domain.
        """
        states = self._walk(
            self._initial.address,
            walks,
            self._length,
            self._random.address,
            self._choices.address,
            self._action_of.address,
            self._action_count,
            self._weights.address,
            self._state.address,
            self._out.address,
            self._hashes.address,
            self._actions.address,
            self._enabled.address,
            self._error.address,
            watched,
            self._path.address,
            self._steps.address,
        )
        if not states:
            return None
        steps = [self._kernel.instances[k] for k in self._path.shorts(0, states - 1)]
        if self._error.words(0, 1)[0]:
            raise_out_of_range(run_of(self._machine, "", steps))
        return steps


def seeds(seed: int, threads: int) -> Iterator[int]:
    """A seed for each thread."""
    return iter(range(seed * 1024, seed * 1024 + threads))


def simulate(
    machine: Machine,
    seconds: float,
    seed: int = 0,
    length: int = 200,
    report: Report | None = None,
    threads: int | None = None,
    weights: tuple[int, ...] = WEIGHED,
) -> Result:
    """Walk at random for so many seconds, or until every promise is broken.

    `weights` are the eight of which a walk draws one for each action. The runs found are as long as chance made them.
    `distinct_states` counts no states (a walk keeps none) and is 0; `generated_states` counts the steps. With one
    thread the same seed gives the same walks.

    Raises:
        OutOfRange: an action writes outside a field's domain; its `run` is the run to it.
    """
    kernel = Kernel(machine, symmetry=False)
    result, clock = Result.start(machine, "native"), Clock()
    for name, verdict in result.promises.items():
        broken = not next(p for p in machine.promises if p.name == name).function(machine.initial)
        if broken:
            result.violate(name, run_of(machine, name, []))
        verdict.vacuous = False
    walkers = [
        Walker(machine, kernel, length, s, weights)
        for s in seeds(seed, threads or len(os.sched_getaffinity(0)))
    ]
    with ThreadPoolExecutor(len(walkers)) as pool, interrupts() as interrupted:
        while result.undecided and clock.seconds < seconds and not interrupted.is_set():
            watched = [result.watched] * len(walkers)
            for steps in pool.map(lambda walker, mask: walker.walk(TOGETHER, mask), walkers, watched):
                if steps is not None:
                    _note(result, machine, steps)
            result.generated_states = sum(walker.steps for walker in walkers)
            report_progress(report, clock, length, result.generated_states, len(walkers))
    for counts in (walker.enabled() for walker in walkers):
        for instance, count in zip(kernel.instances, counts, strict=True):
            result.actions[instance.action.name].enabled += count
    result.seconds = clock.seconds
    result.stopped = f"{seconds:g} s of random walks are over"
    if interrupted.is_set():
        result.interrupt()
    result.finish_if_decided()
    return result


def _note(result: Result, machine: Machine, steps: list[Instance]) -> None:
    """Note a run for every promise that its last state breaks and that has none yet."""
    run = run_of(machine, "", steps)
    last = machine.decode(run.steps[-1].state)
    for promise in machine.promises:
        if promise.name in result.undecided and not promise.function(last):
            result.violate(promise.name, Run(machine, promise.name, run.steps))
