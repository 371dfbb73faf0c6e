"""Single-decree Paxos, after the module `Paxos` of SimplifiedFastPaxos (Lim Ngian Xin Terry, Gaurav Gandhi).

Every message stays, so it may be received late, again, or never. The original has one set of messages; here each phase
has its own. A decision is made by nobody in particular, as in the original.
"""

from itertools import combinations
from typing import Annotated

from tidemark import Array, Domain, Id, Identity, Int, Machine, Network, Number, Optional, Record, Truth
from tidemark import action, all_of, any_of, every_step, implies, maximum, none, promise, require


class Acceptor(Record):
    """The greatest ballot it has heard of, and its latest vote: the ballot, 0 at first, and the value."""

    max_ballot: Number
    max_v_ballot: Number
    max_value: Identity


class P1b(Record):
    """What an acceptor promises in a ballot, and its latest vote."""

    ballot: Number
    acceptor: Identity
    max_v_ballot: Number
    max_value: Identity


class P2a(Record):
    """What a leader asks to accept in a ballot."""

    ballot: Number
    value: Identity


class P2b(Record):
    """What an acceptor has accepted in a ballot."""

    ballot: Number
    acceptor: Identity
    value: Identity


class Paxos(Record):
    """The acceptors, the decision, and the messages of each phase."""

    acceptors: Array[Acceptor]
    decision: Identity
    p1a_messages: Network[Number]
    p1b_messages: Network[P1b]
    p2a_messages: Network[P2a]
    p2b_messages: Network[P2b]

    def quorums(self) -> list[tuple[Identity, ...]]:
        """Every majority of least size."""
        return list(combinations(self.acceptors.indices(), len(self.acceptors.indices()) // 2 + 1))


Ballot = Annotated[Number, Domain("ballot")]
Value = Annotated[Identity, Domain("value")]
Replica = Annotated[Identity, Domain("replica")]
Prepare = Annotated[Number, Domain("p1a_messages")]
Ask = Annotated[P2a, Domain("p2a_messages")]


@action
def paxos_prepare(p: Paxos, b: Ballot) -> Paxos:
    """Phase 1a: the leader of a ballot begins it."""
    return p.but(p1a_messages=p.p1a_messages.send(b))


@action
def paxos_promise(p: Paxos, a: Replica, m: Prepare) -> Paxos:
    """Phase 1b: an acceptor promises to ignore lesser ballots, and tells its latest vote."""
    me = p.acceptors[a]
    require(me.max_ballot < m, "the ballot is greater than any that the acceptor has heard of")
    sent = p.p1b_messages.send(ballot=m, acceptor=a, max_v_ballot=me.max_v_ballot, max_value=me.max_value)
    return p.but("acceptors", a, "max_ballot", m).but(p1b_messages=sent)


@action
def paxos_accept(p: Paxos, b: Ballot, v: Value) -> Paxos:
    """Phase 2a: the leader of a ballot asks for votes for a value that the promises of a quorum allow."""
    require(all_of(m.ballot != b for m in p.p2a_messages), "the leader has not asked for votes in its ballot")

    def allows(q: tuple[Identity, ...]) -> Truth:
        ms = p.p1b_messages.filter(lambda m: (m.ballot == b) & any_of(m.acceptor == a for a in q))
        latest = maximum((m.max_v_ballot for m in ms), default=0)
        is_forced = any_of((m.max_v_ballot == latest) & (m.max_value == v) for m in ms)
        return (ms.size() == len(q)) & (all_of(m.max_value == none for m in ms) | is_forced)

    require(any_of(allows(q) for q in p.quorums()), "the promises of a quorum allow the value")
    return p.but(p2a_messages=p.p2a_messages.send(ballot=b, value=v))


@action
def paxos_accepted(p: Paxos, a: Replica, m: Ask) -> Paxos:
    """Phase 2b: an acceptor votes as it is asked, unless it has promised to ignore the ballot."""
    require(p.acceptors[a].max_ballot <= m.ballot, "the acceptor has not heard of a greater ballot")
    sent = p.p2b_messages.send(ballot=m.ballot, acceptor=a, value=m.value)
    voted = p.but("acceptors", a, max_ballot=m.ballot, max_v_ballot=m.ballot, max_value=m.value)
    return voted.but(p2b_messages=sent)


@action
def paxos_decide(p: Paxos, b: Ballot, v: Value) -> Paxos:
    """A value for which a quorum has voted is decided."""
    votes = {a: p.p2b_messages.has(ballot=b, acceptor=a, value=v) for a in p.acceptors.indices()}
    require(any_of(all_of(votes[a] for a in q) for q in p.quorums()), "a quorum has voted for the value")
    return p.but(decision=v)


@promise
def paxos_nontriviality(p: Paxos) -> Truth:
    """What is decided was asked for, and an acceptor tells a ballot where it tells a value."""
    asked = any_of(m.value == p.decision for m in p.p2a_messages)
    votes = all_of((m.max_value == none) == (m.max_v_ballot == 0) for m in p.p1b_messages)
    return implies(p.decision != none, asked) & votes


@every_step
def paxos_consistency(before: Paxos, after: Paxos) -> Truth:
    """A decision is for ever."""
    return (before.decision == none) | (before.decision == after.decision)


def machine(replicas: int = 4, values: int = 3, ballots: int = 2) -> Machine:
    """Paxos with ballots from 1 to `ballots`."""
    replica, value, ballot = Id("replica", replicas), Id("value", values), Int(1, ballots)
    vote = {"max_v_ballot": Int(0, ballots), "max_value": Optional(value)}
    acceptor = Acceptor.of(max_ballot=Int(0, ballots), **vote)
    state = Paxos.of(
        acceptors=Array.of(replica, acceptor),
        decision=Optional(value),
        p1a_messages=Network.of(ballot, ballots),
        p1b_messages=Network.of(
            P1b.of(ballot=ballot, acceptor=Optional(replica), **vote), ballots * replicas
        ),
        p2a_messages=Network.of(P2a.of(ballot=ballot, value=Optional(value)), ballots),
        p2b_messages=Network.of(
            P2b.of(ballot=ballot, acceptor=Optional(replica), value=Optional(value)), ballots * replicas
        ),
    )
    sizes, domains = (
        {"replicas": replicas, "values": values, "ballots": ballots},
        {"replica": replica, "value": value, "ballot": ballot},
    )
    actions, promises = (
        [paxos_prepare, paxos_promise, paxos_accept, paxos_accepted, paxos_decide],
        [paxos_nontriviality, paxos_consistency],
    )
    return Machine("paxos", sizes, state, state.default, actions, promises, domains)
