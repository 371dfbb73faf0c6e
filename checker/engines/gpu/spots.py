"""Spot checks in states that a search on a GPU has found: the native engine compiles the same expressions for them."""

from __future__ import annotations

from itertools import chain, pairwise

from tidemark.checker.engines import spot_checks
from tidemark.checker.engines.gpu.search import Search
from tidemark.checker.engines.memory import is_scarce
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.spots import CompiledForm, sampled
from tidemark.checker.engines.spot_checks import Extent


def note(search: Search, extent: Extent) -> None:
    """Make spot checks, and note them in the result of a search, unless there is too little memory for them.

    Raises:
        Disagreement: the compiled functions differ from the machine's own.
    """
    result, extent = search.result, extent.after(search.result.seconds)
    if not extent.most or result.interrupted or is_scarce():
        return
    clock = spot_checks.started()
    levels = [(begin, end) for begin, end in pairwise(search.levels) if begin < end]
    states = [search.state(number) for number in chain.from_iterable(sampled(levels, extent.states))]
    try:
        form = CompiledForm(search.machine, Kernel(search.machine, search.symmetry, effort="least"))
        result.spot_checks = spot_checks.check(search.machine, form, states, extent, clock, search.symmetry)
    except MemoryError:
        return  # the verdicts stand
    except KeyboardInterrupt:
        result.interrupt()
