"""Two-phase commit, after Gray and Lamport, "Consensus on Transaction Commit", and their module `TwoPhase`.

Every message stays in the network, so it may be received late, again, or never.
"""

from typing import Annotated

from tidemark import Array, Domain, Enum, Id, IdSet, Identity, Label, Machine, Network, Optional, Record
from tidemark import Truth, action, any_of, none, not_, promise, require

Manager = Enum("manager state", "working", "prepared", "committed", "aborted")
Decision = Enum("decision", "open", "committed", "aborted")
Kind = Enum("kind", "prepared", "commit", "abort")


class Message(Record):
    """A message: a resource manager is prepared; or the decision, for all of them."""

    kind: Label
    manager: Identity


class Transaction(Record):
    """The resource managers; the transaction manager's decision, and whom it knows to be prepared; the messages."""

    managers: Array[Label]
    decision: Label
    prepared: IdSet
    network: Network[Message]


ManagerId = Annotated[Identity, Domain("manager")]
SomeMessage = Annotated[Message, Domain("network")]


@action
def prepare(t: Transaction, manager: ManagerId) -> Transaction:
    """A resource manager prepares, and says so."""
    require(t.managers[manager] == Manager.working, "the resource manager is working")
    sent = t.network.send(kind=Kind.prepared, manager=manager)
    return t.but(managers=t.managers.but(manager, Manager.prepared), network=sent)


@action
def choose_to_abort(t: Transaction, manager: ManagerId) -> Transaction:
    """A resource manager aborts by itself."""
    require(t.managers[manager] == Manager.working, "the resource manager is working")
    return t.but("managers", manager, Manager.aborted)


@action
def receive_prepared(t: Transaction, message: SomeMessage) -> Transaction:
    """The transaction manager learns that a resource manager is prepared."""
    require(message.kind == Kind.prepared, "the message says prepared")
    require(t.decision == Decision.open, "nothing is decided")
    return t.but(prepared=t.prepared.including(message.manager))


@action
def commit(t: Transaction) -> Transaction:
    """The transaction manager decides to commit."""
    require(t.decision == Decision.open, "nothing is decided")
    require(t.prepared == t.prepared.everyone(), "all resource managers are prepared")
    return t.but(decision=Decision.committed, network=t.network.send(kind=Kind.commit, manager=none))


@action
def abort(t: Transaction) -> Transaction:
    """The transaction manager decides to abort."""
    require(t.decision == Decision.open, "nothing is decided")
    return t.but(decision=Decision.aborted, network=t.network.send(kind=Kind.abort, manager=none))


@action
def receive_commit(t: Transaction, manager: ManagerId, message: SomeMessage) -> Transaction:
    """A resource manager commits as it is told."""
    require(message.kind == Kind.commit, "the message says commit")
    return t.but("managers", manager, Manager.committed)


@action
def receive_abort(t: Transaction, manager: ManagerId, message: SomeMessage) -> Transaction:
    """A resource manager aborts as it is told."""
    require(message.kind == Kind.abort, "the message says abort")
    return t.but("managers", manager, Manager.aborted)


@promise
def consistent(t: Transaction) -> Truth:
    """No resource manager has aborted where another has committed."""
    aborted = any_of(manager == Manager.aborted for manager in t.managers)
    return not_(aborted & any_of(manager == Manager.committed for manager in t.managers))


ACTIONS = [prepare, choose_to_abort, receive_prepared, commit, abort, receive_commit, receive_abort]


def machine(managers: int = 3) -> Machine:
    """Two-phase commit among `managers` resource managers; each sends one message, and the decision is one more."""
    manager = Id("manager", managers)
    network = Network.of(Message.of(kind=Kind, manager=Optional(manager)), managers + 1)
    state = Transaction.of(
        managers=Array.of(manager, Manager), decision=Decision, prepared=IdSet.of(manager), network=network
    )
    sizes, domains = {"managers": managers}, {"manager": manager}
    return Machine("two-phase-commit", sizes, state, state.default, ACTIONS, [consistent], domains)
