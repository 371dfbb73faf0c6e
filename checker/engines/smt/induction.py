"""Proof by induction: what holds in the initial state and after every action always holds.

Each lemma after each action instance is a question of its own to z3: is there a state, within the domains
of its type, where all lemmas hold, the action is enabled, and this lemma does not hold after it? An answer
is a *counterexample to induction*: a state that the lemmas allow and that is perhaps not reachable at all.
If no question has one, the lemmas hold in every reachable state, however many there are.

An action with thousands of instances is one question a lemma: its parameters are variables.

Instances that differ only in the numbers of interchangeable ids have the same answer, so z3 is asked about one of
them. With `every_instance` it is asked about all of them; the proof then does not assume symmetry.
With `k` above 1, the lemmas are assumed to hold in `k` states in a row before the action (k-induction).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

import z3

from tidemark import impl
from tidemark.base import signals
from tidemark.checker.engines import reference
from tidemark.checker.engines.bookkeeping import OutOfTime, require_time, sooner
from tidemark.checker.engines.disagreement import Disagreement
from tidemark.checker.engines.processes import answers, start_server
from tidemark.checker.engines.smt import bounded
from tidemark.checker.engines.smt.bounded import Unrolling
from tidemark.checker.engines.solver import asking
from tidemark.checker.engines.symmetry.interchangeable import ids_of, interchangeable, needed_before
from tidemark.checker.runs.results import Clock, Limits, Run, RunStep, State
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.model_errors import Disabled
from tidemark.spec.families.family import family_of
from tidemark.spec.machines.declarations import Action, Promise
from tidemark.spec.machines.machine import Machine, OutOfRange
from tidemark.spec.machines.origin import Origin
from tidemark.spec.machines.symbolic import ActionForm, Instance, SymbolicAction, lift_promise

DOMAINS = "domains"
"""The lemma that every machine has: no action writes outside a field's domain."""


@dataclass(frozen=True)
class Obligation:
    """One question: does this lemma hold after this action? Without one: does it hold at the start?

    instance: the only one of the action that is meant; None where all are.
    place: that of the instance, or of the first one, among those of the machine.
    """

    lemma: str
    action: Action | None = None
    instance: Instance | None = None
    place: int = 0


@dataclass(frozen=True)
class ObligationResult:
    """The answer. `states` are those of a counterexample to induction, up to the one before the action."""

    obligation: Obligation
    answer: Literal["kept", "broken", "unknown"]
    seconds: float
    states: tuple[State, ...] = ()
    instances: tuple[Instance, ...] = ()


@dataclass
class Proof:
    """The answers to all questions about one promise and its lemmas.

    stopped: why not all questions were asked.
    """

    machine: Machine
    k: int
    outcomes: list[ObligationResult] = field(default_factory=list)
    seconds: float = 0.0
    stopped: str | None = None
    interrupted: bool = False

    @property
    def is_proof(self) -> bool:
        """Whether every lemma, the promise among them, holds in every reachable state."""
        return not self.stopped and bool(self.outcomes) and all(o.answer == "kept" for o in self.outcomes)

    @property
    def broken(self) -> list[ObligationResult]:
        """The counterexamples to induction."""
        return [o for o in self.outcomes if o.answer == "broken"]

    @property
    def unknown(self) -> list[ObligationResult]:
        """What z3 did not decide in its time."""
        return [o for o in self.outcomes if o.answer == "unknown"]

    def run(self, outcome: ObligationResult) -> Run:
        """A counterexample to induction as a run; it begins in a state that the lemmas allow."""
        steps = [RunStep(None, outcome.states[0])]
        for instance in outcome.instances:
            before = self.machine.decode(steps[-1].state)
            steps.append(RunStep(instance, self.machine.encode(self.machine.run(before, instance), instance)))
        return Run(self.machine, outcome.obligation.lemma, steps)


def prove(
    machine: Machine,
    lemmas: list[Promise],
    k: int = 1,
    seconds: float = 60.0,
    processes: int = 1,
    report: Callable[[ObligationResult, int, int], None] | None = None,
    stop: bool = False,
    every_instance: bool = False,
    limits: Limits | None = None,
) -> Proof:
    """Try to prove that the machine's promises and these lemmas hold in every reachable state.

    `seconds` is the time of each question, and the limits have that of all; `report` is called with each outcome, its
    number, and the number of questions.
    """
    names = {p.name for p in lemmas}
    everything = [*lemmas, *(p for p in machine.promises if p.name not in names)]
    proof, clock, limits = Proof(replace(machine, promises=everything), k), Clock(), limits or Limits()
    if processes > 1:
        start_server(__name__)  # it starts while z3 is asked about the start
    try:
        proof.outcomes = _at_the_start(proof.machine, k, limits, clock)
        if not stop or proof.is_proof:
            questions = list(obligations(proof.machine, every_instance))
            with signals.unbroken():
                prover = InductionProver(proof.machine, k, seconds, questions, limits, clock)
                _ask_all(proof, prover, processes, report, stop)
    except KeyboardInterrupt:
        proof.interrupted, proof.stopped = True, "interrupted"
    except OutOfTime as over:
        proof.stopped = str(over)
    proof.seconds = clock.seconds
    return proof


