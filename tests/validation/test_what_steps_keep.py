"""Silent steps without a limit that keep a value, events that are one step together, and events that may be no step."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import pytest

from tidemark import (
    EventMap,
    Int,
    Machine,
    ModelError,
    Number,
    Record,
    action,
    none,
    observe,
    require,
    take,
    validate,
)
from tidemark.checker.validation import searches
from tidemark.checker.validation.loading import MapFile
from tidemark.checker.validation.native_search import NativeLogSearch
from tidemark.checker.validation.search import TooLarge
from tidemark.checker.validation.transitions import Transitions
from tidemark.checker.validation.verdicts import LogVerdict
from tidemark.checker.validation.ways import Ways


class Office(Record):
    """Who leads, which is on record, and how much was done."""

    leader: Number
    done: Number
    starts: Number


@action
def elect(o: Office) -> Office:
    """Another one leads."""
    require(o.leader < 4, "there is another one")
    return o.but(leader=o.leader + 1)


@action
def work(o: Office) -> Office:
    """Something is done."""
    require(o.done < 400, "something is left to do")
    return o.but(done=o.done + 1)


@action
def start(o: Office) -> Office:
    """One starts, and leads at once if it is the first time."""
    require(o.starts < 2, "a start is left")
    return o.but(starts=o.starts + 1, leader=o.leader + 1 - o.starts)


office = Office.of(leader=Int(0, 5), done=Int(0, 400), starts=Int(0, 2))
MACHINE = Machine("office", {}, office, office.default, [elect, work, start], [], {})


@pytest.fixture(autouse=True)
def native_from_the_first_node_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searches, "PAYS", 0)


def leader(o: Office) -> Any:
    return o.leader


def leader_in_python(o: Office) -> Any:
    return (max(int(o.leader), 0),)


def recorded(most: int | None = None, keeps: Any = leader) -> EventMap:
    log = EventMap(node="node")
    log.silent("elect", "work", most=most, keeps=keeps)
    log.event("elected")(lambda e: take("elect").after(lambda o: o.leader == e.who))
    log.event("done")(lambda e: observe(lambda o: o.done == e.n))
    log.event("leads")(lambda e: observe(lambda o: o.leader == e.who))
    log.event("started")(lambda e: take("start").keeps(keeps))
    return log


def found(log: EventMap, *events: dict[str, Any]) -> LogVerdict:
    """The verdict on which both engines agree."""
    listed = [{"node": "a", **event} for event in events]
    native, reference = (validate(MACHINE, log, listed, engine=engine) for engine in ("native", "reference"))
    assert (native.verdict, native.visited) == (reference.verdict, reference.visited)
    assert native.refusals == reference.refusals
    assert (native.run and native.run.steps) == (reference.run and reference.run.steps)
    return native


@pytest.mark.parametrize("keeps", [leader, lambda o: (o.leader, o.starts), leader_in_python])
def test_a_silent_step_leaves_what_it_keeps_as_it_was(keeps: Any) -> None:
    elected = [{"event": "elected", "who": 1}, {"event": "done", "n": 2}, {"event": "leads", "who": 1}]
    assert found(recorded(keeps=keeps), *elected).verdict == "explained"
    assert found(recorded(keeps=keeps), *elected[1:]).refused is not None
    assert found(recorded(keeps=lambda o: o.starts), *elected[1:]).verdict == "explained"


@pytest.mark.parametrize(
    ("keeps", "is_lifted"),
    [(lambda o: (o.leader, 1), True), (lambda o: (True, none, o.leader), True), (leader_in_python, False)],
)
def test_the_native_search_takes_plain_values_as_they_are(keeps: Any, is_lifted: bool) -> None:
    events = [{"event": "elected", "who": 1}, {"event": "started"}]
    assert found(recorded(keeps=keeps), *events).verdict == "refused"
    transitions = Transitions(MACHINE, "reference")
    ways = Ways(MapFile(recorded(keeps=keeps)), MACHINE, transitions)
    with nullcontext() if is_lifted else pytest.raises(TooLarge):
        NativeLogSearch(ways, transitions)


def test_any_number_of_silent_steps_may_come_between_two_events() -> None:
    assert found(recorded(), {"event": "done", "n": 400}).verdict == "explained"
    assert found(recorded(most=255), {"event": "done", "n": 256}).verdict == "refused"


def test_an_event_leaves_what_it_keeps_as_it_was_and_a_refusal_says_so() -> None:
    refused = found(recorded(), {"event": "started"})
    assert refused.refused is not None
    texts = {reason.text for one in refused.refusals for reason in one.reasons}
    assert texts == {"it changes a value of the state that it is to keep"}
    later = [{"event": "elected", "who": 1}, {"event": "started"}]
    assert found(recorded(keeps=lambda o: o.done), *later).verdict == "explained"


def test_two_events_of_two_nodes_are_one_step_where_the_map_says_so() -> None:
    events = [
        {"event": "started", "node": "b"},
        {"event": "elected", "who": 1},
        {"event": "started", "node": "b"},
    ]
    assert found(recorded(), *events).verdict == "refused"
    log = recorded()
    log.both("started", "elected")(lambda s, e: take("start").after(lambda o: o.leader == e.who))
    explained = found(log, *events)
    assert explained.verdict == "explained"
    assert [str(step.instance) for step in explained.run.steps[1:]] == ["start()", "start()"]  # type: ignore[union-attr]
    apart = [{**events[0], "node": "a"}, *events[1:]]
    assert found(log, *apart).verdict == "refused"


def test_an_event_that_is_optional_may_have_had_no_effect() -> None:
    events = [{"event": "asked"}, {"event": "asked"}, {"event": "done", "n": 1, "node": "b"}]
    for optional, verdict in ((False, "refused"), (True, "explained")):
        log = EventMap(node="node")
        log.event("asked", optional=optional)(lambda e: take("work"))
        log.event("done")(lambda e: observe(lambda o: o.done == e.n))
        late = [*events, {"event": "done", "n": 1, "node": "b"}, {"event": "done", "n": 1}]
        assert found(log, *late).verdict == verdict
    assert found(log, *events, {"event": "done", "n": 3}).refused is not None


def asked_and_done(**order: Any) -> EventMap:
    """Work that may have been asked for in vain is done only while nobody leads."""
    log = EventMap(node="node", **order)
    log.event("elected")(lambda e: take("elect"))
    log.event("asked", optional=True)(lambda e: take("work").before(lambda o: o.leader == 0))
    log.event("done")(lambda e: observe(lambda o: o.done == e.n))
    return log


@pytest.mark.parametrize(
    "order",
    [
        {},
        {"order": "written"},
        {"order": "clock", "time": "time"},
        {"order": "clock", "time": "time", "skew": 1.0},
        {"time": "time", "began": "time"},
        {"time": "time", "began": "time", "order": "written"},
    ],
)
def test_an_optional_event_does_not_happen_before_earlier_lines_of_its_node(order: dict[str, Any]) -> None:
    times = (1, 2, 3) if "began" in order else (1, 1, 1)
    asked, elected, done = {"event": "asked"}, {"event": "elected"}, {"event": "done", "n": 1}
    for events, verdict in (([asked, elected, done], "explained"), ([elected, asked, done], "refused")):
        listed = [{**event, "time": time} for event, time in zip(events, times, strict=True)]
        assert found(asked_and_done(**order), *listed).verdict == verdict
    later = [asked, elected, {"event": "done", "n": 0}, done]
    assert found(asked_and_done(), *later).verdict == "refused"
    late = [asked, {"event": "done", "n": 0}, done, elected]
    assert found(asked_and_done(), *late).verdict == "explained"


def test_an_optional_event_without_effect_forbids_no_other() -> None:
    log = asked_and_done()
    log.event("begun", optional=True)(lambda e: take("start"))
    log.event("leads")(lambda e: observe(lambda o: o.leader == e.who))
    elected, asked = {"event": "elected"}, {"event": "asked"}
    assert found(log, elected, asked, {"event": "begun"}, {"event": "leads", "who": 2}).verdict == "explained"
    log = EventMap(node="node")
    log.event("started", optional=True)(lambda e: take("start").after(lambda o: o.leader == e.who))
    log.event("leads")(lambda e: observe(lambda o: o.leader == e.who))
    started = [{"event": "started", "who": who} for who in (7, 1)]
    assert found(log, *started, {"event": "leads", "who": 1}).verdict == "explained"


@pytest.mark.parametrize("order", [{}, {"time": "time", "began": "began"}])
def test_of_optional_events_that_are_alike_the_first_ones_had_an_effect(order: dict[str, Any]) -> None:
    visited = {}
    for alike in (False, True):
        log = EventMap(node="node", **order)
        log.event("asked", optional=True, alike=alike)(lambda e: take("work"))
        log.event("done")(lambda e: observe(lambda o: o.done == e.n))
        asked = [{"event": "asked", "began": 9 - k, "time": 10} for k in range(9)]
        late = {"event": "asked", "began": 20, "time": 30}
        for n, verdict in ((0, "explained"), (5, "explained"), (9, "explained"), (10, "refused")):
            done = {"event": "done", "n": n, "began": 12, "time": 12}
            refused = found(log, *asked, done, late)
            assert refused.verdict == verdict
        visited[alike] = refused.visited
    assert visited == {True: 10, False: 2**9}


def test_the_function_of_events_that_are_alike_reads_none_of_them() -> None:
    for read in (lambda e: take("work").before(lambda o: o.done < e.n), lambda e: take(e.name)):
        log = EventMap(node="node")
        log.event("asked", optional=True, alike=True)(read)
        log.event("done")(lambda e: observe(lambda o: o.done == e.n))
        for engine in ("native", "reference"):
            events = [{"event": "asked", "node": "a", "n": 3}, {"event": "done", "node": "a", "n": 1}]
            with pytest.raises(ModelError, match=r"test_what_steps_keep.py:\d+: .*are alike"):
                validate(MACHINE, log, events, engine=engine)


@pytest.mark.parametrize(
    "order", [{}, {"time": "time", "began": "time"}, {"time": "time", "order": "clock", "skew": 9.0}]
)
def test_an_event_is_not_joined_with_itself_nor_with_one_of_its_node(order: dict[str, Any]) -> None:
    log = EventMap(node="node", **order)
    log.event("put")(lambda e: take("work"))
    log.event("asked", optional=True)(lambda e: take("work"))
    log.event("done")(lambda e: observe(lambda o: o.done == e.n))
    log.both("put", "put")(lambda a, b: take("elect"))
    log.both("put", "asked")(lambda a, b: take("elect"))
    log.event("leads")(lambda e: observe(lambda o: o.leader == e.who))
    put, asked, leads = ({"event": name, "time": 1} for name in ("put", "asked", "leads"))
    after = {"time": 2, "node": "c"}
    assert found(log, put, {**leads, **after, "who": 1}).verdict == "refused"
    assert found(log, put, put, {**leads, **after, "who": 1}).verdict == "refused"
    assert found(log, put, asked, {**leads, **after, "who": 1}).verdict == "refused"
    for other in (put, asked):
        events = [put, {**other, "node": "b"}, {**leads, **after, "who": 1}]
        assert found(log, *events).verdict == "explained"


def test_two_nodes_in_one_file_that_is_in_order_are_joined_nowhere_but_with_what_is_optional() -> None:
    log = EventMap(node="node", order="written")
    log.event("put")(lambda e: take("work"))
    log.event("asked", optional=True)(lambda e: take("work"))
    log.event("leads")(lambda e: observe(lambda o: o.leader == e.who))
    log.both("asked", "put")(lambda a, b: take("elect"))
    for node, verdict in (("a", "refused"), ("b", "explained")):
        events = [{"event": "asked"}, {"event": "put", "node": node}, {"event": "leads", "who": 1}]
        assert found(log, *events).verdict == verdict


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("done", "started", r"both\(\) names started, which no event\(\) declares: did you mean startled"),
        ("qq", "done", r'both\(\) names qq, which no event\(\) declares: write @log.event\("qq"\)'),
        ("asked", "done", r"both\(\) names asked, which"),
        ("done", "answered", r"both\(\) names answered, which"),
    ],
)
def test_both_names_two_kinds_of_events_and_no_call(first: str, second: str, said: str) -> None:
    log = EventMap(node="node")
    log.both(first, second)(lambda a, b: take("elect"))
    log.event("done", "startled")(lambda e: observe(lambda o: o.done == e.n))
    log.call("asked", answer="answered", id="op")(lambda e, a: take("work"))
    for engine in ("native", "reference"):
        with pytest.raises(ModelError, match=rf"test_what_steps_keep.py:\d+: {said}"):
            validate(MACHINE, log, [{"event": "done", "n": 0}], engine=engine)


@pytest.mark.parametrize(
    ("write", "said"),
    [
        (lambda: EventMap().silent("elect", most=None, keeps=3), "keeps is 3: it is a function of the state"),
        (lambda: EventMap().silent("elect", most=0), "most is 0: it is a whole number from 1 on, or None"),
        (lambda: take("elect").keeps("leader"), "keeps() takes a function of the state"),
        (lambda: EventMap().both("a", 3), "both() takes words, and not 3"),  # type: ignore[arg-type]
    ],
)
def test_a_mistake_is_told_with_the_line_that_makes_it(write: Any, said: str) -> None:
    with pytest.raises(ModelError) as caught:
        write()
    assert said in str(caught.value)
    assert "test_what_steps_keep.py:" in str(caught.value)
