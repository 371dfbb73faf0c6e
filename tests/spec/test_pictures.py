"""The picture that follows from a state's type: which lanes there are, what they are called, and what is in them."""

from __future__ import annotations

from typing import Any

import pytest

from tidemark.spec import (
    Array,
    At,
    Enum,
    Family,
    Id,
    Int,
    Label,
    Machine,
    Network,
    Number,
    Only,
    Record,
    Telling,
    UsageError,
)
from tidemark.spec.families.family import telling_of
from tidemark.spec.families.picture import MOST_LANES, Lane, Picture, by_type, lanes_by_domains

SEAT = Id("seat", 2)
WORK = Enum("work", "idle", "busy")


class Seat(Record):
    work: Label
    turns: Number


class Ticket(Record):
    number: Number


class Office(Record):
    open: Number
    seats: Array[Seat]
    waits: Array[Number]
    next_ticket: Ticket
    mail: Network[Ticket]
    limit: Number


TICKET = Ticket.of(number=Int(0, 3))
OFFICE = Office.of(
    open=Int(0, 1),
    seats=Array.of(SEAT, Seat.of(work=WORK, turns=Int(0, 3))),
    waits=Array.of(SEAT, Int(0, 3)),
    next_ticket=TICKET,
    mail=Network.of(TICKET, 2),
    limit=Only(3),
)


def shown(picture: Picture) -> dict[str, str]:
    return {lane.title: lane.summary for lane in picture.lanes}


def test_arrays_have_a_lane_for_each_index_records_their_own_and_the_rest_share_one() -> None:
    assert shown(by_type(OFFICE.default)) == {
        "State": "open 0, mail {}",
        "Seat 0": "seat 0: work idle, turns 0, waits 0",
        "Seat 1": "seat 1: work idle, turns 0, waits 0",
        "Next ticket": "next ticket: number 0",
    }


def test_the_fields_of_a_lane_have_their_paths_in_the_state() -> None:
    lanes = by_type(OFFICE.default).lanes
    assert [[entry.path for entry in lane.fields] for lane in lanes] == [
        ["open", "mail"],
        ["seats[0].work", "seats[0].turns", "waits[0]"],
        ["seats[1].work", "seats[1].turns", "waits[1]"],
        ["next_ticket.number"],
    ]
    assert [(lane.actor, lane.short) for lane in lanes[:2]] == [("state", "State"), ("seat 0", "Seat0")]
    assert lanes[0].fields[1].messages == ()
    assert lanes[0].fields[0].messages is None


def test_lanes_that_are_named_hold_the_fields_that_are_named_with_them() -> None:
    assert shown(by_type(OFFICE.default, {"desk": ("seats",), "counter": ("open", "next_ticket")})) == {
        "State": "mail {}",
        "Desk 0": "desk 0: work idle, turns 0",
        "Desk 1": "desk 1: work idle, turns 0",
        "Counter": "counter: open 0, number 0",
        "Seat 0": "seat 0: waits 0",
        "Seat 1": "seat 1: waits 0",
    }


def test_a_lane_of_a_field_that_is_not_there_is_refused() -> None:
    with pytest.raises(UsageError, match="a lane shows a field that the state does not have"):
        by_type(OFFICE.default, {"desk": ("seat",)})


class Pair(Record):
    left: Number
    right: Number


PAIR = Pair.of(left=Int(0, 3), right=Int(0, 3))


def test_fields_that_are_all_alone_have_a_lane_each() -> None:
    assert shown(by_type(PAIR.default)) == {"left": "left 0", "right": "right 0"}


class Twice(Record):
    first: Pair
    second: Pair


def test_fields_of_one_name_in_one_lane_are_told_apart_by_their_paths() -> None:
    state = Twice.of(first=PAIR, second=PAIR).default
    names = [entry.name for entry in by_type(state, {"both": ("first", "second")}).lanes[0].fields]
    assert names == ["left", "right", "second.left", "second.right"]


class Game(Record):
    on: Number
    pair: Pair
    cells: Array[Number]


class Board(Record):
    cells: Array[Number]


@pytest.mark.parametrize("places", [MOST_LANES, MOST_LANES + 1])
def test_an_array_of_many_numbers_has_no_lanes(places: int) -> None:
    state = Game.of(on=Int(0, 1), pair=PAIR, cells=Array.of(Int(1, places), Int(0, 1))).default
    first, *others = by_type(state).lanes
    assert len(others) == (1 if places > MOST_LANES else 1 + places)
    assert len(first.fields) == (1 + places if places > MOST_LANES else 1)


def test_lanes_are_named_by_the_only_domain_that_indexes_an_array() -> None:
    place, size = Int(0, 2), Int(0, 2)
    type = Board.of(cells=Array.of(place, Int(0, 1)))
    assert lanes_by_domains(type, {"place": place}) == {"place": ["cells"]}
    assert lanes_by_domains(type, {"size": size}) == {"size": ["cells"]}
    assert lanes_by_domains(type, {"size": size, "place": place}) == {"place": ["cells"]}
    assert lanes_by_domains(type, {"size": size, "wide": Int(0, 2)}) == {}
    assert lanes_by_domains(type, {"wide": Int(0, 3)}) == {}
    by_id = Board.of(cells=Array.of(SEAT, Int(0, 1)))
    assert lanes_by_domains(by_id, {"seat": SEAT}) == {}
    long = Int(0, MOST_LANES)
    assert lanes_by_domains(Board.of(cells=Array.of(long, Int(0, 1))), {"place": long}) == {}


class Drawn(Telling[Any]):
    def picture(self, state: Any) -> Picture:
        return Picture(())


def machine(telling: Telling[Any]) -> Machine:
    place = Int(0, 2)
    type = Board.of(cells=Array.of(place, Int(0, 1)))
    family = Family("board", At, {}, (), telling=telling)
    return Machine("board", {}, type, type.default, [], [], {"place": place}, family=family)


def test_domains_name_lanes_only_where_the_family_says_nothing_of_lanes_or_pictures() -> None:
    assert telling_of(machine(Telling())).lanes == {"place": ["cells"]}
    assert telling_of(machine(Telling(lanes={"cell": ("cells",)}))).lanes == {"cell": ("cells",)}
    assert telling_of(machine(Drawn())).lanes == {}


def test_a_row_has_cells_within_it_and_none_outside() -> None:
    picture = Picture((Lane("a", "A", "A", cells=(), summary="x"), Lane("b", "B", "B", summary="y")))
    assert [lane.actor for lane in picture.rows] == ["a"]
    assert picture.lines() == ["a: x", "y"]
    assert Picture((Lane("c", "C", "C", optional=True, summary="z"),)).lines() == []
