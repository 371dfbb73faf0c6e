"""One of two values, chosen by a condition that depends on the state: what `where` and symbolic indices compute."""

from __future__ import annotations

from typing import Any, TypeVar

from tidemark.spec.expressions.context import current
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.model_errors import ModelError, author_place
from tidemark.spec.types.leaves import Type
from tidemark.spec.types.parts import Composite, OneField, PartsType, is_lifted, lift_field

T = TypeVar("T")


def merge(condition: Any, a: Any, b: Any) -> Any:
    """`a` where the condition holds, else `b`: field by field for records, arrays, sequences and sets."""
    if not isinstance(condition, Expr):
        return a if condition else b
    if a is b:
        return a
    if type(a) is Expr:
        return condition.graph.ite(condition, a, b)
    if isinstance(a, OneField) and isinstance(b, OneField):
        if a.type.kind is not b.type.kind:
            raise ModelError(f"where() mixes {a.type.kind} with {b.type.kind}")
        return _merge_part(condition, a, b, a.type)
    if isinstance(a, Composite):
        if not isinstance(b, Composite) or a.type is not b.type:
            raise ModelError(
                f"where() mixes {type(a).__name__} with {type(b).__name__}: give both arms one type, made once"
            )
        return _merge_part(condition, a, b, a.type)
    return condition.graph.ite(condition, a, b)


def _merge_part(condition: Expr, a: Any, b: Any, shape: Type) -> Any:
    """Two values of one type, merged into one of expressions. A value that is lifted and on both sides
    is returned as it is: most changes leave most parts of a state as they are.
    """
    if type(a) is Expr and type(b) is Expr:
        return a if a is b else condition.graph.ite(condition, a, b)
    if a is b and is_lifted(a):
        return a
    if isinstance(shape, PartsType):
        parts = zip(shape.parts_of(a), shape.parts_of(b), shape.parts, strict=True)
        return shape.compose([_merge_part(condition, x, y, part) for x, y, part in parts])
    graph, flat_a, flat_b = condition.graph, list[Any](), list[Any]()
    shape.flatten(a, flat_a)
    shape.flatten(b, flat_b)
    return shape.build(
        graph.ite(condition, lift_field(x, domain, graph), lift_field(y, domain, graph))
        for x, y, domain in zip(flat_a, flat_b, shape.domains, strict=True)
    )


def is_value(index: Expr, value: int) -> Expr:
    """Whether a symbolic index, of whatever kind, has this plain value."""
    return index.graph.eq(index, index.graph.const(value, index.kind))


def select(items: tuple[T, ...], index: Expr, first: int, element: Type) -> T:
    """The element at a symbolic index, counted from `first`: a chain of selections over its possible values."""
    last = first + len(items) - 1
    within = index.lo >= first and index.hi <= last
    chosen: T = items[index.hi - first] if within else element.default
    for value in reversed(range(max(index.lo, first), min(index.hi, last) + 1)):
        chosen = merge(is_value(index, value), items[value - first], chosen)
    return chosen


def note_outside(element: Type) -> None:
    """Note that the default of an element is read, outside an array or a sequence."""
    context = current()
    if context and context.outside is not None:
        context.outside.append((element, author_place()))
