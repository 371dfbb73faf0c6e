"""`make bench`: Tidemark beside the peers that a user would pick instead, on the same protocol, in one run.

Every speed is a ratio to something measured beside it: times depend on the machine, ratios less so.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

from tabulate import tabulate

from bench.audit import audit
from bench.episodes import many_logs
from bench.explorer import explorer
from bench.liveness import cost
from bench.network import network
from bench.peers import PEERS, AbsentPeer, Bounds, PeerRun, measure
from bench.rate import rate
from bench.reductions import reductions
from bench.shrinking import shrinking_gain
from bench.start import tiers
from bench.states import states
from bench.swarm import gain
from bench.traces import beside_tlc

PROTOCOL = "published/high-watermark"
AT = Bounds()
LARGE = ("published/kip-320", Bounds(3, 3, 3, 3))
STARTS = 10
"""Processes that are started to measure a start: the least of them counts."""


@dataclass(frozen=True)
class Own:
    """One run of `tidemark` in a process of its own: what it counted, and where its time went."""

    states: int
    transitions: int
    search_seconds: float
    wall_seconds: float
    peak_bytes: int
    phases: dict[str, float]


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


def own(
    protocol: str,
    bounds: Bounds,
    threads: int = 2,
    engine: str = "native",
    cold: bool = False,
    promises: tuple[str, ...] = (),
) -> Own:
    """Run an engine in a process of its own; if `cold`, with nothing compiled before."""
    asked = {
        "protocol": protocol,
        "bounds": {
            "replicas": bounds.replicas,
            "log-size": bounds.log_size,
            "records": bounds.records,
            "max-epoch": bounds.max_epoch,
        },
        "threads": threads,
        "engine": engine,
        "promises": promises,
    }
    printed, wall = in_a_process(["-c", _RUN, json.dumps(asked)], cold)
    states, transitions, seconds, peak, phases = json.loads(printed)
    return Own(states, transitions, seconds, wall, peak, phases)


def in_a_process(words: list[str], cold: bool, status: int = 0) -> tuple[str, float]:
    """What Python prints, called with these words, and the seconds it takes; its own bytecode is kept, as for a user.

    cold: nothing was compiled before. status: how it ends.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as empty:
        if cold:
            environment["XDG_CACHE_HOME"] = empty
        begin = time.perf_counter()
        done = subprocess.run(
            [sys.executable, *words], capture_output=True, text=True, cwd=empty, env=environment
        )
        wall = time.perf_counter() - begin
    if done.returncode != status:
        raise RuntimeError(f"it ended with status {done.returncode}: {done.stderr}")
    return done.stdout, wall


def best(runs: list[Own]) -> Own:
    """The fastest run: the one that was disturbed least."""
    return min(runs, key=lambda run: run.wall_seconds)


def against_peers() -> str:
    """The same protocol at the same bounds, no promise checked, by the peers and by Tidemark."""
    own(PROTOCOL, AT)
    ours = {threads: best([own(PROTOCOL, AT, threads) for _ in range(3)]) for threads in (1, 2)}
    rows = [_own_row(f"tidemark, {threads} thread(s)", run, ours[2]) for threads, run in ours.items()]
    for peer in PEERS:
        found = measure(peer, AT)
        if isinstance(found, AbsentPeer):
            rows.append([f"{peer.name}, {peer.variant}", f"absent: {', '.join(found.missing)}", *[""] * 5])
        else:
            rows.append(_peer_row(found, peer.extra_states, ours[2]))
    headers = ["", "states", "search s", "process s", "MB", "search ratio", "process ratio"]
    title = f"{PROTOCOL} at {AT}, ratios to tidemark with 2 threads\n\n"
    return title + tabulate(rows, headers, disable_numparse=True, colalign=("left", *["right"] * 6))


def _own_row(name: str, run: Own, base: Own) -> list[str]:
    return _row(name, run.states, run.search_seconds, run.wall_seconds, run.peak_bytes, base)


