"""Numbers of a log that are bound as they appear: what a search costs does not depend on how many the model has.

The state in which an event happens often says which number its name is. A search that knows this visits the same places
of the product in the same order as one that tries every number.
"""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.support.log_searches import is_searched_alike
from tests.support.random_logs import RandomLog, changed, logs
from tests.support.random_machines import QUICK
from tidemark import EventMap, Int, Machine, Number, Record, action, any_of, observe, take, validate
from tidemark.checker.validation.narrowing import Narrowing
from tidemark.checker.validation.transitions import EngineName
from tidemark.checker.validation.verdicts import LogVerdict
from tidemark.spec.machines.machine import OutOfRange


class Counter(Record):
    count: Number
    previous: Number


@action
def grow(c: Counter) -> Counter:
    """It counts on."""
    return c.but(count=c.count + 1, previous=c.count)


def machine(most: int) -> Machine:
    type = Counter.of(count=Int(0, most), previous=Int(0, most))
    return Machine("counter", {}, type, type.default, [grow], [], {})


def count(log: EventMap, most: int) -> None:
    """The numbers are those after each step, and in a second event those before it."""
    number = log.names(Int(1, most), increasing=True)

    @log.event("grew")
    def grew(e: Any) -> Any:
        after = number(e.number("n"))
        return take("grow").after(lambda c: c.count == after)

    @log.event("saw")
    def saw(e: Any) -> Any:
        now, later = number(e.number("n")), number(e.number("later"))
        return observe(lambda c: (now == c.count) & (later > c.previous) & (later <= c.count + 1))


def events(count: int) -> list[dict[str, Any]]:
    return [{"event": "grew", "n": 1000 + 7 * k} for k in range(count)]


def cost(most: int, log_events: list[dict[str, Any]], engine: EngineName) -> tuple[LogVerdict, int]:
    """The verdict, and how many bytes were in use at most."""
    log = EventMap()
    count(log, most)
    built = machine(most)
    tracemalloc.start()
    try:
        return validate(built, log, log_events, engine=engine), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("engine", ["native", "reference"])
@pytest.mark.parametrize(
    "last", [[], [{"event": "saw", "n": 1273, "later": 9000}], [{"event": "saw", "n": 9, "later": 10}]]
)
def test_a_search_costs_the_same_however_many_numbers_the_model_has(
    engine: EngineName, last: list[Any]
) -> None:
    few, in_few = cost(99, [*events(40), *last], engine)
    many, in_many = cost(99_999, [*events(40), *last], engine)
    assert few.verdict == ("refused" if last and last[0]["n"] == 9 else "explained")
    assert (many.verdict, many.visited, many.passed) == (few.verdict, few.visited, few.passed)
    assert in_many < 2 * in_few


def test_a_number_that_nothing_narrows_is_bound_when_it_is_tried() -> None:
    log = EventMap()
    number = log.names(Int(1, 99_999), increasing=True)

    @log.event("seen")
    def seen(e: Any) -> Any:
        value = number(e.number("n"))
        return observe(lambda c: c.count + value * value > 0)

    tracemalloc.start()
    try:
        verdict = validate(machine(5), log, [{"event": "seen", "n": k} for k in range(40)])
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (verdict.verdict, verdict.visited) == ("explained", 41)
    assert peak < 10_000_000


CONDITIONS: list[tuple[Callable[[Any, Any], Any], set[int]]] = [
    (lambda c, n: c.count == n, {3}),
    (lambda c, n: n + 2 == c.count, {1}),
    (lambda c, n: (n < c.count) & (n > 1), {2}),
    (lambda c, n: (n == c.count) | (n == c.previous), {2, 3}),
    (lambda c, n: (n <= 1) | (n == 7), {1, 7}),
    (lambda c, n: (n >= 8) | (n == 9), {8, 9}),
    (lambda c, n: n * 2 == c.count + 1, {2}),
    (lambda c, n: any_of([n == 4, c.count == 5]), {4}),
    (lambda c, n: n != c.count, {1, 2, 4, 5, 6, 7, 8, 9}),
    (lambda c, n: c.count > 3, set()),
    (lambda c, n: [False, True, False, False, True, False, False, False, False, False][n], {1, 4}),
]


@pytest.mark.parametrize("number", range(len(CONDITIONS)))
@pytest.mark.parametrize("when", ["before", "after", "observed"])
def test_each_number_with_which_a_condition_holds_is_found(when: str, number: int) -> None:
    """A second event says which number it was: for each that fits there is a run, and for no other."""
    condition, expected = CONDITIONS[number]
    log = EventMap()
    name = log.names(Int(1, 9))

    @log.event("seen")
    def seen(e: Any) -> Any:
        n = name("it")
        if when == "observed":
            return observe(lambda c: condition(c, n))
        step = take("grow")
        return (
            step.before(lambda c: condition(c, n))
            if when == "before"
            else step.after(lambda c: condition(c, n))
        )

    @log.event("was")
    def was(e: Any) -> Any:
        n = name("it")
        return observe(lambda c: n == e.n)

    log.event("grew")(lambda e: take("grow"))
    before = [{"event": "grew"}] * (2 if when == "after" else 3)
    fitting = {
        n
        for n in range(1, 10)
        if validate(machine(9), log, [*before, {"event": "seen"}, {"event": "was", "n": n}]).verdict
        == "explained"
    }
    assert fitting == expected


def outcomes(log: RandomLog, seed: int) -> list[Any]:
    """What is found of a log and of two changed ones, but for the objects of the log itself."""
    rng = random.Random(seed)
    all_events = [
        [event.fields() for event in one.events] for one in (log, changed(log, rng), changed(log, rng))
    ]
    return [
        found if isinstance(found, str) else replace(found, path=[move.steps for move in found.path or []])
        for found in is_searched_alike(log.machine, log.map(), all_events)
    ]


def visits_the_same(log: RandomLog, seed: int) -> None:
    named = replace(log, numbers=True)
    try:
        narrowed = outcomes(named, seed)
    except OutOfRange:
        assume(False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Narrowing, "is_narrowed", lambda *_: False)
        assert outcomes(named, seed) == narrowed


@settings(QUICK, max_examples=20)
@given(logs(), st.integers(0, 1 << 30))
def test_a_search_visits_what_one_visits_that_tries_every_number(log: RandomLog, seed: int) -> None:
    visits_the_same(log, seed)


@pytest.mark.slow
@settings(QUICK, max_examples=100)
@given(logs(), st.integers(0, 1 << 30))
def test_a_search_of_many_logs_visits_what_one_visits_that_tries_every_number(
    log: RandomLog, seed: int
) -> None:
    visits_the_same(log, seed)
