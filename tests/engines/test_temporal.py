"""Promises about runs: known answers, each by both engines, and the loop that is shown."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Annotated, Any

import pytest

from tests.support.temporal import Place, agree_on_runs, graph, run_of
from tidemark import impl
from tidemark.checker.analyses.replay import replay
from tidemark.checker.api import check
from tidemark.checker.engines import ENGINES
from tidemark.checker.engines.bookkeeping import OutOfTime
from tidemark.checker.engines.engine import SearchRequest
from tidemark.checker.engines.liveness import by_reference
from tidemark.checker.engines.native import liveness
from tidemark.checker.engines.native.liveness import fair_loops, state_graph
from tidemark.checker.runs.results import Limits, Result, Verdict
from tidemark.spec import (
    Array,
    Domain,
    Fairness,
    Id,
    Identity,
    Int,
    Machine,
    Number,
    Record,
    Truth,
    UsageError,
    action,
    always_eventually,
    can_always_reach,
    eventually,
    eventually_always,
    every_step,
    fair,
    leads_to,
    never_decreases,
    no_deadlock,
    promise,
    require,
    sometimes,
    strongly_fair,
)


@eventually
def odd_once(place: Place) -> Truth:
    """Every run comes to an odd place."""
    return (place.at == 1) | (place.at == 3) | (place.at == 5) | (place.at == 7)


def verdict(machine: Machine, name: str) -> Verdict:
    """The verdict of both engines."""
    return agree_on_runs(machine)[name]


def walked(verdict: Verdict) -> tuple[list[int], int | None]:
    """The places of the run of a verdict, and the step to which it returns."""
    assert verdict.run
    return [step.state[0] for step in verdict.run.steps], verdict.run.loop


def goes_on(*edges: str) -> tuple[Fairness, ...]:
    """Fairness that says only that something happens."""
    return (fair(*edges, each=False),)


def test_a_cycle_without_the_place_is_found() -> None:
    """Stateright 0.31.0 misses it (lib.rs, 289 to 293): a path that ends in a cycle counts as one that goes on."""
    edges = {"a": (0, 2), "b": (2, 4), "c": (4, 2)}
    assert walked(verdict(graph(edges, [odd_once], goes_on(*edges)), "odd-once")) == ([0, 2, 4, 2], 2)


def test_a_path_that_joins_one_already_seen_is_found() -> None:
    """Stateright misses this too: 4 was visited by a path on which the promise is kept, and is not left again."""
    edges = {"even": (8, 0), "odd": (8, 1), "a": (0, 2), "b": (2, 4), "c": (1, 4), "d": (4, 6)}
    found = verdict(graph(edges, [odd_once], goes_on(*edges), first=8), "odd-once")
    assert walked(found) == ([8, 0, 2, 4, 6], 5)


@leads_to
def out_after_in(place: Place) -> tuple[Truth, Truth]:
    """Who is at 0 comes to 3 in the end."""
    return place.at == 0, place.at == 3


ROUND = {"to": (0, 1), "back": (1, 0), "out": (1, 3)}


@pytest.mark.parametrize(
    ("fairness", "walk"),
    [
        ((), ([0], 1)),
        ((fair("to"),), ([0, 1, 0], 1)),
        ((fair("to"), fair("out")), ([0, 1, 0], 1)),
        ((fair("to"), strongly_fair("out")), None),
    ],
    ids=["none", "weak", "weak-on-the-way-out", "strong"],
)
def test_a_promise_that_needs_strong_fairness(fairness: tuple[Fairness, ...], walk: Any) -> None:
    found = verdict(graph(ROUND, [out_after_in], fairness), "out-after-in")
    assert (walked(found) if found.run else None) == walk


@pytest.mark.parametrize(
    ("fairness", "walk"),
    [((), ([0], 1)), ((fair("a"),), ([0, 1], 2)), ((fair("a"), fair("b")), None)],
    ids=["none", "one", "both"],
)
def test_a_promise_that_needs_weak_fairness(fairness: tuple[Fairness, ...], walk: Any) -> None:
    found = verdict(graph({"a": (0, 1), "b": (1, 3)}, [out_after_in], fairness), "out-after-in")
    assert (walked(found) if found.run else None) == walk


def test_a_promise_that_needs_no_fairness() -> None:
    @eventually_always
    def stays_where_it_came(place: Place) -> Truth:
        """In the end it is somewhere but at 4."""
        return place.at != 4

    assert (
        verdict(graph({"a": (0, 1), "b": (1, 0)}, [stays_where_it_came]), "stays-where-it-came").verdict
        == "holds"
    )


def test_fairness_of_some_instance_is_less_than_of_each() -> None:
    """With fairness of each edge by itself both are taken; with that of some edge of the two, one for ever."""
    edges = {"left": (0, 1), "back": (1, 0), "right": (0, 3), "home": (3, 0)}

    @always_eventually
    def right_again(place: Place) -> Truth:
        """It is at 3 again and again."""
        return place.at == 3

    each = (strongly_fair(*edges),)
    some = (strongly_fair(*edges, each=False),)
    assert verdict(graph(edges, [right_again], each), "right-again").verdict == "holds"
    assert walked(verdict(graph(edges, [right_again], some), "right-again")) == ([0, 1, 0], 1)


def test_what_changes_nothing_does_not_happen() -> None:
    """An action that leads from a state to itself is not enabled there, as `<A>_v` of TLA+ is not."""
    edges = {"stay": (1, 1), "a": (0, 1)}
    found = verdict(graph(edges, [out_after_in], (fair(*edges),)), "out-after-in")
    assert walked(found) == ([0, 1], 2)


def test_possibility_needs_no_fairness_and_finds_what_is_stuck_for_good() -> None:
    @can_always_reach
    def way_home(place: Place) -> Truth:
        """There is always a way to 0."""
        return place.at == 0

    edges = {"a": (0, 1), "b": (1, 0), "c": (1, 2), "d": (2, 4), "e": (4, 2)}
    assert walked(verdict(graph(edges, [way_home]), "way-home")) == ([0, 1, 2], None)
    del edges["c"]
    assert verdict(graph(edges, [way_home]), "way-home").verdict == "holds"


def test_a_machine_in_which_nothing_happens_keeps_every_promise_but_sometimes() -> None:
    @sometimes
    def gets_away(place: Place) -> Truth:
        """Some run comes to 1."""
        return place.at == 1

    stuck = verdict(graph({"a": (2, 1)}, [gets_away]), "gets-away")
    assert (stuck.verdict, stuck.run, stuck.length) == ("violated", None, None)
    assert verdict(graph({"a": (0, 1)}, [gets_away]), "gets-away").verdict == "holds"


def test_a_deadlock_is_a_state_without_a_successor_where_it_may_not_end() -> None:
    @no_deadlock
    def ends_at_three(place: Place) -> Truth:
        """It ends at 3 alone."""
        return place.at == 3

    assert verdict(graph({"a": (0, 3)}, [ends_at_three]), "ends-at-three").verdict == "holds"
    assert walked(verdict(graph({"a": (0, 3), "b": (0, 2)}, [ends_at_three]), "ends-at-three")) == (
        [0, 2],
        None,
    )


def test_a_step_that_breaks_a_promise_is_shown_with_both_its_states() -> None:
    @every_step
    def climbs(before: Place, after: Place) -> Truth:
        """No step leads down."""
        return before.at <= after.at

    @never_decreases
    def height(place: Place) -> Number:
        """Where it is."""
        return place.at

    edges = {"a": (0, 2), "b": (2, 4), "c": (4, 1)}
    for name in ("climbs", "height"):
        assert walked(verdict(graph(edges, [climbs, height]), name)) == ([0, 2, 4, 1], None)


Client = Annotated[Identity, Domain("client")]


class Counters(Record):
    """A number for each client."""

    seen: Array[Number]


@action
def count_on(counters: Counters, client: Client) -> Counters:
    """A client counts."""
    require(counters.seen[client] < 1, "it has not counted")
    return counters.but(seen=counters.seen.but(client, counters.seen[client] + 1))


@eventually
def each_counts(counters: Counters, client: Client) -> Truth:
    """Each client counts in the end."""
    return counters.seen[client] == 1


def counters(*fairness: Fairness) -> Machine:
    client = Id("client", 3)
    state = Counters.of(seen=Array.of(client, Int(0, 1)))
    domains = {"client": client}
    return Machine(
        "counters", {}, state, state.default, [count_on], [each_counts], domains, fairness=fairness
    )


@pytest.mark.parametrize("each", [True, "client"], ids=str)
def test_a_promise_is_made_for_each_choice_of_its_parameters(each: Any) -> None:
    assert verdict(counters(fair(count_on, each=each)), "each-counts").verdict == "holds"
    assert verdict(counters(), "each-counts").length == 1


def test_some_instance_that_is_fair_is_enough_where_each_happens_once() -> None:
    assert verdict(counters(fair(count_on, each=False)), "each-counts").verdict == "holds"


def test_a_promise_whose_condition_never_arises_is_vacuous() -> None:
    found = verdict(graph({"a": (2, 3)}, [out_after_in], first=2), "out-after-in")
    assert (found.verdict, found.vacuous) == ("holds", True)


def test_the_loop_is_the_shortest_that_is_fair_or_is_said_not_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are too many ways to meet what fairness asks for, a loop is found all the same, and it replays."""
    edges = {
        f"{k}{word}": edge for k in range(1, 6) for word, edge in (("-there", (0, k)), ("-back", (k, 0)))
    }
    machine = graph(edges, [out_after_six], tuple(strongly_fair(name) for name in edges))
    assert verdict(machine, "out-after-six").minimality == "shortest"
    shortest = liveness.check(machine).promises["out-after-six"]
    monkeypatch.setattr(fair_loops.LoopSearch, "shortest", lambda *_: None)
    found = liveness.check(machine).promises["out-after-six"]
    assert found.minimality == "not minimized"
    assert found.run
    replay(found.run)
    assert found.length >= shortest.length


