"""Readers and writers are served in the order in which they ask, after Isaac DeFrain's `ReadersWriters.tla`.

Nothing is left out. The queue is bounded: nobody waits twice for the same, so the bound is never reached.
"""

from typing import Annotated
from tidemark import Domain, Enum, Id, Identity, Label, Machine, Record, Sequence, Set, Truth
from tidemark import action, always_eventually, fair, not_, promise, require, where

Kind = Enum("kind", "read", "write")


class Request(Record):
    """An actor waits, to read or to write."""

    kind: Label
    actor: Identity


class ReadersWriters(Record):
    """Who reads, who writes, and who waits."""

    readers: Set[Identity]
    writers: Set[Identity]
    waiting: Sequence[Request]


Actor = Annotated[Identity, Domain("actor")]


@action
def try_read(rw: ReadersWriters, actor: Actor) -> ReadersWriters:
    """An actor that does not wait to read begins to."""
    require(not_(rw.waiting.has(kind=Kind.read, actor=actor)), "the actor does not wait to read")
    return rw.but(waiting=rw.waiting.append(kind=Kind.read, actor=actor))


@action
def try_write(rw: ReadersWriters, actor: Actor) -> ReadersWriters:
    """An actor that does not wait to write begins to."""
    require(not_(rw.waiting.has(kind=Kind.write, actor=actor)), "the actor does not wait to write")
    return rw.but(waiting=rw.waiting.append(kind=Kind.write, actor=actor))


@action
def read_or_write(rw: ReadersWriters) -> ReadersWriters:
    """Who has waited longest reads if nobody writes, or writes if nobody does either."""
    require(not_(rw.waiting.is_empty()) & rw.writers.is_empty(), "somebody waits, and nobody writes")
    kind, actor = rw.waiting.head().kind, rw.waiting.head().actor
    require((kind == Kind.read) | rw.readers.is_empty(), "it waits to read, or nobody reads")
    readers = where(kind == Kind.read, rw.readers.including(actor), rw.readers)
    writers = where(kind == Kind.write, rw.writers.including(actor), rw.writers)
    return rw.but(readers=readers, writers=writers, waiting=rw.waiting.tail())


@action
def stop(rw: ReadersWriters, actor: Actor) -> ReadersWriters:
    """An actor stops reading or writing."""
    require((rw.readers | rw.writers).has(actor), "the actor reads or writes")
    return rw.but(readers=rw.readers.excluding(actor), writers=rw.writers.excluding(actor))


@promise
def safety(rw: ReadersWriters) -> Truth:
    """Nobody reads while another writes, and at most one writes."""
    return (rw.readers.is_empty() | rw.writers.is_empty()) & (rw.writers.size() <= 1)


@always_eventually
def reads(rw: ReadersWriters, actor: Actor) -> Truth:
    """Every actor reads again and again."""
    return rw.readers.has(actor)


@always_eventually
def writes(rw: ReadersWriters, actor: Actor) -> Truth:
    """Every actor writes again and again."""
    return rw.writers.has(actor)


@always_eventually
def stops_reading(rw: ReadersWriters, actor: Actor) -> Truth:
    """Every actor does not read again and again."""
    return not_(rw.readers.has(actor))


@always_eventually
def stops_writing(rw: ReadersWriters, actor: Actor) -> Truth:
    """Every actor does not write again and again."""
    return not_(rw.writers.has(actor))


def machine(num_actors: int = 3) -> Machine:
    """This many actors; all who can read, write or stop do in the end."""
    actor, bounds = Id("actor", num_actors), {"num_actors": num_actors}
    waiting = Sequence.of(Request.of(kind=Kind, actor=actor), 2 * num_actors)
    state = ReadersWriters.of(readers=Set.of(actor), writers=Set.of(actor), waiting=waiting)
    actions = [try_read, try_write, read_or_write, stop]
    promises = [safety, reads, writes, stops_reading, stops_writing]
    fairness = [fair(try_read), fair(try_write), fair(read_or_write), fair(stop, each=False)]
    domains = {"actor": actor}
    return Machine("rw", bounds, state, state.default, actions, promises, domains, fairness=fairness)
