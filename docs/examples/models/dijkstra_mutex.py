"""Dijkstra's mutual exclusion of 1965, after `DijkstraMutex.tla` of tlaplus/Examples by Leslie Lamport.

Each process is at a label of the program. Where the original has the variable `temp` for a process and for a set of
processes, `temp` and `unchecked` have them; `unchecked` begins with all processes, which stands for `defaultInitValue`.
"""

from typing import Annotated

from tidemark import Array, Bool, Domain, Enum, Id, Identity, IdSet, Label, Machine, Optional, Record  # fmt: skip
from tidemark import Truth, action, any_of, count, fair, initial, leads_to, none, not_, one_of, promise  # fmt: skip
from tidemark import require, where

LABELS = ["Li0", "Li1", "Li2", "Li3a", "Li3b", "Li3c", "Li3d", "Li4a", "Li4b", "cs", "Li5", "Li6", "ncs"]
Pc = Enum("pc", *LABELS)


class Process(Record):
    """Where a process is, its two flags, and its local variable."""

    pc: Label
    b: Truth
    c: Truth
    temp: Identity
    unchecked: IdSet


class Mutex(Record):
    """The processes, and the process whose turn it is."""

    procs: Array[Process]
    k: Identity


Proc = Annotated[Identity, Domain("proc")]


@initial
def init(m: Mutex, k: Proc) -> Mutex:
    """It is the turn of any process."""
    for i in m.procs.indices():
        m = m.but("procs", i, b=True, c=True, unchecked=m.procs[i].unchecked.everyone())
    return m.but(k=k)


def go(m: Mutex, me: Identity, here: Label, there: Label, **changes: object) -> Mutex:
    """A process goes from one label to another, and changes what is its own."""
    require(m.procs[me].pc == here, f"the process is at {here}")
    return m.but("procs", me, pc=there, **changes)


@action
def li0(m: Mutex, me: Proc) -> Mutex:
    """The process wants to enter."""
    return go(m, me, Pc.Li0, Pc.Li1, b=False)


@action
def li1(m: Mutex, me: Proc) -> Mutex:
    """It looks whether it is its turn."""
    return go(m, me, Pc.Li1, where(m.k != me, Pc.Li2, Pc.Li4a))


@action
def li2(m: Mutex, me: Proc) -> Mutex:
    """It does not claim the critical section."""
    return go(m, me, Pc.Li2, Pc.Li3a, c=True)


@action
def li3a(m: Mutex, me: Proc) -> Mutex:
    """It reads whose turn it is."""
    nobody = m.procs[me].unchecked - m.procs[me].unchecked
    return go(m, me, Pc.Li3a, Pc.Li3b, temp=m.k, unchecked=nobody)


@action
def li3b(m: Mutex, me: Proc) -> Mutex:
    """It looks whether that process wants to enter."""
    return go(m, me, Pc.Li3b, where(m.procs[m.procs[me].temp].b, Pc.Li3c, Pc.Li3d))


@action
def li3c(m: Mutex, me: Proc) -> Mutex:
    """It takes the turn."""
    return go(m, me, Pc.Li3c, Pc.Li3d).but(k=me)


@action
def li3d(m: Mutex, me: Proc) -> Mutex:
    """It looks again."""
    return go(m, me, Pc.Li3d, Pc.Li1)


@action
def li4a(m: Mutex, me: Proc) -> Mutex:
    """It claims the critical section, and has to look at all others."""
    others = m.procs[me].unchecked.everyone().excluding(me)
    return go(m, me, Pc.Li4a, Pc.Li4b, c=False, temp=none, unchecked=others)


@action
def li4b(m: Mutex, me: Proc, j: Proc) -> Mutex:
    """It looks at another process: if that one claims the critical section too, it begins again."""
    require(m.procs[me].unchecked.has(j), "the process has not looked at this one")
    rest = m.procs[me].unchecked.excluding(j)
    return go(m, me, Pc.Li4b, where(m.procs[j].c, Pc.Li4b, Pc.Li1), unchecked=rest)


@action
def li4b_enter(m: Mutex, me: Proc) -> Mutex:
    """Nobody else claims the critical section, so it enters."""
    require(m.procs[me].unchecked.is_empty(), "the process has looked at all others")
    return go(m, me, Pc.Li4b, Pc.cs)


@action
def cs(m: Mutex, me: Proc) -> Mutex:
    """It leaves the critical section."""
    return go(m, me, Pc.cs, Pc.Li5)


@action
def li5(m: Mutex, me: Proc) -> Mutex:
    """It no longer claims the critical section."""
    return go(m, me, Pc.Li5, Pc.Li6, c=True)


@action
def li6(m: Mutex, me: Proc) -> Mutex:
    """It no longer wants to enter."""
    return go(m, me, Pc.Li6, Pc.ncs, b=True)


@action
def ncs(m: Mutex, me: Proc) -> Mutex:
    """It has done what it does outside; it may also stay there for ever."""
    return go(m, me, Pc.ncs, Pc.Li0)


@promise
def mutual_exclusion(m: Mutex) -> Truth:
    """At most one process is in the critical section."""
    return count(p.pc == Pc.cs for p in m.procs) <= 1


@leads_to
def deadlock_freedom(m: Mutex, i: Proc) -> tuple[Truth, Truth]:
    """If a process tries to enter, some process enters."""
    return not_(one_of(m.procs[i].pc, (Pc.Li5, Pc.Li6, Pc.ncs))), any_of(p.pc == Pc.cs for p in m.procs)


@leads_to
def starvation_free(m: Mutex, i: Proc) -> tuple[Truth, Truth]:
    """If a process wants to enter, it enters."""
    return m.procs[i].pc == Pc.Li0, m.procs[i].pc == Pc.cs


def machine(processes: int = 3) -> Machine:
    """This many processes, each of which goes on unless it is outside: `LSpec`."""
    proc = Id("proc", processes)
    process = Process.of(pc=Pc, b=Bool(), c=Bool(), temp=Optional(proc), unchecked=IdSet.of(proc))
    mutex = Mutex.of(procs=Array.of(proc, process), k=proc)
    trying = [li0, li1, li2, li3a, li3b, li3c, li3d, li4a, li4b, li4b_enter, cs, li5, li6]
    promises, fairness = [mutual_exclusion, deadlock_freedom, starvation_free], [fair(*trying, each="me")]
    bounds, domains, actions = {"processes": processes}, {"proc": proc}, [*trying, ncs]
    return Machine("dijkstra-mutex", bounds, mutex, init, actions, promises, domains, fairness=fairness)
