"""Safra's termination detection on a ring (EWD 998), after `EWD998.tla` of tlaplus/Examples by Markus Kuppe and Stephan
Merz.

The original's `StateConstraint`, which cuts the search off where a counter is beyond `most`, is a guard of `send_msg`.
`td_spec` and `td_fair` are its `TDSpec`: it implements `AsyncTerminationDetection.tla`.
"""

from typing import Annotated

from tidemark import Array, Bool, Domain, Enum, Int, Label, Machine, Number, Only, Record, Truth  # fmt: skip
from tidemark import action, all_of, always_eventually_step, any_of, eventually_always, every_step, fair
from tidemark import implies, initial, leads_to, not_, promise, require, where

Color = Enum("color", "white", "black")


class Token(Record):
    """Where the token is, how many messages it counted, and its colour."""

    pos: Number
    q: Number
    color: Label


class Ring(Record):
    """Of each node: whether it is active, its colour, messages sent less received, messages to it; and the token."""

    active: Array[Truth]
    color: Array[Label]
    counter: Array[Number]
    pending: Array[Number]
    token: Token
    most: Number


Node = Annotated[Number, Domain("node")]
Active = Annotated[Array[Truth], Domain("active")]
Colors = Annotated[Array[Label], Domain("colors")]


@initial
def init(r: Ring, active: Active, color: Colors, pos: Node) -> Ring:
    """Any nodes are active, any are black, and any has the token."""
    for i in r.active.indices():
        r = r.but("counter", i, 0)
    return r.but("token", pos=pos, q=0, color=Color.black).but(active=active, color=color)


@action
def initiate_probe(r: Ring) -> Ring:
    """Node 0 sends the token round again if the last round was not conclusive."""
    require(r.token.pos == 0, "node 0 has the token")
    was_black = (r.token.color == Color.black) | (r.color[0] == Color.black)
    require(was_black | (r.counter[0] + r.token.q > 0), "the last round was not conclusive")
    last = len(r.active.indices()) - 1
    return r.but("token", pos=last, q=0, color=Color.white).but("color", 0, Color.white)


@action
def pass_token(r: Ring, i: Node) -> Ring:
    """An inactive node passes the token on, with its counter and its colour."""
    require(not_(r.active[i]) & (r.token.pos == i) & (i != 0), "the node is inactive and has the token")
    color = where(r.color[i] == Color.black, Color.black, r.token.color)
    return r.but("token", pos=i - 1, q=r.token.q + r.counter[i], color=color).but("color", i, Color.white)


@action
def send_msg(r: Ring, i: Node, j: Node) -> Ring:
    """An active node sends a message to another."""
    require(r.active[i] & (i != j), "the node is active, and sends to another")
    require((r.counter[i] < r.most) & (r.pending[j] < r.most), "the counters are not beyond the search")
    return r.but("counter", i, r.counter[i] + 1).but("pending", j, r.pending[j] + 1)


@action
def recv_msg(r: Ring, i: Node) -> Ring:
    """A node receives a message, which makes it active and black."""
    require(r.pending[i] > 0, "a message is under way to the node")
    received = r.but("pending", i, r.pending[i] - 1).but("counter", i, r.counter[i] - 1)
    return received.but("color", i, Color.black).but("active", i, True)


@action
def deactivate(r: Ring, i: Node) -> Ring:
    """An active node becomes inactive."""
    require(r.active[i], "the node is active")
    return r.but("active", i, False)


def has_terminated(r: Ring) -> Truth:
    """Whether no node is active, and no message under way."""
    return all_of(not_(r.active[i]) & (r.pending[i] == 0) for i in r.active.indices())


def termination_detected(r: Ring) -> Truth:
    """Whether node 0 concludes from the token that all have terminated."""
    is_white = (r.token.pos == 0) & (r.token.color == Color.white) & (r.color[0] == Color.white)
    return is_white & (r.token.q + r.counter[0] == 0) & not_(r.active[0])


@promise
def termination_detection(r: Ring) -> Truth:
    """What node 0 concludes is true."""
    return implies(termination_detected(r), has_terminated(r))


@promise
def inv(r: Ring) -> Truth:
    """Safra's invariant."""
    nodes, t = r.active.indices(), r.token
    behind = sum(where(i > t.pos, r.counter[i], 0) for i in nodes)
    P1 = all_of(not_((i > t.pos) & r.active[i]) for i in nodes) & (t.q == behind)
    P2 = sum(where(i <= t.pos, r.counter[i], 0) for i in nodes) + t.q > 0
    P3 = any_of((i <= t.pos) & (r.color[i] == Color.black) for i in nodes)
    return (sum(r.pending) == sum(r.counter)) & (P1 | P2 | P3 | (t.color == Color.black))


@leads_to
def liveness(r: Ring) -> tuple[Truth, Truth]:
    """If all have terminated, node 0 detects it."""
    return has_terminated(r), termination_detected(r)


@every_step
def td_spec(r: Ring, s: Ring) -> Truth:
    """Each step is one of `AsyncTerminationDetection.tla`, or changes nothing there."""
    nodes, old, new = r.active.indices(), termination_detected(r), termination_detected(s)
    idle, calm = r.active == s.active, r.pending == s.pending
    ends = any_of(r.active[i] & (r.but("active", i, False).active == s.active) for i in nodes)
    sends = any_of(r.active) & any_of(
        r.but("pending", j, r.pending[j] + 1).pending == s.pending for j in nodes
    )
    wakes = [(r.pending[i] > 0) & (r.but("active", i, True).active == s.active) for i in nodes]
    gets = any_of(wakes[i] & (r.but("pending", i, r.pending[i] - 1).pending == s.pending) for i in nodes)
    detects = new & has_terminated(s) & calm & (ends | idle)
    return detects | (ends & calm | idle & sends | gets | idle & calm) & (old == new)


@eventually_always
def detectable(r: Ring) -> Truth:
    """`DetectTermination` of `AsyncTerminationDetection.tla` can happen."""
    return has_terminated(r) & not_(termination_detected(r))


@always_eventually_step(given=[detectable])
def td_fair(r: Ring, s: Ring) -> Truth:
    """`DetectTermination` is weakly fair."""
    same = (r.active == s.active) & (r.pending == s.pending)
    return has_terminated(r) & same & termination_detected(s)


def machine(N: int = 3, most: int = 3) -> Machine:
    """N nodes; no node has sent more than `most` messages beyond those it received, or has more under way to it."""
    node, counter, q = Int(0, N - 1), Int((1 - N) * most, most), Int(-((N - 1) ** 2) * most, N * most)
    active, colors = Array.of(node, Bool()), Array.of(node, Color)
    ring = Ring.of(
        active=active,
        color=colors,
        counter=Array.of(node, counter),
        pending=Array.of(node, Int(0, most)),
        token=Token.of(pos=node, q=q, color=Color),
        most=Only(most),
    )
    actions, bounds = [initiate_probe, pass_token, send_msg, recv_msg, deactivate], {"N": N, "most": most}
    promises, fairness = (
        [termination_detection, inv, liveness, td_spec, td_fair],
        [fair(*actions[:2], each=False)],
    )
    domains = {"node": node, "active": active, "colors": colors}
    return Machine("ewd998", bounds, ring, init, actions, promises, domains, fairness=fairness)
