"""Which promises an endless run breaks: every small lasso, compared with the run written out round after round."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from tests.support.temporal import about_runs, graph
from tidemark.checker.engines.liveness.lasso_check import find_broken_question
from tidemark.checker.runs.results import Run, RunStep
from tidemark.spec import Machine, Promise, any_of
from tidemark.spec.machines.temporal import KINDS, LASSO_KINDS, TemporalKind

ROUNDS = 3
"""How often the loop is written out: whatever is asked in the first round is answered in the second, or never."""
LONGEST = 3
"""States of a lasso: of four, nothing is asked that three do not ask."""


def is_kept(kind: str, word: Sequence[tuple[bool, bool]], begin: int, length: int) -> bool:
    """Whether a run keeps a promise. word: both predicates in each state; it ends with rounds of `length` states."""
    firsts, seconds = zip(*word, strict=True)
    last_round = firsts[len(word) - length :]
    match kind:
        case "eventually":
            return any(firsts)
        case "always-eventually":
            return any(last_round)
        case "eventually-always":
            return all(last_round)
        case "always-eventually-step" | "eventually-every-step":
            last = [*word[len(word) - length :], word[len(word) - length]]
            keeps = [not p or q for (p, _), (_, q) in itertools.pairwise(last)] if length > 1 else []
            return any(keeps) if kind == "always-eventually-step" else all(keeps)
        case "until" | "weak-until":
            asked = [k for k in range(begin + length) if firsts[k] != seconds[k]]
            return all(_lasts(firsts[k:], seconds[k:], kind == "weak-until") for k in asked)
        case "leads-to-always":
            return not any(firsts) or all(seconds[len(word) - length :])
    assert kind == "leads-to"
    asked = [k for k in range(begin + length) if firsts[k]]
    return all(any(seconds[k:]) for k in asked)


def _lasts(holds: Sequence[bool], goals: Sequence[bool], or_for_ever: bool) -> bool:
    """Whether it holds in all states before the first goal; or in all, where that is enough and no goal comes."""
    came = next((k for k, goal in enumerate(goals) if goal), None)
    return all(holds[:came]) and (came is not None or or_for_ever)


def lasso(states: int, begin: int, kind: TemporalKind, first: Iterable[int], second: Iterable[int]) -> Run:
    """A run through places 0, 1, 2, … that returns to `begin`; or stays at the last one if that is `begin`."""
    edges = {f"go_{k}": (k, k + 1 if k + 1 < states else begin) for k in range(states)}
    pair = [Promise(f"p{k}", _is_at(places)) for k, places in enumerate((first, second))]
    promise = about_runs(kind, *pair)
    machine: Machine = graph(edges, [promise])
    places: list[int] = [*range(states), *([begin] if begin < states - 1 else [])]
    return Run(machine, promise.name, [RunStep(None, (place,)) for place in places], begin + 1)


def _is_at(places: Iterable[int]) -> Any:
    return lambda place: any_of(place.at == k for k in places)


@pytest.mark.parametrize("kind", [one for one in KINDS if one.name in LASSO_KINDS], ids=lambda one: one.name)
def test_every_small_lasso_breaks_what_the_written_out_run_breaks(kind: TemporalKind) -> None:
    sets = [[k for k in range(LONGEST) if mask >> k & 1] for mask in range(1 << LONGEST)]
    verdicts = set()
    for states in range(1, LONGEST + 1):
        for begin, first, second in itertools.product(range(states), sets, sets):
            if max([*first, *second, 0]) >= states:
                continue
            values = [(k in first, k in second) for k in range(states)]
            word = values[:begin] + ROUNDS * values[begin:]
            expected = is_kept(kind.name, word, begin, states - begin)
            verdicts.add(expected)
            question = find_broken_question(lasso(states, begin, kind, first, second))
            assert (question is None) is expected, (states, begin, first, second)
    assert verdicts == {True, False}
