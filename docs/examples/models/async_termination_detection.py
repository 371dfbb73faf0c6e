"""What it is to detect termination, after Stephan Merz and Markus Kuppe's `AsyncTerminationDetection.tla` of EWD 998.

`active` is a set of nodes. `StateConstraint` is a guard of `send_msg`: at most three messages are pending at a node.
"""

from typing import Annotated
from tidemark import Array, Bool, Domain, Int, Machine, Number, Record, Set, Truth
from tidemark import action, all_of, every_step, fair, implies, initial, leads_to, promise, require, where


class Nodes(Record):
    """Which nodes are active, how many messages are pending at each, and whether termination was detected."""

    active: Set[Number]
    pending: Array[Number]
    termination_detected: Truth


Node = Annotated[Number, Domain("node")]
Detects = Annotated[Truth, Domain("detects")]


def terminated(nodes: Nodes) -> Truth:
    """Whether no node is active, and no message pending."""
    return nodes.active.is_empty() & all_of(messages == 0 for messages in nodes.pending)


@initial
def init(nodes: Nodes, active: Annotated[Set[Number], Domain("some")], detects: Detects) -> Nodes:
    """Any nodes are active, no message is pending, and termination may have been detected."""
    require(implies(detects, active.is_empty()), "what is detected is so")
    return nodes.but(active=active, termination_detected=detects)


@action
def terminate(nodes: Nodes, i: Node, detects: Detects) -> Nodes:
    """A node becomes passive, and termination may be detected at once."""
    require(nodes.active.has(i), "the node is active")
    after = nodes.but(active=nodes.active.excluding(i))
    detected = where(detects, terminated(after), nodes.termination_detected)
    return after.but(termination_detected=detected)


@action
def send_msg(nodes: Nodes, i: Node, j: Node) -> Nodes:
    """An active node sends a message to a node."""
    require(nodes.active.has(i), "the node is active")
    require(nodes.pending[j] < 3, "at most three messages are pending at the other node")
    return nodes.but("pending", j, nodes.pending[j] + 1)


@action
def rcv_msg(nodes: Nodes, i: Node) -> Nodes:
    """A node receives a message, and becomes active."""
    require(nodes.pending[i] > 0, "a message is pending")
    return nodes.but(active=nodes.active.including(i), pending=nodes.pending.but(i, nodes.pending[i] - 1))


@action
def detect_termination(nodes: Nodes) -> Nodes:
    """Termination is detected."""
    require(terminated(nodes), "no node is active, and no message pending")
    return nodes.but(termination_detected=True)


@promise
def safe(nodes: Nodes) -> Truth:
    """Termination is detected only when it is there."""
    return implies(nodes.termination_detected, terminated(nodes))


@every_step
def quiescence(before: Nodes, after: Nodes) -> Truth:
    """What has terminated stays so."""
    return implies(terminated(before), terminated(after))


@leads_to
def live(nodes: Nodes) -> tuple[Truth, Truth]:
    """Termination is detected in the end."""
    return terminated(nodes), nodes.termination_detected


def machine(n: int = 4) -> Machine:
    """This many nodes; termination is detected in the end if it can be for ever."""
    node, promises = Int(0, n - 1), [safe, quiescence, live]
    nodes = Nodes.of(active=Set.of(node), pending=Array.of(node, Int(0, 3)), termination_detected=Bool())
    actions, fairness = [terminate, send_msg, rcv_msg, detect_termination], [fair(detect_termination)]
    domains = {"node": node, "some": Set.of(node), "detects": Bool()}
    return Machine(
        "async-termination-detection", {"n": n}, nodes, init, actions, promises, domains, fairness=fairness
    )
