"""Searching the cells of a grid: one cell on one core with a memory limit, and many cells side by side.

Every cell has a process of its own, so that one that runs out of memory, or crashes, takes no other with it.
"""

from __future__ import annotations

import functools
import multiprocessing
import tempfile
from collections.abc import Generator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import forkserver, resource_tracker, util
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import IO, Any

from checker import signals
from checker.engines import memory
from checker.engines.native.search import search
from checker.evidence.matrix.grid import Cell
from checker.runs.files import to_text
from checker.runs.results import Limits, Verdict
from spec import scratch
from spec.errors import TidemarkError

START = "forkserver"
"""How the cells' processes are started: from one that has imported all they need, and has no threads."""


AFTER_PYTHONS_OWN = -101
"""When the folder of the sockets is removed, as `multiprocessing.util.Finalize` counts: Python's own come at -100."""
LONGEST = 70
"""Characters of that folder's path: with what Python adds, a socket's has at most 107."""
_held: list[IO[Any]] = []
"""What holds that folder."""


@dataclass(frozen=True)
class CellLimits:
    """When a cell is given up as unknown. `max_memory` is in bytes."""

    max_states: int | None = None
    max_memory: int | None = None
    seconds: float | None = None


@dataclass
class Finding:
    """What is known about one promise in one cell; `counterexample` is the text of a trace file."""

    verdict: str
    length: int | None = None
    counterexample: str | None = None


@dataclass
class CellResult:
    """What the search of a cell found. `states` and `depth` are those searched until all promises were decided."""

    cell: Cell
    findings: dict[str, Finding] = field(default_factory=dict)
    states: int = 0
    depth: int = 0
    seconds: float = 0.0
    stopped: str | None = None

    @classmethod
    def unknown(cls, cell: Cell, reason: str) -> CellResult:
        """The result of a cell whose search did not end."""
        return cls(cell, {name: Finding("unknown") for name in cell.promises}, stopped=reason)


def search_cell(cell: Cell, limits: CellLimits) -> CellResult:
    """Search a cell with one thread. `max_memory` is for what it takes beyond what the process holds already."""
    most = limits.max_memory and limits.max_memory + memory.resident()
    result = search(cell.machine(), Limits(limits.max_states, most, seconds=limits.seconds), threads=1)
    result.require_uninterrupted()
    findings = {name: _finding(verdict) for name, verdict in result.promises.items()}
    return CellResult(cell, findings, result.distinct_states, result.depth, result.seconds, result.stopped)


def _finding(verdict: Verdict) -> Finding:
    trace = to_text(verdict.run) if verdict.run else None
    return Finding(verdict.verdict, verdict.length, trace)


def search_cells(cells: list[Cell], limits: CellLimits, jobs: int) -> Generator[CellResult, None, None]:
    """The results of all cells as they end, so many at a time. Closing the iterator ends the running ones."""
    context: Any = multiprocessing.get_context(START)
    if START == "forkserver":
        context.set_forkserver_preload([__name__])
    waiting = list(reversed(cells))
    running: dict[Connection, tuple[Cell, BaseProcess]] = {}
    try:
        if START == "forkserver":
            _start_server()
        while waiting or running:
            while waiting and len(running) < jobs:
                cell = waiting.pop()
                answer, question = context.Pipe(duplex=False)
                process = context.Process(target=_send, args=(question, cell, limits), daemon=True)
                with signals.blocked():
                    process.start()
                question.close()
                running[answer] = (cell, process)
            for ready in wait(list(running)):
                assert isinstance(ready, Connection)
                yield _received(ready, *running.pop(ready))
    finally:
        for _, process in running.values():
            process.kill()
        if signals.received() and START == "forkserver":
            scratch.remove(_sockets())  # the program ends at once, without what Python does at its own end


def _start_server() -> None:
    """Start the process that all cells' are forked from, so that neither it nor they ever hear of a signal.

    Python unblocks signals once it has started its other helper, so that one comes first.
    """
    _sockets()
    resource_tracker.ensure_running()
    with signals.blocked():
        forkserver.ensure_running()


@functools.cache
def _sockets() -> Path:
    """Have Python keep its sockets in a folder that goes with this program, or that the next one removes."""
    path, lock = scratch.new()
    util.Finalize(lock, scratch.remove, args=(path,), exitpriority=AFTER_PYTHONS_OWN)
    before = tempfile.tempdir
    if len(str(path)) <= LONGEST:
        tempfile.tempdir = str(path)
    try:
        util.get_temp_dir()
    finally:
        tempfile.tempdir = before
    _held.append(lock)
    return path


def _send(question: Connection, cell: Cell, limits: CellLimits) -> None:
    """Runs in the cell's process."""
    signals.in_child()
    try:
        result = search_cell(cell, limits)
    except (TidemarkError, MemoryError) as error:
        result = CellResult.unknown(cell, str(error) or "memory ran out")
    with suppress(BrokenPipeError):
        question.send(result)


def _received(answer: Connection, cell: Cell, process: BaseProcess) -> CellResult:
    try:
        outcome: CellResult = answer.recv()
    except EOFError:
        process.join()
        outcome = CellResult.unknown(cell, f"its process ended with status {process.exitcode}")
    answer.close()
    process.join()
    return outcome
