"""Ids whose order is meant, or that stand on a ring: the same on plain values and on symbolic ones.

What a machine asks here says which symmetry its ids have (`tidemark.spec.machines.id_groups`), so it is noted.
"""

from __future__ import annotations

from typing import Any

from tidemark.spec.expressions.context import current
from tidemark.spec.expressions.expression import Expr, graph_of, is_symbolic
from tidemark.spec.expressions.kinds import Constant, Identity, Kind, Number, none
from tidemark.spec.expressions.model_errors import ModelError, show_value
from tidemark.spec.types.composites import Array
from tidemark.spec.types.leaves import LeafType, require_whole


def position(identity: Identity) -> Number:
    """The place of an id in the order of the ids, from 0; -1 of `none`.

    A machine that uses it gives its ids an order, and has no symmetry in them.

    >>> replica = Id("replica", 3)
    >>> position(replica.value(2))
    2
    """
    _note_order(identity, "line", "position()")
    graph: Any = graph_of(identity)
    return graph.position(identity) if graph else int(identity)


def id_at(ids: LeafType | Array[Any], position: Number) -> Identity:
    """The id of a position, from 0; `none` where there is none. ids: the type of the ids, or an array indexed by them.

    A machine that uses it gives its ids an order, and has no symmetry in them.

    >>> replica = Id("replica", 3)
    >>> id_at(replica, 2), id_at(replica, 3)
    (2, none)
    """
    kind = _kind_of_all(ids)
    _note(kind, "line")
    graph: Any = graph_of(position)
    if graph:
        return graph.id_at(position, kind)  # type: ignore[no-any-return]
    require_whole(position, "the position that id_at() takes")
    identity: Identity = Constant(position, kind) if 0 <= position < kind.size else none  # type: ignore[assignment]
    return identity


def _kind_of_all(ids: Any) -> Kind:
    """The kind of the ids of a type, or of those that index an array.

    Raises:
        ModelError: it is neither.
    """
    if not is_symbolic(ids):
        sort = ids.type.index if isinstance(ids, Array) else ids
        if isinstance(sort, LeafType) and sort.kind.family == "id":
            return sort.kind
    raise ModelError(
        f"id_at() takes the type of the ids, or an array that they index, not {_describe(ids)}: write "
        'id_at(client, 0), with client = Id("client", 3), or id_at(state.clients, 0)'
    )


def _describe(value: Any) -> str:
    """A value in a message: what kind it is of, where it has one."""
    return str(value.kind) if isinstance(value, (Constant, Expr)) else show_value(value)


def next_id(identity: Identity, steps: Number = 1) -> Identity:
    """The next id on the ring of the ids: after the last comes the first. Of `none` it is `none`.

    steps: how far to go. The symmetry of a machine that uses it is the rotations of its ids.

    >>> node = Id("node", 4)
    >>> next_id(node.value(3)), next_id(node.value(0), 2)
    (0, 2)
    """
    kind = _note_order(identity, "ring", "next_id()")
    if not kind:
        return none
    graph: Any = graph_of(identity, steps)
    if graph:
        return graph.shift(identity, steps)  # type: ignore[no-any-return]
    require_whole(steps, "the number of steps")
    return Constant((int(identity) + steps) % kind.size, kind)  # type: ignore[return-value]


def previous_id(identity: Identity, steps: Number = 1) -> Identity:
    """The id before this one on the ring of the ids: before the first comes the last. Of `none` it is `none`.

    >>> node = Id("node", 4)
    >>> previous_id(node.value(0))
    3
    """
    return next_id(identity, -steps)


def steps_between(first: Identity, second: Identity) -> Number:
    """How many steps of `next_id` lead from the first id to the second; -1 where one of them is `none`.

    >>> node = Id("node", 4)
    >>> steps_between(node.value(3), node.value(1))
    2
    """
    kind, other = (_note_order(identity, "ring", "steps_between()") for identity in (first, second))
    if not kind or not other:
        return -1
    if kind is not other:
        raise ModelError(f"steps_between() mixes {kind} with {other}")
    graph: Any = graph_of(first, second)
    if graph:
        return graph.distance(first, second)  # type: ignore[no-any-return]
    return (int(second) - int(first)) % kind.size


def _note_order(identity: Any, order: str, function: str) -> Kind | None:
    """The kind of an id, of which it is noted what is asked; None of `none`, which is an id of every kind.

    Raises:
        ModelError: it is no id.
    """
    if identity is none:
        return None
    kind: Kind | None = identity.kind if isinstance(identity, (Constant, Expr)) else None
    if kind is None or kind.family != "id":
        raise ModelError(f"{function} takes an id, not {_describe(identity)}")
    _note(kind, order)
    return kind


def _note(kind: Kind, order: str) -> None:
    if context := current():
        context.orders.add((kind.name, order))
