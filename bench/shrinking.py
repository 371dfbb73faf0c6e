"""What shrinking by machine code gains: the same runs shrunk by machine code, and beside it on plain values.

Both try the same candidates in the same order, and end with the same run.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import Any

from tabulate import tabulate

from bench.simulation import simulate
from bench.titles import bounds_told
from tidemark import impl
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.shrinking import Attempts
from tidemark.checker.engines.random import shrinking
from tidemark.checker.engines.random.walks import LENGTH
from tidemark.checker.runs.results import Run
from tidemark.spec.machines.symbolic import Instance

CASES: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("published/high-watermark", {"replicas": 2}, "strong-isr"),
    ("transactions/kip-98", {}, "no-hanging-transaction"),
    ("kafka/0.10.2", {"replicas": 3}, "acknowledged-survives"),
)
SEED = 1
SECONDS = 60.0


class _Counted:
    """Attempts, with how many there were, and how many steps were tried in them."""

    def __init__(self, attempts: shrinking.Attempts) -> None:
        self._attempts = attempts
        self.candidates = self.steps = 0

    def __call__(self, run: Run, steps: Sequence[Instance]) -> shrinking.Attempt:
        attempt = self._attempts(run, steps)

        def counted(numbers: Sequence[int]) -> list[int] | None:
            self.candidates, self.steps = self.candidates + 1, self.steps + len(numbers)
            return attempt(numbers)

        return counted


def shrinking_gain() -> str:
    """One row for each machine: the run before and after, and the time that each way takes."""
    rows = []
    for protocol, bounds, promise in CASES:
        machine = impl.protocol(protocol).machine(bounds).only(promise)
        run = simulate(machine, SECONDS, SEED, LENGTH, threads=1).promises[promise].run
        assert run is not None, f"{protocol}: nothing found in {SECONDS:g} s"
        kernel = Kernel(machine, symmetry=False)
        ways = [_Counted(partial(Attempts, kernel)), _Counted(shrinking.on_values)]
        (fast, by_machine_code), (slow, on_values) = (_timed(run, way) for way in ways)
        assert by_machine_code == on_values
        length = f"{run.length} -> {by_machine_code.length}"
        row = [protocol, bounds_told(bounds), length, f"{ways[0].candidates:,}", f"{ways[0].steps:,}"]
        rows.append([*row, f"{fast:.3f}", f"{slow:.2f}", f"{slow / fast:,.0f}"])
    headers = ["protocol", "bounds", "states", "candidates", "steps", "machine code s", "plain values s"]
    table = tabulate(
        rows, [*headers, "ratio"], disable_numparse=True, colalign=(*("left",) * 3, *("right",) * 5)
    )
    return f"A run of a random walk, shrunk by machine code and on plain values: the same run\n\n{table}"


def _timed(run: Run, way: _Counted) -> tuple[float, Run]:
    begin = time.perf_counter()
    shrunk = shrinking.shrink(run, attempts=way)
    return time.perf_counter() - begin, shrunk.run
