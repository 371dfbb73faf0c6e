"""The work directory: every finished level of a search, and what has been seen, in files that are never changed.

    search.json        what is searched: protocol, bounds, promises, symmetry
    kernel.ll          the machine's functions, as the text that every executor compiles
    level-0007.json    the manifest of a finished level: counts, verdicts, and the files that belong to it
    levels/0007/       its states with their parents and actions, as Parquet, one file for each range of hashes
    runs/              the hashes and words of all states so far, sorted, as NumPy arrays that are mapped, not read
    graph/             the edges between them, while promises about runs are checked (`edges`)

A level is finished once its manifest is there, and only the files that it names count: what a killed run, or a
task that was started twice, left behind is never looked at. All executors must see the directory.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from tidemark.checker.engines.spark.records import Matrix, between, rows
from tidemark.spec.errors import UsageError

FORMAT = 1
ROW_GROUP = 1 << 16
_MADE_FIRST = {"levels", "runs", "kernel.ll", "search.json.part"}


@dataclass(frozen=True)
class File:
    """The states of a file with a hash from `low` up to `high`."""

    name: str
    low: int
    high: int
    rows: int
    size: int

    def overlaps(self, low: int, high: int) -> bool:
        """Whether it may have states of this range."""
        return self.low < high and low < self.high

    def within(self, low: int, high: int) -> File:
        """The part of it in this range."""
        return File(self.name, max(low, self.low), min(high, self.high), self.rows, self.size)


@dataclass
class Level:
    """A finished level. `states` and `generated` count this level's alone; `parts` is how many tasks made it.

    enabled: by action instance: how often it was enabled in the level before.
    new: by action instance: how many states of this level are attributed to it.
    changing: the action instances that led from a state of the level before to another one; None in older directories.
    met: the promises whose condition arose, as a bit mask.
    broken: for a promise (its bit) that the level breaks, the words of the least state that breaks it.
    shuffled: bytes of records that were sent from expanding to reducing tasks, before compression.
    candidates: how many records those were.
    """

    depth: int
    parts: int
    states: int = 0
    generated: int = 0
    enabled: dict[str, int] = field(default_factory=dict)
    new: dict[str, int] = field(default_factory=dict)
    changing: list[int] | None = None
    met: int = 0
    broken: dict[str, list[int]] = field(default_factory=dict)
    files: list[File] = field(default_factory=list)
    runs: list[File] = field(default_factory=list)
    seconds: float = 0.0
    shuffled: int = 0
    candidates: int = 0
    on_spark: bool = False


class Workdir:
    """A work directory. Every method that reads or writes raises UsageError where that is not possible."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path).absolute()

    @contextmanager
    def locked(self, resume: bool) -> Iterator[None]:
        """Keep other searches out of the directory, which is made unless it is there.

        Raises:
            UsageError: another one is at work in it, or there is nothing to resume.
        """
        if resume and not self.path.is_dir():
            raise UsageError(f"there is nothing to resume: {self.path} is no directory")
        with self.explained():
            self.path.mkdir(parents=True, exist_ok=True)
            directory = os.open(self.path, os.O_RDONLY)
        try:
            fcntl.flock(directory, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
        except BlockingIOError:
            raise UsageError(f"another search is at work in {self.path}: name another --workdir") from None
        finally:
            os.close(directory)

    def begin(self, identity: dict[str, Any], kernel: str, resume: bool) -> list[Level]:
        """Make it ready for a search, and give the levels that are finished.

        Raises:
            UsageError: it can't be written, holds something else, or what it holds is damaged.
        """
        known = self._known()
        if known is None:
            self._create(identity, kernel)
            return []
        if not resume:
            raise UsageError(
                f"{self.path} has a search in it: go on with --resume, or name another --workdir"
            )
        for key, value in identity.items():
            if known.get(key) != value:
                raise UsageError(f"{self.path} has a search with {_difference(key, known.get(key), value)}")
        levels = self._levels()
        self._sweep(levels)
        return levels

    def _known(self) -> dict[str, Any] | None:
        """What the directory says it searches; None where it has no search yet."""
        try:
            names = {path.name for path in self.path.iterdir()}
            if names <= _MADE_FIRST:
                return None
            if "search.json" not in names:
                raise UsageError(f"{self.path} has other files in it, and no search: name an empty --workdir")
            return _object(self.path / "search.json")
        except OSError as error:
            raise UsageError(f"the work directory {self.path} can't be read: {error.strerror}") from error

    def _create(self, identity: dict[str, Any], kernel: str) -> None:
        with self.explained():
            for below in ("levels", "runs"):
                (self.path / below).mkdir(parents=True, exist_ok=True)
            (self.path / "kernel.ll").write_text(kernel)
            self._write("search.json", identity)

    def _levels(self) -> list[Level]:
        found: list[Level] = []
        while (self.path / _manifest(len(found) + 1)).exists():
            found.append(self.level(len(found) + 1))
        for level in found:
            for file in level.files + (level.runs if level is found[-1] else []):
                self._check(file)
        return found

    def level(self, depth: int) -> Level:
        """A finished level, from its manifest."""
        path = self.path / _manifest(depth)
        data = _object(path)
        try:
            files = [File(**file) for file in data.pop("files")]
            runs = [File(**file) for file in data.pop("runs")]
            return Level(**data, files=files, runs=runs)
        except (TypeError, KeyError) as error:
            raise UsageError(f"{path} is damaged: {error}") from error

    def _check(self, file: File) -> None:
        path = self.path / file.name
        size = path.stat().st_size if path.exists() else None
        if size != file.size:
            problem = (
                "is missing" if size is None else f"has {size:,} bytes, and was written with {file.size:,}"
            )
            raise UsageError(
                f"{path} {problem}: this search can't be resumed; start it again in another --workdir"
            )

    def _sweep(self, levels: list[Level]) -> None:
        """Remove what no manifest names: the levels and runs that a killed search did not finish."""
        named = {file.name for level in levels for file in level.files}
        named |= {file.name for file in (levels[-1].runs if levels else [])}
        with self.explained():
            shutil.rmtree(self.path / "shuffle", ignore_errors=True)
            for path in [*self.path.glob("levels/*/*"), *self.path.glob("runs/*"), *self.path.glob("*.part")]:
                if str(path.relative_to(self.path)) not in named:
                    path.unlink()

    def finish(self, level: Level, before: Level | None) -> None:
        """Note a level as finished, and forget the runs that were merged into others."""
        with self.explained():
            self._write(_manifest(level.depth), asdict(level))
            stale = (
                {file.name for file in before.runs} - {file.name for file in level.runs} if before else set()
            )
            for name in stale:
                (self.path / name).unlink(missing_ok=True)

    def _write(self, name: str, data: dict[str, Any]) -> None:
        """Write a JSON file whole or not at all."""
        part = self.path / f"{name}.part"
        with part.open("w") as file:
            json.dump(data, file)
            file.flush()
            os.fsync(file.fileno())
        part.replace(self.path / name)

    def write_states(self, depth: int, low: int, high: int, records: Matrix, words: int) -> File:
        """Write the states of a level in a range of hashes, with their parents and actions."""
        name = f"levels/{depth:04d}/{low:016x}-{uuid.uuid4().hex[:8]}.parquet"
        columns = dict(zip(_columns(words), records, strict=True))
        table = pa.table(
            {k: pa.array(v.astype(np.uint16) if k == "action" else v) for k, v in columns.items()}
        )
        with self.explained():
            (self.path / name).parent.mkdir(exist_ok=True)
            pq.write_table(
                table,
                self.path / name,
                row_group_size=ROW_GROUP,
                compression="zstd",
                compression_level=1,
                use_dictionary=False,
                write_page_checksum=True,
            )
            return File(name, low, high, table.num_rows, (self.path / name).stat().st_size)

    def read_states(self, file: File, words: int) -> Iterator[Matrix]:
        """The hashes and words of the states in a file's range, a row group at a time."""
        for hashes, group in self._groups(file):
            inside = between(hashes, file.low, file.high)
            if inside.stop > inside.start:
                table = group(_columns(words)[: 1 + words])
                yield np.stack([column.to_numpy() for column in table.columns])[:, inside]

    def record(self, level: Level, hashed: int, state: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
        """The parent's words and the action instance of a state of a level."""
        words = len(state)
        for file in level.files:
            if not file.low <= hashed < file.high:
                continue
            for _, group in self._groups(file.within(hashed, hashed + 1)):
                columns = [column.to_numpy() for column in group(_columns(words)).columns]
                for at in np.flatnonzero(columns[0] == np.uint64(hashed)):
                    values = tuple(int(column[at]) for column in columns)
                    if values[1 : 1 + words] == state:
                        return values[1 + words : -1], values[-1]
        raise UsageError(f"{self.path} has no state {state} at depth {level.depth}: its files are damaged")

    def _groups(self, file: File) -> Iterator[tuple[Any, Any]]:
        """The row groups that may have states of a file's range: their hashes, and what reads columns of them."""
        path = self.path / file.name
        with _readable(path), pq.ParquetFile(path, page_checksum_verification=True) as parquet:
            for k in range(parquet.num_row_groups):
                limits = parquet.metadata.row_group(k).column(0).statistics
                if limits.min < file.high and file.low <= limits.max:
                    hashes = parquet.read_row_group(k, ["hash"]).column(0).to_numpy()
                    yield hashes, lambda names, k=k: parquet.read_row_group(k, names)

    def write_run(self, run: Matrix, low: int, high: int) -> File:
        """Write the sorted hashes and words of states."""
        name = f"runs/{low:016x}-{uuid.uuid4().hex[:12]}.npy"
        with self.explained():
            np.save(self.path / name, run)
            return File(name, low, high, run.shape[1], (self.path / name).stat().st_size)

    def map_run(self, file: File) -> Matrix:
        """The hashes and words of a run in its range. They are read from the file as they are looked at."""
        path = self.path / file.name
        try:
            self._check(file)
            run: Matrix = np.load(path, mmap_mode="r")
        except (OSError, ValueError) as error:
            raise UsageError(f"{path} can't be read: {error}") from error
        return run[:, between(run[0], file.low, file.high)]

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Turn an error of writing into one line."""
        try:
            yield
        except OSError as error:
            raise UsageError(f"the work directory {self.path} can't be written: {_reason(error)}") from error


def _columns(words: int) -> list[str]:
    names = ["hash", *(f"state{k}" for k in range(words)), *(f"parent{k}" for k in range(words)), "action"]
    assert len(names) == rows(words)
    return names


def _manifest(depth: int) -> str:
    return f"level-{depth:04d}.json"


def _difference(key: str, known: Any, value: Any) -> str:
    advice = "name another --workdir"
    if key in ("format", "kernel"):
        return f"another version of the protocol or of Tidemark: {advice}"
    return f"the {key} {_words(known)}, and this one has {_words(value)}: {advice}"


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{k}={v}" for k, v in value.items())
    return ", ".join(value) or "none" if isinstance(value, list) else str(value)


def _reason(error: OSError) -> str:
    return error.strerror or str(error)


def _object(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} can't be read: {error}") from error
    if not isinstance(data, dict):
        raise UsageError(f"{path} is damaged: it is not a JSON object")
    return data


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, pa.ArrowException) as error:
        text = str(error).strip().split("\n")[0]
        raise UsageError(f"{path} can't be read, and is damaged or gone: {text}") from error
