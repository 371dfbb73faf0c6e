"""Which fairness a promise about runs needs: found by taking fairness away, part by part.

A set of parts is *minimal* if the promise holds with it, and no longer once any of it is taken away. There can be
several. More fairness leaves fewer runs, so a promise that holds with some of it holds with more. A minimal set
therefore has a part outside each largest set with which the promise fails; and of the sets that have one outside each,
the least are tried until all of them are known to be enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tidemark.checker.engines.native import liveness
from tidemark.checker.runs.results import Verdict
from tidemark.spec.machines.fairness import Fairness
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.temporal import LASSO_KINDS

Parts = frozenset[int]
"""Parts of a machine's fairness, by number."""


@dataclass(frozen=True)
class Need:
    """What a promise needs of the fairness of its machine.

    verdict: with all of it. sets: the minimal sets; none where it is violated. without: for each part of the fairness
    that is in all of them, the verdict once that is taken away.
    """

    verdict: Verdict
    sets: list[list[Fairness]]
    without: dict[Fairness, Verdict]


def needs(machine: Machine) -> dict[str, Need]:
    """What each promise of a machine about runs needs of its fairness: one search for all of them.

    Raises:
        KeyboardInterrupt: it was interrupted.
        UsageError: a limit ends the search.
    """
    names = [promise.name for promise in machine.temporal]
    of_lassos = [promise.name for promise in machine.temporal if promise.kind.name in LASSO_KINDS]
    by_name = dict[str, Need]()
    if of_lassos:
        graph = liveness.FairnessGraph(machine.with_promises(*of_lassos))
        by_name |= {name: _need(graph, name, list(machine.fairness)) for name in of_lassos}
    if others := [name for name in names if name not in of_lassos]:  # fairness has no part in them
        verdicts = liveness.check(machine.with_promises(*others)).promises
        by_name |= {name: Need(verdicts[name], [[]], {}) for name in others}
    return {name: by_name[name] for name in names}


def _need(repeated: liveness.FairnessGraph, promise: str, assumed: list[Fairness]) -> Need:
    """What a promise that an endless run breaks needs."""

    def verdict(parts: Iterable[int]) -> Verdict:
        return repeated.verdict(promise, [assumed[k] for k in sorted(parts)])

    every = frozenset(range(len(assumed)))
    whole = verdict(every)
    if whole.verdict != "holds":
        return Need(whole, [], {})
    without = {k: verdict(every - {k}) for k in sorted(every)}
    needed = [k for k in sorted(every) if without[k].verdict != "holds"]
    sets = minimal_sets(every, [Parts({k}) for k in needed], lambda parts: verdict(parts).verdict == "holds")
    minimal = [[assumed[k] for k in sorted(parts)] for parts in sets]
    return Need(whole, minimal, {assumed[k]: without[k] for k in needed})


def minimal_sets(every: Parts, outside: Sequence[Parts], is_enough: Callable[[Parts], bool]) -> list[Parts]:
    """The minimal sets of parts that are enough, in order. More is always enough too.

    outside: what is outside of sets that are known not to be enough, and are so with any part more.
    """
    edges, cuts = list(outside), list[Parts]()
    while True:
        new = next((subset for subset in _hitting(edges) if subset not in cuts), None)
        if new is None:
            return sorted(cuts, key=lambda subset: (len(subset), sorted(subset)))
        if is_enough(new):
            cuts.append(new)
            continue
        for part in sorted(every - new):
            new = new if is_enough(new | {part}) else new | {part}
        edges.append(every - new)


def _hitting(edges: Iterable[Parts]) -> list[Parts]:
    """The minimal sets that have a part of each of these."""
    hitting = [Parts()]
    for edge in edges:
        grown = {subset if subset & edge else subset | {part} for subset in hitting for part in edge}
        hitting = [subset for subset in grown if not any(smaller < subset for smaller in grown)]
    return sorted(hitting, key=lambda subset: (len(subset), sorted(subset)))
