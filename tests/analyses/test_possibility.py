"""Where runs end up, asked of every machine: what ends at the bounds is told, and all else is warned of."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.protocols import FIRST_OF_EACH_FAMILY, costly
from tests.support.temporal import endings_of, graph
from tidemark import impl
from tidemark.checker.api import check
from tidemark.spec import Bool, Int, Machine, Number, Record, Truth, action, no_deadlock, require


class Tokens(Record):
    """How many tokens are left, and whether somebody holds the lock."""

    left: Number
    held: Truth


@action
def take(tokens: Tokens) -> Tokens:
    """Somebody takes the lock, with a token."""
    require(tokens.left > 0, "a token is left")
    require(tokens.held == False, "nobody holds the lock")  # noqa: E712
    return tokens.but(left=tokens.left - 1, held=True)


@action
def give_back(tokens: Tokens) -> Tokens:
    """The lock is given back."""
    require(tokens.held, "somebody holds the lock")
    return tokens.but(held=False)


@no_deadlock
def may_end_held(tokens: Tokens) -> Truth:
    """It ends with the lock held."""
    return tokens.held


def tokens(*actions: Any, promises: Any = ()) -> Machine:
    """A machine with these actions."""
    state = Tokens.of(left=Int(0, 3), held=Bool())
    return Machine("tokens", {}, state, state(left=3, held=False), list(actions), list(promises))


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_what_ends_because_a_number_is_used_up_ends_at_the_bounds(engine: str) -> None:
    found = check(tokens(take, give_back), engine=engine)
    assert (found.ends_at, found.warnings()) == (["left"], [])


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_what_ends_though_nothing_is_used_up_is_warned_of_with_what_is_missing(engine: str) -> None:
    found = check(tokens(take), engine=engine)
    assert found.ends_at == []
    told = "nothing happens any more in a state, after 2 states: the closest is take(), and needs that nobody"
    assert found.warnings() == [f"{told} holds the lock"]


def test_who_says_where_it_may_end_is_not_warned() -> None:
    found = check(tokens(take, promises=[may_end_held]))
    assert (found.promises["may-end-held"].verdict, found.warnings()) == ("holds", [])


def test_what_goes_round_for_ever_is_no_end_and_its_actions_can_always_happen_again() -> None:
    edges = {"a": (0, 1), "b": (1, 2), "c": (2, 1)}
    found = check(graph(edges, []))
    assert found.endings is not None
    assert [(sorted(one.actions), one.states) for one in found.endings] == [(["b", "c"], 2)]
    assert endings_of(found) == endings_of(check(graph(edges, []), engine="reference"))
    assert found.warnings() == []


def test_a_search_that_did_not_end_says_nothing_of_ends() -> None:
    assert check(tokens(take), max_states=1).endings is None


def test_a_bound_of_a_family_at_which_it_ends_is_named() -> None:
    found = check("delivery/at-least-once")
    assert found.endings
    assert found.ends_at
    assert set(found.ends_at) <= {bound.name for bound in impl.protocol("delivery/at-least-once").bounds}


@pytest.mark.parametrize("name", costly(FIRST_OF_EACH_FAMILY))
def test_no_shipped_protocol_is_warned_of_an_end(name: str) -> None:
    found = check(name, max_states=100_000, keep_going=True)
    assert not [doubt for doubt in found.doubts if doubt.startswith("nothing happens")]
