"""Events of logs: a field is read as the kind that the map asks for, and anything else is refused with its line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.logs.events import LogError, LogEvent, UnreadEvent, place
from tidemark.spec.logs.maps import EventMap
from tidemark.spec.logs.mistakes import mistake
from tidemark.spec.logs.steps import LogStep, StepChoice, observe, skip, take


def event(value: Any) -> LogEvent:
    return LogEvent("node.log", 7, {"at": value}, "write")


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (3, 3),
        (-3, -3),
        (3.0, 3),
        ("3", 3),
        (" +3 ", 3),
        ("-3", -3),
        ("9" * 19, int("9" * 19)),
        (2**70, 2**70),
    ],
)
def test_a_whole_number_is_read_from_a_number_or_its_text(value: Any, number: int) -> None:
    assert event(value).number("at") == number


@pytest.mark.parametrize(
    "value", [3.5, "3.0", "three", "", True, False, None, [3], float("inf"), float("nan")]
)
def test_anything_else_is_no_whole_number(value: Any) -> None:
    with pytest.raises(LogError, match=r"^node.log:7: at of the event write is .* must be a whole number$"):
        event(value).number("at")


def test_a_number_of_too_many_digits_is_refused() -> None:
    with pytest.raises(LogError, match="must be a whole number of less than 20 digits"):
        event("9" * 20).number("at")


@pytest.mark.parametrize(("value", "text"), [("a", "a"), ("", ""), (3, "3"), (3.5, "3.5")])
def test_text_is_read_from_text_or_a_number(value: Any, text: str) -> None:
    assert event(value).text("at") == text


@pytest.mark.parametrize("value", [True, False, None, ["a"], {"a": 1}])
def test_anything_else_is_no_text(value: Any) -> None:
    with pytest.raises(LogError, match="must be text"):
        event(value).text("at")


@pytest.mark.parametrize(
    ("value", "truth"), [(True, True), (False, False), ("true", True), ("False", False), ("TRUE", True)]
)
def test_a_truth_value_is_read_from_json_or_a_word(value: Any, truth: bool) -> None:
    assert event(value).truth("at") is truth


@pytest.mark.parametrize("value", [1, 0, "yes", "", None, []])
def test_anything_else_is_no_truth_value(value: Any) -> None:
    with pytest.raises(LogError, match="must be true or false"):
        event(value).truth("at")


def test_a_field_is_an_attribute_or_an_item_and_a_missing_one_is_refused_with_its_place() -> None:
    line = LogEvent("node.log", "span 3", {"term": 1})
    assert (line.term, line["term"], line.get("term"), line.get("at"), line.get("at", 5)) == (
        1,
        1,
        1,
        None,
        5,
    )
    with pytest.raises(LogError, match=r"^node.log: span 3: this line has no field trm: did you mean term"):
        line["trm"]
    with pytest.raises(LogError, match="has no field place_of_it: it has none"):
        LogEvent("node.log", 1, {})["place_of_it"]
    with pytest.raises(AttributeError):
        line.__wrapped__  # noqa: B018
    assert (place("a.log", 3), place("a.log", "span 3")) == ("a.log:3", "a.log: span 3")


def test_of_events_that_are_alike_nothing_is_read() -> None:
    alike = UnreadEvent("beat")
    for read in (lambda: alike.term, lambda: alike["term"], lambda: alike.number("term")):
        with pytest.raises(ModelError, match="the events beat are alike"):
            read()
    assert isinstance(alike, LogEvent)


def test_a_mistake_has_the_line_of_the_map() -> None:
    line = "test_log_events.py:" + str(test_a_mistake_has_the_line_of_the_map.__code__.co_firstlineno + 2)
    assert str(mistake("wrong").place).endswith(line)


def a(_: Any) -> bool:
    return True


def b(_: Any) -> bool:
    return False


def test_conditions_belong_to_the_first_and_the_last_step_of_each_way() -> None:
    both = take("one").then(take("two", n=1))
    assert both.before(a).after(b).ways == (
        (LogStep("one", before=(a,)), LogStep("two", {"n": 1}, after=(b,))),
    )
    either = take("one") | take("two")
    assert either.after(a).ways == ((LogStep("one", after=(a,)),), (LogStep("two", after=(a,)),))
    assert both.keeps(a).ways == ((LogStep("one", keeps=(a,)), LogStep("two", {"n": 1}, keeps=(a,))),)
    assert (take("one") | skip).ways == ((LogStep("one"),), ())
    assert observe(a).ways == ((LogStep("", after=(a,)),),)
    assert take("one").before(a).before(b).ways[0][0].before == (a, b)


@pytest.mark.parametrize(
    ("build", "complaint"),
    [
        (lambda: take(""), "take.. names an action"),
        (lambda: take(a), "take.. names an action"),
        (lambda: observe(True), "observe.. takes a function of the state"),
        (lambda: take("one").before(True), "before.. takes a function of the state"),
        (lambda: take("one").after(True), "after.. takes a function of the state"),
        (lambda: take("one").keeps("term"), "keeps.. takes a function of the state"),
        (lambda: take("one").then("two"), "then.. takes another step"),
        (lambda: take("one") | "two", "is joined by | with another one"),
        (lambda: (take("one") | skip).after(a), "skip is no step"),
    ],
)
def test_a_step_that_says_something_else_is_refused(build: Callable[[], StepChoice], complaint: str) -> None:
    with pytest.raises(ModelError) as refused:
        build()
    assert complaint.replace("..", "()") in str(refused.value)
    assert "test_log_events.py" in str(refused.value)


@pytest.mark.parametrize(
    ("declare", "complaint"),
    [
        (lambda: EventMap(order="name"), "order is 'name': write node, clock, written"),  # type: ignore[arg-type]
        (lambda: EventMap(order="clock"), "events are ordered by time: name its field"),
        (lambda: EventMap(began="start"), "events are ordered by time: name its field"),
        (lambda: EventMap(skew=-1), "skew is -1: it is a number from 0 on"),
        (lambda: EventMap(skew=True), "skew is True"),
        (lambda: EventMap(skew=float("inf")), "skew is inf"),
        (lambda: EventMap(skew="1"), "skew is '1'"),  # type: ignore[arg-type]
        (lambda: EventMap().event(), "event() names nothing"),
        (lambda: EventMap().event(3), "event() takes words, and not 3"),  # type: ignore[arg-type]
        (lambda: EventMap().event("beat", alike=True), "only events that are optional are alike"),
        (lambda: EventMap().silent("tick", most=0), "most is 0: it is a whole number from 1 on"),
        (lambda: EventMap().silent("tick", most=True), "most is True"),
        (lambda: EventMap().silent("tick", most=1, keeps=3), "keeps is 3: it is a function"),  # type: ignore[arg-type]
        (lambda: EventMap().names(3), "names() takes the name of a domain"),  # type: ignore[arg-type]
        (lambda: EventMap().names("client", {"a": 0}, alike=True), "names that are alike are neither"),
        (lambda: EventMap().names("client", alike=True, increasing=True), "names that are alike are neither"),
    ],
)
def test_a_map_that_contradicts_itself_is_refused(declare: Callable[[], Any], complaint: str) -> None:
    with pytest.raises(ModelError) as refused:
        declare()
    assert complaint in str(refused.value)


def test_a_map_keeps_what_it_is_declared_with() -> None:
    log = EventMap(time="ts", began="from", order="clock", skew=2)
    assert (log.time, log.began, log.order, log.skew, log.name, log.node) == (
        "ts",
        "from",
        "clock",
        2.0,
        "event",
        "",
    )
    assert EventMap(skew=0).skew == 0.0
    log.event("grant", "deny", optional=True, alike=True)(lambda _: skip)
    log.event("ask")(lambda _: skip)
    log.call("put", answer=("done", "ask"), id="request")(lambda _, __: skip)
    log.call("get", answer="got", id="request")(lambda _, __: skip)
    log.ignore("beat")
    log.message("sent", "received", id="id")
    log.silent("tick", most=1)
    log.silent("tock", most=None, keeps=a)
    assert (log.optional, log.alike) == ({"grant", "deny"}, {"grant", "deny"})
    assert log.ignored == {"done", "got", "beat"}
    assert log.calls["put"].answers == ("done", "ask")
    assert log.paired_kinds == {"done", "ask", "got", "sent", "received"}
    assert log.kinds == {"grant", "deny", "ask", "put", "get", "done", "got", "beat"}
    assert [(rule.most, rule.keeps) for rule in log.silents] == [(1, None), (None, a)]
    clients, alike = log.names("client", increasing=True), log.names("server", alike=True)
    assert [(n.number, n.increasing, n.alike) for n in (clients, alike)] == [
        (0, True, False),
        (1, False, True),
    ]


@pytest.mark.parametrize(
    "again", [lambda log: log.event("grant"), lambda log: log.call("grant", answer="x", id="i")]
)
def test_a_kind_of_event_is_declared_once(again: Callable[[EventMap], Any]) -> None:
    log = EventMap()
    log.event("grant")(lambda _: skip)
    with pytest.raises(ModelError, match="the map says twice what the event grant is"):
        again(log)(lambda *_: skip)
    with pytest.raises(ModelError, match="twice"):
        log.ignore("grant")
