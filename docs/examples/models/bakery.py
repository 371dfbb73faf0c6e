"""Lamport's bakery algorithm with registers that flicker, after `Bakery.tla` of tlaplus/Examples by Leslie Lamport and
Stephan Merz.

Each process is at a label of the program. Numbers go up to `MaxNat`, as in the original's `MCBakery`; a process that
needs a greater one waits. The proof is left out.
"""

from typing import Annotated

from tidemark import Array, Bool, Domain, Enum, Id, Identity, IdSet, Int, Label, Machine, Number, Record  # fmt: skip
from tidemark import Truth, action, all_of, any_of, count, fair, implies, leads_to, maximum, not_, one_of  # fmt: skip
from tidemark import position, promise, require

Pc = Enum("pc", "ncs", "e1", "e2", "e3", "e4", "w1", "w2", "cs", "exit")


class Process(Record):
    """A process: its number and its flag, which all read; where it is; and its local variables."""

    num: Number
    flag: Truth
    pc: Label
    unchecked: IdSet
    max: Number
    nxt: Identity


class Bakery(Record):
    """The processes."""

    procs: Array[Process]


Proc = Annotated[Identity, Domain("proc")]
Nat = Annotated[Number, Domain("number")]


def go(b: Bakery, me: Identity, here: Label, there: Label, **changes: object) -> Bakery:
    """A process goes from one label to another, and changes what is its own."""
    require(b.procs[me].pc == here, f"the process is at {here}")
    return b.but("procs", me, pc=there, **changes)


def look(b: Bakery, me: Identity, i: Identity) -> IdSet:
    """Whom a process has still to look at, once it has looked at this one."""
    require(b.procs[me].unchecked.has(i), "the process has not looked at the other")
    return b.procs[me].unchecked.excluding(i)


def looked(b: Bakery, me: Identity, here: Label, there: Label) -> Bakery:
    """A process that has looked at all others goes on."""
    require(b.procs[me].unchecked.is_empty(), "the process has looked at all others")
    return go(b, me, here, there)


def others(b: Bakery, me: Identity) -> IdSet:
    """All processes but one."""
    return b.procs[me].unchecked.everyone().excluding(me)


def precedes(b: Bakery, i: Identity, j: Identity) -> Truth:
    """Whether the number of one process, and then its place, is before that of another."""
    mine, other = b.procs[i].num, b.procs[j].num
    return (mine < other) | ((mine == other) & (position(i) < position(j)))


@action
def ncs(b: Bakery, me: Proc) -> Bakery:
    """The process wants to enter; it may also stay outside for ever."""
    return go(b, me, Pc.ncs, Pc.e1)


@action
def e1_flicker(b: Bakery, me: Proc) -> Bakery:
    """While it writes its flag, others read anything."""
    return go(b, me, Pc.e1, Pc.e1, flag=not_(b.procs[me].flag))


@action
def e1(b: Bakery, me: Proc) -> Bakery:
    """It says that it chooses a number."""
    return go(b, me, Pc.e1, Pc.e2, flag=True, unchecked=others(b, me), max=0)


@action
def e2(b: Bakery, me: Proc, i: Proc) -> Bakery:
    """It reads the number of another, and notes the greatest."""
    greatest = maximum(b.procs[me].max, b.procs[i].num)
    return go(b, me, Pc.e2, Pc.e2, unchecked=look(b, me, i), max=greatest)


@action
def e2_end(b: Bakery, me: Proc) -> Bakery:
    """It has read all numbers."""
    return looked(b, me, Pc.e2, Pc.e3)


@action
def e3_flicker(b: Bakery, me: Proc, k: Nat) -> Bakery:
    """While it writes its number, others read anything."""
    return go(b, me, Pc.e3, Pc.e3, num=k)


@action
def e3(b: Bakery, me: Proc, i: Nat) -> Bakery:
    """It takes a number greater than all that it read."""
    require(i > b.procs[me].max, "the number is greater than those that it read")
    return go(b, me, Pc.e3, Pc.e4, num=i)


@action
def e4_flicker(b: Bakery, me: Proc) -> Bakery:
    """While it writes its flag, others read anything."""
    return go(b, me, Pc.e4, Pc.e4, flag=not_(b.procs[me].flag))


@action
def e4(b: Bakery, me: Proc) -> Bakery:
    """It says that it has chosen a number."""
    return go(b, me, Pc.e4, Pc.w1, flag=False, unchecked=others(b, me))


@action
def w1(b: Bakery, me: Proc, i: Proc) -> Bakery:
    """It looks at another that does not choose a number."""
    require(b.procs[me].unchecked.has(i), "the process has not looked at the other")
    require(not_(b.procs[i].flag), "the other does not choose a number")
    return go(b, me, Pc.w1, Pc.w2, nxt=i)


