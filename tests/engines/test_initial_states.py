"""Machines with several initial states: all engines begin in each of them, and a run says in which it begins.

`campaign` compares the engines on the same machines every time, and back ends made wrong on purpose must not pass it.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import z3
from hypothesis import Phase, given, settings

from tests.support.agreement import (
    GO_ON,
    agree,
    agree_on_attempts,
    agree_on_classes,
    agree_on_random_runs,
    agree_with_orbits,
    only,
)
from tests.support.host_device import searched_by_threads
from tests.support.id_machines import id_machines
from tests.support.initial_states import (
    RUNS,
    begun_anywhere,
    begun_in,
    first_states,
    game,
    is_had,
    ring,
    thrown_in,
    thrown_in_unevenly,
    wheel,
)
from tests.support.published_models import machine_of
from tests.support.random_machines import QUICK, corners, machines
from tests.support.temporal import agree_on_runs, graph, graphs, temporal_machines
from tidemark.base.errors import UsageError
from tidemark.checker import engines
from tidemark.checker.analyses import plainest, plainest_by_z3
from tidemark.checker.analyses.cause import cause_of
from tidemark.checker.analyses.graph import state_graph as graph_of
from tidemark.checker.analyses.replay import replay
from tidemark.checker.engines import reference
from tidemark.checker.engines.disagreement import Disagreement
from tidemark.checker.engines.engine import SearchRequest
from tidemark.checker.engines.gpu import search as gpu
from tidemark.checker.engines.hypothesis import stateful
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.liveness import state_graph
from tidemark.checker.engines.native.walk import Walks
from tidemark.checker.engines.native.workers import Workers
from tidemark.checker.engines.random import shrinking
from tidemark.checker.engines.smt import induction
from tidemark.checker.engines.solver.lowering import Z3Lowering
from tidemark.checker.engines.symmetry import interchangeable
from tidemark.checker.runs.results import Limits, Result, RunStep
from tidemark.spec import Machine, Promise, TidemarkError, eventually, fair
from tidemark.spec.machines.initial_states import InitialStates
from tidemark.spec.machines.symmetry import has_symmetric_start

MANY = int(os.environ.get("TIDEMARK_EXAMPLES", "500"))
THOROUGH = settings(QUICK, max_examples=MANY, derandomize=False, phases=list(Phase))
COMPILED = ("native", "smt", "gpu")


@pytest.mark.parametrize("machine", [game(), game(thrown_in_unevenly)], ids=["even", "uneven"])
def test_engines_agree_on_a_game_that_begins_in_several_ways(machine: Machine) -> None:
    agree(machine, engines=COMPILED)
    agree_on_classes(machine)
    assert agree_with_orbits(machine, reference.search, native.search, searched_by_threads)
    agree_on_attempts(machine)
    runs = agree_on_runs(replace(machine, promises=[*machine.promises, *RUNS]))
    assert {name for name, verdict in runs.items() if verdict.verdict == "violated"} == {
        "somebody-waits",
        "not-high",
        "is-dropped",
    }


def test_counts_are_of_all_initial_states() -> None:
    """9 x 8 x 8 x 8 ways to set a wheel without equal neighbours, each turned once."""
    for search in (reference.search, native.search, searched_by_threads):
        found = search(wheel(), GO_ON)
        assert (found.distinct_states, found.generated_states, found.depth) == (9216, 9216, 2)
        assert found.actions["turn"].enabled == 4608
        assert found.promises["differs"].verdict == "holds"


def test_the_ring_of_ewd_426_has_the_states_that_tlc_counts_and_stabilizes() -> None:
    found = engines.search("native", ring())
    assert (found.distinct_states, found.depth) == (46_656, 1)
    assert {name: verdict.verdict for name, verdict in found.promises.items()} == {
        "somebody-may-move": "holds",
        "stabilizes": "holds",
    }


def test_engines_agree_on_ewd_840_with_fairness_and_without() -> None:
    machine = machine_of("ewd840")
    assert len(machine.initial_states) == 192
    agree(machine.about_states(), engines=COMPILED)
    for is_fair, by_fairness in ((True, "holds"), (False, "violated")):
        runs = agree_on_runs(machine_of("ewd840", is_fair))
        verdicts = {name: verdict.verdict for name, verdict in runs.items()}
        assert verdicts == {
            "termination-detection": "holds",
            "inv": "holds",
            "liveness": by_fairness,
            "td-spec": "holds",
            "td-fair": by_fairness,
            "token-always-black": "violated",
            "never-change-color": "violated",
            "false-liveness": "violated",
            "all-nodes-terminate-if-no-messages": "violated",
        }


@pytest.mark.parametrize("engine", ["reference", "native", "smt", "hypothesis"])
def test_a_run_begins_in_some_initial_state_and_says_in_which(engine: str) -> None:
    seconds = {"seconds": 20} if engine == "hypothesis" else {}
    found = engines.search(engine, only(game(), ["not-high", "somebody-waits"]), SearchRequest(**seconds))
    for name, length in (("not-high", 1), ("somebody-waits", 3)):
        run = found.promises[name].run
        assert run is not None
        assert run.length == length
        assert run.steps[0].state in run.machine.initial_states
        chosen = run.machine.initial_states.arguments(run.steps[0].state)
        assert run.beginning == f"the initial state, with by={chosen['by']!r}, height={chosen['height']}"
        replay(run)


@pytest.mark.parametrize("search", [reference.search, native.search, searched_by_threads])
@pytest.mark.parametrize("most", [1, 4, 8, 9, 10, 39, 40])
def test_a_limit_of_states_holds_for_initial_states_too(search: Callable[..., Result], most: int) -> None:
    found = search(game(), Limits(max_states=most, keep_going=True))
    assert found.distinct_states == most
    assert found.stopped == f"--max-states {most} was reached"


def test_more_states_than_the_set_begins_with_are_inserted_at_once() -> None:
    found = native.search(only(ring(), ["somebody-may-move"]), threads=2)
    assert (found.distinct_states, found.generated_states) == (46_656, 248_832)


@settings(QUICK, max_examples=12)
@given(begun_anywhere(machines()))
def test_engines_agree_on_random_machines(machine: Machine) -> None:
    agree(machine, max_states=600, engines=COMPILED)


@settings(QUICK, max_examples=8)
@given(begun_anywhere(temporal_machines()))
def test_engines_agree_on_runs_of_random_machines(machine: Machine) -> None:
    agree_on_runs(machine, max_states=150)


@settings(QUICK, max_examples=20)
@given(begun_anywhere(graphs()))
def test_engines_agree_on_walks_on_random_graphs(machine: Machine) -> None:
    agree_on_runs(machine)


@settings(QUICK, max_examples=15)
@given(begun_anywhere(id_machines(names_ids=False)))
def test_with_symmetry_engines_find_all_orbits_of_random_machines(machine: Machine) -> None:
    if interchangeable.is_symmetric(machine):
        agree_with_orbits(machine, reference.search, native.search, most=100)


@pytest.mark.slow
@THOROUGH
@given(begun_anywhere(machines()))
def test_engines_agree_on_many_random_machines(machine: Machine) -> None:
    agree(machine, max_states=2000, engines=COMPILED)


@pytest.mark.slow
@THOROUGH
@given(begun_anywhere(temporal_machines()))
def test_engines_agree_on_runs_of_many_random_machines(machine: Machine) -> None:
    agree_on_runs(machine, max_states=400)


@pytest.mark.slow
@THOROUGH
@given(begun_anywhere(id_machines()))
def test_with_symmetry_engines_find_all_orbits_of_many_random_machines(machine: Machine) -> None:
    if interchangeable.is_symmetric(machine):
        agree_with_orbits(machine, reference.search, native.search, searched_by_threads, most=300)


@pytest.mark.parametrize("seed", range(5))
def test_z3_begins_in_these_states_and_in_no_others(seed: int) -> None:
    machine, draw = corners(), random.Random(seed)
    chosen = set(draw.sample(first_states(machine), draw.randint(1, 20)))
    lower, solver = Z3Lowering(machine.symbolic.graph, machine.leaves), z3.Solver()
    solver.add(lower.one_of(sorted(chosen)), lower.domains())
    found = set()
    while solver.check() == z3.sat:
        found.add(lower.read(solver.model(), lower.variables))
        solver.add(*(z3.Not(lower.state(state)) for state in found))
        assert len(found) <= len(chosen)
    assert found == chosen


def test_all_values_of_some_fields_are_few_terms() -> None:
    machine = ring()
    lower = Z3Lowering(machine.symbolic.graph, machine.leaves)
    terms = set[int]()

    def visit(term: z3.ExprRef) -> None:
        if term.get_id() not in terms:
            terms.add(term.get_id())
            for part in term.children():
                visit(part)

    visit(lower.one_of(machine.initial_states.states))
    assert len(terms) < 200


def test_a_lemma_must_hold_in_every_initial_state() -> None:
    machine = only(game(), ["not-high"])
    (start,) = [one for one in induction.prove(machine, []).outcomes if one.obligation.action is None]
    assert start.answer == "broken"
    assert machine.initial_states.arguments(start.states[0])["height"] == 3
    low = begun_in(machine, [state for state in machine.initial_states if machine.decode(state).height < 3])
    assert induction.prove(low, []).is_proof


def test_ids_are_taken_in_order_only_where_renaming_keeps_the_set_of_initial_states() -> None:
    even, uneven = game(), game(thrown_in_unevenly)
    assert interchangeable.interchangeable(even) == {"player": 3}
    assert interchangeable.interchangeable(uneven) == {}
    assert interchangeable.interchangeable(uneven, initially=False) == {"player": 3}
    assert [has_symmetric_start(machine, ["player"]) for machine in (even, uneven)] == [True, False]


def test_with_symmetry_a_promise_about_one_id_needs_a_set_that_renaming_keeps() -> None:
    request = SearchRequest(symmetry=True)
    found = engines.search("native", game(thrown_in, is_had), request)
    assert found.promises["is-had"].verdict == "holds"
    with pytest.raises(UsageError, match="the initial state tells ids apart"):
        engines.search("native", game(thrown_in_unevenly, is_had), request)


def test_random_runs_begin_in_every_initial_state() -> None:
    machine = game()
    truth = reference.search(machine, GO_ON)
    violated = only(machine, ["not-high", "somebody-waits"])
    agree_on_random_runs(truth, stateful.search(violated, seconds=600, seed=1))
    walked = set()
    for seed in range(40):
        runs = Walks(violated, Kernel(violated, symmetry=False), 20, seed, 1).runs(
            {"somebody-waits"}, lambda: False
        )
        (run,) = runs.values()
        walked.add(run.steps[0].state)
        shrunk = shrinking.shrink(run).run
        assert shrunk.steps[0] == run.steps[0]
        replay(shrunk)
    assert len(walked) > 3


@pytest.mark.parametrize("machine", [game(), game(thrown_in_unevenly)], ids=["even", "uneven"])
def test_the_plainest_run_is_the_same_by_enumeration_and_by_z3(machine: Machine) -> None:
    run = reference.search(machine, GO_ON).promises["somebody-waits"].run
    assert run is not None
    found = [way.plainest(run) for way in (plainest, plainest_by_z3)]
    assert found[0] == found[1]
    assert found[0].length == run.length
    replay(found[0])


def test_why_looks_at_the_runs_from_all_initial_states() -> None:
    """From place 0 two steps break the promise, from place 5 one does: no step is needed by both."""
    walks = graph({"a": (0, 1), "b": (1, 2), "c": (5, 2), "idle": (3, 4)}, [])
    promised = replace(walks, promises=[Promise("not-two", lambda place: place.at != 2)])
    both = begun_in(promised, [(0,), (5,)])
    cause = cause_of(graph_of(both, "not-two", 100))
    assert cause.needed_actions == []
    assert [cause.graph.states[node] for node in cause.dominators] == [(2,)]
    assert cause.graph.starts == 2
    one = cause_of(graph_of(begun_in(promised, [(0,), (3,)]), "not-two", 100))
    assert one.needed_actions == ["a", "b"]
    assert [one.graph.states[node] for node in one.dominators] == [(0,), (1,), (2,)]


def test_a_search_goes_on_only_from_the_same_initial_states(tmp_path: Path) -> None:
    machine = game()
    begun = SearchRequest(workdir=str(tmp_path), keep_going=True, max_states=20)
    assert not engines.search("native", machine, begun).complete
    again = SearchRequest(workdir=str(tmp_path), keep_going=True, resume=True)
    other = begun_in(machine, machine.initial_states.states[:-1])
    with pytest.raises(UsageError, match="the initial state one of 9"):
        engines.search("native", other, again)
    found = engines.search("native", machine, again)
    whole = reference.search(machine, GO_ON)
    assert (found.distinct_states, found.generated_states, found.depth) == (
        whole.distinct_states,
        whole.generated_states,
        whole.depth,
    )


def one_initial_state_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Workers.commit
    monkeypatch.setattr(
        Workers, "commit", lambda self, states, *rest: right(self, states[:-1] or states, *rest)
    )


def z3_mixes_initial_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each field has a value that it has in some initial state, and not in the same one."""

    def one_of(self: Z3Lowering, states: Any) -> Any:
        return z3.And([self._is_one(i, sorted({s[i] for s in states})) for i in range(len(states[0]))])

    def unknown(self: InitialStates, state: object) -> bool:
        return True

    monkeypatch.setattr(Z3Lowering, "one_of", one_of)
    monkeypatch.setattr(InitialStates, "__contains__", unknown)


