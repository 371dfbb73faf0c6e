"""Random walks toward the shortest counterexample, at bounds where no enumeration ends.

Walks of the compiled machine come first. What they find is shrunk. Then exhaustive search looks for the shortest runs,
for half of the time that is left. If that is not enough, walks go on: each run that they find is shrunk, and the
shortest is kept.
"""

from __future__ import annotations

import threading
from collections.abc import Set
from functools import partial

from tidemark.base import signals
from tidemark.base.errors import UsageError
from tidemark.checker.engines.bookkeeping import OutOfTime, report_progress
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.search import search
from tidemark.checker.engines.native.shrinking import Attempts
from tidemark.checker.engines.native.walk import Walks
from tidemark.checker.engines.random import shrinking
from tidemark.checker.engines.symmetry.interchangeable import is_symmetric
from tidemark.checker.runs.results import Clock, Limits, Minimality, Report, Result, Run
from tidemark.spec.machines.machine import Machine

LENGTH = 60
"""How many steps a random walk takes at most."""
LARGEST = 50_000_000
"""How many states are searched for the shortest run: a gigabyte or two."""
WALKING = 0.9
"""The share of the time that walks may take: in the rest of it the last run is shrunk."""
TURN = 0.5
"""Seconds of walks for one promise until it is another one's turn."""


def fuzz(machine: Machine, seconds: float, seed: int, threads: int | None, report: Report | None) -> Result:
    """What random walks find in `seconds`: for each promise a shortest run, or one that is shrunk.

    The machine is compiled before the time begins. Everything after that keeps within it.
    """
    with signals.note_signals() as interrupted:
        return _Fuzz(machine, seconds, seed, threads, report, interrupted).run()


class _Fuzz:
    """The walks for all promises of a machine, and what they found."""

    def __init__(
        self,
        machine: Machine,
        seconds: float,
        seed: int,
        threads: int | None,
        report: Report | None,
        interrupted: threading.Event,
    ) -> None:
        self._machine, self._threads = machine, threads
        self._seconds, self._walking = seconds, WALKING * seconds
        self._report, self._interrupted = report, interrupted
        self._kernel = Kernel(machine, symmetry=False)
        self._walks = Walks(machine, self._kernel, LENGTH, seed, threads)
        self._result = Result.start(machine, "native")
        self._result.phases.update(self._kernel.phases)
        self._clock = Clock()

    def run(self) -> Result:
        """Walk, search and shrink, until no run can be shorter or the time is over."""
        result, searched = self._result, False
        self._walk(result.promises.keys(), self._walking / 2)
        while not self._is_over(self._walking) and (turns := self._turns()):
            if not searched and result.undecided != list(result.promises):
                self._search((self._walking - self._clock.seconds) / 2)
                searched = True
                continue
            for promises in turns:
                self._walk(promises, self._clock.seconds + TURN)
        self._walks.count_into(result)
        result.seconds = self._clock.seconds
        result.stopped = f"{self._seconds:g} s of random walks are over"
        if self._interrupted.is_set():
            result.interrupt()
        result.finish_when_all_have_verdicts()
        return result

    def _turns(self) -> list[set[str]]:
        """The promises to walk for: together those that are not broken yet, and each that a shorter run may break."""
        verdicts, undecided = self._result.promises, set(self._result.undecided)
        broken = [
            {name} for name, v in verdicts.items() if v.minimality != "shortest" and (v.length or 0) > 2
        ]
        return [undecided, *broken] if undecided else broken

    def _is_over(self, until: float) -> bool:
        return self._interrupted.is_set() or self._clock.seconds >= until

    def _walk(self, promises: Set[str], until: float) -> None:
        """Walk until each of these promises is broken again, or `until`, in seconds since the beginning."""

        def is_over() -> bool:
            walks = self._walks
            report_progress(self._report, self._clock, LENGTH, walks.steps, len(walks.walkers))
            return self._is_over(min(until, self._walking))

        runs = self._walks.runs(promises, is_over)
        for name, run in runs.items():
            self._keep(name, run, "not minimized")
        for name, run in runs.items():
            is_late = partial(self._is_over, self._seconds)
            shrunk = shrinking.shrink(run, is_late, partial(Attempts, self._kernel))
            self._keep(name, shrunk.run, shrunk.minimality)

    def _search(self, seconds: float) -> None:
        """Look for the shortest runs there are, for at most `seconds`."""
        clock = Clock()
        try:
            symmetry = is_symmetric(self._machine)
            kernel = Kernel(self._machine, True, seconds) if symmetry else self._kernel
            limits = Limits(max_states=LARGEST, seconds=max(0.0, seconds - clock.seconds))
            result = search(self._machine, limits, self._report, symmetry, self._threads, kernel)
        except (OutOfTime, MemoryError, UsageError):
            return  # there is no room for it, or it takes too long: the walks go on
        except KeyboardInterrupt:
            if not self._interrupted.is_set():
                raise
            return
        for name, verdict in result.promises.items():
            if verdict.run:
                self._keep(name, verdict.run, "shortest")

    def _keep(self, promise: str, run: Run, minimality: Minimality) -> None:
        """Keep a run, if none that is as good is kept."""
        verdict = self._result.promises[promise]
        if verdict.length is None or (run.length, _ORDER[minimality]) < (
            verdict.length,
            _ORDER[verdict.minimality],
        ):
            self._result.violate(promise, run, minimality)


_ORDER: dict[Minimality, int] = {"shortest": 0, "shrunk": 1, "not minimized": 2}
