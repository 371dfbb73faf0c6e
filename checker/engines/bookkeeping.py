"""What every search checks and reports: its limits, and its progress.

Apart from the engines because each of them needs it, and apart from `tidemark.checker.runs.results` because it looks at
the memory of this process.
"""

from __future__ import annotations

import math
import resource
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise

from tidemark.checker.engines import memory
from tidemark.checker.engines.amounts import size_text
from tidemark.checker.runs.results import Clock, Limits, Progress, Report, Result


def find_reached_limit(limits: Limits, clock: Clock, states: int = 0) -> str | None:
    """Which limit a search has reached after `states` states, in words; None if it may go on."""
    try:
        require_time(limits, clock)
    except OutOfTime as over:
        return str(over)
    if limits.max_states is not None and states >= limits.max_states:
        return f"--max-states {limits.max_states} was reached"
    if limits.max_memory is not None and memory.resident() >= limits.max_memory:
        return memory_used_up(limits, limits.max_memory)
    return None


def most_memory(limits: Limits) -> int:
    """The bytes of resident memory at which a search ends: its limit, or what there is, if that is less."""
    held, free = memory.resident(), memory.available()
    return held + int(0.9 * free) if limits.max_memory is None else min(limits.max_memory, held + free)


class OutOfTime(Exception):
    """A search has taken the seconds that are its limit. Its text says so."""


def require_time(limits: Limits, clock: Clock) -> None:
    """Raise an error if the time is over: for code that has no result of its own to say so.

    Raises:
        OutOfTime: it is.
    """
    seconds = limits.remaining_seconds(clock)
    if seconds is not None and seconds <= 0:
        raise OutOfTime(f"--seconds {limits.seconds:g} was reached")


def sooner(*seconds: float | None) -> float | None:
    """The least of some limits of time, of which any may be None: there is no limit."""
    return min((limit for limit in seconds if limit is not None), default=None)


def memory_used_up(limits: Limits, most: int) -> str:
    """The message that a search has used `most` bytes: its limit, or else all memory of the machine."""
    if limits.max_memory is not None and limits.max_memory <= most:
        return f"--max-memory {size_text(most)} was reached"
    return f"the machine's memory was used up ({size_text(most)})"


def report_progress(
    report: Report | None, clock: Clock, depth: int, states: int, frontier: int = 0, left: int | None = None
) -> None:
    """Report how far a search is, if there is a `report` to call and it is due."""
    if report and clock.due():
        report(Progress(depth, states, frontier, clock.seconds, memory.resident(), left))


BEND = 5
"""Levels from whose sizes it is guessed how many states follow."""
STEEP, LEAST_BEND = 0.6, 0.005
"""Growth of a level, as a logarithm, above which nothing is guessed; and how much it has to fall a level."""


def states_to_come(sizes: Sequence[int]) -> int | None:
    """About how many states the levels after these will have; None where that can't be guessed yet.

    The growth of levels falls about evenly in most state spaces, so that their sizes make a bell: the last few levels
    tell its shape. From a tenth of all states on it is wrong by less than a factor of two, mostly.
    """
    last = sizes[-BEND:]
    if len(last) < BEND or min(last) < 1:
        return None
    growths = [math.log(after / before) for before, after in pairwise(last)]
    bend = (growths[-1] - growths[0]) / (len(growths) - 1)
    growth = sum(growths) / len(growths) + bend * (len(growths) - 1) / 2
    if growth > STEEP or bend > -LEAST_BEND:
        return None
    total, size = 0.0, float(last[-1])
    while size >= 1:
        growth += bend
        size *= math.exp(growth)
        total += size
    return round(total)


def space_used_up() -> str:
    """The message that the address space is used up."""
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    if limit == resource.RLIM_INFINITY:
        return "the system gave no more memory"
    return f"the address space was used up: `ulimit -v` allows {size_text(limit)}"


@contextmanager
def keep_verdicts(result: Result) -> Iterator[None]:
    """Work that adds something to the verdicts of a search: without time or memory for it they stand as they are, and
    with Ctrl-C too, which is noted.
    """
    try:
        yield
    except (OutOfTime, MemoryError):
        pass
    except KeyboardInterrupt:
        result.interrupt()


@contextmanager
def note_end(result: Result) -> Iterator[None]:
    """Work that follows a search: what ends it early, be it time, memory or Ctrl-C, is noted in the result."""
    try:
        yield
    except (OutOfTime, MemoryError) as over:
        result.stopped, result.complete = str(over) or space_used_up(), False
    except KeyboardInterrupt:
        result.interrupt()
