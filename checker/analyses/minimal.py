"""The smallest counterexample: the least bounds at which a promise breaks, then the plainest shortest run.

Bounds are lowered one after the other, in the family's order. Each is lowered as far as the promise still breaks,
while the bounds after it keep their values. The family also says which of the shortest runs is the plainest
(`Family.costs`).

An exhaustive engine decides whether a promise breaks at some bounds at all. Bounded search can't, so with it
the promise must break within as many states as at the bounds given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from tidemark.base.counts import count_of
from tidemark.base.errors import UsageError
from tidemark.checker.analyses.plainest import plainest
from tidemark.checker.engines.bookkeeping import OutOfTime, require_time
from tidemark.checker.runs.results import Clock, Limits, Report, Result, Run
from tidemark.spec.families.bounds import Bound
from tidemark.spec.families.family import Family, family_of
from tidemark.spec.families.protocol import Protocol
from tidemark.spec.machines.machine import Machine

INTERRUPTED = "interrupted"
"""Why a search ended, if a signal ended it."""


@dataclass(frozen=True)
class Finder:
    """What looks for the smallest: `search` finds a shortest violation, `plainest` the plainest run of that length.

    A `bounded` engine takes the number of states within which to look, None at first.

    keep_time: raises OutOfTime where the time for all of it is over.
    """

    search: Callable[[Machine, int | None], Result]
    plainest: Callable[[Run], Run]
    bounded: bool = False
    keep_time: Callable[[], None] = lambda: None


@dataclass
class Smallest:
    """A promise's smallest bounds, the plainest shortest run there, and what was tried.

    Where the promise holds at the bounds given there is no run, and `stopped` is None.

    tried: bounds, and the length of the shortest violation there (None: there is none, or none within `within`).
    within: how many states a bounded engine looked at; None: any number.
    stopped: why it is not known that these are the smallest; `run` is then the last that was found, if one was.
    """

    run: Run | None
    tried: list[tuple[dict[str, Any], int | None]]
    within: int | None
    stopped: str | None = None


class _UndecidedBounds(Exception):
    """A search ended at a limit; the message says at which."""


def find_bounds_to_lower(family: Family) -> list[Bound[Any]]:
    """The bounds that are lowered, in order."""
    return [bound for bound in family.bounds if bound.is_lowered and bound.low < bound.high]


def smallest(
    protocol: Protocol,
    promise: str,
    bounds: Mapping[str, Any],
    exchanged: Mapping[str, Protocol],
    engine: Finder,
) -> Smallest:
    """The smallest bounds, none above the given, at which the promise breaks, and the plainest run there.

    Raises:
        UsageError: the promise, or a bound, is unknown.
    """
    whole = protocol.machine(bounds, exchanged).only(promise)
    least = Smallest(None, [], None)
    try:
        _lower(least, protocol, whole, exchanged, engine)
        if least.run:
            least.run = engine.plainest(least.run)
    except (OutOfTime, _UndecidedBounds) as over:
        least.stopped = str(over)
    except KeyboardInterrupt:
        least.stopped = INTERRUPTED
    return least


def _lower(
    result: Smallest, protocol: Protocol, whole: Machine, exchanged: Mapping[str, Protocol], engine: Finder
) -> None:
    """Lower one bound after the other, and note what is found."""
    least, (promise,) = dict(whole.bounds), whole.promises
    result.run = _violation(whole, promise.name, engine, None)
    result.tried.append((dict(least), result.run.length if result.run else None))
    if result.run is None:
        return
    result.within = result.run.length if engine.bounded else None
    for bound in find_bounds_to_lower(protocol.family):
        for value in range(bound.low, least[bound.name]):
            try:
                machine = protocol.machine({**least, bound.name: value}, exchanged).only(promise.name)
            except UsageError:
                continue
            run = _violation(machine, promise.name, engine, result.within)
            result.tried.append((dict(machine.bounds), run.length if run else None))
            if run is not None:
                least[bound.name], result.run = value, run
                break


def _violation(machine: Machine, promise: str, engine: Finder, within: int | None) -> Run | None:
    """The shortest violation; None if there is none within the limit."""
    result = engine.search(machine, within)
    verdict = result.promises[promise]
    result.require_no_interrupt()
    looked_far_enough = within is not None and result.depth >= within
    if verdict.verdict == "unknown" and not looked_far_enough:
        engine.keep_time()
        raise _UndecidedBounds(f"{machine.name} with {machine.at} was not decided: {result.stopped}")
    return verdict.run


def in_which_sense(minimal: Smallest) -> str:
    """In which sense the counterexample is minimal."""
    assert minimal.run
    run, family = minimal.run, family_of(minimal.run.machine)
    order = ", ".join(bound.name for bound in find_bounds_to_lower(family))
    breaks = "breaks" if minimal.within is None else f"breaks within {minimal.within} states"
    costs = "".join(f"the fewest {cost.name}, then " for cost in family.costs)
    bounds = (
        f"in the order {order}, each bound is the least at which {run.promise} still {breaks}, with those before it "
        "lowered already and those after it as given; at these bounds no run is shorter"
        if order
        else f"{run.machine.name} has no bounds to lower; no run is shorter"
    )
    begins = ", then the least initial state" if len(run.machine.initial_states) > 1 else ""
    plainest = (
        f"among the runs of {count_of(run.length, 'state')} this one has {costs}the first arguments{begins}"
    )
    return f"Minimal in this sense: {bounds}; and {plainest}."


def native(limits: Limits, report: Report | None = None) -> Finder:
    """The native engine, within limits; its seconds are those of all searches together."""
    from tidemark.checker.engines.native.spots import search

    clock = Clock()

    def look(machine: Machine, _within: int | None) -> Result:
        return search(machine, replace(limits, seconds=limits.remaining_seconds(clock)), report)

    return Finder(
        look, partial(plainest, limits=limits, clock=clock), False, partial(require_time, limits, clock)
    )


def smt(
    max_length: int,
    question_seconds: float | None = None,
    report: Report | None = None,
    limits: Limits | None = None,
) -> Finder:
    """z3, first with runs of up to `max_length` states, with `seconds` for each question.

    The seconds of the limits are those of all questions together.
    """
    from tidemark.checker.analyses.plainest_by_z3 import plainest as plainest_by_z3
    from tidemark.checker.engines.smt import bounded

    limits, clock = limits or Limits(), Clock()

    def look(machine: Machine, within: int | None) -> Result:
        return bounded.search(machine, limits, report, within or max_length, question_seconds, clock=clock)

    plainest_run = partial(plainest_by_z3, limits=limits, clock=clock)
    return Finder(look, plainest_run, True, partial(require_time, limits, clock))
