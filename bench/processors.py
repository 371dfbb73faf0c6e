"""All cores of a machine, and a GPU: `python -m bench threads`, and `python -m bench gpu` where there is one.

Where cargo is installed, Stateright's breadth-first search runs beside it with the same number of threads.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

from tabulate import tabulate

from bench.own import Own, own
from bench.peers.measuring import PeerRun, measure
from bench.peers.ours import PROTOCOL
from bench.peers.spaces import Bounds
from bench.peers.stateright import breadth_first
from tidemark.base.errors import UsageError

LARGE = ("published/kip-320", Bounds(3, 3, 3, 3))
BESIDE = Bounds(3, 3, 3, 2)
"""The space of `PROTOCOL` that Stateright searches too."""
WITH_RESET = "--replicas 3 --min-isr 2 --consumers no --log-size 1 --records 1 --remote-leo reset"
LATE = "--promises docs/examples/late_leader.py --promise nobody-leads-that-late"
ON_A_GPU = (
    "published/kip-320 --log-size 3 --records 3 --max-epoch 3 --keep-going",
    "published/kip-320 --max-epoch 5 --keep-going",
    "published/kip-320 --max-epoch 6 --keep-going",
    "kafka/0.10.2 --replicas 3 --min-isr 2 --consumers no --crashes 4 --max-epoch 3 --keep-going",
    f"kafka-kraft/4.1 {WITH_RESET} --crashes 3 --max-epoch 5 --election-order any --keep-going",
    f"published/kip-320 --max-epoch 5 {LATE}",
)
ALSO_ON_CORES = ON_A_GPU[:2]


def numbers_of_threads() -> Iterator[int]:
    """One, two, four and so on, up to the number of cores."""
    number, cores = 1, len(os.sched_getaffinity(0))
    while number <= cores:
        yield number
        number *= 2


def threads() -> str:
    """The native engine with more and more threads, and Stateright with as many."""
    rows, first = [], dict[str, float]()
    for number in numbers_of_threads():
        large = own(LARGE[0], LARGE[1].by_option(), number)
        ours = own(PROTOCOL, BESIDE.by_option(), number)
        theirs = measure(breadth_first(number), BESIDE, ours.states)
        peer = theirs.search_seconds if isinstance(theirs, PeerRun) else None
        rows.append([
            str(number),
            *_seconds(large, first.setdefault("large", large.search_seconds)),
            f"{large.peak_bytes / large.states:.1f}",
            *_seconds(ours, first.setdefault("ours", ours.search_seconds)),
            f"{peer:.2f}" if peer else "absent",
            f"{peer / ours.search_seconds:.1f}" if peer else "",
        ])  # fmt: skip
    headers = [
        "threads", f"{LARGE[0]} {LARGE[1]}, s", "times one", "peak bytes a state",
        f"{PROTOCOL} {BESIDE}, s", "times one", "Stateright, s", "times ours",
    ]  # fmt: skip
    return tabulate(rows, headers, disable_numparse=True, colalign=["right"] * len(headers))


def _seconds(run: Own, alone: float) -> tuple[str, str]:
    """What a search took, and how many times as fast as with one thread it was."""
    return f"{run.search_seconds:.2f}", f"{alone / run.search_seconds:.2f}"


def gpu() -> str:
    """The searches of docs/performance.md on the first GPU, and beside it all cores where they take about a minute.

    A search that has too little memory for a space says so.
    """
    rows, cores = [], len(os.sched_getaffinity(0))
    for words in ON_A_GPU:
        found, whole = _checked(words, "gpu")
        beside = _checked(words, "native")[0] if words in ALSO_ON_CORES else None
        states, seconds = found["distinct_states"], found["seconds"]
        if beside and beside["distinct_states"] != states:
            raise UsageError(
                f"{words}: {states:,} states on the GPU, {beside['distinct_states']:,} on the cores"
            )
        rows.append([
            words.removesuffix(" --keep-going"),
            f"{states:,}",
            f"{found['generated_states']:,}",
            str(found["depth"]),
            f"{seconds:.3f}",
            f"{whole:.1f}",
            f"{states / seconds / 1e9:.2f}",
            f"{beside['seconds']:.1f}" if beside else "",
            f"{beside['seconds'] / seconds:.0f}" if beside else "",
            found["stopped"] or "",
        ])  # fmt: skip
    headers = [
        "search", "states", "transitions", "depth", "s", "whole command, s", "G states/s",
        f"native, {cores} threads, s", "times", "ended by",
    ]  # fmt: skip
    return tabulate(rows, headers, disable_numparse=True, colalign=("left", *["right"] * 8, "left"))


def _checked(words: str, engine: str) -> tuple[dict[str, Any], float]:
    """What `tidemark check` finds, and the seconds that the whole command takes."""
    command = [sys.executable, "-m", "tidemark", "check", *words.split(), "--engine", engine, "--json", "-"]
    begin = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    whole = time.perf_counter() - begin
    if done.returncode == 2:
        raise UsageError(done.stderr.strip().removeprefix("tidemark: "))
    found: dict[str, Any] = json.loads(done.stdout)
    return found, whole
