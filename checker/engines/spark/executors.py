"""The executors of a session: waiting until there are some, whether they can run Tidemark, and the names of their jobs.

A cluster that has no room grants no executor, and Spark then waits without a word for as long as that takes.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.checker.engines.spark import jobs
from tidemark.checker.engines.spark.fitness import LIBRARIES, origin, what_is_missing

PATIENCE = 5.0
"""Seconds after which a person is told why nothing happens."""


def require_executors(
    spark: Any, master: str, seconds: float | None = None, libraries: tuple[str, ...] = ()
) -> None:
    """Wait until executors run the first tasks, and refuse those whose Python can't run Tidemark.

    seconds: how long that may take; None: for ever. libraries: what the tasks import besides `LIBRARIES`.

    Raises:
        TimeoutError: no executor came in time.
        UsageError: the Python of an executor lacks something.
    """
    needed, here = (*LIBRARIES, *libraries), origin()
    with (
        _say_why_it_waits(master),
        jobs.limit_time(spark, seconds),
        jobs.describe(spark, "start", "what the executors lack"),
    ):
        texts = jobs.run(spark, range(jobs.cores(spark)), lambda _: iter([what_is_missing(needed, here)]))
    if problems := {problem for problem in texts if problem}:
        raise UsageError(min(problems))


@contextmanager
def _say_why_it_waits(master: str) -> Iterator[None]:
    text = f"tidemark: waiting for {master}, which has no executor free: other applications have its cores or memory"
    timer = threading.Timer(PATIENCE, lambda: print(text, file=sys.stderr, flush=True))
    if not master.startswith("local"):  # what is slow here is this machine
        timer.start()
    try:
        yield
    finally:
        timer.cancel()
