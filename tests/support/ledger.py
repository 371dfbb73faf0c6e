"""A machine that calculates with each operation of numbers."""

from __future__ import annotations

from typing import Annotated

from tidemark.spec import Action, Domain, Int, Machine, Number, Promise, Record, minimum, require


class Ledger(Record):
    sum: Number
    part: Number
    rate: Number


def ledger() -> Machine:
    """A machine that calculates with each operation, by constants and by what depends on the state."""

    def book(s: Ledger, by: Annotated[Number, Domain("by")]) -> Ledger:
        require(abs(s.sum + by) <= 9, "it fits")
        return s.but(sum=s.sum + by, rate=(s.rate * s.rate + by) % 3 + 1)

    def split(s: Ledger, by: Annotated[Number, Domain("by")]) -> Ledger:
        return s.but(part=s.sum // (by * 2 + 1) - s.sum // s.rate, rate=1 + s.sum % s.rate)

    def scale(s: Ledger) -> Ledger:
        return s.but(part=minimum(s.part * s.rate, 9) % (0 - s.rate), sum=-(s.sum // -2))

    state = Ledger.of(sum=Int(-9, 9), part=Int(-18, 18), rate=Int(1, 3))
    promises = [
        Promise("whole", lambda s: (s.sum // s.rate) * s.rate + s.sum % s.rate == s.sum),
        Promise("small", lambda s: s.part * s.part < 9),
        Promise("around", lambda s: s.sum % 12 < 10),
        Promise("moved", lambda s: (abs(s.sum) > 0) | (s.rate < 3)),
        Promise("odd", lambda s: (s.sum * s.rate) % 5 != 4),
    ]
    actions = [
        Action("book", book, {"by": "by"}),
        Action("split", split, {"by": "by"}),
        Action("scale", scale, {}),
    ]
    return Machine("ledger", {}, state, state.default, actions, promises, {"by": Int(-2, 2)})
