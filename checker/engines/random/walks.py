"""Random walks toward the shortest counterexample, at bounds where no enumeration ends.

Walks of the compiled machine come first. Once one breaks a promise, exhaustive search looks for the shortest run
there is, for half of the time that is left. If it finds none in that time, walks go on with fewer steps than the run
has, and the shortest is shrunk.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from checker.engines.native.search import search
from checker.engines.native.walk import simulate
from checker.engines.random import shrinking
from checker.engines.symmetry import interchangeable
from checker.runs.results import Clock, Coverage, Limits, Progress, Report, Result, Run
from spec.machine import Machine

LENGTH = 60
"""How many steps a random walk takes at most."""
LARGEST = 50_000_000
"""How many states are searched for the shortest run: a gigabyte or two."""


def fuzz(machine: Machine, seconds: float, seed: int, threads: int | None, report: Report | None) -> Result:
    """What random walks find for each promise, in so many seconds each: a shortest run, or one that is shrunk."""
    result = Result.start(machine, "native")
    for promise in machine.promises:
        walk = _Walk(replace(machine, promises=[promise]), seconds, seed, threads, report)
        best = walk.shortest()
        result.seconds += walk.clock.seconds
        result.generated_states += walk.steps
        result.stopped, result.interrupted = walk.stopped, walk.interrupted
        for name, coverage in walk.actions.items():
            result.actions[name].enabled += coverage.enabled
        if best:
            result.violate(promise.name, Run(machine, promise.name, best.steps), is_shrunk=not walk.is_least)
        if walk.interrupted:
            break
    result.finish_if_decided()
    return result


class _Late(Exception):
    """Exhaustive search took too long."""


@dataclass
class _Walk:
    """The walks for one promise, the machine's only one, and what they found."""

    machine: Machine
    seconds: float
    seed: int
    threads: int | None
    report: Report | None
    steps: int = 0
    stopped: str | None = None
    interrupted: bool = False
    is_least: bool = False
    """Whether exhaustive search found that no run is shorter."""
    actions: dict[str, Coverage] = field(default_factory=dict)
    clock: Clock = field(default_factory=Clock)

    def shortest(self) -> Run | None:
        """The shortest run found, shrunk, in the time there is: by walks, and by exhaustive search for half of it."""
        best = self._walk(LENGTH)
        if best is None:
            return None
        least = None if self.interrupted else self._least((self.seconds - self.clock.seconds) / 2)
        if least is not None:
            self.is_least = True
            return least
        while best.length > 2 and not self.interrupted and self.clock.seconds < self.seconds:
            best = self._walk(best.length - 2) or best
        return shrinking.shrink(best)

    def _walk(self, length: int) -> Run | None:
        found = simulate(
            self.machine, self.seconds - self.clock.seconds, self.seed, length, self.report, self.threads
        )
        self.seed += 1 << 20
        self.steps += found.generated_states
        self.stopped, self.interrupted = found.stopped, found.interrupted
        self.actions = self.actions or found.actions
        return found.promises[self.machine.promises[0].name].run

    def _least(self, seconds: float) -> Run | None:
        """The shortest run there is, if exhaustive search finds it in so many seconds."""
        clock = Clock()

        def watched(progress: Progress) -> None:
            if clock.seconds > seconds:
                raise _Late
            if self.report:
                self.report(progress)

        symmetry = bool(interchangeable(self.machine, initially=False))
        limits = Limits(max_states=LARGEST)
        try:
            found = search(self.machine, limits, watched, symmetry, self.threads)
        except _Late:
            return None
        self.interrupted = found.interrupted
        return found.promises[self.machine.promises[0].name].run
