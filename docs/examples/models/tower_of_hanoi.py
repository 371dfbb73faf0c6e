"""The towers of Hanoi, after Markus Kuppe and Alexander Niederbuehl's `Hanoi.tla`.

A tower is a number, as there: disk 2^i is on it if bit i is set. Remainders and quotients take the place of `&`.
"""

from typing import Annotated
from tidemark import Array, Domain, Int, Machine, Number, Only, Record, Truth
from tidemark import action, one_of, promise, require


class Hanoi(Record):
    """The disks on each tower, as bits of a number, and all disks, which never change."""

    towers: Array[Number]
    disks: Number


Tower = Annotated[Number, Domain("tower")]
Disk = Annotated[Number, Domain("disk")]


@action
def move(hanoi: Hanoi, source: Tower, target: Tower, disk: Disk) -> Hanoi:
    """The smallest disk of a tower moves to a tower that has no smaller one."""
    require(one_of(disk, [2**k for k in range(10)]) & (source != target), "it is one disk, and two towers")
    require(hanoi.towers[source] % (2 * disk) == disk, "the disk is the smallest on its tower")
    require(hanoi.towers[target] % disk == 0, "the other tower has no smaller disk")
    towers = hanoi.towers.but(source, hanoi.towers[source] - disk)
    return hanoi.but(towers=towers.but(target, towers[target] + disk))


@promise
def inv(hanoi: Hanoi) -> Truth:
    """Every disk is on one tower."""
    return sum(hanoi.towers) == hanoi.disks


@promise
def not_solved(hanoi: Hanoi) -> Truth:
    """Not all disks are on the last tower: the run that breaks this promise is the solution."""
    return hanoi.towers[hanoi.towers.indices()[-1]] != hanoi.disks


def machine(disks: int = 5, towers: int = 3) -> Machine:
    """All disks are on the first tower."""
    tower, disk, bounds = Int(1, towers), Int(1, 2 ** (disks - 1)), {"disks": disks, "towers": towers}
    hanoi = Hanoi.of(towers=Array.of(tower, Int(0, 2**disks - 1)), disks=Only(2**disks - 1))
    first = hanoi.default.but("towers", 1, 2**disks - 1)
    return Machine("hanoi", bounds, hanoi, first, [move], [inv, not_solved], {"tower": tower, "disk": disk})
