"""Refinement agrees with its definition, in every engine, and each planted fault is noticed."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

import pytest
from hypothesis import Phase, given, settings

from tests.support.host_device import searched_by_threads
from tests.support.random_machines import QUICK
from tests.support.refinements import Pair, by_definition, pairs, walks
from tidemark.checker.analyses import refinement as module
from tidemark.checker.analyses.refinement import PROMISE, Refinement, refine
from tidemark.checker.engines.engine import SearchRequest
from tidemark.checker.engines.symmetry.interchangeable import is_symmetric
from tidemark.spec import (
    Action,
    Array,
    Bool,
    Domain,
    Id,
    Identity,
    Int,
    Machine,
    ModelError,
    Number,
    Record,
    Truth,
    action,
    every_step,
    leads_to,
    maximum,
    not_,
    promise,
    refinement_map,
    require,
    where,
)  # fmt: skip


def agree(pair: Pair, *engines: str) -> str:
    """Compare refinement with its definition; gives what is true."""
    truth = by_definition(pair)
    if truth.verdict == "unknown":
        return truth.verdict
    refinement = Refinement(pair.concrete, pair.abstract, pair.map)
    for engine in engines:
        for symmetry in (False, True):
            if symmetry and (engine == "smt" or not is_symmetric(refinement.observer.machine)):
                continue
            try:
                found = refine(refinement, engine, SearchRequest(**({"symmetry": True} if symmetry else {})))
            except ModelError:
                assert truth.verdict == "mistake"
                continue
            assert found.verdict == truth.verdict, (engine, symmetry)
            if found.run:
                assert found.run.length == truth.length
    return truth.verdict


@settings(QUICK, max_examples=24)
@given(walks())
def test_refinement_of_walks_on_graphs_is_what_its_definition_says(pair: Pair) -> None:
    agree(pair, "native")


@settings(QUICK, max_examples=1)
@given(pairs())
def test_refinement_of_random_pairs_is_what_its_definition_says(pair: Pair) -> None:
    agree(pair, "native")


@pytest.mark.slow
@settings(QUICK, max_examples=int(os.environ.get("TIDEMARK_EXAMPLES", "1000")), phases=list(Phase))
@given(walks())
def test_refinement_of_many_walks_on_graphs_is_what_its_definition_says(pair: Pair) -> None:
    agree(pair, "native", "reference")


@pytest.mark.slow
@settings(QUICK, max_examples=int(os.environ.get("TIDEMARK_EXAMPLES", "200")), phases=list(Phase))
@given(pairs())
def test_refinement_of_many_random_pairs_is_what_its_definition_says(pair: Pair) -> None:
    agree(pair, "native")


@pytest.mark.slow
@settings(QUICK, max_examples=40)
@given(pairs(names_ids=False))
def test_all_engines_and_symmetry_agree_on_random_pairs(pair: Pair) -> None:
    agree(pair, "native", "reference", "spark")


# Two counters of pressed buttons: in detail with a light for each, abstractly how many there are.

Button = Annotated[Identity, Domain("button")]
button = Id("button", 2)


class Panel(Record):
    lit: Array[Truth]
    blinks: Truth


class Tally(Record):
    pressed: Number
    open: Truth


@action
def press(panel: Panel, one: Button) -> Panel:
    """A button is pressed."""
    require(not_(panel.lit[one]), "it is dark")
    return panel.but("lit", one, True)


@action
def reset(panel: Panel) -> Panel:
    """All go dark, once both are lit."""
    require(panel.lit[button.values()[0]] & panel.lit[button.values()[1]], "both are lit")
    return panel.but(lit=panel.lit.type.default)


@action
def blink(panel: Panel) -> Panel:
    """The panel blinks."""
    return panel.but(blinks=not_(panel.blinks))


@action
def count_one(tally: Tally) -> Tally:
    """One more."""
    require(tally.pressed < 2, "fewer than two are pressed")
    return tally.but(pressed=tally.pressed + 1)


@action
def count_anew(tally: Tally) -> Tally:
    """None, after two."""
    require(tally.pressed == 2, "two are pressed")
    return tally.but(pressed=0)


@promise
def never_three(tally: Tally) -> Truth:
    """At most two."""
    return tally.pressed <= 2


@every_step
def one_by_one(before: Tally, after: Tally) -> Truth:
    """By one, or to none."""
    return (after.pressed == before.pressed + 1) | (after.pressed == 0)


@leads_to
def full_is_emptied(tally: Tally) -> tuple[Truth, Truth]:
    """Two are followed by none."""
    return tally.pressed == 2, tally.pressed == 0


def lit_buttons(panel: Panel) -> Number:
    return where(panel.lit[button.values()[0]], 1, 0) + where(panel.lit[button.values()[1]], 1, 0)


@refinement_map
def how_many(panel: Panel, before: Tally) -> Tally:
    return before.but(pressed=lit_buttons(panel), open=True)


PANEL = Panel.of(lit=Array.of(button, Bool()), blinks=Bool())
TALLY = Tally.of(pressed=Int(0, 2), open=Bool())
CONCRETE = Machine("panel", {}, PANEL, PANEL.default, [press, reset, blink], [], {"button": button})
PROMISES = [never_three, one_by_one, full_is_emptied]
ABSTRACT = Machine("tally", {}, TALLY, TALLY(open=True), [count_one, count_anew], PROMISES)
SOUND = Refinement(CONCRETE, ABSTRACT, how_many)


def with_action(machine: Machine, changed: Action, function: Callable[..., Any]) -> Machine:
    actions = [replace(a, function=function) if a is changed else a for a in machine.actions]
    return replace(machine, actions=actions)


def mapped(function: Callable[..., Any]) -> Refinement:
    return replace(SOUND, map=refinement_map(function))


WRONG = {
    "a guard is dropped in the detailed machine": replace(
        SOUND, concrete=with_action(CONCRETE, reset, lambda p: p.but(lit=p.lit.type.default))
    ),
    "a guard is added to the abstract machine": replace(
        SOUND,
        abstract=with_action(
            ABSTRACT, count_one, lambda t: (require(t.pressed < 1, "none is"), t.but(pressed=t.pressed + 1))[1]
        ),
    ),
    "an effect of the abstract machine is another": replace(
        SOUND, abstract=with_action(ABSTRACT, count_anew, lambda t: count_anew.function(t).but(pressed=1))
    ),
    "an effect of the detailed machine is another": replace(
        SOUND,
        concrete=with_action(
            CONCRETE, press, lambda p, one: press.function(p, one).but("lit", button.values()[1], True)
        ),
    ),
    "the abstract machine lacks an action": replace(SOUND, abstract=replace(ABSTRACT, actions=[count_one])),
    "an initial state is missing": replace(SOUND, abstract=replace(ABSTRACT, initial=TALLY.default)),
    "the map counts too much": mapped(lambda p, t: t.but(pressed=where(lit_buttons(p) > 0, 2, 0), open=True)),
    "the map shows what is no step there": mapped(lambda p, t: t.but(pressed=lit_buttons(p), open=not_(p.blinks))),
    "the map forgets that it is open": mapped(lambda p, t: t.but(pressed=lit_buttons(p), open=lit_buttons(p) == 0)),
    "the map remembers the most": mapped(
        lambda p, t: t.but(pressed=maximum(t.pressed, lit_buttons(p)), open=not_(p.blinks))
    ),
}  # fmt: skip


def test_a_sound_refinement_carries_promises_about_states_and_steps() -> None:
    for engine in ("native", "reference"):
        found = refine(SOUND, engine)
        assert (found.verdict, found.exit_status) == ("holds", 0)
        assert found.consequences == ["never-three", "one-by-one"]
    assert module.promises_about_runs(ABSTRACT) == ["full-is-emptied"]


@pytest.mark.parametrize("fault", WRONG)
def test_a_planted_fault_is_noticed(fault: str) -> None:
    refinement = WRONG[fault]
    truth = by_definition(Pair(refinement.concrete, refinement.abstract, refinement.map))
    found = refine(refinement)
    assert (found.verdict, found.exit_status, truth.verdict) == ("violated", 1, "violated")
    assert found.run
    assert found.run.length == truth.length
    assert found.begins_elsewhere is (fault == "an initial state is missing")
    assert found.begins_elsewhere or found.near_misses


def test_a_step_that_changes_nothing_there_is_no_step_that_does() -> None:
    """A wrong engine that takes every step for one that changes nothing would find nothing wrong."""
    assert refine(replace(SOUND, map=refinement_map(lambda p: TALLY(open=True)))).verdict == "holds"
    vacuous = refine(replace(SOUND, map=refinement_map(lambda p: TALLY(open=True))))
    assert vacuous.result.promises[PROMISE].vacuous
    assert not refine(SOUND).result.promises[PROMISE].vacuous


def test_a_gpu_s_text_and_z3_find_the_same_step() -> None:
    refinement = WRONG["the map counts too much"]
    expected = refine(refinement)
    assert expected.run
    on_device = searched_by_threads(refinement.observer.machine)
    run = on_device.promises[PROMISE].run
    assert run
    assert refinement.observer.split(run)[0] == expected.run
    by_z3 = refine(refinement, "smt", SearchRequest(max_length=4))
    assert by_z3.run
    assert by_z3.run.length == expected.run.length
    assert refine(SOUND, "smt", SearchRequest(max_length=3)).exit_status == 3


def test_an_initial_state_may_be_one_that_is_reached() -> None:
    lit = replace(SOUND, concrete=replace(CONCRETE, initial=PANEL(lit=PANEL.default.lit.but(0, True))))
    assert refine(lit).begins_elsewhere
    assert refine(lit, reachable_start=True).verdict == "holds"
