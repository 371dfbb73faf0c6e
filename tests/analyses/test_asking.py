"""Minimal sets of faults: of a planted protocol exactly those that are known, whatever is in the way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.protocols import ONE_OF_EACH_FAMILY
from tidemark import impl
from tidemark.checker.analyses import asking
from tidemark.checker.analyses.asking import Answer, Question
from tidemark.checker.analyses.fault_sets import NOTHING, FaultSet, kinds_of, minimal
from tidemark.checker.engines.native.search import search
from tidemark.checker.runs.results import Limits
from tidemark.spec import (
    Action,
    Bool,
    Bound,
    Family,
    Fault,
    Inquiry,
    Int,
    Number,
    Promise,
    Protocol,
    Record,
    Truth,
    UsageError,
    action,
    budget_type,
    not_,
    require,
    unspent,
)

NAMES = ("fire", "flood", "theft", "power-cut")


class Budget(Record):
    fire: Number
    flood: Number
    theft: Number
    power_cut: Number


class House(Record):
    """How often each happened, and on which day it is."""

    happened: Budget
    budget: Budget
    day: Number
    late: Truth


def happens(name: str) -> Action:
    field = name.replace("-", "_")

    def function(h: House) -> House:
        left, count = getattr(h.budget, field), getattr(h.happened, field)
        require(left > 0, "it may happen")
        return h.but(budget=h.budget.but(**{field: left - 1}), happened=h.happened.but(**{field: count + 1}))

    return Action(field, function, {})


@action
def night(h: House) -> House:
    """Another day comes."""
    require(h.day < h.type.fields["day"].hi, "there is one")
    return h.but(day=h.day + 1)


def stands(h: House) -> Truth:
    """The house stands."""
    now = h.happened
    two_fires = now.fire == 2
    flood_and_theft = (now.flood > 0) & (now.theft > 0) & (h.day >= 2)
    three = (now.fire > 0) & (now.flood > 0) & (now.power_cut > 0)
    at_night = (now.power_cut > 0) & (now.flood > 0) & (h.day >= 3)
    return not_(two_fires | flood_and_theft | three | at_night | (h.late & (now.power_cut > 0)))


FAMILY = Family(
    "houses",
    (
        Bound("days", "days", 3, 1, 4),
        *(Bound(name, name, 0, 0, 3, role="budget") for name in NAMES),
        Bound("late", "whether help is late", "no", choices=("no", "yes"), role="setting",
              fault=Fault("help is late", rarity=5, choice="yes")),
    ),
    {},
    (Promise("stands", stands),),
    state=lambda at: House.of(
        happened=budget_type(Budget, dict.fromkeys(NAMES, 3)), budget=budget_type(Budget, at),
        day=Int(0, at["days"]), late=Bool(),
    ),
    initial=lambda default, at: default.but(budget=unspent(default.budget), late=at["late"] == "yes"),
    actions=(*map(happens, NAMES), night),
)  # fmt: skip
HOUSE = Protocol("house", "a house", FAMILY, {})


def answered(question: Question, seconds: float | None = None) -> Answer:
    told: list[FaultSet] = []
    found = asking.ask(
        question, Limits(seconds=seconds), lambda loss: told.append(loss.faults), lambda _: None
    )
    assert set(told) >= {loss.faults for loss in found.losses}
    return found


def sets(found: Answer) -> set[str]:
    return {loss.faults.told(found.question.kinds) for loss in found.losses}


def test_exactly_the_minimal_sets_are_found() -> None:
    found = answered(Question(HOUSE, given={"days": 2}))
    assert sets(found) == {
        "fire: two",
        "flood: 1 and theft: 1",
        "fire: 1, flood: 1 and power cut: 1",
        "power cut: 1 and help is late",
    }
    assert (found.stopped, found.undecided, found.left, found.exit_status) == (None, [], [], 1)


def test_a_set_that_loses_at_a_larger_size_takes_the_place_of_larger_ones() -> None:
    found = answered(Question(HOUSE))
    assert found.steps == [{"days": days} for days in (1, 2, 3)]
    assert sets(found) == {
        "fire: two",
        "flood: 1 and theft: 1",
        "flood: 1 and power cut: 1",
        "power cut: 1 and help is late",
    }


def test_each_set_is_minimal_where_it_was_found() -> None:
    found = answered(Question(HOUSE))
    for loss in found.losses:
        bounds = found.bounds(loss.searched)
        assert dict(loss.run.machine.bounds) == bounds
        kinds = found.question.kinds
        for less in loss.faults.smaller():
            machine = HOUSE.machine({**bounds, **less.values(kinds)})
            assert search(machine).promises["stands"].verdict == "holds"


def test_what_holds_is_told_with_its_sizes() -> None:
    found = answered(Question(HOUSE, most=1))
    assert (sets(found), found.exit_status) == (set(), 0)
    assert {(one.faults.size, one.step) for one in found.kept} == {(n, k) for n in (0, 1) for k in (0, 1, 2)}


def test_a_given_bound_is_no_fault() -> None:
    found = answered(Question(HOUSE, given={"fire": 1, "late": "yes"}))
    assert sets(found) == {"power cut: 1", "flood: 1 and theft: 1"}


def test_where_the_time_is_over_it_says_what_it_did_not_look_at() -> None:
    found = answered(Question(HOUSE), seconds=0)
    assert (found.exit_status, found.stopped, found.kept) == (3, "0 seconds are over", [])
    assert found.left == [(NOTHING, 0)]


def test_a_promise_that_breaks_without_a_fault_needs_none() -> None:
    broken = replace(FAMILY, promises=(Promise("dry", lambda h: h.day < 1),))
    found = answered(Question(replace(HOUSE, family=broken)))
    assert sets(found) == {"nothing fails"}


def test_each_promise_has_minimal_sets_of_its_own() -> None:
    dry = Promise("dry", lambda h: h.happened.flood < 1)
    found = answered(Question(replace(HOUSE, family=replace(FAMILY, promises=(dry, *FAMILY.promises)))))
    told = {loss.faults.told(found.question.kinds) for loss in found.losses if loss.promise == "dry"}
    assert told == {"flood: 1"}
    assert sets(found) - told == sets(answered(Question(HOUSE)))


def test_what_a_family_asks_is_what_is_asked() -> None:
    asked = Inquiry(("stands",), {"theft": 0}, ({"days": 1}, {"days": 9}, {"days": 3}))
    found = answered(Question(replace(HOUSE, family=replace(FAMILY, inquiry=asked))))
    assert found.steps == [{"days": 1}, {"days": 3}]  # nine are not allowed
    assert "flood: 1 and power cut: 1" in sets(found)


def test_an_unknown_promise_is_refused() -> None:
    with pytest.raises(UsageError, match="has no promise tall"):
        answered(Question(HOUSE, ("tall",)))


def test_one_search_for_all_budgets_is_as_one_of_each() -> None:
    """States whose budget is larger than it need be are as many, and break as much."""
    with_budget = asking._Space(Question(HOUSE), {"days": 2})
    for less in NOTHING.larger(kinds_of(FAMILY.bounds, {})):
        for faults in less.larger(kinds_of(FAMILY.bounds, {})):
            values = faults.values(kinds_of(FAMILY.bounds, {}))
            one, other = with_budget.search(faults, Limits()), search(HOUSE.machine({"days": 2, **values}))
            assert one.distinct_states == other.distinct_states
            assert one.promises["stands"].length == other.promises["stands"].length


@pytest.mark.parametrize("name", ONE_OF_EACH_FAMILY)
def test_one_search_for_all_budgets_is_as_one_of_each_in_every_family(name: str) -> None:
    protocol = impl.protocol(name)
    question = Question(protocol, most=2)
    kinds, step = question.kinds, question.steps()[0]
    space = asking._Space.of(question, step)
    if space is None or space._shared(NOTHING.values(kinds)) is None:
        return  # each is searched by itself
    for faults in NOTHING.larger(kinds):
        machine = question.machine({**step, **faults.values(kinds)})
        limits = Limits(max_states=100_000)
        one, other = space.search(faults, limits), search(machine, limits)
        if one.complete and other.complete:  # what a fault alone would read is kept, too
            assert one.distinct_states >= other.distinct_states, faults
        for promise, verdict in other.promises.items():
            assert verdict.length == one.promises[promise].length, (faults, promise)


def test_of_some_sets_those_without_another_are_minimal() -> None:
    a, ab, b2 = FaultSet((("a", 1),)), FaultSet((("a", 1), ("b", 1))), FaultSet((("b", 2),))
    assert minimal([ab, a, b2]) == [a, b2]
    assert list(b2.smaller()) == [FaultSet((("b", 1),))]
    assert b2.has(NOTHING)
    assert not b2.has(ab)
