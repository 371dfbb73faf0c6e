"""Choices among a partition's replicas, as the controllers of several families make them."""

from tidemark.spec import Identity, IdSet, none, position, where


def first_of(candidates: IdSet) -> Identity:
    """The first of these brokers, or none: replicas are assigned in the order of their ids."""
    found: Identity = none
    for broker in sorted(candidates.ids(), key=position, reverse=True):
        found = where(candidates.has(broker), broker, found)
    return found


def both(a: IdSet, b: IdSet) -> IdSet:
    """The ids that are in both sets."""
    return a - (a - b)