def _ask_all(
    proof: Proof,
    prover: InductionProver,
    processes: int,
    report: Callable[[ObligationResult, int, int], None] | None,
    stop: bool,
) -> None:
    at_start, answered = list(proof.outcomes), dict[int, ObligationResult]()
    try:
        for number, answer in prover.answers(processes):
            outcome = prover.outcome(answer or _Answer(number, "unknown", 0.0))
            answered[number] = outcome
            if report:
                report(outcome, len(answered), len(prover.questions))
            if stop and outcome.answer != "kept":
                return
    finally:
        proof.outcomes = [*at_start, *(answered[number] for number in sorted(answered))]


def obligations(machine: Machine, every_instance: bool = False) -> Iterator[Obligation]:
    """Every lemma after every action: for each instance, or for one of each class of interchangeable ones."""
    kinds = {} if every_instance else interchangeable(machine, initially=False)
    groups = {kind: machine.id_groups[kind] for kind in kinds}
    for place, part in machine.symbolic.parts.items():
        instance = None if isinstance(part, ActionForm) else part.instance
        if instance and any(
            needed_before(ids_of(machine, instance, kind), group.is_ring) for kind, group in groups.items()
        ):
            continue
        action = part.action if isinstance(part, ActionForm) else part.instance.action
        if any(f.lo < x.lo or f.hi > x.hi for f, x in zip(part.fields, machine.leaves, strict=True)):
            yield Obligation(DOMAINS, action, instance, place)
        for promise in machine.promises:
            yield Obligation(promise.name, action, instance, place)


def _at_the_start(machine: Machine, k: int, limits: Limits, clock: Clock) -> list[ObligationResult]:
    """Whether the lemmas hold in the first `k` states of every run."""
    result = bounded.search(machine, limits, max_length=k, clock=clock)
    result.require_no_interrupt()
    require_time(limits, clock)
    outcomes = []
    for name, verdict in result.promises.items():
        obligation = Obligation(name)
        if verdict.run:
            steps = verdict.run.steps
            instances = tuple(s.instance for s in steps[1:] if s.instance)
            outcomes.append(ObligationResult(obligation, "broken", 0.0, (steps[0].state,), instances))
        else:
            outcomes.append(ObligationResult(obligation, "kept", 0.0))
    return outcomes


@dataclass(frozen=True)
class _Answer:
    """What a process sends back: numbers, since a machine's functions can't be sent."""

    question: int
    answer: Literal["kept", "broken", "unknown"]
    seconds: float
    states: tuple[State, ...] = ()
    actions: tuple[int, ...] = ()


