"""A search that keeps one state of each class of renamed ones finds what a whole one does, or is refused with a line.

What symmetry must give is counted by `tests/support/orbits.py`, which uses neither an engine nor the language's way to
rename.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

import pytest

from tests.support import orbits
from tests.support.agreement import GO_ON, agree_with_orbits, violated
from tidemark.checker.engines import ENGINES, reference
from tidemark.checker.engines.engine import SearchRequest
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.smt import bounded
from tidemark.checker.engines.symmetry import interchangeable as symmetry
from tidemark.checker.engines.symmetry import renaming
from tidemark.checker.engines.symmetry.interchangeable import is_symmetric, require_interchangeable
from tidemark.checker.runs.results import Result
from tidemark.spec import (
    Array,
    Bag,
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
    implies,
    none,
    promise,
    require,
    where,
)
from tidemark.spec.expressions.expression import ExpressionGraph

client = Id("client", 3)
Client = Annotated[Identity, Domain("client")]


class Row(Record):
    who: Identity
    number: Number


class Box(Record):
    mail: Network[Row]


class Court(Record):
    log: Sequence[Identity]
    rows: Sequence[Row]
    by: Array[Identity]
    owner: Identity
    group: IdSet
    mail: Network[Row]
    box: Box
    turn: Number


def court(*functions: Callable[..., Any], size: int = 3, holds: Any = None, **initial: Any) -> Machine:
    """A machine of these functions, whose promise says that the owner is in the group, or this."""
    client = Id("client", size)
    row = Row.of(who=client, number=Int(0, 1))
    type_ = Court.of(
        log=Sequence.of(client, 2),
        rows=Sequence.of(row, 1),
        by=Array.of(client, Optional(client)),
        owner=Optional(client),
        group=IdSet.of(client),
        mail=Network.of(row, 2),
        box=Box.of(mail=Bag.of(row, 1)),
        turn=Int(0, 2),
    )

    @promise
    def kept(c: Court) -> Truth:
        return holds(c) if holds else (c.owner == none) | c.group.has(c.owner)

    return Machine(
        "court", {}, type_, type_(**initial), list(map(action, functions)), [kept], {"client": client}
    )


def join(c: Court, me: Client) -> Court:
    return c.but(group=c.group.including(me))


def push(c: Court, me: Client) -> Court:
    require(c.log.length < 2, "there is room")
    return c.but(log=c.log.append(me))


def post(c: Court, me: Client) -> Court:
    require(c.mail.size() < 2, "there is room")
    return c.but(mail=c.mail.send(who=me, number=1), rows=c.rows.truncate(0))


def tick(c: Court) -> Court:
    return c.but(turn=where(c.turn < 2, c.turn + 1, 0))


def grab(c: Court) -> Court:
    return c.but(owner=c.log[0])


def grab_in_turn(c: Court) -> Court:
    return c.but(owner=c.log[c.turn])


def grab_beyond(c: Court) -> Court:
    require(c.log.length > 0, "there is one")
    return c.but(owner=c.log[1])


def grab_of_a_row(c: Court) -> Court:
    return c.but(owner=c.rows[0].who)


def grab_of_the_one_at_none(c: Court) -> Court:
    deciders = Array.of(c.by.type.index, c.log.type.element).default
    return c.but(owner=where(c.turn == 2, deciders[c.owner], c.owner))


def grab_of_a_default_row(c: Court) -> Court:
    return c.but(owner=where(c.turn == 1, c.rows.type.element.default.who, none))


def grab_of_no_message(c: Court) -> Court:
    return c.but(owner=c.mail.single(lambda row: row.number == 1, c.mail.type.element.default).who)


def grab_items(c: Court) -> Court:
    return c.but(owner=c.log.items[0])


def grab_where_the_log_is_empty(c: Court) -> Court:
    return c.but(owner=where(c.log.length == 0, c.log[1], none))


UNGUARDED = (
    grab, grab_in_turn, grab_beyond, grab_of_a_row, grab_of_the_one_at_none, grab_of_a_default_row,
    grab_of_no_message, grab_items, grab_where_the_log_is_empty,
)  # fmt: skip
"""Each takes client 0 in some state, since a place is unused or absent."""


def take_the_first(c: Court) -> Court:
    require(c.log.length > 0, "there is one")
    return c.but(owner=c.log[0])


def take_the_last(c: Court) -> Court:
    return c.but(owner=where(c.log.length == 0, none, c.log[c.log.length - 1]))


def take_in_turn(c: Court) -> Court:
    return c.but(owner=where(c.turn < c.log.length, c.log[c.turn], c.owner))


def take_a_row(c: Court) -> Court:
    return c.but(owner=where(c.rows == c.rows.type.default, none, c.rows[0].who))


def take_what_is_nobodys(c: Court) -> Court:
    return c.but(owner=c.by[c.owner], by=c.by.but(c.owner, c.owner))


def take_the_message(c: Court) -> Court:
    single = c.mail.single(lambda row: row.number < 2, c.mail.type.element.default)
    return c.but(owner=where(c.mail.size() == 1, single.who, none))


def cut(c: Court) -> Court:
    return c.but(log=c.log.truncate(0), rows=c.rows.truncate(c.turn))


def shift(c: Court) -> Court:
    return c.but(log=where(c.log.length == 2, c.log.truncate(0).append(c.log[1]), c.log.truncate(0)))


def keep_the_first(c: Court, me: Client) -> Court:
    row = c.rows.type.element(who=me, number=1)
    return c.but(rows=where(c.rows.length == 0, c.rows.append(row), c.rows))


def clear(c: Court) -> Court:
    return c.but(log=c.log.type.default, mail=c.mail.type.default, rows=c.rows.type.default)


def gather(c: Court) -> Court:
    group = c.group - c.group
    for k in range(2):
        group = where(k < c.log.length, group.including(c.log[k]), group)
    return c.but(group=group)


def compare(c: Court) -> Court:
    require(c.log == c.log.truncate(1), "it has no second one")
    return c.but(turn=0)


GUARDED = (
    take_the_first, take_the_last, take_in_turn, take_a_row, take_what_is_nobodys, take_the_message, cut, shift,
    keep_the_first, clear, gather, compare,
)  # fmt: skip
"""No default that they read reaches a result, or the default is not an id."""


def asked(engine: str, machine: Machine) -> Result:
    return ENGINES[engine].search(machine, SearchRequest(symmetry=True))


def test_a_read_beyond_the_end_of_a_sequence_names_an_id_and_every_engine_refuses_it_by_its_line() -> None:
    machine = court(join, push, grab, size=2)
    assert (
        violated(reference.search(machine, GO_ON)) == violated(native.search(machine, GO_ON)) == {"kept": 2}
    )
    line = grab.__code__.co_firstlineno + 1
    for engine in ("reference", "native", "spark"):
        with pytest.raises(UsageError, match=rf"test_symmetry.py:{line}: the action grab\(\) reads outside"):
            asked(engine, machine)
    assert bounded.search(machine, max_length=3).promises["kept"].length == 2


def test_what_only_ids_but_the_least_break_is_found_without_an_order_of_ids() -> None:
    """With one state a class the group is always {0}, which the owner that an empty log gives is in."""

    def join_alone(c: Court, me: Client) -> Court:
        require(c.group.is_empty(), "nobody is in it")
        return c.but(group=c.group.including(me))

    def grab_with_a_group(c: Court) -> Court:
        require(c.group.size() == 1, "somebody is in it")
        return c.but(owner=c.log[0])

    machine = court(join_alone, grab_with_a_group, size=2)
    assert violated(reference.search(machine, GO_ON, symmetry=True)) == {}  # what is refused would be wrong
    assert violated(reference.search(machine, GO_ON)) == {"kept": 3}
    assert bounded.search(machine, max_length=4).promises["kept"].length == 3
    assert not is_symmetric(machine)


@pytest.mark.parametrize("function", UNGUARDED)
def test_a_read_that_may_give_a_default_id_is_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(UsageError, match=rf"test_symmetry.py:\d+: the action {function.__name__}\(\)"):
        require_interchangeable(court(join, push, post, function))


@pytest.mark.parametrize("function", GUARDED)
def test_a_read_that_is_guarded_and_a_default_that_is_not_read_are_accepted(
    function: Callable[..., Any],
) -> None:
    machine = court(push, tick, function)
    require_interchangeable(machine)
    assert agree_with_orbits(machine, reference.search, native.search)


@pytest.mark.parametrize(
    "initial",
    [
        lambda ids, state: state.but(owner=ids[2]),
        lambda ids, state: state.but(log=state.log.append(ids[1]).append(ids[0])),
        lambda ids, state: state.but(group=state.group.including(ids[2]), by=state.by.but(ids[1], ids[2])),
        lambda ids, state: state.but(mail=state.mail.send(who=ids[1], number=1)),
    ],
)
def test_an_initial_state_may_name_ids(initial: Callable[..., Any]) -> None:
    """Its class is counted once, however the search comes back to it, and z3 takes ids in any order."""
    machine = court(push, take_the_last, shift)
    machine = replace(machine, initial=initial(client.values(), machine.initial))
    assert agree_with_orbits(machine, reference.search, native.search)
    assert symmetry.interchangeable(machine) == {}


def test_the_step_that_writes_outside_a_domain_is_one_of_the_run_that_is_shown() -> None:
    """The state that stands for a class has other ids than the one that the run leads to."""

    def come_twice(c: Court, me: Client) -> Court:
        return c.but(by=c.by.but(me, me), turn=where(c.by[me] == me, 3, 0))

    machine = court(come_twice)
    require_interchangeable(machine)
    assert agree_with_orbits(machine, reference.search, native.search)


def post_to_the_second(c: Court) -> Court:
    return c.but(mail=c.mail.send(who=c.group.ids()[1], number=1))


def post_within_to_the_second(c: Court) -> Court:
    return c.but(box=c.box.but(mail=c.box.mail.send(who=c.group.ids()[1], number=1)))


def post_within(c: Court, me: Client) -> Court:
    require(c.box.mail.size() < c.box.mail.capacity, "there is room")
    return c.but(box=c.box.but(mail=c.box.mail.send(who=me, number=0)))


def receive_within(c: Court, me: Client) -> Court:
    require(c.box.mail.has(who=me, number=0), "there is a message")
    return c.but(
        owner=me, group=c.group.including(me), box=c.box.but(mail=c.box.mail.discard(who=me, number=0))
    )


def post_and_tick(c: Court, me: Client) -> Court:
    require((c.turn == 0) & c.mail.is_empty(), "it is the first")
    return c.but(turn=1, mail=c.mail.send(who=me, number=1))


@pytest.mark.parametrize("function", [post_to_the_second, post_within_to_the_second])
def test_a_message_that_names_an_id_is_found_also_where_the_network_is_in_a_record(
    function: Callable[..., Any],
) -> None:
    with pytest.raises(UsageError, match=function.__name__):
        require_interchangeable(court(function, holds=lambda c: c.turn == 0))


def test_messages_of_a_network_in_a_record_are_renamed() -> None:
    machine = court(post_within, receive_within)
    require_interchangeable(machine)
    assert agree_with_orbits(machine, reference.search, native.search)


class Letter(Record):
    to: Sequence[Identity]


class Office(Record):
    mail: Network[Letter]
    who: Identity


def office(element: Any, *functions: Callable[..., Any]) -> Machine:
    letter = Letter.of(to=Sequence.of(element, 2))
    type_ = Office.of(mail=Network.of(letter, 1), who=Optional(client))
    return Machine("office", {}, type_, type_.default, list(map(action, functions)), [], {"client": client})


def write(o: Office, me: Client) -> Office:
    require(o.mail.is_empty(), "there is room")
    to = o.mail.type.element.default.to.append(me)
    return o.but(mail=o.mail.send(to=where(o.who == none, to, to.append(o.who))))


def read(o: Office, letter: Annotated[Letter, Domain("mail")]) -> Office:
    return o.but(who=letter.to[1], mail=o.mail.discard(letter))


def test_a_sequence_in_a_message_has_ids_that_may_be_absent_or_is_refused() -> None:
    alike = office(Optional(client), write, read)
    require_interchangeable(alike)
    assert agree_with_orbits(alike, reference.search, native.search)
    with pytest.raises(UsageError, match="a message with a sequence of client ids that are not Optional"):
        require_interchangeable(office(client, write, read))


def test_the_condition_of_a_promise_arises_of_messages_and_not_of_unused_slots() -> None:
    """A promise about messages to client 2 is vacuous where there are none, in each engine, and with symmetry."""
    for turn in (1, 2):
        machine = court(
            post_and_tick,
            holds=lambda c, turn=turn: c.mail.all(lambda row: implies(c.turn == turn, c.group.is_empty())),
        )
        assert agree_with_orbits(machine, reference.search, native.search)
        found = reference.search(machine, GO_ON)
        assert found.promises["kept"].vacuous is (turn == 2)
        assert native.search(machine, GO_ON).promises["kept"].vacuous is (turn == 2)


def test_single_gives_a_message_only_if_there_is_no_other() -> None:
    mail = court().type.fields["mail"]
    zero, one, _ = client.values()
    otherwise = mail.element(who=one)
    both = mail.default.send(who=zero, number=1).send(who=one, number=1)
    for network, holds, expected in (
        (mail.default, lambda row: row.number == 1, otherwise),
        (both, lambda row: row.number == 1, otherwise),
        (both, lambda row: row.who == zero, mail.element(who=zero, number=1)),
    ):
        assert network.single(holds, otherwise) == expected
    machine = court(take_the_message, post)
    for state in orbits.space(machine, 200, ["client"]).states:
        plain = machine.run(state, machine.instances[0])
        assert machine.type.show(plain)["owner"] == (
            machine.type.show(state)["mail"][0]["who"] if state.mail.size() == 1 else None
        )


FAULTS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "the default in an unused place is renamed too": lambda patch: patch.setattr(
        renaming, "_find_places", lambda machine, kind: {}
    ),
    "an unused place is taken for a used one": lambda patch: patch.setattr(
        renaming.RenamedExpressions,
        "_choose_default_where_free",
        lambda self, at, length, held, default: held,
    ),
    "the plain fields of messages are bits": lambda patch: patch.setattr(
        renaming, "_Messages", ExpressionGraph
    ),
    "nothing differs": lambda patch: patch.setattr(
        renaming.EqualityProver, "are_equal", lambda self, pairs: True
    ),
    "every id names itself": lambda patch: patch.setattr(
        renaming.RenamedExpressions, "_value", lambda self, value, kind: value
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_proof_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It accepts what reads a default id, or names one, or refuses what does not."""
    FAULTS[fault](monkeypatch)
    naming = [court(post_to_the_second), *(court(join, push, post, one) for one in UNGUARDED)]
    alike = [court(push, tick, one) for one in GUARDED]
    assert any(map(is_symmetric, naming)) or not all(map(is_symmetric, alike))


def test_a_search_that_keeps_the_initial_state_as_it_is_counts_its_class_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        native, "encode_first_states", lambda machine, _symmetry: list(machine.initial_states)
    )
    machine = court(push, take_the_last, shift)
    named = replace(machine, initial=machine.initial.but(log=machine.initial.log.append(client.values()[2])))
    with pytest.raises(AssertionError):
        agree_with_orbits(named, native.search)
