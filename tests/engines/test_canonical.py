"""Canonical states: every action of every protocol keeps them so, and what does not is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import pytest
from hypothesis import given, settings

from tests.support.id_machines import id_machines
from tests.support.protocols import costly, small
from tests.support.random_machines import QUICK, corners
from tidemark.checker.engines.smt.induction import prove
from tidemark.checker.engines.solver.equality import EqualityProver, Equation
from tidemark.checker.engines.symmetry import canonical
from tidemark.checker.engines.symmetry.canonical import build_canonical_condition, find_non_canonical
from tidemark.checker.engines.symmetry.interchangeable import require_interchangeable
from tidemark.spec import (
    Array,
    Bag,
    Domain,
    Id,
    Identity,
    Int,
    Machine,
    Network,
    Number,
    Optional,
    Promise,
    Record,
    Sequence,
    Truth,
    UsageError,
    action,
    require,
    where,
)  # fmt: skip
from tidemark.spec.types.merging import merge
from tidemark.spec.types.representation import is_canonical

client = Id("client", 3)
Client = Annotated[Identity, Domain("client")]


class Desk(Record):
    log: Sequence[Identity]
    rows: Sequence[Any]
    turn: Number


def desk(*actions: Any, promises: Any = (), element: Any = client, **initial: Any) -> Machine:
    type_ = Desk.of(log=Sequence.of(element, 3), rows=Sequence.of(Sequence.of(client, 2), 2), turn=Int(0, 3))
    return Machine("desk", {}, type_, type_(**initial), list(actions), list(promises), {"client": client})


@action
def push(d: Desk, me: Client) -> Desk:
    require(d.log.length < 3, "there is room")
    return d.but(log=d.log.append(me))


@action
def shift(d: Desk) -> Desk:
    rest = d.log.truncate(0)
    for k in range(1, 3):
        rest = where(k < d.log.length, rest.append(d.log[k]), rest)
    return d.but(log=rest)


@action
def cut(d: Desk) -> Desk:
    return d.but(log=d.log.truncate(d.turn), rows=d.rows.truncate(1))


@action
def copy(d: Desk) -> Desk:
    require(d.rows.length < 2, "there is room")
    row = d.rows.type.element.default
    for k in range(2):
        row = where(k < d.log.length, row.append(d.log[k]), row)
    return d.but(rows=where(d.turn == 1, d.rows.append(row), d.rows.truncate(0).append(d.rows[0])))


def test_operations_of_sequences_are_shown_by_cases_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canonical, "EqualityProver", None)
    assert find_non_canonical(desk(push, shift, cut, copy)) is None


@pytest.mark.parametrize("name", costly())
def test_every_protocol_keeps_its_states_canonical(name: str) -> None:
    assert find_non_canonical(small(name)) is None


@settings(QUICK, max_examples=15)
@given(id_machines())
def test_random_machines_keep_their_states_canonical(machine: Machine) -> None:
    assert find_non_canonical(machine) is None


@action
def slide(d: Desk) -> Desk:
    return d.but(log=d.log.type.compose([where(d.turn == 3, 0, d.log.length), *d.log.items]))


@action
def put_aside(d: Desk, me: Client) -> Desk:
    row = d.rows.type.element
    return d.but(rows=d.rows.truncate(0).append(row.compose([1, me, me])))


def test_an_action_that_fills_an_unused_place_is_named_by_its_line() -> None:
    for wrong in (slide, put_aside):
        what, place = find_non_canonical(desk(push, cut, wrong)) or ("", "")
        assert what.startswith(f"the action {wrong.name}(")
        assert place == wrong.place
        with pytest.raises(UsageError, match=f"{place}: .* unused place"):
            require_interchangeable(desk(push, wrong))


def test_an_initial_state_that_is_not_canonical_is_found() -> None:
    log = desk().type.fields["log"]
    assert find_non_canonical(desk(log=log.compose([0, *client.values()]))) == ("the initial state", "")


def in_unused(d: Desk) -> Truth:
    """What is true of canonical states alone, and broken by a step that has nothing to do with it."""
    return (d.turn == 0) | (d.log.length > 0) | (d.log[0] == client.values()[0])


@action
def tick(d: Desk) -> Desk:
    return d.but(turn=1)


def test_induction_begins_in_canonical_sequences_where_every_action_keeps_them() -> None:
    kept = Promise("kept", in_unused)
    assert prove(desk(push, cut, tick, promises=[kept]), []).is_proof
    proof = prove(desk(push, cut, tick, slide, promises=[kept]), [])
    assert ("kept", "tick") in {
        (one.obligation.lemma, one.obligation.instance.action.name)
        for one in proof.broken
        if one.obligation.instance
    }


def begins_canonical(machine: Machine) -> int:
    """Every counterexample to induction begins in a canonical state. Gives how many there are."""
    proof = prove(machine, [], seconds=10)
    for outcome in proof.broken:
        state = machine.decode(outcome.states[0])
        assert machine.encode(machine.type.read(machine.type.show(state), "")) == outcome.states[0]
    return len(proof.broken)


@settings(QUICK, max_examples=5)
@given(id_machines())
def test_counterexamples_to_induction_begin_in_canonical_states(machine: Machine) -> None:
    begins_canonical(machine)


@pytest.mark.slow
@settings(QUICK, max_examples=200)
@given(id_machines())
def test_counterexamples_to_induction_of_many_machines_begin_in_canonical_states(machine: Machine) -> None:
    begins_canonical(machine)


class Small(Record):
    to: Identity
    number: Number


class Wide(Record):
    to: Identity
    numbers: Array[Number]


SMALL = Small.of(to=client, number=Int(0, 2))
WIDE = Wide.of(to=Optional(client), numbers=Array.of(client, Int(0, 1 << 14)))


class Post(Record):
    network: Network[Any]
    message: Any


def are_kept(cls: Any, capacity: int, message: Any) -> list[bool]:
    """Whether z3 finds that sending and discarding any message keep every canonical network so."""
    type_ = Post.of(network=cls.of(message, capacity), message=message)
    machine = Machine("post", {}, type_, type_.default, [], [])
    graph, state = machine.symbolic.graph, type_.build(iter(machine.symbolic.fields))
    asked = []
    for made in (state.network.send(state.message), state.network.discard(state.message)):
        fits = graph.less(made.length, graph.const(capacity + 1, made.length.kind))
        asked.append(Equation(graph.lift(is_canonical(made.type, made)), graph.true, fits))
    prover = EqualityProver(graph, machine.leaves, build_canonical_condition(machine, machine.symbolic), 60)
    return [prover.are_equal([one]) for one in asked]


@pytest.mark.parametrize("message", [SMALL, WIDE], ids=["one word", "two words"])
@pytest.mark.parametrize("cls", [Network, Bag])
@pytest.mark.parametrize("capacity", [1, 2, 3])
def test_operations_of_networks_keep_them_canonical(cls: Any, capacity: int, message: Any) -> None:
    assert are_kept(cls, capacity, message) == [True, True]


def without_defaults(self: Any, length: Any) -> Any:
    return type(self)(self.type, merge(self.length < length, self.length, length), self.items)


def exchanged(made: Any, _network: Any) -> Any:
    return made._with(made.length, [made.slots[1], made.slots[0], *made.slots[2:]])


def with_a_copy(made: Any, network: Any) -> Any:
    return made._with(made.length, [*made.slots[:-1], network.slots[-1]])


def test_a_wrong_operation_of_sequences_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sequence, "truncate", without_defaults)
    assert find_non_canonical(desk(push, cut))


@pytest.mark.parametrize(("number", "name", "wrong"), [(0, "send", exchanged), (1, "discard", with_a_copy)])
def test_a_wrong_operation_of_networks_is_caught(
    number: int, name: str, wrong: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    right = getattr(Network, name)

    def patched(network: Any, *message: Any, **fields: Any) -> Any:
        return wrong(right(network, *message, **fields), network)

    monkeypatch.setattr(Network, name, patched)
    assert not are_kept(Network, 3, SMALL)[number]
    assert find_non_canonical(corners())
