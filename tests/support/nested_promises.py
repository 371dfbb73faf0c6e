"""Random machines with promises of every form that a lasso breaks, each with its formula in linear temporal logic."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import strategies as st

from tests.support import ltl
from tests.support.ltl import Formula, Graph
from tests.support.temporal import graphs, temporal_machines
from tidemark.spec import Machine, TemporalPromise, any_of, can_happen, not_
from tidemark.spec.machines.temporal import KINDS, LASSO_KINDS, TemporalKind
from tidemark.spec.types.members import MemberType

FORMS = [kind for kind in KINDS if kind.name in LASSO_KINDS]
GIVEN = [kind for kind in KINDS if kind.is_given]


@dataclass(frozen=True)
class Predicate:
    """What a promise asks of a state, and how the oracle makes a column of it."""

    function: Callable[[Any], Any]
    column: Callable[[Graph, str], Formula]


@dataclass(frozen=True)
class Nested:
    """A promise, the formula that it stands for, and that of what it is given."""

    promise: TemporalPromise
    formula: Callable[[Graph], Formula]
    premises: Callable[[Graph], Formula] = lambda _: ltl.TRUE


def agrees_with(p: Callable[[Any], Any]) -> Predicate:
    return Predicate(p, lambda graph, name: graph.of_states(name, p))


def is_possible(machine: Machine, action: Any) -> Predicate:
    """Whether an action can happen: by the language, and by the steps of the graph."""
    choices = list(itertools.product(*(machine.domains[d].values() for d in action.parameters.values())))
    return Predicate(
        lambda s: any_of(can_happen(action, s, *chosen) for chosen in choices),
        lambda graph, name: graph.of_action(name, action.name),
    )


def opposite(one: Predicate) -> Predicate:
    return Predicate(lambda s: not_(one.function(s)), lambda graph, name: ltl.not_(one.column(graph, name)))


STEPS: list[Callable[[Any, Any], Callable[[Any, Any], Any]]] = [
    lambda p, q: lambda before, after: not_(p(before)) | q(after),
    lambda p, q: lambda before, after: p(before) & q(after),
    lambda p, _: lambda before, after: p(before) == p(after),
    lambda p, _: lambda before, after: not_(p(before)) & p(after),
]


@st.composite
def promises_of(draw: st.DrawFn, kind: TemporalKind, predicates: list[Predicate], name: str) -> Nested:
    """A promise of a kind, about some of these predicates."""
    used = [draw(st.sampled_from(predicates)) for _ in range(max(2, kind.values))]
    if kind.values == 3 and draw(st.booleans()):
        used[1] = opposite(
            used[2]
        )  # else nearly every run is broken before it is known whether the goal comes
    functions = [one.function for one in used]
    if kind.states == 2:
        step = draw(st.sampled_from(STEPS))(*functions[:2])
        return Nested(
            TemporalPromise(name, step, kind=kind),
            lambda graph: _formula(kind, graph, [graph.of_steps(name, step)]),
        )
    return Nested(
        TemporalPromise(name, _together(functions[: kind.values]), kind=kind),
        lambda graph: _formula(
            kind, graph, [one.column(graph, f"{name}-{k}") for k, one in enumerate(used[: kind.values])]
        ),
    )


def _together(functions: list[Callable[[Any], Any]]) -> Callable[[Any], Any]:
    if len(functions) == 1:
        return functions[0]
    return lambda s: tuple(function(s) for function in functions)


def _formula(kind: TemporalKind, graph: Graph, of: list[Formula]) -> Formula:
    """What a kind says of its predicates: the table of docs/liveness.md."""
    again = ltl.always(ltl.eventually(of[0]))
    match kind.name:
        case "eventually":
            return ltl.eventually(of[0])
        case "leads-to":
            return ltl.always(ltl.implies(of[0], ltl.eventually(of[1])))
        case "leads-to-always":
            return ltl.always(ltl.implies(of[0], ltl.eventually(ltl.always(of[1]))))
        case "until":
            return ltl.always(ltl.implies(of[0], ltl.until(of[1], of[2])))
        case "weak-until":
            return ltl.always(ltl.implies(of[0], ltl.weak_until(of[1], of[2])))
        case "always-eventually" | "always-eventually-step":
            return again
        case "eventually-always":
            return ltl.eventually(ltl.always(of[0]))
    assert kind.name == "eventually-every-step"
    keeps_or_stays = ltl.not_(ltl.both(ltl.not_(of[0]), ltl.not_(graph.still())))
    return ltl.eventually(ltl.always(keeps_or_stays))


@st.composite
def nested(draw: st.DrawFn, kind: TemporalKind, predicates: list[Predicate]) -> Nested:
    """A promise of a kind, sometimes given one or two others."""
    one = draw(promises_of(kind, predicates, kind.name))
    if not kind.takes_given:
        return one
    kinds = draw(st.lists(st.sampled_from(GIVEN), max_size=2))
    given = [draw(promises_of(each, predicates, f"{kind.name}-given-{k}")) for k, each in enumerate(kinds)]

    def premises(graph: Graph) -> Formula:
        return ltl.both(*(each.formula(graph) for each in given))

    return Nested(
        replace(one.promise, given=[each.promise for each in given]),
        lambda graph: ltl.implies(premises(graph), one.formula(graph)),
        premises,
    )


@st.composite
def nested_walks(draw: st.DrawFn) -> tuple[Machine, list[Nested]]:
    """A walk on a random graph with random fairness, and a promise of each form with its formula."""
    return draw(nested_promises(draw(graphs()), FORMS))


@st.composite
def nested_machines(draw: st.DrawFn) -> tuple[Machine, list[Nested]]:
    """A random machine with fields of all types and random fairness, and promises of three forms with formulas."""
    forms = draw(st.lists(st.sampled_from(FORMS), min_size=3, max_size=3, unique=True))
    return draw(nested_promises(draw(temporal_machines()), forms))


@st.composite
def nested_promises(
    draw: st.DrawFn, base: Machine, forms: Sequence[TemporalKind]
) -> tuple[Machine, list[Nested]]:
    """A machine with promises of these forms, each with its formula."""
    if base.name == "graph":
        places = [draw(st.sets(st.integers(0, 6), min_size=1, max_size=3)) for _ in range(3)]
        functions: list[Any] = [lambda s, k=k: any_of(s.at == n for n in places[k]) for k in range(3)]
    else:
        functions = [promise.function for promise in base.promises]
    plain = [
        action
        for action in base.actions
        if not any(isinstance(base.domains[d], MemberType) for d in action.parameters.values())
    ]
    predicates = [agrees_with(p) for p in functions]
    if plain:
        predicates.append(is_possible(base, draw(st.sampled_from(plain))))
    promises = [draw(nested(kind, predicates)) for kind in forms]
    return replace(base, promises=[one.promise for one in promises], temporal=()), promises
