"""z3 has the parameters of an action with many instances as variables, and finds what it finds of each instance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated

import pytest
from hypothesis import given, settings

from tests.engines.test_action_form import Kinds, kinds
from tests.engines.test_temporal_engines import agree_with_z3
from tests.spec.test_enumeration import Lock, lock, set_digits, turn
from tests.support.agreement import agree
from tests.support.id_machines import id_machines
from tests.support.random_machines import QUICK, machines
from tests.support.temporal import temporal_machines
from tidemark.checker.analyses.plainest import plainest
from tidemark.checker.analyses.plainest_by_z3 import plainest as plainest_by_z3
from tidemark.checker.engines import reference
from tidemark.checker.engines.smt import bounded, induction, spots
from tidemark.checker.engines.smt.action_terms import ActionTerms, without_parameters
from tidemark.checker.engines.smt.bounded import Unrolling
from tidemark.checker.engines.solver import asking
from tidemark.checker.engines.solver.lowering import Z3Lowering
from tidemark.checker.engines.spot_checks import Extent
from tidemark.spec import (
    Array,
    Domain,
    Id,
    Identity,
    Int,
    Machine,
    Number,
    Record,
    TidemarkError,
    Truth,
    action,
    count,
    eventually,
    fair,
    promise,
    require,
    strongly_fair,
)
from tidemark.spec.expressions.evaluation import nodes_below, value_of
from tidemark.spec.machines import action_form


@pytest.fixture
def every_action(monkeypatch: pytest.MonkeyPatch) -> None:
    """Actions with few instances have a form too."""
    monkeypatch.setattr(action_form, "FEWEST", 1)


@promise
def closed(s: Lock) -> Truth:
    """The lock is closed, or its digits differ."""
    return (s.open == False) | (s.a != s.b)  # noqa: E712 - s.open may be an expression


@promise
def not_both(k: Kinds) -> Truth:
    """Not both ids are among the others."""
    return k.others.size() < 2


player = Id("player", 3)
Player = Annotated[Identity, Domain("player")]


class Points(Record):
    """How many points each player has."""

    held: Array[Number]


@action
def give(p: Points, by: Player, to: Player, points: Annotated[Number, Domain("points")]) -> Points:
    """A player gives points to another one."""
    require(by != to, "to another one")
    require(p.held[by] >= points, "it has as many")
    require(points > 0, "at least one")
    return p.but(held=p.held.but(by, p.held[by] - points).but(to, p.held[to] + points))


@action
def find(p: Points, by: Player) -> Points:
    """A player without points finds one."""
    require(p.held[by] == 0, "it has none")
    return p.but(held=p.held.but(by, 1))


@promise
def nobody_is_rich(p: Points) -> Truth:
    """Nobody has more than two points."""
    return count(one > 2 for one in p.held) == 0


@eventually
def somebody_is_rich(p: Points) -> Truth:
    """Somebody has two points some day."""
    return count(one > 1 for one in p.held) > 0


def points(*promises: object, fairness: tuple[object, ...] = ()) -> Machine:
    type = Points.of(held=Array.of(player, Int(0, 3)))
    domains = {"player": player, "points": Int(0, 2)}
    return Machine("points", {}, type, type.default, [give, find], promises, domains, fairness=fairness)


def test_an_action_with_many_instances_is_one_term() -> None:
    machine = lock(turn)
    assert len(machine.instances) == 6**6
    runs = Unrolling(machine, asking.solver())
    assert [(terms.first, len(terms.numbers), len(terms.variables)) for terms in runs.alternatives] == [
        (0, 6**6, 6)
    ]


def test_a_run_has_the_instance_that_a_model_chooses() -> None:
    machine = replace(lock(turn), promises=[closed])
    start = machine.initial.but(a=2, b=2, c=1, d=0, e=5, f=3)
    found = bounded.search(replace(machine, initial=start), max_length=3)
    verdict = found.promises["closed"]
    assert verdict.length == 2
    assert str(verdict.run.steps[1].instance) == "turn(a=2, b=2, c=1, d=0, e=5, f=3)"


@pytest.mark.usefixtures("every_action")
@pytest.mark.parametrize(
    "machine", [points(nobody_is_rich), kinds(), kinds(2), lock(set_digits, size=3)], ids=lambda m: m.name
)
def test_bounded_search_finds_what_the_reference_engine_does(machine: Machine) -> None:
    assert machine.symbolic.forms
    agree(machine, engines=("smt",), length=8)


@settings(QUICK, max_examples=10)
@given(machines())
def test_it_agrees_on_random_machines(machine: Machine) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(action_form, "FEWEST", 1)
        agree(machine, max_states=600, engines=("smt",), length=4)


@settings(QUICK, max_examples=8)
@given(id_machines(names_ids=False))
def test_it_agrees_on_machines_whose_ids_are_used_in_order(machine: Machine) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(action_form, "FEWEST", 1)
        agree(machine, max_states=600, engines=("smt",), length=4)


@pytest.mark.parametrize(
    "fairness",
    [
        (),
        (fair(give, find, each=False),),
        (strongly_fair(find, each=False), fair(give, each=False)),
        (fair(give, each="to"), strongly_fair(find)),
    ],
)
def test_lassos_are_those_that_the_reference_engine_finds(
    fairness: tuple[object, ...], every_action: None
) -> None:
    machine = points(somebody_is_rich, fairness=fairness)
    assert len(machine.symbolic.forms) == 2
    agree_with_z3(machine)


@settings(QUICK, max_examples=3)
@given(temporal_machines())
def test_lassos_of_random_machines_are_those_that_the_reference_engine_finds(machine: Machine) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(action_form, "FEWEST", 1)
        agree_with_z3(machine)


def test_guards_of_one_parameter_each_make_a_small_expression_without_parameters() -> None:
    (form,) = lock(turn).symbolic.forms.values()
    nodes = nodes_below([without_parameters(form)])
    assert len(nodes) < 6 * 6 * 4
    assert not [node for node in nodes if node.op == "parameter"]


@settings(QUICK, max_examples=15)
@given(machines())
def test_a_form_is_enabled_without_parameters_where_an_instance_is(machine: Machine) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(action_form, "FEWEST", 1)
        symbolic = machine.symbolic
    possible = {first: without_parameters(form) for first, form in symbolic.forms.items()}
    for state in [machine.encode(machine.initial), *reached(machine)]:
        for first, form in symbolic.forms.items():
            assert bool(value_of(possible[first], state)) == bool(form.enabled_places(state))


def reached(machine: Machine) -> list[tuple[int, ...]]:
    try:
        return [after for _, after in reference.successors(machine, machine.encode(machine.initial))]
    except TidemarkError:
        return []


def proved(machine: Machine, k: int = 1) -> list[tuple[str, str, str]]:
    """For each lemma and action whether all instances keep it; that of the domains only where one does not."""
    proof = induction.prove(machine, [], k=k)
    answers = dict[tuple[str, str], str]()
    for outcome in proof.outcomes:
        action = outcome.obligation.action
        key = outcome.obligation.lemma, action.name if action else ""
        if answers.get(key) != "broken":
            answers[key] = outcome.answer
    asked = (pair for pair in answers.items() if pair[0][0] != induction.DOMAINS or pair[1] == "broken")
    return sorted((*key, answer) for key, answer in asked)


@pytest.mark.parametrize("k", [1, 2])
@pytest.mark.parametrize(
    "machine",
    [points(nobody_is_rich), kinds(), replace(lock(turn, size=3), promises=[closed])],
    ids=lambda m: m.name,
)
def test_induction_has_one_question_a_lemma_and_the_same_answers(
    machine: Machine, k: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_each = proved(machine, k)
    monkeypatch.setattr(action_form, "FEWEST", 1)
    formed = replace(machine)
    assert proved(formed, k) == of_each
    questions = list(induction.obligations(formed))
    assert len({(q.lemma, q.action.name) for q in questions if q.action}) == len(questions)


def test_z3_chooses_the_plainest_run_among_all_choices_of_parameters(every_action: None) -> None:
    machine = points(nobody_is_rich)
    run = reference.search(machine).promises["nobody-is-rich"].run
    assert run
    assert plainest_by_z3(run).steps == plainest(run).steps


def test_the_terms_of_a_form_are_compared_with_the_functions(every_action: None) -> None:
    checks = spots.check(kinds(2), Extent(most=300, seconds=None))
    assert checks.count == 300


def domains_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ActionTerms, "condition", property(lambda of: of._lowering.term(of.part.guard)))


def first_instance_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ActionTerms, "number", lambda of, *_: of.first)


def parameters_of_a_step_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Z3Lowering.parameter
    monkeypatch.setattr(Z3Lowering, "parameter", lambda of, parameter, _="": right(of, parameter))


@pytest.mark.parametrize("fault", [domains_are_forgotten, first_instance_is_named])
def test_a_wrong_model_is_noticed(
    fault: Callable[[pytest.MonkeyPatch], None], every_action: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    with pytest.raises((AssertionError, TidemarkError, IndexError)):
        agree(points(nobody_is_rich), engines=("smt",), length=8)


def test_parameters_that_stay_from_step_to_step_are_noticed(
    every_action: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    parameters_of_a_step_stay(monkeypatch)
    with pytest.raises(AssertionError):
        agree(points(nobody_is_rich), engines=("smt",), length=8)
