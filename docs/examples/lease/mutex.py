"""A mutex: at most one client is inside. What a lock is for, without how it does that."""

from typing import Annotated

from tidemark import Domain, Id, Identity, IdSet, Machine, Record, Truth, action, every_step, promise, require

Client = Annotated[Identity, Domain("client")]


class Mutex(Record):
    """The clients that are inside."""

    inside: IdSet


@action
def enter(mutex: Mutex, me: Client) -> Mutex:
    """A client goes inside."""
    require(mutex.inside.is_empty(), "nobody is inside")
    return mutex.but(inside=mutex.inside.including(me))


@action
def leave(mutex: Mutex, me: Client) -> Mutex:
    """The client leaves."""
    require(mutex.inside.has(me), "the client is inside")
    return mutex.but(inside=mutex.inside.excluding(me))


@promise
def mutual_exclusion(mutex: Mutex) -> Truth:
    """At most one client is inside."""
    return mutex.inside.size() <= 1


@every_step
def one_at_a_time(before: Mutex, after: Mutex) -> Truth:
    """A client leaves before another enters."""
    return before.inside.is_empty() | after.inside.is_empty()


def machine(clients: int = 2) -> Machine:
    """The mutex of these clients."""
    client = Id("client", clients)
    state = Mutex.of(inside=IdSet.of(client))
    promises = [mutual_exclusion, one_at_a_time]
    return Machine("mutex", {}, state, state.default, [enter, leave], promises, {"client": client})
