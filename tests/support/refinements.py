"""Pairs of machines for `refine`, and refinement by its definition: each step of the one looked up in the other.

A drawn pair has one state type. The abstract machine is a random one; the detailed machine has its actions, some with
another guard, some with other effects, some new. The map keeps all fields, hides some, or remembers some. So about as
many pairs refine as do not. `walks` draws smaller pairs, of which each takes a tenth of the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Annotated, Any

from hypothesis import strategies as st

from tests.support.random_machines import Expressions, field, machines, made_action
from tidemark.checker.engines.reference import successors
from tidemark.checker.runs.results import State
from tidemark.spec import (
    Action,
    Domain,
    Int,
    Machine,
    ModelError,
    Number,
    Record,
    RefinementMap,
    refinement_map,
    require,
    where,
)  # fmt: skip

HIDDEN = ("number", "other", "flag", "who", "counts", "queue")
"""Fields that a map may hide or remember."""


@dataclass(frozen=True)
class Pair:
    """Two machines, and a map between them."""

    concrete: Machine
    abstract: Machine
    map: RefinementMap


@dataclass(frozen=True)
class Truth:
    """What is true of a pair: `holds`; `violated`, after `length` states; `mistake`; or `unknown`."""

    verdict: str
    length: int | None = None


def by_definition(pair: Pair, max_states: int = 150) -> Truth:
    """Whether each step of the detailed machine has a counterpart, level by level."""
    concrete, abstract = pair.concrete, pair.abstract

    def image(state: State, before: Any) -> State:
        given = [abstract.type.default if before is None else abstract.decode(before)]
        mapped = pair.map.function(concrete.decode(state), *given[: pair.map.remembers])
        return abstract.encode(mapped)

    try:
        level = {(state, image(state, None)) for state in concrete.initial_states}
        if any(mapped not in abstract.initial_states for _, mapped in level):
            return Truth("violated", 1)
        seen, length = set(level), 1
        while level:
            edges = [
                (before, after, image(after, before))
                for state, before in level
                for _, after in successors(concrete, state)
            ]
            length += 1
            if any(a != b and b not in _reached(abstract, a) for a, _, b in edges):
                return Truth("violated", length)
            level = {(after, mapped) for _, after, mapped in edges} - seen
            seen |= level
            if len(seen) > max_states:
                return Truth("unknown")
    except ModelError:
        return Truth("mistake")
    return Truth("holds")


def _reached(machine: Machine, state: State) -> set[State]:
    """The states that a machine's steps lead to, but for those outside a domain."""
    value, reached = machine.decode(state), set[State]()
    for _, _, following in machine.outcomes(partial(machine.run, value)):
        flat: list[Any] = []
        machine.type.flatten(following, flat)
        reached.add(tuple(map(int, flat)))
    return reached


@st.composite
def pairs(draw: st.DrawFn, names_ids: bool = True) -> Pair:
    """A pair of machines."""
    abstract = replace(draw(machines(names_ids=names_ids, renames=False)), promises=[])
    replica = abstract.domains["replica"]
    drawn = Expressions(replica.values() if names_ids else [], 1)
    hides = set(draw(st.lists(st.sampled_from(HIDDEN), max_size=2)))
    default = abstract.type.default
    if hides:
        abstract = _hiding(abstract, hides)
    concrete = replace(abstract, actions=[draw(_detailed(a, drawn)) for a in abstract.actions], promises=[])
    if draw(st.integers(0, 3)) == 0:
        guard = draw(drawn.truths)
        changes = {draw(st.sampled_from(["who", "flag"])): guard}
        concrete = replace(
            concrete,
            actions=[*concrete.actions, made_action("extra", guard, _fitting(changes))],
        )

    @refinement_map
    def plain(state: Any) -> Any:
        return state.but(**{name: getattr(default, name) for name in hides})

    @refinement_map
    def remembering(state: Any, before: Any) -> Any:
        return state.but(**{name: getattr(before, name) for name in hides})

    return Pair(concrete, abstract, draw(st.sampled_from([plain, remembering])))


