"""A lock with leases, as one machine made by hand: the server gives the lock away before its holder has stopped."""

from typing import Annotated

from tidemark import (
    Domain,
    Id,
    Identity,
    IdSet,
    Machine,
    Optional,
    Record,
    Truth,
    action,
    none,
    promise,
    require,
)


class Lease(Record):
    """Who has the lease, and which clients believe that they have it."""

    holder: Identity
    believers: IdSet


Client = Annotated[Identity, Domain("client")]


@action
def acquire(s: Lease, client: Client) -> Lease:
    """A client takes the free lock."""
    require(s.holder == none, "the lock is free")
    return s.but(holder=client, believers=s.believers.including(client))


@action
def stop(s: Lease, client: Client) -> Lease:
    """A client stops in time."""
    require(s.believers.has(client), "the client believes that it has the lock")
    return s.but(believers=s.believers.excluding(client))


@action
def expire(s: Lease) -> Lease:
    """The lease is over, whatever its client believes."""
    require(s.holder != none, "there is a lease")
    return s.but(holder=none)


@promise
def one_believer(s: Lease) -> Truth:
    """At most one client believes that it has the lock."""
    return s.believers.size() <= 1


client = Id("client", 2)
state = Lease.of(holder=Optional(client), believers=IdSet.of(client))
machine = Machine(
    "lease",
    {"clients": 2},
    state,
    state.default,
    [acquire, stop, expire],
    [one_believer],
    {"client": client},
)