class InductionProver:
    """Asks z3 about one machine's obligations."""

    def __init__(
        self,
        machine: Machine,
        k: int,
        seconds: float,
        questions: list[Obligation],
        limits: Limits,
        clock: Clock,
    ) -> None:
        """Ask in at most `seconds` each, and together within the limits since the clock began."""
        self.machine, self.questions = machine, questions
        self._k, self._seconds, self._limits, self._clock = k, seconds, limits, clock

    def begin(self) -> None:
        """Get ready to ask.

        Raises:
            OutOfTime: there is no time left.
        """
        parts = self.machine.symbolic.parts
        needed = {question.place for question in self.questions}
        # All is lifted before anything is lowered: the widths of the terms follow from the whole graph.
        self._after = {place: self._lemmas_after(parts[place]) for place in sorted(needed)}
        self._begin()

    def _begin(self) -> None:
        """A solver that knows nothing but `k` states in a row, in all of which the lemmas hold."""
        self._solver = asking.solver()
        self._runs = Unrolling(self.machine, self._solver, anywhere=True)
        self._terms = {terms.first: terms for terms in self._runs.alternatives}
        self._suppose()
        for _ in range(self._k - 1):
            require_time(self._limits, self._clock)
            self._runs.extend()
            self._suppose()

    def _lemmas_after(self, part: SymbolicAction | ActionForm) -> dict[str, Expr]:
        """Each lemma, applied to the state after an action."""
        signals.raise_noted_signal()
        state, graph = self.machine.type.build(iter(part.fields)), self.machine.symbolic.graph
        return {p.name: lift_promise(graph, state, p)[0].holds for p in self.machine.promises}

    def _suppose(self) -> None:
        """All lemmas hold in the newest state."""
        for promise in self.machine.symbolic.promises:
            self._solver.add(self._runs.at(self._runs.lowering.term(promise.holds)))

    def answers(self, processes: int) -> Iterator[tuple[int, _Answer | None]]:
        """The answer to each question, by its number, as they come; None where its process was killed.

        Raises:
            OutOfTime: the time of all questions is over.
        """
        if processes > 1 and (origin := self._origin()):
            names = [p.name for p in self.machine.promises]
            sent = [(question.lemma, question.place) for question in self.questions]
            arguments = (origin, names, sent, self._k, self._seconds, self._limits, self._clock)
            yield from answers(_asker, arguments, len(sent), processes, self._limits, self._clock)
            return
        self.begin()
        for number in range(len(self.questions)):
            require_time(self._limits, self._clock)
            yield number, self.ask(number)

    def _origin(self) -> Origin | None:
        """What other processes build the machine from; None for one that was made, or changed, by hand."""
        origin = self.machine.origin
        if origin is None:
            return None
        rebuilt = _build(origin, [p.name for p in self.machine.promises])
        return origin if rebuilt and _functions(rebuilt) == _functions(self.machine) else None

    def ask(self, number: int) -> _Answer:
        """Look for a counterexample to one obligation."""
        question, clock = self.questions[number], Clock()
        solver = self._solver
        solver.push()
        solver.add(self._runs.at(self._broken_by(question.place, question.lemma)))
        answer = asking.check(solver, sooner(self._seconds, self._limits.remaining_seconds(self._clock)))
        if answer == z3.unknown:
            # After it was stopped by its time limit, this solver of z3 may answer later questions wrongly.
            self._begin()
            return _Answer(number, "unknown", clock.seconds)
        result = _Answer(number, "kept", clock.seconds)
        if answer == z3.sat:
            model = solver.model()
            states = tuple(self._runs.lowering.read(model, v) for v in self._runs.states)
            terms = self._terms[question.place]
            last = terms.number(model, terms.variables)
            result = _Answer(number, "broken", clock.seconds, states, (*self._runs.read_choices(model), last))
        solver.pop()
        return result

    def _broken_by(self, place: int, lemma: str) -> z3.BoolRef:
        """Constraint: an action is enabled, and a lemma does not hold in the state after it, within all domains."""
        terms, after = self._terms[place], self._after[place]
        if lemma == DOMAINS:
            return terms.escapes
        return z3.And(terms.condition, z3.Not(terms.escapes), z3.Not(self._runs.lowering.term(after[lemma])))

    def outcome(self, answer: _Answer) -> ObligationResult:
        """The answer about a question; a counterexample is run by the reference engine first.

        Raises:
            Disagreement: the reference engine does not confirm it.
        """
        instances = tuple(self.machine.symbolic.actions[place].instance for place in answer.actions)
        outcome = ObligationResult(
            self.questions[answer.question], answer.answer, answer.seconds, answer.states, instances
        )
        if outcome.answer == "broken":
            self._confirm(outcome)
        return outcome

    def _confirm(self, outcome: ObligationResult) -> None:
        wrong = (
            f"z3 and the reference engine disagree on a counterexample to induction of {outcome.obligation}"
        )
        lemma = outcome.obligation.lemma
        if any(reference.broken_promises(self.machine, state)[0] for state in outcome.states):
            raise Disagreement(wrong)
        try:
            state = outcome.states[-1]
            for before, instance in zip(outcome.states, outcome.instances, strict=True):
                state = self.machine.encode(self.machine.run(self.machine.decode(before), instance), instance)
        except OutOfRange:
            if lemma == DOMAINS:
                return
            raise Disagreement(wrong) from None
        except Disabled:
            raise Disagreement(wrong) from None
        if lemma == DOMAINS or lemma not in reference.broken_promises(self.machine, state)[0]:
            raise Disagreement(wrong)


def _build(origin: Origin, names: list[str]) -> Machine | None:
    """The machine of an origin with some of its promises and its family's lemmas, unless one is unknown."""
    machine = impl.machine(replace(origin, promises=None))
    promises = {p.name: p for p in (*family_of(machine).all_lemmas, *machine.promises)}
    return replace(machine, promises=[promises[name] for name in names]) if {*names} <= {*promises} else None


def _functions(machine: Machine) -> list[tuple[str, object]]:
    """What the author wrote, by name; what guards a user's function is made again with each machine."""
    return [
        (declared.name, inspect.unwrap(declared.function))
        for declared in (*machine.actions, *machine.promises)
    ]


def _asker(
    origin: Origin,
    names: list[str],
    obligations: list[tuple[str, int]],
    k: int,
    seconds: float,
    limits: Limits,
    clock: Clock,
) -> Callable[[int], _Answer]:
    """What asks z3 in a process of its own: questions are sent as a lemma and the place of an instance."""
    machine = _build(origin, names)
    assert machine is not None, "the process that sends this has built it too"
    questions = [Obligation(lemma, place=place) for lemma, place in obligations]
    prover = InductionProver(machine, k, seconds, questions, limits, clock)
    prover.begin()
    return prover.ask
