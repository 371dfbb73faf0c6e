"""`make bench`: Tidemark beside the peers that a user would pick instead, on the same protocol, in one run.

Every speed is a ratio to something measured beside it: times depend on the machine, ratios less so.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from tabulate import tabulate

from bench import stabilizing
from bench.audit import audit
from bench.cluster import overhead
from bench.episodes import many_logs
from bench.explorer import explorer
from bench.liveness import cost
from bench.logs import logs
from bench.network import network
from bench.own import best, in_a_process, own
from bench.peers import command
from bench.peers.ours import PROTOCOL
from bench.peers.spaces import Bounds
from bench.peers.tool import PeerError
from bench.processors import gpu, threads
from bench.rate import rate
from bench.reductions import reductions
from bench.shrinking import shrinking_gain
from bench.spot_checks import spot_checks
from bench.start import tiers
from bench.states import states
from bench.swarm import gain
from bench.traces import beside_tlc
from tidemark.base.errors import UsageError
from tidemark.base.names import look_up

STARTS = 10
"""Processes that are started to measure a start: the least of them counts."""


def against_reference() -> str:
    """Native beside the reference engine, at bounds that the reference can do."""
    small = Bounds(3, 2, 2, 1)
    slow = own(PROTOCOL, small.by_option(), engine="reference")
    fast = best([own(PROTOCOL, small.by_option()) for _ in range(3)])
    ratio = slow.search_seconds / fast.search_seconds
    return (
        f"{PROTOCOL} at {small}: reference {slow.search_seconds:.1f} s, native {fast.search_seconds:.3f} s: "
        f"{ratio:,.0f} times as fast, the same {fast.states:,} states"
    )


def first_verdict() -> str:
    """From a cold start, and from a warm one, to the first verdict: the search alone, and the command, which tells."""
    words = ["-m", "tidemark", "check", "published/kip-101", "--replicas", "2", "--promise", "strong-isr"]
    rows, small = [], Bounds(2, 2, 2, 2).by_option()
    for name, cold in (("cold", True), ("warm", False)):
        run = best(
            [own("published/kip-101", small, cold=cold, promises=("strong-isr",)) for _ in range(STARTS)]
        )
        whole = min(in_a_process([sys.executable, *words], cold, status=1)[1] for _ in range(STARTS))
        phases = [f"{1000 * run.phases[p]:.0f}" for p in ("imports", "lifting", "compiling", "searching")]
        rows.append([name, *phases, f"{1000 * run.wall_seconds:.0f}", f"{1000 * whole:.0f}"])
    headers = ["start", "imports", "lifting", "compiling", "searching", "whole process", "tidemark check"]
    table = tabulate(rows, headers, disable_numparse=True)
    return f"published/kip-101 at 2/2/2/2, milliseconds\n\n{table}\n\n{tiers()}\n\n{spot_checks()}"


def validate() -> str:
    """Logs at large, on one process and on Spark; then etcd's raft, beside TLC."""
    return f"{many_logs()}\n\n{beside_tlc()}"


PARTS: dict[str, Callable[[], str]] = {
    "reference": against_reference,
    "threads": threads,
    "gpu": gpu,
    "states": states,
    "rate": rate,
    "reductions": reductions,
    "start": first_verdict,
    "swarm": gain,
    "shrinking": shrinking_gain,
    "network": network,
    "liveness": cost,
    "ewd426": stabilizing.beside_tlc,
    "audit": audit,
    "validate": validate,
    "logs": logs,
    "explorer": explorer,
    "cluster": overhead,
}
NAMES = ("peers", *PARTS)


def main() -> int:
    """Run the parts that are asked for, or all."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "parts", nargs="*", type=_part, help=f"of {', '.join(NAMES)} (default: all but gpu)", metavar="PART"
    )
    command.arguments(parser)
    options = parser.parse_args()
    parts = {"peers": lambda: command.peers(options), **PARTS}
    try:
        chosen = options.parts or [name for name in NAMES if name != "gpu"]
        for number, part in enumerate(chosen, 1):
            print(f"{parser.prog}: {part}, {number} of {len(chosen)}", file=sys.stderr, flush=True)
            print(parts[part](), end="\n\n", flush=True)
    except (PeerError, UsageError) as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    except KeyboardInterrupt:
        parser.exit(130, f"{parser.prog}: interrupted\n")
    return 0


def _part(word: str) -> str:
    try:
        return str(look_up(NAMES, word, "there is no part"))
    except UsageError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


if __name__ == "__main__":
    sys.exit(main())
