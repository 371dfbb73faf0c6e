"""Logs as Parquet: each row is an event, and each column a field. A row has no field where it is null.

Its own module because nothing else here needs pyarrow, which is imported when such a log is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, date, datetime
from typing import IO, Any

from tidemark.base.errors import UsageError
from tidemark.base.extras import require_libraries
from tidemark.spec.logs.events import place

ENDING = ".parquet"
ROWS = 4096
"""Rows that are converted at once."""


def is_table(path: str) -> bool:
    """Whether a log is a Parquet file, by its name."""
    return path.endswith(ENDING)


def row_groups(path: str, file: IO[bytes]) -> list[int]:
    """How many rows each group of a file has.

    Raises:
        UsageError: it is no Parquet file.
    """
    with _table(path, file) as table:
        return [table.metadata.row_group(k).num_rows for k in range(table.num_row_groups)]


def read_rows(
    path: str, file: IO[bytes], group: int | None = None, before: int = 0
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The rows of a file, or of one of its groups, which `before` rows come before: `row 1`, and its fields.

    A time is a number of seconds since 1970, one without a zone is in UTC.

    Raises:
        UsageError: it is no Parquet file, or is damaged.
    """
    number = before
    with _table(path, file) as table:
        groups = None if group is None else [group]
        for batch in table.iter_batches(batch_size=ROWS, row_groups=groups):
            for row in _convert_batch(path, batch, number):
                number += 1
                yield f"row {number}", {name: _plain(v) for name, v in row.items() if v is not None}


_NO_VALUE = (ValueError, OverflowError, LookupError)
"""What Arrow raises of a value that Python has not: a time after the year 9999, text that is not UTF-8."""


def _convert_batch(path: str, batch: Any, before: int) -> list[dict[str, Any]]:
    """The rows of a batch, which that many come before.

    Raises:
        UsageError: a value can't be converted.
    """
    try:
        rows: list[dict[str, Any]] = batch.to_pylist()
        return rows
    except _NO_VALUE:
        for k in range(batch.num_rows):
            for name, column in zip(batch.schema.names, batch.columns, strict=True):
                try:
                    column[k].as_py()
                except _NO_VALUE as error:
                    position = place(path, f"row {before + k + 1}")
                    raise UsageError(f"{position}: the field {name} can't be read: {error}") from None
        raise


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return (value if value.tzinfo else value.replace(tzinfo=UTC)).timestamp()
    if isinstance(value, date):
        return value.isoformat()
    return value


@contextmanager
def _table(path: str, file: IO[bytes]) -> Iterator[Any]:
    require_libraries(f"{path}, a Parquet file,", "pyarrow")
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.ParquetFile(file)
        names = table.schema_arrow.names
        if twice := [name for name in names if names.count(name) > 1]:
            raise UsageError(f"{path}: two columns have one name: {twice[0]}")
        yield table
    except (pa.ArrowException, OSError) as error:
        reason = str(error).strip().split("\n")[0]
        raise UsageError(f"{path} can't be read as Parquet: {reason}") from None
