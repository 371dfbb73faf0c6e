"""Checking the pins: the native engine searches each machine, and its results and counterexamples are compared.

Many small machines: they are shared out among processes, since tracing a machine and telling a run is work in Python.
The large pins follow one by one, each on all cores.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tidemark.base.errors import TidemarkError, UsageError
from tidemark.checker.engines.native import cache
from tidemark.checker.engines.native.compilation import Effort
from tidemark.checker.engines.native.spots import search
from tidemark.checker.engines.processes import answers
from tidemark.checker.engines.spot_checks import BRIEF, Extent
from tidemark.checker.evidence.folders import KeptRun, kept_runs
from tidemark.checker.evidence.pins import Pin
from tidemark.checker.runs.results import Clock, Limits

QUICKLY_SEARCHED = 1_500_000
"""This many states are searched in less time than LLVM takes for good machine code."""
KILLED = "its process was killed: give all of them more memory, or take --threads 1"


@dataclass(frozen=True)
class PinResult:
    """What the search of a pin's machine found: plain values, which a process can send.

    verdicts: for each promise the verdict, and how many states its counterexample has.
    differences: how that is not as pinned, one short sentence each.
    kept_runs: the counterexamples, unless they are not wanted.
    """

    pin: Pin
    bounds: Mapping[str, Any]
    distinct_states: int
    depth: int
    seconds: float
    verdicts: Mapping[str, tuple[str, int | None]]
    differences: list[str]
    kept_runs: list[KeptRun]


def check_pins(
    chosen: Sequence[Pin],
    say: Callable[[str], None] | None = None,
    threads: int | None = None,
    tell: bool = True,
    extent: Extent = BRIEF,
) -> list[PinResult]:
    """Search the machine of each pin. tell: whether to write the stories of its counterexamples too.

    threads: the most cores at work; None: all. say: called with how far it is. extent: that of each pin's spot checks.

    Raises:
        KeyboardInterrupt: it was interrupted.
        UsageError: a process was killed.
        TidemarkError: a machine is broken.
    """
    cache.warn()
    threads = threads or len(os.sched_getaffinity(0))
    shared = [pin for pin in chosen if threads > 1 and not pin.large]
    results: dict[int, PinResult] = {}

    def note(pin: Pin, result: PinResult) -> None:
        results[id(pin)] = result
        if say:
            say(f"{len(results)} of {len(chosen)} machines")

    for number, answer in answers(_checker, (shared, tell, extent), len(shared), threads, Limits(), Clock()):
        if not isinstance(answer, PinResult):
            pin = shared[number]
            raise UsageError(answer or f"{pin.protocol} {pin.at}: {KILLED}")
        note(shared[number], answer)
    for pin in chosen:
        if id(pin) not in results:
            note(pin, check(pin, threads, tell, extent))
    return [results[id(pin)] for pin in chosen]


def _checker(pins: list[Pin], tell: bool, extent: Extent) -> Callable[[int], PinResult | str]:
    """What checks the pin of a number, and gives the message for a broken machine."""

    def ask(number: int) -> PinResult | str:
        try:
            return check(pins[number], 1, tell, extent)
        except TidemarkError as error:
            return str(error)

    return ask


def kept_runs_of(results: list[PinResult]) -> list[KeptRun]:
    """The counterexamples of all: without symmetry first, then by name, whatever the order of the pins."""

    def order(result: PinResult) -> tuple[Any, ...]:
        return result.pin.symmetry, result.pin.protocol, tuple(map(str, result.bounds.values()))

    return [run for result in sorted(results, key=order) for run in result.kept_runs]


def check(pin: Pin, threads: int, tell: bool = True, extent: Extent = BRIEF) -> PinResult:
    """Search one machine. tell: whether to write the stories of its counterexamples, unless the pin is large.

    extent: that of the spot checks.

    Raises:
        KeyboardInterrupt: it was interrupted.
    """
    # An action that can never happen makes no instance of the search, traced or not.
    machine = pin.machine(traced=False)
    effort: Effort = "full" if pin.large else "less" if pin.distinct_states > QUICKLY_SEARCHED else "least"
    if machine.temporal:
        from tidemark.checker.engines.native import liveness  # numpy: few pins need it

        result = liveness.check(machine, pin.limits, threads=threads, effort=effort, extent=extent)
    else:
        result = search(machine, pin.limits, None, pin.symmetry, threads, effort, extent)
    result.require_no_interrupt()
    return PinResult(
        pin,
        dict(machine.bounds),
        result.distinct_states,
        result.depth,
        result.seconds,
        {name: (verdict.verdict, verdict.length) for name, verdict in result.promises.items()},
        pin.differences(result),
        kept_runs(result) if tell and pin.kept and not pin.large else [],
    )
