"""The work directory: every finished level of a search, and what has been seen, in files that are never changed.

    search.json        what is searched: protocol, bounds, promises, symmetry
    kernel.ll          the machine's functions, as the text that every executor compiles
    level-0007.json    the manifest of a finished level: counts, verdicts, and a checksum of its index
    index-0007         of the last finished level alone: a line for each file of states, in the order of their keys
    runs/              all states so far, each once, with its level, as sorted runs (`rows`) that are mapped, not read
    run-3.json         the run that breaks a promise (its bit): the words of its states
    graph/             the edges between them, while promises about runs are checked (`edges`)

A level is finished once its manifest is there, and only the files that its index names count: what a killed run, or a
task that was started twice, left behind is never looked at. The driver alone reads manifests and indices: a task is
handed the files of its own keys (`Share`), since of thousands of ranges the index has tens of megabytes. All executors
must see the directory: as a mount, or as a prefix of an object store (`objects`). Each JSON file has a checksum of what
it says.
"""

from __future__ import annotations

import mmap
import os
import uuid
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from tidemark.base.errors import UsageError
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.spark.records import range_of
from tidemark.checker.engines.spark.rows import RowForm, Rows, SortedRuns, pack_run
from tidemark.checker.engines.store import PART
from tidemark.checker.engines.workdir import WorkDirectory
from tidemark.spec.machines.machine import Machine

KERNEL, RUNS = "kernel.ll", "runs"
_LEVEL, _INDEX = "level-", "index-"


@dataclass(frozen=True)
class File:
    """The states of a sorted run with a key from `low` up to `high`. first, last: the levels that it has."""

    name: str
    low: int
    high: int
    first: int
    last: int
    size: int

    def overlaps(self, low: int, high: int) -> bool:
        """Whether it may have states of this range."""
        return self.low < high and low < self.high

    def within(self, low: int, high: int) -> File:
        """The part of it in this range."""
        if low <= self.low and self.high <= high:
            return self
        return replace(self, low=max(low, self.low), high=min(high, self.high))

    def line(self) -> str:
        """It as a line of an index."""
        return f"{self.name} {self.low:x} {self.high:x} {self.first} {self.last} {self.size}"

    @classmethod
    def parse(cls, line: str) -> File:
        """The file that a line describes.

        Raises:
            ValueError: it describes none.
        """
        name, low, high, first, last, size = line.split(" ")
        return cls(name, int(low, 16), int(high, 16), int(first), int(last), int(size))


@dataclass(frozen=True)
class Share:
    """What the driver hands to one task of a level: its number, the files that have states of its keys, and the names
    of files that it removes, since the level before was the last that needed them.
    """

    part: int
    files: list[File]
    stale: list[str] = field(default_factory=list)


@dataclass(kw_only=True)
class LevelCounts:
    """What was counted of a level, by one task or by all. `states` and `generated` count this level's alone.

    enabled: by action instance: how often it was enabled in the level before.
    changing: by action instance: how often it led from a state of the level before to another one.
    met: the promises whose condition arose, as a bit mask.
    broken: for a promise (its bit) that the level breaks, the words of the least state that breaks it.
    runs: all states so far. The next level's are in files of their own.
    shuffled: bytes of rows that were sent from expanding to reducing tasks, before Spark compresses them.
    candidates: how many rows those were.
    """

    states: int = 0
    generated: int = 0
    enabled: dict[str, int] = field(default_factory=dict)
    changing: dict[str, int] = field(default_factory=dict)
    met: int = 0
    broken: dict[str, list[int]] = field(default_factory=dict)
    runs: list[File] = field(default_factory=list)
    shuffled: int = 0
    candidates: int = 0

    def add(self, others: LevelCounts) -> None:
        """Add what another task has counted."""
        self.states += others.states
        self.generated += others.generated
        self.enabled = _sum_counts(self.enabled, others.enabled)
        self.changing = _sum_counts(self.changing, others.changing)
        self.met |= others.met
        self.runs += others.runs
        self.shuffled += others.shuffled
        self.candidates += others.candidates
        for bit, words in others.broken.items():
            self.broken[bit] = min(words, self.broken.get(bit, words))


