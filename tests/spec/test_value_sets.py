"""Sets of values: an operation means what it means of a set of Python's, on plain values and in its symbolic form."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tidemark.spec import (
    Array,
    Bool,
    Enum,
    Id,
    IdSet,
    Int,
    Label,
    Machine,
    ModelError,
    Network,
    Number,
    Optional,
    Promise,
    Record,
    Sequence,
    Set,
    Truth,
    all_of,
    any_of,
    count,
    implies,
    maximum,
    minimum,
    none,
    one_of,
    where,
)
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.evaluation import value_of
from tidemark.spec.expressions.expression import Expr, ExpressionGraph
from tidemark.spec.types.differences import changes
from tidemark.spec.types.parts import fields_of

LOW, HIGH = -1, 2
NUMBERS = Set.of(Int(LOW, HIGH))
EVERY = range(LOW, HIGH + 1)
SUBSETS = [set(some) for size in range(5) for some in itertools.combinations(EVERY, size)]
Color = Enum("color", "red", "green")
client = Id("client", 2)


class Letter(Record):
    color: Label
    to: Any
    urgent: Truth


LETTER = Letter.of(color=Color, to=Optional(client), urgent=Bool())


def symbolic(graph: ExpressionGraph, first: int) -> Any:
    """A set about which nothing is known, whose fields begin with this one."""
    leaves = enumerate(NUMBERS.leaves("chosen"), first)
    return NUMBERS.build(iter([graph.field(k, leaf.kind, leaf.lo, leaf.hi) for k, leaf in leaves]))


def fields(members: set[int]) -> tuple[int, ...]:
    return tuple(map(int, fields_of(NUMBERS(*members))))


def outcome(answer: Any, state: tuple[int, ...] = ()) -> Any:
    """What a set or an answer about one is in a state."""
    if isinstance(answer, Set):
        flags = [outcome(flag, state) for flag in answer.flags]
        return {value for value, flag in zip(EVERY, flags, strict=True) if flag}
    return value_of(answer, state) if isinstance(answer, Expr) else int(answer)


OF_MEMBERS: dict[str, tuple[Callable[[Any, Any], Any], Callable[[set[int], int], Any]]] = {
    "has": (lambda group, x: group.has(x), lambda group, x: x in group),
    "including": (lambda group, x: group.including(x), lambda group, x: group | {x} & {*EVERY}),
    "excluding": (lambda group, x: group.excluding(x), lambda group, x: group - {x}),
    "is_only": (lambda group, x: group.is_only(x), lambda group, x: group == {x} & {*EVERY}),
    "filter": (lambda group, x: group.filter(lambda y: y < x), lambda group, x: {y for y in group if y < x}),
    "all_of": (lambda group, x: all_of(y < x for y in group), lambda group, x: all(y < x for y in group)),
    "any_of": (lambda group, x: any_of(y < x for y in group), lambda group, x: any(y < x for y in group)),
    "count": (lambda group, x: count(y < x for y in group), lambda group, x: sum(y < x for y in group)),
    "one_of": (lambda group, x: one_of(x, group), lambda group, x: x in group),
    "maximum": (lambda group, x: maximum(group, default=x), lambda group, x: max(group, default=x)),
    "minimum": (
        lambda group, x: minimum((y + y for y in group), default=x),
        lambda group, x: min((y + y for y in group), default=x),
    ),
    "mapped": (
        lambda group, x: group.including_all(y + 1 for y in group.excluding(x)),
        lambda group, x: group | {y + 1 for y in group - {x}} & {*EVERY},
    ),
}
OF_SETS: dict[str, tuple[Callable[[Any, Any], Any], Callable[[set[int], set[int]], Any]]] = {
    "union": (lambda a, b: a | b, lambda a, b: a | b),
    "intersection": (lambda a, b: a & b, lambda a, b: a & b),
    "difference": (lambda a, b: a - b, lambda a, b: a - b),
    "equal": (lambda a, b: a == b, lambda a, b: a == b),
    "unequal": (lambda a, b: a != b, lambda a, b: a != b),
    "subset": (lambda a, b: a <= b, lambda a, b: a <= b),
    "proper": (lambda a, b: a < b, lambda a, b: a < b),
    "superset": (lambda a, b: a >= b, lambda a, b: a >= b),
    "more": (lambda a, b: a > b, lambda a, b: a > b),
    "chosen": (lambda a, b: where(a.has(1), a, b), lambda a, b: a if 1 in a else b),
    "pairs": (
        lambda a, b: count(x + y == 1 for x in a for y in b),
        lambda a, b: sum(x + y == 1 for x in a for y in b),
    ),
}
OF_ONE: dict[str, tuple[Callable[[Any], Any], Callable[[set[int]], Any]]] = {
    "size": (lambda group: group.size(), len),
    "is_empty": (lambda group: group.is_empty(), lambda group: not group),
    "everyone": (lambda group: group.everyone(), lambda _: {*EVERY}),
}


@pytest.fixture
def traced() -> Iterator[None]:
    """What a loop over a set of a state asks for."""
    with Context():
        yield


def expected(answer: Any) -> Any:
    return answer if isinstance(answer, set) else int(answer)


@pytest.mark.usefixtures("traced")
@pytest.mark.parametrize("name", OF_MEMBERS)
def test_an_operation_with_a_value_is_the_same_for_plain_and_symbolic_sets(name: str) -> None:
    operation, meaning = OF_MEMBERS[name]
    graph = ExpressionGraph()
    width = len(NUMBERS.domains)
    group, some = symbolic(graph, 0), graph.field(width, NUMBERS.element.kind, LOW - 1, HIGH + 1)
    of_known = [(x, operation(group, x)) for x in range(LOW - 1, HIGH + 2)]
    of_some = operation(group, some)
    for members in SUBSETS:
        plain_group = operation(NUMBERS(*members), some)
        for x, of_x in of_known:
            answer, state = expected(meaning(members, x)), (*fields(members), x)
            assert outcome(operation(NUMBERS(*members), x)) == answer
            assert outcome(of_x, state) == answer
            assert outcome(of_some, state) == answer
            assert outcome(plain_group, state) == answer


@pytest.mark.usefixtures("traced")
@pytest.mark.parametrize("name", OF_SETS)
def test_an_operation_with_a_set_is_the_same_for_plain_and_symbolic_sets(name: str) -> None:
    operation, meaning = OF_SETS[name]
    graph = ExpressionGraph()
    group, others = symbolic(graph, 0), symbolic(graph, len(NUMBERS.domains))
    both = operation(group, others)
    for mine, theirs in itertools.product(SUBSETS, SUBSETS):
        answer, state = expected(meaning(mine, theirs)), (*fields(mine), *fields(theirs))
        assert outcome(operation(NUMBERS(*mine), NUMBERS(*theirs))) == answer
        assert outcome(both, state) == answer
        if len(mine) == 2:
            assert outcome(operation(NUMBERS(*mine), others), state) == answer
            assert outcome(operation(group, NUMBERS(*theirs)), state) == answer


@pytest.mark.usefixtures("traced")
@pytest.mark.parametrize("name", OF_ONE)
def test_an_operation_of_a_set_alone_is_the_same_for_plain_and_symbolic_sets(name: str) -> None:
    operation, meaning = OF_ONE[name]
    answer_of_all = operation(symbolic(ExpressionGraph(), 0))
    for members in SUBSETS:
        answer = expected(meaning(members))
        assert outcome(operation(NUMBERS(*members))) == answer
        assert outcome(answer_of_all, fields(members)) == answer


@pytest.mark.parametrize(
    ("element", "values"),
    [
        (Bool(), [False, True]),
        (Color, [Color.red, Color.green]),
        (Optional(client), [none, *client.values()]),
        (
            LETTER,
            [
                LETTER(color=c, to=i, urgent=u)
                for c in Color
                for i in (none, *client.values())
                for u in (False, True)
            ],
        ),
        (Array.of(client, Bool()), None),
        (Set.of(Color), None),
        (IdSet.of(client), None),
    ],
    ids=["Bool", "Enum", "Optional", "Record", "Array", "Set", "IdSet"],
)
def test_a_set_holds_values_of_any_type_of_which_there_are_few(
    element: Any, values: list[Any] | None
) -> None:
    sets = Set.of(element)
    members = sets.default.values()
    if values is not None:
        assert len(members) == len(values)
        assert all(a == b for a, b in zip(members, values, strict=True))
    full = sets(*members)
    assert full == sets.default.everyone()
    for k, member in enumerate(members):
        assert [full.has(member), full.excluding(member).has(member), sets.default.has(member)] == [
            True,
            False,
            False,
        ]
        shown = sets.show(sets(member))
        assert shown == [sets.element.show(member)]
        assert sets.read(shown, "members") == sets(member)
        assert [bool(sets(member).has(other)) for other in members] == [
            place == k for place in range(len(members))
        ]


def test_of_ids_it_is_a_set_of_ids() -> None:
    assert Set.of(client) == IdSet.of(client)
    assert isinstance(Set.of(client).default, IdSet)
    assert issubclass(IdSet, Set)


def test_a_set_is_told_by_its_members_and_a_step_by_what_came_and_went() -> None:
    before, after = NUMBERS(2, -1), NUMBERS(0, 2)
    assert repr(before) == NUMBERS.text(before) == "{-1, 2}"
    assert [change.sentence for change in changes(NUMBERS, before, after)] == [": + 0, − -1"]
    letters = Set.of(LETTER)
    assert letters.text(letters(LETTER())) == "{(color red, to none, urgent no)}"


@pytest.mark.parametrize("data", [1, {"0": 1}, None, [3], ["0"], [True]])
def test_a_list_of_anything_but_members_is_no_set(data: Any) -> None:
    with pytest.raises(ValueError, match="members"):
        NUMBERS.read(data, "members")


def test_an_empty_set_takes_no_room() -> None:
    assert [leaf.bits for leaf in NUMBERS.leaves("chosen")] == [1, 1, 1, 1, 0]
    assert {leaf.bits for leaf in Set.empty_of(Int(LOW, HIGH)).leaves("chosen")} == {0}
    assert Set.empty_of(Int(LOW, HIGH)).default == NUMBERS.default


@pytest.mark.parametrize(
    ("element", "said"),
    [
        (Int(0, 1_024), "here 1,025, and may have 1,024: narrow the domains"),
        (Sequence.of(Int(0, 1), 2), "holds no sequences and no networks"),
        (Network.of(Int(0, 1), 2), "holds no sequences and no networks"),
        (3, "what a set is of is a type such as Int"),
    ],
    ids=["many", "a sequence", "a network", "no type"],
)
def test_what_can_be_no_member_is_refused(element: Any, said: str) -> None:
    with pytest.raises(ModelError, match=said):
        Set.of(element)


class Chest(Record):
    chosen: Set[Number]
    group: IdSet


CHEST = Chest.of(chosen=NUMBERS, group=IdSet.of(client))
REFUSED: dict[str, tuple[Callable[[Chest], Any], str]] = {
    "in": (lambda s: 1 in s.chosen, r"write set\.has\(x\)"),
    "len": (lambda s: len(s.chosen) == 1, r"write set\.size\(\)"),  # type: ignore[arg-type]
    "if": (lambda s: bool(s.chosen), "a set of values is no condition"),
    "for": (lambda s: sum(1 for _ in s.chosen) == 1, r"loop over s\.chosen\.values\(\)"),
    "for of ids": (lambda s: sum(1 for _ in s.group) == 1, "which members a set has depends on the state"),
    "list": (lambda s: [x for x in s.chosen if x > 0] == [], "which members a set has depends on the state"),
    "a member of another kind": (lambda s: s.chosen.has(True), "a member of this set holds a number"),
    "an operand that is no set": (
        lambda s: (s.chosen | 1).is_empty(),
        r"\| takes two sets of the same values",
    ),  # type: ignore[operator]
    "sets of other values": (lambda s: s.chosen <= s.group, "<= takes two sets of the same values"),  # type: ignore[operator]
    "compared": (lambda s: s.chosen == 1, r"a set of values is compared with 1: .* \.has\(x\)"),
    "maximum of nothing": (lambda s: maximum(s.chosen) == 1, r"write maximum\(numbers, default=0\)"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_mistake_is_refused_with_what_to_write(name: str) -> None:
    function, said = REFUSED[name]
    machine = Machine("chest", {}, CHEST, CHEST.default, [], [Promise("mine", function)])
    with pytest.raises(ModelError, match=said):
        _ = machine.symbolic


@pytest.mark.parametrize("members", SUBSETS, ids=str)
def test_the_condition_of_an_implies_arises_of_members_alone(members: set[int]) -> None:
    def promised(group: Any) -> Any:
        return (
            all_of(implies(x > 0, x < 2) for x in group)
            & group.filter(lambda x: implies(x > 1, x < 2)).is_empty()
        )

    graph = ExpressionGraph()
    with Context() as plain:
        promised(NUMBERS(*members))
    with Context() as lifted:
        promised(symbolic(graph, 0))
    arises = any(map(bool, plain.conditions))
    assert arises == any(value_of(graph.lift(c), fields(members)) for c in lifted.conditions)
    assert arises == bool(members & {1, 2})
