"""What one process costs: its time and the most memory it held, which may both be limited.

A module of its own because it is also the program that takes the measurement. The kernel starts the peak of
a new process at the peak of the process that spawned it, so a small verifier spawned from a large
interpreter would look as large as that. Here a bare interpreter stands between the two: the floor of a
measurement is its size, about 10 MB, for every caller.
"""

import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

LOOKS = 0.05
"""Seconds between two looks at a process that is limited."""


class Cost(NamedTuple):
    """What a process did: its exit status, seconds of the wall clock and of the processor, maximum resident set in
    bytes, and why it ended.
    """

    status: int
    seconds: float
    processor: float
    resident: int
    ended_by: str


def resident_now(process: int) -> int:
    """Bytes of memory that a process holds. 0 if it has ended, or where the system does not tell."""
    try:
        pages = Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]
    except (OSError, IndexError):
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def spawn_and_measure(command: list[str], most_seconds: float, most_bytes: float) -> Cost:
    """Run `command` to its end, or until it takes more time or memory than it may."""
    ended_by = "itself"
    start = time.perf_counter()
    child = os.posix_spawnp(command[0], command, os.environ)

    def end(*_: Any) -> None:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)

    def look(*_: Any) -> None:
        nonlocal ended_by
        if time.perf_counter() - start > most_seconds:
            ended_by = "time"
        elif resident_now(child) > most_bytes:
            ended_by = "memory"
        else:
            return
        end()

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, LOOKS, LOOKS)
    _, status, usage = os.wait4(child, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    seconds = time.perf_counter() - start
    resident = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    if ended_by == "itself" and resident > most_bytes:
        ended_by = "memory"
    processor = usage.ru_utime + usage.ru_stime
    return Cost(os.waitstatus_to_exitcode(status), seconds, processor, resident, ended_by)


def main() -> None:
    """`python cost.py REPORT SECONDS BYTES COMMAND…` writes what it costs to the file REPORT."""
    report, most_seconds, most_bytes, *command = sys.argv[1:]
    cost = spawn_and_measure(command, float(most_seconds), float(most_bytes))
    Path(report).write_text(" ".join(map(str, cost)), encoding="ascii")


if __name__ == "__main__":
    main()
