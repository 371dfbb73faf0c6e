"""A drive: one adapter in one walk, and the states of the model that the code may be in.

Where the model allows several outcomes of a call, all that agree with what was observed are kept; the next observation
may decide. So the code is wrong only if no run of the model explains everything that was seen.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tidemark.base.errors import TidemarkError, short
from tidemark.base.names import look_up
from tidemark.checker.analyses.adapters.harness import AdapterMove, Harness
from tidemark.checker.analyses.adapters.values import NotPlain, differing, parts, plain, text, texts
from tidemark.checker.runs.results import Run, RunStep, State
from tidemark.checker.user_files.guard import Late, within
from tidemark.spec.expressions.model_errors import Disabled, ModelError
from tidemark.spec.families.system import Fact, Inconclusive, Refused
from tidemark.spec.machines.symbolic import Instance

MOST_STATES = 1000
"""How many states the code may be in, by what was observed, until a walk ends undecided."""


@dataclass(frozen=True)
class PossibleState:
    """A state that the code may be in, and how it came there: a chain back to an initial state."""

    state: State
    parent: PossibleState | None = None
    instance: Instance | None = None


class CodeDifference(AssertionError):
    """The code did something that no run of the model explains.

    reason: what, in a few words. run: the nearest run of the model, the differing step included where the model has it.
    step: the number of the state at which the code differed, as the run counts. facts: what was observed there, beside
    what the model says. trail: its moves, in order. refused: of those, the ones that the code refused as
    the model has it, each with the number of the state before it. is_endless: whether the last call did not end.
    is_shrunk: whether no move can be left out.
    """

    def __init__(
        self,
        reason: str,
        run: Run,
        step: int,
        facts: list[Fact],
        trail: list[AdapterMove],
        refused: list[tuple[int, str]],
    ) -> None:
        self.reason, self.run, self.step, self.facts = reason, run, step, facts
        self.trail, self.refused = trail, refused
        self.is_endless, self.is_shrunk = False, True
        super().__init__(reason)

    @property
    def sentence(self) -> str:
        """What was seen otherwise, without the step; where nothing was, the reason."""
        wrong = [fact for fact in self.facts if not fact.agrees]
        return differences(wrong) if wrong else self.reason


@dataclass
class CodeAnswer:
    """What the code did when it was asked: how it refused, or the outcome that it named, and what was seen of it."""

    refusal: str | None = None
    outcome: str | None = None
    seen: Mapping[str, Any] = field(default_factory=dict)


class AdapterDrive:
    """An adapter in a walk, from the initial state on; if there are several, from each that is as observed.

    adapter: one that is there already; by default a new one.
    facts: what was observed last, beside what the model says. trail: the moves so far. reached: the states that
    the code may be in.

    Raises:
        Difference: the initial state differs.
        Inconclusive: the adapter can't say, or the code may be in too many states.
        ModelError: the adapter's own mistake, with its line.
    """

    def __init__(self, harness: Harness, adapter: Any = None) -> None:
        self.harness = harness
        self.facts: list[Fact] = []
        self.trail: list[AdapterMove] = []
        self.refused: list[tuple[int, str]] = []
        self._offered_moves: dict[str, AdapterMove] | None = None
        self._adapter = adapter
        if adapter is None:
            with self._blame_author("when it is made"):
                self._adapter = harness.new()
        first_states = [PossibleState(state) for state in harness.machine.initial_states]
        self.reached: list[PossibleState] = []
        try:
            self._decide(first_states, None, {})
        except BaseException:
            self.close()
            raise

    @classmethod
    @contextmanager
    def of(cls, harness: Harness) -> Iterator[AdapterDrive]:
        """A drive that is closed in the end.

        Raises:
            Difference, Inconclusive, ModelError: as for a new drive.
        """
        drive = cls(harness)
        try:
            yield drive
        finally:
            drive.close()

    @property
    def run(self) -> Run:
        """A run of the model that explains what was seen so far."""
        return self._run_to(self.reached[0])

    def offered_choices(self) -> dict[str, AdapterMove]:
        """The moves that the code must be able to take, or may refuse, by their texts."""
        if self._offered_moves is None:
            moves: dict[str, AdapterMove] = {}
            common: set[str] | None = None
            for possible in self.reached:
                following = (self.harness.move(i) for i, _ in self.harness.following(possible.state))
                allowed = {move.text: move for move in following if move}
                moves |= allowed
                common = set(allowed) if common is None else common & set(allowed)
            # What not all of these states allow, the code may have to refuse: only where it can.
            shared = common or set()
            self._offered_moves = {w: m for w, m in moves.items() if w in shared or m.call.must_refuse}
        return self._offered_moves

    def forbidden(self) -> dict[str, AdapterMove]:
        """The moves that the code must refuse."""
        tries = self.harness.tries.items()
        return {words: move for words, move in tries if words not in self.offered_choices()}

    def find_move(self, words: str) -> AdapterMove:
        """The move that is written so, here.

        Raises:
            UsageError: the model does not allow it here, and it is not tried either.
        """
        moves = {**self.offered_choices(), **self.forbidden()}
        complaint = f"step {len(self.trail) + 1}: in this state there is no step"
        move: AdapterMove = look_up(moves, words, complaint)
        return move

    def take(self, move: AdapterMove) -> None:
        """Ask the code for a move, and compare.

        Raises:
            Difference: no run of the model explains what was seen.
            Inconclusive, ModelError: as for a new drive.
        """
        self.trail.append(move)
        try:
            answer = self._call(move)
        except Refused as refusal:
            answer = CodeAnswer(refusal=str(refusal))
        expected = list(self._expected_states(move, answer))
        if not expected:
            self._refuse_answer(move, answer)
        if answer.refusal is not None:
            self.refused.append((self.run.length, move.text))
        self._decide(expected, move, answer.seen)

    def follow(self, instance: Instance, state: State) -> None:
        """Ask the code for the next step of a run that is known, and compare with the state that it leads to.

        Raises:
            Refused: the code refuses it.
            Difference: what was seen is otherwise.
            Inconclusive, ModelError: as for a new drive; or the adapter has no method for it.
        """
        move = self.harness.move(instance)
        if move is None:
            raise Inconclusive(f"{instance.action.name} can't be asked of a real system")
        self.trail.append(move)
        answer = self._call(move)
        self._decide([PossibleState(state, self.reached[0], instance)], move, answer.seen)

    def close(self) -> None:
        """End the adapter."""
        if callable(close := getattr(self._adapter, "close", None)):
            with self._blame_author("in close()"):
                close()

    def _call(self, move: AdapterMove) -> CodeAnswer:
        method = getattr(self._adapter, move.call.name)
        try:
            with within(self.harness.seconds):
                returned = method(**move.plain_arguments)
        except Refused:
            raise
        except Exception as error:
            raise self._failure(error, move.text, move) from error
        if returned is None:
            return CodeAnswer()
        if isinstance(returned, str):
            if returned not in move.call.actions:
                actions = ", ".join(move.call.actions)
                raise self._mistake(f"{move.call.name} returns {returned!r}, and performs {actions}")
            return CodeAnswer(outcome=returned)
        if isinstance(returned, Mapping):
            return CodeAnswer(seen=returned)
        raise self._mistake(
            f"{move.call.name} returns {returned!r}: return nothing, the name of an action, or what was observed by "
            "name; raise Refused where the code refused"
        )

    def _expected_states(self, move: AdapterMove, answer: CodeAnswer) -> Iterator[PossibleState]:
        """The states that the model allows after a move that was answered so."""
        for before in self.reached:
            outcomes = [
                (instance, state)
                for instance, state in self.harness.following(before.state)
                if (offered := self.harness.move(instance)) and offered.text == move.text
            ]
            if answer.refusal is not None:
                if not outcomes or move.call.may_refuse:
                    yield before
                continue
            for instance, state in outcomes:
                if answer.outcome in (None, instance.action.name):
                    yield PossibleState(state, before, instance)

    def _refuse_answer(self, move: AdapterMove, answer: CodeAnswer) -> None:
        """Raise the difference that no state allows such an answer."""
        reasons = [why for possible in self.reached if (why := self._guard(possible.state, move))]
        if answer.refusal is not None:
            reason = f": {answer.refusal}" if answer.refusal else ""
            refusal = f"the code refuses {move.text}{reason}; the model allows it"
            raise self._difference(refusal, self._next(move))
        if reasons:
            needed = f"the model needs that {reasons[0]}"
            raise self._difference(f"the code does {move.text}, and must refuse it: {needed}")
        raise self._difference(f"the code says that {answer.outcome} happened, which the model forbids here")

    def _guard(self, state: State, move: AdapterMove) -> str:
        """The guard that forbids a move in a state; empty where none does."""
        value, reason = self.harness.machine.decode(state), ""
        for instance in self.harness.machine.instances:
            if (forbidden := self.harness.tries.get(move.text)) and self._asks(instance, forbidden):
                try:
                    self.harness.machine.run(value, instance)
                except Disabled as guard:
                    reason = reason or str(guard)
                else:
                    return ""
        return reason

    def _asks(self, instance: Instance, move: AdapterMove) -> bool:
        return instance.action.name in move.call.actions and all(
            instance.arguments[name] == value for name, value in move.arguments.items()
        )

    def _next(self, move: AdapterMove) -> list[PossibleState]:
        """Where a move leads in the model."""
        return list(self._expected_states(move, CodeAnswer()))

    def _decide(
        self, expected: list[PossibleState], move: AdapterMove | None, answered: Mapping[str, Any]
    ) -> None:
        """Keep the states that agree: of the expected ones, and of those that the code goes on to unasked."""
        moment = move.text if move else "the initial state"
        seen = self._observe(answered, moment, move)
        possible = self._add_own_steps(expected)
        compared = [(state, self._facts(state, seen)) for state in possible]
        kept = [state for state, facts in compared if all(fact.agrees for fact in facts)]
        if not kept:
            nearest, facts = min(compared, key=lambda pair: sum(not fact.agrees for fact in pair[1]))
            wrong = [fact for fact in facts if not fact.agrees]
            several = f" (the nearest of {len(possible)} states that it allows)" if len(possible) > 1 else ""
            after = f"after {moment} " if move else ""
            raise self._difference(f"{after}{differences(wrong)}{several}", [nearest], facts)
        if len(kept) > MOST_STATES:
            raise Inconclusive(f"by what was observed the code may be in more than {MOST_STATES:,} states")
        self.reached, self._offered_moves = kept, None
        self.facts = next(facts for state, facts in compared if state is kept[0])

    def _add_own_steps(self, expected: Iterable[PossibleState]) -> list[PossibleState]:
        """These states, and those that the code may go on to unasked; one way to each."""
        by_state = {possible.state: possible for possible in reversed(list(expected))}
        if self.harness.by_itself:
            waiting = list(by_state.values())
            while waiting and len(by_state) <= MOST_STATES * 10:
                before = waiting.pop()
                for instance, state in self.harness.following(before.state):
                    if instance.action.name in self.harness.by_itself and state not in by_state:
                        by_state[state] = PossibleState(state, before, instance)
                        waiting.append(by_state[state])
        return list(by_state.values())

    def _observe(self, answered: Mapping[str, Any], moment: str, move: AdapterMove | None) -> dict[str, Any]:
        try:
            with within(self.harness.seconds):
                observed = self._adapter.observe()
        except Exception as error:
            raise self._failure(error, f"observe() after {moment}", move) from error
        if not isinstance(observed, Mapping):
            raise self._mistake(
                f"observe returns {observed!r}: return what is seen by the names of the model's fields"
            )
        try:
            return {str(name): plain(value) for name, value in {**observed, **answered}.items()}
        except NotPlain as error:
            raise self._mistake(f"what is observed is not plain: {error}") from None

    def _facts(self, possible: PossibleState, seen: Mapping[str, Any]) -> list[Fact]:
        """What the model says of a state beside what was seen."""
        expected, facts = self._model_view(possible.state, seen), []
        for name, real in seen.items():
            if expected[name] == real:
                facts.append(Fact(name, text(real), text(real)))
            facts += [Fact(part, *texts(*pair)) for part, *pair in differing(name, expected[name], real)]
        return facts

    def _model_view(self, state: State, names: Iterable[str]) -> dict[str, Any]:
        value = self.harness.machine.decode(state)
        expect = getattr(self._adapter, "expect", None)
        if expect is None:
            known = parts(self.harness.machine.type)
            complaint = (
                f"{self.harness.label}: observe() gives what is no field of {self.harness.machine.name}:"
            )
            fields = {name: look_up(known, name, complaint) for name in names}
            return {name: plain(field.of(value)) for name, field in fields.items()}
        with self._blame_author("in expect()"):
            returned = expect(value)
            if not isinstance(returned, Mapping):
                raise self._mistake(
                    f"expect returns {returned!r}: return what the model says by the names of observe()"
                )
            try:
                expected = {str(name): plain(part) for name, part in returned.items()}
            except NotPlain as error:
                raise self._mistake(f"what is expected is not plain: {error}") from None
        for name in names:
            look_up(expected, name, f"{self.harness.label}: observe() gives what expect() does not:")
        return expected

    def _run_to(self, last: PossibleState) -> Run:
        steps: list[RunStep] = []
        reached: PossibleState | None = last
        while reached is not None:
            steps.append(RunStep(reached.instance, reached.state))
            reached = reached.parent
        return Run(self.harness.machine, "", steps[::-1])

    def _difference(
        self, reason: str, expected: list[PossibleState] | None = None, facts: list[Fact] | None = None
    ) -> CodeDifference:
        """A difference at one of these states; without any, after the last one."""
        run = self._run_to(expected[0] if expected else self.reached[0])
        step = run.length + (not expected)
        return CodeDifference(reason, run, step, facts or [], list(self.trail), list(self.refused))

    def _failure(self, error: Exception, call: str, move: AdapterMove | None) -> Exception:
        """What an exception of a call means: a difference, or a mistake in the adapter's own lines."""
        if isinstance(error, (Inconclusive, TidemarkError)):
            return error
        if callable(blame := getattr(self._adapter, "blame", None)):
            try:
                blame(error)
            except (Inconclusive, Refused) as explanation:
                return explanation
        expected = self._next(move) if move and self.reached else None
        if isinstance(error, Late):
            late = self._difference(f"{call} does not end within {self.harness.seconds:g} s", expected)
            late.is_endless = True
            return late
        if move is None or (_is_in(self.harness.adapter, error) and not isinstance(error, AssertionError)):
            return self._mistake(_describe_error(error), error)
        return self._difference(f"{call} fails with {_describe_error(error)} ({_place(error)})", expected)

    def _mistake(self, message: str, error: BaseException | None = None) -> ModelError:
        """A mistake of the adapter's author."""
        return ModelError(message, _place(error) if error else self.harness.label)

    @contextmanager
    def _blame_author(self, when: str) -> Iterator[None]:
        """Whatever fails here is a mistake of the adapter's author."""
        try:
            with within(self.harness.seconds):
                yield
        except (TidemarkError, Inconclusive):
            raise
        except Late:
            raise self._mistake(f"{when} it does not end within {self.harness.seconds:g} s") from None
        except Exception as error:
            raise self._mistake(f"{_describe_error(error)} ({self.harness.label} {when})", error) from error


def differences(wrong: Iterable[Fact]) -> str:
    """Facts that differ, in words."""
    return "; ".join(f"{fact.name} is {fact.real}, in the model {fact.model}" for fact in wrong)


def _describe_error(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _place(error: BaseException) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{short(last.filename)}:{last.lineno}"


def _is_in(adapter: type, error: BaseException) -> bool:
    """Whether an exception was raised by the lines of an adapter's own methods, not by what they call."""
    trace = error.__traceback__
    assert trace is not None
    while trace.tb_next is not None:
        trace = trace.tb_next
    members = [member for cls in adapter.__mro__ for member in vars(cls).values()]
    codes = [getattr(getattr(member, "__func__", member), "__code__", None) for member in members]
    return trace.tb_frame.f_code in codes
