"""Ids whose order is meant, or that stand on a ring: the same on plain values and on symbolic ones.

What a machine asks here says which symmetry its ids have (`tidemark.spec.machines.id_groups`), so it is noted.
"""

from __future__ import annotations

from typing import Any

from tidemark.spec.expressions.context import current
from tidemark.spec.expressions.expression import Expr, graph_of
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
    kind = _note_order(identity, "line", "position()")
    if isinstance(identity, Expr):
        return identity.graph.position(identity)
    return int(identity) if kind else -1


def id_at(ids: LeafType | Array[Any], position: Number) -> Identity:
    """The id of a position, from 0; `none` where there is none. ids: the type of the ids, or an array indexed by them.

    A machine that uses it gives its ids an order, and has no symmetry in them.

    >>> replica = Id("replica", 3)
    >>> id_at(replica, 2), id_at(replica, 3)
    (2, none)
    """
    sort = ids.type.index if isinstance(ids, Array) else ids
    if not isinstance(sort, LeafType) or sort.kind.family != "id":
        raise ModelError(
            f"id_at() takes the type of the ids, or an array that they index, not {show_value(ids)}: write "
            'id_at(client, 0), with client = Id("client", 3), or id_at(state.clients, 0)'
        )
    _note(sort.kind, "line")
    if isinstance(position, Expr):
        return position.graph.id_at(position, sort.kind)
    require_whole(position, "the position that id_at() takes")
    return Constant(position, sort.kind) if 0 <= position < sort.kind.size else none


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
    if graph := graph_of(identity, steps):
        return graph.shift(identity, steps)  # type: ignore[no-any-return]
    require_whole(steps, "the number of steps")
    return Constant((int(identity) + steps) % kind.size, kind)


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
    kinds = {_note_order(identity, "ring", "steps_between()") for identity in (first, second)}
    if len(kinds - {None}) > 1:
        raise ModelError(f"steps_between() mixes {' with '.join(sorted(map(str, kinds)))}")
    if None in kinds:
        return -1
    if graph := graph_of(first, second):
        return graph.distance(first, second)  # type: ignore[no-any-return]
    (kind,) = kinds
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
        raise ModelError(f"{function} takes an id, not {kind or show_value(identity)}")
    _note(kind, order)
    return kind


def _note(kind: Kind, order: str) -> None:
    if context := current():
        context.orders.add((kind.name, order))
