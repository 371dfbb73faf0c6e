"""Events of one node that last: what overlaps or touches is in either order, all else in that of time."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any, NamedTuple

import pytest

from tidemark import Bool, EventMap, Machine, Record, Truth, action, not_, require, take, validate


class Valve(Record):
    """Open or not."""

    is_open: Truth


@action
def opens(v: Valve) -> Valve:
    """It opens."""
    require(not_(v.is_open), "it is closed")
    return v.but(is_open=True)


@action
def closes(v: Valve) -> Valve:
    """It closes."""
    require(v.is_open, "it is open")
    return v.but(is_open=False)


@action
def stays(v: Valve) -> Valve:
    """Nothing moves."""
    return v


valve = Valve.of(is_open=Bool())
MACHINE = Machine("valve", {}, valve, valve.default, [opens, closes, stays], [], {})


class Span(NamedTuple):
    """One event."""

    event: str
    began: int
    time: int


def verdict(spans: list[Span], engine: str) -> str:
    log = EventMap(node="node", time="time", began="began")
    for name in ("opens", "closes", "stays"):
        log.event(name)(lambda _e, name=name: take(name))
    lines: list[dict[str, Any]] = [{"node": "a", **span._asdict()} for span in spans]
    return validate(MACHINE, log, lines, engine=engine).verdict


def is_before(spans: list[Span], a: int, b: int) -> bool:
    """By what the page says."""
    first, second = spans[a], spans[b]
    moment = first.began == first.time == second.began == second.time
    return first.time < second.began or (moment and a < b)


def can_be(spans: list[Span]) -> bool:
    """Whether an order of the events is one of the valve, by trying all."""
    every = range(len(spans))
    before = [(a, b) for a in every for b in every if is_before(spans, a, b)]
    for order in permutations(every):
        at = {number: place for place, number in enumerate(order)}
        if all(at[a] < at[b] for a, b in before):
            moves = [spans[n].event for n in order if spans[n].event != "stays"]
            if all(move == ("opens", "closes")[k % 2] for k, move in enumerate(moves)):
                return True
    return False


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_events_that_touch_are_in_either_order_whatever_else_there_is(engine: str) -> None:
    touching = [Span("closes", 1, 2), Span("opens", 2, 3)]
    assert verdict(touching, engine) == "explained"
    assert verdict([Span("stays", 0, 2), *touching], engine) == "explained"
    assert verdict([Span("closes", 1, 2), Span("opens", 3, 3)], engine) == "refused"
    assert verdict([Span("closes", 2, 2), Span("opens", 2, 2)], engine) == "refused"
    assert verdict([Span("opens", 2, 2), Span("closes", 2, 2)], engine) == "explained"


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_events_that_last_are_in_every_order_that_their_times_leave(engine: str) -> None:
    found = {True: 0, False: 0}
    for seed in range(150):
        chance = random.Random(seed)
        spans = []
        for _ in range(chance.randint(2, 5)):
            began = chance.randint(0, 4)
            name = chance.choice(("opens", "closes", "closes", "opens", "stays"))
            spans.append(Span(name, began, began + chance.choice((0, 0, 1, 2))))
        expected = can_be(spans)
        found[expected] += 1
        assert verdict(spans, engine) == ("explained" if expected else "refused"), spans
    assert min(found.values()) > 30
