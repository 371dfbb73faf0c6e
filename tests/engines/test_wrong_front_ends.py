"""Front ends made wrong on purpose: each fault traces one construct wrongly, and the spot checks must catch it.

The machine of this file uses every construct. Nothing is compared with the reference engine: the search alone notices.
"""

from __future__ import annotations

import inspect
import sys
from dataclasses import replace
from typing import Annotated

import pytest

from tests.support import wrong_front_ends
from tests.support.wrong_front_ends import FAULTS
from tidemark.base import authors
from tidemark.checker import engines
from tidemark.checker.engines.disagreement import Disagreement
from tidemark.checker.engines.engine import SearchRequest
from tidemark.spec import (
    Array,
    Bag,
    Bool,
    Domain,
    Enum,
    Id,
    Identity,
    IdSet,
    Int,
    Label,
    Machine,
    Network,
    Number,
    Optional,
    Promise,
    Record,
    Sequence,
    Truth,
    action,
    all_of,
    any_of,
    choose,
    count,
    implies,
    maximum,
    minimum,
    none,
    not_,
    one_of,
    promise,
    require,
    where,
)
from tidemark.spec.expressions import expression, no_plain_value
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.machines import source_checks, tracing
from tidemark.spec.types import operators

CLIENT = Id("client", 2)
PHASE = Enum("phase", "idle", "waiting", "inside")
Me = Annotated[Identity, Domain("client")]
Step = Annotated[Number, Domain("step")]


class Message(Record):
    to: Identity
    number: Number


class Seat(Record):
    phase: Label
    turn: Number


class State(Record):
    seats: Array[Seat]
    owner: Identity
    group: IdSet
    others: IdSet
    log: Sequence[Number]
    count: Number
    total: Number
    flag: Truth
    mail: Network[Message]
    bag: Bag[Message]


MESSAGE = Message.of(to=Optional(CLIENT), number=Int(0, 2))
STATE = State.of(
    seats=Array.of(CLIENT, Seat.of(phase=PHASE, turn=Int(0, 2))),
    owner=Optional(CLIENT),
    group=IdSet.of(CLIENT),
    others=IdSet.of(CLIENT),
    log=Sequence.of(Int(0, 2), 2),
    count=Int(0, 2),
    total=Int(-9, 9),
    flag=Bool(),
    mail=Network.of(MESSAGE, 2),
    bag=Bag.of(MESSAGE, 2),
)


@action
def go(s: State, me: Me, step: Step) -> State:
    """A client goes on."""
    require(s.count + step <= 2, "there is room")
    require(not_(s.flag) | (s.owner != me), "it is not its turn")
    seat = s.seats[me].but(phase=where(s.flag, PHASE.waiting, PHASE.inside), turn=minimum(s.count, 2))
    return s.but(seats=s.seats.but(me, seat), count=s.count + step, total=s.total + 1 - 1)


@action
def take(s: State, me: Me) -> State:
    """A client becomes the owner, and a member."""
    require((s.owner == none) & (s.count > 0), "nobody is the owner")
    return s.but(
        owner=me, group=s.group.including(me), others=s.others | s.group.including(me), flag=not_(s.flag)
    )


@action
def leave(s: State) -> State:
    """The owner leaves."""
    require(s.owner != none, "there is an owner")
    return s.but(owner=none, group=s.group.excluding(s.owner), others=s.others - s.group.excluding(s.owner))


@action
def note(s: State, step: Step) -> State:
    """Something is noted."""
    require(s.log.length < s.log.capacity, "there is room")
    return s.but(log=s.log.append(step), total=s.log[s.count] + maximum(s.count, 1) - s.seats[s.owner].turn)


@action
def forget(s: State) -> State:
    """Something is forgotten."""
    require(s.log.length >= 1, "there is something")
    return s.but(log=s.log.truncate(s.log.length - 1), total=s.count - s.log.length, count=0)


@action
def place(s: State) -> State:
    """The owner's seat is changed."""
    require(s.group.has(s.owner) & not_(s.flag), "the owner is a member")
    return s.but(seats=s.seats.but(s.owner, s.seats[s.owner].but(turn=2)), flag=True)


