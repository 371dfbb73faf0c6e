"""Ids on a ring: with symmetry a search keeps one state of each class of rotated ones, and no fewer.

Two machines are published ones: Chang and Roberts' election of a leader, and Dijkstra's self-stabilizing ring (EWD
426), in which one id is not like the others.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

import pytest

from tests.support.agreement import GO_ON, agree, agree_on_classes, agree_with_orbits, agree_within
from tests.support.compiled import assert_alike_at
from tests.support.renaming import states
from tests.support.rings import election
from tidemark.checker.engines import ENGINES, reference
from tidemark.checker.engines.engine import SearchRequest
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.smt import bounded
from tidemark.checker.engines.smt.induction import obligations
from tidemark.checker.engines.symmetry.interchangeable import (
    interchangeable,
    is_symmetric,
    needed_before,
    require_interchangeable,
)
from tidemark.checker.validation.names import Binder
from tidemark.spec import (
    Array,
    Domain,
    Id,
    Identity,
    IdSet,
    Int,
    Machine,
    Network,
    Number,
    Optional,
    Record,
    Truth,
    UsageError,
    action,
    any_of,
    count,
    id_at,
    initial,
    next_id,
    none,
    position,
    previous_id,
    promise,
    require,
    sometimes,
    steps_between,
    where,
)  # fmt: skip
from tidemark.spec import (
    Sequence as List,
)
from tidemark.spec.logs.names import Names, Unbound

Me = Annotated[Identity, Domain("node")]


def test_an_election_has_as_many_states_as_tlc_finds() -> None:
    machine = election((1, 2, 3))
    found = reference.search(machine, GO_ON)
    assert (found.distinct_states, found.generated_states, found.depth) == (137, 227, 10)
    agree(machine)


def test_an_election_with_any_numbers_has_a_third_of_its_states_with_symmetry() -> None:
    """The numbers differ, so that no rotation leaves a state as it is."""
    machine = election(*itertools.permutations((1, 2, 3)))
    assert machine.id_groups["node"].is_ring
    for search in (reference.search, native.search):
        assert (
            search(machine, GO_ON).distinct_states
            == 3 * search(machine, GO_ON, symmetry=True).distinct_states
        )
    assert native.search(machine, symmetry=True).distinct_states == 137 + 129
    assert agree_with_orbits(machine, reference.search, native.search)
    agree_on_classes(machine)


class Machine426(Record):
    values: Array[Number]


def token_ring(*functions: Callable[..., Any]) -> Machine:
    """Dijkstra's ring of three processes with three values each, which begins anywhere."""
    node, value = Id("node", 3), Int(0, 2)
    state = Machine426.of(values=Array.of(node, value))
    choice = Annotated[Number, Domain("value")]

    def start(s: Machine426, a: choice, b: choice, c: choice) -> Machine426:  # type: ignore[valid-type]
        for me, number in zip(s.values.indices(), (a, b, c), strict=True):
            s = s.but("values", me, number)
        return s

    start.__annotations__ = dict.fromkeys("abc", choice)

    @promise
    def some_token(s: Machine426) -> Truth:
        nodes = s.values.indices()
        return any_of(s.values[n] != s.values[previous_id(n)] for n in nodes[1:]) | (
            s.values[nodes[0]] == s.values[nodes[-1]]
        )

    return Machine(
        "ring",
        {},
        state,
        initial(start),
        list(map(action, functions)),
        [some_token],
        {"node": node, "value": value},
    )


def move_the_bottom(s: Machine426, me: Me) -> Machine426:
    require((me == s.values.indices()[0]) & (s.values[me] == s.values[previous_id(me)]), "the bottom has it")
    return s.but("values", me, (s.values[me] + 1) % 3)


def move_another(s: Machine426, me: Me) -> Machine426:
    require((me != s.values.indices()[0]) & (s.values[me] != s.values[previous_id(me)]), "it has the token")
    return s.but("values", me, s.values[previous_id(me)])


def move_any(s: Machine426, me: Me) -> Machine426:
    require(s.values[me] != s.values[previous_id(me)], "it has the token")
    return s.but("values", me, s.values[previous_id(me)])


def test_a_ring_with_a_process_of_its_own_kind_has_no_symmetry_and_is_refused_with_its_line() -> None:
    machine = token_ring(move_the_bottom, move_another)
    agree(machine)
    assert reference.search(machine).distinct_states == 27
    for engine in ("reference", "native", "spark"):
        with pytest.raises(
            UsageError, match=r"test_rings.py:\d+: the action move_the_bottom\(me=0\) names one"
        ):
            ENGINES[engine].search(machine, SearchRequest(symmetry=True))
    assert interchangeable(machine) == {}
    assert agree_with_orbits(token_ring(move_any), reference.search, native.search)


class Hall(Record):
    owner: Identity
    by: Array[Identity]
    group: IdSet
    log: List[Identity]
    mail: Network[Any]


class Letter(Record):
    to: Identity


def hall(*functions: Callable[..., Any], size: int = 3) -> Machine:
    node = Id("node", size)
    letter = Letter.of(to=Optional(node))
    state = Hall.of(
        owner=Optional(node), by=Array.of(node, Optional(node)), group=IdSet.of(node), log=List.of(node, 2),
        mail=Network.of(letter, 2),
    )  # fmt: skip

    @promise
    def few(h: Hall) -> Truth:
        return (h.group.size() < size) & (count(x != none for x in h.by) < size - 1)

    return Machine("hall", {}, state, state.default, list(map(action, functions)), [few], {"node": node})


