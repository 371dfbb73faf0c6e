"""What a search on Spark costs, level by level, and the model that follows: `python -m bench.scaling`.

Each run keeps its levels in a work directory, whose manifests have what every level took. The model is linear: a
level costs a fixed time, and each transition a time that the cores share. `docs/scaling.md` has the results.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import statistics
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tabulate import tabulate

from tidemark import impl
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.spark import search as spark
from tidemark.checker.engines.spark.workdir import Level, Workdir
from tidemark.checker.runs.results import Limits, Progress

Space = tuple[str, dict[str, Any]]
PUBLISHED = ("replicas", "log-size", "records", "max-epoch")
SMALL: Space = ("published/kip-320", dict(zip(PUBLISHED, (3, 2, 2, 2), strict=True)))
MIDDLE: Space = ("published/high-watermark", dict(zip(PUBLISHED, (3, 2, 2, 2), strict=True)))
LARGE: Space = ("kafka/0.10.2", {"replicas": 3, "min-isr": 2, "consumers": "no"})
WARM_UP, IDLE = 4, 5000
"""Levels before the JVM is warm, and the transitions below which a level has next to nothing to do."""


@dataclass
class Measured:
    """One run. Times are in seconds, sizes in bytes.

    driver: the largest resident memory of the driver's Python process.
    jvm: the largest resident memory that the driver's JVM had so far.
    level_cost: the fixed time of a level, fitted.
    transition_cost: the time of a transition on one core, fitted.
    """

    protocol: str
    master: str
    states: int
    levels: int
    transitions: int
    seconds: float
    startup: float
    native_seconds: float
    driver: int
    jvm: int
    shuffled: int
    disk: int
    level_cost: float
    transition_cost: float

    def row(self) -> list[str]:
        """A row of the table."""
        return [
            self.protocol,
            self.master,
            f"{self.states:,}",
            str(self.levels),
            f"{self.seconds:.1f}",
            f"{1e6 * self.seconds / self.states:.1f}",
            f"{self.level_cost:.2f}",
            f"{1e6 * self.transition_cost:.2f}",
            f"{self.level_cost * self.levels / self.seconds:.0%}",
            f"{self.shuffled / self.states:.0f}",
            f"{self.disk / self.states:.0f}",
            f"{self.driver / 2**20:.0f}",
            f"{self.jvm / 2**20:.0f}",
        ]


HEADERS = [
    "protocol", "master", "states", "levels", "seconds", "µs a state", "s a level", "µs a transition and core",
    "overhead", "B shuffled a state", "B on disk a state", "driver MiB", "its JVM MiB",
]  # fmt: skip


def measure(protocol: str, bounds: dict[str, Any], master: str, cores: int) -> Measured:
    """Run one search with Spark alone, then with the native engine; memory is that of the whole process so far."""
    limits, resident = Limits(keep_going=True), [0]

    def report(progress: Progress) -> None:
        resident[0] = max(resident[0], progress.memory)
        print(f"\r{progress.depth:4} {progress.distinct_states:,}", end="", file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory(prefix="tidemark-bench-") as directory:
        path = Path(directory) / "w"
        machine = impl.protocol(protocol).machine(bounds)
        result = spark.search(machine, limits, report, master=master, workdir=path, handover=0)
        print(file=sys.stderr)
        levels = [Workdir(path).level(k) for k in range(2, len(list(path.glob("level-*.json"))) + 1)]
        disk = sum(
            file.stat().st_size for below in ("levels", "runs") for file in (path / below).rglob("*.*")
        )
    compared = native.search(impl.protocol(protocol).machine(bounds), limits, threads=cores)
    if (compared.distinct_states, compared.generated_states) != (
        result.distinct_states,
        result.generated_states,
    ):
        raise AssertionError(f"{protocol}: Spark and the native engine disagree")
    return Measured(
        protocol,
        master,
        result.distinct_states,
        len(levels),
        result.generated_states,
        result.seconds,
        result.phases["starting Spark"],
        compared.seconds,
        resident[0],
        _jvm_memory(),
        sum(level.shuffled for level in levels),
        disk,
        *fit(levels, cores),
    )


def fit(levels: list[Level], cores: int) -> tuple[float, float]:
    """The fixed time of a level, and the time of a transition on one core.

    The fixed time is the median of the levels that have next to nothing to do, once the JVM has warmed up; what is
    left of the time of all levels is the transitions'.
    """
    idle = [level.seconds for level in levels[WARM_UP:] if level.generated < IDLE]
    fixed = statistics.median(idle or [level.seconds for level in levels])
    left = sum(level.seconds - fixed for level in levels)
    return fixed, max(0.0, left) * cores / sum(level.generated for level in levels)


def _jvm_memory() -> int:
    """The peak resident memory of the JVM that this process started."""
    from pyspark import SparkContext

    process = SparkContext._gateway.proc.pid  # type: ignore[union-attr]
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.scaling", description=__doc__)
    parser.add_argument("--large", action="store_true", help="the space of ten million states too: minutes")
    parser.add_argument("--json", metavar="FILE", help="write the figures")
    options = parser.parse_args()
    runs = [
        (*SMALL, "local[1]", 1),
        (*SMALL, "local[2]", 2),
        (*SMALL, "local-cluster[1,1,2048]", 1),
        (*SMALL, "local-cluster[2,1,2048]", 2),
        (*MIDDLE, "local[2]", 2),
        *([(*LARGE, "local[2]", 2), (*LARGE, "local-cluster[2,1,2048]", 2)] if options.large else []),
    ]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context, max_tasks_per_child=1) as process:
        measured = list(process.map(measure, *zip(*runs, strict=True)))
    print(tabulate([one.row() for one in measured], HEADERS, disable_numparse=True))
    if options.json:
        Path(options.json).write_text(json.dumps([asdict(one) for one in measured], indent=2) + "\n")


if __name__ == "__main__":
    main()
