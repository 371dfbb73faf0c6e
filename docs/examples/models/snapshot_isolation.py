"""Snapshot isolation is not serializability, after the modules `KVsnap` and `ClientCentric` (tlaplus/Examples).

Each transaction reads some keys of its snapshot, and writes others. The promises are those of Crooks, Pu, Alvisi and
Clement, "Seeing is Believing": some order of all transactions explains what each of them has read. The original keeps
a list of operations; here the values that were read are enough, since the other fields say what was written.
"""

from collections.abc import Callable
from itertools import permutations
from typing import Annotated

from tidemark import Array, Domain, Enum, Id, IdSet, Identity, Label, Machine, Optional, Record, Truth, action
from tidemark import all_of, any_of, eventually, fair, none, not_, one_of, promise, require, where

Pc = Enum("pc", "start", "read", "update", "commit", "done")


class Transaction(Record):
    """Where a transaction is, its snapshot, its keys, those that others committed meanwhile, and what it has read."""

    pc: Label
    snapshot_store: Array[Identity]
    read_keys: IdSet
    write_keys: IdSet
    missed: IdSet
    values: Array[Identity]

    def overwrite(self, store: Array[Identity], condition: Truth) -> Array[Identity]:
        """A store after the writes of this transaction, if the condition holds."""
        for k in store.indices():
            store = store.but(k, where(condition & self.write_keys.has(k), self.snapshot_store[k], store[k]))
        return store


class Store(Record):
    """The last transaction that wrote each key, the open transactions, and what is known of all."""

    store: Array[Identity]
    tx: IdSet
    transactions: Array[Transaction]

    def has_committed(self, t: Identity) -> Truth:
        """Whether a transaction has ended, and was not refused."""
        return (self.transactions[t].pc == Pc.done) & not_(self.tx.has(t))


Tx = Annotated[Identity, Domain("transaction")]
Keys = Annotated[IdSet, Domain("keys")]


@action
def start(s: Store, t: Tx, read_keys: Keys, write_keys: Keys) -> Store:
    """A transaction begins, with a snapshot and with some keys to read and to write."""
    require(s.transactions[t].pc == Pc.start, "the transaction has not begun")
    require(not_(read_keys.is_empty()), "it reads something")
    require(not_(write_keys.is_empty()), "it writes something")
    begun = {"pc": Pc.read, "snapshot_store": s.store, "read_keys": read_keys, "write_keys": write_keys}
    return s.but(tx=s.tx.including(t)).but("transactions", t, **begun)


@action
def read(s: Store, t: Tx) -> Store:
    """A transaction reads its keys."""
    me = s.transactions[t]
    require(me.pc == Pc.read, "the transaction is about to read")
    values = me.values
    for k in values.indices():
        values = values.but(k, where(me.read_keys.has(k), me.snapshot_store[k], none))
    return s.but("transactions", t, pc=Pc.update, values=values)


@action
def update(s: Store, t: Tx) -> Store:
    """A transaction writes to its snapshot."""
    me = s.transactions[t]
    require(me.pc == Pc.update, "the transaction is about to write")
    snapshot_store = me.snapshot_store
    for k in snapshot_store.indices():
        snapshot_store = snapshot_store.but(k, where(me.write_keys.has(k), t, snapshot_store[k]))
    return s.but("transactions", t, pc=Pc.commit, snapshot_store=snapshot_store)


@action
def commit(s: Store, t: Tx) -> Store:
    """A transaction commits, or is refused: others have committed a key that it writes."""
    me = s.transactions[t]
    require(me.pc == Pc.commit, "the transaction is about to commit")
    may_commit = (me.missed & me.write_keys).is_empty()
    after = s.but(store=me.overwrite(s.store, may_commit), tx=where(may_commit, s.tx.excluding(t), s.tx))
    for o in s.transactions.indices():
        missed = s.transactions[o].missed
        missed = where(may_commit & after.tx.has(o), missed | me.write_keys, missed)
        after = after.but("transactions", o, "missed", missed)
    return after.but("transactions", t, "pc", Pc.done)


Test = Callable[[Store, Identity, Array[Identity], list[Array[Identity]]], Truth]


def some_order(s: Store, passes: Test) -> Truth:
    """Whether in some order every transaction passes a test on the states before it, of which it takes the last."""

    def all_pass(order: tuple[Identity, ...]) -> Truth:
        states = [Array(s.store.type, tuple([none] * len(s.store.indices())))]
        passed: Truth = True
        for t in order:
            passed = passed & passes(s, t, states[-1], states)
            states = [*states, s.transactions[t].overwrite(states[-1], s.has_committed(t))]
        return passed

    return any_of(all_pass(order) for order in permutations(s.transactions.indices()))


def explains(s: Store, t: Identity, state: Array[Identity]) -> Truth:
    """Whether a transaction has read from a state, if it has read."""
    me = s.transactions[t]
    reads = [not_(me.read_keys.has(k)) | (me.values[k] == state[k]) for k in state.indices()]
    return one_of(me.pc, (Pc.start, Pc.read)) | all_of(reads)


@promise
def snapshot_isolation(s: Store) -> Truth:
    """Each transaction has read from some state, after which nobody has written a key that it writes."""

    def passes(s: Store, t: Identity, parent: Array[Identity], states: list[Array[Identity]]) -> Truth:
        def has_no_conflict(state: Array[Identity]) -> Truth:
            is_written = [s.has_committed(t) & s.transactions[t].write_keys.has(k) for k in state.indices()]
            return not_(any_of(is_written[k] & (state[k] != parent[k]) for k in state.indices()))

        return any_of(explains(s, t, state) & has_no_conflict(state) for state in states)

    return some_order(s, passes)


@promise
def serializability(s: Store) -> Truth:
    """Each transaction has read from the state before it."""
    return some_order(s, lambda s, t, parent, _: explains(s, t, parent))


@eventually
def termination(s: Store) -> Truth:
    """Every transaction ends."""
    return all_of(one.pc == Pc.done for one in s.transactions)


def machine(transactions: int = 2, keys: int = 2) -> Machine:
    """Transactions that each run once, and a store of `keys`."""
    transaction, key = Id("transaction", transactions), Id("key", keys)
    store, some = Array.of(key, Optional(transaction)), IdSet.of(key)
    one = Transaction.of(
        pc=Pc, snapshot_store=store, read_keys=some, write_keys=some, missed=some, values=store
    )
    state = Store.of(store=store, tx=IdSet.of(transaction), transactions=Array.of(transaction, one))
    sizes, domains = {"transactions": transactions, "keys": keys}, {"transaction": transaction, "keys": some}
    actions, promises = [start, read, update, commit], [snapshot_isolation, serializability, termination]
    goes_on = [fair(start, read, update, commit, each="t")]
    return Machine(
        "snapshot-isolation", sizes, state, state.default, actions, promises, domains, fairness=goes_on
    )
