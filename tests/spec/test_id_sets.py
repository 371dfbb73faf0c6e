"""Sets of ids: an operation is the same for a plain set, which is a bit mask, and for a symbolic one."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from tidemark.spec import Id, IdSet, ModelError, none
from tidemark.spec.expressions.evaluation import value_of
from tidemark.spec.expressions.expression import Expr, ExpressionGraph

WORKER = Id("worker", 3)
SETS = IdSet.of(WORKER)
SUBSETS = [set(ids) for size in range(4) for ids in itertools.combinations(range(3), size)]


def plain(members: set[int]) -> IdSet:
    return SETS.read(sorted(members), "members")


def symbolic(graph: ExpressionGraph, field: int) -> IdSet:
    return SETS.value(graph.field(field, SETS.kind, 0, 7))  # type: ignore[arg-type]


def mask(members: set[int]) -> int:
    return sum(1 << i for i in members)


def outcome(answer: Any, state: tuple[int, ...] = ()) -> Any:
    """What a set or an answer about one is in a state."""
    if isinstance(answer, IdSet):
        answer = answer.mask
    return value_of(answer, state) if isinstance(answer, Expr) else int(answer)


def ids() -> list[Any]:
    return [none, *plain(set()).ids()]


OF_MEMBERS: dict[str, tuple[Callable[[IdSet, Any], Any], Callable[[set[int], int], Any]]] = {
    "has": (lambda group, i: group.has(i), lambda group, i: i in group),
    "including": (lambda group, i: group.including(i), lambda group, i: group | ({i} - {-1})),
    "excluding": (lambda group, i: group.excluding(i), lambda group, i: group - {i}),
    "is_only": (lambda group, i: group.is_only(i), lambda group, i: group == {i} - {-1}),
}
OF_SETS: dict[str, tuple[Callable[[IdSet, IdSet], Any], Callable[[set[int], set[int]], Any]]] = {
    "union": (lambda a, b: a | b, lambda a, b: a | b),
    "difference": (lambda a, b: a - b, lambda a, b: a - b),
    "equal": (lambda a, b: a == b, lambda a, b: a == b),
    "unequal": (lambda a, b: a != b, lambda a, b: a != b),
}
OF_ONE: dict[str, tuple[Callable[[IdSet], Any], Callable[[set[int]], Any]]] = {
    "size": (lambda group: group.size(), len),
    "is_empty": (lambda group: group.is_empty(), lambda group: not group),
    "everyone": (lambda group: group.everyone(), lambda _: {0, 1, 2}),
}


def expected(answer: Any) -> int:
    return mask(answer) if isinstance(answer, set) else int(answer)


@pytest.mark.parametrize("name", OF_MEMBERS)
def test_an_operation_with_a_member_is_the_same_for_plain_and_symbolic_sets(name: str) -> None:
    operation, meaning = OF_MEMBERS[name]
    graph = ExpressionGraph()
    group, some = symbolic(graph, 0), graph.field(1, WORKER.kind, -1, 2)
    for members, member in itertools.product(SUBSETS, ids()):
        answer, state = expected(meaning(members, int(member))), (mask(members), int(member))
        assert outcome(operation(plain(members), member)) == answer
        assert outcome(operation(group, member), state) == answer
        assert outcome(operation(group, some), state) == answer
        assert outcome(operation(plain(members), some), state) == answer


@pytest.mark.parametrize("name", OF_SETS)
def test_an_operation_with_a_set_is_the_same_for_plain_and_symbolic_sets(name: str) -> None:
    operation, meaning = OF_SETS[name]
    graph = ExpressionGraph()
    group, others = symbolic(graph, 0), symbolic(graph, 1)
    for mine, theirs in itertools.product(SUBSETS, SUBSETS):
        answer, state = expected(meaning(mine, theirs)), (mask(mine), mask(theirs))
        assert outcome(operation(plain(mine), plain(theirs))) == answer
        assert outcome(operation(group, others), state) == answer
        assert outcome(operation(plain(mine), others), state) == answer
        assert outcome(operation(group, plain(theirs)), state) == answer


@pytest.mark.parametrize("name", OF_ONE)
def test_an_operation_of_a_set_alone_is_the_same_for_plain_and_symbolic_sets(name: str) -> None:
    operation, meaning = OF_ONE[name]
    group = symbolic(ExpressionGraph(), 0)
    for members in SUBSETS:
        answer = expected(meaning(members))
        assert outcome(operation(plain(members))) == answer
        assert outcome(operation(group), (mask(members),)) == answer


def test_a_set_is_shown_as_the_list_of_its_ids() -> None:
    assert [SETS.show(plain(members)) for members in SUBSETS] == [sorted(members) for members in SUBSETS]
    assert SETS.text(plain({0, 2})) == repr(plain({2, 0})) == "{0, 2}"
    assert repr(symbolic(ExpressionGraph(), 0)) == "0"


@pytest.mark.parametrize("data", [[3], [-1], [True], ["0"], 1, None, {"0": 1}])
def test_a_list_of_anything_but_ids_is_no_set(data: Any) -> None:
    with pytest.raises(ValueError, match=r"members is .* not a list of worker ids below 3"):
        SETS.read(data, "members")


def test_an_empty_set_takes_no_room() -> None:
    assert [leaf.bits for leaf in IdSet.empty_of(WORKER).leaves("group")] == [0]
    assert [leaf.bits for leaf in SETS.leaves("group")] == [3]


def test_only_ids_are_in_sets() -> None:
    from tidemark.spec import Int

    with pytest.raises(ModelError, match="takes an id type, not a number"):
        IdSet.of(Int(0, 3))
