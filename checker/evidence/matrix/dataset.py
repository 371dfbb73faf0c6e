"""The results of a grid as a data set: Parquet files, partitioned by protocol, one file for each finished cell.

A row is one promise in one cell. The columns: `key` (which cell it is), `promise`, `verdict`, `length`, `states`,
`depth`, `seconds`, `stopped`, one column for each axis of the grid, `bounds` (JSON), `counterexample` (a trace
file's text) and `note` (what else is known).
A file is written whole or not at all, so that a killed grid goes on with the missing cells.
"""

from __future__ import annotations

import json
import os
import uuid
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pyarrow as pa
import pyarrow.parquet as pq

from tidemark.checker.engines.store import Folder
from tidemark.checker.evidence.matrix.cells import CellResult, Finding
from tidemark.checker.evidence.matrix.grid import Cell
from tidemark.spec.errors import UsageError

_FIXED = [
    ("key", pa.string()),
    ("promise", pa.string()),
    ("verdict", pa.string()),
    ("length", pa.int32()),
    ("states", pa.int64()),
    ("depth", pa.int32()),
    ("seconds", pa.float64()),
    ("stopped", pa.string()),
    ("bounds", pa.string()),
    ("counterexample", pa.string()),
]
_NOTE = ("note", pa.string())


class Dataset:
    """A directory of results. Every problem with it is a UsageError of one line."""

    def __init__(self, path: str | Path) -> None:
        self.path = Folder.of(path).place

    def begin(self, resume: bool) -> None:
        """Make it ready to be appended to.

        Raises:
            UsageError: it can't be written, or has something in it and `resume` is not asked for.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            names = [path.name for path in self.path.iterdir()]
        except OSError as error:
            raise self._unwritable(error) from error
        if others := [name for name in names if not name.startswith(("protocol=", "spark.log", "."))]:
            raise UsageError(f"{self.path} has {others[0]} in it, which is no result: name another --dataset")
        if names and not resume:
            raise UsageError(f"{self.path} has results in it: go on with --resume, or name another --dataset")
        if not os.access(self.path, os.W_OK):
            raise UsageError(f"the data set {self.path} can't be written: it is not yours to write")

    def append(self, outcome: CellResult) -> None:
        """Add a cell's results."""
        cell = outcome.cell
        file = self._file(cell)
        schema = pa.schema([*_FIXED, _NOTE, *((axis, pa.string()) for axis in cell.conditions)])
        rows = [
            {
                "key": cell.key,
                "promise": name,
                "verdict": finding.verdict,
                "length": finding.length,
                "states": outcome.states,
                "depth": outcome.depth,
                "seconds": outcome.seconds,
                "stopped": outcome.stopped,
                "bounds": json.dumps(cell.machine().bounds),
                "counterexample": finding.counterexample,
                "note": finding.note,
                **cell.conditions,
            }
            for name, finding in outcome.findings.items()
        ]
        part = file.with_name(f".{file.name}.{uuid.uuid4().hex[:8]}")
        try:
            part.parent.mkdir(parents=True, exist_ok=True)
            pq.write_table(
                pa.Table.from_pylist(rows, schema), part, compression="zstd", write_page_checksum=True
            )
            part.replace(file)
        except OSError as error:
            raise self._unwritable(error) from error

    def _file(self, cell: Cell) -> Path:
        return self.path / f"protocol={quote(cell.protocol, safe='')}" / f"{cell.key}.parquet"

    def _unwritable(self, error: OSError) -> UsageError:
        return UsageError(f"the data set {self.path} can't be written: {error.strerror or error}")

    def count(self) -> int:
        """How many cells are finished."""
        return sum(1 for _ in self.path.glob("protocol=*/[!.]*.parquet"))

    def outcome(self, cell: Cell) -> CellResult | None:
        """What is known of a cell; None unless it is finished.

        Raises:
            UsageError: its file is damaged.
        """
        file = self._file(cell)
        if not file.exists():
            return None
        rows = read_rows(file)
        if [row["promise"] for row in rows] != list(cell.promises):
            raise UsageError(f"{file} is damaged: it does not have the promises of the cell")
        findings = {
            r["promise"]: Finding(r["verdict"], r["length"], r["counterexample"], r.get("note") or "")
            for r in rows
        }
        first = rows[0]
        return CellResult(cell, findings, first["states"], first["depth"], first["seconds"], first["stopped"])

    def rows(self) -> list[dict[str, Any]]:
        """All rows, with their protocols, without their counterexamples.

        Raises:
            UsageError: there are none, or a file is damaged.
        """
        found = []
        for file in sorted(self.path.glob("protocol=*/[!.]*.parquet")):
            protocol = unquote(file.parent.name.removeprefix("protocol="))
            for row in read_rows(file):
                row.pop("counterexample")
                found.append({"protocol": protocol, **row})
        if not found:
            raise UsageError(
                f"{self.path} has no results: `tidemark matrix --dataset {self.path}` makes them"
            )
        return found


def read_rows(file: Path) -> list[dict[str, Any]]:
    """The rows of a file.

    Raises:
        UsageError: it is damaged.
    """
    try:
        with pq.ParquetFile(file, page_checksum_verification=True) as parquet:
            rows: list[dict[str, Any]] = parquet.read().to_pylist()
    except (OSError, pa.ArrowException) as error:
        reason = str(error).strip().split("\n")[0]
        raise UsageError(f"{file} can't be read, and is damaged: {reason}") from error
    if not rows or not {name for name, _ in _FIXED} <= set(rows[0]):
        raise UsageError(f"{file} is damaged: it does not have the columns of a result")
    return rows
