"""Why no run passes an event: for each state that stands before it, which guard or observation refuses, and how near.

An action is lifted to its guards, so all that fail are known, and not only the first one that Python meets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from tidemark.base.errors import TidemarkError
from tidemark.checker.runs.results import State
from tidemark.checker.validation import names as naming
from tidemark.checker.validation.false_conditions import Teller
from tidemark.checker.validation.order import Occurrence
from tidemark.checker.validation.stages import Stage, fits, holds, keeps, take_stage
from tidemark.checker.validation.transitions import Transitions
from tidemark.checker.validation.ways import MOST_TRIED, Ways
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.evaluation import value_of
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.model_errors import Disabled, ModelError
from tidemark.spec.logs.names import Binding
from tidemark.spec.logs.steps import Condition, Value
from tidemark.spec.machines.symbolic import SymbolicAction, symbolic_state

MOST_STATES = 2_000
"""States that are asked why, where more than that stand before an event."""
MOST_STEPS_TRIED = 10_000
"""Steps that are asked why: once it were more, no further state is."""


@dataclass(frozen=True)
class Reason:
    """One guard or observation that refuses. values: what it compares, each with its value, where that is known."""

    kind: str
    text: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Refusal:
    """A step that an event might be, and all that refuses it; in how many of the states before it that is so.

    state: the first such state, as it was encoded. names: the names that are bound there, in words.
    """

    step: str
    reasons: tuple[Reason, ...]
    states: int
    state: State
    names: str


class Refusals:
    """Asks a machine and a map why."""

    def __init__(self, ways: Ways, transitions: Transitions) -> None:
        self._ways, self._transitions = ways, transitions
        self._machine, self._steps_tried = transitions.machine, 0
        self._symbolic: dict[int, SymbolicAction] = dict(enumerate(self._machine.symbolic.actions))

    def of(
        self,
        occurrence: Occurrence,
        standing: Sequence[tuple[Binding, State]],
        after: Sequence[Occurrence] = (),
    ) -> list[Refusal]:
        """What refuses an occurrence in these states, the fewest reasons first.

        after: the occurrences that it waits for, if it happens at all.
        """
        in_vain = tuple(
            Reason("order", f"it comes after {earlier.event.place}, which has not happened here")
            for earlier in after
        )
        state_counts: Counter[tuple[str, tuple[Reason, ...]]] = Counter()
        first: dict[tuple[str, tuple[Reason, ...]], tuple[State, str]] = {}
        self._steps_tried = 0
        for binding, state in standing[:MOST_STATES]:
            if self._steps_tried > MOST_STEPS_TRIED:
                break
            for step, reasons in dict.fromkeys(self._in_state(occurrence, binding, state)):
                if not (reasons or in_vain):
                    continue
                key = step, reasons or in_vain
                state_counts[key] += 1
                first.setdefault(
                    key, (state, naming.describe_binding(binding, self._machine, self._ways.map.all_names))
                )
        refusals = [
            Refusal(step, reasons, n, *first[step, reasons]) for (step, reasons), n in state_counts.items()
        ]
        return sorted(
            refusals,
            key=lambda refusal: (len(refusal.reasons), -refusal.states, refusal.step, str(refusal.reasons)),
        )

    def describe(
        self,
        occurrence: Occurrence,
        standing: Sequence[tuple[Binding, State]],
        after: Sequence[Occurrence] = (),
    ) -> dict[str, Any]:
        """What a verdict says of an occurrence that is refused in these states, and comes after others."""
        return {
            "refused": occurrence,
            "refusals": self.of(occurrence, standing, after),
            "standing": len(standing),
            "bindings": len({binding for binding, _ in standing}),
        }

    def _in_state(
        self, occurrence: Occurrence, binding: Binding, state: State
    ) -> Iterator[tuple[str, tuple[Reason, ...]]]:
        with self._ways.file.blame_event(occurrence.event):
            bounds = list(islice(self._ways.at(occurrence, binding), MOST_TRIED))
            if not bounds:
                names = ", ".join(repr(real) for real in self._ways.without_value(occurrence, binding))
                yield (
                    occurrence.event.name,
                    (Reason("names", f"no value of the model is left between others for {names}"),),
                )
            for named, ways in bounds:
                real = naming.name_ids(named, self._machine, self._ways.map.all_names)
                teller = Teller(self._machine.type, real)
                for stages in ways:
                    yield from self._of_way(stages, state, teller)

    def _of_way(
        self, stages: tuple[Stage, ...], state: State, teller: Teller
    ) -> Iterator[tuple[str, tuple[Reason, ...]]]:
        states = [state]
        for stage in stages:
            following = [
                after for start in states for after, _ in take_stage(self._transitions, start, stage)
            ]
            if not following:
                for start in states:
                    yield from self._of_stage(stage, start, teller)
                return
            states = following
        if stages:  # it passes, and is not in order yet
            yield stages[-1].step.action or "the state", ()

    def _of_stage(
        self, stage: Stage, state: State, teller: Teller
    ) -> Iterator[tuple[str, tuple[Reason, ...]]]:
        before = self._observations(stage.before, state, teller, "before it")
        if stage.numbers is None:
            yield "the state", (*before, *self._observations(stage.after, state, teller, ""))
            return
        if stage.problem:
            yield stage.step.action, (*before, Reason("parameter", stage.problem))
            return
        fitting = [n for n in stage.numbers if fits(self._transitions, state, n, stage.messages)]
        if not fitting:
            yield stage.step.action, (*before, Reason("parameter", "there is no such message in this state"))
        enabled = self._transitions.after(state)
        self._steps_tried += len(fitting)
        for number in fitting:
            instance = self._transitions.instances[number]
            reached = enabled[number]
            if reached is None:
                yield teller.step(instance), (*before, *self._guards(number, state, teller))
                continue
            after = self._observations(stage.after, reached, teller, "after it")
            changed = self._find_changes(stage.step.keeps, state, reached)
            instance = self._machine.with_messages(self._transitions.value(state), instance)
            yield teller.step(instance), (*before, *after, *changed)

    def _guards(self, number: int, state: State, teller: Teller) -> list[Reason]:
        failing = [
            Reason("guard", why, tuple(teller.explain_false(condition, state)))
            for condition, why in self._symbolic[number].guards
            if not value_of(condition, state)
        ]
        if failing:
            return failing
        try:  # a message that is not there, for example
            self._machine.run(self._transitions.value(state), self._transitions.instances[number])
        except Disabled as guard:
            return [Reason("guard", str(guard))]
        return []

    def _observations(
        self, conditions: Sequence[Condition], state: State, teller: Teller, when: str
    ) -> list[Reason]:
        reasons = []
        for condition in conditions:
            if holds(self._transitions, state, (condition,)):
                continue
            lifted = self._lift(condition)
            values = teller.explain_false(lifted, state) if lifted is not None else []
            reasons.append(Reason("observation", f"{when} the log says otherwise".strip(), tuple(values)))
        return reasons

    def _find_changes(self, values: Sequence[Value], state: State, after: State) -> list[Reason]:
        """What a step changes of the values that it is to keep."""
        return [
            Reason("observation", "it changes a value of the state that it is to keep")
            for value in values
            if not keeps(self._transitions, state, after, (value,))
        ]

    def _lift(self, condition: Condition) -> Expr | None:
        """An observation as an expression; None where it is plain Python, which has none."""
        _, _, symbolic = symbolic_state(self._machine.type)
        try:
            with Context(lifts=True) as said:
                answer: Any = condition(symbolic)
        except (TidemarkError, TypeError, AttributeError, ModelError):
            return None
        return answer if isinstance(answer, Expr) and not said.mistakes else None