def come(h: Hall, me: Me) -> Hall:
    require((h.owner == none) | (steps_between(h.owner, me) == 1), "it is its turn")
    return h.but(owner=me, group=h.group.including(previous_id(me)), by=h.by.but(me, next_id(h.by[me], 2)))


def write(h: Hall, me: Me) -> Hall:
    require(h.mail.size() < 2, "there is room")
    return h.but(mail=h.mail.send(to=next_id(me)), by=h.by.but(next_id(h.owner), me))


def log(h: Hall, me: Me) -> Hall:
    require((h.log.length < 2) & h.group.has(me), "it may")
    return h.but(log=h.log.append(previous_id(me)))


def name_the_first(h: Hall, me: Me) -> Hall:
    return h.but(owner=next_id(h.by.indices()[0]))


def name_the_default(h: Hall, me: Me) -> Hall:
    return h.but(owner=next_id(h.log[0]))


def send_to_the_first(h: Hall, me: Me) -> Hall:
    require(h.mail.is_empty(), "there is room")
    return h.but(mail=h.mail.send(to=h.by.indices()[0]))


def count_from_the_first(h: Hall, me: Me) -> Hall:
    require(steps_between(h.by.indices()[0], me) == 1, "it is the second")
    return h.but(owner=me)


def name_its_place(h: Hall, me: Me) -> Hall:
    require(position(me) == 0, "it is the first")
    return h.but(owner=next_id(me))


def place_by_number(h: Hall, me: Me) -> Hall:
    steps = steps_between(h.owner, me)
    owner = where(position(h.by[me]) > 1, next_id(h.owner, position(h.owner) - 7), id_at(h.by, steps - 1))
    return h.but(owner=owner, by=h.by.but(me, previous_id(h.by[me], steps + 2)))


@pytest.mark.parametrize("functions", [(come,), (come, log), (write, come), (log, come, write)])
@pytest.mark.parametrize("size", [2, 3, 4])
def test_rotated_states_are_one_and_no_others(functions: tuple[Any, ...], size: int) -> None:
    machine = hall(*functions, size=size)
    assert machine.id_groups["node"].order == size
    require_interchangeable(machine)
    agree_with_orbits(machine, reference.search, native.search, most=700)


@pytest.mark.parametrize(
    "function", [name_the_first, name_the_default, send_to_the_first, count_from_the_first]
)
def test_an_id_of_a_ring_that_is_named_is_found(function: Callable[..., Any]) -> None:
    machine = hall(come, log, function)
    assert not is_symmetric(machine)
    with pytest.raises(UsageError, match=rf"test_rings.py:\d+: the action {function.__name__}"):
        require_interchangeable(machine)


def test_a_ring_whose_positions_are_asked_for_has_no_symmetry() -> None:
    machine = hall(come, name_its_place)
    assert machine.symmetric_kinds() == []
    assert not is_symmetric(machine)


@pytest.mark.parametrize(
    ("function", "asked"),
    [(lambda h: h.owner == next_id(h.owner), "ring"), (lambda h: position(h.owner) < 2, "order")],
)
def test_a_promise_about_runs_that_asks_for_more_of_the_order_is_refused(
    function: Callable[..., Any], asked: str
) -> None:
    def enter(h: Hall, me: Me) -> Hall:
        return h.but(owner=me)

    machine = replace(hall(enter), temporal=[sometimes(function)])
    for engine in ("reference", "native"):
        with pytest.raises(UsageError, match=f"asks for the {asked} of node ids"):
            ENGINES[engine].search(machine, SearchRequest(symmetry=True))


@pytest.mark.parametrize(("ids", "needed"), [([], 0), ([0], 0), ([0, 3], 0), ([2], 1), ([1, 0], 1)])
def test_the_first_id_of_a_ring_that_is_used_is_the_first(ids: list[int], needed: int) -> None:
    assert needed_before(ids, is_ring=True) == needed


def test_z3_finds_what_needs_ids_in_another_order_than_that_of_their_numbers() -> None:
    def come_after(h: Hall, me: Me) -> Hall:
        require((h.owner == none) | (next_id(me) == h.owner), "it is before the last")
        return h.but(owner=me, group=h.group.including(me))

    machine = hall(come_after, size=4)
    assert interchangeable(machine) == {"node": 4}
    truth = reference.search(machine, GO_ON)
    assert truth.promises["few"].length == 5
    agree_within(truth, bounded.search(machine, GO_ON, max_length=5), 5)


def test_one_instance_of_a_class_of_rotated_ones_is_proved() -> None:
    machine = hall(come)
    assert [str(o.instance) for o in obligations(machine) if o.lemma == "few"] == ["come(me=0)"]


def test_names_that_are_alike_may_be_any_once_one_is_bound() -> None:
    machine = hall(come, log, size=4)
    names = Names(0, "node", alike=True)
    binder = Binder(machine, [names])
    (first,) = binder.following(frozenset(), Unbound(names, "a"))
    assert first == {(0, "a", 0)}
    assert len(list(binder.following(first, Unbound(names, "b")))) == 3


def test_a_log_is_searched_with_the_values_that_these_operators_have() -> None:
    """product.c has no such operators: they are written with others."""
    machine = hall(come, write, name_its_place, place_by_number, size=4)
    assert_alike_at(machine, map(machine.encode, states(machine, 200)))
