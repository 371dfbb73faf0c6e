"""Caches that keep a line modified, shared or invalid; a write does not wait until the others have heard of it."""

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
    Record,
    Truth,
    action,
    all_of,
    any_of,
    implies,
    not_,
    promise,
    require,
    where,
)

State = Enum("line state", "invalid", "shared", "modified")
cache, address, value = Id("cache", 3), Int(0, 1), Int(0, 1)
Cache = Annotated[Identity, Domain("cache")]
Address = Annotated[Number, Domain("address")]


class Line(Record):
    """What a cache has of an address."""

    state: Label
    value: Number


class Store(Record):
    """The lines of a cache, by address."""

    lines: Array[Line]


class Order(Record):
    """An order to forget a line."""

    to: Identity
    address: Number


class Memory(Record):
    """The caches, the memory behind them, and the orders under way."""

    caches: Array[Store]
    main: Array[Number]
    orders: Network[Order]


SomeOrder = Annotated[Order, Domain("orders")]


def with_line(m: Memory, one: Cache, at: Address, state: Label, held: Number) -> Memory:
    """The memory with another line in a cache."""
    store = m.caches[one]
    line = store.lines[at].but(state=state, value=held)
    return m.but(caches=m.caches.but(one, store.but(lines=store.lines.but(at, line))))


@action
def read(m: Memory, me: Cache, at: Address) -> Memory:
    """A cache reads an address that nobody has modified."""
    require(m.caches[me].lines[at].state == State.invalid, "the cache has no such line")
    modified = any_of(other.lines[at].state == State.modified for other in m.caches)
    require(not_(modified), "nobody has modified the address")
    return with_line(m, me, at, State.shared, m.main[at])


@action
def write(m: Memory, me: Cache, at: Address) -> Memory:
    """A cache that shares a line writes the other value, and orders all others to forget theirs."""
    line = m.caches[me].lines[at]
    require(line.state == State.shared, "the cache shares the line")
    after = with_line(m, me, at, State.modified, 1 - line.value)
    orders = after.orders
    for other in m.caches.indices():
        if other == me:
            continue
        held = m.caches[other].lines[at].state == State.shared
        orders = where(held, orders.send(to=other, address=at), orders)
    return after.but(orders=orders)


@action
def forget(m: Memory, order: SomeOrder) -> Memory:
    """A cache forgets a line as it is told."""
    after = with_line(m, order.to, order.address, State.invalid, 0)
    return after.but(orders=after.orders.discard(order))


@action
def write_back(m: Memory, me: Cache, at: Address) -> Memory:
    """A cache writes a modified line to memory, and shares it."""
    line = m.caches[me].lines[at]
    require(line.state == State.modified, "the cache has modified the line")
    after = with_line(m, me, at, State.shared, line.value)
    return after.but(main=after.main.but(at, line.value))


@promise
def one_value(m: Memory) -> Truth:
    """Caches that have a line have the same value."""
    return all_of(
        implies(
            (a.lines[at].state != State.invalid) & (b.lines[at].state != State.invalid),
            a.lines[at].value == b.lines[at].value,
        )
        for at in address.values()
        for a in m.caches
        for b in m.caches
    )


line = Line.of(state=State, value=value)
state = Memory.of(
    caches=Array.of(cache, Store.of(lines=Array.of(address, line))),
    main=Array.of(address, value),
    orders=Network.of(Order.of(to=cache, address=address), 4),
)
machine = Machine(
    "msi",
    {},
    state,
    state.default,
    [read, write, forget, write_back],
    [one_value],
    {"cache": cache, "address": address},
)
