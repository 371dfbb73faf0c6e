"""What a level of a hundred billion states costs on Spark beside its work: `python -m bench cluster`.

There is no such cluster here, but all that grows with the number of ranges, tasks and blocks can be measured without
one: the driver's work on the files of a level, a task's on its own, packing and reading blocks, and what Spark does for
a task and for a pair of tasks. The functions are those of a search, on files and rows that were drawn.
"""

from __future__ import annotations

import os
import pickle
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from tabulate import tabulate

from bench.scaling import cpu_time
from tidemark.checker.engines.native.compilation import FULL
from tidemark.checker.engines.spark import jobs, level, session
from tidemark.checker.engines.spark.level import KernelMeasures, LevelPlan, TaskResult
from tidemark.checker.engines.spark.records import range_of
from tidemark.checker.engines.spark.rows import RowForm, RowParts, SortedRuns, pack_run
from tidemark.checker.engines.spark.search import tasks_for
from tidemark.checker.engines.spark.workdir import File, Level, Workdir
from tidemark.checker.engines.store import Folder

RANGES, RUNS, EXECUTORS, CORES = 1 << 14, 8, 100, 1
"""The ranges of keys, the files in each, the executors, and the cores of each."""
STATES = RANGES << 20
"""Of the largest level, of some 10^11 in all."""
ROWS, WORK = 2.7, 0.99e-6
"""Of each state how many rows are sent, and the CPU seconds that it takes: of 113,065,123 states (docs/scaling.md)."""
FORM = RowForm((64, 38))
DRAWN = int(STATES * ROWS / RANGES)
"""Rows that a task reads of a range."""
PAIRS = 208, 416
"""Numbers of tasks that Spark runs to tell what a task costs from what a pair of them does. Up to 200 it would open a
file for each pair."""


def timed(work: Callable[[], Any]) -> float:
    """The CPU seconds that some work takes: the least of three times, since neighbours in a cache slow it."""
    taken = []
    for _ in range(3):
        begin = time.process_time()
        work()
        taken.append(time.process_time() - begin)
    return min(taken)


