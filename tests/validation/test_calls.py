"""Histories of calls that overlap: what is found of them is what trying every order of them finds.

Some orders need not be tried (`search.py` says which), and a log of several objects is divided (`locality.py`). Neither
may change a verdict, or the event at which a log is refused.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Annotated, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.log_searches import is_searched_alike
from tests.support.random_machines import QUICK
from tidemark import (
    Array,
    Domain,
    EventMap,
    Id,
    Identity,
    Int,
    Machine,
    Number,
    Record,
    Truth,
    action,
    observe,
    promise,
    require,
    skip,
    take,
    validate,
)
from tidemark.checker.validation import searches
from tidemark.checker.validation.loading import MapFile, read_events
from tidemark.checker.validation.locality import LogDivider
from tidemark.checker.validation.order import LogTimeline
from tidemark.checker.validation.transitions import EngineName, Transitions
from tidemark.checker.validation.ways import Ways

key = Id("key", 2)
Key = Annotated[Identity, Domain("key")]
Value = Annotated[Number, Domain("value")]
KEYS = dict(zip("ab", key.values(), strict=True))


class Store(Record):
    held: Array[Number]
    reads: Number


@action
def write(s: Store, at: Key, new: Value) -> Store:
    """A client writes."""
    return s.but(held=s.held.but(at, new))


@action
def exchange(s: Store, at: Key, old: Value, new: Value) -> Store:
    """A client exchanges a value for another one."""
    require(s.held[at] == old, "it is the old value")
    return s.but(held=s.held.but(at, new))


@action
def look(s: Store, at: Key) -> Store:
    """A client reads."""
    return s


@promise
def less_than_three(s: Store) -> Truth:
    """No value is three in the first key."""
    return s.held[key.values()[0]] != 3


value = Int(0, 3)
TYPE = Store.of(held=Array.of(key, value), reads=value)
MACHINE = Machine(
    "store", {}, TYPE, TYPE.default, [write, exchange, look], [less_than_three], {"key": key, "value": value}
)


def the_map() -> EventMap:
    log = EventMap(order="written")

    @log.call("write", answer="ok", id="op")
    def written(e: Any, _: Any) -> Any:
        return take("write", at=KEYS[e.key], new=e.value)

    @log.call("exchange", answer=["ok", "fail"], id="op")
    def exchanged(e: Any, answer: Any) -> Any:
        if answer is not None and answer.name == "fail":
            return observe(lambda s: s.held[KEYS[e.key]] != e.old)
        return take("exchange", at=KEYS[e.key], old=e.old, new=e.value)

    @log.call("read", answer="ok", id="op")
    def read(e: Any, answer: Any) -> Any:
        if answer is None:
            return skip
        return take("look", at=KEYS[e.key]).before(lambda s: s.held[KEYS[e.key]] == answer.value)

    return log


Events = list[dict[str, Any]]


def history(rng: random.Random, length: int) -> Events:
    """Overlapping calls of some clients, with answers that an order gives, but for one answer in ten."""
    held, events, open_calls = {"a": 0, "b": 0}, [], list[dict[str, Any]]()
    op = 0
    while op < length or open_calls:
        if op < length and ((len(open_calls) < 3 and rng.random() < 0.6) or not open_calls):
            op += 1
            kind = rng.choice(["write", "exchange", "read"])
            call = {"event": kind, "op": op, "key": rng.choice("ab"), "old": rng.randrange(4),
                    "value": rng.randrange(4)}  # fmt: skip
            events.append(call)
            open_calls.append(call)
            continue
        call = open_calls.pop(rng.randrange(len(open_calls)))
        if rng.random() < 0.25:
            if rng.random() < 0.5:
                _step(held, call)
            continue
        answer = _step(held, call)
        if rng.random() < 0.1:
            answer = {"event": "ok", "value": rng.randrange(4)}
        events.append({"op": call["op"], **answer})
    return events


def _step(held: dict[str, int], call: dict[str, Any]) -> dict[str, Any]:
    """Take the step of a call; gives its answer."""
    at = call["key"]
    if call["event"] == "read":
        return {"event": "ok", "value": held[at]}
    if call["event"] == "exchange" and held[at] != call["old"]:
        return {"event": "fail"}
    held[at] = call["value"]
    return {"event": "ok"}


def passed(events: Events) -> int:
    """How many calls with an answer, in the order of the requests, some order passes: by trying all orders."""
    calls = [(n, event) for n, event in enumerate(events) if event["event"] in ("write", "exchange", "read")]
    answers = {event["op"]: n for n, event in enumerate(events) if event["event"] in ("ok", "fail")}
    answered = [n for n, call in enumerate(calls) if call[1]["op"] in answers]
    end = [answers.get(call["op"], len(events)) for _, call in calls]
    best, seen = 0, set[tuple[frozenset[int], tuple[int, int]]]()

    def go_on(done: frozenset[int], held: tuple[int, int]) -> None:
        nonlocal best
        if (done, held) in seen:
            return
        seen.add((done, held))
        best = max(best, next((k for k, n in enumerate(answered) if n not in done), len(answered)))
        for n, (begin, call) in enumerate(calls):
            if n in done or any(end[other] < begin for other in range(len(calls)) if other not in done):
                continue
            answer = events[answers[call["op"]]] if call["op"] in answers else None
            now = {"a": held[0], "b": held[1]}
            if _fits(now, call, answer):
                go_on(done | {n}, (now["a"], now["b"]))

    go_on(frozenset(), (0, 0))
    return best


def _fits(held: dict[str, int], call: dict[str, Any], answer: dict[str, Any] | None) -> bool:
    result = _step(held, call)
    if answer is None:
        return result["event"] == "ok"
    if call["event"] == "read":
        return bool(answer["value"] == result["value"])
    return bool(answer["event"] == result["event"])


@contextmanager
def divided_after(nodes: int) -> Iterator[None]:
    """A log is divided after this number of nodes, and the native engine takes over after as many."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(searches, "SHORT", nodes)
        patch.setattr(searches, "MOST_PLAIN", nodes)
        yield


