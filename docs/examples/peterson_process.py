"""Peterson's lock as a process: each `yield` names where it waits, and what comes up to the next one is one action.

docs/examples/models/peterson.py has the same machine, written as actions.
"""

from typing import Annotated, Any

from tidemark import (
    Array,
    Bool,
    Domain,
    Id,
    Identity,
    Machine,
    Record,
    Steps,
    Truth,
    count,
    not_,
    process,
    promise,
    require,
    where,
)

ProcessId = Annotated[Identity, Domain("process")]


class Lock(Record):
    """Who wants to enter, who goes first, and where each process is."""

    wants: Array[Truth]
    turn: Identity
    at: Array[Any]


def other(s: Lock, me: ProcessId) -> Identity:
    """The other process."""
    both: list[Identity] = s.wants.indices()
    return where(me == both[0], both[1], both[0])


@process("at")
def enter(s: Lock, me: ProcessId) -> Steps:
    """A process enters again and again."""
    while True:
        yield "outside"
        yield "asking"
        s.wants[me] = True
        yield "yielding"
        s.turn = other(s, me)
        yield "waiting"
        require(
            not_(s.wants[other(s, me)]) | (s.turn == me), "the other one does not want to enter, or lets it"
        )
        yield "inside"
        yield "leaving"
        s.wants[me] = False


@promise
def mutual_exclusion(s: Lock) -> Truth:
    """At most one process is inside."""
    return count(place.pc == enter.pc.inside for place in s.at) <= 1


both = Id("process", 2)
state = Lock.of(wants=Array.of(both, Bool()), turn=both, at=enter.type(both))
machine = Machine("peterson", {}, state, state.default, enter.actions, [mutual_exclusion], {"process": both})