def runs_begin_in_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    right = native.steps_along
    monkeypatch.setattr(
        native,
        "steps_along",
        lambda machine, kernel, states: [
            RunStep(None, machine.initial_states.first),
            *right(machine, kernel, states)[1:],
        ],
    )


def only_the_first_is_initial(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        state_graph.NativeStateGraph, "_initial", property(lambda self: np.arange(self._count) == 0)
    )


def ids_are_always_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interchangeable, "has_symmetric_start", lambda *_: True)


def classes_are_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        native, "encode_first_states", lambda machine, _symmetry: list(machine.initial_states)
    )


def one_is_entered_twice_on_the_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    def first_states(machine: Machine, symmetry: bool) -> list[Any]:
        states = list(machine.initial_states)
        return [*states[:-1], states[0]]

    monkeypatch.setattr(gpu, "encode_first_states", first_states)


FAULTS = [
    one_initial_state_is_forgotten,
    z3_mixes_initial_states,
    runs_begin_in_the_first,
    only_the_first_is_initial,
    ids_are_always_in_order,
    classes_are_not_looked_for,
    one_is_entered_twice_on_the_gpu,
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_wrong_beginning_is_caught(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    with pytest.raises((AssertionError, TidemarkError)):
        campaign()


def test_a_run_that_begins_elsewhere_is_a_disagreement() -> None:
    machine = game()
    first = machine.initial_states.states[0]
    later = [
        state for _, state in reference.successors(machine, first) if state not in machine.initial_states
    ]
    with pytest.raises(Disagreement, match="is no initial state"):
        reference.steps_through(machine, later[:1], symmetric=False)


def campaign() -> None:
    """Compare the engines.

    Raises:
        AssertionError: they differ.
    """
    for machine in (game(), game(thrown_in_unevenly)):
        agree(machine, engines=COMPILED)
        assert agree_with_orbits(machine, native.search)
    for places in product((0, 1), (3, 4)):
        edges, fairness = {"a": (0, 1), "b": (1, 2), "c": (3, 4), "d": (4, 3)}, fair("a", "b", each=False)
        walks = graph(edges, [eventually(at_two)], (fairness,))
        agree_on_runs(begun_in(walks, [(place,) for place in places]))


def at_two(place: Any) -> Any:
    """The walk is at place 2."""
    return place.at == 2
