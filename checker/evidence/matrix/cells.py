"""Searching the cells of a grid: one cell on one core with a memory limit, and many cells side by side.

Every cell has its process, so that a cell that runs out of memory, or crashes, takes no other with it.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from tidemark.base.errors import TidemarkError
from tidemark.checker.engines import memory, processes
from tidemark.checker.engines.native import cache
from tidemark.checker.engines.native.spots import search
from tidemark.checker.evidence.matrix.grid import GridCell
from tidemark.checker.runs.files import to_text
from tidemark.checker.runs.results import Limits, Verdict


@dataclass(frozen=True)
class CellLimits:
    """When a cell is given up as unknown. `max_memory` is in bytes."""

    max_states: int | None = None
    max_memory: int | None = None
    seconds: float | None = None


@dataclass
class CellFinding:
    """What is known about one promise in one cell; `counterexample` is the text of a trace file.

    note: what else is known, such as how many states have no way to what should be possible.
    """

    verdict: str
    length: int | None = None
    counterexample: str | None = None
    note: str = ""


@dataclass
class CellResult:
    """What the search of a cell found. `states` and `depth` are those searched until all promises were decided."""

    cell: GridCell
    findings: dict[str, CellFinding] = field(default_factory=dict)
    states: int = 0
    depth: int = 0
    seconds: float = 0.0
    stopped: str | None = None

    @classmethod
    def unknown(cls, cell: GridCell, reason: str) -> CellResult:
        """The result of a cell whose search did not end."""
        return cls(cell, {name: CellFinding("unknown") for name in cell.promises}, stopped=reason)


def search_cell(cell: GridCell, limits: CellLimits) -> CellResult:
    """Search a cell with one thread. `max_memory` is for what it takes beyond what the process holds already.

    Where a promise is about runs, all states are searched.
    """
    machine = cell.machine()
    most = limits.max_memory and limits.max_memory + memory.resident()
    bounded = Limits(limits.max_states, most, seconds=limits.seconds)
    if machine.temporal:
        from tidemark.checker.engines.native import liveness  # numpy: few grids need it

        result = liveness.check(machine, bounded, threads=1)
    else:
        result = search(machine, bounded, threads=1)
    result.require_no_interrupt()
    findings = {name: _finding(verdict) for name, verdict in result.promises.items()}
    return CellResult(cell, findings, result.distinct_states, result.depth, result.seconds, result.stopped)


def _finding(verdict: Verdict) -> CellFinding:
    trace = to_text(verdict.run) if verdict.run else None
    return CellFinding(verdict.verdict, verdict.length, trace, verdict.note)


def search_cells(cells: list[GridCell], limits: CellLimits, jobs: int) -> Generator[CellResult, None, None]:
    """The results of all cells as they end, `jobs` at a time. Closing the iterator ends the running ones."""
    cache.warn()
    waiting = list(reversed(cells))
    running: dict[Connection, tuple[GridCell, BaseProcess]] = {}
    try:
        processes.start_server(__name__)
        while waiting or running:
            while waiting and len(running) < jobs:
                cell = waiting.pop()
                answer, process = processes.start_process(_send, cell, limits)
                running[answer] = (cell, process)
            for ready in wait(list(running)):
                assert isinstance(ready, Connection)
                yield _receive(ready, *running.pop(ready))
    finally:
        processes.end(process for _, process in running.values())


def _send(question: Connection, cell: GridCell, limits: CellLimits) -> None:
    """Runs in the cell's process."""
    try:
        result = search_cell(cell, limits)
    except (TidemarkError, MemoryError) as error:
        result = CellResult.unknown(cell, str(error) or "memory ran out")
    question.send(result)


def _receive(answer: Connection, cell: GridCell, process: BaseProcess) -> CellResult:
    try:
        outcome: CellResult = processes.receive(answer, process)
    except processes.Gone as gone:
        outcome = CellResult.unknown(cell, str(gone))
    answer.close()
    process.join()
    return outcome
