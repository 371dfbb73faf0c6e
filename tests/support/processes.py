"""The processes that a test has started, and those that these have started in turn."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path


def wait_for_end(leader: int) -> None:
    """Wait until no process of a session is left, whatever its parent or group is; a dead one is not counted.

    Where one lives on, this does not end, and the test's own limit fails it.
    """
    while running(leader):
        time.sleep(0.01)


def running(leader: int) -> int:
    """How many processes of a session live."""
    return sum(map(_lives_in(leader), Path("/proc").glob("[0-9]*")))


def _lives_in(leader: int) -> Callable[[Path], bool]:
    def lives(entry: Path) -> bool:
        try:
            state, _, _, session, *_ = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            return False
        return int(session) == leader and state != "Z"

    return lives
