"""Spot checks in states that a search on a GPU has found: the native engine compiles the same expressions for them."""

from __future__ import annotations

from itertools import chain, pairwise

from tidemark.checker.engines.gpu.search import GpuSearch
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.spots import CompiledForm, note_checks, sample_numbers
from tidemark.checker.engines.spot_checks import Extent
from tidemark.checker.runs.results import Clock, State


def note(search: GpuSearch, extent: Extent) -> None:
    """Make spot checks, and note them in the result of a search, unless there is too little memory for them.

    Raises:
        Disagreement: the compiled functions differ from the machine's own.
    """

    def choose(remaining: Extent, _: Clock) -> tuple[CompiledForm, list[State]]:
        levels = [(begin, end) for begin, end in pairwise(search.levels) if begin < end]
        numbers = chain.from_iterable(sample_numbers(levels, remaining.states))
        states = [search.state(number) for number in numbers]
        return CompiledForm(Kernel(search.machine, search.symmetry, effort="least")), states

    note_checks(search.result, extent, search.symmetry, choose)
