"""The verdicts on many logs as a data set: Parquet files, of which each has a share of the logs, a row for each.

    validation.json     what is validated: machine, map, limits, logs; and into how many shares they are divided
    share-00012.parquet a finished share
    .open/00012/        a share that is not finished: its rows, a file for each `BATCH` logs
    .problems/          what is wrong with a log, found while it was read

Which share a log is in, and its place there, depends on the logs alone, so a killed run goes on behind the last file of
each share. A file is written whole or not at all, and a task that is done again writes the same files again. All
executors must see the directory.
"""

from __future__ import annotations

import json
import os
import shutil
import uuid
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from tidemark.base.errors import UsageError
from tidemark.base.files import lock_directory, read_text, why_unread
from tidemark.checker.engines.store import Folder

FORMAT = 3
BATCH = 256
"""Logs that are validated before they are written: what a kill costs each task at most."""
MANIFEST, OPEN, PROBLEMS = "validation.json", ".open", ".problems"
_UNFINISHED = (".share-", f".{MANIFEST}.")
_OWN = {MANIFEST, OPEN, PROBLEMS, "spark.log"}
_COLUMNS = (
    "log", "verdict", "events", "passed", "states", "length", "names", "breaks", "refused", "standing", "refusals",
    "explaining", "stopped", "summary", "details", "run", "covered", "piece", "event",
)  # fmt: skip
_NUMBERS = {"events", "passed", "states", "length", "standing", "piece", "event"}
SCHEMA = pa.schema([(name, pa.int64() if name in _NUMBERS else pa.string()) for name in _COLUMNS])
"""The columns. Those of verdicts are as `--json` has them, those that are nested as JSON. `run` is a trace file's text,
`details` what is printed of a log that is not explained, or breaks a promise. `covered`, where it is asked for, says at
which bounds the log was validated, and what its run is the first of its share to exercise. `piece` and `event` say
where the log begins."""
NESTED = ("breaks", "refused", "refusals", "explaining")
_PACKING: dict[str, Any] = {"compression": "zstd", "write_page_checksum": True}


def share_of(log: str, shares: int) -> int:
    """The share that a log is in."""
    return zlib.crc32(log.encode("utf-8", "surrogatepass")) % shares


