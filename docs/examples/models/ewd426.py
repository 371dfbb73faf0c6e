"""Dijkstra's stabilizing token ring (EWD 426), after `TokenRing.tla` of tlaplus/Examples by Markus Kuppe and Murat
Demirbas.

Node 0 has a token if its counter equals that of the last node, another node if its counter differs from that of the
node before. However the counters begin, from some time on there is one token.
"""

from typing import Annotated

from tidemark import Array, Domain, Int, Machine, Number, Only, Record, Truth  # fmt: skip
from tidemark import action, all_of, any_of, eventually_always, fair, initial, require


class Ring(Record):
    """The counter of each node, and the constant M: how many values a counter has."""

    c: Array[Number]
    M: Number


Node = Annotated[Number, Domain("node")]
Counters = Annotated[Array[Number], Domain("counters")]


@initial
def init(ring: Ring, c: Counters) -> Ring:
    """Any counters."""
    return ring.but(c=c)


@action
def create_token(ring: Ring) -> Ring:
    """Node 0 puts a new value into the ring."""
    last = ring.c[len(ring.c.indices()) - 1]
    require(ring.c[0] == last, "node 0 has the token")
    return ring.but("c", 0, (last + 1) % ring.M)


@action
def pass_token(ring: Ring, i: Node) -> Ring:
    """Another node copies the value of the node before."""
    require(i != 0, "it is another node")
    require(ring.c[i] != ring.c[i - 1], "the node has the token")
    return ring.but("c", i, ring.c[i - 1])


@eventually_always
def stab(ring: Ring) -> Truth:
    """One node has the only token: all before it have the value of node 0, and all from it on the value before that."""
    c, N = ring.c, len(ring.c.indices())
    return any_of(
        all_of(c[j] == (c[0] if j < i else (c[0] - 1) % ring.M) for j in range(N)) for i in range(N + 1)
    )


def machine(N: int = 6, M: int = 6) -> Machine:
    """N nodes, whose counters have M values."""
    node, value = Int(0, N - 1), Int(0, M - 1)
    counters, actions = Array.of(node, value), [create_token, pass_token]
    ring, fairness = Ring.of(c=counters, M=Only(M)), [fair(*actions, each=False)]
    bounds, domains = {"N": N, "M": M}, {"node": node, "counters": counters}
    return Machine("ewd426", bounds, ring, init, actions, [stab], domains, fairness=fairness)
