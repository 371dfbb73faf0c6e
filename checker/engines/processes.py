"""Questions answered by forked processes, which inherit what can't be sent to them: z3's terms, or machines.

Its own module, and not `multiprocessing.Pool`: a pool waits for a process that was killed, and a signal in its first
moments finds half of it.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import TypeVar

from checker import signals
from checker.engines.bookkeeping import OutOfTime, require_time, sooner
from checker.runs.results import Clock, Limits

Answer = TypeVar("Answer")


def answers(
    ask: Callable[[int], Answer], questions: int, processes: int, limits: Limits, clock: Clock
) -> Iterator[tuple[int, Answer | None]]:
    """The answer to each question, by its number, as they come; None where its process was killed.

    Leaving early ends the processes.

    Raises:
        OutOfTime: the seconds of the limits have passed since the clock began.
    """
    waiting = iter(range(questions))
    running: dict[Connection, tuple[BaseProcess, int]] = {}
    try:
        while True:
            while len(running) < processes and (number := next(waiting, None)) is not None:
                connection, process = _start(ask)
                running[connection] = (process, number)
                connection.send(number)
            if not running:
                return
            require_time(limits, clock)
            signals.raise_noted()
            ended = set(wait(list(running), sooner(signals.LISTENS, limits.left(clock))))
            for connection in [one for one in running if one in ended]:
                process, number = running[connection]
                try:
                    answer = connection.recv()
                except (EOFError, ConnectionResetError):
                    answer, following = None, None
                else:
                    following = next(waiting, None)
                    # Said, not left to the end of the connection: processes started later hold its other end too.
                    with suppress(BrokenPipeError):
                        connection.send(following)
                if following is None:
                    del running[connection]
                    connection.close()
                    process.join()
                else:
                    running[connection] = (process, following)
                yield number, answer
    finally:
        for process, _ in running.values():
            process.kill()


def _start(ask: Callable[[int], Answer]) -> tuple[Connection, BaseProcess]:
    context = multiprocessing.get_context("fork")
    mine, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(ask, mine, theirs), daemon=True)
    with signals.blocked():
        process.start()
    theirs.close()
    return mine, process


def _serve(ask: Callable[[int], Answer], parents: Connection, connection: Connection) -> None:
    """Runs in a process of its own: answers the questions whose numbers it is sent."""
    signals.in_child()
    parents.close()
    with suppress(EOFError, OutOfTime):
        while (number := connection.recv()) is not None:
            connection.send(ask(number))
