"""The election of a leader on a ring by Chang and Roberts, after `ChangRoberts.tla` of tlaplus/Examples by Stephan
Merz.

The identity of a node is its place on the ring, as in the original's `MCChangRoberts`. The least initiator wins.
"""

from typing import Annotated

from tidemark import Array, Bool, Domain, Enum, Id, Identity, IdSet, Label, Machine, Record, Truth, action  # fmt: skip
from tidemark import all_of, any_of, fair, implies, initial, leads_to, next_id, position, promise, require  # fmt: skip
from tidemark import where

Pc = Enum("pc", "n0", "n1")
State = Enum("state", "cand", "lost", "won")


class Ring(Record):
    """Of each node: the identities under way to it, where it is, whether it is an initiator, and what it knows."""

    msgs: Array[IdSet]
    pc: Array[Label]
    initiator: Array[Truth]
    state: Array[Label]


Node = Annotated[Identity, Domain("node")]
Subset = Annotated[IdSet, Domain("subset")]


@initial
def init(r: Ring, initiators: Subset) -> Ring:
    """Any nodes are initiators."""
    for n in r.pc.indices():
        r = r.but("initiator", n, initiators.has(n))
        r = r.but("state", n, where(initiators.has(n), State.cand, State.lost))
    return r


@action
def n0(r: Ring, me: Node) -> Ring:
    """An initiator sends its identity to the next node."""
    require(r.pc[me] == Pc.n0, "the node has not begun")
    to = next_id(me)
    sent = where(r.initiator[me], r.msgs[to].including(me), r.msgs[to])
    return r.but("msgs", to, sent).but("pc", me, Pc.n1)


@action
def n1(r: Ring, me: Node, id: Node) -> Ring:
    """A node receives an identity: one before its own makes it lose, its own makes it win; who has lost sends it on."""
    require(
        (r.pc[me] == Pc.n1) & r.msgs[me].has(id), "the node has begun, and the identity is under way to it"
    )
    forwards = (r.state[me] == State.lost) | (position(id) < position(me))
    r = r.but("msgs", me, r.msgs[me].excluding(id))
    sent = where(forwards, r.msgs[next_id(me)].including(id), r.msgs[next_id(me)])
    state = where(forwards, State.lost, where(id == me, State.won, r.state[me]))
    return r.but("msgs", next_id(me), sent).but("state", me, state)


@promise
def correctness(r: Ring) -> Truth:
    """The winner is the least initiator, and all others know that they lost."""
    nodes = r.pc.indices()
    return all_of(
        implies(r.state[n] == State.won, r.initiator[n] & is_least(r, n, [m for m in nodes if m != n]))
        for n in nodes
    )


def is_least(r: Ring, n: Identity, others: list[Identity]) -> Truth:
    """Whether all others have lost, and those of them that are initiators have greater identities."""
    return all_of(
        (r.state[m] == State.lost) & implies(r.initiator[m], position(m) > position(n)) for m in others
    )


@leads_to
def liveness(r: Ring) -> tuple[Truth, Truth]:
    """If there is a candidate, a node wins."""
    return any_of(s == State.cand for s in r.state), any_of(s == State.won for s in r.state)


def machine(N: int = 3) -> Machine:
    """A ring of N nodes."""
    node = Id("node", N)
    ring = Ring.of(
        msgs=Array.of(node, IdSet.of(node)),
        pc=Array.of(node, Pc),
        initiator=Array.of(node, Bool()),
        state=Array.of(node, State),
    )
    domains, fairness = {"node": node, "subset": IdSet.of(node)}, [fair(n0, n1, each="me")]
    promises = [correctness, liveness]
    return Machine("chang-roberts", {"N": N}, ring, init, [n0, n1], promises, domains, fairness=fairness)
