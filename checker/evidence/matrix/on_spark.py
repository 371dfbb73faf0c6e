"""The cells of a grid as tasks of a Spark job: each is searched on one core, and appends its result itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from tidemark.base.errors import UsageError
from tidemark.checker.engines.spark import jobs, session
from tidemark.checker.evidence.matrix import cells
from tidemark.checker.evidence.matrix.cells import CellLimits
from tidemark.checker.evidence.matrix.dataset import Dataset
from tidemark.checker.evidence.matrix.grid import GridCell
from tidemark.checker.evidence.polling import polling


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

    with (
        session.session(master, scratch) as spark,
        polling(dataset.count, report),
        jobs.describe(spark, "matrix", f"{len(waiting):,} cells"),
    ):
        problems = jobs.run(spark, range(len(waiting)), work)
    if problems:
        raise UsageError(problems[0])
