"""A replicated counter that converges, after `CRDT.tla` and `MCCRDT.tla` of tlaplus/Examples by Andrew Helwer, Stephan
Merz and Markus Kuppe.

Each node knows how far each node has counted. `reduced`: after any step the least of all numbers may be taken from all,
as the original's `Reduction` does, so that nobody stops counting. `stops`: from some state on only `gossip` happens, as
the original's fairness says. A field notes it, so there are twice as many states. The original's constraint is a guard
of `increment`.
"""

from typing import Annotated

from tidemark import Array, Bool, Domain, Id, Identity, Int, Machine, Number, Only, Record, Truth, action  # fmt: skip
from tidemark import all_of, always_eventually, every_step, fair, implies, maximum, minimum, not_, promise  # fmt: skip
from tidemark import require, where


class Counters(Record):
    """What each node knows of each; whether only gossip happens from now on; and how far a node counts."""

    counter: Array[Array[Number]]
    stopped: Truth
    most: Number


Node = Annotated[Identity, Domain("node")]
Reduced = Annotated[Truth, Domain("reduced")]


def reduction(c: Counters, reduced: Truth) -> Counters:
    """The least number is taken from all, if that is chosen."""
    least = where(reduced, minimum(number for row in c.counter for number in row), 0)
    for n in c.counter.indices():
        for o in c.counter.indices():
            c = c.but("counter", n, o, c.counter[n][o] - least)
    return c


@action
def increment(c: Counters, n: Node, reduced: Reduced) -> Counters:
    """A node counts."""
    after = reduction(c.but("counter", n, n, c.counter[n][n] + 1), reduced)
    require(not_(c.stopped) & (after.counter[n][n] <= c.most), "it may count further")
    return after


@action
def gossip(c: Counters, n: Node, o: Node, reduced: Reduced) -> Counters:
    """A node tells another what it knows."""
    require(not_(c.stopped & reduced), "this is all that happens")
    for i in c.counter.indices():
        c = c.but("counter", o, i, maximum(c.counter[n][i], c.counter[o][i]))
    return reduction(c, reduced)


@action
def stop(c: Counters) -> Counters:
    """From now on only gossip happens."""
    require(not_(c.stopped), "other things happened")
    return c.but(stopped=True)


@promise
def safety(c: Counters) -> Truth:
    """Nobody knows more of a node than the node does."""
    nodes = c.counter.indices()
    return all_of(c.counter[n][n] >= c.counter[o][n] for n in nodes for o in nodes)


@every_step
def monotonicity(before: Counters, after: Counters) -> Truth:
    """No number ever falls; the reduction breaks that."""
    nodes = before.counter.indices()
    return all_of(after.counter[n][o] >= before.counter[n][o] for n in nodes for o in nodes)


@always_eventually
def convergence(c: Counters) -> Truth:
    """Once only gossip happens, all nodes know the same again and again."""
    first, *others = c.counter
    return implies(c.stopped, all_of(row == first for row in others))


def machine(nodes: int = 3, most: int = 3, reduced: bool = True, stops: bool = False) -> Machine:
    """This many nodes, which count up to `most`."""
    node, either = Id("node", nodes), {True: Bool(), False: Only(False)}
    counter = Array.of(node, Array.of(node, Int(0, most)))
    state = Counters.of(counter=counter, stopped=either[stops], most=Only(most))
    bounds = {"nodes": nodes, "most": most, "reduced": reduced, "stops": stops}
    kinds, domains = 3 if stops else 2, {"node": node, "reduced": either[reduced]}
    actions, promises = [increment, gossip, stop][:kinds], [safety, monotonicity, convergence][:kinds]
    return Machine("crdt", bounds, state, state.default, actions, promises, domains, fairness=[fair(gossip)])
