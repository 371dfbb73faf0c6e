"""A small machine, code that does what it does, and adapters: for tests of code that is driven by its model."""

from __future__ import annotations

from typing import Annotated, Any

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
    Refused,
    action,
    none,
    performs,
    require,
)

CLIENTS = 3
Phase = Enum("phase", "idle", "waiting", "holding")
client = Id("client", CLIENTS)
ClientId = Annotated[Identity, Domain("client")]


class Lock(Record):
    """What each client does, and who has the lock."""

    phase: Array[Label]
    holder: Identity


@action
def ask(lock: Lock, me: ClientId) -> Lock:
    """A client asks for the lock."""
    require(lock.phase[me] == Phase.idle, "the client is idle")
    return lock.but(phase=lock.phase.but(me, Phase.waiting))


@action
def grant(lock: Lock, me: ClientId) -> Lock:
    """A client gets the lock."""
    require(lock.phase[me] == Phase.waiting, "the client waits")
    require(lock.holder == none, "nobody has the lock")
    return lock.but(phase=lock.phase.but(me, Phase.holding), holder=me)


@action
def deny(lock: Lock, me: ClientId) -> Lock:
    """A client is told to come again later."""
    require(lock.phase[me] == Phase.waiting, "the client waits")
    return lock.but(phase=lock.phase.but(me, Phase.idle))


@action
def release(lock: Lock, me: ClientId) -> Lock:
    """The client that has the lock returns it."""
    require(lock.holder == me, "the client has the lock")
    return lock.but(phase=lock.phase.but(me, Phase.idle), holder=none)


state = Lock.of(phase=Array.of(client, Phase), holder=Optional(client))


def machine_of(*actions: Any) -> Machine:
    """A machine of locks with these actions."""
    return Machine("lock", {}, state, state.default, list(actions), [], {"client": client})


LOCK = machine_of(ask, grant, release)


class Server:
    """Gives a lock to one of its clients at a time."""

    def __init__(self) -> None:
        self.waiting: list[int] = []
        self.holder: int | None = None

    def ask(self, me: int) -> None:
        self.waiting.append(me)

    def grant(self, me: int) -> bool:
        if self.holder is not None or me not in self.waiting:
            return False
        self.waiting.remove(me)
        self.holder = me
        return True

    def deny(self, me: int) -> None:
        self.waiting.remove(me)

    def release(self) -> None:
        self.holder = None

    def phases(self) -> list[str]:
        """What each client does."""
        return [
            "holding" if me == self.holder else "waiting" if me in self.waiting else "idle"
            for me in range(CLIENTS)
        ]


class LockServer:
    """Drives a server by the actions of `LOCK`."""

    server: type[Server] = Server

    def __init__(self) -> None:
        self.code = self.server()

    def ask(self, me: int) -> None:
        self.code.ask(me)

    @performs(must_refuse=True)
    def grant(self, me: int) -> None:
        if not self.code.grant(me):
            raise Refused("not now")

    def release(self, me: int) -> None:
        self.code.release()

    def observe(self) -> dict[str, Any]:
        return {"phase": self.code.phases(), "holder": self.code.holder}


def driving(code: type[Server], **members: Any) -> type:
    """The adapter of other code, with other members."""
    return type("LockServer", (LockServer,), {"server": code, **members})
