"""Actions that were enabled and never led to another state: looked for among the states that a search has kept.

Its own module because a search does without it: only an action that was never the first to find a state may be one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from tidemark.checker.engines.native.buffer import words
from tidemark.checker.engines.native.structures import Space, Worker

TOGETHER = 1 << 12
"""States that are expanded together: no more than the batch of a search has room for."""


def never_changing(
    space: Space,
    expand: Callable[[Space, Worker, int, int], int],
    parts: Iterable[tuple[int, int]],
    states: int,
    state_words: int,
    instances: int,
    suspects: dict[int, str],
    interrupted: threading.Event,
) -> set[str]:
    """The actions of some instances, by number, that lead from each of the first `states` to itself.

    parts: from which number on and up to which one, each in memory until the next one is asked for.
    All instances of an action are among the suspects. None is found where the search for them is interrupted.
    """
    stutter = set(suspects.values())
    parents = words(TOGETHER * instances)
    space.parents = parents
    try:
        kept = np.ctypeslib.as_array(space.states, (states, state_words))
        for begin, end in _small(parts):
            if not stutter or interrupted.is_set():
                break
            worker = Worker(enabled=words(instances))
            count = expand(space, worker, begin, end)
            after = np.ctypeslib.as_array(space.batch, (count, state_words))
            actions = np.ctypeslib.as_array(space.actions, (count,))
            before = kept[np.ctypeslib.as_array(parents)[:count]]
            changing = np.unique(actions[(after != before).any(axis=1)])
            stutter -= {suspects[k] for k in changing.tolist() if k in suspects}
    finally:
        space.parents = None
    return set() if interrupted.is_set() else stutter


def _small(parts: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The same parts, in smaller ones."""
    for begin, end in parts:
        for at in range(begin, end, TOGETHER):
            yield at, min(at + TOGETHER, end)
