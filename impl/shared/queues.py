"""Queues of requests that are under way, as sequences: the language can append to one, but not remove its head."""

from typing import Any, TypeVar

from tidemark.spec import Sequence, where

Q = TypeVar("Q", bound=Sequence[Any])


def without_first(queue: Q) -> Q:
    """A queue without its first element."""
    rest = queue.truncate(0)
    for index in range(1, queue.capacity):
        rest = where(index < queue.length, rest.append(queue[index]), rest)
    return rest
