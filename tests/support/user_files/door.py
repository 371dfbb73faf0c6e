"""A lock that clients wait for: with weak fairness one of them may wait for ever."""

from typing import Annotated

from tidemark import (
    Array,
    Domain,
    Enum,
    Id,
    Identity,
    Label,
    Machine,
    Optional,
    Record,
    Truth,
    action,
    can_always_reach,
    fair,
    leads_to,
    never_decreases,
    none,
    require,
    strongly_fair,
    where,
)

client = Id("client", 2)
Client = Annotated[Identity, Domain("client")]
Phase = Enum("phase", "idle", "waiting", "inside")


class Lock(Record):
    """The phase of each client, and who has the lock."""

    phases: Array[Label]
    owner: Identity


@action
def ask(lock: Lock, me: Client) -> Lock:
    """A client asks for the lock."""
    require(lock.phases[me] == Phase.idle, "the client is idle")
    return lock.but(phases=lock.phases.but(me, Phase.waiting))


@action
def take(lock: Lock, me: Client) -> Lock:
    """A client takes the lock."""
    require(lock.phases[me] == Phase.waiting, "the client waits")
    require(lock.owner == none, "nobody has the lock")
    return lock.but(phases=lock.phases.but(me, Phase.inside), owner=me)


@action
def leave(lock: Lock, me: Client) -> Lock:
    """A client leaves."""
    require(lock.phases[me] == Phase.inside, "the client is inside")
    return lock.but(phases=lock.phases.but(me, Phase.idle), owner=none)


@leads_to
def served(lock: Lock, me: Client) -> tuple[Truth, Truth]:
    """A client that waits is inside in the end."""
    return lock.phases[me] == Phase.waiting, lock.phases[me] == Phase.inside


@can_always_reach
def can_be_free(lock: Lock) -> Truth:
    """The lock can always be given back."""
    return lock.owner == none


@never_decreases
def taken(lock: Lock) -> int:
    """Whether the lock is taken, as a number."""
    return where(lock.owner == none, 0, 1)


def _machine(name: str, *fairness):
    state = Lock.of(phases=Array.of(client, Phase), owner=Optional(client))
    return Machine(
        name,
        {},
        state,
        state.default,
        [ask, take, leave],
        [served, can_be_free, taken],
        {"client": client},
        fairness=fairness,
    )


weak = _machine("weak", fair(take), fair(leave))
strong = _machine("strong", strongly_fair(take), fair(leave))
