"""Sets of ids by a test, which several families make of their brokers."""

from collections.abc import Callable

from tidemark.spec import Identity, IdSet, Truth, where


def ids_where(ids: IdSet, is_chosen: Callable[[Identity], Truth]) -> IdSet:
    """All ids that pass a test, as a set of the type of another one."""
    chosen: IdSet = ids.type.default
    for identity in ids.ids():
        chosen = where(is_chosen(identity), chosen.including(identity), chosen)
    return chosen