@dataclass(frozen=True)
class Division:
    """A level that is made by a number of tasks. gathered: rows that a task gathers before it sends them."""

    tasks: int
    gathered: int

    @property
    def flushes(self) -> int:
        """How often all tasks together send rows to all: a part is full when three quarters of the room are, about."""
        return max(self.tasks, int(STATES * ROWS / (0.75 * self.gathered)))

    def plan(self, place: Path) -> LevelPlan:
        """What the tasks need to know."""
        measures = KernelMeasures("", FULL, FORM.bits, 60, 1)
        return LevelPlan(Folder(place), measures, 30, STATES, RANGES, self.tasks, 0)

    def packing(self, place: Path) -> float:
        """The CPU seconds that blocks cost where they are made: beside those of one block with the same rows."""
        parts = RowParts(FORM, 0, 2**64 // self.tasks, self.tasks, max(1, self.gathered // self.tasks))
        rows = _drawn_rows(len(parts.rows) * parts.capacity)
        begins = np.arange(self.tasks, dtype=np.uint64) * np.uint64(2**64 // self.tasks)
        inside = rows[:, 0].reshape(self.tasks, -1) // np.uint64(self.tasks)
        rows[:, 0] = (begins[:, None] + np.sort(inside % np.uint64(2**64 // self.tasks))).reshape(-1)
        counts = np.full(self.tasks, parts.capacity)
        parts.rows[:] = rows.reshape(parts.rows.shape)

        def pack() -> None:
            parts.counts[:] = counts
            list(level._blocks(self.plan(place), parts, TaskResult(0)))

        blocks = timed(pack)
        one = timed(lambda: pack_run(FORM, [rows], len(rows), 0, 2**64, (0, 60)))
        return self.flushes * max(0.0, blocks - one)

    def reading(self) -> float:
        """The CPU seconds that blocks cost where they are read: beside those of eight blocks with the same rows."""
        return max(0.0, self._reading(self.flushes) - self._reading(8))

    def _reading(self, blocks: int) -> float:
        """The CPU seconds to open n blocks in each task, and to read a range of each; for all tasks."""
        keys, each = 2**64 // self.tasks, RANGES // self.tasks
        rows = _drawn_rows(DRAWN)
        rows[:, 0] %= np.uint64(keys // each)
        arrays = []
        for drawn in np.array_split(rows, blocks):
            ordered = np.ascontiguousarray(drawn[np.argsort(drawn[:, 0])])
            packed = pack_run(FORM, [ordered], len(ordered), 0, keys, (0, 60))
            arrays.append(("a block", np.frombuffer(packed.tobytes(), np.uint64)))
        runs = SortedRuns(FORM, arrays)
        opening = timed(lambda: SortedRuns(FORM, arrays))
        reading = timed(lambda: [len(chunk) for chunk in runs.sorted_rows(0, keys // each)])
        return self.tasks * opening + RANGES * reading


def _drawn_rows(count: int) -> Any:
    """Rows in the order of their keys, which are even."""
    random = np.random.default_rng(1)
    rows = random.integers(0, 1 << 38, (count, FORM.width), np.uint64)
    rows[:, 0] = np.sort(random.integers(0, 2**64 - 1, count, np.uint64, endpoint=True))
    rows[:, -1] = 7
    return rows


def _level(depth: int) -> Level:
    """A level with all its files, as a search would have them."""
    files = []
    for part in range(RANGES):
        low, high = range_of(part, RANGES)
        for run in range(RUNS):
            name = f"runs/{run + 1:04d}-{run + 1:04d}-{low:016x}-{50:02d}-{os.urandom(6).hex()}"
            files.append(File(name, low, high, run + 1, run + 1, 10 << 20))
    return Level(depth, RANGES, states=STATES, runs=files)


def _driver(tasks: int, place: Path) -> tuple[float, float, int]:
    """What the driver takes for a level, what all tasks take for their files (seconds), and the index's bytes."""
    before, after, workdir, texts = _level(30), _level(31), Workdir(Folder(place)), dict[int, str]()
    shares = before.shares(tasks)

    def hand_over() -> None:
        for share in before.shares(tasks, [file.name for file in before.runs[:RANGES]]):
            pickle.dumps(share)

    def take() -> None:
        for share in shares:
            files = pickle.loads(pickle.dumps(share)).files
            tally = TaskResult.parse(TaskResult(share.part, runs=files).text())
            texts[share.part] = tally.text()

    of_tasks = timed(take)
    begin = time.perf_counter()
    hand_over()
    for text in texts.values():
        after.add(TaskResult.parse(text))
    after.runs = after.runs[: RANGES * RUNS]
    workdir.finish(after, before)
    return time.perf_counter() - begin, of_tasks, after.index[0]


def _spark() -> tuple[float, float]:
    """The CPU seconds that Spark and Python take for a task, and for a pair of tasks that send each other a block."""
    costs: list[float] = []
    with tempfile.TemporaryDirectory() as folder, session.session("local[2]", Path(folder)) as spark:
        for tasks in PAIRS:

            def send(_: int, targets: int = tasks) -> Iterator[tuple[int, int, bytes]]:
                return ((target, 1, b"12345678") for target in range(targets))

            def receive(_: int, blocks: Iterator[tuple[int, bytes]]) -> str:
                return str(sum(count for count, _ in blocks))

            if not costs:
                jobs.exchange(spark, range(tasks), send, receive)  # once before, so that Java is warm
            begin = cpu_time()
            jobs.exchange(spark, range(tasks), send, receive)
            costs.append(cpu_time() - begin)
    few, many = PAIRS
    pair = max(0.0, (costs[1] - costs[0] * many / few) / (many**2 - few * many))
    return (costs[0] - pair * few**2) / few, pair


def overhead() -> str:
    """The terms of a level, with a task for each range and with the tasks that a search takes."""
    task, pair = _spark()
    tasks = tasks_for(RANGES, EXECUTORS * CORES)
    divisions = Division(RANGES, level.GATHERED), Division(tasks, level.IN_BLOCK * tasks)
    columns, work = [], STATES * WORK
    with tempfile.TemporaryDirectory() as name:
        for division in divisions:
            driver, files, size = _driver(division.tasks, Path(name))
            terms = [
                files,
                division.packing(Path(name)),
                division.reading(),
                division.tasks * task + division.tasks**2 * pair,
                driver * EXECUTORS * CORES,
            ]
            rows = f"{STATES * ROWS / division.flushes / division.tasks:,.0f}"
            of_all = f"{sum(terms) / work:.1%}"
            columns.append([rows, *(f"{term:,.0f}" for term in terms), f"{sum(terms):,.0f}", of_all])
    names = [
        "rows of a block",
        "a task's own files, CPU s",
        "packing blocks, CPU s",
        "opening and reading blocks, CPU s",
        "Spark's tasks and pairs of tasks, CPU s",
        f"cores that wait for the driver, {EXECUTORS * CORES} cores, s",
        "sum, s",
        "of the work of the level",
    ]
    table = tabulate(
        zip(names, *columns, strict=True),
        ["", *(f"{division.tasks:,} tasks" for division in divisions)],
        disable_numparse=True,
        colalign=("left", "right", "right"),
    )
    return (
        f"{STATES:,} states in {RANGES:,} ranges of {RUNS} files: work {work:,.0f} CPU s, index {size / 1e6:.1f} MB; "
        f"Spark {1e3 * task:.1f} ms a task, {1e6 * pair:.1f} µs a pair\n\n{table}"
    )
