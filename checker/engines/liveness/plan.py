"""How an engine checks promises about runs: one search for all, then an answer to each question, and one verdict each.

The searched machine has the promises about states, the questions that are about states too, and, where an engine wants
them evaluated, the predicates of the other questions. Every engine that checks such promises begins and ends here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import chain

from tidemark.checker.engines.liveness.questions import Question, questions
from tidemark.checker.engines.liveness.symmetric import group_questions, require_answerable
from tidemark.checker.engines.symmetry.interchangeable import require_interchangeable
from tidemark.checker.runs.results import Limits, Minimality, Result, Run, Verdict
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.temporal import sometimes


@dataclass(frozen=True)
class Answer:
    """The answer to a question: the run that breaks it, if there is one.

    vacuous: whether what should be followed never holds. is_open: whether the answer is not known.
    note: what else is known, in a sentence.
    """

    run: Run | None = None
    vacuous: bool = False
    minimality: Minimality = "shortest"
    note: str = ""
    is_open: bool = False

    @classmethod
    def stuck(cls, run: Run, count: int, of: int, symmetry: bool) -> Answer:
        """The answer about possibility where `count` of the `of` reachable states, or of their classes, have no way."""
        states = "classes of renamed states" if symmetry else "reachable states"
        return cls(run, note=f"{count:,} of {of:,} {states} have no way there.")


class Plan:
    """The questions of a machine; with `symmetry`, those that renamings of ids make from each other as one.

    of_graph: those that need the whole graph of states. predicates: the names of their predicates, in the searched
    machine, for each of them.

    Raises:
        UsageError: there are too many predicates, or classes of renamed states do not answer a question.
    """

    def __init__(self, machine: Machine, symmetry: bool = False) -> None:
        self.machine = machine
        if symmetry:
            require_answerable(machine)
        self.questions = group_questions(machine) if symmetry else questions(machine)
        asked = [(one, one.about_states()) for one in self.questions]
        self.of_states = {promise.name: one for one, promise in asked if promise}
        self.of_graph = [one for one, promise in asked if not promise]
        of_states = [promise for _, promise in asked if promise]
        predicates = {one.name: one.predicates() for one in self.of_graph}
        self.predicates = {name: [p.name for p in own] for name, own in predicates.items()}
        base = replace(machine, temporal=(), fairness=(), origin=None)
        self.bare = replace(base, promises=[*machine.promises, *of_states])
        self.searched = replace(base, promises=[*self.bare.promises, *chain(*predicates.values())])
        if symmetry:
            require_interchangeable(self.searched)

    def limits(self, limits: Limits) -> Limits:
        """How far the search goes: to the end, where a question needs the whole graph."""
        return replace(limits, keep_going=True) if self.of_graph else limits

    def finish(self, result: Result, answers: Mapping[str, Answer]) -> None:
        """Put the verdicts of all promises into the result of the search; none without an answer is decided."""
        found = result.promises
        verdicts = {p.name: self._of_machine(found[p.name]) for p in self.machine.promises}
        for promise in self.machine.temporal:
            own = [one for one in self.questions if one.promise is promise]
            verdicts[promise.name] = _together([self._verdict(one, found, answers) for one in own])
        result.machine, result.promises = self.machine, verdicts
        if not self.of_graph and result.is_decided(Limits()) and not result.stopped:
            result.complete = True

    def _of_machine(self, verdict: Verdict) -> Verdict:
        """A verdict on a promise about states, with its run as one of the machine, and not of the one searched."""
        return replace(verdict, run=replace(verdict.run, machine=self.machine)) if verdict.run else verdict

    def together(self, promise: str, answers: Mapping[str, Answer]) -> Verdict:
        """The verdict on a promise whose questions are all of the graph, by its answers."""
        own = [one for one in self.questions if one.promise.name == promise]
        return _together([self._verdict(one, {}, answers) for one in own])

    def _verdict(self, one: Question, found: Mapping[str, Verdict], answers: Mapping[str, Answer]) -> Verdict:
        if one.name not in self.of_states:
            answer = answers.get(one.name)
            if answer is None:
                return Verdict()
            if answer.is_open:
                return Verdict(note=answer.note)
            if answer.run is None:
                return Verdict("holds", vacuous=answer.vacuous)
            return Verdict("violated", answer.run.positions, answer.run, answer.minimality, note=answer.note)
        verdict = found[one.name]
        if one.kind == sometimes.name:
            opposite = {"violated": "holds", "holds": "violated"}
            return Verdict(opposite.get(verdict.verdict, "unknown"))  # type: ignore[arg-type]
        if verdict.run:
            run = one.told(verdict.run)
            return Verdict("violated", run.positions, run, verdict.minimality)
        return Verdict(verdict.verdict)


def _together(verdicts: list[Verdict]) -> Verdict:
    """The verdict on a promise: that of the shortest violation, the first of them; else whether all hold."""
    violated = [one for one in verdicts if one.verdict == "violated"]
    if violated:
        return min(violated, key=lambda one: one.length or 0)
    if open_ := [one for one in verdicts if one.verdict == "unknown"]:
        return Verdict(note=max((one.note for one in open_), default=""))
    return Verdict("holds", vacuous=bool(verdicts) and all(one.vacuous for one in verdicts))
