"""Lamport's mutual exclusion with logical clocks, after `LamportMutex.tla` of tlaplus/Examples by Stephan Merz.

Processes send one another requests, acknowledgements and releases, and no message overtakes another. The original's
constraint, which cuts the search off where a clock is beyond `maxClock`, is a guard of `receive_request`.
"""

from typing import Annotated

from tidemark import Array, Domain, Enum, Id, Identity, IdSet, Int, Label, Machine, Number, Only, Record  # fmt: skip
from tidemark import Sequence, Truth, action, all_of, maximum, position, promise, require

Kind = Enum("kind", "req", "ack", "rel")


class Message(Record):
    """A request with the clock of its sender, an acknowledgement, or a release."""

    kind: Label
    clock: Number


class Mutex(Record):
    """Each process's clock, the requests it has received, and who acknowledged its own; messages; who is inside."""

    clock: Array[Number]
    req: Array[Array[Number]]
    ack: Array[IdSet]
    network: Array[Array[Sequence[Message]]]
    crit: IdSet
    maxClock: Number


Proc = Annotated[Identity, Domain("proc")]


def broadcast(m: Mutex, p: Identity, **message: object) -> Mutex:
    """A process sends a message to all others."""
    for r in m.clock.indices():
        m = m.but("network", p, r, m.network[p][r].append(**message)) if r != p else m
    return m


def receive(m: Mutex, p: Identity, q: Identity, kind: Label) -> Mutex:
    """A process takes the first message from another, which is of this kind."""
    messages = m.network[q][p]
    require((messages.length > 0) & (messages.head().kind == kind), f"the next message from q is {kind}")
    return m.but("network", q, p, messages.tail())


@action
def request(m: Mutex, p: Proc) -> Mutex:
    """A process asks all others to be let in."""
    require(m.req[p][p] == 0, "it has not asked")
    asking = m.but("req", p, p, m.clock[p]).but("ack", p, m.ack[p].including(p))
    return broadcast(asking, p, kind=Kind.req, clock=m.clock[p])


@action
def receive_request(m: Mutex, p: Proc, q: Proc) -> Mutex:
    """A process receives the request of another, moves its clock beyond it, and acknowledges it."""
    sent = m.network[q][p].head().clock
    clock = maximum(sent, m.clock[p]) + 1
    require(clock <= m.maxClock, "the clock is not beyond the search")
    received = receive(m, p, q, Kind.req).but("req", p, q, sent).but("clock", p, clock)
    return received.but("network", p, q, m.network[p][q].append(kind=Kind.ack))


@action
def receive_ack(m: Mutex, p: Proc, q: Proc) -> Mutex:
    """A process receives an acknowledgement."""
    return receive(m, p, q, Kind.ack).but("ack", p, m.ack[p].including(q))


@action
def receive_release(m: Mutex, p: Proc, q: Proc) -> Mutex:
    """A process learns that another has left."""
    return receive(m, p, q, Kind.rel).but("req", p, q, 0)


def beats(m: Mutex, p: Identity, q: Identity) -> Truth:
    """Whether p believes that its request is before that of q."""
    mine, other = m.req[p][p], m.req[p][q]
    return (other == 0) | (mine < other) | ((mine == other) & (position(p) < position(q)))


@action
def enter(m: Mutex, p: Proc) -> Mutex:
    """A process enters, which all have acknowledged and whose request is before all others."""
    require(m.ack[p] == m.crit.everyone(), "all have acknowledged its request")
    require(all_of(beats(m, p, q) for q in m.clock.indices() if q != p), "its request is before all others")
    return m.but(crit=m.crit.including(p))


@action
def exit(m: Mutex, p: Proc) -> Mutex:
    """A process leaves, and says so to all others."""
    require(m.crit.has(p), "it is inside")
    left = m.but("req", p, p, 0).but("ack", p, m.ack[p] - m.ack[p]).but(crit=m.crit.excluding(p))
    return broadcast(left, p, kind=Kind.rel)


@promise
def bounded_network(m: Mutex) -> Truth:
    """At most three messages are under way from one process to another."""
    return all_of(messages.length <= 3 for row in m.network for messages in row)


@promise
def mutex(m: Mutex) -> Truth:
    """At most one process is inside."""
    return m.crit.size() <= 1


def machine(N: int = 3, maxClock: int = 6) -> Machine:
    """N processes, whose clocks go up to maxClock."""
    proc, clock = Id("proc", N), Int(0, maxClock)
    messages = Sequence.of(Message.of(kind=Kind, clock=clock), 4)
    state = Mutex.of(
        clock=Array.of(proc, Int(1, maxClock)),
        req=Array.of(proc, Array.of(proc, clock)),
        ack=Array.of(proc, IdSet.of(proc)),
        network=Array.of(proc, Array.of(proc, messages)),
        crit=IdSet.of(proc),
        maxClock=Only(maxClock),
    )
    actions = [request, enter, exit, receive_request, receive_ack, receive_release]
    bounds, promises = {"N": N, "maxClock": maxClock}, [bounded_network, mutex]
    return Machine("lamport-mutex", bounds, state, state.default, actions, promises, {"proc": proc})
