"""Runs read back: parents are not stored, so one level after the other is expanded again, from a run's end.

Its own module because a search does without it until a promise is broken.
"""

from __future__ import annotations

from ctypes import c_uint64
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from tidemark.checker.engines.native.buffer import words
from tidemark.checker.engines.native.capacity import divided
from tidemark.checker.engines.native.stepping import Stepper, taken
from tidemark.checker.engines.native.structures import Worker
from tidemark.checker.runs.results import State, Step

if TYPE_CHECKING:
    from tidemark.checker.engines.native.search import Search

FEW = 256
"""Fewer states than this are done by one thread."""


def run_back(search: Search, state: State, level: int) -> list[State]:
    """The states of a run to a state of a level: each before it is the least of its level that leads to the next."""
    run, kept = [state], search.kernel.kept
    search.space.kept = (c_uint64 * (search.words * len(kept)))(*chain.from_iterable(kept))
    search.space.kept_sets = len(kept)
    for begin, end in reversed(list(pairwise(search.levels[: level + 1]))):
        parts = search.whole.parts(begin, end)
        run.append(min(chain.from_iterable(_predecessors(search, *part, run[-1]) for part in parts)))
    run.reverse()
    return run


def steps_along(search: Search, states: list[State]) -> list[Step]:
    """A run through these states, with the first action that leads from each to the next.

    Raises:
        Disagreement: the machine's own Python, which takes each step too, comes elsewhere.
    """
    stepper = Stepper.latest = Stepper(search.machine, search.kernel)
    steps = [Step(None, states[0])]
    for before, after in pairwise(states):
        target = search.kernel.layout.pack(after)
        first = next(k for k, reached in stepper.packed(before) if reached == target)
        steps.append(taken(search.machine, before, stepper.instances[first], after))
    return steps


def _predecessors(search: Search, begin: int, end: int, target: State) -> list[State]:
    """Some of the states begin..end that lead to another one, the least among them. They are in memory."""
    few = end - begin < FEW
    bounds = divided(begin, end, parts := 1 if few else search.threads)
    layout, size, states = search.kernel.layout, search.words, search.space.states
    search.space.target = (c_uint64 * size)(*layout.pack(target))
    function = search.kernel.function("predecessor")

    def predecessor(k: int) -> int:
        # A worker of its own, so that what was expanded before is not counted again.
        worker = Worker(position=k * search.instances, enabled=words(search.instances))
        number: int = function(search.space, worker, bounds[k], bounds[k + 1])
        return number

    numbers = [number - 1 for number in search.together(predecessor, parts, few) if number]
    return [layout.unpack(states[n * size : (n + 1) * size]) for n in numbers]
