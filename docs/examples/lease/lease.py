"""A lock that a server leases for two ticks of a clock. Does a client that pauses act after its lease has run out?"""

from typing import Annotated

from tidemark import (
    Domain,
    Id,
    Identity,
    IdSet,
    Int,
    Machine,
    Number,
    Only,
    Optional,
    Record,
    Truth,
    action,
    not_,
    require,
    where,
)  # fmt: skip

Client = Annotated[Identity, Domain("client")]
TICKS = 2


class Lease(Record):
    """Who holds the lease, for how many ticks, and which clients act. pauses: whether a client may miss its end."""

    holder: Identity
    left: Number
    acting: IdSet
    pauses: Truth


@action
def grant(lease: Lease, me: Client) -> Lease:
    """The server leases the lock to a client, once the last lease has run out."""
    require(lease.left == 0, "no lease is running")
    return lease.but(holder=me, left=TICKS)


@action
def begin(lease: Lease, me: Client) -> Lease:
    """The client that holds the lease begins to act."""
    require((lease.holder == me) & (lease.left > 0), "the client holds the lease")
    return lease.but(acting=lease.acting.including(me))


@action
def end(lease: Lease, me: Client) -> Lease:
    """A client is done."""
    require(lease.acting.has(me), "the client acts")
    return lease.but(acting=lease.acting.excluding(me))


@action
def tick(lease: Lease) -> Lease:
    """Time passes. A client that sees its lease end stops at once."""
    require(lease.left > 0, "a lease is running")
    stops = (lease.left == 1) & not_(lease.pauses)
    return lease.but(
        left=lease.left - 1,
        acting=where(stops, lease.acting.excluding(lease.holder), lease.acting),
    )


def machine(clients: int = 2, pauses: bool = False) -> Machine:
    """The lease. pauses: whether a client may miss the end of its lease."""
    client = Id("client", clients)
    state = Lease.of(
        holder=Optional(client), left=Int(0, TICKS), acting=IdSet.of(client), pauses=Only(pauses)
    )
    return Machine("lease", {}, state, state.default, [grant, begin, end, tick], [], {"client": client})
