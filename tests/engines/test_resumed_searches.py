"""A search goes on only where it is the same search: a change of anything that determines its result is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import pytest

from tests.support.temporal import graph
from tidemark.base.errors import UsageError
from tidemark.checker import engines
from tidemark.checker.engines.engine import SearchRequest
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.workdir import NativeWorkdir
from tidemark.checker.engines.spark import about_runs
from tidemark.checker.engines.spark import search as spark
from tidemark.checker.engines.spark.workdir import Workdir
from tidemark.checker.engines.workdir import WorkDirectory, search_identity
from tidemark.checker.runs.results import Limits, Result
from tidemark.spec import (
    Action,
    Array,
    Domain,
    Enum,
    Id,
    Identity,
    Int,
    Label,
    Machine,
    Number,
    Promise,
    Record,
    Truth,
    action,
    all_of,
    eventually,
    fair,
    implies,
    not_,
    promise,
    require,
)

Worker = Annotated[Identity, Domain("worker")]


class Team(Record):
    """What each worker has done."""

    done: Array[Number]
    phase: Label
    unread: Number


@action
def work(team: Team, worker: Worker) -> Team:
    """A worker does one more thing."""
    require(team.done[worker] < 2, "there is work left")
    return team.but(done=team.done.but(worker, team.done[worker] + 1))


@action("work")
def work_less(team: Team, worker: Worker) -> Team:
    """A worker does the first thing."""
    require(team.done[worker] < 1, "there is work left")
    return team.but(done=team.done.but(worker, team.done[worker] + 1))


@action("work")
def work_twice(team: Team, worker: Worker) -> Team:
    """A worker does two things."""
    require(team.done[worker] < 1, "there is work left")
    return team.but(done=team.done.but(worker, team.done[worker] + 2))


@action
def rest(team: Team, worker: Worker) -> Team:
    """A worker begins again."""
    require(team.done[worker] == 2, "it has done all")
    return team.but(done=team.done.but(worker, 0))


@promise
def no_more_than_two(team: Team) -> Truth:
    """No worker does more than two things."""
    return all_of(one <= 2 for one in team.done)


@promise
def not_all(team: Team) -> Truth:
    """Not all workers have done two things."""
    return not_(all_of(one == 2 for one in team.done))


def declared(
    workers: int = 2,
    most: int = 3,
    unread: int = 3,
    labels: tuple[str, ...] = ("day", "night"),
    started: int = 0,
    actions: tuple[Action, ...] = (work, rest),
    promises: tuple[Promise, ...] = (no_more_than_two, not_all),
) -> Machine:
    """The machine of these tests, with something else in one place."""
    worker, phase = Id("worker", workers), Enum("phase", *labels)
    state = Team.of(done=Array.of(worker, Int(0, most)), phase=phase, unread=Int(0, unread))
    initial = state.default.but(unread=started)
    return Machine("team", {"workers": 2}, state, initial, actions, promises, {"worker": worker})


def renamed(one: Any, name: str) -> Any:
    return replace(one, name=name)


def conditional(team: Team) -> Truth:
    """The same promise, with a condition that decides whether it is vacuous."""
    return implies(team.unread == 3, all_of(one <= 2 for one in team.done))


CHANGES: dict[str, Callable[[], Machine]] = {
    "the name": lambda: replace(declared(), name="other"),
    "a bound": lambda: replace(declared(), bounds={"workers": 3}),
    "how many ids": lambda: declared(workers=3),
    "a domain": lambda: declared(most=2),
    "a domain that no function reads": lambda: declared(unread=2),
    "a label that no function reads": lambda: declared(labels=("day", "evening")),
    "the initial state": lambda: declared(started=1),
    "a guard": lambda: declared(actions=(work_less, rest)),
    "an effect": lambda: declared(actions=(work_twice, rest)),
    "the name of an action": lambda: declared(actions=(work, renamed(rest, "begin_again"))),
    "one action less": lambda: declared(actions=(work,)),
    "the order of actions": lambda: declared(actions=(rest, work)),
    "what a promise says": lambda: declared(
        promises=(replace(not_all, name="no-more-than-two"), renamed(no_more_than_two, "not-all"))
    ),
    "the condition of a promise": lambda: declared(
        promises=(Promise("no-more-than-two", conditional), not_all)
    ),
    "the name of a promise": lambda: declared(promises=(renamed(no_more_than_two, "at-most-two"), not_all)),
    "one promise less": lambda: declared(promises=(no_more_than_two,)),
    "one promise more": lambda: declared(promises=(no_more_than_two, not_all, renamed(not_all, "again"))),
    "the order of promises": lambda: declared(promises=(not_all, no_more_than_two)),
}


def by_native(machine: Machine, place: Path, resume: bool = False, symmetry: bool = False) -> Result:
    request = SearchRequest(workdir=str(place), resume=resume, symmetry=symmetry)
    return engines.search("native", machine, request)


def by_spark(machine: Machine, place: Path, resume: bool = False, symmetry: bool = False) -> Result:
    return spark.search(machine, symmetry=symmetry, workdir=place, resume=resume, handover=10**9)


BOTH = pytest.mark.parametrize("check", [by_native, by_spark], ids=["native", "spark"])


@BOTH
@pytest.mark.parametrize("change", CHANGES)
def test_another_search_is_refused_in_one_line(
    check: Callable[..., Result], change: str, tmp_path: Path
) -> None:
    check(declared(), tmp_path)
    with pytest.raises(UsageError, match="has a search with") as refused:
        check(CHANGES[change](), tmp_path, resume=True)
    assert "\n" not in str(refused.value)


@BOTH
def test_the_same_search_goes_on_and_with_symmetry_it_is_another_one(
    check: Callable[..., Result], tmp_path: Path
) -> None:
    first = check(declared(), tmp_path)
    again = check(declared(), tmp_path, resume=True)
    assert (again.promises["not-all"].length, again.distinct_states) == (5, first.distinct_states)
    with pytest.raises(UsageError, match="has a search with the symmetry"):
        check(declared(), tmp_path, resume=True, symmetry=True)


@BOTH
def test_nothing_is_left_of_a_search_that_was_killed_before_its_first_note(
    check: Callable[..., Result], tmp_path: Path
) -> None:
    for name in ("search.json", "kernel.ll", "progress.json"):
        (tmp_path / f"{name}.0123456789ab.part").write_text("{")
    check(declared(), tmp_path)
    assert not [path for path in tmp_path.rglob("*") if path.suffix == ".part"]


@pytest.mark.parametrize("kind", [NativeWorkdir, Workdir])
def test_each_part_of_the_identity_is_noted(
    kind: type[WorkDirectory], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The changes above cover each part; whichever part differs alone is enough."""
    machine = declared()
    digest = Kernel(machine, symmetry=False).digest
    parts = {"engine": "x", "format": 0, **dict.fromkeys(search_identity(machine, False, digest), "x")}
    for part in parts:
        with monkeypatch.context() as patched:
            directory = kind(tmp_path / part)
            assert not directory.begin(machine, False, digest, resume=False)
            assert directory.begin(machine, False, digest, resume=True)
            known = {**directory._read("search.json"), part: parts[part]}
            patched.setattr(WorkDirectory, "_recorded_identity", lambda _, known=known: known)
            with pytest.raises(UsageError, match="has a search with"):
                directory.begin(machine, False, digest, resume=True)


def test_every_part_of_the_identity_is_changed_by_some_machine() -> None:
    def parts(machine: Machine) -> dict[str, Any]:
        return search_identity(machine, False, Kernel(machine, symmetry=False).digest)

    base = parts(declared())
    changed = {
        name for change in CHANGES.values() for name, value in parts(change()).items() if value != base[name]
    }
    assert changed == base.keys() - {"symmetry"}


def test_fairness_is_no_part_of_it_for_a_search_that_goes_on_asks_for_it_anew(tmp_path: Path) -> None:
    @eventually
    def ends(place: Any) -> Truth:
        """It comes to 2."""
        return place.at == 2

    edges = {"a": (0, 1), "b": (1, 2)}

    def check(machine: Machine, resume: bool) -> str:
        found = about_runs.check(machine, Limits(), workdir=tmp_path, resume=resume, handover=10**9)
        return found.promises["ends"].verdict

    assert check(graph(edges, [ends]), resume=False) == "violated"
    assert check(graph(edges, [ends], (fair("a"), fair("b"))), resume=True) == "holds"
