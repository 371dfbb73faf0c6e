"""What an answer says, in words: its minimal sets of faults, what was searched for them, and what was not."""

from __future__ import annotations

from dataclasses import dataclass

from tidemark.checker.analyses.asking import FaultAnswer
from tidemark.checker.analyses.fault_sets import FaultSet, sets_of


@dataclass(frozen=True)
class SizeRow:
    """What was searched at one size.

    searched: how many sets were searched to the end. held: how many of these break nothing. states: of the largest
    search that came to an end.
    """

    size: str
    searched: int
    held: int
    unfinished_sets: list[FaultSet]
    states: int


def size_rows(answer: FaultAnswer) -> list[SizeRow]:
    """For each size how many sets were searched to the end, and which were not."""
    sets = sets_of(answer.question.kinds, answer.question.most)
    rows = []
    for step in range(len(answer.steps)):
        whole = [s.states for s in answer.searches if s.scope.step == step and not s.stopped]
        searched = [faults for faults in sets if answer.is_searched(faults, step)]
        held = sum(not answer.broken_by(faults) for faults in searched)
        unsearched, states = answer.unfinished_sets(step), max(whole, default=0)
        size = answer.describe_size(step) or "the only size"
        rows.append(SizeRow(size, len(searched), held, unsearched, states))
    return rows


def nothing_breaks(answer: FaultAnswer) -> str:
    """The sentence of an answer without a loss, where all sets were searched."""
    return f"No set of at most {answer.question.most} faults breaks a promise at these sizes."
