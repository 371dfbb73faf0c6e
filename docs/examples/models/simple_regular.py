"""An algorithm for teaching concurrency, with regular registers, after `SimpleRegular.tla` of tlaplus/Examples by
Leslie Lamport.

A register that is being written has two values, and a reader gets either. Each process writes 1 to its register and
reads that of the process before: one of them reads 1. Fairness is added, without which nothing need happen. The proof
is left out.
"""

from typing import Annotated

from tidemark import Array, Domain, Enum, Int, Label, Machine, Number, Record, Set, Truth, action, all_of  # fmt: skip
from tidemark import any_of, eventually, fair, implies, initial, one_of, promise, require

Pc = Enum("pc", "a1", "a2", "b", "Done")


class Registers(Record):
    """Of each process: the values of its register, what it has read, and where it is."""

    x: Array[Set[Number]]
    y: Array[Number]
    pc: Array[Label]


Proc = Annotated[Number, Domain("proc")]


@initial
def init(s: Registers) -> Registers:
    """All registers are 0."""
    for i in s.x.indices():
        s = s.but("x", i, s.x[i].including(0))
    return s


@action
def a1(s: Registers, i: Proc) -> Registers:
    """The process begins to write 1."""
    require(s.pc[i] == Pc.a1, "the process is at a1")
    return s.but("x", i, s.x[i].including(1)).but("pc", i, Pc.a2)


@action
def a2(s: Registers, i: Proc) -> Registers:
    """It has written 1."""
    require(s.pc[i] == Pc.a2, "the process is at a2")
    return s.but("x", i, s.x[i].excluding(0)).but("pc", i, Pc.b)


@action
def b(s: Registers, i: Proc, v: Annotated[Number, Domain("value")]) -> Registers:
    """It reads the register of the process before."""
    may_read = s.x[(i - 1) % len(s.x.indices())].has(v)
    require((s.pc[i] == Pc.b) & may_read, "the process is at b, and may read the value")
    return s.but("y", i, v).but("pc", i, Pc.Done)


@promise
def p_correct(s: Registers) -> Truth:
    """Once all are done, one has read 1."""
    return implies(all_of(at == Pc.Done for at in s.pc), any_of(y == 1 for y in s.y))


@promise
def inv(s: Registers) -> Truth:
    """The inductive invariant: who is beyond a2 has written 1, and one has read 1 or has yet to read."""
    written = (implies(one_of(s.pc[i], (Pc.b, Pc.Done)), s.x[i].is_only(1)) for i in s.x.indices())
    return all_of(written) & any_of((at != Pc.Done) | (y == 1) for at, y in zip(s.pc, s.y, strict=True))


@eventually
def termination(s: Registers) -> Truth:
    """All are done in the end."""
    return all_of(at == Pc.Done for at in s.pc)


def machine(N: int = 8) -> Machine:
    """N processes."""
    proc, value, actions = Int(0, N - 1), Int(0, 1), [a1, a2, b]
    registers = Registers.of(x=Array.of(proc, Set.of(value)), y=Array.of(proc, value), pc=Array.of(proc, Pc))
    parts = (registers, init, actions, [p_correct, inv, termination], {"proc": proc, "value": value})
    return Machine("simple-regular", {"N": N}, *parts, fairness=[fair(*actions, each=False)])
