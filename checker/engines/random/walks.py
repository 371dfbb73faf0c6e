"""Random walks toward the shortest counterexample, at bounds where no enumeration ends.

Walks of the compiled machine come first. Once one breaks a promise, exhaustive search looks for the shortest run
there is, for half of the time that is left. If it finds none in that time, walks go on with fewer steps than the run
has, and the shortest is shrunk.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace

from checker import signals
from checker.engines.native.search import search
from checker.engines.native.walk import simulate
from checker.engines.random import shrinking
from checker.engines.symmetry import interchangeable
from checker.runs.results import Clock, Coverage, Limits, Report, Result, Run
from spec.machine import Machine

LENGTH = 60
"""How many steps a random walk takes at most."""
LARGEST = 50_000_000
"""How many states are searched for the shortest run: a gigabyte or two."""


def fuzz(machine: Machine, seconds: float, seed: int, threads: int | None, report: Report | None) -> Result:
    """What random walks find for each promise, in so many seconds each: a shortest run, or one that is shrunk."""
    with signals.noted() as interrupted:
        return _fuzz(machine, seconds, seed, threads, report, interrupted)


def _fuzz(
    machine: Machine,
    seconds: float,
    seed: int,
    threads: int | None,
    report: Report | None,
    interrupted: threading.Event,
) -> Result:
    result = Result.start(machine, "native")
    for promise in machine.promises:
        walk = _Walk(replace(machine, promises=[promise]), seconds, seed, threads, report, interrupted)
        best = walk.shortest()
        result.seconds += walk.clock.seconds
        result.generated_states += walk.steps
        result.stopped = walk.stopped
        for name, coverage in walk.actions.items():
            result.actions[name].enabled += coverage.enabled
        if best:
            result.violate(promise.name, Run(machine, promise.name, best.steps), is_shrunk=not walk.is_least)
        if interrupted.is_set():
            result.interrupt()
            break
    result.finish_if_decided()
    return result


@dataclass
class _Walk:
    """The walks for one promise, the machine's only one, and what they found."""

    machine: Machine
    seconds: float
    seed: int
    threads: int | None
    report: Report | None
    interrupted: threading.Event
    steps: int = 0
    stopped: str | None = None
    is_least: bool = False
    """Whether exhaustive search found that no run is shorter."""
    actions: dict[str, Coverage] = field(default_factory=dict)
    clock: Clock = field(default_factory=Clock)

    def shortest(self) -> Run | None:
        """The shortest run found, shrunk, in the time there is: by walks, and by exhaustive search for half of it."""
        best = self._walk(LENGTH)
        if best is None:
            return None
        least = self._least((self.seconds - self.clock.seconds) / 2)
        if least is not None:
            self.is_least = True
            return least
        while best.length > 2 and not self._is_over():
            best = self._walk(best.length - 2) or best
        return shrinking.shrink(best, self.interrupted.is_set)

    def _is_over(self) -> bool:
        return self.interrupted.is_set() or self.clock.seconds >= self.seconds

    def _walk(self, length: int) -> Run | None:
        found = simulate(
            self.machine, self.seconds - self.clock.seconds, self.seed, length, self.report, self.threads
        )
        self.seed += 1 << 20
        self.steps += found.generated_states
        self.stopped = found.stopped
        self.actions = self.actions or found.actions
        return found.promises[self.machine.promises[0].name].run

    def _least(self, seconds: float) -> Run | None:
        """The shortest run there is, if exhaustive search finds it in so many seconds."""
        if self.interrupted.is_set():
            return None
        symmetry = bool(interchangeable(self.machine, initially=False))
        limits = Limits(max_states=LARGEST, seconds=max(0.0, seconds))
        found = search(self.machine, limits, self.report, symmetry, self.threads)
        return found.promises[self.machine.promises[0].name].run
