"""Counterexamples that many tests look at: two known losses, and others, found once in a test process."""

from __future__ import annotations

from functools import cache
from typing import Any

from tidemark import impl
from tidemark.checker.engines import reference
from tidemark.checker.runs.results import Run

SMALLEST: dict[str, Any] = {"log-size": 1, "records": 1, "max-epoch": 1, "election-order": "any"}
"""The fewest bounds at which Kafka 0.10.2 loses an acknowledged record."""
FAMOUS: tuple[str, str, dict[str, Any]] = ("kafka/0.10.2", "acknowledged-survives", SMALLEST)
"""The loss that KIP-101 describes, as protocol, promise and bounds."""
FALLBACK: tuple[str, str, dict[str, Any]] = ("published/kip-101", "weak-isr", {"replicas": 2, "max-epoch": 2})
"""A record lost in the published model of KIP-101, likewise."""


@cache
def _counterexample(name: str, promise: str, bounds: tuple[tuple[str, Any], ...]) -> Run:
    machine = impl.protocol(name).machine(dict(bounds)).only(promise)
    run = reference.search(machine).promises[promise].run
    assert run is not None
    return run


def counterexample(name: str, promise: str, bounds: dict[str, Any]) -> Run:
    """The shortest run of a protocol to a state that breaks a promise."""
    return _counterexample(name, promise, tuple(bounds.items()))
