"""Small machines with numbers at the edges of 31, 32 and 64 bits, for each place where a number has a width."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from tests.support.random_numbers import MOST
from tidemark.spec import (
    Action,
    Array,
    Domain,
    Enum,
    Id,
    IdSet,
    Int,
    Machine,
    Network,
    Number,
    Only,
    Promise,
    Record,
    Sequence,
    Truth,
    count,
    maximum,
    minimum,
    where,
)

LIMIT = 3_000_000_000
COLOUR, REPLICA = Enum("colour", "red", "green"), Id("replica", 2)
ZERO, TRUE, FALSE = Only(0), Only(True), Only(False)


class Two(Record):
    a: Number
    b: Number


def two(
    lo: int, hi: int, actions: dict[str, Callable[[Any], Any]], *promises: Callable[[Any], Any], **first: int
) -> Machine:
    """A machine with two numbers from `lo` to `hi`. Promises have their places as names."""
    state = Two.of(a=Int(lo, hi), b=Int(lo, hi))
    return Machine(
        "two",
        {},
        state,
        state.default.but(**first),
        [Action(name, function, {}) for name, function in actions.items()],
        [Promise(f"promise-{k}", holds) for k, holds in enumerate(promises)],
    )


SUM = two(
    0,
    2_000_000_000,
    {"fill_a": lambda s: s.but(a=2_000_000_000), "fill_b": lambda s: s.but(b=2_000_000_000)},
    lambda s: s.a + s.b <= LIMIT,
    lambda s: s.a + s.b >= 0,
)
"""The first promise is broken after three states, and needs more than 32 bits."""
CLIMB = two(-MOST, MOST, {"climb": lambda s: s.but(a=s.a + 2)}, lambda s: s.a > 0, a=MOST - 4)
"""The third step leaves the domain."""


class Full(Record):
    parts: Array[Number]


def _fill(s: Full, part: Annotated[Number, Domain("part")]) -> Full:
    return s.but(parts=s.parts.but(part, 2**16 - 1))


FULL_STATE = Full.of(parts=Array.of(Int(0, 3), Int(0, 2**16 - 1)))


def full() -> Machine:
    """A machine whose states take all 64 bits of their word. One has ones alone."""
    return Machine(
        "full",
        {},
        FULL_STATE,
        FULL_STATE.default,
        [Action("fill", _fill, {"part": "part"})],
        [Promise("not-all", lambda s: sum(s.parts) < 2**18 - 4)],
        {"part": Int(0, 3)},
    )


class Mixed(Record):
    on: Number
    held: Any
    cells: Array[Number]
    queue: Sequence[Number]
    network: Network[Any]


class Message(Record):
    number: Number
    held: Any


def mixed(
    act: Callable[[Any], Any], *promises: Callable[[Any], Any], held: Any = ZERO, sent: Any = TRUE
) -> Machine:
    """A machine whose number `on` goes from 0 to 1 and back, and one action more.

    held: the type of a field. sent: that of a field of a message, beside its number of 30 bits.
    """
    state = Mixed.of(
        on=Int(0, 1),
        held=held,
        cells=Array.of(Int(MOST - 1, MOST), Int(-MOST, MOST)),
        queue=Sequence.of(Int(0, MOST), 2),
        network=Network.of(Message.of(number=Int(MOST - 2**30 + 1, MOST), held=sent), 2),
    )
    actions = [Action("turn", lambda s: s.but(on=1 - s.on), {}), Action("act", act, {})]
    named = [Promise(f"promise-{k}", holds) for k, holds in enumerate(promises)]
    return Machine("mixed", {}, state, state.default, actions, named)


def send(number: Callable[[Any], Any], held: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """An action that sends a message as long as there is room."""

    def act(s: Any) -> Any:
        return s.but(
            network=where(s.network.size() < 2, s.network.send(number=number(s), held=held(s)), s.network)
        )

    return act


def stay(s: Any) -> Any:
    return s


def true(_: Any) -> Truth:
    return True


def cases() -> dict[str, Machine]:
    """Each place where a number has a width, and a machine that has it, new each time."""
    return {
        "a constant beyond 32 bits is written": mixed(lambda s: s.but(on=2**32)),
        "a constant beyond 64 bits is written": mixed(lambda s: s.but(on=-(2**64))),
        "a constant of thousands of digits is written": mixed(lambda s: s.but(on=10**5000)),
        "a constant beyond 32 bits is worked out": mixed(lambda s: s.but(on=(s.on - s.on) + 2**32)),
        "a constant beyond 32 bits is chosen": mixed(lambda s: s.but(on=where(s.on == 0, 2**32, 0))),
        "a difference beyond 32 bits": mixed(
            lambda s: s.but(cells=s.cells.but(MOST - s.on, -MOST + s.on)),
            lambda s: s.cells[MOST] - s.cells[MOST - 1] <= MOST,
            lambda s: (s.on - s.cells[MOST - 1]) - MOST != 0,
        ),
        "constants move across a comparison": mixed(
            stay,
            lambda s: s.on + 2**31 < 2**31 + 1,
            lambda s: s.on + 2**32 > 2**32 - 1,
            lambda s: s.on - 2**33 != 1 - 2**33,
            lambda s: s.cells[MOST] + 2**31 + 2**31 > 2**32,
        ),
        "minimum and maximum": mixed(
            lambda s: s.but(
                cells=s.cells.but(MOST - s.on, maximum(minimum(sum(s.cells) + s.on, MOST), -MOST))
            ),
            lambda s: minimum(sum(s.cells), 2**33) >= 1 - 2**32,
            lambda s: maximum(s.cells[MOST] + s.cells[MOST - 1], s.on - 2**32) > -(2**32) + 2,
        ),
        "a sum of thousands of terms": mixed(stay, lambda s: sum(s.on for _ in range(3000)) < 3000),
        "a count of thousands of conditions": mixed(
            stay, lambda s: count(s.on == k % 3 for k in range(3000)) == 1000
        ),
        "an index far outside": mixed(
            stay,
            lambda s: s.cells[s.on + 2**40] + s.cells[s.on - 2**40] == -2 * MOST,
            lambda s: s.queue[s.on + 2**32] == 0,
        ),
        "an array that begins at a large number": mixed(
            lambda s: s.but(cells=s.cells.but(s.on + MOST, 7)), lambda s: s.cells[MOST - s.on] != 7
        ),
        "a length beyond 32 bits": mixed(
            lambda s: s.but(queue=s.queue.truncate(s.on + 2**32)), lambda s: s.queue.length == 0
        ),
        "a length below 0": mixed(lambda s: s.but(queue=s.queue.truncate(0 - s.on - 2**32))),
        "a field of one truth value": mixed(lambda s: s.but(held=s.on == 1), held=FALSE),
        "a field of one label": mixed(
            lambda s: s.but(held=where(s.on == 1, COLOUR.red, COLOUR.green)), held=Only(COLOUR.green)
        ),
        "a field of one number": mixed(lambda s: s.but(held=s.held + s.on), held=Only(MOST)),
        "a field of the empty set": mixed(
            lambda s: s.but(held=where(s.on == 1, s.held.everyone(), s.held)), held=IdSet.empty_of(REPLICA)
        ),
        "a message with the one truth value": mixed(
            send(lambda s: MOST - s.on, true),
            lambda s: s.network.all(lambda m: m.number >= MOST - 1),
            lambda s: s.network.all(lambda m: m.number >= MOST),
        ),
        "a message with another truth value": mixed(send(lambda s: MOST - s.on, lambda s: s.on == 0)),
        "a message with a number above its domain": mixed(send(lambda s: s.on + MOST, true)),
        "a message with a number below its domain": mixed(send(lambda s: s.on - 2**33, true)),
        "a message with a sum": mixed(
            send(lambda s: s.cells[MOST] + s.cells[MOST - 1] + MOST + MOST + MOST, true),
            lambda s: s.network.all(lambda m: m.number + m.number < 2**32 - 2),
        ),
        "a message whose least number is large": mixed(
            send(lambda s: 1 - s.on, lambda s: s.on - 100),
            lambda s: s.network.all(lambda m: m.held != -99),
            sent=Int(-100, 100),
        ),
        "words with all bits": full(),
    }


CASES = list(cases())
