"""What a machine may do at an event, under a binding: the choices of the map, with numbers of action instances.

Computed once for each event and binding, so that the search itself only looks numbers up.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tidemark.base.names import look_up
from tidemark.checker.runs.results import State
from tidemark.checker.validation.loading import MapFile
from tidemark.checker.validation.names import Binder, check_fixed_values
from tidemark.checker.validation.narrowing import Narrowing
from tidemark.checker.validation.order import Occurrence
from tidemark.checker.validation.parameters import describe, fitting_values
from tidemark.checker.validation.stages import Stage, Way, keeps
from tidemark.checker.validation.transitions import Transitions
from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.logs.events import UnreadEvent
from tidemark.spec.logs.names import UNBOUND, Binding, BindingContext, Unbound
from tidemark.spec.logs.steps import LogStep, StepChoice, Value
from tidemark.spec.machines.machine import Machine
from tidemark.spec.types.members import MemberType, number_of

MOST_TRIED = 100
"""Values of a name that are looked at to say why none of them fits."""
Read = Unbound | list[Way]
"""What a function of the map does once some names are known: it asks for another one, or gives the ways of an event."""
Bound = tuple[Binding, list[Way]]
"""The ways of an event under a binding."""
Used = tuple[int, ...]
"""For each declaration of silent actions, how many of them were taken since the last event."""


@dataclass(frozen=True)
class SilentSteps:
    """A declaration of silent actions: their instances, the limit, and the values that they keep."""

    numbers: tuple[int, ...]
    most: int | None
    keeps: tuple[Value, ...]


class Ways:
    """The ways of each occurrence of a log. silent: each declaration of silent actions.

    unused: no silent step was taken since the last event.

    Raises:
        UsageError: the map names an action or a domain that the machine does not have.
    """

    def __init__(self, file: MapFile, machine: Machine, transitions: Transitions) -> None:
        self.file, self.map, self.machine = file, file.map, machine
        self._transitions = transitions
        self._actions = {a.name: a for a in machine.actions}
        check_fixed_values(machine, self.map.all_names)
        self._binder = Binder(machine, self.map.all_names)
        self._narrowing = Narrowing(
            transitions, self.map.all_names, self._binder.following, lambda step: self._stage(step).numbers
        )
        self._known: dict[tuple[int, Binding, State | None], tuple[list[Bound], Iterator[Bound]]] = {}
        self._fitting: dict[tuple[str, tuple[tuple[str, frozenset[int]], ...]], tuple[int, ...]] = {}
        self._by_values: dict[tuple[str, tuple[str, ...]], dict[tuple[int, ...], list[int]]] = {}
        self._read: dict[int, dict[tuple[int, ...], Read]] = {}
        self._keeping: dict[tuple[int, ...], bool] = {}
        self.silent = [
            SilentSteps(
                tuple(
                    number
                    for name in declaration.actions
                    if name in self._actions or not declaration.may_lack
                    for number in self._numbers(name)
                ),
                declaration.most,
                (declaration.keeps,) if declaration.keeps else (),
            )
            for declaration in self.map.silents
        ]
        self.unused: Used = (0,) * len(self.silent)

    @cached_property
    def may_move_events(self) -> bool:
        """Whether an event that changes no state may be moved among others.

        Not where it matters how many silent steps come between two events, or which two events are one step.
        """
        return not self.map.joint and all(silent.most is None for silent in self.silent)

    def keep_state(self, ways: list[Way]) -> bool:
        """Whether no way changes a state, whichever state it is."""
        return all(stage.numbers is None or self._keep_state(stage.numbers) for way in ways for stage in way)

    def _keep_state(self, numbers: tuple[int, ...]) -> bool:
        keep = self._keeping.get(numbers)
        if keep is None:
            symbolic = self.machine.symbolic
            keep = self._keeping[numbers] = all(
                all(
                    new is old
                    for new, old in zip(symbolic.actions[number].fields, symbolic.fields, strict=True)
                )
                for number in numbers
            )
        return keep

    def _numbers(self, name: str) -> list[int]:
        look_up(self._actions, name, f"the map names an action that {self.machine.name} does not have:")
        return self._transitions.of_action.get(name, [])

    def silently(self, state: State, used: Used) -> Iterator[tuple[int, State, Used]]:
        """The silent steps that are left in a state: the instance, the state after it, and how many are used then."""
        for index, declaration in enumerate(self.silent):
            if used[index] == declaration.most:
                continue
            counted = declaration.most is not None
            spent = (*used[:index], used[index] + counted, *used[index + 1 :])
            enabled = self._transitions.after(state)
            for number in declaration.numbers:
                after = enabled[number]
                if (
                    after is not None
                    and after != state
                    and keeps(self._transitions, state, after, declaration.keeps)
                ):
                    yield number, after, spent

    def forget(self) -> None:
        """Forget the ways of all occurrences: they will not be asked for again."""
        self._known.clear()
        self._read.clear()

    def at(
        self, occurrence: Occurrence, binding: Binding = UNBOUND, state: State | None = None
    ) -> Iterator[tuple[Binding, list[Way]]]:
        """The ways of an occurrence, for each binding that follows from this one, computed as they are read.

        state: where it is given, bindings that can't lead on from it may be left out.
        """
        arguments = occurrence.events
        read = self._read.setdefault(occurrence.in_log, {})
        if state is not None and not self.depends_on_state(occurrence, binding, arguments, read):
            state = None
        key = occurrence.in_log, binding, state
        bounds_so_far = self._known.get(key)
        if bounds_so_far is None:
            bounds_so_far = self._known[key] = (
                [],
                self.bounds(occurrence, binding, arguments, read, state),
            )
        bounds, others = bounds_so_far
        for index in itertools.count():
            if index == len(bounds):  # another reader may have come further
                bound = next(others, None)
                if bound is None:
                    return
                bounds.append(bound)
            yield bounds[index]

    def depends_on_state(
        self,
        occurrence: Occurrence,
        binding: Binding,
        arguments: tuple[Any, ...],
        reads: dict[tuple[int, ...], Read],
    ) -> bool:
        """Whether the bindings that `bounds` gives may differ from state to state: if a new name is a number."""
        if not self._narrowing.has_numbers:
            return False
        values = {(number, real): value for number, real, value in binding}
        answers: tuple[int, ...] = ()
        while True:
            if answers not in reads:
                self._run(occurrence, binding, arguments, reads)
            answer = reads.get(answers)
            if not isinstance(answer, Unbound):
                return False
            value = values.get((answer.names.number, answer.real))
            if value is None:
                if self._narrowing.is_narrowed(answer.names):
                    return True
                with self.file.blame_event(occurrence.event):
                    following = next(self._binder.following(binding, answer), None)
                if following is None:
                    return False
                binding = following
                values = {(number, real): v for number, real, v in binding}
                value = values[answer.names.number, answer.real]
            answers = (*answers, value)

    def without_value(self, occurrence: Occurrence, binding: Binding) -> list[Any]:
        """The names that an occurrence looks up under a binding, and that no free value fits in their order."""
        read, open_bindings, names = self._read.get(occurrence.in_log, {}), [binding], dict[Any, None]()
        for open_binding in open_bindings:
            values = {(number, real): value for number, real, value in open_binding}
            answers: tuple[int, ...] = ()
            while isinstance(name := read.get(answers), Unbound):
                value = values.get((name.names.number, name.real))
                if value is None:
                    following = list(itertools.islice(self._binder.following(open_binding, name), MOST_TRIED))
                    open_bindings += following
                    names |= {} if following else {name.real: None}
                    break
                answers = (*answers, value)
        return list(names)

    def bounds(
        self,
        occurrence: Occurrence,
        binding: Binding,
        arguments: tuple[Any, ...],
        reads: dict[tuple[int, ...], Read],
        state: State | None = None,
    ) -> Iterator[Bound]:
        """The ways of an occurrence, as `at` gives them.

        arguments: what the occurrence's function in the map gets. reads: what that function has said so far, of this
        occurrence or of others that are the same to it.
        """
        values = {(number, real): value for number, real, value in binding}
        answers: tuple[int, ...] = ()
        while True:
            if answers not in reads:
                self._run(occurrence, binding, arguments, reads)
            answer = reads.get(answers)
            if isinstance(answer, list):
                yield binding, answer
                return
            if answer is None:
                raise self._mistake(
                    occurrence, "looks up is not always the same for one event: it is to be pure"
                )
            value = values.get((answer.names.number, answer.real))
            if value is None:
                numbers = None
                if state is not None and self._narrowing.is_narrowed(answer.names):
                    function = self._function(occurrence)
                    numbers = self._narrowing.numbers(function, arguments, binding, answer, state)
                with self.file.blame_event(occurrence.event):
                    following = self._binder.following(binding, answer, numbers)
                for after in following:
                    yield from self.bounds(occurrence, after, arguments, reads, state)
                return
            answers = (*answers, value)

    def _run(
        self,
        occurrence: Occurrence,
        binding: Binding,
        arguments: tuple[Any, ...],
        reads: dict[tuple[int, ...], Read],
    ) -> None:
        """Ask the map what an occurrence is, and note which names it looks up on the way."""
        function = self._function(occurrence)
        context = BindingContext(self.machine, self.map.all_names, binding)
        if occurrence.is_optional and occurrence.event.name in self.map.alike:
            arguments = (UnreadEvent(occurrence.event.name),)
        with self.file.explain_mistakes(occurrence.event), context:
            read: Read
            try:
                choice = function(*arguments)
                if not isinstance(choice, StepChoice):
                    complaint = f"returns for {occurrence.event.name} is {choice!r}: return take(…), observe(…) or skip"
                    raise self._mistake(occurrence, complaint)
                read = [tuple(self._stage(step) for step in steps) for steps in choice.ways]
            except Unbound as new:
                read = new
        answers: tuple[int, ...] = ()
        for names, real, value in context.looked_up:
            reads.setdefault(answers, Unbound(names, real))
            answers = (*answers, value)
        reads[answers] = read

    def _function(self, occurrence: Occurrence) -> Callable[..., Any]:
        if occurrence.other is not None:
            return self.map.joint[occurrence.event.name, occurrence.other.event.name]
        return (
            self.map.calls[occurrence.event.name].function
            if occurrence.is_call
            else self.map.events[occurrence.event.name]
        )

    def _mistake(self, occurrence: Occurrence, complaint: str) -> ModelError:
        function = self._function(occurrence)
        position = f"{function.__code__.co_filename}:{function.__code__.co_firstlineno}"
        return ModelError(f"what {function.__name__} {complaint}", position)

    def _stage(self, step: LogStep) -> Stage:
        if not step.action:
            return Stage(step, None)
        action = self._actions.get(step.action)
        if action is None:
            look_up(self._actions, step.action, f"{self.machine.name} has no action")
            raise AssertionError
        values: dict[str, frozenset[int]] = {}
        messages = []
        for name, value in step.parameters.items():
            domain = action.parameters.get(name) or look_up(
                action.parameters, name, f"the action {step.action} has no parameter"
            )
            type = self.machine.domains[domain]
            if isinstance(type, MemberType):
                if not callable(value):
                    raise ModelError(
                        f"{name} of {step.action} is a message: say which, as in {name}=lambda m: …"
                    )
                messages.append((name, value))
                continue
            fitting = fitting_values(name, value, type, step)
            if not fitting:
                return Stage(step, (), (), f"{name} is {describe(value)} in the log, and {type} in the model")
            values[name] = fitting
        numbers = self._instances(step.action, values)
        return Stage(
            step, numbers, tuple(messages), "" if numbers else "it is never enabled with these parameters"
        )

    def _instances(self, action: str, values: Mapping[str, frozenset[int]]) -> tuple[int, ...]:
        """The numbers of an action's instances with these values, in order."""
        key = action, tuple(values.items())
        numbers = self._fitting.get(key)
        if numbers is None:
            by_values = self._by_values.get((action, tuple(values)))
            if by_values is None:
                by_values = self._by_values[action, tuple(values)] = defaultdict(list)
                for number in self._transitions.of_action.get(action, []):
                    arguments = self._transitions.instances[number].arguments
                    by_values[tuple(number_of(arguments[name]) for name in values)].append(number)
            if math.prod(map(len, values.values())) < len(by_values):
                found = [
                    by_values.get(combination, []) for combination in itertools.product(*values.values())
                ]
            else:
                found = [
                    n
                    for c, n in by_values.items()
                    if all(v in values[name] for name, v in zip(values, c, strict=True))
                ]
            numbers = self._fitting[key] = tuple(sorted(itertools.chain.from_iterable(found)))
        return numbers
