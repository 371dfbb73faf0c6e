"""Minimal sets of faults: of a planted protocol exactly those that are known, whatever is in the way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.protocols import ONE_OF_EACH_FAMILY
from tidemark import impl
from tidemark.checker.analyses import asking
from tidemark.checker.analyses.asking import FaultAnswer, FaultQuestion
from tidemark.checker.analyses.fault_sets import NOTHING, FaultSet, minimal, sets_of
from tidemark.checker.engines.native.search import search
from tidemark.checker.runs.results import Limits
from tidemark.spec import (
    Action,
    At,
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
    RecordType,
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


class HouseAt(At):
    """How long, what may happen, and who helps."""

    days = Bound("days", 3, 1, 4)
    fire = Bound("fire", 0, 0, 3, role="budget")
    flood = Bound("flood", 0, 0, 3, role="budget")
    theft = Bound("theft", 0, 0, 3, role="budget")
    power_cut = Bound("power-cut", 0, 0, 3, role="budget")
    late = Bound(
        "whether help is late", "no", choices=("no", "yes"), role="setting",
        fault=Fault("help is late", rarity=5, choice="yes"),
    )  # fmt: skip


FAMILY = Family(
    "houses",
    HouseAt,
    {},
    (Promise("stands", stands),),
    state=lambda at: House.of(
        happened=budget_type(Budget, HouseAt(fire=3, flood=3, theft=3, power_cut=3)), budget=budget_type(Budget, at),
        day=Int(0, at.days), late=Bool(),
    ),
    initial=lambda default, at: default.but(budget=unspent(default.budget), late=at.late == "yes"),
    actions=(*map(happens, NAMES), night),
)  # fmt: skip
HOUSE = Protocol("house", "a house", FAMILY, {})


def answered(question: FaultQuestion, seconds: float | None = None) -> FaultAnswer:
    told: list[FaultSet] = []
    (answer,) = asking.ask(
        [question], Limits(seconds=seconds), lambda _, loss: told.append(loss.faults), lambda _: None
    )
    assert set(told) >= {loss.faults for loss in answer.losses}
    return answer


def by_brute_force(question: FaultQuestion, limits: Limits) -> dict[tuple[str, FaultSet], int]:
    """The length of the shortest run of each minimal set at the first size, with one search for each set."""
    lengths = dict[tuple[str, FaultSet], int]()
    for faults in sets_of(question.kinds, question.most):
        try:
            machine = question.machine({**question.steps()[0], **faults.values(question.kinds)})
        except UsageError:
            continue
        for name, verdict in search(machine, limits).promises.items():
            if verdict.length and not any(name == p and faults.has(f) for p, f in lengths):
                lengths[name, faults] = verdict.length
    return lengths


def sets(found: FaultAnswer) -> set[str]:
    return {loss.faults.describe(found.question.kinds) for loss in found.losses}


def test_exactly_the_minimal_sets_are_found() -> None:
    found = answered(FaultQuestion(HOUSE, fixed={"days": 2}))
    assert sets(found) == {
        "fire: two",
        "flood: 1 and theft: 1",
        "fire: 1, flood: 1 and power cut: 1",
        "power cut: 1 and help is late",
    }
    assert (found.stopped, found.unfinished_sets(0), found.exit_status) == (None, [], 1)


def test_a_set_that_loses_at_a_larger_size_takes_the_place_of_larger_ones() -> None:
    found = answered(FaultQuestion(HOUSE))
    assert found.steps == [{"days": days} for days in (1, 2, 3)]
    assert sets(found) == {
        "fire: two",
        "flood: 1 and theft: 1",
        "flood: 1 and power cut: 1",
        "power cut: 1 and help is late",
    }


def test_each_set_is_minimal_where_it_was_found() -> None:
    found = answered(FaultQuestion(HOUSE))
    for loss in found.losses:
        bounds = found.bounds(loss.faults, loss.search.scope.step)
        assert dict(loss.run.machine.bounds) == bounds
        kinds = found.question.kinds
        for less in loss.faults.smaller():
            machine = HOUSE.machine({**bounds, **less.values(kinds)})
            assert search(machine).promises["stands"].verdict == "holds"


def test_what_holds_is_searched_to_the_end_at_every_size() -> None:
    found = answered(FaultQuestion(HOUSE, most=1))
    assert (sets(found), found.exit_status) == (set(), 0)
    assert [found.unfinished_sets(step) for step in range(3)] == [[], [], []]
    assert found.is_searched(FaultSet((("flood", 1),)), 2)


def test_a_given_bound_is_no_fault() -> None:
    found = answered(FaultQuestion(HOUSE, fixed={"fire": 1, "late": "yes"}))
    assert sets(found) == {"power cut: 1", "flood: 1 and theft: 1"}


def test_where_the_time_is_over_it_says_what_was_not_searched() -> None:
    found = answered(FaultQuestion(HOUSE), seconds=0)
    assert (found.exit_status, found.stopped, found.searches) == (3, "0 seconds are over", [])
    assert found.unfinished_sets(0)[0] == NOTHING


def test_a_promise_that_breaks_without_a_fault_needs_none() -> None:
    broken = replace(FAMILY, promises=(Promise("dry", lambda h: h.day < 1),))
    found = answered(FaultQuestion(replace(HOUSE, family=broken)))
    assert sets(found) == {"nothing fails"}


def test_each_promise_has_minimal_sets_of_its_own() -> None:
    dry = Promise("dry", lambda h: h.happened.flood < 1)
    found = answered(FaultQuestion(replace(HOUSE, family=replace(FAMILY, promises=(dry, *FAMILY.promises)))))
    told = {loss.faults.describe(found.question.kinds) for loss in found.losses if loss.promise == "dry"}
    assert told == {"flood: 1"}
    assert sets(found) - told == sets(answered(FaultQuestion(HOUSE)))


def test_what_a_family_asks_is_what_is_asked() -> None:
    asked = Inquiry(("stands",), {"theft": 0}, ({"days": 1}, {"days": 9}, {"days": 3}))
    found = answered(FaultQuestion(replace(HOUSE, family=replace(FAMILY, inquiry=asked))))
    assert found.steps == [{"days": 1}, {"days": 3}]  # nine are not allowed
    assert "flood: 1 and power cut: 1" in sets(found)


def test_an_unknown_promise_is_refused() -> None:
    with pytest.raises(UsageError, match="has no promise tall"):
        answered(FaultQuestion(HOUSE, ("tall",)))


SMALL = {
    "controller",
    "idempotence",
    "consumer",
    "kraft",
    "votes",
    "reads",
    "requests",
    "delivery",
    "metadata",
}
"""Families of which the machines of a question are searched in moments; `make slow` takes all."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name.split("/")[0] in SMALL else pytest.mark.slow)
        for name in ONE_OF_EACH_FAMILY
    ],
)
def test_a_joint_search_finds_what_a_search_for_each_set_finds(name: str) -> None:
    question = FaultQuestion(impl.protocol(name), most=2)
    limits = Limits(max_states=50_000)
    lengths = by_brute_force(question, limits)
    first = replace(question, fixed={**question.fixed, **question.steps()[0]})
    (answer,) = asking.ask([first], limits, lambda *_: None, lambda _: None)
    joint = {(loss.promise, loss.faults): loss.run.length for loss in answer.losses}
    assert (
        joint.items()
        >= {pair: length for pair, length in lengths.items() if answer.is_searched(pair[1], 0)}.items()
    )
    assert joint.items() <= lengths.items() or answer.stopped


