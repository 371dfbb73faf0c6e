"""Parameters that are records or arrays: every value of the type is a choice, in every engine."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import pytest

from tests.support.agreement import agree, agree_with_orbits
from tests.support.temporal import agree_on_runs
from tidemark.checker.analyses.replay import replay
from tidemark.checker.engines import reference
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.symmetry.interchangeable import require_interchangeable
from tidemark.checker.runs import itf
from tidemark.checker.runs.files import to_json
from tidemark.checker.runs.results import Limits
from tidemark.spec import (
    Array,
    Bool,
    Domain,
    Enum,
    Id,
    Identity,
    Int,
    Label,
    Machine,
    ModelError,
    Number,
    Optional,
    Record,
    Sequence,
    Truth,
    UsageError,
    action,
    all_of,
    count,
    implies,
    initial,
    leads_to,
    none,
    promise,
    require,
    where,
)
from tidemark.spec.machines import action_form

GO_ON = Limits(keep_going=True)
Suit = Enum("suit", "hearts", "spades")
player = Id("player", 2)


class Card(Record):
    suit: Label
    rank: Number
    owner: Identity


class Table(Record):
    lit: Array[Truth]
    top: Card
    played: Number


class WaitingLine(Record):
    waiting: Sequence[Number]


SomeCard = Annotated[Card, Domain("card")]
Lights = Annotated[Array[Truth], Domain("lights")]


@action
def play(t: Table, card: SomeCard) -> Table:
    """A card is played on a lower one."""
    require(card.rank > t.top.rank, "it is higher")
    require(implies(card.owner != none, t.lit[card.owner]), "whoever has it is lit")
    return t.but(top=card, played=where(t.played < 2, t.played + 1, t.played))


@action
def light(t: Table, lights: Lights) -> Table:
    """Other lights are lit."""
    require(count(lights) > count(t.lit), "there are more")
    return t.but(lit=lights)


@promise
def not_all_lit(t: Table) -> Truth:
    """Nobody's light is lit where both are, and a high heart is on the table."""
    return implies(all_of(t.lit), (t.top.rank < 2) | (t.top.suit != Suit.hearts) | (t.top.owner == none))


@leads_to
def beaten(t: Table, card: SomeCard) -> tuple[Truth, Truth]:
    """A card of rank 1 that is on the table is beaten."""
    same = (t.top.suit == card.suit) & (t.top.rank == card.rank) & (t.top.owner == card.owner)
    return same & (card.rank == 1), t.top.rank > 1


CARD = Card.of(suit=Suit, rank=Int(0, 2), owner=Optional(player))
TABLE = Table.of(lit=Array.of(player, Bool()), top=CARD, played=Int(0, 2))
DOMAINS = {"card": CARD, "lights": Array.of(player, Bool()), "player": player}


def table() -> Machine:
    return Machine("table", {}, TABLE, TABLE.default, [play, light], [not_all_lit], DOMAINS)


def test_engines_agree_on_parameters_that_are_records_or_arrays() -> None:
    machine = table()
    assert [len(list(machine.domains[name].values())) for name in ("card", "lights")] == [18, 4]
    agree(machine, engines=("native", "gpu", "smt"))
    agree(machine, engines=("spark",))


def test_engines_agree_where_actions_are_traced_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(action_form, "FEWEST", 1)
    machine = table()
    assert len(machine.symbolic.forms) == 2
    agree(machine, engines=("native", "smt"))


def test_symmetry_renames_the_ids_in_them() -> None:
    machine = table()
    assert machine.symmetric_kinds() == ["player"]
    assert agree_with_orbits(machine, reference.search, native.search)

    @action
    def light_the_first(t: Table, lights: Lights) -> Table:
        return t.but(lit=where(lights[player.values()[0]], lights, t.lit))

    with pytest.raises(UsageError, match="light_the_first"):
        require_interchangeable(replace(machine, actions=[play, light_the_first]))


def test_a_run_has_them_as_arguments_and_is_read_back() -> None:
    machine = table()
    run = native.search(machine, GO_ON).promises["not-all-lit"].run
    assert run is not None
    assert [str(step.instance) for step in run.steps[1:]] == [
        "light(lights=[yes, yes])",
        "play(card=(suit hearts, rank 2, owner 0))",
    ]
    replay(run)
    shown = to_json(run)["steps"]
    assert shown[1]["arguments"] == {"lights": [True, True]}
    assert shown[2]["arguments"] == {"card": {"suit": "hearts", "rank": 2, "owner": 0}}
    for step, state in zip(shown, itf.to_itf(run)["states"], strict=True):
        assert itf._step(machine, state, step["step"])["arguments"] == step["arguments"]


def test_a_machine_begins_with_any_record_and_any_array() -> None:
    @initial
    def deal(t: Table, lights: Lights, card: SomeCard) -> Table:
        require(card.rank == 0, "it is low")
        return t.but(lit=lights, top=card)

    machine = Machine("table", {}, TABLE, deal, [play, light], [not_all_lit], DOMAINS)
    assert len(machine.initial_states) == 4 * 6
    agree(machine, engines=("native", "smt"), length=3)
    assert agree_with_orbits(machine, reference.search, native.search)


def test_a_promise_about_runs_is_made_for_each_record() -> None:
    machine = replace(table(), promises=[beaten])
    assert agree_on_runs(machine)["beaten"].verdict == "violated"


def test_a_domain_of_sequences_is_refused() -> None:
    @action
    def wait(line: WaitingLine, all_of_them: Annotated[Sequence[Number], Domain("waiting")]) -> WaitingLine:
        return line.but(waiting=all_of_them)

    numbers = Sequence.of(Int(0, 1), 2)
    state = WaitingLine.of(waiting=numbers)
    with pytest.raises(
        ModelError, match="the domain waiting is of sequences or networks: write one of numbers"
    ):
        Machine("line", {}, state, state.default, [wait], [], {"waiting": numbers})


def test_ids_of_another_number_in_them_are_refused() -> None:
    domains = {**DOMAINS, "lights": Array.of(Id("player", 3), Bool())}
    with pytest.raises(ModelError, match="has 2 player ids in one place and 3 in another"):
        replace(table(), domains=domains)
