"""Mutual exclusion of two processes, as Dekker's first attempts have it: each looks first, and raises its flag then.

The processes are numbers and not ids: the other one of `me` is `1 - me`.
"""

from typing import Annotated

from tidemark import (
    Array,
    Bool,
    Domain,
    Enum,
    Int,
    Label,
    Machine,
    Number,
    Record,
    Truth,
    action,
    not_,
    promise,
    require,
)

Place = Enum("place", "outside", "wanting", "critical")
process = Int(0, 1)
Process = Annotated[Number, Domain("process")]


class Dekker(Record):
    """Where each process is, the flags that both read, and whose turn it is."""

    place: Array[Label]
    flag: Array[Truth]
    turn: Number


@action
def look(d: Dekker, me: Process) -> Dekker:
    """A process sees that the other's flag is down."""
    require(d.place[me] == Place.outside, "the process is outside")
    require(not_(d.flag[1 - me]), "the other's flag is down")
    return d.but(place=d.place.but(me, Place.wanting))


@action
def enter(d: Dekker, me: Process) -> Dekker:
    """A process raises its flag and enters."""
    require(d.place[me] == Place.wanting, "the process wants to enter")
    return d.but(place=d.place.but(me, Place.critical), flag=d.flag.but(me, True))


@action
def leave(d: Dekker, me: Process) -> Dekker:
    """A process leaves, and it is the other's turn."""
    require(d.place[me] == Place.critical, "the process is inside")
    return d.but(place=d.place.but(me, Place.outside), flag=d.flag.but(me, False), turn=1 - me)


@promise
def mutual_exclusion(d: Dekker) -> Truth:
    """At most one process is in its critical section."""
    return not_((d.place[0] == Place.critical) & (d.place[1] == Place.critical))


state = Dekker.of(place=Array.of(process, Place), flag=Array.of(process, Bool()), turn=process)
machine = Machine(
    "dekker", {}, state, state.default, [look, enter, leave], [mutual_exclusion], {"process": process}
)