def test_faults_that_exclude_each_other_are_searched_alone() -> None:
    def state(at: HouseAt) -> RecordType:
        if at.fire and at.flood:
            raise UsageError("no fire in a flood")
        return FAMILY.state(at)

    found = answered(FaultQuestion(replace(HOUSE, family=replace(FAMILY, state=state)), fixed={"days": 3}))
    assert sets(found) == {
        "fire: two",
        "flood: 1 and theft: 1",
        "flood: 1 and power cut: 1",
        "power cut: 1 and help is late",
    }


def test_a_budget_counts_from_its_least_value() -> None:
    class FireAt(HouseAt):
        fire = replace(HouseAt.fire, default=1, low=1)

    found = answered(FaultQuestion(replace(HOUSE, family=replace(FAMILY, at=FireAt)), fixed={"days": 2}))
    assert sets(found) == {
        "fire: 1",  # the second
        "flood: 1 and theft: 1",
        "flood: 1 and power cut: 1",
        "power cut: 1 and help is late",
    }
    (fire,) = [loss for loss in found.losses if loss.faults.names == {"fire"}]
    assert fire.run.machine.bounds["fire"] == 2


def test_a_setting_says_what_it_is_where_nothing_fails() -> None:
    fault = Fault("help is late", choice="yes", otherwise="no")

    class LateAt(HouseAt):
        late = replace(HouseAt.late, default="yes", fault=fault)

    found = answered(FaultQuestion(replace(HOUSE, family=replace(FAMILY, at=LateAt))))
    assert "power cut: 1 and help is late" in sets(found)


def test_several_questions_are_answered_together() -> None:
    questions = [FaultQuestion(HOUSE), FaultQuestion(HOUSE, fixed={"late": "no"})]
    first, second = asking.ask(questions, Limits(), lambda *_: None, lambda _: None)
    assert sets(first) == sets(answered(questions[0]))
    assert sets(second) == sets(first) - {"power cut: 1 and help is late"}


def test_of_some_sets_those_without_another_are_minimal() -> None:
    a, ab, b2 = FaultSet((("a", 1),)), FaultSet((("a", 1), ("b", 1))), FaultSet((("b", 2),))
    assert minimal([ab, a, b2]) == [a, b2]
    assert list(b2.smaller()) == [FaultSet((("b", 1),))]
    assert b2.has(NOTHING)
    assert not b2.has(ab)
