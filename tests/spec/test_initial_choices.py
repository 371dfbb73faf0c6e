"""A function of initial states: what it may be, what it gives, and what is refused with which words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any
from unittest.mock import patch

import pytest

from tests.support.initial_states import Game, game, player, wheel
from tidemark.spec import (
    At,
    Bound,
    Domain,
    Family,
    Id,
    Identity,
    Initial,
    Int,
    Machine,
    ModelError,
    Network,
    Number,
    Protocol,
    Record,
    RecordType,
    UsageError,
    action,
    initial,
    require,
)
from tidemark.spec.machines import initial_states

Player = Annotated[Identity, Domain("player")]
Height = Annotated[Number, Domain("height")]


def begun(function: Callable[..., Any]) -> Machine:
    return game(initial(function))


def test_each_choice_that_fulfils_the_guards_gives_a_state() -> None:
    machine = game()
    states = machine.initial_states
    assert len(states) == 9
    assert [states.call(state) for state in states][:4] == [
        "thrown_in(by=0, height=1)",
        "thrown_in(by=0, height=2)",
        "thrown_in(by=0, height=3)",
        "thrown_in(by=1, height=1)",
    ]
    assert all(states.find(states.call(state)) == state for state in states)
    assert states.find("thrown_in(by=0, height=0)") is states.find("drop()") is None
    last = machine.decode(states.states[-1])
    assert (last.holder, last.height) == (player.values()[2], 3)


def test_a_state_that_two_choices_give_is_one_and_has_the_first_of_them() -> None:
    def start(g: Game, by: Player, height: Height) -> Game:
        return g.but(height=height)

    states = begun(start).initial_states
    assert [states.text(state) for state in states] == [f"by=0, height={k}" for k in range(4)]


def test_a_machine_that_is_given_its_state_has_that_one_without_a_name() -> None:
    machine = replace(game(), initial=game().type.default)
    states = machine.initial_states
    assert list(states) == [machine.encode(machine.type.default)]
    assert (states.arguments(states.first), states.text(states.first), states.call(states.first)) == (
        {},
        "",
        "",
    )
    assert states.require_one("a test") == states.first


def test_a_function_without_parameters_gives_one_state() -> None:
    def start(g: Game) -> Game:
        return g.but(height=2)

    states = begun(start).initial_states
    assert len(states) == 1
    assert states.text(states.first) == ""


def test_what_needs_one_initial_state_says_so() -> None:
    with pytest.raises(UsageError, match="game has 9 initial states: a test takes a machine with one"):
        game().initial_states.require_one("a test")


def test_the_same_machine_with_other_promises_enumerates_nothing_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine = game()
    first = machine.initial_states
    monkeypatch.setattr(initial_states, "_ChoiceTree", None)
    assert machine.only("not-high").initial_states is first
    assert replace(machine, fairness=[]).initial_states is first


class Row(Record):
    """Three numbers."""

    a: Number
    b: Number
    c: Number


Value = Annotated[Number, Domain("value")]


@initial
def rising(r: Row, a: Value, b: Value, c: Value) -> Row:
    """The first two numbers are nearly fixed."""
    require(a == 3, "the first is 3")
    require(b < 2, "the second is small")
    require(c != b, "the others differ")
    return r.but(a=a, b=b, c=c)


def test_choices_are_left_out_together_where_the_first_parameters_break_a_guard() -> None:
    number, right = Int(0, 63), initial_states._ChoiceTree._state
    machine = Machine("row", {}, Row.of(a=number, b=number, c=number), rising, [], [], {"value": number})
    with (
        patch.object(initial_states._ChoiceTree, "_state", autospec=True, side_effect=right) as tried,
        patch.object(initial_states, "trace", wraps=initial_states.trace) as traces,
    ):
        assert len(machine.initial_states) == 2 * 63
    # Of 64 * 64 * 64 choices: where the first is 3, all of the others are tried.
    assert tried.call_count == 64 * 64
    assert traces.call_count == 1 + 64 + 1


def test_python_may_be_asked_about_a_parameter() -> None:
    def start(g: Game, by: Player, height: Height) -> Game:
        table = {0: 3, 1: 2, 2: 1, 3: 1}
        if height == 3:
            require(by == player.values()[0], "the first player may be high")
        return g.but(height=table[height])

    machine = begun(start)
    assert {machine.decode(state).height for state in machine.initial_states} == {1, 2, 3}


def test_pruned_choices_are_those_that_plain_calls_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    pruned = wheel(11).initial_states.states
    monkeypatch.setattr(initial_states, "WORTH_TRACING", 10**9)
    initial_states._KNOWN.clear()
    assert wheel(11).initial_states.states == pruned


SEEN = []


class TeamAt(At):
    """How large a team is."""

    size = Bound("how many", 2, low=2, high=4)


class Team(Record):
    """Who leads."""

    leader: Identity


Member = Annotated[Identity, Domain("member", lambda at: Id("member", at.size))]


@initial
def led(t: Team, by: Member) -> Team:
    """A member leads."""
    return t.but(leader=by)


@action
def change(t: Team, to: Member) -> Team:
    """Another member leads."""
    return t.but(leader=to)


def team_type(at: TeamAt) -> RecordType:
    return Team.of(leader=Id("member", at.size))


def test_a_family_gives_its_initial_states_by_a_declared_function_or_makes_one_from_its_bounds() -> None:
    family = Family("team", TeamAt, {}, (), state=team_type, initial=led, actions=(change,))
    machine = Protocol("team/led", "led by somebody", family, {}).machine({"size": 3})
    assert len(machine.initial_states) == 3
    made = replace(family, initial=lambda default, at: led if at.size > 2 else default)
    sizes = {size: Protocol("team/led", "", made, {}).machine({"size": size}) for size in (2, 3)}
    assert {size: len(machine.initial_states) for size, machine in sizes.items()} == {2: 1, 3: 3}


def nothing(g: Game) -> Game:
    require(False, "never")
    return g


def outside(g: Game, height: Height) -> Game:
    return g.but(height=height + 1)


def wrong_kind(g: Game, by: Player) -> Any:
    return g.height


def two_answers(g: Game, height: Height) -> Game:
    SEEN.append(height)
    return g.but(height=len(SEEN) % 3)


def by_identity(g: Game, by: Player) -> Game:
    return g.but(holder=by if by is not player.values()[0] else player.values()[1])


@pytest.mark.parametrize(
    ("function", "says"),
    [
        (nothing, "game has no initial state: no choice fulfils every require"),
        (
            outside,
            r"outside\(height=3\): the initial state has 4 in height, which holds a number from 0 to 3",
        ),
        (wrong_kind, "wrong_kind returns 0, and must return a Game"),
        (two_answers, "the initial state two_answers changes SEEN"),
        (by_identity, "`is` asks whether two values are one object"),
    ],
    ids=lambda part: getattr(part, "__name__", ""),
)
def test_a_mistake_is_an_error_with_its_line(function: Callable[..., Any], says: str) -> None:
    machine = begun(function)
    with pytest.raises(ModelError, match=says) as caught:
        _ = machine.initial_states
    assert "test_initial_choices.py:" in str(caught.value)


class Letter(Record):
    """A message."""

    to: Identity


class Post(Record):
    """Messages under way."""

    letters: Network[Letter]


@initial
def full(p: Post, letter: Annotated[Letter, Domain("letters")]) -> Post:
    """Nobody can begin with a message that is under way."""
    return p


@initial
def by_nobody(g: Game, by: Annotated[Identity, Domain("nobody")]) -> Game:
    """The machine has no such domain."""
    return g


def test_a_parameter_needs_a_domain_and_is_no_message() -> None:
    with pytest.raises(ModelError, match="the parameter by of by_nobody ranges over nobody"):
        game(by_nobody)
    type = Post.of(letters=Network.of(Letter.of(to=player), 2))
    with pytest.raises(ModelError, match="the parameter letter of full is a message of letters"):
        Machine("post", {}, type, full, [], [])


def test_what_is_not_declared_is_no_initial_state() -> None:
    with pytest.raises(ModelError, match="or a function that is declared with @initial"):
        game(nothing)
    with pytest.raises(ModelError, match="has no state"):
        initial(lambda: None)
    assert isinstance(initial(nothing), Initial)
    with pytest.raises(ModelError, match="among the actions of game, is no action"):
        replace(game(), actions=[initial(nothing)])
