"""A choice of the first of several ids or messages leaves no symmetry in these ids; loops over messages keep it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import pytest

from tests.support.agreement import GO_ON, agree_with_orbits, violated
from tidemark.checker.engines import reference
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.symmetry.interchangeable import is_symmetric, require_interchangeable
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
    Promise,
    Record,
    UsageError,
    action,
    any_of,
    choose,
    count,
    maximum,
    none,
    not_,
    require,
    where,
)

client = Id("client", 3)
Client = Annotated[Identity, Domain("client")]


class Letter(Record):
    who: Identity
    number: Number


class Court(Record):
    by: Array[Identity]
    owner: Identity
    group: IdSet
    mail: Network[Letter]
    turn: Number


LETTER = Letter.of(who=Optional(client), number=Int(0, 1))
NOTHING = LETTER.default
COURT = Court.of(
    by=Array.of(client, Optional(client)),
    owner=Optional(client),
    group=IdSet.of(client),
    mail=Network.of(LETTER, 2),
    turn=Int(0, 2),
)


def court(*functions: Callable[..., Any]) -> Machine:
    """A machine of these functions, which promises that the owner is in the group."""
    kept = Promise("kept", lambda c: (c.owner == none) | c.group.has(c.owner))
    return Machine("mail", {}, COURT, COURT.default, list(map(action, functions)), [kept], {"client": client})


def join(c: Court, me: Client) -> Court:
    return c.but(group=c.group.including(me))


def post(c: Court, me: Client) -> Court:
    require(c.mail.size() < 2, "there is room")
    return c.but(mail=c.mail.send(who=me, number=1))


def take_the_greatest(c: Court) -> Court:
    return c.but(owner=maximum(c.mail, key=lambda row: row.number, default=NOTHING).who)


def take_one_that_is_sent(c: Court) -> Court:
    return c.but(owner=choose(c.mail, lambda row: row.number > 0, NOTHING).who)


def take_an_owner_of_several(c: Court) -> Court:
    return c.but(
        owner=choose((row.who for row in c.mail.filter(lambda row: row.number > 0)), lambda _: True, none)
    )


def take_the_first_outside(c: Court) -> Court:
    return c.but(owner=choose(client, lambda i: not_(c.group.has(i)), none))


def take_the_one_with_most(c: Court) -> Court:
    return c.but(owner=maximum(c.by.indices(), key=lambda i: count(x == i for x in c.by)))


@pytest.mark.parametrize(
    "function",
    [
        *(take_the_greatest, take_one_that_is_sent, take_an_owner_of_several),
        *(take_the_first_outside, take_the_one_with_most),
    ],
)
def test_the_first_of_several_ids_or_messages_leaves_no_symmetry(function: Callable[..., Any]) -> None:
    machine = court(join, post, function)
    assert machine.symmetric_kinds() == []
    assert not is_symmetric(machine)
    with pytest.raises(
        UsageError, match=r"mail has no symmetry: it asks for the order of its ids \(client\)"
    ):
        native.search(machine, symmetry=True)


def post_to_oneself(c: Court, me: Client) -> Court:
    require((c.mail.size() < 2) & c.group.is_empty(), "there is room")
    return c.but(mail=c.mail.send(who=me, number=1))


def join_one_that_posted(c: Court, me: Client) -> Court:
    require((c.mail.size() == 2) & c.group.is_empty() & c.mail.has(who=me, number=1), "two have posted")
    return c.but(group=c.group.including(me))


def take_the_first_message(c: Court) -> Court:
    require(c.group.size() == 1, "somebody has joined")
    first = choose(c.mail, lambda _: True, NOTHING)
    return c.but(owner=first.who, mail=c.mail.type.default)


def test_a_choice_by_the_order_of_messages_that_is_not_noted_gives_wrong_classes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The expressions do not show it: messages are renamed in their slots, and the first slot stays the first."""
    actions = post_to_oneself, join_one_that_posted, take_the_first_message
    machines = []
    for is_forgotten in (False, True):
        if is_forgotten:
            monkeypatch.setitem(vars(COURT.fields["mail"]), "sorts_of_ids", frozenset())
        machines.append(court(*actions))
        assert is_symmetric(machines[-1]) is is_forgotten
    right, wrong = machines
    assert violated(reference.search(right, GO_ON)) == {"kept": 5}
    with pytest.raises(AssertionError):
        agree_with_orbits(wrong, reference.search)


def count_the_greatest(c: Court) -> Court:
    few = c.mail.filter(lambda row: row.number == maximum((other.number for other in c.mail), default=0))
    return c.but(turn=where(few.size() == 1, 1, 0), mail=few)


def gather_senders(c: Court, me: Client) -> Court:
    require(any_of((row.who == me) & (row.number > 0) for row in c.mail), "it has posted")
    return c.but(group=c.group.including(me), mail=c.mail.filter(lambda row: row.who != me))


def test_loops_over_messages_and_filtered_networks_keep_the_symmetry() -> None:
    machine = court(post, count_the_greatest, gather_senders)
    require_interchangeable(machine)
    assert agree_with_orbits(machine, reference.search, native.search)