@leads_to
def out_after_six(place: Place) -> tuple[Truth, Truth]:
    """Who is at 0 comes to 6 in the end."""
    return place.at == 0, place.at == 6


def test_a_search_that_a_limit_ends_decides_nothing_about_runs() -> None:
    machine = graph({f"e{k}": (k, k + 1) for k in range(9)}, [odd_once])
    for found in (
        by_reference.check(machine, Limits(max_states=4)),
        liveness.check(machine, Limits(max_states=4)),
    ):
        assert (found.promises["odd-once"].verdict, found.exit_status) == ("unknown", 3)


@pytest.mark.parametrize(
    ("error", "stopped", "status"),
    [
        (OutOfTime("--seconds 1 was reached"), "--seconds 1 was reached", 3),
        (MemoryError(), "the system gave no more memory", 3),
        (KeyboardInterrupt(), "interrupted", 130),
    ],
    ids=lambda one: type(one).__name__ if isinstance(one, BaseException) else "",
)
def test_what_ends_the_reference_engine_among_runs_keeps_what_was_found(
    error: BaseException, stopped: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever it is then: each place asks whether the time is over."""
    machine = graph({"a": (0, 2), "b": (2, 4)}, [odd_once])
    whole = by_reference.check(machine)
    asked: list[object] = []

    def checked(at: int) -> Result:
        def counting(*about: object) -> None:
            asked.append(about)
            if len(asked) == at:
                raise error

        asked.clear()
        monkeypatch.setattr(by_reference, "require_time", counting)
        return by_reference.check(machine)

    assert checked(0).promises == whole.promises
    assert len(asked) > 6
    for at in range(1, len(asked) + 1):
        found = checked(at)
        assert (found.stopped, found.exit_status, found.complete) == (stopped, status, False)
        assert found.distinct_states == whole.distinct_states
        assert found.promises["odd-once"] in (whole.promises["odd-once"], Verdict())
        assert found.endings is None


def test_the_time_of_the_reference_engine_is_over_among_runs_too() -> None:
    machine = graph({"a": (0, 2), "b": (2, 4)}, [odd_once])
    found = by_reference.check(machine, Limits(seconds=1e-9))
    assert (found.exit_status, found.promises["odd-once"].verdict) == (3, "unknown")


def test_time_and_memory_that_run_out_after_the_search_decide_nothing_about_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine = graph({"a": (0, 2), "b": (2, 4)}, [odd_once])

    def over(*_: Any) -> None:
        raise OutOfTime("--seconds 1 was reached")

    with monkeypatch.context() as patch:
        patch.setattr(state_graph, "require_time", over)
        found = liveness.check(machine)
        assert (found.promises["odd-once"].verdict, found.stopped, found.exit_status) == (
            "unknown",
            "--seconds 1 was reached",
            3,
        )
    monkeypatch.setattr(sys.modules[liveness.check.__module__], "BYTES_A_STATE", 1 << 60)
    found = liveness.check(machine)
    assert (found.promises["odd-once"].verdict, found.exit_status) == ("unknown", 3)
    assert found.stopped
    assert "memory was used up" in found.stopped


def test_promises_about_states_are_as_without_those_about_runs() -> None:
    @promise
    def below_four(place: Place) -> Truth:
        """It stays below 4."""
        return place.at < 4

    edges = {"a": (0, 2), "b": (2, 4), "c": (2, 5)}
    alone, both = graph(edges, [below_four]), graph(edges, [below_four, odd_once])
    truth = run_of(check(alone).promises["below-four"])
    for engine in ("native", "reference"):
        assert run_of(check(both, engine=engine).promises["below-four"]) == truth


@pytest.mark.parametrize("engine", ["native", "reference", "spark"])
def test_symmetry_is_refused_with_the_reason(engine: str) -> None:
    with pytest.raises(UsageError, match="whether a run is fair depends on which ids"):
        ENGINES[engine].search(counters(), SearchRequest(symmetry=True))


def test_fairness_can_be_taken_away_and_added() -> None:
    machine = counters(fair(count_on))
    assert verdict(machine.with_fairness(less=["count_on"]), "each-counts").verdict == "violated"
    assert (
        verdict(replace(machine, fairness=()).with_fairness([fair("count_on")]), "each-counts").verdict
        == "holds"
    )
    with pytest.raises(UsageError, match="has no fairness of"):
        machine.with_fairness(less=["count_off"])


@pytest.mark.parametrize("engine", [liveness.check, by_reference.check])
def test_a_run_found_beside_promises_about_runs_is_one_of_the_machine(engine: Any) -> None:
    """And so can be kept: it names its protocol, and its machine knows all promises."""
    votes = impl.protocol("votes/votes-again").machine({"links": "intact", "begins": "unled", "ahead": 1})
    machine = votes.with_promises("election-safety", "ends-led")
    assert machine.temporal
    run = engine(machine).promises["election-safety"].run
    assert run.machine is machine
    replay(run, "the run")
