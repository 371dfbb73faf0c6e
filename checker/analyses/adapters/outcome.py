"""What came of driving an adapter: the walks, how often each action was taken, and the difference that was found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from tidemark.base.counts import count_of
from tidemark.checker.analyses.adapters.drive import AdapterDrive, CodeDifference
from tidemark.checker.analyses.adapters.harness import Harness
from tidemark.checker.analyses.conformance import ScheduleWalk
from tidemark.checker.analyses.trial import Trial
from tidemark.checker.runs.results import Run
from tidemark.spec.families.system import Confirmation, Inconclusive

Verdict = Literal["confirmed", "refused", "inconclusive"]


@dataclass(frozen=True)
class ActionCoverage:
    """How many transitions a machine has, how many calls of them the code must refuse, and how many were taken."""

    states: int
    transitions: int
    forbidden: int
    taken: int


@dataclass(repr=False)
class Conformance:
    """Whether code does what a model does, as far as it was tried.

    harness: the machine and the adapter. walks: those that were taken, the differing one last. difference: the first
    that was found, shrunk; None where nothing differs. coverage: where transitions were to be covered. refused: how
    many calls the code refused, as the model has it.
    """

    harness: Harness
    walks: list[ScheduleWalk] = field(default_factory=list)
    difference: CodeDifference | None = None
    coverage: ActionCoverage | None = None
    refused: int = 0

    def walk(self, moves: Callable[[AdapterDrive], None]) -> CodeDifference | None:
        """Drive a new adapter through moves, and note a walk in which nothing differs; gives the difference, if any.

        moves: takes the moves, which may leave it undecided what the code does.

        Raises:
            UsageError, ModelError: as for the moves.
        """
        undecided: str | None = None
        try:
            with AdapterDrive.of(self.harness) as drive:
                try:
                    moves(drive)
                except Inconclusive as problem:
                    undecided = str(problem)
            self.note(drive, undecided)
        except CodeDifference as difference:
            return difference
        return None

    def note(self, drive: AdapterDrive, undecided: str | None = None) -> None:
        """Add a walk in which nothing differed; `undecided` is why it could not be followed to its end."""
        run = drive.run
        self.refused += len(drive.refused)
        reason = undecided or f"{run.length} of {run.length} states as in the model"
        verdict: Verdict = "inconclusive" if undecided else "confirmed"
        self._add(run, verdict, run.length if undecided else None, reason)

    def refuse(self, difference: CodeDifference) -> None:
        """Add the walk in which something differed."""
        self.difference = difference
        self.refused += len(difference.refused)
        self._add(difference.run, "refused", difference.step, difference.reason)

    def _add(self, run: Run, verdict: Verdict, step: int | None, reason: str) -> None:
        confirmation = Confirmation(verdict, step, reason, self.harness.label)
        self.walks.append(ScheduleWalk(len(self.walks), run, Trial(confirmation, [[]] * run.length)))

    @property
    def verdict(self) -> Verdict:
        """Whether all walks are confirmed."""
        if self.difference:
            return "refused"
        is_sure = all(walk.trial.confirmation.verdict == "confirmed" for walk in self.walks)
        return "confirmed" if is_sure and self.walks else "inconclusive"

    @property
    def steps(self) -> int:
        """How many steps all walks took."""
        return sum(walk.run.length - 1 for walk in self.walks)

    def __repr__(self) -> str:
        summary = f"{count_of(len(self.walks), 'walk')}, {count_of(self.steps, 'step')}"
        end = f": {self.difference.reason}" if self.difference else ""
        return f"<Conformance of {self.harness.label} to {self.harness.machine.name}: {self.verdict}, {summary}{end}>"
