"""Single-decree Paxos, after Lamport's `Paxos.tla`: acceptors, and a leader for each ballot that has no state.

Every message stays in the network, so it may be received late, again, or never.
"""

from itertools import combinations
from typing import Annotated

from tidemark import (
    Array,
    Domain,
    Enum,
    Id,
    Identity,
    Int,
    Label,
    Machine,
    Network,
    Number,
    Optional,
    Record,
    Truth,
    action,
    all_of,
    any_of,
    count,
    maximum,
    not_,
    one_of,
    promise,
    require,
)

Kind = Enum("kind", "prepare", "promise", "accept", "accepted")


class Message(Record):
    """Phases 1a, 1b, 2a and 2b. `voted` and `value` of a promise are the acceptor's latest vote, -1 if it has none."""

    kind: Label
    ballot: Number
    acceptor: Identity
    voted: Number
    value: Identity


class Acceptor(Record):
    """The greatest ballot it has heard of, and its latest vote: the ballot, -1 at first, and the value."""

    ballot: Number
    voted: Number
    value: Identity


class Paxos(Record):
    """The acceptors and the messages."""

    acceptors: Array[Acceptor]
    network: Network[Message]


Ballot = Annotated[Number, Domain("ballot")]
Value = Annotated[Identity, Domain("value")]
AcceptorId = Annotated[Identity, Domain("acceptor")]
SomeMessage = Annotated[Message, Domain("network")]


@action
def prepare(p: Paxos, ballot: Ballot) -> Paxos:
    """Phase 1a: the leader of a ballot begins it."""
    return p.but(network=p.network.send(kind=Kind.prepare, ballot=ballot))


@action
def give_promise(p: Paxos, acceptor: AcceptorId, message: SomeMessage) -> Paxos:
    """Phase 1b: an acceptor promises to ignore lesser ballots, and tells its latest vote."""
    me = p.acceptors[acceptor]
    require(message.kind == Kind.prepare, "the message asks for a promise")
    require(message.ballot > me.ballot, "the ballot is greater than any that the acceptor has heard of")
    answer = {"acceptor": acceptor, "ballot": message.ballot, "voted": me.voted, "value": me.value}
    return p.but(
        acceptors=p.acceptors.but(acceptor, me.but(ballot=message.ballot)),
        network=p.network.send(kind=Kind.promise, **answer),
    )


@action
def ask_to_accept(p: Paxos, ballot: Ballot, value: Value) -> Paxos:
    """Phase 2a: the leader of a ballot asks for votes for a value that the promises of a quorum allow."""
    asked = any_of((m.kind == Kind.accept) & (m.ballot == ballot) for m in p.network)
    require(not_(asked), "the leader has not asked for votes in its ballot")
    allowed = any_of(allows(p, quorum, ballot, value) for quorum in quorums(p))
    require(allowed, "the promises of a quorum allow the value")
    return p.but(network=p.network.send(kind=Kind.accept, ballot=ballot, value=value))


@action
def vote(p: Paxos, acceptor: AcceptorId, message: SomeMessage) -> Paxos:
    """Phase 2b: an acceptor votes as it is asked, unless it has promised to ignore the ballot."""
    me = p.acceptors[acceptor]
    require(message.kind == Kind.accept, "the message asks for a vote")
    require(message.ballot >= me.ballot, "the acceptor has not heard of a greater ballot")
    voted = me.but(ballot=message.ballot, voted=message.ballot, value=message.value)
    answer = {"acceptor": acceptor, "ballot": message.ballot, "value": message.value}
    return p.but(
        acceptors=p.acceptors.but(acceptor, voted), network=p.network.send(kind=Kind.accepted, **answer)
    )


def quorums(p: Paxos) -> list[tuple[Identity, ...]]:
    """Every majority of least size."""
    acceptors = p.acceptors.indices()
    return list(combinations(acceptors, len(acceptors) // 2 + 1))


def allows(p: Paxos, quorum: tuple[Identity, ...], ballot: Number, value: Identity) -> Truth:
    """Whether all of a quorum have promised, and the latest of their votes, if there is one, is for the value."""
    promises = p.network.filter(
        lambda m: (m.kind == Kind.promise) & (m.ballot == ballot) & one_of(m.acceptor, quorum)
    )
    latest = maximum((m.voted for m in promises), default=-1)
    allowed = (latest < 0) | any_of((m.voted == latest) & (m.value == value) for m in promises)
    return (promises.size() == len(quorum)) & allowed


def is_chosen(p: Paxos, vote: Message) -> Truth:
    """Whether a majority has voted as this message says."""
    voters = [p.network.has(vote.but(acceptor=acceptor)) for acceptor in p.acceptors.indices()]
    return (vote.kind == Kind.accepted) & (count(voters) > len(voters) // 2)


@promise
def agreement(p: Paxos) -> Truth:
    """At most one value is chosen."""
    chosen = p.network.filter(lambda m: is_chosen(p, m))
    return all_of(a.value == b.value for a in chosen for b in chosen)


def machine(acceptors: int = 3, values: int = 2, ballots: int = 2) -> Machine:
    """Paxos with these acceptors, values and ballots. No leader asks twice, and no acceptor answers twice."""
    acceptor, value = Id("acceptor", acceptors), Id("value", values)
    ballot, voted = Int(0, ballots - 1), Int(-1, ballots - 1)
    message = Message.of(
        kind=Kind, ballot=ballot, acceptor=Optional(acceptor), voted=voted, value=Optional(value)
    )
    one = Acceptor.of(ballot=voted, voted=voted, value=Optional(value))
    state = Paxos.of(
        acceptors=Array.of(acceptor, one),
        network=Network.of(message, 2 * ballots * (1 + acceptors)),
    )
    return Machine(
        "paxos",
        {"acceptors": acceptors, "values": values, "ballots": ballots},
        state,
        state.default,
        [prepare, give_promise, ask_to_accept, vote],
        [agreement],
        {"acceptor": acceptor, "value": value, "ballot": ballot},
    )
