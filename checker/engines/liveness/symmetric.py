"""Promises about runs where a search keeps one state of each class of renamed ones (`--symmetry`).

A class does not tell which client is which. So `@every_step` for client 0 and for client 1, which a renaming makes from
each other, are one question: does some step break it, for some client? What can be asked of classes:

- `@every_step` and `@no_deadlock`: whether all states keep it, for all ids. A renaming keeps that.
- `@sometimes`: whether a state fits, for some id. If renaming leaves the initial states the same set, one then fits for
  each id.
- `@can_always_reach`, without a parameter: the steps of a class lead to the classes that the steps of its states lead
  to. With a parameter the way of one client may begin where another's ends.
- no other kind: whether a run is fair depends on whose steps it takes, and a loop may come back with ids exchanged.
"""

from __future__ import annotations

from dataclasses import dataclass

from tidemark.base.errors import UsageError
from tidemark.checker.engines.liveness.questions import Question, questions
from tidemark.checker.runs.results import Run
from tidemark.spec.expressions.context import Context
from tidemark.spec.machines.declarations import Promise
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import symbolic_state
from tidemark.spec.machines.symmetry import has_symmetric_start, rename
from tidemark.spec.machines.temporal import can_always_reach, every_step, no_deadlock, sometimes
from tidemark.spec.types.members import number_of
from tidemark.spec.types.operators import all_of

_OTHERWISE = "leave it out, or name other promises with --promise"


@dataclass(frozen=True)
class AlikeQuestion(Question):
    """A question, and all that renamings of ids make from it, this one among them."""

    alike: tuple[Question, ...]

    def about_states(self) -> Promise | None:
        promises = [promise for question in self.alike if (promise := question.about_states())]
        if not promises:
            return None
        return self._promise(self.name, lambda state: all_of(p.function(state) for p in promises))

    def restate(self, run: Run) -> Run:
        state = self.machine.decode(run.steps[-1].state)
        for question in self.alike:
            promise = question.about_states()
            if promise and not promise.function(state):
                return question.restate(run)
        raise AssertionError(f"the last state of the run breaks no promise {self.name}")


def group_questions(machine: Machine) -> list[Question]:
    """Every promise about runs, with every choice of its parameters: what renamings make from each other as one."""
    classes: dict[tuple[str, tuple[int, ...]], list[Question]] = {}
    for question in questions(machine):
        classes.setdefault((question.promise.name, min(_renamed_arguments(question))), []).append(question)
    return [
        AlikeQuestion(first.machine, first.promise, first.arguments, (first, *rest)) if rest else first
        for first, *rest in classes.values()
    ]


def _renamed_arguments(question: Question) -> set[tuple[int, ...]]:
    """The arguments of a question, and what renamings make of them: also where these are too many to be tried."""
    machine = question.machine
    domains = [machine.domains[domain] for domain in question.promise.parameters.values()]
    generators = [{kind: new} for kind, group in machine.id_groups.items() for new in group.generators()]
    waiting = [tuple(map(number_of, question.arguments.values()))]
    seen = set(waiting)
    for numbers in waiting:
        for renaming in generators:
            pairs = zip(domains, numbers, strict=True)
            renamed = tuple(
                number_of(rename(domain, domain.value(number), renaming)) for domain, number in pairs
            )
            if renamed not in seen:
                seen.add(renamed)
                waiting.append(renamed)
    return seen


def require_answerable(machine: Machine) -> None:
    """Refuse symmetry for a promise about runs that classes of renamed states do not answer.

    Raises:
        UsageError: there is one.
    """
    answered = (every_step.name, no_deadlock.name, sometimes.name, can_always_reach.name)
    if whole := [promise.name for promise in machine.temporal if promise.kind.name not in answered]:
        raise UsageError(
            f"--symmetry is not for promises about whole runs ({', '.join(whole)}): whether a run is fair depends on "
            f"which ids its steps are about, and renamed states are kept as one; {_OTHERWISE}"
        )
    _, _, state = symbolic_state(machine.type)
    for question in group_questions(machine):
        name, kind = question.promise.name, question.promise.kind
        with Context(lifts=True) as context:
            question.values(*[state] * kind.states)
        _require_group(machine, name, context)
        if not isinstance(question, AlikeQuestion):
            continue
        if kind == can_always_reach:
            raise UsageError(
                f"--symmetry is not for {name}, which is about one id at a time: renamed states are kept as one, so it "
                f"is not known whose way leads on; {_OTHERWISE}"
            )
        if kind == sometimes and not has_symmetric_start(machine, machine.symmetric_kinds()):
            raise UsageError(
                f"--symmetry is not for {name}, which is about one id at a time, where the initial state tells ids "
                f"apart; {_OTHERWISE}"
            )


def _require_group(machine: Machine, name: str, context: Context) -> None:
    """Refuse a question that asks more of the order of ids than the actions and the promises about states do.

    Raises:
        UsageError: it does.
    """
    for kind, order in sorted(context.orders):
        group = machine.id_groups.get(kind)
        if group and (order == "line" or not group.is_ring):
            asked = "order" if order == "line" else "ring"
            raise UsageError(
                f"--symmetry is not for {name}, which asks for the {asked} of {kind} ids; {_OTHERWISE}"
            )
