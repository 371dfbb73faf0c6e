"""What promises about runs cost beside a search for promises about states: time, threads, memory.

Each row is a process of its own, so that memory is that of the row alone. The promises hold, so that the whole graph is
looked at.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from dataclasses import dataclass

from tabulate import tabulate

Bounds = tuple[int, int, int, int]
"""Replicas, log size, records and max epoch."""
LARGE: tuple[str, Bounds] = ("published/high-watermark", (4, 3, 3, 1))
SMALL: tuple[str, Bounds] = ("published/kip-320", (3, 2, 2, 2))
FETCH = "follower_fetch"
"""What the published fairness lacks: docs/liveness.md."""
PROMISES = ("high-watermark-reaches-end", "isr-is-full", "all-adopt-epoch")

_RUN = """
import json, resource, sys, time
from dataclasses import replace
from tidemark import impl
from tidemark.checker.engines.native import liveness, search
from tidemark.checker.runs.results import Limits
from tidemark.spec import TemporalPromise, can_always_reach, fair
protocol, bounds, fetch, names, also, threads = json.loads(sys.argv[1])
named = dict(zip(("replicas", "log-size", "records", "max-epoch"), bounds, strict=True))
machine = impl.protocol(protocol).machine(named).with_fairness([fair(fetch, each=False)])
temporal = [promise for promise in machine.temporal if promise.name in names]
if also:
    full = next(promise for promise in machine.temporal if promise.name == also)
    temporal.append(TemporalPromise(f"can-{also}", full.function, kind=can_always_reach))
machine = replace(machine, promises=[*machine.promises, *temporal], temporal=[], origin=None)
begin = time.process_time()
if temporal:
    result = liveness.check(machine, threads=threads)
else:
    result = search.search(machine, Limits(keep_going=True), threads=threads)
processor = time.process_time() - begin
undecided = [name for name in (promise.name for promise in temporal) if result.promises[name].verdict != "holds"]
assert not undecided, (undecided, result)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps([result.distinct_states, result.generated_states, result.phases["searching"],
                  result.phases.get("runs", 0.0), processor, peak]))
"""


@dataclass(frozen=True)
class Row:
    """One run: times in seconds, memory in bytes. searching: for states; runs: what promises about runs added."""

    states: int
    transitions: int
    searching: float
    runs: float
    processor: float
    peak: int

    @property
    def seconds(self) -> float:
        """Without compiling."""
        return self.searching + self.runs


def row(space: tuple[str, Bounds], promises: tuple[str, ...], threads: int, also: str = "") -> Row:
    """Check these promises in a process of its own. also: one of which it is checked too that it can be reached."""
    asked = json.dumps([*space, FETCH, promises, also, threads])
    command = [sys.executable, "-c", _RUN, asked]
    return Row(*json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout))


def cost() -> str:
    """The table, and the ratios."""
    protocol, bounds = LARGE
    one = PROMISES[:1]
    row((*LARGE[:1], (2, 2, 2, 1)), one, 2)  # compiled once, for all rows
    rows = {
        "promises about states, 1 thread": row(LARGE, (), 1),
        "promises about states, 2 threads": row(LARGE, (), 2),
        "1 promise about runs, 1 thread": row(LARGE, one, 1),
        "1 promise about runs, 2 threads": row(LARGE, one, 2),
        "4 promises about runs, 2 threads": row(LARGE, PROMISES, 2, also="isr-is-full"),
    }
    safety, alone, both, four = (found for name, found in rows.items() if name != next(iter(rows)))
    first = next(iter(rows.values()))
    table = tabulate(
        [
            [name, f"{f.searching:.1f}", f"{f.runs:.1f}", f"{f.processor:.1f}", f"{f.peak / 2**20:,.0f}"]
            for name, f in rows.items()
        ],
        ["", "searching s", "runs s", "processor s", "MiB"],
        disable_numparse=True,
        colalign=("left", *["right"] * 4),
    )
    at = "/".join(map(str, bounds))
    return "\n".join(
        [
            f"{protocol} at {at}, {safety.states:,} states, {safety.transitions:,} transitions, "
            f"weak fairness of the fetch added\n\n{table}\n",
            f"with 2 threads: 1 promise about runs {both.seconds / safety.seconds:.1f} times the search for states, "
            f"4 promises {four.seconds / safety.seconds:.1f} times; of processor time "
            f"{both.processor / safety.processor:.1f} and {four.processor / safety.processor:.1f} times",
            f"2 threads: {alone.seconds / both.seconds:.2f} times 1; for states alone "
            f"{first.seconds / safety.seconds:.2f} times",
            f"memory: 4 promises {four.peak / both.peak:.2f} times 1 promise, which takes "
            f"{both.peak / safety.states:.0f} bytes a state",
            small(),
        ]
    )


def small() -> str:
    """How long the command takes at bounds that a user begins with, once compiled."""
    protocol, bounds = SMALL
    named = zip(("--replicas", "--log-size", "--records", "--max-epoch"), map(str, bounds), strict=True)
    command = [
        sys.executable,
        "-m",
        "tidemark",
        "check",
        protocol,
        *(word for pair in named for word in pair),
    ]
    command += ["--fair", f"{FETCH}/some", "--promise", PROMISES[0]]
    taken = []
    for _ in range(2):
        begin, before = time.perf_counter(), _processor()
        subprocess.run(command, capture_output=True, check=True, env=os.environ)
        taken.append((time.perf_counter() - begin, _processor() - before))
    at, (seconds, processor) = "/".join(map(str, bounds)), taken[1]
    return (
        f"{protocol} at {at} with {PROMISES[0]}: {seconds:.2f} s for the whole command, compiled before, "
        f"{processor:.2f} s of processor time"
    )


def _processor() -> float:
    """The processor time of all processes that this one has started and seen the end of."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
