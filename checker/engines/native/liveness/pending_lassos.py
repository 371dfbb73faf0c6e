"""Lassos whose loop may still become shorter: what the graphs of the native engine and of Spark share.

A question is answered with the first loop that is found, since the shortest one may take long. The lasso is kept with
what looked for its loop, and `shorten_loops` goes on from there once every question has an answer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from tidemark.checker.engines.liveness.plan import Answer
from tidemark.checker.engines.liveness.questions import Question
from tidemark.checker.engines.native.liveness.components import Numbers
from tidemark.checker.engines.native.liveness.fair_loops import LoopSearch
from tidemark.checker.runs.results import Minimality, Run


@dataclass
class PendingLasso:
    """A prefix to a state that a fair loop passes, and the states of the component that this is in, the least first.

    search: what looks for the loop; None where its memory was needed, and `_search_of` makes it again.
    """

    question: Question
    prefix: list[int]
    numbers: Numbers
    vacuous: bool
    search: LoopSearch | None = None


class LassoGraph(ABC):
    """A graph of states that answers questions with lasso runs."""

    def __init__(self) -> None:
        self._lassos: list[PendingLasso] = []

    def shorten_loops(self) -> Iterator[tuple[str, Answer]]:
        """For the questions that were answered with some loop, by their names, the answers with the shortest one.

        Raises:
            OutOfTime: the time is over. KeyboardInterrupt: a signal was noted. MemoryError: there is too little.
        """
        while self._lassos:
            lasso = self._lassos.pop()
            loop = self._search_of(lasso).shortest(self._keep_time)
            if loop is not None:
                yield lasso.question.name, self._answer_with(lasso, loop, "shortest")

    def _answer_with(self, lasso: PendingLasso, loop: list[int], minimality: Minimality) -> Answer:
        numbers = [*lasso.prefix, *lasso.numbers[loop].tolist()]
        return Answer(
            self._run_through(lasso.question, numbers, len(lasso.prefix)), lasso.vacuous, minimality
        )

    @abstractmethod
    def _run_through(self, question: Question, numbers: list[int], loop: int | None = None) -> Run:
        """The run through the states of these numbers."""

    @abstractmethod
    def _keep_time(self) -> None:
        """Raise what ends the search: the time is over, or a signal was noted."""

    def _search_of(self, lasso: PendingLasso) -> LoopSearch:
        """What looks for the loop of a lasso."""
        assert lasso.search
        return lasso.search
