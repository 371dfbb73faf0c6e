"""A question to z3 that Ctrl-C ends: z3 hears no signal while it is at work, so it works in a thread of its own.

Apart from its callers, since all of them need it: bounded search, induction, and the plainest of the shortest runs.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

import z3

from tidemark.base import signals

HEARD = 0.5
"""Seconds that z3 has to notice that it is to stop; deep in a step it takes longer."""


def solver() -> z3.Solver:
    """A solver for finite domains that leaves signals to Python, and its terms to any thread to destroy."""
    z3.Z3_enable_concurrent_dec_ref(z3.main_ctx().ref())
    finite_solver = z3.SolverFor("QF_FD")
    finite_solver.set("ctrl_c", False)
    return finite_solver


def check(constraints: z3.Solver, seconds: float | None = None) -> z3.CheckSatResult:
    """Whether a solver's constraints have a model; unknown if z3 does not know within the limit.

    Raises:
        KeyboardInterrupt: a signal has come. z3 may still be at work, so the solver must no longer be used.
    """
    if seconds is not None:
        constraints.set("timeout", max(1, int(seconds * 1000)))
    answer: Future[z3.CheckSatResult] = Future()
    worker = threading.Thread(target=_work, args=(constraints, answer), daemon=True)
    worker.start()
    try:
        while True:
            with suppress(TimeoutError):
                return answer.result(signals.LISTENS)
            signals.raise_noted_signal()
    except KeyboardInterrupt:
        _stop(constraints, worker)
        raise


def _work(constraints: z3.Solver, answer: Future[Any]) -> None:
    try:
        answer.set_result(constraints.check())
    except BaseException as error:
        answer.set_exception(error)


def _stop(constraints: z3.Solver, worker: threading.Thread) -> None:
    """Interrupt z3, and wait a little until it has heard it."""
    for _ in range(10):
        constraints.ctx.interrupt()
        worker.join(HEARD / 10)
        if not worker.is_alive():
            return
