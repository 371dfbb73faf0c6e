"""The smallest counterexample: the least bounds at which a promise breaks, then the plainest shortest run.

Bounds are lowered one after the other, in the family's order. Each is lowered as far as the promise still breaks,
with the bounds after it as they were given. The family also says which of the shortest runs is the plainest
(`Family.costs`).

An exhaustive engine decides whether a promise breaks at some bounds at all. Bounded search can't, so with it
the promise must break within as many states as at the bounds given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from checker.analyses.plainest import plainest
from checker.runs.results import Limits, Report, Result, Run
from spec.errors import UsageError
from spec.family import Bound, Family, family_of
from spec.machine import Machine
from spec.protocol import Protocol


@dataclass(frozen=True)
class Finder:
    """What looks for the smallest: `search` finds a shortest violation, `plainest` the plainest run of that length.

    A `bounded` engine is given the number of states within which to look, None at first.
    """

    search: Callable[[Machine, int | None], Result]
    plainest: Callable[[Run], Run]
    bounded: bool = False


@dataclass(frozen=True)
class Smallest:
    """A promise's smallest bounds, the plainest shortest run there, and what was tried."""

    run: Run
    tried: list[tuple[dict[str, Any], int | None]]
    """Bounds, and the length of the shortest violation there (None: there is none, or none within `within`)."""
    within: int | None
    """How many states a bounded engine looked at; None: any number."""


def lowered(family: Family) -> list[Bound]:
    """The bounds that are lowered, in order."""
    return [bound for bound in family.bounds if bound.is_lowered]


def smallest(
    protocol: Protocol,
    promise: str,
    bounds: Mapping[str, Any],
    exchanged: Mapping[str, Protocol],
    engine: Finder,
) -> Smallest:
    """The smallest bounds, none above the given, at which the promise breaks, and the plainest run there.

    Raises:
        UsageError: it does not break at the given bounds, or the search did not come to an end.
    """
    whole = protocol.machine(bounds, exchanged).only(promise)
    least = dict(whole.bounds)
    found = _violation(whole, promise, engine, None)
    if found is None:
        raise UsageError(f"{whole.name} keeps {promise} at these bounds: there is nothing to minimize")
    tried: list[tuple[dict[str, Any], int | None]] = [(dict(least), found.length)]
    within = found.length if engine.bounded else None
    for bound in lowered(protocol.family):
        for value in range(bound.low, least[bound.name]):
            try:
                machine = protocol.machine({**least, bound.name: value}, exchanged).only(promise)
            except UsageError:
                continue
            run = _violation(machine, promise, engine, within)
            tried.append((dict(machine.bounds), run.length if run else None))
            if run is not None:
                least[bound.name], found = value, run
                break
    return Smallest(engine.plainest(found), tried, within)


def _violation(machine: Machine, promise: str, engine: Finder, within: int | None) -> Run | None:
    """The shortest violation; None if there is none (within so many states)."""
    result = engine.search(machine, within)
    verdict = result.promises[promise]
    if result.interrupted:
        raise KeyboardInterrupt
    looked_far_enough = within is not None and result.depth >= within
    if verdict.verdict == "unknown" and not looked_far_enough:
        raise UsageError(f"{machine.name} with {machine.at} was not decided: {result.stopped}")
    return verdict.run


def in_which_sense(found: Smallest) -> str:
    """In which sense the counterexample is minimal."""
    run, family = found.run, family_of(found.run.machine)
    order = ", ".join(bound.name for bound in lowered(family)) or "of no bounds"
    breaks = "breaks" if found.within is None else f"breaks within {found.within} states"
    costs = "".join(f"the fewest {cost.name}, then " for cost in family.costs)
    return (
        f"Minimal in this sense: in the order {order}, each bound is the least at which {run.promise} still "
        f"{breaks}, with those before it lowered already and those after it as given; at these bounds no run is "
        f"shorter; and among the runs of {run.length} states this one has {costs}the first arguments."
    )


def native(limits: Limits, report: Report | None = None) -> Finder:
    """The native engine, within limits."""
    from checker.engines.native.search import search

    return Finder(lambda machine, _within: search(machine, limits, report), plainest)


def smt(max_length: int, seconds: float | None = None, report: Report | None = None) -> Finder:
    """z3, first with runs of up to `max_length` states; `seconds` limits the time of each question."""
    from checker.analyses.plainest_by_z3 import plainest as plainest_by_z3
    from checker.engines.smt import bounded

    return Finder(
        lambda machine, within: bounded.search(machine, Limits(), report, within or max_length, seconds),
        plainest_by_z3,
        bounded=True,
    )
