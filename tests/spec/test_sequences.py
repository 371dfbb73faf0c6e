"""Sequences: each operation means what it means of a list, on plain values and in its symbolic form."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support.agreement import agree
from tidemark.checker.engines import reference
from tidemark.checker.engines.native import search as native
from tidemark.spec import (
    Action,
    Int,
    Machine,
    ModelError,
    Number,
    Promise,
    Record,
    Sequence,
    Truth,
    all_of,
    any_of,
    count,
    implies,
    maximum,
    minimum,
    not_,
    one_of,
    where,
)
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.evaluation import value_of
from tidemark.spec.expressions.expression import Expr, ExpressionGraph
from tidemark.spec.machines.machine import OutOfRange
from tidemark.spec.types.composites import Composite

LOG = Sequence.of(Int(0, 2), 3)
LISTS = [list(items) for length in range(4) for items in itertools.product(range(3), repeat=length)]


def sequence(items: list[int]) -> Sequence[Number]:
    value: Sequence[Number] = LOG.default
    for item in items:
        value = value.append(item)
    return value


def fields(items: list[int]) -> list[int]:
    return [len(items), *items, *[0] * (3 - len(items))]


def symbolic() -> Sequence[Number]:
    """A sequence whose fields are those of a state."""
    graph = ExpressionGraph()
    leaves = enumerate(LOG.all_leaves)
    value: Sequence[Number] = LOG.build(iter([graph.field(k, one.kind, one.lo, one.hi) for k, one in leaves]))
    return value


def changed(items: list[int], index: int, element: int) -> list[int]:
    return [element if k == index else item for k, item in enumerate(items)]


def fold(items: list[int]) -> int:
    total = 1
    for item in items:
        total = total + total + item
    return total


def is_zero(number: Any) -> Any:
    return number == 0


OF_LISTS: dict[str, tuple[Callable[[Any], Any], Callable[[list[int]], Any]]] = {
    "head": (lambda s: s.head(), lambda x: x[0] if x else 0),
    "last": (lambda s: s.last(), lambda x: x[-1] if x else 0),
    "tail": (lambda s: s.tail(), lambda x: x[1:]),
    "from one on": (lambda s: s[1:], lambda x: x[1:]),
    "all": (lambda s: s[:], lambda x: x[:]),
    "up to two": (lambda s: s[:2], lambda x: x[:2]),
    "between": (lambda s: s[1:2], lambda x: x[1:2]),
    "nothing": (lambda s: s[2:1], lambda x: x[2:1]),
    "beyond": (lambda s: s[3:7], lambda x: x[3:7]),
    "empty": (lambda s: s.is_empty(), lambda x: not x),
    "has": (lambda s: s.has(1), lambda x: 1 in x),
    "index": (lambda s: s.index_of(2), lambda x: x.index(2) if 2 in x else len(x)),
    "index of a default": (lambda s: s.index_of(0), lambda x: x.index(0) if 0 in x else len(x)),
    "update": (lambda s: s.but(1, 2), lambda x: changed(x, 1, 2)),
    "update at what depends on the state": (lambda s: s.but(s.head(), 2), lambda x: changed(x, x[0], 2) if x else x),
    "join": (lambda s: s[1:2] + s[:2], lambda x: x[1:2] + x[:2]),
    "join with a plain one": (lambda s: sequence([2]) + s[:2], lambda x: [2, *x[:2]]),
    "join a plain one": (lambda s: s[:2] + sequence([2]), lambda x: [*x[:2], 2]),
    "fold": (lambda s: s.fold(lambda total, x: total + total + x, 1), fold),
    "all_of": (lambda s: all_of(x > 0 for x in s), lambda x: all(one > 0 for one in x)),
    "any_of": (lambda s: any_of(x == 0 for x in s), lambda x: any(one == 0 for one in x)),
    "count": (lambda s: count(x < 2 for x in s), lambda x: sum(one < 2 for one in x)),
    "maximum": (lambda s: maximum(s, default=-1), lambda x: max(x, default=-1)),
    "minimum": (lambda s: minimum((0 - x for x in s), default=7), lambda x: min((-one for one in x), default=7)),
    "one_of": (lambda s: one_of(0, s), lambda x: 0 in x),
    "enumerate": (
        lambda s: all_of(x != k for k, x in enumerate(s) if k != 1),
        lambda x: all(one != k for k, one in enumerate(x) if k != 1)
    ),
    "pairs": (lambda s: all_of(a <= b for a, b in zip(s, s.tail(), strict=False)), lambda x: sorted(x) == x),
    "map": (lambda s: any_of(map(is_zero, s)), lambda x: 0 in x),
    "a loop in a loop": (
        lambda s: all_of(a != b + 1 for a in s for b in s[1:]), lambda x: all(a != b + 1 for a in x for b in x[1:])
    ),
    "a generator of a generator": (
        lambda s: count(not_zero for not_zero in (x > 0 for x in s)), lambda x: sum(one > 0 for one in x)
    ),
    "a loop that ends early": (
        lambda s: all_of(x > 0 for x in itertools.chain(itertools.islice(s, 1), s[2:])),
        lambda x: all(one > 0 for one in x[:1] + x[2:]),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", OF_LISTS)
def test_an_operation_means_what_it_means_of_a_list(name: str) -> None:
    operation, of_list = OF_LISTS[name]
    with Context(lifts=True):
        traced = operation(symbolic())
    for items in LISTS:
        expected = of_list(items)
        flat = fields(expected) if isinstance(expected, list) else [int(expected)]
        assert flat_of(operation(sequence(items))) == flat
        values = [value_of(one, fields(items)) if isinstance(one, Expr) else one for one in flat_of(traced)]
        assert values == flat


def flat_of(value: Any) -> list[Any]:
    """The fields of a sequence, or the one of a number or a truth value."""
    if not isinstance(value, Composite):
        return [value if isinstance(value, Expr) else int(value)]
    flat: list[Any] = []
    value.type.flatten(value, flat)
    return flat


def test_operations_on_what_is_too_long_give_what_is_too_long() -> None:
    full = sequence([1, 2, 0])
    too_long = full.append(1)
    for value in (too_long.tail(), too_long[2:], full + full, sequence([]) + too_long, too_long.but(0, 2)):
        assert value.length > value.capacity


def test_a_window_that_forgets_what_it_was_given_is_out_of_range() -> None:
    class Window(Record):
        log: Sequence[Number]

    def slide(w: Window) -> Window:
        return w.but(log=w.log.append(1).tail())

    state = Window.of(log=Sequence.of(Int(0, 1), 2))
    full = state.default.log.append(1).append(0)
    machine = Machine(
        "window",
        {},
        state,
        state(log=full),
        [Action("slide", slide, {})],
        [],
    )
    for search in (reference.search, native.search):
        with pytest.raises(OutOfRange):
            search(machine)


class DatedNote(Record):
    epoch: Number
    value: Number


class Diary(Record):
    epoch: Number
    log: Sequence[DatedNote]


def test_a_record_is_appended_and_looked_for_by_its_fields() -> None:
    def write(d: Diary) -> Diary:
        return d.but(log=d.log.append(epoch=d.epoch), epoch=1 - d.epoch)

    def follow(d: Diary) -> Truth:
        return not_(d.log.has(epoch=1, value=5)) & not_(d.log.has(epoch=0, value=6))

    entry = DatedNote.of(epoch=Int(0, 1), value=Int(5, 9))
    state = Diary.of(epoch=Int(0, 1), log=Sequence.of(entry, 3))
    log = state.default.log
    assert log.append(epoch=1) == log.append(entry(epoch=1, value=5))
    assert log.append(epoch=1).has(epoch=1) & not_(log.append(epoch=1).has(epoch=1, value=6))
    assert log.append(epoch=1).append(epoch=0, value=7).last() == entry(epoch=0, value=7)
    made = Machine(
        "diary", {}, state, state.default, [Action("write", write, {})], [Promise("follow", follow)]
    )
    agree(made, engines=("native", "smt", "gpu"))


UNREAD: dict[str, Callable[[Any], Any]] = {
    "a sum": lambda s: sum(s) > 0,
    "a sum in a loop": lambda s: all_of(sum(s) > k for k in range(2)),
    "a list in a loop": lambda s: all_of(len([x + 1 for x in s]) > k for k in range(2)),
    "a list of a loop": lambda s: all_of([x > 0 for x in s]),
    "its items": lambda s: all_of(one > 0 for one in (*s, 1)),
    "a statement": lambda s: statement(s),
    "the sum of a generator in a loop": lambda s: all_of(sum(x for x in s) > k for k in range(2)),
    "a function that yields": lambda s: all_of(yielding(s)),
}


def statement(items: Any) -> Any:
    total = 0
    for item in items:
        total = total + item
    return total > 0


def yielding(items: Any) -> Iterator[Any]:
    total = 0
    for item in items:
        total = total + item
        yield total > 0


@pytest.mark.parametrize("name", UNREAD)
def test_a_loop_that_nobody_reads_is_refused(name: str) -> None:
    refusal = r"test_sequences\.py:\d+: (how many elements|len\(\) of a sequence)"
    with Context(lifts=True), pytest.raises(ModelError, match=refusal):
        UNREAD[name](symbolic())


REFUSED: dict[str, tuple[Callable[[Any], Any], str]] = {
    "a slice from the end": (lambda s: s[-1:], r"write log\.last\(\)"),
    "an end that depends on the state": (lambda s: s[: s.length], r"write log\.truncate\(n\)"),
    "a step": (lambda s: s[::2], "has no step"),
    "no default": (lambda s: maximum(x for x in s), r"write maximum\(numbers, default=0\)"),
    "membership": (lambda s: 1 in s, r"write sequence\.has\(element\)"),
    "a number that is joined": (lambda s: s + 1, r"write \.append\(x\)"),
    "a list before it": (lambda s: [1] + s, r"write log\.append\(x\)"),  # noqa: RUF005
    "fields of a number": (lambda s: s.append(epoch=1), r"write log\.append\(x\)"),
    "no element": (lambda s: s.has(), r"log\.has\(x\), log\.has\(kind=…\)"),
    "an update outside": (lambda s: s.but(3, 1), "the index 3 is outside"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_a_sequence_lacks_is_refused_with_its_line_and_a_remedy(name: str) -> None:
    operation, remedy = REFUSED[name]
    with Context(lifts=True), pytest.raises(ModelError, match=rf"test_sequences\.py:\d+: .*{remedy}"):
        operation(symbolic())


def test_the_maximum_of_what_is_never_empty_needs_no_default() -> None:
    assert maximum(3, 5, 4) == 5
    assert minimum(x for x in (3, 2)) == 2
    with pytest.raises(ModelError, match="no number at all"):
        minimum(x for x in ())


def test_a_condition_in_a_loop_arises_of_what_is_there_alone() -> None:
    class Board(Record):
        log: Sequence[Number]

    def post(b: Board) -> Board:
        return b.but(log=where(b.log.length < 2, b.log.append(1), b.log))

    def small(b: Board) -> Truth:
        return all_of(
            implies(x == 0, x < 1) for x in b.log
        )  # nothing that was posted is 0, and every default is

    state = Board.of(log=Sequence.of(Int(0, 1), 2))
    machine = Machine(
        "board", {}, state, state.default, [Action("post", post, {})], [Promise("small", small)]
    )
    for search in (reference.search, native.search):
        assert search(machine).promises["small"].vacuous
