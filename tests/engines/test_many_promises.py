"""More promises than a word has bits: every engine evaluates them, and each is told apart."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import pytest

from tests.support.compiled import Compiled
from tests.support.spark import told
from tests.support.temporal import agree_on_runs
from tidemark.checker import engines
from tidemark.checker.engines import reference
from tidemark.checker.engines.engine import SearchRequest
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.masks import from_words, mask_words, to_words
from tidemark.checker.engines.native.shrinking import Attempts
from tidemark.checker.engines.native.walk import Walks
from tidemark.checker.engines.random import shrinking
from tidemark.checker.engines.spark import about_runs
from tidemark.checker.engines.spark import search as spark
from tidemark.checker.explorer.grouping import GroupingChoice
from tidemark.checker.explorer.questions import Questions
from tidemark.checker.runs.results import Limits
from tidemark.spec import (
    Array,
    Domain,
    Id,
    Identity,
    Int,
    Machine,
    Number,
    Promise,
    Record,
    Truth,
    action,
    every_step,
    fair,
    implies,
    leads_to,
    not_,
    require,
)

GO_ON = Limits(keep_going=True)
LAST = 80


class Place(Record):
    """Where a walk on a line is."""

    at: Number


By = Annotated[Number, Domain("by")]


@action
def go(place: Place, by: By) -> Place:
    """It goes on."""
    require(place.at + by <= LAST, "it does not pass the end")
    return place.but(at=place.at + by)


def never_at(k: int) -> Promise:
    """A promise that is broken in one state, and whose condition arises in all before it."""
    return Promise(f"never-at-{k}", lambda place: implies(place.at <= k, place.at != k))


def line(*numbers: int) -> Machine:
    """A walk on a line, with promises that are broken after different runs, and some that hold, or are vacuous."""
    place = Place.of(at=Int(0, LAST))
    vacuous = Promise("vacuous", lambda place: implies(place.at > 90, place.at == 7))
    promises = [*map(never_at, numbers), Promise("holds", lambda place: place.at <= LAST), vacuous]
    return Machine("line", {}, place, place.default, [go], promises, {"by": Int(1, 8)})


COUNTS = [(*range(62),), (*range(63),), (*range(64), 9000), (*range(80), *range(200, 320))]
"""So that there are 64, 65, 67 and 202 promises: at the edge of a word, and in four words."""


@pytest.mark.parametrize("numbers", COUNTS, ids=lambda numbers: str(len(numbers) + 2))
def test_the_engines_agree_on_each_of_many_promises(numbers: tuple[int, ...]) -> None:
    machine = line(*numbers)
    truth = told(reference.search(machine, GO_ON))
    assert truth["promises"][f"never-at-{numbers[61]}"]["length"] == 9
    assert truth["vacuous"]["vacuous"]
    for threads in (1, 3):
        assert told(native.search(machine, GO_ON, threads=threads)) == truth
    assert told(spark.search(machine, GO_ON, handover=10**9)) == truth
    states = [(0,), (61,), (63,), (64,), (LAST,)]
    compiled = Compiled(machine)
    for state in states:
        assert compiled.broken(state) == reference.broken_promises(machine, state)[0]


def test_a_search_with_many_promises_goes_on(tmp_path: Path) -> None:
    machine = line(*range(81))
    for engine in ("native", "spark"):
        place = str(tmp_path / engine)
        stopped = SearchRequest(workdir=place, keep_going=True, max_states=40)
        assert not engines.search(engine, machine, stopped).complete
        request = SearchRequest(workdir=place, keep_going=True, resume=True)
        assert told(engines.search(engine, machine, request)) == told(reference.search(machine, GO_ON))


def test_random_walks_watch_many_promises_and_their_runs_are_shrunk() -> None:
    machine = line(*range(81))
    kernel = Kernel(machine, symmetry=False)
    runs = Walks(machine, kernel, length=LAST, seed=1, threads=1).runs({"never-at-70"}, lambda: False)
    assert runs["never-at-70"].steps[-1].state == (70,)
    shrunk = shrinking.shrink(runs["never-at-70"], attempts=partial(Attempts, kernel))
    assert (shrunk.run.promise, shrunk.run.steps[-1].state) == ("never-at-70", (70,))
    assert shrunk.run.length <= runs["never-at-70"].length


Guest = Annotated[Identity, Domain("guest")]
Room = Annotated[Identity, Domain("room")]


class House(Record):
    """The room in which each guest is."""

    rooms: Array[Number]


@action
def move(house: House, guest: Guest) -> House:
    """A guest goes to the next room."""
    require(house.rooms[guest] < 3, "it is not in the last room")
    return house.but(rooms=house.rooms.but(guest, house.rooms[guest] + 1))


@every_step
def nobody_passes(
    before: House, after: House, guest: Guest, second: Guest, third: Guest, fourth: Guest
) -> Truth:
    """No guest goes to the last room while three of the others are in the first."""
    goes = (before.rooms[guest] == 2) & (after.rooms[guest] == 3)
    others = (after.rooms[second] == 0) & (after.rooms[third] == 0) & (after.rooms[fourth] == 0)
    return implies(goes, not_(others))


@leads_to
def everybody_arrives(house: House, guest: Guest, second: Guest, third: Guest) -> tuple[Truth, Truth]:
    """Where two guests are in the first room each comes to the last one."""
    return (house.rooms[guest] == 0) & (house.rooms[second] == 0), house.rooms[third] == 3


def house(*promises: Any) -> Machine:
    guest = Id("guest", 3)
    state = House.of(rooms=Array.of(guest, Int(0, 3)))
    domains = {"guest": guest}
    return Machine("house", {}, state, state.default, [move], list(promises), domains, fairness=[fair(move)])


def test_promises_about_runs_with_eighty_one_choices_are_answered() -> None:
    machine = house(nobody_passes, everybody_arrives)
    found = agree_on_runs(machine)
    assert found["nobody-passes"].verdict == "violated"
    assert found["everybody-arrives"].verdict == "holds"
    on_spark = about_runs.check(machine, handover=10**9).promises
    by_smt = engines.search("smt", machine, SearchRequest(max_length=4)).promises
    for others in (on_spark, by_smt):
        assert others["nobody-passes"].length == found["nobody-passes"].length
    assert on_spark["everybody-arrives"].verdict == "holds"


@pytest.mark.parametrize("count", [0, 1, 63, 64, 65, 128, 129])
def test_a_mask_is_as_many_words_as_it_needs(count: int) -> None:
    words = mask_words(count)
    assert (words - 1) * 64 < max(1, count) <= words * 64
    for mask in (0, (1 << count) - 1, 1 << max(0, count - 1)):
        assert from_words(to_words(mask, words)) == mask


def test_the_explorer_counts_the_states_that_break_each_of_many_promises() -> None:
    machine = line(*range(80))
    asked = Questions(machine)
    asked.measure()
    groups = asked.groups(GroupingChoice(["at"]))["groups"]
    broken = {one["key"][0]: one["broken"] for one in groups}
    assert broken == {at: {f"never-at-{at}": 1} if at < 80 else {} for at in range(LAST + 1)}
