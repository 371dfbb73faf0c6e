"""Silent steps without a limit that keep a value, events that are one step together, and events that may be no step."""

from __future__ import annotations

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
    observe,
    require,
    take,
    validate,
)
from tidemark.checker.validation import searches
from tidemark.checker.validation.verdicts import LogVerdict


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
