"""Where the time of a native search goes, beside what the machine's memory allows: `python -m bench rate`.

Each part is timed by the clock of the thread that does it. A *line fill* is what the set of the states seen
needs for each state that it is asked about at least: one line of 64 bytes from anywhere in a table that no cache holds.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from tabulate import tabulate

from bench.titles import space_told
from tidemark import impl
from tidemark.checker.engines.native.search import prepare_search
from tidemark.checker.engines.native.structures import INSERT
from tidemark.checker.runs.results import Limits

SPACES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("published/high-watermark", {"replicas": 3}),
    ("published/high-watermark", {"replicas": 3, "log-size": 3, "records": 3, "max-epoch": 2}),
    ("published/kip-320", {"replicas": 3, "log-size": 2, "records": 2, "max-epoch": 3}),
)
PARTS = ("explore", "set", "growth")
"""What the threads do, without what they do in the set; in the set; and to make it larger."""
TABLE = 1 << 30
"""Bytes of the table whose lines are filled."""
LINE = 64
FILLS = 1 << 23
"""Lines that each thread fills in one run; the best of `RUNS` counts."""
RUNS = 3


def line_fill(threads: int) -> float:
    """Seconds that one line takes a thread, while as many threads fill lines. Several are on their way at once."""
    table = np.ones(TABLE // LINE * 8, np.uint64)
    places = [np.random.default_rng(k).integers(0, TABLE // LINE, FILLS) * 8 for k in range(threads)]
    filled = [np.empty(FILLS, np.uint64) for _ in places]

    def fill(k: int) -> float:
        begin = time.thread_time()
        table.take(places[k], out=filled[k], mode="wrap")
        return time.thread_time() - begin

    with ThreadPoolExecutor(threads) as pool:
        return min(max(pool.map(fill, range(threads))) for _ in range(RUNS)) / FILLS


class Timed:
    """Seconds of the processor that each compiled function of a search took, in all threads."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()

    def __call__(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, timed."""

        def timed(*arguments: Any) -> Any:
            begin = time.thread_time()
            found = function(*arguments)
            self.seconds[name] += time.thread_time() - begin  # type: ignore[assignment]
            return found

        return timed


def shares(protocol: str, bounds: dict[str, Any]) -> tuple[int, int, dict[str, float], float]:
    """States, successors, the seconds of each part, and those of the whole search: one thread, optimized code."""
    search = prepare_search(
        impl.protocol(protocol).machine(bounds), Limits(keep_going=True), 1, effort="full"
    )
    timed, seen = Timed(), search.seen
    assert seen is not None
    search.workers._explore = timed("explore", search.workers._explore)
    search.space.insert = INSERT(timed("set", seen.insert_all))  # which ctypes keeps alive
    seen._grow = timed("growth", seen._grow)
    begin = time.process_time()
    result = search.run(None)
    whole = time.process_time() - begin
    timed.seconds["explore"] -= timed.seconds["set"]
    return result.distinct_states, result.generated_states, dict(timed.seconds), whole


def rate() -> str:
    """The table."""
    threads = len(os.sched_getaffinity(0))
    fills = {count: line_fill(count) for count in sorted({1, threads})}
    told = ", ".join(f"{1e9 * seconds:.1f} with {count} at once" for count, seconds in fills.items())
    rows = []
    for protocol, bounds in SPACES:
        states, steps, parts, whole = shares(protocol, bounds)
        ways = [f"{100 * parts.get(name, 0) / whole:.0f} %" for name in PARTS]
        rows.append(
            [
                space_told(protocol, bounds),
                f"{states:,}",
                f"{1e9 * whole / steps:.0f}",
                f"{1e9 * whole / states:.0f}",
                f"{whole / states / fills[1]:.1f}",
                *ways,
            ]
        )
    headers = ["space", "states", "ns a step", "ns a state", "line fills a state", *PARTS]
    table = tabulate(rows, headers, disable_numparse=True, colalign=("left", *["right"] * (len(headers) - 1)))
    return f"a line fill, in ns of a thread: {told}\none thread, its processor's time\n\n{table}"
