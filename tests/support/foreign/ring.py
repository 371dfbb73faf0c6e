"""A token that goes round a ring of stations; one that has waited too long believes that the token is lost."""

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
    count,
    not_,
    promise,
    require,
    where,
)

STATIONS = 4
PATIENCE = 2
Work = Enum("work", "idle", "wanting", "printing")
station = Int(0, STATIONS - 1)
Station = Annotated[Number, Domain("station")]


class Seat(Record):
    """A station: what it does, whether it has the token, how long it has waited."""

    work: Label
    token: Truth
    waited: Number


class Ring(Record):
    """The stations, and the printer's jobs."""

    seats: Array[Seat]
    printed: Number


@action
def want(r: Ring, me: Station) -> Ring:
    """A station wants to print."""
    seat = r.seats[me]
    require(seat.work == Work.idle, "the station is idle")
    return r.but(seats=r.seats.but(me, seat.but(work=Work.wanting, waited=0)))


@action
def pass_on(r: Ring, me: Station) -> Ring:
    """A station that has the token gives it to the next one, and every waiting station has waited longer."""
    require(r.seats[me].token, "the station has the token")
    require(r.seats[me].work != Work.printing, "the station does not print")
    seats = r.seats
    for place in seats.indices():
        seat = seats[place]
        longer = where((seat.work == Work.wanting) & (seat.waited < PATIENCE), seat.waited + 1, seat.waited)
        seats = seats.but(place, seat.but(waited=longer))
    after = (me + 1) % STATIONS
    seats = seats.but(me, token=False)
    return r.but(seats=seats.but(after, token=True))


@action
def make_token(r: Ring, me: Station) -> Ring:
    """A station that has waited too long makes a new token."""
    seat = r.seats[me]
    require(seat.work == Work.wanting, "the station wants to print")
    require(seat.waited >= PATIENCE, "the station has waited too long")
    require(not_(seat.token), "the station has no token")
    return r.but(seats=r.seats.but(me, seat.but(token=True)))


@action
def begin(r: Ring, me: Station) -> Ring:
    """A station with the token prints."""
    seat = r.seats[me]
    require(seat.token, "the station has the token")
    require(seat.work == Work.wanting, "the station wants to print")
    return r.but(seats=r.seats.but(me, seat.but(work=Work.printing, waited=0)))


@action
def end(r: Ring, me: Station) -> Ring:
    """A station has printed."""
    seat = r.seats[me]
    require(seat.work == Work.printing, "the station prints")
    require(r.printed < 2, "there is paper")
    return r.but(seats=r.seats.but(me, seat.but(work=Work.idle)), printed=r.printed + 1)


@promise
def one_prints(r: Ring) -> Truth:
    """At most one station prints."""
    return count(seat.work == Work.printing for seat in r.seats) <= 1


seat = Seat.of(work=Work, token=Bool(), waited=Int(0, PATIENCE))
state = Ring.of(seats=Array.of(station, seat), printed=Int(0, 2))
first = state.default.but(seats=state.default.seats.but(0, token=True))
machine = Machine(
    "ring", {}, state, first, [want, pass_on, make_token, begin, end], [one_prints], {"station": station}
)
