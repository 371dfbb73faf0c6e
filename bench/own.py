"""Tidemark in a process of its own, so that its start and its peak of memory are its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass

_RUN = """
import time; begin = time.perf_counter()
import json, resource, sys
from tidemark import impl
from tidemark.checker.engines import reference
from tidemark.checker.engines.native import search as native
from tidemark.checker.runs.results import Limits
imported = time.perf_counter()
asked = json.loads(sys.argv[1])
machine = impl.protocol(asked["protocol"]).machine(asked["bounds"])
machine = machine.only(*asked["promises"])
built = time.perf_counter()
limits = Limits(keep_going=True)
if asked["engine"] == "native":
    result = native.search(machine, limits, threads=asked["threads"])
else:
    result = reference.search(machine, limits)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
phases = {"imports": imported - begin, "machine": built - imported, **result.phases}
print(json.dumps([result.distinct_states, result.generated_states, result.seconds, peak, phases]))
"""
_COMPILE = """
import json, sys
from tidemark import impl
from tidemark.checker.engines.native.kernel import Kernel
asked = json.loads(sys.argv[1])
Kernel(impl.protocol(asked["protocol"]).machine(asked["bounds"]).only(*asked["promises"]), symmetry=False)
"""


@dataclass(frozen=True)
class Own:
    """One run of `tidemark` in a process of its own: what it counted, and where its time went."""

    states: int
    transitions: int
    search_seconds: float
    wall_seconds: float
    peak_bytes: int
    phases: dict[str, float]


def searching(
    protocol: str,
    bounds: Mapping[str, int],
    threads: int = 2,
    engine: str = "native",
    promises: tuple[str, ...] = (),
) -> list[str]:
    """The command of a search; it prints states, transitions, seconds of search, peak bytes, seconds of each phase."""
    asked = {
        "protocol": protocol,
        "bounds": dict(bounds),
        "threads": threads,
        "engine": engine,
        "promises": promises,
    }
    return [sys.executable, "-c", _RUN, json.dumps(asked)]


def compiling(protocol: str, bounds: Mapping[str, int]) -> list[str]:
    """The command that compiles a machine without promises, optimized, into the cache that the environment names."""
    asked = {"protocol": protocol, "bounds": dict(bounds), "promises": ()}
    return [sys.executable, "-c", _COMPILE, json.dumps(asked)]


def own(
    protocol: str,
    bounds: Mapping[str, int],
    threads: int = 2,
    engine: str = "native",
    cold: bool = False,
    promises: tuple[str, ...] = (),
) -> Own:
    """Run an engine in a process of its own; if `cold`, with nothing compiled before."""
    printed, wall = in_a_process(searching(protocol, bounds, threads, engine, promises), cold)
    states, transitions, seconds, peak, phases = json.loads(printed)
    return Own(states, transitions, seconds, wall, peak, phases)


def in_a_process(command: list[str], cold: bool, status: int = 0) -> tuple[str, float]:
    """What a command of Python prints, and the seconds it takes; its own bytecode is kept, as for a user.

    cold: nothing was compiled before. status: how it ends.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as empty:
        if cold:
            environment["XDG_CACHE_HOME"] = empty
        begin = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, cwd=empty, env=environment)
        wall = time.perf_counter() - begin
    if done.returncode != status:
        raise RuntimeError(f"it ended with status {done.returncode}: {done.stderr}")
    return done.stdout, wall


def best(runs: list[Own]) -> Own:
    """The fastest run: the one that was disturbed least."""
    return min(runs, key=lambda run: run.wall_seconds)
