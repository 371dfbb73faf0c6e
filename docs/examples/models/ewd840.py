"""Dijkstra's termination detection in a ring (EWD 840), after Stephan Merz's `EWD840.tla`.

Sets of nodes, `active` and `black`, take the place of the arrays `active` and `color`. Four promises are stated since
they do not hold; `all_fair` is the original's `SpecWFNext`.
"""

from typing import Annotated
from tidemark import Domain, Enum, Int, Label, Machine, Number, Record, Set, Truth
from tidemark import action, all_of, always_eventually, always_eventually_step, any_of, eventually
from tidemark import eventually_always, eventually_every_step, every_step, fair, implies, initial
from tidemark import is_step_of, leads_to, not_, promise, require, where

Color = Enum("color", "black", "white")


class Ring(Record):
    """Which nodes are active, and which are black; where the token is, and its color."""

    active: Set[Number]
    black: Set[Number]
    tpos: Number
    tcolor: Label


Node = Annotated[Number, Domain("node")]
Nodes = Annotated[Set[Number], Domain("nodes")]


@initial
def anywhere(ring: Ring, active: Nodes, black: Nodes, tpos: Node) -> Ring:
    """The token is black. Nothing else is determined."""
    return ring.but(active=active, black=black, tpos=tpos, tcolor=Color.black)


@action
def initiate_probe(ring: Ring) -> Ring:
    """Node 0 sends a white token to the last node if the last probe was inconclusive."""
    require(ring.tpos == 0, "node 0 has the token")
    require((ring.tcolor == Color.black) | ring.black.has(0), "the token or node 0 is black")
    return ring.but(tpos=len(ring.active.values()) - 1, tcolor=Color.white, black=ring.black.excluding(0))


@action
def pass_token(ring: Ring, i: Node) -> Ring:
    """A node passes the token on, and makes it black if it is black itself."""
    require((i != 0) & (ring.tpos == i), "the node has the token, and is not node 0")
    may = not_(ring.active.has(i)) | ring.black.has(i) | (ring.tcolor == Color.black)
    require(may, "the node is not active, or the probe is inconclusive anyway")
    tcolor = where(ring.black.has(i), Color.black, ring.tcolor)
    return ring.but(tpos=i - 1, tcolor=tcolor, black=ring.black.excluding(i))


@action
def send_msg(ring: Ring, i: Node, j: Node) -> Ring:
    """An active node activates another one, and becomes black if that one has a greater number."""
    require(ring.active.has(i) & (i != j), "the node is active, and not the other one")
    return ring.but(active=ring.active.including(j), black=where(j > i, ring.black.including(i), ring.black))


@action
def deactivate(ring: Ring, i: Node) -> Ring:
    """An active node becomes passive."""
    require(ring.active.has(i), "the node is active")
    return ring.but(active=ring.active.excluding(i))


def termination_detected(ring: Ring) -> Truth:
    """Whether node 0 may conclude that no node is active."""
    white = (ring.tcolor == Color.white) & not_(ring.black.has(0))
    return (ring.tpos == 0) & white & not_(ring.active.has(0))


@promise
def termination_detection(ring: Ring) -> Truth:
    """If termination is detected, no node is active."""
    return implies(termination_detected(ring), ring.active.is_empty())


@leads_to
def liveness(ring: Ring) -> tuple[Truth, Truth]:
    """If no node is active, that is detected in the end."""
    return ring.active.is_empty(), termination_detected(ring)


@promise
def inv(ring: Ring) -> Truth:
    """Dijkstra's invariant: behind the token no node is active, or a node before it is black, or the token is."""
    passive = all_of(i <= ring.tpos for i in ring.active)
    return passive | any_of(j <= ring.tpos for j in ring.black) | (ring.tcolor == Color.black)


@every_step
def td_spec(before: Ring, after: Ring) -> Truth:
    """Each step is one of `SyncTerminationDetection.tla`, or changes nothing there."""
    old, new, same = before.active, after.active, termination_detected(before) == termination_detected(after)
    terminates = (new < old) & (old.size() == new.size() + 1)
    wakes = (old <= new) & (new.size() <= old.size() + 1) & not_(old.is_empty())
    detects = termination_detected(after) & new.is_empty() & (terminates | (old == new))
    return detects | (terminates | wakes | (old == new)) & same


@eventually_always
def detectable(ring: Ring) -> Truth:
    """`DetectTermination` of `SyncTerminationDetection.tla` can happen."""
    return ring.active.is_empty() & not_(termination_detected(ring))


@always_eventually_step(given=[detectable])
def td_fair(before: Ring, after: Ring) -> Truth:
    """`DetectTermination` is weakly fair."""
    return before.active.is_empty() & (before.active == after.active) & termination_detected(after)


@promise(only_named="it does not hold")
def token_always_black(ring: Ring) -> Truth:
    """The token is black."""
    return ring.tcolor == Color.black


@every_step(only_named="it does not hold")
def never_change_color(before: Ring, after: Ring) -> Truth:
    """No node changes its color."""
    return before.black == after.black


@always_eventually
def passive_again(ring: Ring, i: Node) -> Truth:
    """The node is passive."""
    return not_(ring.active.has(i))


@leads_to(given=[passive_again], only_named="it does not hold: nodes wake each other")
def false_liveness(ring: Ring) -> tuple[Truth, Truth]:
    """If each node is passive again and again, termination is detected."""
    return True, termination_detected(ring)


@eventually_every_step
def no_messages(before: Ring, after: Ring, i: Node) -> Truth:
    """The node sends no message."""
    return all_of(not_(is_step_of(send_msg, before, after, i, j)) for j in before.active.values())


@eventually(given=[no_messages], only_named="it holds if each step is fair")
def all_nodes_terminate_if_no_messages(ring: Ring) -> Truth:
    """If no messages are sent from some time on, all nodes are passive in the end."""
    return ring.active.is_empty()


def machine(n: int = 3, all_fair: bool = False) -> Machine:
    """A ring of n nodes; the token moves on if it may for ever, or some step is taken if one may."""
    node = Int(0, n - 1)
    ring = Ring.of(active=Set.of(node), black=Set.of(node), tpos=node, tcolor=Color)
    actions = [initiate_probe, pass_token, send_msg, deactivate]
    fairness = [fair(*actions[: 4 if all_fair else 2], each=False)]
    promises = [
        termination_detection,
        inv,
        liveness,
        td_spec,
        td_fair,
        token_always_black,
        never_change_color,
    ]
    promises += [false_liveness, all_nodes_terminate_if_no_messages]
    domains, bounds = {"node": node, "nodes": Set.of(node)}, {"n": n, "all_fair": all_fair}
    return Machine("ewd840", bounds, ring, anywhere, actions, promises, domains, fairness=fairness)
