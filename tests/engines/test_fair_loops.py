"""A fair loop is told as soon as it is known that there is one; it is made the shortest in the time that is left."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.temporal import Place, agree_on_runs, graph, run_of
from tidemark.checker.analyses.replay import replay
from tidemark.checker.engines.bookkeeping import OutOfTime
from tidemark.checker.engines.liveness import by_reference
from tidemark.checker.engines.liveness import reference_lassos as lasso_search
from tidemark.checker.engines.liveness.lasso_check import find_broken_fairness
from tidemark.checker.engines.native import liveness
from tidemark.checker.engines.native.liveness import fair_loops
from tidemark.checker.engines.native.liveness.fair_loops import LoopSearch
from tidemark.checker.engines.spark import about_runs
from tidemark.checker.runs.results import Limits, Result, Run
from tidemark.spec import Machine, Truth, always_eventually, eventually, eventually_always, strongly_fair


@eventually
def comes_to_the_end(place: Place) -> Truth:
    """It comes to the end."""
    return place.at == 99


@eventually_always
def stays_below_two(place: Place) -> Truth:
    """In the end it stays below two."""
    return place.at < 2


@always_eventually
def at_the_end_again(place: Place) -> Truth:
    """It is at the end again and again."""
    return place.at == 99


PROMISES = [comes_to_the_end, stays_below_two, at_the_end_again]


def hub(leaves: int, promises: list[Any] = PROMISES) -> Machine:
    """A place in the middle, from which each way to a leaf is to be taken again and again."""
    ways = {
        f"{word}_{k}": way for k in range(1, leaves + 1) for word, way in (("to", (0, k)), ("back", (k, 0)))
    }
    return graph(ways, promises, tuple(map(strongly_fair, ways)))


def by_spark(machine: Machine, limits: Limits | None = None) -> Result:
    return about_runs.check(machine, limits, handover=10**9)


CHECKS: dict[str, tuple[Callable[..., Result], type]] = {
    "native": (liveness.check, LoopSearch),
    "reference": (by_reference.check, lasso_search._LoopSearch),
    "spark": (by_spark, LoopSearch),
}


def fair_run(found: Result, name: str) -> Run:
    """The run of a violated promise, which goes round, is fair and breaks it."""
    run = found.promises[name].run
    assert run
    assert run.loop
    assert find_broken_fairness(run.machine, [step.state for step in run.steps[run.loop - 1 : -1]]) == []
    replay(run)
    return run


@pytest.mark.parametrize("engine", CHECKS)
@pytest.mark.parametrize(
    ("over", "status"),
    [(OutOfTime("--seconds 1 was reached"), 1), (MemoryError(), 1), (KeyboardInterrupt(), 130)],
    ids=lambda one: type(one).__name__ if isinstance(one, BaseException) else "",
)
def test_every_verdict_is_told_where_no_time_is_left_for_the_shortest_loop(
    engine: str, over: BaseException, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    check, searches = CHECKS[engine]
    machine = hub(4)
    whole = check(machine)

    def end(*_: object) -> None:
        raise over

    monkeypatch.setattr(searches, "shortest", end)
    found = check(machine)
    assert (found.exit_status, found.interrupted) == (status, status == 130)
    assert found.complete is (status == 1)
    for name, verdict in found.promises.items():
        assert (verdict.verdict, verdict.minimality) == ("violated", "not minimized")
        assert whole.promises[name].minimality == "shortest"
        assert fair_run(found, name).length >= fair_run(whole, name).length


@pytest.mark.parametrize("engine", CHECKS)
def test_what_was_made_shortest_before_the_time_was_over_stays(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    check, searches = CHECKS[engine]
    machine, right, calls = hub(3), searches.shortest, list[object]()

    def second_is_late(*given: Any) -> Any:
        calls.append(given)
        if len(calls) == 2:
            raise OutOfTime("--seconds 1 was reached")
        return right(*given)

    monkeypatch.setattr(searches, "shortest", second_is_late)
    found = check(machine)
    assert sorted(one.minimality for one in found.promises.values()) == ["not minimized"] * 2 + ["shortest"]
    for name in found.promises:
        fair_run(found, name)


def test_the_engines_find_the_same_loop_whether_it_is_the_shortest_or_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine = hub(3)
    agree_on_runs(machine)
    for _, searches in CHECKS.values():
        monkeypatch.setattr(searches, "shortest", lambda *_: (_ for _ in ()).throw(OutOfTime()))
    truth = by_reference.check(machine).promises
    for check, _ in CHECKS.values():
        found = check(machine).promises
        assert {name: run_of(one) for name, one in found.items()} == {
            name: run_of(one) for name, one in truth.items()
        }


def test_the_search_for_the_shortest_loop_asks_again_and_again_whether_to_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also in C: a hub of 31 leaves would else take for ever."""
    searches: list[LoopSearch] = []
    monkeypatch.setattr(LoopSearch, "shortest", lambda search, _: searches.append(search))
    liveness.check(hub(31, [comes_to_the_end]))
    monkeypatch.undo()
    for after in (1, 2, 3, 10):
        asked: list[int] = []

        def go_on(asked: list[int] = asked, after: int = after) -> None:
            asked.append(1)
            if len(asked) == after:
                raise OutOfTime

        with pytest.raises(OutOfTime):
            searches[0].shortest(go_on)
        assert len(asked) == after
        assert searches[0]._loop.next <= after * fair_loops.TOGETHER


@pytest.mark.parametrize("leaves", [1, 2, 7, 12])
def test_the_shortest_loop_of_a_hub_takes_each_way_once(leaves: int) -> None:
    found = liveness.check(hub(leaves, [comes_to_the_end])).promises["comes-to-the-end"]
    assert (found.length, found.minimality) == (2 * leaves, "shortest")


def test_too_many_ways_are_looked_at_and_the_loop_is_said_not_to_be_minimized(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fair_loops, "MOST_NODES", 50)
    found = liveness.check(hub(7, [comes_to_the_end]))
    assert found.complete
    assert found.promises["comes-to-the-end"].minimality == "not minimized"
    fair_run(found, "comes-to-the-end")


@pytest.mark.parametrize("engine", CHECKS)
def test_the_seconds_of_a_result_are_those_of_the_promises_about_runs_too(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time that passes while a loop is looked for is counted."""
    check, searches = CHECKS[engine]
    right, waited = searches.some, []

    def slowly(*given: Any) -> Any:
        begin = time.perf_counter()
        time.sleep(0.1)
        found = right(*given)
        waited.append(time.perf_counter() - begin)
        return found

    monkeypatch.setattr(searches, "some", slowly)
    found = check(hub(2, [comes_to_the_end]))
    assert found.seconds >= sum(waited) > 0
    assert found.as_json()["seconds"] >= 0.1
