"""Counting what the tasks of a Spark job have finished, in a thread, while the job runs."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from tidemark.base.errors import UsageError

PAUSE = 0.5
"""Seconds between two counts, at least."""
PART = 20
"""How many times as long as a count takes the pause after it is, at least: in a store a count is many requests."""


@contextmanager
def polling(count: Callable[[], int], report: Callable[[int], None] | None) -> Iterator[None]:
    """Report the count from time to time while this lasts. A count that fails is tried again: the job says why."""
    over = threading.Event()

    def poll() -> None:
        pause = PAUSE
        while report and not over.wait(pause):
            begin = time.monotonic()
            with suppress(UsageError):
                report(count())
            pause = max(PAUSE, PART * (time.monotonic() - begin))

    thread = threading.Thread(target=poll, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
