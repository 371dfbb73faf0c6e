"""Peterson's lock for two processes implements an abstract lock, after the `Peterson.tla` of a course at Liège.

`TypeOK` is what the state's type says, and `implements_lock` is the refinement `L!Spec`. The proofs are left out,
and so they are where the lines of the original are counted. The processes are 0 and 1.
"""

from typing import Annotated
from tidemark import Array, Bool, Domain, Enum, Id, Identity, Label, Machine, Number, Record, Truth
from tidemark import action, all_of, any_of, count, every_step, implies, not_, one_of, promise, require, where

PC = Enum("pc", "a0", "a1", "a2", "a3", "cs", "a4")


class Peterson(Record):
    """Where each process is, and whether it wants to enter; and who goes first."""

    pc: Array[Label]
    c: Array[Truth]
    turn: Identity


Process = Annotated[Identity, Domain("process")]


def other(s: Peterson, p: Identity) -> Identity:
    """The other process."""
    both: list[Identity] = s.pc.indices()
    return where(p == both[0], both[1], both[0])


@action
def a0(s: Peterson, me: Process) -> Peterson:
    """A process leaves its noncritical section."""
    require(s.pc[me] == PC.a0, "it is at a0")
    return s.but("pc", me, PC.a1)


@action
def a1(s: Peterson, me: Process) -> Peterson:
    """A process says that it wants to enter."""
    require(s.pc[me] == PC.a1, "it is at a1")
    return s.but(pc=s.pc.but(me, PC.a2), c=s.c.but(me, True))


@action
def a2(s: Peterson, me: Process) -> Peterson:
    """A process lets the other one go first."""
    require(s.pc[me] == PC.a2, "it is at a2")
    return s.but(pc=s.pc.but(me, PC.a3), turn=other(s, me))


@action
def a3(s: Peterson, me: Process) -> Peterson:
    """A process enters when the other one does not want to, or has let it go first."""
    require(s.pc[me] == PC.a3, "it is at a3")
    require(not_(s.c[other(s, me)]) | (s.turn == me), "the other one does not want to enter, or lets it")
    return s.but("pc", me, PC.cs)


@action
def cs(s: Peterson, me: Process) -> Peterson:
    """A process finishes its critical section."""
    require(s.pc[me] == PC.cs, "it is inside")
    return s.but("pc", me, PC.a4)


@action
def a4(s: Peterson, me: Process) -> Peterson:
    """A process says that it does not want to enter."""
    require(s.pc[me] == PC.a4, "it is at a4")
    return s.but(pc=s.pc.but(me, PC.a0), c=s.c.but(me, False))


def lockcs(s: Peterson, p: Identity) -> Truth:
    """Whether a process holds the lock."""
    return one_of(s.pc[p], (PC.cs, PC.a4))


@promise
def inv(s: Peterson) -> Truth:
    """The invariant of the course, and mutual exclusion."""
    outside, both = (PC.a0, PC.a1, PC.a2), s.pc.indices()
    wants = all_of(s.c[p] == one_of(s.pc[p], (PC.a2, PC.a3, PC.cs, PC.a4)) for p in both)
    first = all_of(implies(lockcs(s, p), (s.turn == p) | one_of(s.pc[other(s, p)], outside)) for p in both)
    return wants & first & (count(lockcs(s, p) for p in both) <= 1)


def phase(s: Peterson, p: Identity) -> Number:
    """Where the process of the abstract lock is: at l0, l1, cs or l2."""
    return where(s.pc[p] == PC.a0, 0, where(s.pc[p] == PC.cs, 2, where(s.pc[p] == PC.a4, 3, 1)))


@every_step
def implements_lock(before: Peterson, after: Peterson) -> Truth:
    """Each step is one of the abstract lock, or changes nothing there.

    Who takes the lock finds it free, and who gives it back leaves it free.
    """
    both = before.pc.indices()
    steps = [(phase(before, p), phase(after, p)) for p in both]
    free = any_of(all_of(not_(lockcs(s, p)) for p in both) for s in (before, after))
    legal = [implies(x != y, (y == (x + 1) % 4) & implies(y % 2 == 0, free)) for x, y in steps]
    return all_of(legal) & any_of(x == y for x, y in steps)


def machine() -> Machine:
    """Two processes in their noncritical sections."""
    process, actions = Id("process", 2), [a0, a1, a2, a3, cs, a4]
    state = Peterson.of(pc=Array.of(process, PC), c=Array.of(process, Bool()), turn=process)
    promises, domains = [inv, implements_lock], {"process": process}
    return Machine("peterson", {}, state, state.default, actions, promises, domains)
