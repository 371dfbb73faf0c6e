"""Threads add one to a shared number without a lock, after Stateright's `increment.rs`.

What runs the checker there is left out.
"""

from typing import Annotated
from tidemark import (
    Array,
    Domain,
    Id,
    Identity,
    Int,
    Machine,
    Number,
    Record,
    Truth,
    action,
    count,
    promise,
    require,
)


class Thread(Record):
    """A thread's copy of the number, and its program counter."""

    t: Number
    pc: Number


class Shared(Record):
    """The number, and the threads."""

    i: Number
    s: Array[Thread]


ThreadId = Annotated[Identity, Domain("thread")]


@action
def read(state: Shared, n: ThreadId) -> Shared:
    """A thread reads the number."""
    require(state.s[n].pc == 1, "it has not read it")
    return state.but("s", n, t=state.i, pc=2)


@action
def write(state: Shared, n: ThreadId) -> Shared:
    """A thread writes one more than it read."""
    require(state.s[n].pc == 2, "it has read, and not written")
    return state.but(i=state.s[n].t + 1, s=state.s.but(n, pc=3))


@promise
def fin(state: Shared) -> Truth:
    """The number is how many threads have written."""
    return count(thread.pc == 3 for thread in state.s) == state.i


def machine(threads: int = 2) -> Machine:
    """This many threads, none of which has read."""
    thread, number, bounds = Id("thread", threads), Int(0, threads), {"threads": threads}
    state = Shared.of(i=number, s=Array.of(thread, Thread.of(t=number, pc=Int(1, 3))))
    return Machine("increment", bounds, state, state.default, [read, write], [fin], {"thread": thread})
