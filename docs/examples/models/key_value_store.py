"""A key-value store with snapshot isolation, after the module `KeyValueStore` (tlaplus/Examples).

A transaction works on a snapshot. It commits unless another one has committed, meanwhile, a key that it writes.
What the original keeps of transactions in three functions is here one record for each.
"""

from typing import Annotated

from tidemark import Array, Domain, Id, IdSet, Identity, Machine, Optional, Record, Truth, action, all_of
from tidemark import implies, none, not_, promise, require, where


class Transaction(Record):
    """What a transaction sees, the keys that it has written, and those that others have committed meanwhile."""

    snapshot_store: Array[Identity]
    written: IdSet
    missed: IdSet


class Database(Record):
    """The value of each key, the open transactions, and what is known of each."""

    store: Array[Identity]
    tx: IdSet
    transactions: Array[Transaction]

    def write(self, t: Identity, k: Identity, v: Identity) -> "Database":
        """A transaction writes a value to its snapshot."""
        written = self.transactions[t].written.including(k)
        return self.but("transactions", t, "written", written).but("transactions", t, "snapshot_store", k, v)

    def end(self, t: Identity) -> "Database":
        """A transaction is not open any more, and nothing is known of it, as of none."""
        return self.but(tx=self.tx.excluding(t)).but("transactions", t, self.transactions[none])


Tx = Annotated[Identity, Domain("transaction")]
Key = Annotated[Identity, Domain("key")]
Value = Annotated[Identity, Domain("value")]


@action
def open_tx(d: Database, t: Tx) -> Database:
    """A transaction begins with a snapshot of the store."""
    require(not_(d.tx.has(t)), "the transaction is not open")
    return d.but(tx=d.tx.including(t)).but("transactions", t, "snapshot_store", d.store)


@action
def add(d: Database, t: Tx, k: Key, v: Value) -> Database:
    """A transaction gives a value to a key that has none."""
    require(d.tx.has(t), "the transaction is open")
    require(d.transactions[t].snapshot_store[k] == none, "it sees no value of the key")
    return d.write(t, k, v)


@action
def update(d: Database, t: Tx, k: Key, v: Value) -> Database:
    """A transaction changes the value of a key."""
    require(d.tx.has(t), "the transaction is open")
    seen = d.transactions[t].snapshot_store[k]
    require((seen != none) & (seen != v), "it sees another value of the key")
    return d.write(t, k, v)


@action
def remove(d: Database, t: Tx, k: Key) -> Database:
    """A transaction removes a key."""
    require(d.tx.has(t), "the transaction is open")
    require(d.transactions[t].snapshot_store[k] != none, "it sees a value of the key")
    return d.write(t, k, none)


@action
def roll_back_tx(d: Database, t: Tx) -> Database:
    """A transaction ends, and nothing that it wrote is kept."""
    require(d.tx.has(t), "the transaction is open")
    return d.end(t)


@action
def close_tx(d: Database, t: Tx) -> Database:
    """A transaction commits what it has written, which the other open ones miss."""
    me, store = d.transactions[t], d.store
    require(d.tx.has(t), "the transaction is open")
    require((me.missed & me.written).is_empty(), "nobody has committed a key that it has written")
    for k in store.indices():
        store = store.but(k, where(me.written.has(k), me.snapshot_store[k], store[k]))
    ended = d.end(t)
    for o in d.transactions.indices():
        missed = ended.transactions[o].missed
        ended = ended.but("transactions", o, "missed", where(ended.tx.has(o), missed | me.written, missed))
    return ended.but(store=store)


@promise
def tx_lifecycle(d: Database) -> Truth:
    """An open transaction has missed what differs from its snapshot, unless it wrote it; of others nothing is known."""

    def is_missed(one: Transaction, k: Identity) -> Truth:
        changed = (d.store[k] != one.snapshot_store[k]) & not_(one.written.has(k))
        return not_(changed) | one.missed.has(k)

    open_ones = all_of(
        implies(d.tx.has(t), is_missed(d.transactions[t], k))
        for t in d.transactions.indices()
        for k in d.store.indices()
    )
    unknown = d.transactions[none]
    return open_ones & all_of(d.tx.has(t) | (d.transactions[t] == unknown) for t in d.transactions.indices())


def machine(transactions: int = 2, keys: int = 2, values: int = 2) -> Machine:
    """A store of `keys`, and the transactions that may be open at a time."""
    transaction, key, value = Id("transaction", transactions), Id("key", keys), Id("value", values)
    store = Array.of(key, Optional(value))
    one = Transaction.of(snapshot_store=store, written=IdSet.of(key), missed=IdSet.of(key))
    state = Database.of(store=store, tx=IdSet.of(transaction), transactions=Array.of(transaction, one))
    sizes = {"transactions": transactions, "keys": keys, "values": values}
    actions, domains = (
        [open_tx, add, update, remove, roll_back_tx, close_tx],
        {"transaction": transaction, "key": key, "value": value},
    )
    return Machine("key-value-store", sizes, state, state.default, actions, [tx_lifecycle], domains)
