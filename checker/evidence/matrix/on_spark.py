"""The cells of a grid as tasks of a Spark job: each is searched on one core, and appends its result itself."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from tidemark.base.errors import UsageError
from tidemark.checker.engines.spark import session
from tidemark.checker.evidence.matrix import cells
from tidemark.checker.evidence.matrix.cells import CellLimits
from tidemark.checker.evidence.matrix.dataset import Dataset
from tidemark.checker.evidence.matrix.grid import GridCell

POLLED = 0.5
"""Seconds between two counts of the finished cells, at least."""
PART = 20
"""How many times what a count takes is waited, at least: in a store it is many requests."""


def search_cells(
    waiting: list[GridCell],
    limits: CellLimits,
    dataset: Dataset,
    master: str,
    scratch: Path,
    report: Callable[[int], None],
) -> None:
    """Search the cells, in this order as cores become free, and append their results to the data set.

    `report` is called from time to time with how many cells the data set has, which all executors must see.

    Raises:
        UsageError: Java or the executors can't be used, or the data set can't be written.
    """

    def work(number: int) -> Iterator[str]:
        try:
            dataset.append(cells.search_cell(waiting[number], limits))
        except UsageError as error:
            yield str(error)

    over = threading.Event()

    def look() -> None:
        waiting = POLLED
        while not over.wait(waiting):
            begin = time.monotonic()
            with suppress(UsageError):  # a store gave no answer: the tasks tell whether that lasts
                report(dataset.count())
            waiting = max(POLLED, PART * (time.monotonic() - begin))

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
