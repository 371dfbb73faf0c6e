"""Batches as an audit sees them: which of them are of a transaction, and which are drawn around an offset."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tidemark.real.log_auditor import drawing, reading
from tidemark.real.log_auditor.problems import Problems
from tidemark.real.log_auditor.transactions import TransactionCheck
from tidemark.real.storage.batches import ABORT, COLUMNS, COMMIT, CONTROL, NO_MARK, TRANSACTIONAL


def rows(*batches: dict[str, int]) -> Any:
    """Batches of one record each, one after the other, with these fields."""
    made = np.zeros(len(batches), COLUMNS)
    made["producer"], made["mark"] = -1, NO_MARK
    for offset, (row, fields) in enumerate(zip(made, batches, strict=True)):
        for name, value in {"first": offset, "last": offset, **fields}.items():
            row[name] = value
    return made


RECORDS = {"producer": 7, "attributes": TRANSACTIONAL}
IDEMPOTENT = {"producer": 7}
PLAIN = dict[str, int]()


def end(mark: int) -> dict[str, int]:
    return {"producer": 7, "attributes": TRANSACTIONAL | CONTROL, "mark": mark}


def missing(*batches: dict[str, int]) -> list[int | None]:
    """The offsets of marks of which the index of a segment should speak, where it has no index."""
    replica = SimpleNamespace(is_settled=True, is_compacted=False)
    task = SimpleNamespace(base=0, is_last=False, names=frozenset(), replica=replica)
    problems = Problems("plain-0", "/data/1")
    check = TransactionCheck(task, 1000, problems)  # type: ignore[arg-type]
    check.take(
        rows(end(COMMIT), *batches)
    )  # after its first mark it is sure where a producer's transaction begins
    return [finding.at for finding in problems.findings]


@pytest.mark.parametrize(
    ("batches", "offsets"),
    [
        ((RECORDS, end(ABORT)), [2]),
        ((RECORDS, end(COMMIT)), []),
        ((end(ABORT),), []),
        ((IDEMPOTENT, end(ABORT)), []),
        ((PLAIN, end(ABORT)), []),
        ((RECORDS, end(COMMIT + 1), end(ABORT)), [3]),
        ((RECORDS, end(COMMIT), RECORDS, end(ABORT)), [4]),
        ((RECORDS, end(ABORT), end(ABORT)), [2]),
    ],
)
def test_an_index_speaks_of_marks_that_abort_records_of_a_transaction(
    batches: tuple[dict[str, int], ...], offsets: list[int]
) -> None:
    assert missing(*batches) == offsets


def drawn(monkeypatch: pytest.MonkeyPatch, offset: int, *copies: range) -> list[list[tuple[int, bool]]]:
    """The first offsets of the cells of each copy, with whether they are marked, where batches are one record each."""
    batches = {id(copy): rows(*[{"first": k, "last": k, "epoch": 1} for k in copy]) for copy in copies}
    replicas = [
        SimpleNamespace(log_start=0, copy=copy, task=SimpleNamespace(high_watermark=None, name="x"))
        for copy in copies
    ]
    monkeypatch.setattr(reading, "batches", lambda replica, _: batches[id(replica.copy)])
    picture = drawing.draw("plain-0", replicas, offset, "offsets")  # type: ignore[arg-type]
    return [[(cell.first, cell.mark) for cell in strip.cells] for strip in picture.strips]


@pytest.mark.parametrize(
    ("offset", "shown"),
    [
        (0, range(8)),
        (3, range(8)),
        (4, range(1, 9)),
        (10, range(7, 15)),
        (19, range(16, 20)),
        (17, range(14, 20)),
    ],
)
def test_eight_batches_are_drawn_from_three_before_the_offset_on(
    offset: int, shown: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    cells = [(first, False) for first in shown]
    assert drawn(monkeypatch, offset, range(20), range(20)) == [cells, cells]


def test_a_batch_that_a_copy_lacks_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    longer, shorter = drawn(monkeypatch, 5, range(7), range(5))
    assert longer == [(2, False), (3, False), (4, False), (5, True), (6, True)]
    assert shorter == [(2, False), (3, False), (4, False)]
