"""The processes that a test has started, and those that these have started in turn."""

from __future__ import annotations

import time
from pathlib import Path


def wait_for_end(leader: int) -> None:
    """Wait until no process of a session is left, whatever its parent or group is; a dead one is not counted.

    Where one lives on, this does not end, and the test's own limit fails it.
    """
    while _left(leader):
        time.sleep(0.01)


def _left(leader: int) -> bool:
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            state, _, _, session, *_ = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(session) == leader and state != "Z":
            return True
    return False
