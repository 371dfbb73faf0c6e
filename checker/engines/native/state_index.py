"""The states of a search that has ended, with an index in which they are looked up by their words (state_index.c)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from ctypes import Structure, c_uint64
from functools import partial
from typing import Any

import numpy as np

from tidemark.checker.engines.native.buffer import Buffer, words
from tidemark.checker.engines.native.capacity import Threads, divide_range
from tidemark.checker.engines.native.kernel import Functions
from tidemark.checker.engines.native.search import BATCH, ExhaustiveSearch
from tidemark.checker.engines.native.stepping import space_of_one
from tidemark.checker.engines.native.structures import Worker, declared_in
from tidemark.checker.runs.results import State

FULLEST = 0.7
"""The share of the index's slots that are taken."""
MOST_SLOTS = 1 << 32
"""Of the index: its slots hold numbers of 32 bits."""


@declared_in("engines/native/state_index.c", "struct state_index")
class StateIndex(Structure):
    """The states that a search has found, and some successors that are looked up among them."""

    __slots__ = ()


@declared_in("engines/native/state_index.c", "struct steps")
class Steps(Structure):
    """The steps between states, from each on and to each."""

    __slots__ = ()


@declared_in("engines/native/state_index.c", "struct pursuit")
class Pursuit(Structure):
    """A search among those states for a run on which something comes after something else."""

    __slots__ = ()


def functions() -> Functions:
    """The functions of state_index.c."""
    return Functions.of(__package__, "state_index.ll")


def build_index(search: ExhaustiveSearch) -> Any:
    """The index of the states of a search that has ended (state_index.h). The set of the states seen is forgotten.

    Raises:
        MemoryError: there is no room for it.
        UsageError: the states are in a file that can't be read.
    """
    space = search.space
    if search.seen is not None:
        search.seen = None
        search.whole.bring_back()
        slots = int(search.count / FULLEST) + 2
        if slots >= MOST_SLOTS:
            raise MemoryError(f"{search.count:,} states are too many to be told apart by their numbers")
        space.index, space.slots = Buffer(c_uint64, slots, huge_pages=slots > 1 << 18).items, slots
        enumerate_states = search.kernel.function("enumerate")
        bounds = divide_range(0, search.count, search.threads)
        with Threads(search.threads) as pool:
            pool.map(partial(enumerate_states, space), bounds[:-1], bounds[1:])
    return space.index


def found_by(search: ExhaustiveSearch, **room: Any) -> StateIndex:
    """The states of a search as state_index.c has them, with room for successors."""
    return StateIndex(
        words=search.words,
        states=search.space.states,
        index=build_index(search),
        slots=search.space.slots,
        count=search.count,
        **room,
    )


def number_of(search: ExhaustiveSearch, state: State) -> int | None:
    """The number of a state; None if the search has not found it."""
    room = {"batch": words(search.words), "hashes": words(1), "numbers": words(1)}
    room["batch"][: search.words] = search.kernel.layout.pack(state)
    room["hashes"][0] = search.kernel.function("hash_of")(room["batch"])
    functions().function("locate")(found_by(search, **room), 0, 1)
    number: int = room["numbers"][0]
    return number if number < search.count else None


class Successors:
    """Room in which the states of a search are expanded one by one."""

    def __init__(self, search: ExhaustiveSearch) -> None:
        self.expand = search.kernel.function("expand")
        self.worker = Worker(enabled=words(search.instances))
        self.space = space_of_one(search.kernel, states=search.space.states)


def steps_from(
    search: ExhaustiveSearch, begin: int, end: int, waits: Callable[[], None]
) -> Iterator[tuple[Any, Any]]:
    """The numbers of the states before and after each step from the states begin..end, a batch of them after another.

    waits: is called between batches, and may raise.
    """
    most, space = search.workers.room, search.space
    expand, locate = search.kernel.function("expand"), functions().function("locate")
    parents, numbers = words(most), words(most)
    successors = found_by(search, batch=space.batch, hashes=space.hashes, numbers=numbers)
    worker = Worker(enabled=words(search.instances))
    before, after = np.ctypeslib.as_array(parents), np.ctypeslib.as_array(numbers)
    space.parents = parents
    for first in range(begin, end, BATCH):
        waits()
        worker.position = 0
        count = expand(space, worker, first, min(first + BATCH, end))
        locate(successors, 0, count)
        yield before[:count].astype(np.uint32), after[:count].astype(np.uint32)
    space.parents = None
