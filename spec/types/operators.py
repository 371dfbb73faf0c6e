"""What a protocol writes in place of `if`, `min`, `any` and `and`: the same on plain values and on symbolic ones."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar, overload

from tidemark.spec.expressions.context import current
from tidemark.spec.expressions.expression import Expr, graph_of, is_symbolic
from tidemark.spec.expressions.kinds import TRUTH, Constant, Kind, Number, Truth, none
from tidemark.spec.expressions.model_errors import Disabled, ModelError, author_place
from tidemark.spec.expressions.operator_table import OPERATORS
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


@overload
def minimum(a: Number, b: Number, /, *more: Number) -> Number: ...


@overload
def minimum(numbers: Iterable[Number], /, *, default: Number | None = None) -> Number: ...


def minimum(*numbers: Any, default: Any = None) -> Any:
    """The smallest of some numbers, or of what a loop gives; `default` where it gives none.

    >>> minimum(2, 3), minimum(n + n for n in (2, 1))
    (2, 2)
    """
    if len(numbers) == 2:
        a, b = numbers
        return where(a < b, a, b)
    return _first_of(numbers, default, lambda a, b: a < b, "minimum")


@overload
def maximum(a: Number, b: Number, /, *more: Number) -> Number: ...


@overload
def maximum(numbers: Iterable[Number], /, *, default: Number | None = None) -> Number: ...


def maximum(*numbers: Any, default: Any = None) -> Any:
    """The largest of some numbers, or of what a loop gives; `default` where it gives none.

    >>> maximum(2, 3), maximum((n for n in ()), default=0)
    (3, 0)
    """
    if len(numbers) == 2:
        a, b = numbers
        return where(a < b, b, a)
    return _first_of(numbers, default, lambda a, b: b < a, "maximum")


def _first_of(
    numbers: tuple[Any, ...], default: Any, precedes: Callable[[Any, Any], Truth], name: str
) -> Any:
    """The number that precedes all others.

    Raises:
        ModelError: there may be no number, and no default is given.
    """
    first, is_any = default, False
    for value, is_there in each_with_presence(numbers if len(numbers) > 1 else numbers[0]):
        replaces = first is None or is_there & (not_(is_any) | precedes(value, first))
        first = where(replaces, value, first)
        is_any = is_there | is_any
    if default is None and not (is_any is True or (is_symbolic(is_any) and is_any.constant)):
        raise ModelError(f"{name}() may be asked of no number at all: write {name}(numbers, default=0)")
    return first


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
