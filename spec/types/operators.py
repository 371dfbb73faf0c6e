"""What a protocol writes in place of `if`, `min`, `any` and `and`: the same on plain values and on symbolic ones."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, TypeAlias, TypeVar, overload

from tidemark.spec.expressions.context import current
from tidemark.spec.expressions.expression import Expr, graph_of, is_symbolic
from tidemark.spec.expressions.kinds import TRUTH, Constant, Kind, Number, Truth, none
from tidemark.spec.expressions.model_errors import Disabled, ModelError, author_place, show_value
from tidemark.spec.expressions.operator_table import OPERATORS
from tidemark.spec.types.leaves import LeafType, Type
from tidemark.spec.types.loops import each_with_presence
from tidemark.spec.types.merging import merge

T = TypeVar("T")


def where(condition: Truth, a: T, b: T) -> T:
    """`a` where the condition holds, else `b`: in place of `if`. Works on records, arrays and sets alike.

    >>> where(1 < 2, "smaller", "not smaller")
    'smaller'
    """
    if is_symbolic(condition):
        context = current()
        if context and context.branches is not None and condition.constant is None:
            context.branches.append((condition, author_place()))
        return merge(condition, a, b)  # type: ignore[no-any-return]
    return a if condition else b


def require(condition: Truth, why: str) -> None:
    """A guard of an action: the action is enabled only where the condition holds.

    `why` completes the sentence "not enabled: …" and is shown when a replay fails at this guard.

    >>> require(1 < 2, "one is smaller")
    >>> require(2 < 1, "two is smaller")
    Traceback (most recent call last):
        ...
    tidemark.spec.expressions.model_errors.Disabled: two is smaller
    """
    if is_symbolic(condition):
        if condition.constant == 0:
            raise Disabled(why)
        context = current()
        if condition.constant is None and context:
            context.guards.append((condition.graph.conjunction(condition, True), why))
    elif not condition:
        context = current()
        if context is None or context.unmet is None:
            raise Disabled(why)
        context.unmet.append(why)


def not_(condition: Truth) -> Truth:
    """The opposite: in place of `not`.

    >>> not_(True)
    False
    """
    return condition.graph.negate(condition) if is_symbolic(condition) else not condition


Key: TypeAlias = Callable[[T], Number | tuple[Number, ...]]
"""What elements are compared by: a number, or several, of which the first that differ decide."""


@overload
def minimum(a: Number, b: Number, /, *more: Number) -> Number: ...


@overload
def minimum(numbers: Iterable[Number], /, *, default: Number | None = None) -> Number: ...


@overload
def minimum(elements: Iterable[T], /, *, key: Key[T], default: T | None = None) -> T: ...


def minimum(*numbers: Any, key: Any = None, default: Any = None) -> Any:
    """The smallest of some numbers, or of what a loop gives; `default` where it gives none.

    With a key, the element whose key is the smallest, and of several the first, as `choose` has it.

    >>> minimum(2, 3), minimum(n + n for n in (2, 1)), minimum((2, 1, -1), key=abs)
    (2, 2, 1)
    """
    if len(numbers) == 2 and key is None:
        a, b = numbers
        return where(a < b, a, b)
    return _first_of(numbers, key, default, lambda a, b: a < b, "minimum")


@overload
def maximum(a: Number, b: Number, /, *more: Number) -> Number: ...


@overload
def maximum(numbers: Iterable[Number], /, *, default: Number | None = None) -> Number: ...


@overload
def maximum(elements: Iterable[T], /, *, key: Key[T], default: T | None = None) -> T: ...


def maximum(*numbers: Any, key: Any = None, default: Any = None) -> Any:
    """The largest of some numbers, or of what a loop gives; `default` where it gives none.

    With a key, the element whose key is the largest, and of several the first, as `choose` has it.

    >>> maximum(2, 3), maximum((n for n in ()), default=0), maximum((2, 1, -2), key=abs)
    (3, 0, 2)
    """
    if len(numbers) == 2 and key is None:
        a, b = numbers
        return where(a < b, b, a)
    return _first_of(numbers, key, default, lambda a, b: b < a, "maximum")


def _first_of(
    numbers: tuple[Any, ...], key: Any, default: Any, precedes: Callable[[Any, Any], Truth], name: str
) -> Any:
    """The number, or the element by its key, that precedes all others.

    Raises:
        ModelError: there may be no element, and no default is given.
    """
    elements = numbers if len(numbers) > 1 else numbers[0]
    if key is None:
        first, is_any = _first_number(elements, default, precedes)
    else:
        first, is_any = _first_by_key(elements, key, default, precedes)
    if default is None and not (is_any is True or (is_symbolic(is_any) and is_any.constant)):
        asked = f"{name}(numbers, default=0)" if key is None else f"{name}(elements, key=…, default=…)"
        raise ModelError(
            f"{name}() may be asked of no {'number' if key is None else 'element'} at all: write {asked}"
        )
    return first


def _first_number(
    numbers: Iterable[Any], default: Any, precedes: Callable[[Any, Any], Truth]
) -> tuple[Any, Any]:
    """The number of a loop that precedes all others, and whether there is any."""
    first, is_any = default, False
    for value, is_there in each_with_presence(numbers):
        replaces = first is None or is_there & (not_(is_any) | precedes(value, first))
        first = where(replaces, value, first)
        is_any = is_there | is_any
    return first, is_any


def _first_by_key(
    elements: Iterable[Any], key: Callable[[Any], Any], default: Any, precedes: Callable[[Any, Any], Truth]
) -> tuple[Any, Any]:
    """The element of a loop whose key precedes all others, and whether there is any."""
    first, least, is_any = default, tuple[Any, ...](), False
    for element, is_there in _each_in_order(elements):
        measure = key(element)
        measure = measure if isinstance(measure, tuple) else (measure,)
        pairs = list(zip(measure, least, strict=True)) if least else []
        replaces = is_there & (not_(is_any) | is_before(pairs, precedes)) if least else is_there
        first = element if first is None else where(replaces, element, first)
        least = tuple(map(partial(merge, replaces), measure, least)) if least else measure
        is_any = is_there | is_any
    return first, is_any


def is_before(pairs: Sequence[tuple[Any, Any]], precedes: Callable[[Any, Any], Truth]) -> Truth:
    """Whether some values, the first of each pair, stand before others: the first pair that differs decides."""
    result: Truth = False
    for x, y in reversed(pairs):
        result = precedes(x, y) | ((x == y) & result)
    return result


@overload
def choose(values: LeafType, condition: Callable[[Any], Truth], otherwise: T) -> T: ...


@overload
def choose(values: Iterable[T], condition: Callable[[T], Truth], otherwise: T) -> T: ...


def choose(values: Any, condition: Callable[[Any], Truth], otherwise: Any) -> Any:
    """The first of some values for which a condition holds; `otherwise` where it holds for none.

    values: a type, as `Int(0, 3)`, an enumeration or `Id("client", 3)`, or what a loop goes over. The first is the
        least number, the first label or element; of the messages of a network, the one whose fields come first. Ids
        that are chosen from, also within messages, have an order then, and the machine has no symmetry in them.

    >>> choose(Int(0, 9), lambda n: n * n > 10, otherwise=0)
    4
    """
    candidates = [
        (value, is_there & condition(value)) for value, is_there in _each_in_order(_values_of(values))
    ]
    chosen = otherwise
    for value, fits in reversed(candidates):
        chosen = where(fits, value, chosen)
    return chosen


MOST_CHOICES = 1_024
"""Of how many values of a type one can be chosen."""


def _values_of(values: Any) -> Iterable[Any]:
    """What is chosen from.

    Raises:
        ModelError: it is no type and no loop, or a type with too many values.
    """
    if isinstance(values, LeafType):
        if (size := values.hi - values.lo + 1) > MOST_CHOICES:
            raise ModelError(
                f"choose() goes through at most {MOST_CHOICES:,} values, not {size:,}: narrow the type"
            )
        return values.values()
    if isinstance(values, Type) or not isinstance(values, Iterable):
        raise ModelError(
            "choose() goes through a type such as Int(0, 3), an enumeration or an id type, or what a loop goes over, "
            f"as s.log or s.network, not through {show_value(values)}"
        )
    return values


def _each_in_order(values: Iterable[T]) -> Iterator[tuple[T, Truth]]:
    """Each value of a loop that takes the first of several, and whether it is there. Ids have an order then."""
    context, ids = current(), dict[str, int]()
    for value, is_there in each_with_presence(values, takes_first=True):
        if context and isinstance(value, Constant) and value.kind.family == "id":
            name, number = value.kind.name, int(value)
            if ids.setdefault(name, number) != number:
                context.orders.add((name, "line"))
        yield value, is_there


def all_of(conditions: Iterable[Truth]) -> Truth:
    """Whether every condition holds (true of none): in place of `all`.

    >>> all_of(n > 0 for n in (1, 2))
    True
    """
    result: Truth = True
    for condition in _mask(conditions, lambda there, holds: not_(there) | holds):
        if is_symbolic(condition):
            result = condition & result
        elif not condition:
            return False
    return result


def any_of(conditions: Iterable[Truth]) -> Truth:
    """Whether some condition holds (false of none): in place of `any`.

    >>> any_of(n > 1 for n in (1, 2))
    True
    """
    result: Truth = False
    for condition in _mask(conditions, lambda there, holds: there & holds):
        if is_symbolic(condition):
            result = condition | result
        elif condition:
            return True
    return result


def one_of(value: T, choices: Iterable[T]) -> Truth:
    """Whether a value is one of several: in place of `in` with a tuple or a set.

    >>> one_of(2, (1, 2, 3))
    True
    """
    return any_of(value == choice for choice in choices)


def implies(condition: Truth, conclusion: Truth) -> Truth:
    """Whether the conclusion holds wherever the condition does.

    A promise that says `implies(condition, …)` and whose condition never arises is reported as vacuous.

    >>> implies(False, False)
    True
    """
    graph: Any = graph_of(condition, conclusion)
    if graph:
        condition = graph.lift(condition)
    if context := current():
        context.conditions.append(condition)
    return graph.disjunction(graph.negate(condition), conclusion) if graph else not condition or conclusion


def count(conditions: Iterable[Truth]) -> Number:
    """How many of the conditions hold.

    >>> count(n > 1 for n in (1, 2, 3))
    2
    """
    conditions = _mask(conditions, lambda there, holds: there & holds)
    return sum((where(condition, 1, 0) for condition in conditions), start=0)


def _mask(conditions: Iterable[Truth], mask: Callable[[Any, Truth], Truth]) -> Iterable[Truth]:
    """The conditions of a loop; of a loop over a sequence, `mask` says what one means that may not be there."""
    if current() is None:  # nobody asks what is traced, or which `implies` arises
        return conditions
    pairs = each_with_presence(conditions)
    return (holds if there is True else mask(there, holds) for holds, there in pairs)


def function_of(name: str) -> Callable[..., Any]:
    """The function by which a protocol calls an operator of numbers, truth values, ids or labels: plain or symbolic."""
    operator = OPERATORS[name]

    def call(*operands: Any) -> Any:
        kinds = [
            operand.kind
            for operand in operands
            if operand is not none and isinstance(operand, (Expr, Constant))
        ]
        order = "line" if operator.orders_ids else "ring" if operator.on_ring else ""
        if order and (context := current()):
            context.orders.update((kind.name, order) for kind in kinds if kind.family == "id")
        if graph := graph_of(*operands):
            return graph.apply(name, *operands)
        value = operator.meaning(*map(int, operands))
        if operator.kind is TRUTH:
            return bool(value)
        ids = [kind for kind in kinds if kind.family in ("id", "label")]
        if isinstance(operator.kind, Kind) or not ids:
            return value
        return Constant(value, ids[0]) if value >= 0 else none

    call.__name__ = name
    return call
