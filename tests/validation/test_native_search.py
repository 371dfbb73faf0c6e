"""The native search where its tables are asked about most: messages, calls, plain Python, events that are the same."""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from tests.support.log_searches import is_searched_alike
from tidemark import (
    Array,
    Bag,
    Domain,
    EventMap,
    Id,
    Identity,
    Int,
    Machine,
    Number,
    Record,
    Truth,
    action,
    none,
    observe,
    promise,
    require,
    skip,
    take,
    where,
)  # fmt: skip
from tidemark.checker.validation import conditions, native_search, product, searches
from tidemark.checker.validation.loading import read_events
from tidemark.checker.validation.search import LogOutcome
from tidemark.checker.validation.verdicts import Validator

client = Id("client", 3)
Client = Annotated[Identity, Domain("client")]
Amount = Annotated[Number, Domain("amount")]


class Letter(Record):
    by: Identity
    amount: Number


class Post(Record):
    under_way: Bag[Letter]
    held: Array[Number]
    total: Number


Under = Annotated[Letter, Domain("under_way")]


@action
def send(p: Post, me: Client, amount: Amount) -> Post:
    """A client sends an amount."""
    require(p.under_way.size() < 4, "there is room")
    return p.but(under_way=p.under_way.send(by=me, amount=amount))


@action
def deliver(p: Post, letter: Under, me: Client) -> Post:
    """A letter comes to a client."""
    require(p.total + letter.amount < 13, "it is not too much")
    held = p.held.but(me, where(letter.by == me, 0, letter.amount))
    return p.but(under_way=p.under_way.discard(letter), held=held, total=p.total + letter.amount)


@action
def lose(p: Post, letter: Under) -> Post:
    """A letter is lost."""
    return p.but(under_way=p.under_way.discard(letter))


@promise
def nobody_has_three(p: Post) -> Truth:
    """No client has three."""
    return p.held[client.values()[0]] != 3


amount = Int(0, 3)
letter = Letter.of(by=client, amount=amount)
post = Post.of(under_way=Bag.of(letter, 4), held=Array.of(client, amount), total=Int(0, 12))
MACHINE = Machine(
    "post",
    {},
    post,
    post.default,
    [send, deliver, lose],
    [nobody_has_three],
    {"client": client, "amount": amount},
)


def posted(plain: bool = False) -> EventMap:
    log = EventMap(node="node")
    who = log.names("client", alike=False)
    log.silent("lose", most=1)

    @log.event("sent")
    def sent(e: Any) -> Any:
        return take("send", me=who(e.who), amount=e.get("amount", 1)) | skip

    @log.event("came")
    def came(e: Any) -> Any:
        by, amount = who(e.by), e.amount

        def fits(m: Any) -> Any:
            if plain and m.amount != amount:
                return False
            return (m.by == by) & (m.amount == amount)

        to = {"me": who(e.who)} if "who" in e.fields else {}
        return take("deliver", letter=fits, **to).after(lambda p: p.total == e.total)

    @log.call("asked", answer="told", id="id")
    def asked(request: Any, answer: Any) -> Any:
        return observe(lambda p: p.total == (answer.total if answer else 3)) | take("send").then(
            take("deliver")
        )

    return log


def sent(who: str, amount: int, node: str = "a") -> dict[str, Any]:
    return {"event": "sent", "who": who, "amount": amount, "node": node}


def came(by: str, amount: int, total: int, node: str = "b", **more: Any) -> dict[str, Any]:
    return {"event": "came", "by": by, "amount": amount, "total": total, "node": node, **more}


LOGS: list[list[dict[str, Any]]] = [
    [sent("x", 1), sent("y", 2), sent("x", 3), came("y", 2, 2), came("x", 3, 5, who="z"), came("x", 1, 6)],
    [sent("x", 1), sent("x", 2), sent("y", 2), came("y", 1, 1)],
    [sent("x", 3), came("x", 3, 3, who="y"), {"event": "asked", "id": 1, "node": "a"}],
    [
        {"event": "asked", "id": 1, "node": "a"}, sent("x", 2), came("x", 2, 2),
        {"event": "told", "id": 1, "node": "a", "total": 2}, {"event": "asked", "id": 2, "node": "a"},
    ],
    [sent("x", 3)] * 5 + [came("x", 3, 3 * k) for k in range(1, 6)],
    [sent("x", 1), came("x", 1, 1.0)],
    [sent("x", 1), came("x", 1, True)],
    [],
]  # fmt: skip


@pytest.mark.parametrize("plain", [False, True])
def test_messages_calls_and_what_may_be_left_out(plain: bool) -> None:
    outcomes = is_searched_alike(MACHINE, posted(plain), LOGS + LOGS[::-1])
    assert {isinstance(one, LogOutcome) and one.path is not None for one in outcomes} == {True, False}


def test_tables_that_are_too_small_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(product, "FIRST", 2)
    is_searched_alike(MACHINE, posted(), LOGS)


def test_what_was_kept_for_the_next_log_is_forgotten_where_it_is_too_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(native_search, "MOST_BOUNDS", 3)
    monkeypatch.setattr(conditions, "MOST_NODES", 40)
    is_searched_alike(MACHINE, posted(), LOGS)


def test_a_machine_that_the_native_engine_can_not_take_is_searched_plainly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(searches, "PAYS", 0)
    events = list(read_events(posted(), LOGS[0], 1))
    found = Validator(MACHINE, posted()).validate(events)
    monkeypatch.setattr(product, "DEEPEST", 2)
    assert Validator(MACHINE, posted()).validate(events).visited == found.visited > 5


def test_events_that_a_map_tells_apart_late_are_not_the_same() -> None:
    log = EventMap()
    who = log.names("client")
    log.silent("lose", most=1)

    @log.event("sent")
    def sent(e: Any) -> Any:
        me = who(e.who)  # the amount matters to one client alone, and is read only then
        return take("send", me=me, amount=e.amount if int(me) == 1 else 0)

    @log.event("total")
    def total(e: Any) -> Any:
        return observe(lambda p: p.under_way.any(lambda m: m.amount == e.amount))

    def event(amount: int) -> dict[str, Any]:
        return {"event": "sent", "who": "x", "amount": amount}

    found = is_searched_alike(
        MACHINE,
        log,
        [[event(3), event(2), {"event": "total", "amount": 2}], [event(1), {"event": "total", "amount": 3}]],
    )
    assert [isinstance(one, LogOutcome) and one.path is not None for one in found] == [True, False]


def test_a_condition_that_asks_for_no_client() -> None:
    log = EventMap()
    log.event("seen")(lambda e: observe(lambda p: p.held[none] == e.amount))
    found = is_searched_alike(
        MACHINE, log, [[{"event": "seen", "amount": 0}], [{"event": "seen", "amount": 1}]]
    )
    assert [isinstance(one, LogOutcome) and one.path is not None for one in found] == [True, False]