def _peer_row(run: PeerRun, extra: int, base: Own) -> list[str]:
    search = run.wall_seconds if run.search_seconds is None or run.search_seconds < 1 else run.search_seconds
    name = f"{run.peer}, {run.variant}"
    return _row(name, run.distinct_states - extra, search, run.wall_seconds, run.max_resident_bytes, base)


def _row(name: str, states: int, search: float, process: float, peak: int, base: Own) -> list[str]:
    return [
        name,
        f"{states:,}",
        f"{search:.2f}",
        f"{process:.2f}",
        f"{peak / 1e6:,.0f}",
        f"{search / base.search_seconds:.1f}",
        f"{process / base.wall_seconds:.1f}",
    ]


def against_reference() -> str:
    """Native beside the reference engine, at bounds that the reference can do."""
    small = Bounds(3, 2, 2, 1)
    slow = own(PROTOCOL, small, engine="reference")
    fast = best([own(PROTOCOL, small) for _ in range(3)])
    ratio = slow.search_seconds / fast.search_seconds
    return (
        f"{PROTOCOL} at {small}: reference {slow.search_seconds:.1f} s, native {fast.search_seconds:.3f} s: "
        f"{ratio:,.0f} times as fast, the same {fast.states:,} states"
    )


def threads_and_memory() -> str:
    """One thread beside two, and memory a state, on a space of tens of millions of states."""
    protocol, bounds = LARGE
    rows = []
    runs = {threads: own(protocol, bounds, threads) for threads in (1, 2)}
    for threads, run in runs.items():
        rows.append(
            [
                str(threads),
                f"{run.states:,}",
                f"{run.search_seconds:.1f}",
                f"{run.transitions / run.search_seconds / threads / 1e6:.1f}",
                f"{run.peak_bytes / run.states:.1f}",
            ]
        )
    ratio = runs[1].search_seconds / runs[2].search_seconds
    table = tabulate(
        rows,
        ["threads", "states", "search s", "M transitions/s a core", "peak bytes a state"],
        disable_numparse=True,
    )
    return f"{protocol} at {bounds}\n\n{table}\n\ntwo threads: {ratio:.2f} times one"


def first_verdict() -> str:
    """From a cold start, and from a warm one, to the first verdict: the search alone, and the command, which tells."""
    words = ["-m", "tidemark", "check", "published/kip-101", "--replicas", "2", "--promise", "strong-isr"]
    rows = []
    for name, cold in (("cold", True), ("warm", False)):
        run = best(
            [
                own("published/kip-101", Bounds(2, 2, 2, 2), cold=cold, promises=("strong-isr",))
                for _ in range(STARTS)
            ]
        )
        command = min(in_a_process(words, cold, status=1)[1] for _ in range(STARTS))
        phases = [f"{1000 * run.phases[p]:.0f}" for p in ("imports", "lifting", "compiling", "searching")]
        rows.append([name, *phases, f"{1000 * run.wall_seconds:.0f}", f"{1000 * command:.0f}"])
    headers = ["start", "imports", "lifting", "compiling", "searching", "whole process", "tidemark check"]
    table = tabulate(rows, headers, disable_numparse=True)
    return f"published/kip-101 at 2/2/2/2, milliseconds\n\n{table}\n\n{tiers()}"


def validate() -> str:
    """Logs at large, on one process and on Spark; then etcd's raft, beside TLC."""
    return f"{many_logs()}\n\n{beside_tlc()}"


PARTS = {
    "peers": against_peers,
    "reference": against_reference,
    "large": threads_and_memory,
    "states": states,
    "rate": rate,
    "reductions": reductions,
    "start": first_verdict,
    "swarm": gain,
    "shrinking": shrinking_gain,
    "network": network,
    "liveness": cost,
    "audit": audit,
    "validate": validate,
    "explorer": explorer,
}


def main() -> int:
    """Run the parts that are asked for, or all."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "parts", nargs="*", choices=[*PARTS, []], help=f"of {', '.join(PARTS)} (default: all)"
    )
    for part in parser.parse_args().parts or PARTS:
        print(PARTS[part](), end="\n\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
