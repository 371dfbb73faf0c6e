"""A verdict of *holds* that says nothing is told as such, and one that says something is not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.named import record
from tidemark import check
from tidemark.checker.analyses import emptiness
from tidemark.checker.engines import native
from tidemark.checker.engines.engine import SearchRequest
from tidemark.checker.evidence.pins import pins
from tidemark.spec import Action, Bool, Enum, Int, Machine, Network, Promise, Sequence, require, where

MODE = Enum("mode", "manual", "default")
STATE = record("State", ["n", "mode", "flag", "queue", "box"]).of(
    n=Int(0, 3),
    mode=MODE,
    flag=Bool(),
    queue=Sequence.of(Int(0, 2), 2),
    box=Network.of(record("Message", ["n"]).of(n=Int(0, 2)), 2),
)


def up(s: Any) -> Any:
    require(s.n < 2, "there is room")
    return s.but(n=s.n + 1)


def down(s: Any) -> Any:
    """Leads to states that `up` has found already: it does something all the same."""
    require(s.n > 0, "there is one")
    return s.but(n=s.n - 1)


def of(action: Any = up, promise: Any = lambda s: s.n < 3) -> Machine:
    actions = [Action("up", up, {}), Action("down", down, {}), Action("act", action, {})]
    return Machine("empty", {}, STATE, STATE.default, actions, [Promise("kept", promise)])


SAYS_NOTHING = {
    "a value equals itself": lambda s: s.n == s.n,
    "what the type says already": lambda s: s.n <= 3,
    "one of all labels": lambda s: (s.mode == MODE.manual) | (s.mode == MODE.default),
    "found by z3 alone": lambda s: where(s.n < 2, s.n + s.n < 4, s.n + 1 > 2),
    "a network that has no more than it can hold": lambda s: s.box.size() <= 2,
    "of all messages": lambda s: s.box.all(lambda m: m.n < 3),
}
SAYS_SOMETHING = {
    "a number": lambda s: s.n < 3,
    "a label that is never reached": lambda s: s.mode == MODE.manual,
    "what few values break": lambda s: (s.n != 3) | (s.mode != MODE.default) | s.flag | (s.queue.length != 2),
    "a sequence's length": lambda s: s.queue.length == 0,
    "messages": lambda s: s.box.all(lambda m: m.n < 2),
}  # fmt: skip


@pytest.mark.parametrize("name", SAYS_NOTHING)
def test_a_promise_that_is_true_of_every_value_says_nothing(name: str) -> None:
    doubts = check(of(promise=SAYS_NOTHING[name])).warnings()
    assert "the promise kept holds, and says nothing: it is true of every value of a state" in doubts


@pytest.mark.parametrize("name", SAYS_SOMETHING)
def test_a_promise_that_some_value_breaks_says_something(name: str) -> None:
    result = check(of(promise=SAYS_SOMETHING[name]))
    assert result.promises["kept"].verdict == "holds"
    assert not [doubt for doubt in result.warnings() if "says nothing" in doubt]


DOES_NOTHING = {
    "the state as it was": lambda s: s,
    "a change that is forgotten": lambda s: (s.but(n=0), s)[1],
    "what it is already": lambda s: s.but(n=s.n),
    "what it always is": lambda s: s.but(flag=s.n > 2),
    "a message that is not there": lambda s: s.but(box=s.box.discard(n=1)),
}


@pytest.mark.parametrize("name", DOES_NOTHING)
def test_an_action_that_never_leads_to_another_state_does_nothing(name: str) -> None:
    assert (
        "the action act was enabled, and never led to another state"
        in check(of(DOES_NOTHING[name])).warnings()
    )


def test_an_action_that_leads_back_to_known_states_does_something() -> None:
    result = check(of(lambda s: s.but(n=0)))
    assert result.actions["act"].changing > 0
    assert result.warnings() == []


def test_nothing_is_said_of_a_search_that_did_not_see_all() -> None:
    assert check(of(DOES_NOTHING["the state as it was"]), max_states=2).warnings() == []


@pytest.mark.parametrize("engine", ["reference", pytest.param("spark", marks=pytest.mark.spark)])
def test_every_exhaustive_engine_says_so(engine: str) -> None:
    result = check(of(SAYS_NOTHING_ACTION, lambda s: s.n == s.n), engine=engine)
    assert len(result.warnings()) == 2


SAYS_NOTHING_ACTION = DOES_NOTHING["what it is already"]


DOUBTED = {
    # One client has no other whose epoch could be the same, or who could have the partition too.
    ("published-transactions/add-partitions", "clients-have-different-epochs"),
    ("kip-848/published", "no-double-client-assignment"),
    # One replica: no other one could lead in its place.
    ("elections/3.7", "kept-records-lead"),
    ("elections/4.1", "kept-records-lead"),
    ("elections/repaired", "kept-records-lead"),
    # One record: no other one could be in its place.
    ("kafka/3.4.1", "epoch-offset-unique"),
    ("kafka/3.7", "epoch-offset-unique"),
    ("kafka-kraft/3.7", "epoch-offset-unique"),
    ("kafka-kraft/4.1", "epoch-offset-unique"),
}


@pytest.mark.slow  # tracing every machine takes a minute
def test_no_promise_of_a_protocol_is_doubted_without_a_reason() -> None:
    """At the bounds that are pinned, of machines that are searched in no time."""
    found = set()
    for pin in pins():
        machine = pin.machine()
        result = native.ENGINE.search(machine, SearchRequest(max_states=3000))
        emptiness.note(result)
        found |= {(machine.protocol, doubt.split()[2]) for doubt in result.doubts}
    assert found == DOUBTED
