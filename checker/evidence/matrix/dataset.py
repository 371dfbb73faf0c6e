"""The results of a grid as a data set: Parquet files, partitioned by protocol, one file for each finished cell.

A row is one promise in one cell. The columns: `key` (which cell it is), `promise`, `verdict`, `length`, `states`,
`depth`, `seconds`, `stopped`, one column for each axis of the grid, `bounds` (JSON), `counterexample` (a trace
file's text) and `note` (what else is known).
A file is written whole or not at all, so that a killed grid goes on with the missing cells.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any
from urllib.parse import quote, unquote

from tidemark.base.errors import UsageError
from tidemark.base.extras import require_libraries
from tidemark.checker.engines.store import Store
from tidemark.checker.evidence.matrix.cells import CellFinding, CellResult
from tidemark.checker.evidence.matrix.grid import GridCell

_FIXED = (
    ("key", "string"), ("promise", "string"), ("verdict", "string"), ("length", "int32"), ("states", "int64"),
    ("depth", "int32"), ("seconds", "double"), ("stopped", "string"), ("bounds", "string"),
    ("counterexample", "string"),
)  # fmt: skip
_PROTOCOL, _END = "protocol=", ".parquet"
_TRIED = ".writable"
"""A file that is written and removed before anything is searched."""


class Dataset:
    """A place of results, which tasks elsewhere can be sent. Every problem with it is a UsageError of one line."""

    def __init__(self, store: Store) -> None:
        require_libraries("a data set", "pyarrow")
        self.store = store

    def begin(self, resume: bool) -> None:
        """Make it ready to be appended to.

        Raises:
            UsageError: it can't be written, or has something in it and `resume` is not asked for.
        """
        try:
            names = self.store.names()
            self.store.write(_TRIED, b"")
            self.store.remove([_TRIED])
        except OSError as error:
            raise self._unwritable(error) from error
        if others := [name for name in names if not name.startswith((_PROTOCOL, "spark.log", "."))]:
            raise UsageError(
                f"{self.store} has {others[0]} in it, which is no result: name another --dataset"
            )
        if names and not resume:
            raise UsageError(
                f"{self.store} has results in it: go on with --resume, or name another --dataset"
            )

    def append(self, outcome: CellResult) -> None:
        """Add a cell's results."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        cell = outcome.cell
        columns = [*_FIXED, ("note", "string"), *((axis, "string") for axis in cell.conditions)]
        schema = pa.schema([(name, pa.type_for_alias(alias)) for name, alias in columns])
        search = {name: getattr(outcome, name) for name in ("states", "depth", "seconds", "stopped")}
        whole = {"key": cell.key, "bounds": json.dumps(cell.machine().bounds), **search, **cell.conditions}
        rows = [{"promise": name, **asdict(finding), **whole} for name, finding in outcome.findings.items()]
        content, table = pa.BufferOutputStream(), pa.Table.from_pylist(rows, schema)
        pq.write_table(table, content, compression="zstd", write_page_checksum=True)
        try:
            self.store.write(_name(cell), content.getvalue())
        except OSError as error:
            raise self._unwritable(error) from error

    def _unwritable(self, error: OSError) -> UsageError:
        return UsageError(f"the data set {self.store} can't be written: {self.store.reason(error)}")

    def _files(self) -> list[str]:
        """The files of all finished cells, in the order of their names."""
        try:
            folders = [name.rstrip("/") for name in self.store.names() if name.startswith(_PROTOCOL)]
            names = [f"{folder}/{name}" for folder in folders for name in self.store.names(folder)]
        except OSError as error:
            raise UsageError(f"{self.store} can't be read: {self.store.reason(error)}") from error
        return sorted(name for name in names if name.endswith(_END) and "/." not in name)

    def count(self) -> int:
        """How many cells are finished."""
        return len(self._files())

    def outcomes(self, cells: Iterable[GridCell]) -> dict[str, CellResult]:
        """What is known of cells that are finished, by their keys.

        Raises:
            UsageError: the file of one is damaged.
        """
        finished = set(self._files())
        return {cell.key: self._outcome(cell) for cell in cells if _name(cell) in finished}

    def _outcome(self, cell: GridCell) -> CellResult:
        rows = self._read(_name(cell))
        if [row["promise"] for row in rows] != list(cell.promises):
            path = self.store.path(_name(cell))
            raise UsageError(f"{path} is damaged: it does not have the promises of the cell")
        findings = {
            r["promise"]: CellFinding(r["verdict"], r["length"], r["counterexample"], r.get("note") or "")
            for r in rows
        }
        first = rows[0]
        return CellResult(cell, findings, first["states"], first["depth"], first["seconds"], first["stopped"])

    def rows(self) -> list[dict[str, Any]]:
        """All rows, with their protocols, without their counterexamples.

        Raises:
            UsageError: there are none, or a file is damaged.
        """
        result_rows = []
        for file in self._files():
            protocol = unquote(file.split("/")[0].removeprefix(_PROTOCOL))
            for row in self._read(file):
                row.pop("counterexample")
                result_rows.append({"protocol": protocol, **row})
        if not result_rows:
            raise UsageError(
                f"{self.store} has no results: `tidemark matrix --dataset {self.store}` makes them"
            )
        return result_rows

    def _read(self, name: str) -> list[dict[str, Any]]:
        import pyarrow as pa
        import pyarrow.parquet as pq

        path = self.store.path(name)
        try:
            content = self.store.read(name)
        except OSError as error:
            raise UsageError(f"{path} can't be read: {self.store.reason(error)}") from error
        try:
            with pq.ParquetFile(pa.BufferReader(content), page_checksum_verification=True) as parquet:
                rows: list[dict[str, Any]] = parquet.read().to_pylist()
        except (OSError, pa.ArrowException) as error:
            reason = str(error).strip().split("\n")[0]
            raise UsageError(f"{path} can't be read, and is damaged: {reason}") from error
        if not rows or not {name for name, _ in _FIXED} <= set(rows[0]):
            raise UsageError(f"{path} is damaged: it does not have the columns of a result")
        return rows


def _name(cell: GridCell) -> str:
    """The file of a cell."""
    return f"{_PROTOCOL}{quote(cell.protocol, safe='')}/{cell.key}{_END}"
