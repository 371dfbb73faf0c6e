"""What a search on Spark costs, level by level, and the model that follows: `python -m bench.scaling`.

Each run keeps its levels in a work directory, whose manifests have what every level took. The model is linear: a
level costs a fixed time, each transition a time that the cores share, and each byte that is shuffled between machines
a time that their networks share. It is fitted to the first run on one core, and compared with the others of the same
space. `docs/scaling.md` has the results.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import re
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import repeat
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
MACHINES, CORES_OF_ONE, NETWORK = 10, 2, 125e6
"""A cluster that the model is asked about: its machines, the cores of each, and the bytes that each sends a second."""
WARM_UP = 4
"""Levels before the JVM is warm."""


@dataclass
class Measured:
    """One run. Times are in seconds, sizes in bytes.

    cores: how many its master has.
    cpu: what the driver, its JVM and Python's workers took together, from the first job on; None where the executors
        are processes that this one has not started.
    native_cpu: what the native engine took, with as many threads as there are cores.
    driver: the largest resident memory of the driver's Python process.
    jvm: the largest resident memory that the driver's JVM had so far.
    level_cost: the fixed time of a level, fitted.
    transition_cost: the time of a transition on one core, fitted.
    """

    protocol: str
    master: str
    cores: int
    states: int
    levels: int
    transitions: int
    seconds: float
    startup: float
    cpu: float | None
    native_seconds: float
    native_cpu: float
    driver: int
    jvm: int
    shuffled: int
    disk: int
    level_cost: float
    transition_cost: float

    def expected(self, cores: int, machines: int = 1) -> float:
        """The seconds that the model gives on this number of cores, of machines that share nothing but a network."""
        sent = self.shuffled * (1 - 1 / machines) / (machines * NETWORK)
        return self.level_cost * self.levels + self.transitions * self.transition_cost / cores + sent

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
            "–" if self.cpu is None else f"{1e6 * self.cpu / self.states:.2f}",
            "–" if self.cpu is None else f"{self.cpu / self.native_cpu:.1f}",
            f"{self.level_cost * self.levels / self.seconds:.0%}",
            f"{self.shuffled / self.states:.0f}",
            f"{self.disk / self.states:.0f}",
            f"{self.driver / 2**20:.0f}",
            f"{self.jvm / 2**20:.0f}",
        ]


HEADERS = [
    "protocol", "master", "states", "levels", "seconds", "µs a state", "s a level", "µs a transition and core",
    "CPU µs a state", "times native's",
    "overhead", "B shuffled a state", "B on disk a state", "driver MiB", "its JVM MiB",
]  # fmt: skip


def measure(protocol: str, bounds: dict[str, Any], master: str, cores: int, handover: int) -> Measured:
    """Run one search with Spark, then with the native engine; memory is that of the whole process so far."""
    limits, resident, cpu = Limits(keep_going=True), [0], list[float]()

    def report(progress: Progress) -> None:
        if not cpu:  # the first level is made: Spark has started
            cpu.append(cpu_time())
        resident[0] = max(resident[0], progress.memory)
        print(f"\r{progress.depth:4} {progress.distinct_states:,}", end="", file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory(prefix="tidemark-bench-") as directory:
        path = Path(directory) / "w"
        machine = impl.protocol(protocol).machine(bounds)
        result = spark.search(
            machine,
            limits,
            report,
            master=master,
            workdir=path,
            handover=handover,
            then=lambda _: cpu.append(cpu_time()),
        )
        print(file=sys.stderr)
        levels = [Workdir(path).level(k) for k in range(2, len(list(path.glob("level-*.json"))) + 1)]
        disk = sum(file.stat().st_size for file in (path / "runs").iterdir())
    begin = time.process_time()
    compared = native.search(impl.protocol(protocol).machine(bounds), limits, threads=cores)
    if (compared.distinct_states, compared.generated_states) != (
        result.distinct_states,
        result.generated_states,
    ):
        raise AssertionError(f"{protocol}: Spark and the native engine disagree")
    return Measured(
        protocol,
        master,
        cores,
        result.distinct_states,
        len(levels),
        result.generated_states,
        result.seconds,
        result.phases["starting Spark"],
        cpu[-1] - cpu[0] if master.startswith("local") else None,
        compared.seconds,
        time.process_time() - begin,
        resident[0],
        _jvm_memory(),
        sum(level.shuffled for level in levels),
        disk,
        *fit(levels, cores),
    )


def fit(levels: list[Level], cores: int) -> tuple[float, float]:
    """The fixed time of a level, and the time of a transition on one core.

    The fixed time is that of the level that took the least, once the JVM is warm; what is left of the time of all
    levels is the transitions'.
    """
    fixed = min(level.seconds for level in levels[WARM_UP:] or levels)
    left = sum(level.seconds - fixed for level in levels)
    return fixed, max(0.0, left) * cores / sum(level.generated for level in levels)


def cpu_time() -> float:
    """The seconds of CPU that this process and all that it started have taken so far."""
    parents, taken = {}, {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            fields = status.read_text().rsplit(")", 1)[1].split()
            process = int(status.parent.name)
            parents[process], taken[process] = int(fields[1]), sum(map(int, fields[11:15]))

    def is_own(process: int) -> bool:
        while process in parents and process != os.getpid():
            process = parents[process]
        return process == os.getpid()

    return sum(ticks for process, ticks in taken.items() if is_own(process)) / os.sysconf("SC_CLK_TCK")


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
    parser.add_argument(
        "--space",
        nargs=2,
        metavar=("PROTOCOL", "BOUNDS"),
        help="this one alone, as published/kip-320 3/3/3/3",
    )
    parser.add_argument(
        "--master", action="append", help="with --space: where (default: local[2]); may be given again"
    )
    parser.add_argument(
        "--cores", type=int, metavar="N", help="how many cores the executors of --master have"
    )
    parser.add_argument(
        "--handover",
        type=int,
        default=0,
        metavar="N",
        help="the frontier from which Spark takes over (default: 0)",
    )
    parser.add_argument("--json", metavar="FILE", help="write the figures")
    options = parser.parse_args()
    if options.space:
        bounds = dict(zip(PUBLISHED, map(int, options.space[1].split("/")), strict=True))
        masters = options.master or ["local[2]"]
        runs = [(options.space[0], bounds, master) for master in masters]
    else:
        runs = _runs(options.large)
    cores = [options.cores or _cores(master) for *_, master in runs]
    if not all(cores):
        parser.error("say how many cores the executors of that master have: --cores N")
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context, max_tasks_per_child=1) as process:
        measured = list(process.map(measure, *zip(*runs, strict=True), cores, repeat(options.handover)))
    print(tabulate([one.row() for one in measured], HEADERS, disable_numparse=True))
    print("\n" + model(measured))
    if options.json:
        Path(options.json).write_text(json.dumps([asdict(one) for one in measured], indent=2) + "\n")


def _cores(master: str) -> int:
    """How many cores a master such as local[2] or local-cluster[2,1,2048] has; 0 where its name does not say."""
    if not master.startswith("local"):
        return 0
    if master in ("local", "local[*]"):
        return len(os.sched_getaffinity(0)) if "*" in master else 1
    return math.prod(int(word) for word in re.findall(r"\d+", master)[:2])


def model(measured: list[Measured]) -> str:
    """What the model gives for each run of a space of which one run was on one core, and for a cluster."""
    alone = {run.protocol: run for run in reversed(measured) if run.cores == 1}
    rows = [
        [run.protocol, run.master, f"{run.seconds:.1f}", f"{alone[run.protocol].expected(run.cores):.1f}"]
        for run in measured
        if run.protocol in alone
    ]
    where = f"{MACHINES} machines, {CORES_OF_ONE} cores each, {NETWORK / 1e6:.0f} MB/s"
    for base in alone.values():
        seconds = base.expected(MACHINES * CORES_OF_ONE, MACHINES)
        rows.append([base.protocol, where, "", f"{seconds:.1f}"])
    return tabulate(rows, ["protocol", "master", "seconds", "by the model"], disable_numparse=True)


def _runs(large: bool) -> list[tuple[str, dict[str, Any], str]]:
    """What is measured if no space is asked for."""
    return [
        (*SMALL, "local[1]"),
        (*SMALL, "local[2]"),
        (*SMALL, "local-cluster[1,1,2048]"),
        (*SMALL, "local-cluster[2,1,2048]"),
        (*MIDDLE, "local[2]"),
        *([(*LARGE, "local[2]"), (*LARGE, "local-cluster[2,1,2048]")] if large else []),
    ]


if __name__ == "__main__":
    main()