@action
def w1_end(b: Bakery, me: Proc) -> Bakery:
    """It is before all others, and enters."""
    return looked(b, me, Pc.w1, Pc.cs)


@action
def w2(b: Bakery, me: Proc) -> Bakery:
    """The other has no number, or one after its own."""
    nxt = b.procs[me].nxt
    require((b.procs[nxt].num == 0) | precedes(b, me, nxt), "the process is before the other")
    return go(b, me, Pc.w2, Pc.w1, unchecked=b.procs[me].unchecked.excluding(nxt))


@action
def cs(b: Bakery, me: Proc) -> Bakery:
    """It leaves."""
    return go(b, me, Pc.cs, Pc.exit)


@action
def exit_flicker(b: Bakery, me: Proc, k: Nat) -> Bakery:
    """While it takes its number back, others read anything."""
    return go(b, me, Pc.exit, Pc.exit, num=k)


@action
def exit(b: Bakery, me: Proc) -> Bakery:
    """It has no number."""
    return go(b, me, Pc.exit, Pc.ncs, num=0)


@promise
def mutual_exclusion(b: Bakery) -> Truth:
    """At most one process is inside."""
    return count(p.pc == Pc.cs for p in b.procs) <= 1


def before(b: Bakery, i: Identity, j: Identity) -> Truth:
    """Whether j can't enter before i, unless i changes its number."""
    one, other = b.procs[i], b.procs[j]
    e2 = (other.pc == Pc.e2) & (other.unchecked.has(i) | (other.max >= one.num))
    e3 = (other.pc == Pc.e3) & (other.max >= one.num)
    waits = one_of(other.pc, (Pc.w1, Pc.w2))
    later = ((other.pc == Pc.e4) | (waits & other.unchecked.has(i))) & precedes(b, i, j)
    return (one.num > 0) & (one_of(other.pc, (Pc.ncs, Pc.e1, Pc.exit)) | e2 | e3 | later)


@promise
def iinv(b: Bakery) -> Truth:
    """The inductive invariant."""
    procs = b.procs.indices()
    return all_of(invariant_of(b, i, b.procs[i], [j for j in procs if j != i]) for i in procs)


def invariant_of(b: Bakery, i: Identity, p: Process, others: list[Identity]) -> Truth:
    """What the inductive invariant says of a process."""
    waits, other = one_of(p.pc, (Pc.w1, Pc.w2)), b.procs[p.nxt]
    chooses = ((other.pc == Pc.e2) & not_(other.unchecked.has(i))) | (other.pc == Pc.e3)
    claims = [
        implies(one_of(p.pc, (Pc.e4, Pc.w1, Pc.w2, Pc.cs)), p.num != 0),
        implies(one_of(p.pc, (Pc.e2, Pc.e3)), p.flag),
        implies(p.pc == Pc.w2, p.nxt != i),
        implies(waits, not_(p.unchecked.has(i))),
        *[implies(waits & not_(p.unchecked.has(j)), before(b, i, j)) for j in others],
        implies((p.pc == Pc.w2) & chooses, other.max >= p.num),
        *[implies(p.pc == Pc.cs, before(b, i, j)) for j in others],
    ]
    return all_of(claims)


@leads_to
def deadlock_free(b: Bakery) -> tuple[Truth, Truth]:
    """If a process wants to enter, some process enters. It does not if its flag flickers for ever."""
    return any_of(p.pc == Pc.e1 for p in b.procs), any_of(p.pc == Pc.cs for p in b.procs)


@leads_to
def starvation_free(b: Bakery, i: Proc) -> tuple[Truth, Truth]:
    """If a process wants to enter, it enters."""
    return b.procs[i].pc == Pc.e1, b.procs[i].pc == Pc.cs


def machine(N: int = 2, MaxNat: int = 2) -> Machine:
    """N processes, each of which goes on unless it is outside, and numbers up to MaxNat."""
    proc, number = Id("proc", N), Int(0, MaxNat)
    process = Process.of(num=number, flag=Bool(), pc=Pc, unchecked=IdSet.of(proc), max=number, nxt=proc)
    state, bounds = Bakery.of(procs=Array.of(proc, process)), {"N": N, "MaxNat": MaxNat}
    choose, wait = [e1_flicker, e1, e2, e2_end, e3_flicker, e3, e4_flicker, e4], [w1, w1_end, w2]
    enter = [*choose, *wait, cs, exit_flicker, exit]
    promises = [mutual_exclusion, iinv, deadlock_free, starvation_free]
    domains, fairness, actions = {"proc": proc, "number": number}, [fair(*enter, each="me")], [ncs, *enter]
    return Machine("bakery", bounds, state, state.default, actions, promises, domains, fairness=fairness)
