"""A baton that runners hand on. Any of them has it first, in the first lap or in the second."""

from typing import Annotated

from tidemark import (
    At,
    Bound,
    Domain,
    Family,
    Id,
    Identity,
    Int,
    Number,
    Protocol,
    Record,
    RecordType,
    Rule,
    Truth,
    action,
    initial,
    promise,
    require,
)

Runner = Annotated[Identity, Domain("runner", lambda at: Id("runner", at.runners))]
Lap = Annotated[Number, Domain("lap", lambda _at: Int(0, 2))]


class RelayAt(At):
    """The bounds."""

    runners = Bound("how many runners there are", 2, low=2, high=4)


class Relay(Record):
    """Who has the baton, and in which lap."""

    holder: Identity
    lap: Number


def relay_type(at: RelayAt) -> RecordType:
    """The type of the states."""
    return Relay.of(holder=Id("runner", at.runners), lap=Int(0, 3))


@initial
def hand_out(r: Relay, first: Runner, lap: Lap) -> Relay:
    """A runner gets the baton, in the first lap or in the second."""
    require(lap < 2, "it is not the last lap")
    return r.but(holder=first, lap=lap)


@action("hand_on")
def hand_on(r: Relay, to: Runner) -> Relay:
    """The baton is handed on, and the next lap begins."""
    require(r.holder != to, "another runner has it")
    require(r.lap < 3, "there is a lap left")
    return r.but(holder=to, lap=r.lap + 1)


@action("hand_on")
def hand_on_twice(r: Relay, to: Runner) -> Relay:
    """The baton is handed on in the first two laps alone."""
    require(r.lap < 2, "the race is not over")
    return hand_on.function(r, to)


@promise(broken="the third lap has begun")
def two_laps(r: Relay) -> Truth:
    """Nobody begins a third lap."""
    return r.lap < 2


@promise
def four_laps(r: Relay) -> Truth:
    """Nobody begins a fifth lap."""
    return r.lap < 4


FAMILY = Family(
    name="relay",
    at=RelayAt,
    rules={"hand": "when the baton is handed on"},
    promises=(two_laps, four_laps),
    state=relay_type,
    initial=hand_out,
    actions=("hand",),
)
LONG = Protocol("relay/long", "in three laps", FAMILY, {"hand": Rule((hand_on,), "in three laps")})
SHORT = Protocol("relay/short", "in two laps", FAMILY, {"hand": Rule((hand_on_twice,), "in two laps")})
