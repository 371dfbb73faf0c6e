"""What one process costs: its wall-clock time and the most memory it held.

A module of its own because it is also the program that takes the measurement. The kernel starts the peak of
a new process at the peak of the process that spawned it, so a small verifier spawned from a large
interpreter would look as large as that. Here a bare interpreter stands between the two: the floor of a
measurement is its size, about 10 MB, for every caller.
"""

import os
import sys
import time
from pathlib import Path


def spawn_and_measure(command: list[str]) -> tuple[int, float, int]:
    """Run `command` to its end: its exit status, wall-clock seconds, and maximum resident set in bytes."""
    start = time.perf_counter()
    child = os.posix_spawnp(command[0], command, os.environ)
    _, status, usage = os.wait4(child, 0)
    seconds = time.perf_counter() - start
    unit = 1 if sys.platform == "darwin" else 1024
    return os.waitstatus_to_exitcode(status), seconds, usage.ru_maxrss * unit


def main() -> None:
    """`python cost.py REPORT COMMAND…` writes `status seconds bytes` to the file REPORT."""
    report, *command = sys.argv[1:]
    status, seconds, resident = spawn_and_measure(command)
    Path(report).write_text(f"{status} {seconds} {resident}", encoding="ascii")


if __name__ == "__main__":
    main()
