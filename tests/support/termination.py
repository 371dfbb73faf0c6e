"""Termination detection in a ring by Dijkstra (EWD 840), as in the examples of TLA+: it begins anyhow, N = 3.

TLC counts 302 distinct states at depth 9. `live` holds with weak fairness of the token's steps, and not without it.
"""

from __future__ import annotations

from typing import Annotated, Any

from tidemark.spec import (
    Array,
    Bool,
    Domain,
    Enum,
    Int,
    Label,
    Machine,
    Number,
    Record,
    Truth,
    action,
    any_of,
    fair,
    implies,
    initial,
    leads_to,
    not_,
    promise,
    require,
    where,
)

NODES = 3
Color = Enum("color", "white", "black")
node = Int(0, NODES - 1)
Node = Annotated[Number, Domain("node")]
Flag = Annotated[Truth, Domain("flag")]
Shade = Annotated[Label, Domain("shade")]


class Detection(Record):
    """Which nodes are active, and what colors they and the token have."""

    active: Array[Truth]
    color: Array[Label]
    token: Number
    token_color: Label


@initial
def anyhow(d: Detection, a: Flag, b: Flag, c: Flag, x: Shade, y: Shade, z: Shade, token: Node) -> Detection:
    """Every node is active or not, and white or black; the token is black, and anywhere."""
    for place, (active, color) in enumerate(((a, x), (b, y), (c, z))):
        d = d.but(active=d.active.but(place, active), color=d.color.but(place, color))
    return d.but(token=token, token_color=Color.black)


@action
def initiate_probe(d: Detection) -> Detection:
    """Node 0 sends a white token, after one that says nothing."""
    require(d.token == 0, "node 0 has the token")
    require((d.token_color == Color.black) | (d.color[0] == Color.black), "the last probe has failed")
    return d.but(token=NODES - 1, token_color=Color.white, color=d.color.but(0, Color.white))


@action
def pass_token(d: Detection, me: Node) -> Detection:
    """A node passes the token on, and makes it black if it is black itself."""
    require(me != 0, "node 0 begins a probe instead")
    require(d.token == me, "the node has the token")
    black = (d.color[me] == Color.black) | (d.token_color == Color.black)
    require(not_(d.active[me]) | black, "the node is idle, or the probe has failed anyway")
    color = where(d.color[me] == Color.black, Color.black, d.token_color)
    return d.but(token=d.token - 1, token_color=color, color=d.color.but(me, Color.white))


@action
def send(d: Detection, me: Node, to: Node) -> Detection:
    """An active node activates another one, and is black if the token was there already."""
    require(me != to, "it is another node")
    require(d.active[me], "the node is active")
    return d.but(active=d.active.but(to, True), color=d.color.but(me, Color.black) if to > me else d.color)


@action
def deactivate(d: Detection, me: Node) -> Detection:
    """An active node becomes idle."""
    require(d.active[me], "the node is active")
    return d.but(active=d.active.but(me, False))


def is_detected(d: Detection) -> Truth:
    """Whether node 0 concludes that all nodes are idle."""
    is_white = (d.token_color == Color.white) & (d.color[0] == Color.white)
    return (d.token == 0) & is_white & not_(d.active[0])


@promise
def detection(d: Detection) -> Truth:
    """What is detected is true."""
    return implies(is_detected(d), not_(any_of(d.active)))


@leads_to
def live(d: Detection) -> tuple[Any, Any]:
    """Where all nodes are idle, that is detected in the end."""
    return not_(any_of(d.active)), is_detected(d)


def termination(is_fair: bool = True) -> Machine:
    """The ring of three nodes."""
    type = Detection.of(
        active=Array.of(node, Bool()), color=Array.of(node, Color), token=node, token_color=Color
    )
    actions = [initiate_probe, pass_token, send, deactivate]
    domains = {"node": node, "flag": Bool(), "shade": Color}
    fairness = [fair(initiate_probe, pass_token, each=False)] if is_fair else []
    return Machine("ewd-840", {}, type, anyhow, actions, [detection, live], domains, fairness=fairness)