def _sum_counts(a: dict[str, int], b: dict[str, int]) -> dict[str, int]:
    return {key: a.get(key, 0) + b.get(key, 0) for key in sorted({*a, *b}, key=int)}


@dataclass
class Level(LevelCounts):
    """A finished level. parts: how many ranges of keys it has. index: the size of its index, and a checksum."""

    depth: int
    parts: int
    index: tuple[int, int] = (0, 0)
    seconds: float = 0.0
    on_spark: bool = False

    def shares(self, tasks: int, stale: Iterable[str] = ()) -> list[Share]:
        """Its files by the tasks whose keys they have (a power of two of tasks), each cut to those.

        stale: names of files that no level needs any more.
        """
        shares = [Share(task, []) for task in range(tasks)]
        for file in self.runs:
            for task in range(file.low * tasks >> 64, ((file.high - 1) * tasks >> 64) + 1):
                shares[task].files.append(file.within(*range_of(task, tasks)))
        for name in stale:
            shares[_keys_at_first(name)[0] * tasks >> 64].stale.append(name)
        return shares


class Workdir(WorkDirectory):
    """The work directory of a search on Spark."""

    engine, format = "spark", 6

    def taken_up(self, machine: Machine, symmetry: bool, kernel: Kernel, resume: bool) -> list[Level]:
        """The levels of the same search that are finished; none where it begins.

        Raises:
            UsageError: it can't be read or written, holds something else, or what it holds is damaged.
        """

        def prepare() -> None:
            self.store.write(KERNEL, kernel.text.encode())

        if not self.begin(machine, symmetry, kernel.digest, resume, prepare):
            return []
        names = self._names()
        runs = {f"{RUNS}/{name}": size for name, size in self._names(RUNS).items()}
        levels = self._levels(names, runs)
        self._sweep(levels, [*runs, *names])
        return levels

    def _levels(self, names: Mapping[str, int], runs: Mapping[str, int]) -> list[Level]:
        levels: list[Level] = []
        while _manifest(len(levels) + 1) in names:
            levels.append(self.level(len(levels) + 1))
        if len(levels) < sum(name.startswith(_LEVEL) and not name.endswith(PART) for name in names):
            raise self.lost(_manifest(len(levels) + 1))
        if levels:
            levels[-1].runs = self._files(levels[-1])
            for file in levels[-1].runs:
                self._check(file, runs.get(file.name))
        return levels

    def level(self, depth: int) -> Level:
        """A finished level, from its manifest: without its files."""
        data = self._read(_manifest(depth))
        try:
            return Level(**data)
        except TypeError as error:
            raise UsageError(f"{self.store.path(_manifest(depth))} is damaged: {error}") from error

    def _files(self, level: Level) -> list[File]:
        """The files of a level, from its index."""
        name = _index(level.depth)
        size, checksum = level.index
        with self.explaining_read_errors(name):
            content = self.store.read(name, size)
        if len(content) != size or zlib.crc32(content) != checksum:
            raise UsageError(f"{self.store.path(name)} is damaged: its checksum is wrong")
        return [File.parse(line) for line in content.decode().splitlines()]

    def _check(self, file: File, size: int | None) -> None:
        if size is None:
            raise self.lost(file.name)
        if size != file.size:
            raise self.lost(file.name, f"has {size:,} bytes, and was written with {file.size:,}")

    def _sweep(self, levels: list[Level], names: list[str]) -> None:
        """Remove what no index names: the levels and runs that a killed search did not finish."""
        named = {file.name for file in (levels[-1].runs if levels else [])}
        index = _index(len(levels))
        with self.explaining_errors():
            self.store.remove_folder("shuffle")
            self.store.remove(
                name
                for name in names
                if name.endswith(PART)
                or (name.startswith(f"{RUNS}/") and name not in named)
                or (name.startswith(_INDEX) and name != index)
            )

    def finish(self, level: Level, before: Level | None) -> list[str]:
        """Note a level as finished. Gives the names of the files that were merged into others: they are stale now."""
        content = "".join(f"{file.line()}\n" for file in level.runs).encode()
        level.index = len(content), zlib.crc32(content)
        counts: dict[str, Any] = {key: value for key, value in vars(level).items() if key != "runs"}
        with self.explaining_errors():
            self.store.require_lock()
            self.store.write(_index(level.depth), content, durable=True)
            self._write(_manifest(level.depth), counts)
            if before is None:
                return []
            self.store.remove([_index(before.depth)])
        return sorted({file.name for file in before.runs} - {file.name for file in level.runs})

    def remove(self, names: Iterable[str]) -> None:
        """Remove files that no level needs."""
        with self.explaining_errors():
            self.store.remove(names)

    def remove_stale(self, share: Share, tasks: int) -> None:
        """Remove the stale files of a share; and let this machine give up its copies of what no file of the share is,
        and only its task can have needed.
        """
        named, (low, high) = {file.name for file in share.files}, range_of(share.part, tasks)

        def is_stale(name: str) -> bool:
            if not name.startswith(f"{RUNS}/") or name in named:
                return False
            first, end = _keys_at_first(name)
            return low <= first and end <= high

        self.remove(share.stale)
        with self.explaining_errors():
            self.store.forget(is_stale)

    def write_run(
        self, form: RowForm, rows: Iterable[Rows], count: int, low: int, high: int, depths: tuple[int, int]
    ) -> File:
        """Write `count` rows, in order, of the states of some levels, first and last, in a range of keys."""
        array = pack_run(form, rows, count, low, high, depths)
        span = (high - low).bit_length() - 1
        name = f"{RUNS}/{depths[0]:04d}-{depths[1]:04d}-{low:016x}-{span:02d}-{uuid.uuid4().hex[:12]}"
        with self.explaining_errors():
            self.store.write(name, array.data)
        return File(name, low, high, *depths, array.nbytes)

    def open(self, form: RowForm, files: Sequence[File]) -> SortedRuns:
        """The sorted runs of some files, which are read as they are looked at."""
        return SortedRuns(form, [(self.store.path(file.name), self._map_file(file)) for file in files])

    def _map_file(self, file: File) -> Rows:
        with self.explaining_read_errors(file.name), self.store.local(file.name).open("rb") as opened:
            self._check(file, os.fstat(opened.fileno()).st_size)
            return np.frombuffer(mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ), np.uint64)

    def keep_run(self, bit: int, states: list[tuple[int, ...]]) -> None:
        """Keep the words of the states of the run that breaks a promise."""
        with self.explaining_errors():
            self._write(run_file(bit), {"states": states})

    def kept_run(self, bit: int) -> list[tuple[int, ...]] | None:
        """The words of the states of the run that breaks a promise; None if it was not kept."""
        if run_file(bit) not in self._names():
            return None
        try:
            return [tuple(map(int, words)) for words in self._read(run_file(bit))["states"]]
        except (TypeError, KeyError, ValueError) as error:
            raise UsageError(f"{self.store.path(run_file(bit))} is damaged: {error}") from error


def _manifest(depth: int) -> str:
    return f"{_LEVEL}{depth:04d}.json"


def _index(depth: int) -> str:
    return f"{_INDEX}{depth:04d}"


def _keys_at_first(name: str) -> tuple[int, int]:
    """The keys of a file when it was written, from its name: later a range may have but a part of them."""
    _, _, low, span, _ = name.removeprefix(f"{RUNS}/").split("-")
    return int(low, 16), int(low, 16) + (1 << int(span))


def run_file(bit: int) -> str:
    """The name of the file of the run that breaks a promise, by its bit."""
    return f"run-{bit}.json"
