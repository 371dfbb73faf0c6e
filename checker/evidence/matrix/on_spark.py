"""The cells of a grid as tasks of a Spark job: each is searched on one core, and appends its result itself."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from tidemark.checker.engines.spark import session
from tidemark.checker.evidence.matrix import cells
from tidemark.checker.evidence.matrix.cells import CellLimits
from tidemark.checker.evidence.matrix.dataset import Dataset
from tidemark.checker.evidence.matrix.grid import Cell
from tidemark.spec.errors import UsageError

POLLED = 0.5
"""Seconds between two counts of the finished cells."""


def search_cells(
    waiting: list[Cell],
    limits: CellLimits,
    dataset: Dataset,
    master: str,
    scratch: Path,
    report: Callable[[int], None],
) -> None:
    """Search the cells, in this order as cores become free, and append their results to the data set.

    `report` is called from time to time with how many cells the data set has. All executors must see its directory.

    Raises:
        UsageError: Java or the executors can't be used, or the data set can't be written.
    """
    path = str(dataset.path)

    def work(number: int) -> Iterator[str]:
        try:
            Dataset(path).append(cells.search_cell(waiting[number], limits))
        except UsageError as error:
            yield str(error)

    over = threading.Event()

    def look() -> None:
        while not over.wait(POLLED):
            report(dataset.count())

    with session.session(master, scratch) as spark:
        watch = threading.Thread(target=look, daemon=True)
        watch.start()
        try:
            problems = session.run(spark, len(waiting), work)
        finally:
            over.set()
            watch.join()
    if problems:
        raise UsageError(problems[0])
