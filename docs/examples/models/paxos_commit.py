"""Paxos Commit, after Gray and Lamport, "Consensus on Transaction Commit", and their module `PaxosCommit`.

Each resource manager's vote is decided by an instance of Paxos; nobody in particular leads. Every message stays, so it
may be received late, again, or never. The original has one set of messages; here each phase has its own.
"""

from itertools import combinations
from typing import Annotated

from tidemark import Array, Domain, Enum, Id, Identity, Int, Label, Machine, Network, Number, Optional, Record
from tidemark import Truth, action, all_of, any_of, maximum, not_, promise, require, where

Manager = Enum("manager state", "working", "prepared", "committed", "aborted")
Vote = Enum("vote", "none", "prepared", "aborted")
Outcome = Enum("outcome", "commit", "abort")


class Acceptor(Record):
    """The greatest ballot of an instance that it knows, and its latest vote: the ballot, -1 at first, and the value."""

    mbal: Number
    bal: Number
    val: Label


class Phase1a(Record):
    """A leader begins a ballot of an instance."""

    ins: Identity
    bal: Number


class Phase1b(Record):
    """An acceptor promises to ignore lesser ballots, and tells its latest vote."""

    ins: Identity
    mbal: Number
    bal: Number
    val: Label
    acc: Identity


class Phase2a(Record):
    """A leader, or in ballot 0 the resource manager, asks for votes for a value."""

    ins: Identity
    bal: Number
    val: Label


class Phase2b(Record):
    """An acceptor has voted for a value."""

    ins: Identity
    bal: Number
    val: Label
    acc: Identity


class Transaction(Record):
    """The resource managers, the acceptors in each manager's instance, and the messages."""

    rm_state: Array[Label]
    a_state: Array[Array[Acceptor]]
    phase1a: Network[Phase1a]
    phase1b: Network[Phase1b]
    phase2a: Network[Phase2a]
    phase2b: Network[Phase2b]
    outcomes: Network[Label]


Rm = Annotated[Identity, Domain("manager")]
Acc = Annotated[Identity, Domain("acceptor")]
Ballot = Annotated[Number, Domain("ballot")]
Value = Annotated[Label, Domain("value")]
Decision = Annotated[Label, Domain("outcome")]
Begun = Annotated[Phase1a, Domain("phase1a")]
Asked = Annotated[Phase2a, Domain("phase2a")]


