"""Mutual exclusion by a flag, as a family that says a few things about itself: stories, a loss, costs, lemmas, pins.

With `test-then-set` a process looks at the flag in one step and sets it in the next; with `test-and-set` in one.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from tidemark import (
    Array,
    At,
    Bool,
    Bound,
    Cost,
    Domain,
    Enum,
    Family,
    Id,
    Identity,
    Int,
    Label,
    Loss,
    Machine,
    Number,
    Protocol,
    Record,
    Rule,
    Telling,
    Truth,
    action,
    all_of,
    count,
    implies,
    not_,
    promise,
    require,
)

Place = Enum("place", "outside", "door", "inside")


class House(Record):
    """Processes, a flag that says that one is inside, and how often one may still go in."""

    places: Array[Label]
    flag: Truth
    visits: Number


Process = Annotated[Identity, Domain("process")]


@action
def look(h: House, process: Process) -> House:
    """A process sees that the flag is down, and goes to the door."""
    require(h.places[process] == Place.outside, "the process is outside")
    require(not_(h.flag), "the flag is down")
    require(h.visits > 0, "a visit is left")
    return h.but(places=h.places.but(process, Place.door), visits=h.visits - 1)


@action
def enter(h: House, process: Process) -> House:
    """A process at the door goes in, and puts the flag up."""
    require(h.places[process] == Place.door, "the process is at the door")
    return h.but(places=h.places.but(process, Place.inside), flag=True)


@action
def look_and_enter(h: House, process: Process) -> House:
    """A process sees that the flag is down, goes in and puts it up, all at once."""
    require(h.places[process] == Place.outside, "the process is outside")
    require(not_(h.flag), "the flag is down")
    require(h.visits > 0, "a visit is left")
    return h.but(places=h.places.but(process, Place.inside), visits=h.visits - 1, flag=True)


@action
def leave(h: House, process: Process) -> House:
    """A process goes out, and takes the flag down."""
    require(h.places[process] == Place.inside, "the process is inside")
    return h.but(places=h.places.but(process, Place.outside), flag=False)


@promise
def mutual_exclusion(h: House) -> Truth:
    """At most one process is inside."""
    return count(place == Place.inside for place in h.places) <= 1


@promise
def inside_under_the_flag(h: House) -> Truth:
    """Whoever is inside has put the flag up."""
    return all_of(implies(place == Place.inside, h.flag) for place in h.places)


STORIES = {
    "look": "Process {process} sees no flag, and goes to the door.",
    "enter": lambda process, **_: f"Process {process} goes in.",
}


def _crowd(h: House) -> Iterator[Loss]:
    inside = [index for index, place in enumerate(h.places) if place == Place.inside]
    if len(inside) > 1:
        yield Loss(inside, f"Processes {' and '.join(map(str, inside))} are both inside.")


LOSSES = {"mutual-exclusion": _crowd}
EVENTS = {"a flag that goes up": lambda before, after: bool(after.flag) and not before.flag}
SITUATIONS = {"two are at the door": lambda h: sum(place == Place.door for place in h.places) == 2}


class HouseTelling(Telling[House]):
    """What a run of the house says."""

    stories, losses, events, situations = STORIES, LOSSES, EVENTS, SITUATIONS
    noun = "right"

    def name(self, value: int) -> str:
        return f"the right of process {value}"


def _build(name: str, bounds: dict[str, Any], chosen: dict[str, Rule]) -> Machine:
    process = Id("process", bounds["processes"])
    state = House.of(places=Array.of(process, Place), flag=Bool(), visits=Int(0, bounds["visits"]))
    return Machine(
        name,
        bounds,
        state,
        state(visits=bounds["visits"]),
        [*chosen["entry"].actions, leave],
        [mutual_exclusion],
        {"process": process},
    )


class HouseAt(At):
    """Who goes in, and how often."""

    processes = Bound("who wants to go in", 3, 1, 4)
    visits = Bound("how often one may go in", 3, 0, 4, role="budget")


FAMILY = Family(
    "mutex",
    HouseAt,
    {"entry": "how a process goes in"},
    (mutual_exclusion,),
    _build,
    telling=HouseTelling(),
    lemmas={"mutual-exclusion": (inside_under_the_flag,)},
    costs=(Cost("visits", lambda before, after: before.visits - after.visits),),
    pins=Path(__file__).with_name("outside_pins.toml"),
    grid=Path(__file__).with_name("outside_grid.toml"),
)
PROTOCOLS = (
    Protocol(
        "mutex/test-then-set",
        "look at the flag, then set it",
        FAMILY,
        {"entry": Rule((look, enter), "in two steps")},
    ),
    Protocol(
        "mutex/test-and-set",
        "look at the flag and set it at once",
        FAMILY,
        {"entry": Rule((look_and_enter,), "in one step")},
    ),
)
