"""Where runs end up, asked of every machine once it is searched: what an engine that has its graph gives, and when.

A component that no step leaves is where a run may be for ever: what does not happen in it never happens again, and one
without any step is where nothing goes on. Whether that is more than a bound that is used up,
`tidemark.checker.analyses.possibility` finds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from tidemark.checker.runs.results import Result

MOST_STATES = 100_000
"""With more states it is not asked: such a graph takes a tenth of a second."""
MOST_RUNS = 3
"""The most components of one kind to which a run is shown."""

T = TypeVar("T")


def has_few_states(result: Result, symmetric: bool = False, most: int = MOST_STATES) -> bool:
    """Whether it is asked where the runs of a machine end up: all was searched, and the states are few enough."""
    return result.exhausted and not result.stopped and not symmetric and result.distinct_states <= most


def choose_components(firsts: Sequence[T]) -> list[T]:
    """A few of the components of one kind, given in order: the first, and others evenly spread."""
    if len(firsts) <= MOST_RUNS:
        return list(firsts)
    return [firsts[k * (len(firsts) - 1) // (MOST_RUNS - 1)] for k in range(MOST_RUNS)]
