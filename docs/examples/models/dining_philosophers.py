"""Dining philosophers who hand each other forks, after Chandy and Misra: Jeff Hemphill's `DiningPhilosophers.tla`.

Nothing is left out. Philosophers and forks are numbered from 0: fork p is on the left of philosopher p.
"""

from typing import Annotated
from tidemark import Array, Bool, Domain, Enum, Int, Label, Machine, Number, Record, Truth
from tidemark import action, all_of, always_eventually, fair, not_, promise, require, where

PC = Enum("pc", "Loop", "Think", "Eat")


class Fork(Record):
    """Who holds it, and whether it is clean."""

    holder: Number
    clean: Truth


class Table(Record):
    """The forks; where each philosopher is, and whether it is hungry."""

    forks: Array[Fork]
    pc: Array[Label]
    hungry: Array[Truth]


Philosopher = Annotated[Number, Domain("philosopher")]


@action
def loop(table: Table, p: Philosopher) -> Table:
    """A philosopher cleans a dirty fork and hands it over. If hungry, it eats with two clean forks; else it thinks."""
    require(table.pc[p] == PC.Loop, "the philosopher is in its loop")
    left, right = ((p + step) % len(table.pc.indices()) for step in (-1, 1))
    gives_left = (table.forks[p].holder == p) & not_(table.forks[p].clean)
    gives_right = (table.forks[right].holder == p) & not_(table.forks[right].clean)
    without_right = where(gives_right, table.forks.but(right, holder=right, clean=True), table.forks)
    forks = where(gives_left, table.forks.but(p, holder=left, clean=True), without_right)
    can_eat = all_of((forks[f].holder == p) & forks[f].clean for f in (p, right))
    pc = where(table.hungry[p], where(can_eat, PC.Eat, PC.Loop), PC.Think)
    return table.but(forks=forks, pc=table.pc.but(p, pc))


@action
def think(table: Table, p: Philosopher) -> Table:
    """A philosopher thinks, and gets hungry."""
    require(table.pc[p] == PC.Think, "the philosopher thinks")
    return table.but(hungry=table.hungry.but(p, True), pc=table.pc.but(p, PC.Loop))


@action
def eat(table: Table, p: Philosopher) -> Table:
    """A philosopher eats, which leaves both forks dirty."""
    require(table.pc[p] == PC.Eat, "the philosopher eats")
    forks = table.forks.but(p, clean=False).but((p + 1) % len(table.pc.indices()), clean=False)
    return table.but(forks=forks, hungry=table.hungry.but(p, False), pc=table.pc.but(p, PC.Loop))


@promise
def exclusive_access(table: Table) -> Truth:
    """Two philosophers who share a fork never eat at the same time."""
    eats = [pc == PC.Eat for pc in table.pc]
    return all_of(not_(eats[p] & eats[p - 1]) for p in table.pc.indices())


@always_eventually
def nobody_starves(table: Table, p: Philosopher) -> Truth:
    """Every philosopher has eaten again and again."""
    return not_(table.hungry[p])


def machine(np: int = 5) -> Machine:
    """Every philosopher is hungry, and every fork is dirty and held by the lower-numbered philosopher beside it."""
    p, fairness = Int(0, np - 1), [fair(loop, think, eat, each="p")]
    state = Table.of(
        forks=Array.of(p, Fork.of(holder=p, clean=Bool())), pc=Array.of(p, PC), hungry=Array.of(p, Bool())
    )
    first = state.default
    for k in range(np):
        first = first.but("forks", k, "holder", 0 if k == 1 else k).but("hungry", k, True)
    actions, promises, domains = [loop, think, eat], [exclusive_access, nobody_starves], {"philosopher": p}
    return Machine("philosophers", {"np": np}, state, first, actions, promises, domains, fairness=fairness)
