"""Which fairness a promise about runs needs: found by taking fairness away, one after the other.

A set of conditions is *minimal* if the promise holds with it, and no longer once any of it is taken away. There can be
several. More fairness leaves fewer runs, so a promise that holds with some of it holds with more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations

from tidemark.checker.engines.native import liveness
from tidemark.checker.runs.results import Verdict
from tidemark.spec.fairness import Fairness
from tidemark.spec.machine import Machine


@dataclass(frozen=True)
class Need:
    """What a promise needs of the fairness of its machine.

    sets: the minimal sets; none where it is violated with all of it. without: for each part of the fairness that is in
    all of them, the verdict once that is taken away.
    """

    sets: list[list[Fairness]]
    without: dict[Fairness, Verdict]


def checked(machine: Machine, promise: str) -> Verdict:
    """The native engine's verdict on one promise."""
    return liveness.check(machine.with_promises(promise)).promises[promise]


def need(machine: Machine, promise: str, check: Callable[[Machine, str], Verdict] = checked) -> Need:
    """What a promise needs of the fairness of its machine. Every subset is tried that could be minimal."""
    given = list(machine.fairness)

    def with_only(chosen: set[int]) -> Verdict:
        return check(replace(machine, fairness=[given[k] for k in sorted(chosen)]), promise)

    every = set(range(len(given)))
    if with_only(every).verdict != "holds":
        return Need([], {})
    without = {k: with_only(every - {k}) for k in every}
    needed = {k for k, verdict in without.items() if verdict.verdict != "holds"}
    found: list[set[int]] = []
    for size in range(len(every - needed) + 1):
        for more in combinations(sorted(every - needed), size):
            tried = needed | set(more)
            if not any(known <= tried for known in found) and with_only(tried).verdict == "holds":
                found.append(tried)
    sets = [[given[k] for k in sorted(one)] for one in found]
    return Need(sets, {given[k]: without[k] for k in sorted(needed)})