def _fitting(changes: dict[str, Any]) -> dict[str, Any]:
    return {name: (value if name == "flag" else field("who")) for name, value in changes.items()}


def _hiding(machine: Machine, hidden: set[str]) -> Machine:
    """A machine in which some fields always have their defaults."""
    default = machine.type.default

    def hide(state: Any) -> Any:
        return state.but(**{name: getattr(default, name) for name in hidden})

    def hidden_action(action: Action) -> Action:
        return replace(action, function=lambda state, **values: hide(action.function(state, **values)))

    actions = [hidden_action(action) for action in machine.actions]
    return replace(machine, initial=hide(machine.initial), actions=actions)


@st.composite
def _detailed(draw: st.DrawFn, action: Action, drawn: Expressions) -> Action:
    """An action as it is, with one more guard, or with one other effect."""
    what = draw(st.sampled_from(["same", "same", "guard", "guard", "flag"]))
    condition = draw(drawn.truths)

    def act(state: Any, **values: Any) -> Any:
        arguments = {"one": state.who, "step": 1}
        if what == "guard":
            require(condition(state, arguments), "the other guard")
        after = action.function(state, **values)
        return after.but(flag=condition(state, arguments)) if what == "flag" else after

    return action if what == "same" else replace(action, function=act)


class Place(Record):
    """The number of a node."""

    at: Number


def _chosen(index: Any, values: Sequence[int]) -> Any:
    """The value of an index."""
    value: Any = values[0]
    for k, other in enumerate(values):
        value = where(index == k, other, value)
    return value


def _walk(name: str, size: int, edges: Sequence[tuple[int, int]], first: int) -> Machine:
    """A machine that goes from node to node."""

    def go(place: Place, edge: Annotated[Number, Domain("edge")]) -> Place:
        require(place.at == _chosen(edge, [a for a, _ in edges]), "the edge begins here")
        return place.but(at=_chosen(edge, [b for _, b in edges]))

    state, domains = Place.of(at=Int(0, size - 1)), {"edge": Int(0, len(edges) - 1)}
    return Machine(name, {}, state, state(at=first), [Action("go", go, {"edge": "edge"})], [], domains)


@st.composite
def walks(draw: st.DrawFn) -> Pair:
    """A pair of walks on graphs. The abstract graph has most of the edges that the map makes from the detailed one."""
    size, smaller, remembers = draw(st.integers(3, 7)), draw(st.integers(2, 4)), draw(st.booleans())
    node, image = st.integers(0, size - 1), st.integers(0, smaller - 1)
    way = draw(st.permutations(range(size)))  # by which all nodes are reached
    edges = [*pairwise(way), *draw(st.lists(st.tuples(node, node), max_size=3))]
    rows = [draw(st.lists(image, min_size=smaller, max_size=smaller)) for _ in range(size)]
    first = way[0]

    @refinement_map
    def plain(place: Place) -> Any:
        return state(at=_chosen(place.at, [row[0] for row in rows]))

    @refinement_map
    def remembering(place: Place, before: Place) -> Place:
        return before.but(at=_chosen(place.at * smaller + before.at, [k for row in rows for k in row]))

    others = [(a, b) for a in range(smaller) for b in range(smaller)]
    images = [
        (x, y) for x, y in others
        for a, b in edges
        if y == rows[b][x if remembers else 0] and (remembers or x == rows[a][0])
    ]  # fmt: skip
    dropped = draw(st.sampled_from([None, *images]))
    kept = [edge for edge in images if edge != dropped]
    abstract = _walk("abstract", smaller, [*kept, draw(st.sampled_from(others))], rows[first][0])
    state = abstract.type
    return Pair(_walk("walk", size, edges, first), abstract, remembering if remembers else plain)
