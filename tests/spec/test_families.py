"""What a family declares becomes a machine: which actions it has, from where its domains come, what is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

import pytest

from tidemark.spec import (
    At,
    Bound,
    Domain,
    Family,
    Int,
    Machine,
    ModelError,
    Number,
    Protocol,
    Record,
    Rule,
    Truth,
    UsageError,
    action,
    budget_type,
    paid,
    promise,
    require,
    settings_type,
    unspent,
)


class Settings(Record):
    """What the rules and the bounds say."""

    step: Number
    may_jump: Truth


class Budget(Record):
    """Faults that are left."""

    long_jumps: Number


class WalkAt(At):
    """How far one goes, and what a rule sets."""

    length = Bound("places", 2, 1, 4)
    long_jumps = Bound("jumps", 0, 0, 2)
    may_jump: bool


class Walk(Record):
    """A place, and what the rules say."""

    place: Number
    settings: Settings
    budget: Budget


Place = Annotated[Number, Domain("place", lambda at: Int(0, at.length))]


@action
def walk(w: Walk, place: Place) -> Walk:
    """A step ahead."""
    require(w.settings.may_jump | (place == w.place + w.settings.step), "the place is the next one")
    return w.but(place=place)


@action
def jump(w: Walk) -> Walk:
    """A long jump, from the budget."""
    require(w.budget.long_jumps > 0, "a jump is left")
    return w.but(place=0, budget=w.budget.but(long_jumps=w.budget.long_jumps - 1))


@action(when=lambda at: at.length > 2)
def rest(w: Walk) -> Walk:
    """Nothing."""
    return w


@promise(when=lambda at: not at.may_jump)
def stays_low(w: Walk) -> Truth:
    """No place is above 1."""
    return w.place <= 1


FAMILY = Family(
    name="walk",
    at=WalkAt,
    rules={"going": "how one goes"},
    promises=(stays_low,),
    state=lambda at: Walk.of(
        place=Int(0, at.length),
        settings=settings_type(Settings, at, step=1),
        budget=budget_type(Budget, at),
    ),
    initial=lambda empty, _: empty.but(budget=unspent(empty.budget)),
    actions=("going", jump, rest),
)


def machine(family: Family = FAMILY, way: Rule | None = None, **bounds: int) -> Machine:
    going = way or Rule((walk,), "step by step", {"may_jump": False})
    given = {name.replace("_", "-"): value for name, value in bounds.items()}
    return Protocol("walk/on", "a walk", family, {"going": going}).machine(given)


def names(built: Machine) -> list[str]:
    return [one.name for one in built.actions]


def test_an_action_is_left_out_whose_guard_is_plainly_false_or_that_says_so() -> None:
    assert names(machine()) == ["walk"]
    assert names(machine(long_jumps=1)) == ["walk", "jump"]
    assert names(machine(length=3)) == ["walk", "rest"]


def test_a_protocol_has_a_promise_if_its_rules_and_some_bounds_give_it_one() -> None:
    needs = {
        "long": lambda at: at.length > 2,
        "long-and-jumps": lambda at: at.length > 3 and at.long_jumps > 0,
        "short": lambda at: at.length == 1,
        "never": lambda at: at.length > 4,
    }
    only_at = [replace(stays_low, name=name, when=when) for name, when in needs.items()]
    family = replace(FAMILY, promises=(stays_low, *only_at))

    def possible(may_jump: bool) -> list[str]:
        going = Rule((walk,), "step by step", {"may_jump": may_jump})
        protocol = Protocol("walk/on", "a walk", family, {"going": going})
        return [promise.name for promise in protocol.possible_promises]

    assert possible(False) == ["stays-low", "long", "long-and-jumps", "short"]
    assert possible(True) == ["long", "long-and-jumps", "short"]


def test_an_action_that_fails_stays_and_the_engine_tells_of_it() -> None:
    @action
    def fails(_: Walk) -> Walk:
        raise TypeError("mine")

    built = machine(replace(FAMILY, actions=("going", fails)))
    assert names(built) == ["walk", "fails"]
    with pytest.raises(TypeError, match="mine"):
        _ = built.symbolic


def test_a_function_among_the_actions_chooses_by_bounds_and_settings() -> None:
    family = replace(FAMILY, actions=("going", lambda at: [rest, jump] if at.long_jumps == 2 else []))
    assert names(machine(family, length=3, long_jumps=1)) == ["walk"]
    assert names(machine(family, length=3, long_jumps=2)) == ["walk", "rest", "jump"]


def test_a_promise_is_made_where_it_says_so() -> None:
    assert [p.name for p in machine().promises] == ["stays-low"]
    assert machine(way=Rule((walk,), "anywhere", {"may_jump": True})).promises == ()


def test_domains_settings_and_budget_come_from_bounds_and_rules() -> None:
    built = machine(length=3, long_jumps=2)
    assert list(built.domains["place"].values()) == [0, 1, 2, 3]
    first = built.initial
    assert (first.settings.step, first.settings.may_jump, first.budget.long_jumps) == (1, False, 2)
    assert paid(first, first.but(budget=first.budget.but(long_jumps=0))) == 2


def _another_place() -> Any:
    @action
    def back(w: Walk, place: Annotated[Number, Domain("place", lambda _: Int(0, 1))]) -> Walk:
        return w.but(place=place)

    return back


def _nowhere() -> Any:
    @action
    def back(w: Walk, place: Annotated[Number, Domain("nowhere")]) -> Walk:
        return w.but(place=place)

    return back


@pytest.mark.parametrize(
    ("build", "told"),
    [
        (lambda: replace(FAMILY, actions=("goin",)), "walk has no rule goin: did you mean going?"),
        (
            lambda: machine(replace(FAMILY, actions=(jump,))),
            "the rule going of walk/on has actions, and the family walk no place for them",
        ),
        (
            lambda: replace(FAMILY, at=(WalkAt.length,)),
            "and must be a class: class LockAt(At), and at=LockAt",
        ),
        (lambda: replace(FAMILY, at=WalkAt(may_jump=True)), "and must be a class"),
        (lambda: machine(replace(FAMILY, state=None)), "the family walk says nothing of its state"),
        (
            lambda: machine(replace(FAMILY, actions=("going", _another_place()))),
            "walk has two domains called place",
        ),
        (
            lambda: machine(replace(FAMILY, actions=("going", _nowhere()))),
            'or in a family to the annotation, as in Domain("nowhere", lambda at: Int(0, 3))',
        ),
        (
            lambda: machine(way=Rule.sets("too far", length=3, may_jump=False)),
            "length is a bound, and a rule sets it",
        ),
        (
            lambda: machine(way=Rule.sets("twice", may_jump=False, may_run=True)),
            "WalkAt has no bound and no setting may_run: did you mean may_jump?",
        ),
        (
            lambda: settings_type(Settings, WalkAt(may_jump=True), step=1, steps=2),
            "Settings has no field steps",
        ),
        (
            lambda: machine(way=Rule.sets("silent")),
            "no rule sets may_jump, and WalkAt has no default for it",
        ),
        (
            lambda: machine(replace(FAMILY, initial=lambda empty, at: empty.but(place=at.lenght))),
            "WalkAt has no bound and no setting lenght: did you mean length?",
        ),
    ],
)
def test_a_family_that_contradicts_itself_is_refused(build: Callable[[], Any], told: str) -> None:
    with pytest.raises((ModelError, UsageError)) as refused:
        build()
    assert told in str(refused.value)
