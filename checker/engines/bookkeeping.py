"""What every search keeps an eye on: its limits, and the progress that it reports.

Apart from the engines because each of them needs it, and apart from `checker.runs.results` because it looks at the
memory of this process.
"""

from __future__ import annotations

from checker.engines import memory
from checker.runs.results import Clock, Limits, Progress, Report


def limit_reached(limits: Limits, clock: Clock, states: int = 0) -> str | None:
    """Which limit a search of so many states has reached, in words; None if it may go on."""
    try:
        require_time(limits, clock)
    except OutOfTime as over:
        return str(over)
    if limits.max_states is not None and states >= limits.max_states:
        return f"--max-states {limits.max_states} was reached"
    if limits.max_memory is not None and memory.resident() >= limits.max_memory:
        return memory_used_up(limits, limits.max_memory)
    return None


class OutOfTime(Exception):
    """A search has taken the seconds that are its limit. Its text says so."""


def require_time(limits: Limits, clock: Clock) -> None:
    """For what has no result of its own to say that the time is over.

    Raises:
        OutOfTime: it is.
    """
    left = limits.left(clock)
    if left is not None and left <= 0:
        raise OutOfTime(f"--seconds {limits.seconds:g} was reached")


def memory_used_up(limits: Limits, most: int) -> str:
    """That a search has taken `most` bytes, in words: its limit, or else all that the machine has."""
    size = f"{most / 2**20:,.0f} MiB"
    given = limits.max_memory is not None
    return f"--max-memory {size} was reached" if given else f"the machine's memory was used up ({size})"


def report_progress(report: Report | None, clock: Clock, depth: int, states: int, frontier: int = 0) -> None:
    """Report how far a search is, if there is somebody to report to and a report is due."""
    if report and clock.due():
        report(Progress(depth, states, frontier, clock.seconds, memory.resident()))
