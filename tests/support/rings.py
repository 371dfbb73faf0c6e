"""Chang and Roberts' election of a leader on a ring (An improved algorithm for decentralized extrema-finding, 1979)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from tidemark.spec import (
    Array,
    Bool,
    Domain,
    Enum,
    Id,
    Identity,
    IdSet,
    Int,
    Label,
    Machine,
    Number,
    Record,
    Truth,
    action,
    all_of,
    implies,
    initial,
    next_id,
    not_,
    promise,
    require,
    where,
)  # fmt: skip

Me = Annotated[Identity, Domain("node")]
Begins = Annotated[Truth, Domain("truth")]
Role = Enum("role", "candidate", "lost", "won")


class Node(Record):
    number: Number
    is_initiator: Truth
    has_begun: Truth
    role: Label
    inbox: IdSet


class Election(Record):
    nodes: Array[Node]


@action
def begin(e: Election, me: Me) -> Election:
    """A node begins; an initiator sends its number to the next one."""
    require(not_(e.nodes[me].has_begun), "it has not begun")
    inbox = e.nodes[next_id(me)].inbox
    sent = where(e.nodes[me].is_initiator, inbox.including(me), inbox)
    return e.but("nodes", me, has_begun=True).but("nodes", next_id(me), inbox=sent)


@action
def receive(e: Election, me: Me, sender: Me) -> Election:
    """A node takes a number, and passes on those that may win."""
    mine = e.nodes[me]
    require(mine.has_begun & mine.inbox.has(sender), "the number has come")
    is_less = e.nodes[sender].number < mine.number
    wins = (mine.role == Role.candidate) & (sender == me)
    role = where(is_less, Role.lost, where(wins, Role.won, mine.role))
    after = e.but("nodes", me, role=role, inbox=mine.inbox.excluding(sender))
    inbox = after.nodes[next_id(me)].inbox
    passed = where((mine.role == Role.lost) | is_less, inbox.including(sender), inbox)
    return after.but("nodes", next_id(me), inbox=passed)


@promise
def least_wins(e: Election) -> Truth:
    """Only the initiator with the least number wins."""
    return all_of(
        implies(a.role == Role.won, all_of(implies(b.is_initiator, a.number <= b.number) for b in e.nodes))
        for a in e.nodes
    )


@promise
def nobody_wins(e: Election) -> Truth:
    """No node wins: false."""
    return all_of(node.role != Role.won for node in e.nodes)


def election(*orders: Sequence[int]) -> Machine:
    """Three nodes that have their numbers in one of these orders around the ring."""
    node = Id("node", 3)
    state = Election.of(
        nodes=Array.of(
            node,
            Node.of(number=Int(1, 3), is_initiator=Bool(), has_begun=Bool(), role=Role, inbox=IdSet.of(node)),
        )
    )

    @initial
    def start(
        e: Election, order: Annotated[Number, Domain("order")], a: Begins, b: Begins, c: Begins
    ) -> Election:
        for me, begins, *numbers in zip(e.nodes.indices(), (a, b, c), *orders, strict=True):
            number = next(where(order == k, n, numbers[0]) for k, n in enumerate(numbers) if k == order)
            role = where(begins, Role.candidate, Role.lost)
            e = e.but("nodes", me, number=number, is_initiator=begins, role=role)
        return e

    domains = {"node": node, "truth": Bool(), "order": Int(0, len(orders) - 1)}
    return Machine("election", {}, state, start, [begin, receive], [least_wins, nobody_wins], domains)
