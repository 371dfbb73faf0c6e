"""Choices among a partition's replicas, as the controllers of several families make them."""

from tidemark.spec import Identity, IdSet, none, position, where


def first_of(candidates: IdSet) -> Identity:
    """The first of these brokers, or none: replicas are assigned in the order of their ids."""
    first: Identity = none
    for broker in sorted(candidates.ids(), key=position, reverse=True):
        first = where(candidates.has(broker), broker, first)
    return first


def both(a: IdSet, b: IdSet) -> IdSet:
    """The ids that are in both sets."""
    return a - (a - b)