@action
def send(s: State, me: Me) -> State:
    """A message is sent."""
    require((s.mail.size() < 2) & (s.bag.size() < 2), "there is room")
    return s.but(mail=s.mail.send(to=me, number=s.count), bag=s.bag.send(to=s.owner, number=0))


@action
def receive(s: State, message: Annotated[Message, Domain("mail")]) -> State:
    """A message is received."""
    return s.but(
        mail=s.mail.discard(message), bag=s.bag.discard(to=message.to, number=0), count=message.number
    )


@action
def rotate(s: State, step: Step) -> State:
    """What was noted first is noted last, and changed."""
    require(not_(s.log.is_empty()), "there is something")
    return s.but(log=(s.log[1:] + s.log[:1]).but(s.count, step), count=minimum(s.log.index_of(s.count), 2))


@action
def add_up(s: State) -> State:
    """The total is that of what is noted."""
    require(s.log.has(s.count), "it is noted")
    most = maximum((number for number in s.log), default=2)
    total = s.log.fold(lambda total, number: total + number, 0) + most - s.log.last()
    return s.but(total=total, count=abs(total * (s.count - 1)) % 3)


@action
def halve(s: State) -> State:
    """The total is halved, towards the lesser number, and its remainder by three is counted."""
    return s.but(total=s.total // 2 - s.count, count=s.total % 3)


@promise
def noted(s: State) -> Truth:
    """What is noted is in order, or counted: some runs break it."""
    in_order = all_of(a <= b for a, b in zip(s.log, s.log.tail(), strict=False))
    return in_order | (count(number > 0 for number in s.log) + s.log.head() < 3)


@promise
def sums(s: State) -> Truth:
    """Sums are what they are."""
    return (s.count + s.total + 1 != 9) & (s.total - s.count > -6) & (s.total >= -3) & (s.log.length <= 2)


@promise
def members(s: State) -> Truth:
    """Sets are what they are."""
    return (s.group.size() + s.others.size() <= 3) & implies(
        s.group.is_only(CLIENT.values()[0]), s.group.has(CLIENT.values()[0])
    )


@promise
def counted(s: State) -> Truth:
    """Few seats are taken."""
    return count(one_of(seat.phase, (PHASE.waiting, PHASE.inside)) for seat in s.seats) <= s.count


@promise
def owned(s: State) -> Truth:
    """Where there is an owner, a seat has had a turn, or none."""
    a, b = s.seats
    return implies(s.owner != none, any_of(seat.turn >= 0 for seat in s.seats)) & ((a == b) | (s.count >= 0))


@promise
def alike(s: State) -> Truth:
    """Once all is used up, seats are alike: some runs break it."""
    a, b = s.seats
    return implies((s.count == 2) & s.flag, a == b)


@promise
def posted(s: State) -> Truth:
    """Messages are what they are."""
    few = s.mail.count(lambda m: m.to == none) <= 0
    return (
        few
        & s.mail.all(lambda m: m.number <= 2)
        & not_(s.bag.any(lambda m: m.to == none) & (s.bag.size() > 1))
    )


@action
def sort_out(s: State, step: Step) -> State:
    """Messages are lost, but for those with a number; something of the rest is counted."""
    rest = s.mail.filter(lambda m: m.number > step)
    greatest = maximum(s.mail, key=lambda m: (m.number % 2, 3 - m.number), default=MESSAGE(number=2))
    least = minimum(s.mail, key=lambda m: abs(m.number - 1), default=MESSAGE())
    return s.but(mail=rest, count=where(step == 0, greatest.number, least.number), total=rest.size())


@action
def choose_count(s: State) -> State:
    """The count is the first number that is not noted, and not in the bag."""
    return s.but(count=choose(Int(0, 2), lambda n: not_(s.log.has(n) | s.bag.has(to=none, number=n)), 2))


@promise
def in_mail(s: State) -> Truth:
    """Numbers in the mail are what they are: some runs break it."""
    return all_of(m.number < 2 for m in s.mail) | any_of(m.to == n.to for m in s.mail for n in s.bag)


@promise
def distinct(s: State) -> Truth:
    """What is not always so: some runs break it, late."""
    return not_((s.count == 2) & (s.log.length == 2) & all_of(seat.turn == 2 for seat in s.seats))


MACHINE = Machine(
    "everything",
    {},
    STATE,
    STATE.default,
    [go, take, leave, note, forget, place, send, receive, rotate, add_up, halve, sort_out, choose_count],
    [noted, sums, members, counted, owned, alike, posted, in_mail, distinct],
    {"client": CLIENT, "step": Int(0, 1)},
)


SOME = {"keep_going": True, "max_states": 30_000, "spot_checks": 1_500}
"""Of seven million states; and half of the checks that fit into their time where nothing else runs."""
REQUESTS = {
    "native": SearchRequest(**SOME, threads=1),  # one thread comes to the same states every time
    "spark": SearchRequest(**SOME),
    "smt": SearchRequest(spot_checks=400),
}


def found(machine: Machine, engine: str) -> str:
    with pytest.raises(Disagreement) as caught:
        engines.search(engine, machine, REQUESTS[engine])
    return str(caught.value)


def test_the_right_front_end_passes() -> None:
    result = engines.search("native", MACHINE, REQUESTS["native"])
    assert result.spot_checks is not None
    assert result.spot_checks.unexercised == []


@pytest.mark.parametrize("fault", FAULTS)
def test_a_construct_that_is_traced_wrongly_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    own = inspect.getfile(wrong_front_ends)
    monkeypatch.setattr(authors, "SHIPPED", (*authors.SHIPPED, own))
    monkeypatch.setattr(authors, "_TOOLS", (*authors._TOOLS, own))
    FAULTS[fault](monkeypatch)
    for name in ("choose", "count", "implies", "require"):  # this module has the names, too
        monkeypatch.setattr(sys.modules[__name__], name, getattr(operators, name))
    assert found(replace(MACHINE), "native")


# What a front end refuses no longer: the promise is then traced as something else than it says.


@promise
def in_a_set(s: State) -> Truth:
    """The count is small, asked by the hash of a value."""
    return s.count not in {2}


@promise
def by_identity(s: State) -> Truth:
    """Nobody is ever the owner, asked of one object."""
    owner = s.owner
    return owner is none


@promise
def by_text(s: State) -> Truth:
    """The count is small, asked of its text."""
    return f"{s.count}" != "2"


@promise
def by_class(s: State) -> Truth:
    """No count is a number, asked of its class."""
    return not isinstance(s.count, int)


@promise
def by_attribute(s: State) -> Truth:
    """No count has the attributes of a number."""
    return not hasattr(s.count, "real")


@promise
def in_spite_of_a_guard(s: State) -> Truth:
    """What a guard says is caught."""
    try:
        require(s.count < 2, "it is small")
    except Exception:
        return False
    return True


def accept_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Expr, "__hash__", object.__hash__)
    monkeypatch.setattr(expression, "is_traced", lambda: False)
    monkeypatch.setattr(no_plain_value, "is_asked_by_author", lambda: False)
    monkeypatch.setattr(source_checks, "require_traceable", lambda frame: None)
    monkeypatch.setattr(tracing, "_EXCHANGED", {})
    monkeypatch.setattr(tracing, "_READ", {})


@pytest.mark.parametrize(
    "said",
    [in_a_set, by_identity, by_text, by_class, by_attribute, in_spite_of_a_guard],
    ids=lambda p: p.name,
)
def test_what_is_no_longer_refused_is_caught_all_the_same(
    said: Promise, monkeypatch: pytest.MonkeyPatch
) -> None:
    accept_all(monkeypatch)
    told = found(replace(MACHINE, promises=[said]), "native")
    assert f"the promise {said.name} means one thing when it runs" in told
    assert "What a function may do" in told
    assert str(said.place).rpartition(":")[0] in told


@pytest.mark.parametrize("engine", ["smt", pytest.param("spark", marks=pytest.mark.spark)])
def test_every_engine_that_has_a_form_of_its_own_compares_it(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    accept_all(monkeypatch)
    assert "means one thing when it runs" in found(replace(MACHINE, promises=[in_a_set]), engine)
