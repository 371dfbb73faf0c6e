"""Symmetry is used only where it is shown that renaming ids changes nothing, in any state."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Annotated, Any

import pytest
from hypothesis import given, settings

from tests.support.protocols import costly, small
from tests.support.random_machines import QUICK, machines
from tests.support.renaming import is_seen
from tidemark.checker.engines.native.search import search
from tidemark.checker.engines.solver.equality import NormalForms
from tidemark.checker.engines.symmetry.interchangeable import interchangeable, require_interchangeable
from tidemark.checker.engines.symmetry.renaming import obstacles
from tidemark.checker.runs.results import Limits
from tidemark.impl import protocol
from tidemark.spec import (
    Array,
    Bool,
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
    Sequence,
    Truth,
    UsageError,
    action,
    count,
    implies,
    maximum,
    none,
    not_,
    promise,
    require,
    where,
)  # fmt: skip

Place = Annotated[Identity, Domain("place")]
place, pair = Id("place", 3), Id("place", 2)


class Message(Record):
    to: Identity
    number: Number


class Named(Record):
    to: Identity
    number: Number


class Hall(Record):
    marks: Array[Truth]
    counts: Array[Number]
    who: Identity
    group: IdSet
    steps: Number
    letters: Network[Message]
    named: Network[Named]
    last: Sequence[Identity]


def hall_type(place: Any) -> Any:
    return Hall.of(
        marks=Array.of(place, Bool()),
        counts=Array.of(place, Int(0, 2)),
        who=Optional(place),
        group=IdSet.of(place),
        steps=Int(0, 900),
        letters=Network.of(Message.of(to=Optional(place), number=Int(0, 2)), 2),
        named=Network.of(Named.of(to=place, number=Int(0, 1)), 2),
        last=Sequence.of(Optional(place), 2),
    )


def hall(
    *functions: Callable[..., Any], holds: Callable[[Hall], Any] = lambda h: h.steps < 901, place: Any = place
) -> Machine:
    """A machine of these actions and one promise."""

    @promise
    def kept(h: Hall) -> Truth:
        return holds(h)

    type, actions = hall_type(place), [action(one) for one in functions]
    return Machine("hall", {}, type, type.default, actions, [kept], {"place": place})


def indices(h: Hall) -> list[Any]:
    return list(h.marks.indices())


def marks_the_first_late(h: Hall) -> Hall:
    require(h.steps < 900, "there is a step left")
    first = indices(h)[0]
    return h.but(steps=h.steps + 1, marks=h.marks.but(first, h.marks[first] | (h.steps == 777)))


def marks_by_a_number(h: Hall) -> Hall:
    return h.but(marks=h.marks.but(1, h.steps == 777))


def reads_an_int(h: Hall, me: Place) -> Hall:
    require(int(me) == 0, "it is the first")
    return h.but(who=me)


def gives_the_last(h: Hall, me: Place) -> Hall:
    return h.but(who=where(h.steps == 777, indices(h)[-1], me))


def adds_the_first(h: Hall, me: Place) -> Hall:
    return h.but(group=h.group.including(me).excluding(place.values()[0]))


def sends_to_the_default(h: Hall) -> Hall:
    return h.but(named=h.named.send(number=1))


def sends_to_the_second(h: Hall) -> Hall:
    return h.but(letters=h.letters.send(to=indices(h)[1], number=1))


def takes_the_first_that_is_free(h: Hall) -> Hall:
    chosen: Any = none
    for one in reversed(indices(h)):
        chosen = where(h.marks[one], chosen, one)
    return h.but(who=chosen)


def remembers_in_order(h: Hall) -> Hall:
    last = h.last.type.default
    for one in indices(h)[:2]:
        last = last.append(one)
    return h.but(last=last)


NAMING: list[Machine] = [
    hall(marks_the_first_late),
    hall(marks_by_a_number),
    hall(reads_an_int),
    hall(gives_the_last),
    hall(adds_the_first),
    hall(sends_to_the_default),
    hall(sends_to_the_second),
    hall(takes_the_first_that_is_free),
    hall(remembers_in_order),
    hall(holds=lambda h: h.counts[0] < h.counts[1] + 2),
    hall(holds=lambda h: (h.counts[0] < h.counts[1]) | (h.steps < 777)),
    hall(holds=lambda h: h.counts[0] - h.counts[1] < 2 + where(h.steps == 777, 0, 1)),
    hall(holds=lambda h: where(h.marks[0], h.counts[1], h.counts[2]) < 2),
    hall(holds=lambda h: h.who != indices(h)[2]),
    hall(holds=lambda h: (h.group - h.group.type.default.including(indices(h)[0])).size() < 2),
    hall(holds=lambda h: implies(h.steps == 777, not_(h.group.has(indices(h)[1])))),
    hall(holds=lambda h: h.letters.all(lambda m: m.to != indices(h)[0])),
    hall(holds=lambda h: (h.counts[0] < h.counts[1]) | (h.steps < 777), place=pair),
    hall(holds=lambda h: h.counts[0] - h.counts[1] < 2, place=pair),
    hall(holds=lambda h: where(h.marks[0], h.counts[0], h.counts[1]) < 2, place=pair),
    hall(holds=lambda h: h.group.including(indices(h)[0]).size() < 2, place=pair),
    hall(holds=lambda h: maximum(h.counts[0], h.counts[1]) < 3 - where(h.steps == 777, 1, 0)),
]


def marks_all_in_turn(h: Hall) -> Hall:
    for one in indices(h):
        h = h.but(
            marks=h.marks.but(one, h.group.has(one)), counts=h.counts.but(one, where(h.who == one, 1, 2))
        )
    return h


def gathers(h: Hall) -> Hall:
    group = h.group.type.default
    for one in indices(h):
        group = where(h.marks[one], group.including(one), group)
    return h.but(group=group, steps=count(h.marks))


def writes_to_all(h: Hall) -> Hall:
    letters = h.letters
    for one in indices(h)[:2]:
        letters = where(h.marks[one], letters.send(to=one, number=1), letters)
    for one in indices(h)[2:]:
        letters = where(h.marks[one], letters.send(to=one, number=1), letters)
    return h.but(letters=letters)


def counts_on(h: Hall, me: Place) -> Hall:
    most = reduce(maximum, (h.counts[one] for one in indices(h)))
    return h.but(counts=h.counts.but(me, where(most < 2, most + 1, 0)), who=where(h.who == me, none, me))


ALIKE: list[Machine] = [
    hall(marks_all_in_turn),
    hall(gathers),
    hall(writes_to_all),
    hall(counts_on),
    hall(marks_all_in_turn, gathers, counts_on, holds=lambda h: count(h.marks) < 4),
]


@pytest.mark.parametrize("machine", NAMING)
def test_a_machine_that_names_an_id_has_no_symmetry(machine: Machine) -> None:
    assert obstacles(machine)["place"]
    with pytest.raises(UsageError, match="names one place id in particular"):
        require_interchangeable(machine)


@pytest.mark.parametrize("machine", ALIKE)
def test_the_order_of_a_loop_names_none(machine: Machine) -> None:
    assert obstacles(machine)["place"] is None


def test_an_id_that_is_named_in_one_state_of_thousands_is_in_no_order_for_z3() -> None:
    machine = hall(
        marks_the_first_late, holds=lambda h: implies(h.steps == 778, not_(h.marks[indices(h)[0]]))
    )
    assert interchangeable(machine) == {}
    assert search(machine, Limits()).promises["kept"].length == 779
    obstacle = obstacles(machine)["place"]
    assert obstacle
    assert obstacle.what == "the promise kept"


def forms(op: str, form: Callable[[NormalForms, Any], Any]) -> Callable[[pytest.MonkeyPatch], None]:
    """Normal forms that are wrong for one operation."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        right = NormalForms._form
        monkeypatch.setattr(
            NormalForms, "_form", lambda self, node: form(self, node) if node.op == op else right(self, node)
        )

    return patch


