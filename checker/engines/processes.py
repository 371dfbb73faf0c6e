"""Processes that work for this one: each is sent what it is to do, and sends back the result.

They are forked from a server that has imported what they need and has no threads. A fork of this process would keep the
locks that its other threads hold (those of the signals, of z3 and of numpy, or a caller's own), and wait for them for
ever. Not `multiprocessing.Pool`: it waits for a process that was killed, and a signal in its first moments finds half
of it.
"""

from __future__ import annotations

import functools
import gc
import multiprocessing
import os
import signal
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from multiprocessing import forkserver, resource_tracker, util
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import IO, Any, TypeVar

from tidemark.base import signals, temporary_folders
from tidemark.checker.engines.bookkeeping import OutOfTime, require_time, sooner
from tidemark.checker.runs.results import Clock, Limits

Answer = TypeVar("Answer")
Oracle = Callable[[int], Answer]
"""What gives the answer to the question of a number."""
AFTER_PYTHONS_OWN = -101
"""When the folder of the sockets is removed, as `multiprocessing.util.Finalize` counts: Python's own come at -100."""
LONGEST = 70
"""Characters of that folder's path: with what Python adds, a socket's has at most 107."""
RARELY = (2_000_000, 5, 10)
"""How often these processes look for garbage: they make millions of objects that stay, and few in rings. At Python's
own rate it is a fifth of their time; at this one a fiftieth, and some hundred megabytes more."""


class Gone(Exception):
    """A process has ended, and has not sent what was awaited."""

    def __init__(self, status: int | None) -> None:
        super().__init__(f"its process ended with status {status}")


def start_process(work: Callable[..., None], *arguments: object) -> tuple[Connection, BaseProcess]:
    """Start a process that calls a function of a module with a connection and the arguments; gives its other end."""
    context: Any = multiprocessing.get_context("forkserver")
    mine, theirs = context.Pipe()
    process = context.Process(target=_begin, args=(work, theirs, *arguments), daemon=True)
    with signals.block_signals():
        process.start()
    theirs.close()
    return mine, process


def start_server(module: str) -> None:
    """Start the process that all others are forked from, unless it runs; it imports a module that they all need.

    Neither it nor they ever hear of a signal. Python unblocks signals once it has started its other helper, so that
    helper is started first.
    """
    multiprocessing.get_context("forkserver").set_forkserver_preload([module])
    _sockets()
    # Without the variable it would import what the working directory has of that name.
    with environment({"PYTHONSAFEPATH": "1"}):
        resource_tracker.ensure_running()
        with signals.block_signals():
            forkserver.ensure_running()


@contextmanager
def environment(variables: Mapping[str, str]) -> Iterator[None]:
    """Set variables of the environment meanwhile."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@functools.cache
def _sockets() -> None:
    """Have Python keep its sockets in a folder that is removed with this program, or by the next one."""
    path, lock = temporary_folders.new()
    util.Finalize(lock, _remove, args=(path, lock), exitpriority=AFTER_PYTHONS_OWN)
    signals.at_end.append(functools.partial(_remove, path, lock))
    before = tempfile.tempdir
    if len(str(path)) <= LONGEST:
        tempfile.tempdir = str(path)
    try:
        util.get_temp_dir()
    finally:
        tempfile.tempdir = before


def _remove(path: Path, lock: IO[Any]) -> None:
    temporary_folders.remove(path)
    lock.close()


def end(running: Iterable[BaseProcess]) -> None:
    """Kill processes."""
    for process in running:
        process.kill()


def _begin(work: Callable[..., None], connection: Connection, *arguments: object) -> None:
    signals.in_child()
    threading.Thread(target=_end_with_program, daemon=True).start()
    gc.set_threshold(*RARELY)
    with suppress(BrokenPipeError):
        work(connection, *arguments)


def _end_with_program() -> None:
    """Wait until the program has ended, however it did, and end this process.

    Its parent is the server, which goes on as long as a process that it has forked.
    """
    program = multiprocessing.parent_process()
    assert program
    program.join()
    os.kill(os.getpid(), signal.SIGKILL)


def receive(connection: Connection, process: BaseProcess) -> Any:
    """What a process sends.

    Raises:
        Gone: it has ended.
        KeyboardInterrupt: a signal, which was for all processes, has ended it.
    """
    try:
        return connection.recv()
    except (EOFError, OSError):  # OSError: in the midst of it
        process.join()
        signals.raise_if_ended_by(process.exitcode or 0)
        raise Gone(process.exitcode) from None


def answers(
    ready: Callable[..., Oracle[Answer]],
    arguments: tuple[object, ...],
    questions: int,
    processes: int,
    limits: Limits,
    clock: Clock,
) -> Iterator[tuple[int, Answer | None]]:
    """The answer to each question, by its number, as they come; None where its process was killed.

    Each process gets ready by a function of a module and its arguments, which are sent. Leaving early ends them.

    Raises:
        OutOfTime: the seconds of the limits have passed since the clock began.
    """
    waiting = iter(range(questions))
    running: dict[Connection, tuple[BaseProcess, int]] = {}
    try:
        start_server(ready.__module__)
        while True:
            while len(running) < processes and (number := next(waiting, None)) is not None:
                connection, process = start_process(_serve, ready, arguments)
                running[connection] = (process, number)
                _send(connection, number)
            if not running:
                return
            require_time(limits, clock)
            signals.raise_noted_signal()
            ended = set(wait(list(running), sooner(signals.LISTENS, limits.remaining_seconds(clock))))
            for connection in [open_connection for open_connection in running if open_connection in ended]:
                process, number = running[connection]
                try:
                    answer = receive(connection, process)
                except Gone:
                    answer, following = None, None
                else:
                    following = next(waiting, None)
                    _send(connection, following)
                if following is None:
                    del running[connection]
                    connection.close()
                    process.join()
                else:
                    running[connection] = (process, following)
                yield number, answer
    finally:
        end(process for process, _ in running.values())


def _send(connection: Connection, number: int | None) -> None:
    """Send the number of a question, or that none is left. `receive` reports a process that has ended."""
    with suppress(BrokenPipeError):
        connection.send(number)


def _serve(connection: Connection, ready: Callable[..., Oracle[Any]], arguments: tuple[object, ...]) -> None:
    """Runs in a process of its own: answers the questions whose numbers it is sent."""
    with suppress(EOFError, OutOfTime):
        ask = ready(*arguments)
        while (number := connection.recv()) is not None:
            connection.send(ask(number))