def is_decided_rightly(seed: int, engine: EngineName) -> None:
    events = history(random.Random(seed), 7)
    expected = passed(events)
    verdict = validate(MACHINE, the_map(), events, engine=engine)
    answered = sum(event["event"] in ("ok", "fail") for event in events)
    assert (verdict.verdict, verdict.passed) == ("explained" if expected == answered else "refused", expected)
    if verdict.run is not None:
        assert_run_of(verdict.run.steps, verdict.items, events)


def assert_run_of(steps: Sequence[Any], items: Sequence[Any], events: Events) -> None:
    """The states are those of the steps, and no call comes after one that began when it had ended."""
    for before, step in pairwise(steps):
        after = MACHINE.run(MACHINE.decode(before.state), step.instance)
        assert MACHINE.encode(after) == step.state
    lines = [(item.event.line, item.answer.line if item.answer else len(events) + 1) for item in items]
    assert all(begin < end for n, (begin, _) in enumerate(lines) for _, end in lines[n:])


@pytest.mark.parametrize("engine", ["native", "reference"])
@settings(QUICK, max_examples=60)
@given(st.integers(0, 1 << 30), st.sampled_from([0, 1, 5, 10_000]))
def test_a_history_is_decided_as_by_trying_every_order(engine: EngineName, seed: int, nodes: int) -> None:
    with divided_after(nodes):
        is_decided_rightly(seed, engine)


@pytest.mark.slow
@settings(QUICK, max_examples=2_000)
@given(st.integers(0, 1 << 30), st.sampled_from([0, 1, 5, 10_000]))
def test_many_histories_are_decided_as_by_trying_every_order(seed: int, nodes: int) -> None:
    with divided_after(nodes):
        is_decided_rightly(seed, "native")


@settings(QUICK, max_examples=40)
@given(st.integers(0, 1 << 30))
def test_the_native_search_of_a_history_visits_what_the_plain_one_visits(seed: int) -> None:
    rng = random.Random(seed)
    is_searched_alike(MACHINE, the_map(), [history(rng, 8) for _ in range(3)])


def test_a_run_that_keeps_all_promises_is_found_object_by_object() -> None:
    """A call without an answer would break the promise, and need not have happened."""
    events = [
        {"event": "write", "op": 1, "key": "a", "value": 3},
        {"event": "write", "op": 2, "key": "a", "value": 2},
        {"event": "ok", "op": 2},
        {"event": "write", "op": 3, "key": "b", "value": 3},
        {"event": "ok", "op": 3},
        {"event": "read", "op": 4, "key": "a"},
        {"event": "ok", "op": 4, "value": 2},
    ]
    with divided_after(1):
        assert not validate(MACHINE, the_map(), events).breaks
        broken = validate(MACHINE, the_map(), [*events[:-1], {"event": "ok", "op": 4, "value": 3}])
    assert broken.verdict == "explained"
    assert set(broken.breaks) == {"less-than-three"}


def divided(machine: Machine, log: EventMap, events: Events) -> list[list[int]] | None:
    """The lines of each object's log."""
    transitions = Transitions(machine, "reference")
    logs = LogDivider(Ways(MapFile(log), machine, transitions)).divide(
        LogTimeline(log, list(read_events(log, events, 1)))
    )
    return None if logs is None else [[event.line for event in one.timeline.events] for one in logs]


TWO_KEYS = [
    {"event": "write", "op": 1, "key": "a", "value": 1},
    {"event": "write", "op": 2, "key": "b", "value": 2},
    {"event": "ok", "op": 1},
    {"event": "ok", "op": 2},
]


def test_a_log_of_two_keys_is_two_logs() -> None:
    assert divided(MACHINE, the_map(), TWO_KEYS) == [[1, 3], [2, 4]]
    assert divided(MACHINE, the_map(), TWO_KEYS[::2]) is None


@promise
def same(s: Store) -> Truth:
    """Both keys have the same value, or one of them none."""
    first, second = key.values()
    return (s.held[first] == s.held[second]) | (s.held[first] == 0) | (s.held[second] == 0)


def test_a_log_is_not_divided_where_its_objects_are_tied() -> None:
    tied = Machine("store", {}, TYPE, TYPE.default, [write, exchange, look], [same], MACHINE.domains)
    assert divided(tied, the_map(), TWO_KEYS) is None
    ties: list[Callable[[EventMap], Any]] = [
        lambda log: log.silent("look", most=1),
        lambda log: log.names("key"),
        lambda log: log.message("write", "ok", id="op"),
        lambda log: log.event("seen")(lambda e: observe(lambda s: s.held[KEYS["a"]] == s.held[KEYS["b"]])),
        lambda log: log.event("seen")(lambda e: observe(lambda s: next(iter(s.held)) != {})),
    ]
    for tie in ties:
        log = the_map()
        tie(log)
        more = [{"event": "seen"}] if "seen" in log.events else []
        assert divided(MACHINE, log, [*TWO_KEYS, *more]) is None