def without_order(self: NormalForms, node: Any) -> tuple[Any, ...]:
    return (node.op, *sorted(self._number_of[a.number] for a in node.args))


def without_condition(self: NormalForms, node: Any) -> tuple[Any, ...]:
    return (node.op, *sorted(self._number_of[a.number] for a in node.args[1:]))


def without_ids(self: NormalForms, node: Any) -> tuple[Any, ...]:
    return (node.op, self._number_of[node.args[0].number])


@pytest.mark.parametrize(
    "fault",
    [
        forms("lt", without_order),
        forms("sub", without_order),
        forms("ite", without_condition),
        forms("has", without_ids),
        forms("eq", without_ids),
        forms("insert", without_ids),
        forms("join", without_ids),
        forms("const", lambda _self, node: ("const", node.kind.family, node.kind.name)),
    ],
)
def test_a_wrong_normal_form_is_caught(fault: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    fault(monkeypatch)
    assert any(obstacles(machine)["place"] is None for machine in NAMING)


def is_so_in_its_states(machine: Machine) -> None:
    """The ids of each sort that is shown to be interchangeable are renamed in random states, and nothing is seen."""
    for kind, named in obstacles(machine).items():
        for new in () if named else machine.id_groups[kind].generators():
            assert not is_seen(machine, {kind: new})


@settings(QUICK, max_examples=20)
@given(machines() | machines(names_ids=False))
def test_what_is_shown_of_random_machines_is_so_in_their_states(machine: Machine) -> None:
    is_so_in_its_states(machine)


@pytest.mark.slow
@settings(QUICK, max_examples=200)
@given(machines() | machines(names_ids=False))
def test_what_is_shown_of_many_random_machines_is_so_in_their_states(machine: Machine) -> None:
    is_so_in_its_states(machine)


@settings(QUICK, max_examples=20)
@given(machines(names_ids=False))
def test_random_machines_that_name_no_id_are_shown_to_treat_them_alike(machine: Machine) -> None:
    assert not any(obstacles(machine).values())


@pytest.mark.slow
@settings(QUICK, max_examples=200)
@given(machines(names_ids=False))
def test_many_random_machines_that_name_no_id_are_shown_to_treat_them_alike(machine: Machine) -> None:
    assert not any(obstacles(machine).values())


NAMED = {"published-kraft-isr": {"broker"}}
"""By family, the sorts of ids of which it can't be shown: a message has a place for each."""


@pytest.mark.parametrize("name", costly())
def test_every_protocol_treats_its_ids_alike_or_is_known_not_to(name: str) -> None:
    machine = small(name)
    found = {kind for kind, named in obstacles(machine).items() if named}
    assert found == NAMED.get(protocol(name).family.name, set())
