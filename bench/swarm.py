"""What swarm testing gains: the steps of random walks until a record is lost, with it and without.

Every way walks with the same seeds, in one thread, so the figures are the same on every machine.
"""

from __future__ import annotations

import math
from typing import Any

from tabulate import tabulate

from bench.simulation import simulate
from tidemark import impl
from tidemark.checker.engines.native.walk import WEIGHED
from tidemark.checker.engines.random.walks import LENGTH
from tidemark.spec.machines.machine import Machine

UNIFORM, SWITCHED = (1,) * 8, (0, 0, 1, 1, 1, 1, 1, 1)
"""Weights of actions: all equal, and a quarter of the actions off. With WEIGHED none is off, from 1 to 128."""
ANY = {"election-order": "any"}
CASES: tuple[tuple[str, tuple[int, ...], dict[str, Any], str], ...] = (
    ("published/kip-101", (2, 2, 2, 2), {}, "strong-isr"),
    ("published/kip-320-first-try", (3, 2, 2, 2), {}, "strong-isr"),
    ("kafka/0.10.2", (2, 1, 1, 1), ANY, "acknowledged-survives"),
    ("kafka/0.10.2", (3, 6, 6, 6), {"min-isr": 2, **ANY}, "acknowledged-survives"),
    ("kafka/0.11", (2, 2, 2, 2), {"consumers": "no", **ANY}, "isr-has-committed"),
    ("kafka/0.11", (3, 2, 2, 2), {"min-isr": 2, "consumers": "no", **ANY}, "acknowledged-survives"),
)
SEEDS = range(20)
SECONDS = 60.0
"""When a series of walks is given up; its steps so far are counted, and a line says so."""


def gain() -> str:
    """One row for each machine: the geometric mean of the steps of all seeds, every way."""
    rows = []
    for protocol, sizes, more, promise in CASES:
        bounds = dict(zip(("replicas", "log-size", "records", "max-epoch"), sizes, strict=True)) | more
        machine = impl.protocol(protocol).machine(bounds)
        machine = machine.only(promise)
        uniform, *others = (_steps(machine, weights) for weights in (UNIFORM, SWITCHED, WEIGHED))
        at = "/".join(map(str, sizes)) + "".join(f" {name}={value}" for name, value in more.items())
        gains = [f"{steps:,.0f} ({uniform / steps:.1f})" for steps in others]
        rows.append([protocol, at, promise, f"{uniform:,.0f}", *gains])
    title = (
        f"Steps of random walks until a record is lost, the geometric mean of {len(SEEDS)} seeds "
        "(in brackets: how many times fewer)"
    )
    headers = ["protocol", "bounds", "promise", "uniform", "a quarter switched off", "weighted"]
    align = ("left",) * 3 + ("right",) * 3
    return f"{title}\n\n" + tabulate(rows, headers, disable_numparse=True, colalign=align)


def _steps(machine: Machine, weights: tuple[int, ...]) -> float:
    total = 0.0
    for seed in SEEDS:
        found = simulate(machine, SECONDS, seed, LENGTH, threads=1, weights=weights)
        if found.undecided:
            print(
                f"{machine.name}, seed {seed}, weights {weights}: nothing found in {SECONDS:g} s", flush=True
            )
        total += math.log(found.generated_states)
    return math.exp(total / len(SEEDS))