def majorities(t: Transaction) -> list[tuple[Identity, ...]]:
    """Every majority of least size."""
    acceptors = t.a_state[t.rm_state.indices()[0]].indices()
    return list(combinations(acceptors, len(acceptors) // 2 + 1))


@action
def rm_prepare(t: Transaction, rm: Rm) -> Transaction:
    """A resource manager prepares, and asks in ballot 0 for votes."""
    require(t.rm_state[rm] == Manager.working, "the resource manager is working")
    sent = t.phase2a.send(ins=rm, bal=0, val=Vote.prepared)
    return t.but(rm_state=t.rm_state.but(rm, Manager.prepared), phase2a=sent)


@action
def rm_choose_to_abort(t: Transaction, rm: Rm) -> Transaction:
    """A resource manager aborts by itself, and asks in ballot 0 for votes."""
    require(t.rm_state[rm] == Manager.working, "the resource manager is working")
    sent = t.phase2a.send(ins=rm, bal=0, val=Vote.aborted)
    return t.but(rm_state=t.rm_state.but(rm, Manager.aborted), phase2a=sent)


@action
def rm_rcv_commit_msg(t: Transaction, rm: Rm) -> Transaction:
    """A resource manager commits as it is told."""
    require(t.outcomes.has(Outcome.commit), "it is told to commit")
    return t.but("rm_state", rm, Manager.committed)


@action
def rm_rcv_abort_msg(t: Transaction, rm: Rm) -> Transaction:
    """A resource manager aborts as it is told."""
    require(t.outcomes.has(Outcome.abort), "it is told to abort")
    return t.but("rm_state", rm, Manager.aborted)


@action
def phase1a(t: Transaction, bal: Ballot, rm: Rm) -> Transaction:
    """A leader begins a ballot of a manager's instance."""
    return t.but(phase1a=t.phase1a.send(ins=rm, bal=bal))


@action
def phase2a(t: Transaction, bal: Ballot, rm: Rm, val: Value) -> Transaction:
    """A leader asks for votes for the latest vote of a majority, or to abort where there is none."""
    require(all_of((m.bal != bal) | (m.ins != rm) for m in t.phase2a), "nobody has asked in the ballot")

    def allows(majority: tuple[Identity, ...]) -> Truth:
        def is_from_majority(m: Phase1b) -> Truth:
            return (m.ins == rm) & (m.mbal == bal) & any_of(m.acc == acc for acc in majority)

        mset = t.phase1b.filter(is_from_majority)
        maxbal = maximum((m.bal for m in mset), default=-1)
        is_latest = any_of((m.bal == maxbal) & (m.val == val) for m in mset)
        return (mset.size() == len(majority)) & where(maxbal == -1, val == Vote.aborted, is_latest)

    require(any_of(allows(ms) for ms in majorities(t)), "the promises of a majority allow the value")
    return t.but(phase2a=t.phase2a.send(ins=rm, bal=bal, val=val))


@action
def decide(t: Transaction, outcome: Decision) -> Transaction:
    """A leader tells what is decided: to commit where all are prepared, to abort where a manager aborts."""

    def decided(rm: Identity, val: Label) -> Truth:
        def has_majority(m: Phase2b) -> Truth:
            votes = t.phase2b.count(lambda n: (n.ins == rm) & (n.val == val) & (n.bal == m.bal))
            return (m.ins == rm) & (m.val == val) & (votes > len(t.a_state[rm].indices()) // 2)

        return t.phase2b.any(has_majority)

    commits = all_of(decided(rm, Vote.prepared) for rm in t.rm_state.indices())
    aborts = any_of(decided(rm, Vote.aborted) for rm in t.rm_state.indices())
    require(where(outcome == Outcome.commit, commits, aborts), "majorities have voted so")
    return t.but(outcomes=t.outcomes.send(outcome))


@action
def phase1b(t: Transaction, acc: Acc, m: Begun) -> Transaction:
    """An acceptor promises to ignore lesser ballots of an instance, and tells its latest vote."""
    me = t.a_state[m.ins][acc]
    require(me.mbal < m.bal, "the ballot is greater than any that the acceptor has heard of")
    sent = t.phase1b.send(ins=m.ins, mbal=m.bal, bal=me.bal, val=me.val, acc=acc)
    return t.but("a_state", m.ins, acc, "mbal", m.bal).but(phase1b=sent)


@action
def phase2b(t: Transaction, acc: Acc, m: Asked) -> Transaction:
    """An acceptor votes as it is asked, unless it has promised to ignore the ballot."""
    require(t.a_state[m.ins][acc].mbal <= m.bal, "the acceptor has not heard of a greater ballot")
    sent = t.phase2b.send(ins=m.ins, bal=m.bal, val=m.val, acc=acc)
    return t.but("a_state", m.ins, acc, mbal=m.bal, bal=m.bal, val=m.val).but(phase2b=sent)


@promise
def tc_consistent(t: Transaction) -> Truth:
    """No resource manager has aborted where another has committed."""
    aborted = any_of(state == Manager.aborted for state in t.rm_state)
    return not_(aborted & any_of(state == Manager.committed for state in t.rm_state))


def machine(managers: int = 2, acceptors: int = 3, ballots: int = 2) -> Machine:
    """Paxos Commit with ballots from 0 to `ballots` - 1, in an instance for each manager."""
    rm, acc, bal = Id("manager", managers), Id("acceptor", acceptors), Int(0, ballots - 1)
    later, voted = Int(1, ballots - 1), Int(-1, ballots - 1)
    ins, sender, n = Optional(rm), Optional(acc), managers * (ballots - 1)
    acceptor = Acceptor.of(mbal=bal, bal=voted, val=Vote)
    state = Transaction.of(
        rm_state=Array.of(rm, Manager),
        a_state=Array.of(rm, Array.of(acc, acceptor)),
        phase1a=Network.of(Phase1a.of(ins=ins, bal=later), n),
        phase1b=Network.of(Phase1b.of(ins=ins, mbal=later, bal=voted, val=Vote, acc=sender), n * acceptors),
        phase2a=Network.of(Phase2a.of(ins=ins, bal=bal, val=Vote), managers * ballots),
        phase2b=Network.of(
            Phase2b.of(ins=ins, bal=bal, val=Vote, acc=sender), managers * ballots * acceptors
        ),
        outcomes=Network.of(Outcome, 2),
    )
    domains = {"manager": rm, "acceptor": acc, "ballot": later, "value": Vote, "outcome": Outcome}
    sizes = {"managers": managers, "acceptors": acceptors, "ballots": ballots}
    actions = [rm_prepare, rm_choose_to_abort, rm_rcv_commit_msg, rm_rcv_abort_msg, phase1a, phase2a, decide]
    actions += [phase1b, phase2b]
    return Machine("paxos-commit", sizes, state, state.default, actions, [tc_consistent], domains)
