"""What an audit found, as a directory of files for each table, that can be queried.

Every process that settles groups writes separate files. A file appears whole or not at all, and a task that runs again
writes the same files again. They are Parquet, or lines of JSON where pyarrow is not installed, which nobody keeps.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tidemark.base.errors import UsageError, printable
from tidemark.base.extras import is_installed, require_libraries
from tidemark.spec.families.audits import (
    Advice,
    AuditFinding,
    CopyCell,
    Drawing,
    GroupFindings,
    LostRange,
    Standing,
    Strip,
)

ROWS = 20_000
"""Rows that are kept in memory before they are written."""
FINDINGS = (
    ("kind", "string"), ("group", "string"), ("place", "string"), ("file", "string"), ("at", "int64"),
    ("text", "string"), ("details", "string"), ("count", "int64"),
)  # fmt: skip
DRAWINGS = (("group", "string"), ("drawing", "string"))
STANDINGS = (("group", "string"), ("place", "string"), ("cells", "string"), ("data", "string"))
UNREAD = (("path", "string"), ("reason", "string"))
LOST = (
    ("group", "string"), ("first", "int64"), ("last", "int64"), ("since", "int64"), ("until", "int64"),
    ("is_between", "bool"), ("held_by", "string"), ("lost_by", "string"),
)  # fmt: skip
ADVICE = (("group", "string"), ("sections", "string"))


def tables(columns: Sequence[tuple[str, str]]) -> dict[str, Sequence[tuple[str, str]]]:
    """The tables of a data set, with the name and type of their columns."""
    units = (("group", "string"), *columns)
    return {
        "findings": FINDINGS,
        "units": units,
        "drawings": DRAWINGS,
        "standings": STANDINGS,
        "lost": LOST,
        "advice": ADVICE,
        "unread": UNREAD,
    }


@dataclass
class Writer:
    """Writes what one process settles. `part`: what its files are called."""

    path: Path
    part: str
    columns: Sequence[tuple[str, str]]
    pending: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    written: int = 0

    def add(self, group: str, settled: GroupFindings) -> None:
        """Write what was found of a group, now or with the next."""
        rows = {
            "findings": [asdict(f) | {"details": json.dumps(f.details)} for f in settled.findings],
            "units": [{"group": group, **row} for row in settled.rows],
            "drawings": [{"group": group, "drawing": json.dumps(asdict(d))} for d in settled.drawings],
            "standings": [
                asdict(s) | {"cells": json.dumps(s.cells), "data": json.dumps(s.data)}
                for s in settled.standings
            ],
            "lost": [
                asdict(x) | {"held_by": json.dumps(x.held_by), "lost_by": json.dumps(x.lost_by)}
                for x in settled.lost
            ],
            "advice": [{"group": x.group, "sections": json.dumps(x.sections)} for x in settled.advice],
            "unread": [{"path": path, "reason": reason} for path, reason in settled.unread],
        }
        for table, new_rows in rows.items():
            self.pending.setdefault(table, []).extend(map(_encodable, new_rows))
        if sum(map(len, self.pending.values())) >= ROWS:
            self.flush()

    def flush(self) -> None:
        """Write all that waits.

        Raises:
            UsageError: it can't be written.
        """
        suffix, write = (".parquet", _write_parquet) if is_installed("pyarrow") else (".jsonl", _write_lines)
        for table, columns in tables(self.columns).items():
            if not (rows := self.pending.pop(table, [])):
                continue
            target = self.path / table / f"{self.part}-{self.written:05d}{suffix}"
            half = target.with_suffix(f".{os.getpid()}.half")
            try:
                target.parent.mkdir(parents=True, exist_ok=True)
                write(half, rows, columns)
                half.replace(target)
            except OSError as error:
                half.unlink(missing_ok=True)
                where = printable(str(self.path))
                raise UsageError(f"{where} can't be written: {error.strerror or error}") from error
        self.written += 1


def _write_parquet(file: Path, rows: list[dict[str, Any]], columns: Sequence[tuple[str, str]]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([(name, pa.type_for_alias(type_)) for name, type_ in columns])
    pq.write_table(pa.Table.from_pylist(rows, schema), file, compression="zstd")


def _write_lines(file: Path, rows: list[dict[str, Any]], columns: Sequence[tuple[str, str]]) -> None:
    """Write each row as JSON on a line; a column that it lacks is null, as in Parquet."""
    names = [name for name, _ in columns]
    lines = (json.dumps({name: row.get(name) for name in names}) for row in rows)
    file.write_text("".join(f"{line}\n" for line in lines))


def _encodable(row: dict[str, Any]) -> dict[str, Any]:
    """A row whose texts are Unicode: a name on a disk may be any bytes."""
    return {
        name: value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value
        for name, value in row.items()
    }


def begin(path: Path) -> None:
    """Make an empty data set that is kept.

    Raises:
        UsageError: there is something already, it can't be written, or a library that writes it is missing.
    """
    require_libraries("--out", "pyarrow")
    shown = printable(str(path))
    try:
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise UsageError(f"{shown} is not empty: name a new directory for the data set")
        path.mkdir(parents=True, exist_ok=True)
        (path / ".writable").touch()
        (path / ".writable").unlink()
    except OSError as error:
        raise UsageError(f"{shown} can't be written: {error.strerror}") from error


def read(path: Path, table: str) -> Iterator[dict[str, Any]]:
    """The rows of a table, file by file, in the order of the files' names."""
    for file in sorted((path / table).glob("*.jsonl")):
        with file.open() as lines:
            yield from map(json.loads, lines)
    for file in sorted((path / table).glob("*.parquet")):
        import pyarrow.parquet as pq

        for batch in pq.ParquetFile(file).iter_batches(batch_size=ROWS):
            yield from batch.to_pylist()


def findings(path: Path) -> Iterator[AuditFinding]:
    """All findings."""
    for row in read(path, "findings"):
        yield AuditFinding(**{**row, "details": json.loads(row["details"])})


def standings(path: Path) -> Iterator[Standing]:
    """What each copy of each group holds."""
    for row in read(path, "standings"):
        yield Standing(row["group"], row["place"], json.loads(row["cells"]), json.loads(row["data"]))


def lost(path: Path) -> Iterator[LostRange]:
    """What was acknowledged and is missing on some copy."""
    for row in read(path, "lost"):
        yield lost_range(row | {name: json.loads(row[name]) for name in ("held_by", "lost_by")})


def lost_range(row: dict[str, Any]) -> LostRange:
    """A range as JSON data has it."""
    lost_by = tuple((name, how) for name, how in row["lost_by"])
    return LostRange(**row | {"held_by": tuple(row["held_by"]), "lost_by": lost_by})


def advice(path: Path) -> Iterator[Advice]:
    """What is advised for each group."""
    for row in read(path, "advice"):
        sections = json.loads(row["sections"])
        yield Advice(row["group"], tuple((heading, tuple(lines)) for heading, lines in sections))


def drawings(path: Path) -> Iterator[Drawing]:
    """All pictures."""
    for row in read(path, "drawings"):
        data = json.loads(row["drawing"])
        strips = []
        for strip in data.pop("strips"):
            cells, flag = tuple(CopyCell(**cell) for cell in strip["cells"]), strip["flag"]
            strips.append(Strip(strip["name"], cells, tuple(flag) if flag else None))
        yield Drawing(**data, strips=tuple(strips))
