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
    machine, for each of them and for what they are given.

    Raises:
        UsageError: there are too many predicates, or classes of renamed states do not answer a question.
    """

    def __init__(self, machine: Machine, symmetry: bool = False) -> None:
        self.machine = machine
        if symmetry:
            require_answerable(machine)
        self.questions = group_questions(machine) if symmetry else questions(machine)
        promises = [(question, question.about_states()) for question in self.questions]
        self.of_states = {promise.name for _, promise in promises if promise}
        self.of_graph = [question for question, promise in promises if not promise]
        of_states = [promise for _, promise in promises if promise]
        evaluated = {each.name: each for question in self.of_graph for each in (*question.premises, question)}
        predicates = {name: question.predicates() for name, question in evaluated.items()}
        self.predicates = {name: [p.name for p in promises] for name, promises in predicates.items()}
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
        by_name = result.promises
        verdicts = {p.name: self._of_machine(by_name[p.name]) for p in self.machine.promises}
        for promise in self.machine.temporal:
            verdicts[promise.name] = self.together(promise.name, answers, by_name)
        result.machine, result.promises = self.machine, verdicts
        if not self.of_graph and result.is_decided(Limits()) and not result.stopped:
            result.complete = True

    def _of_machine(self, verdict: Verdict) -> Verdict:
        """A verdict on a promise about states, with its run as one of the machine, and not of the one searched."""
        return replace(verdict, run=replace(verdict.run, machine=self.machine)) if verdict.run else verdict

    def together(
        self, promise: str, answers: Mapping[str, Answer], of_states: Mapping[str, Verdict] | None = None
    ) -> Verdict:
        """The verdict on a promise, by the answers to its questions, and by the verdicts on those about states."""
        questions = [question for question in self.questions if question.promise.name == promise]
        return _combine([self._verdict(question, of_states or {}, answers) for question in questions])

    def _verdict(
        self, question: Question, verdicts: Mapping[str, Verdict], answers: Mapping[str, Answer]
    ) -> Verdict:
        if question.name not in self.of_states:
            answer = answers.get(question.name)
            if answer is None:
                return Verdict()
            if answer.is_open:
                return Verdict(note=answer.note)
            if answer.run is None:
                return Verdict("holds", vacuous=answer.vacuous)
            return Verdict("violated", answer.run.positions, answer.run, answer.minimality, note=answer.note)
        verdict = verdicts[question.name]
        if question.kind == sometimes.name:
            opposite = {"violated": "holds", "holds": "violated"}
            return Verdict(opposite.get(verdict.verdict, "unknown"))  # type: ignore[arg-type]
        if verdict.run:
            run = question.restate(verdict.run)
            return Verdict("violated", run.positions, run, verdict.minimality)
        return Verdict(verdict.verdict)


def _combine(verdicts: list[Verdict]) -> Verdict:
    """The verdict on a promise: that of the shortest violation, the first of them; else whether all hold."""
    violated = [verdict for verdict in verdicts if verdict.verdict == "violated"]
    if violated:
        return min(violated, key=lambda verdict: verdict.length or 0)
    if open_ := [verdict for verdict in verdicts if verdict.verdict == "unknown"]:
        return Verdict(note=max((verdict.note for verdict in open_), default=""))
    return Verdict("holds", vacuous=bool(verdicts) and all(verdict.vacuous for verdict in verdicts))
