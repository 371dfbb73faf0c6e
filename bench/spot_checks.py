"""What the spot checks that follow a search take beside it, in seconds of the processor, on one thread."""

from __future__ import annotations

import time
from typing import Any

from tabulate import tabulate

from bench.titles import space_told
from tidemark import impl
from tidemark.checker.engines.native import spots
from tidemark.checker.engines.native.search import prepare_search
from tidemark.checker.engines.spot_checks import Extent
from tidemark.checker.runs.results import Limits, SpotChecks

SPACES: tuple[tuple[str, dict[str, Any], int | None], ...] = (
    ("published/kip-101", {"replicas": 2}, None),
    ("published/kip-320", {"log-size": 3, "records": 3, "max-epoch": 3}, None),
    ("kafka/3.7", {"replicas": 3, "crashes": 2}, 8_000_000),
    ("kafka-kraft/4.1", {"replicas": 3, "crashes": 2}, 8_000_000),
)
"""Protocols with their bounds, and the states at which a search ends: a small space, and three large ones."""


def row(protocol: str, bounds: dict[str, Any], most: int | None) -> list[str]:
    """The states of a space, the seconds of its search and of its checks, and how many those were."""
    machine = impl.protocol(protocol).machine(bounds)
    search = prepare_search(machine, Limits(keep_going=True, max_states=most), threads=1)
    begin = time.process_time()
    search.run(None)
    searched = time.process_time()
    spots.note(search, Extent())
    checked = time.process_time()
    done = search.result.spot_checks or SpotChecks()
    share = (checked - searched) / (searched - begin)
    return [
        space_told(protocol, bounds),
        f"{search.count:,}",
        f"{searched - begin:.2f}",
        f"{checked - searched:.2f}",
        f"{share:.1%}",
        f"{done.count:,}",
    ]


def spot_checks() -> str:
    """Searches of a small space and of three large ones, and the spot checks that follow."""
    rows = [row(*space) for space in SPACES]
    headers = ["machine", "states", "search s", "checks s", "share", "checks"]
    return tabulate(rows, headers, disable_numparse=True, colalign=("left", *["right"] * 5))
