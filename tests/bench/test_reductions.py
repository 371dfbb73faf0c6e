"""What each way to leave out states would leave is known of machines that are small enough to count by hand."""

import pytest

from bench.reductions import Space, TooLarge, measured, needed, without
from tidemark import impl
from tidemark.checker.engines.native.masks import BITS
from tidemark.spec import (
    Action,
    Bool,
    Int,
    Machine,
    Number,
    Promise,
    Record,
    Truth,
    action,
    not_,
    promise,
    require,
)

MOST = 3


class Counters(Record):
    left: Number
    right: Number
    is_open: Truth
    copied: Number


TYPE = Counters.of(left=Int(0, MOST), right=Int(0, MOST), is_open=Bool(), copied=Int(0, MOST))


@action
def to_the_left(state: Counters) -> Counters:
    """Counts."""
    require(state.left < MOST, "there is a number left")
    return state.but(left=state.left + 1)


@action
def to_the_right(state: Counters) -> Counters:
    """Counts."""
    require(state.right < MOST, "there is a number left")
    return state.but(right=state.right + 1)


@action
def copy(state: Counters) -> Counters:
    """Reads a number, while it may."""
    require(not_(state.is_open), "nothing is open")
    return state.but(copied=state.left)


@action
def count_while_closed(state: Counters) -> Counters:
    """Counts, while it may."""
    require(not_(state.is_open), "nothing is open")
    require(state.left < MOST, "there is a number left")
    return state.but(left=state.left + 1)


@action
def open_for_good(state: Counters) -> Counters:
    """Opens."""
    return state.but(is_open=True)


@action
def close(state: Counters) -> Counters:
    """Closes."""
    return state.but(is_open=False)


@promise
def nothing_is_said(state: Counters) -> Truth:
    """Reads nothing that changes."""
    return not_(state.is_open) | state.is_open


@promise
def little_is_copied(state: Counters) -> Truth:
    """Reads a copy."""
    return state.copied < MOST


def space(*actions: Action, promised: Promise = nothing_is_said) -> Space:
    return Space(Machine("counters", {}, TYPE, TYPE.default, list(actions), [promised], {}))


def test_of_two_that_count_for_themselves_one_order_is_enough() -> None:
    assert measured(space(to_the_left, to_the_right)) == [16, 16, 16, 7, 16]


def test_what_nothing_depends_on_is_forgotten() -> None:
    states, cone, *_ = measured(space(to_the_left, copy))
    assert (states, cone) == (10, 4)
    seen = space(to_the_left, copy, promised=little_is_copied)
    assert without(seen, needed(seen, [[] for _ in seen.guards])) == 10


def test_a_value_is_forgotten_once_all_that_read_it_fail_for_good() -> None:
    whole = space(count_while_closed, copy, open_for_good, promised=little_is_copied)
    pairs = sum(MOST + 1 - copied for copied in range(MOST + 1))
    states, cone, dead, _, _ = measured(whole)
    assert (states, cone, dead) == (2 * pairs, 2 * pairs, pairs + MOST + 1)
    # A guard of its own does not let a number be forgotten: it would hold again.
    assert measured(space(to_the_right))[:3] == [4, 4, 4]
    assert (
        measured(space(count_while_closed, copy, open_for_good, close, promised=little_is_copied))[2]
        == 2 * pairs
    )


def test_a_space_that_is_too_large_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.reductions.MOST_STATES", 5)
    with pytest.raises(TooLarge):
        space(to_the_left, to_the_right)


def test_expressions_have_in_each_state_the_values_that_promises_have() -> None:
    for name in ("kafka/0.10.2", "votes/kip-595", "kraft/kip-595"):
        protocol = impl.protocol(name)
        own = [bound.name for bound in protocol.bounds]
        whole = Space(protocol.machine({"replicas": 2} if "replicas" in own else {}))
        for bit, promised in enumerate(whole.machine.symbolic.promises):
            broken = (whole.broken[:, bit // BITS] >> bit % BITS & 1).astype(bool)
            assert ((whole.value(promised.holds) == 0) == broken).all()
