"""What it takes until a search begins, and what the optimizer gains it: seconds of the processor, one thread.

Each machine is compiled with an empty cache, without the optimizer and with it; small ones are searched too.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from functools import partial
from typing import Any
from unittest.mock import patch

from tabulate import tabulate

from bench.network import with_network
from bench.titles import space_told
from tidemark import impl
from tidemark.checker.engines.native.compilation import Effort
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.search import search
from tidemark.checker.runs.results import Limits
from tidemark.spec import Machine

RUNS = 3
EFFORTS: tuple[Effort, ...] = ("least", "less", "full")
SPACES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("published/high-watermark", {"replicas": 3}),
    ("published/kip-320", {"replicas": 3}),
)
LARGE = ("kafka/0.10.2", {"replicas": 5, "log-size": 8})
MANAGERS = 5


def measured(work: Callable[[], Any]) -> float:
    """Seconds of the processor, of the best run."""
    found = []
    for _ in range(RUNS):
        begin = time.process_time()
        work()
        found.append(time.process_time() - begin)
    return min(found)


def compiled(machine: Machine, symmetry: bool, effort: Effort) -> Kernel:
    """The machine, compiled again."""
    with tempfile.TemporaryDirectory() as empty, patch.dict("os.environ", XDG_CACHE_HOME=empty):
        return Kernel(machine, symmetry, effort=effort)


def row(name: str, machine: Machine, symmetry: bool = False, searched: bool = False) -> list[str]:
    """A machine's seconds: compiled with each effort, then searched with each."""
    times = [measured(partial(compiled, machine, symmetry, effort)) for effort in EFFORTS]
    if searched:
        limits = Limits(keep_going=True)
        kernels = [compiled(machine, symmetry, effort) for effort in EFFORTS]
        times += [measured(partial(search, machine, limits, threads=1, kernel=kernel)) for kernel in kernels]
    return [name, str(len(machine.symbolic.actions)), *(f"{seconds:.2f}" for seconds in times)]


def tiers() -> str:
    """Machines compiled with each effort, and searched."""
    rows = []
    for protocol, bounds in SPACES:
        machine = impl.protocol(protocol).machine(bounds)
        rows.append(row(space_told(protocol, bounds), machine, searched=True))
    rows.append(row(space_told(*LARGE), impl.protocol(LARGE[0]).machine(LARGE[1])))
    for symmetry in (False, True):
        _, machine = with_network(MANAGERS)
        name = f"two-phase commit, {MANAGERS} managers{', --symmetry' if symmetry else ''}"
        rows.append(row(name, machine, symmetry))
    headers = [
        "machine",
        "instances",
        *(f"compile, {e}" for e in EFFORTS),
        *(f"search, {e}" for e in EFFORTS),
    ]
    title = f"seconds of the processor, one thread, best of {RUNS}"
    return f"{title}\n\n" + tabulate(rows, headers, disable_numparse=True, colalign=("left", *["right"] * 7))