class Results:
    """A directory of results. Every problem with it is a UsageError of one line.

    verdict_columns: the columns that describe a verdict.
    """

    verdict_columns = tuple(SCHEMA.names[: SCHEMA.names.index("stopped") + 1])

    def __init__(self, path: str | Path) -> None:
        self.path = Folder.of(path).place

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Keep other runs out of the directory, which is made unless it is there.

        Raises:
            UsageError: another one is at work in it, or it can't be written.
        """
        try:
            lock = lock_directory(self.path, f"another run is at work in {self.path}: name another --dataset")
        except OSError as error:
            raise self._unwritable(error) from error
        try:
            yield
        finally:
            os.close(lock)

    def begin(self, identity: dict[str, Any], shares: int, resume: bool) -> int:
        """Make it ready; gives into how many shares the logs are divided, which the first run has decided.

        Raises:
            UsageError: it can't be written, or has something else in it, or results and `resume` is not asked for.
        """
        whole = {"format": FORMAT, **identity}
        try:
            names = {path.name for path in self.path.iterdir()}
            known = ("share-", *_UNFINISHED)
            if others := sorted(name for name in names - _OWN if not name.startswith(known)):
                raise UsageError(
                    f"{self.path} has {others[0]} in it, which is no result: name another --dataset"
                )
            if MANIFEST in names:
                if not resume:
                    advice = "go on with --resume, or name another --dataset"
                    raise UsageError(f"{self.path} has results in it: {advice}")
                shares = self._check_manifest(whole)
            else:
                data = json.dumps({"identity": whole, "shares": shares}).encode()
                self._write(self.path / MANIFEST, lambda part: part.write_bytes(data))
            for name in names:
                if name.startswith(_UNFINISHED):  # a run was killed while it wrote this
                    (self.path / name).unlink(missing_ok=True)
            shutil.rmtree(self.path / PROBLEMS, ignore_errors=True)
        except OSError as error:
            raise self._unwritable(error) from error
        if not os.access(self.path, os.W_OK):
            raise UsageError(f"the data set {self.path} can't be written: it is not yours to write")
        return shares

    def _check_manifest(self, identity: dict[str, Any]) -> int:
        try:
            data = json.loads(read_text(self.path / MANIFEST, "manifest"))
            stored, shares = dict(data["identity"]), int(data["shares"])
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
            raise UsageError(f"{self.path / MANIFEST} is damaged: {why_unread(error)}") from None
        for name, value in json.loads(json.dumps(identity)).items():
            if stored.get(name) != value:
                raise UsageError(f"{self.path} has results of other {name}: name another --dataset")
        return shares

    # Shares, of which each is written by one task.

    def is_finished(self, share: int) -> bool:
        """Whether all logs of a share are validated."""
        return self._share(share).exists()

    def count_done(self, share: int) -> int:
        """How many logs of a share are validated, of one that is not finished."""
        return _count_rows(lambda: self._parts(share))

    def append(self, share: int, position: int, rows: Sequence[dict[str, Any]]) -> None:
        """Add the results of logs of a share, the first of which has this place in it."""
        table = pa.Table.from_pylist(rows, SCHEMA)
        target = self.path / OPEN / f"{share:05d}" / f"{position:09d}.parquet"
        self._write(target, lambda part: pq.write_table(table, part, **_PACKING))

    def finish(self, share: int) -> None:
        """Note a share as finished: its files become one."""
        parts = self._parts(share)

        def merge(target: Path) -> None:
            with pq.ParquetWriter(target, SCHEMA, **_PACKING) as writer:
                for part in parts:
                    with _readable(part):
                        table = pq.read_table(part, page_checksum_verification=True)
                    writer.write_table(table)

        self._write(self._share(share), merge)
        shutil.rmtree(self.path / OPEN / f"{share:05d}", ignore_errors=True)

    def _share(self, share: int) -> Path:
        return self.path / f"share-{share:05d}.parquet"

    def _parts(self, share: int) -> list[Path]:
        return sorted((self.path / OPEN / f"{share:05d}").glob("[!.]*.parquet"))

    def _write(self, target: Path, write: Any) -> None:
        part = target.with_name(f".{target.name}.{uuid.uuid4().hex[:8]}")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            write(part)
            part.replace(target)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise self._unwritable(error) from error

    def _unwritable(self, error: OSError) -> UsageError:
        return UsageError(f"the data set {self.path} can't be written: {error.strerror or error}")

    # Problems of reading, which all tasks that validate look for: then nothing is validated.

    def note_problem(self, position: Sequence[int], message: str) -> None:
        """Note what is wrong, and where: the first place is reported."""
        name = "-".join(f"{number:012d}" for number in position)
        self._write(self.path / PROBLEMS / name, lambda part: part.write_text(message))

    def problem(self) -> str | None:
        """The first problem."""
        problems = sorted((self.path / PROBLEMS).glob("[!.]*"))
        return problems[0].read_text() if problems else None

    def forget_empty(self) -> None:
        """Remove the folder of open shares where none is left."""
        with suppress(OSError):
            (self.path / OPEN).rmdir()

    # What was found.

    def count(self) -> int:
        """How many logs are validated."""
        return _count_rows(self._files)

    def _files(self) -> list[Path]:
        """All files with verdicts. A finished share has one, whatever a task wrote that outlived its driver."""
        finished = sorted(self.path.glob("share-*.parquet"))
        finished_shares = {file.stem.removeprefix("share-") for file in finished}
        parts = sorted(self.path.glob(f"{OPEN}/*/[!.]*.parquet"))
        return finished + [file for file in parts if file.parent.name not in finished_shares]

    def rows(self, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
        """These columns of all rows, file by file, what is nested as JSON data.

        Raises:
            UsageError: a file is damaged.
        """
        for file in self._files():
            with _readable(file), pq.ParquetFile(file, page_checksum_verification=True) as table:
                for batch in table.iter_batches(batch_size=BATCH, columns=list(columns)):
                    for row in batch.to_pylist():
                        yield {name: json.loads(v) if name in NESTED else v for name, v in row.items()}


def _count_rows(files: Callable[[], list[Path]]) -> int:
    """The rows of all files. Where a task replaces them in the meantime, they are counted again."""
    while True:
        listing = files()
        try:
            return sum(map(_rows, listing))
        except UsageError:
            if listing == files():
                raise


def _rows(path: Path) -> int:
    with _readable(path), pq.ParquetFile(path) as table:
        rows: int = table.metadata.num_rows
        return rows


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, pa.ArrowException) as error:
        reason = str(error).strip().split("\n")[0]
        raise UsageError(f"{path} can't be read, and is damaged: {reason}") from error
