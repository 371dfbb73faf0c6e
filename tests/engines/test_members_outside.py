"""A set that gets a member that it can't hold: an error of the model in every engine, with the run to it."""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from tests.support.agreement import GO_ON, agree
from tidemark.checker.engines import reference
from tidemark.checker.engines.native import search as native
from tidemark.spec import Domain, Int, Machine, Number, Record, Set, action, where
from tidemark.spec.machines.machine import OutOfRange


class Chest(Record):
    chosen: Set[Number]
    at: Number


class Pair(Record):
    first: Number
    second: Number


class Pairs(Record):
    pairs: Set[Pair]


@pytest.mark.parametrize(
    ("element", "member", "said"),
    [
        (
            Int(0, 2),
            3,
            "puts 3 into chosen, which holds a number from 0 to 2: guard the action, or widen the set",
        ),
        (
            Int(1, 2),
            0,
            "puts 0 into chosen, which holds a number from 1 to 2: guard the action, or widen the set",
        ),
    ],
)
def test_a_member_outside_the_domain_is_an_error_with_the_run_to_it(
    element: Any, member: int, said: str
) -> None:
    @action
    def move(c: Chest) -> Chest:
        """On."""
        return c.but(at=where(c.at == 1, 1, c.at + 1))

    @action
    def fill(c: Chest) -> Chest:
        """A number that depends on where it is."""
        return c.but(
            chosen=(c.chosen | type(1))
            .including(where(c.at == 1, member, 2))
            .excluding(2)
            .filter(lambda x: x < 9)
        )

    type = Set.of(element)
    state = Chest.of(chosen=type, at=Int(0, 1))
    machine = Machine("chest", {}, state, state.default, [fill, move], [])
    for search in (reference.search, native.search):
        with pytest.raises(OutOfRange) as caught:
            search(machine, GO_ON)
        assert said in str(caught.value)
        assert caught.value.run.length == 2
    agree(machine, engines=("native", "gpu", "smt"))


def test_a_record_with_a_field_outside_tells_which() -> None:
    PAIR = Pair.of(first=Int(0, 1), second=Int(0, 2))

    @action
    def add(c: Pairs, x: Annotated[Number, Domain("x")]) -> Pairs:
        return c.but(pairs=c.pairs.including(PAIR(first=0, second=x + 1)))

    state = Pairs.of(pairs=Set.of(PAIR))
    machine = Machine("chest", {}, state, state.default, [add], [], {"x": Int(0, 2)})
    with pytest.raises(
        OutOfRange, match="puts a member into pairs whose second is 3, which holds a number from 0 to 2 there"
    ):
        native.search(machine, GO_ON)
