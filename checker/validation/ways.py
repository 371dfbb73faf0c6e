"""What a machine may do at an event, under a binding: the choices of the map, with numbers of action instances.

Computed once for each event and binding, so that the search itself only looks numbers up.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.base.names import look_up
from tidemark.checker.runs.results import State
from tidemark.checker.validation.loading import MapFile
from tidemark.checker.validation.names import Binder, require_given
from tidemark.checker.validation.order import Item
from tidemark.checker.validation.transitions import Transitions
from tidemark.spec.expressions.kinds import Constant, none
from tidemark.spec.expressions.model_errors import Disabled, ModelError
from tidemark.spec.logs.events import UnreadEvent
from tidemark.spec.logs.names import UNBOUND, Binding, Context, Unbound
from tidemark.spec.logs.steps import Choice, Condition, Step, Value
from tidemark.spec.machines.machine import Machine
from tidemark.spec.types.leaves import LeafType
from tidemark.spec.types.members import Member, MemberType

Messages = tuple[tuple[str, Callable[[Any], Any]], ...]
"""For each parameter that is a message, whether one fits."""


@dataclass(frozen=True)
class Stage:
    """One step of a way. numbers: of the instances that it may be; None for an observation alone.

    messages: for each parameter that is a message, whether one fits. problem: why no instance fits, where that is so.
    """

    step: Step
    numbers: tuple[int, ...] | None
    messages: Messages = ()
    problem: str = ""

    @property
    def before(self) -> tuple[Condition, ...]:
        return self.step.before

    @property
    def after(self) -> tuple[Condition, ...]:
        return self.step.after


Way = tuple[Stage, ...]
Taken = tuple[tuple[int, State], ...]
"""Instances by their numbers, each with the state after it."""


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
    """The ways of each item of a log. silent: each declaration of silent actions.

    unused: no silent step was taken since the last event.

    Raises:
        UsageError: the map names an action or a domain that the machine does not have.
    """

    def __init__(self, file: MapFile, machine: Machine, transitions: Transitions) -> None:
        self.file, self.map, self.machine = file, file.map, machine
        self._transitions = transitions
        self._actions = {a.name: a for a in machine.actions}
        require_given(machine, self.map.all_names)
        self._binder = Binder(machine, self.map.all_names)
        self._known: dict[tuple[int, Binding], tuple[list[Bound], Iterator[Bound]]] = {}
        self._fitting: dict[tuple[str, tuple[tuple[str, frozenset[int]], ...]], tuple[int, ...]] = {}
        self._read: dict[int, dict[tuple[int, ...], Read]] = {}
        self.silent = [
            SilentSteps(
                tuple(number for name in one.actions for number in self._numbers(name)),
                one.most,
                (one.keeps,) if one.keeps else (),
            )
            for one in self.map.silents
        ]
        self.unused: Used = (0,) * len(self.silent)

    def _numbers(self, name: str) -> list[int]:
        look_up(self._actions, name, f"the map names an action that {self.machine.name} does not have:")
        return self._transitions.of_action.get(name, [])

    def silently(self, state: State, used: Used) -> Iterator[tuple[int, State, Used]]:
        """The silent steps that are left in a state: the instance, the state after it, and how many are used then."""
        for place, one in enumerate(self.silent):
            if used[place] == one.most:
                continue
            counted = one.most is not None
            spent = (*used[:place], used[place] + counted, *used[place + 1 :])
            enabled = self._transitions.after(state)
            for number in one.numbers:
                after = enabled.get(number)
                if after is not None and after != state and keeps(self._transitions, state, after, one.keeps):
                    yield number, after, spent

    def forget(self) -> None:
        """Forget the ways of all items: they will not be asked for again."""
        self._known.clear()
        self._read.clear()

    def at(self, item: Item, binding: Binding = UNBOUND) -> Iterator[tuple[Binding, list[Way]]]:
        """The ways of an item, for each binding that follows from this one; each is found when it is asked for."""
        known = self._known.get((item.in_log, binding))
        if known is None:
            given = item.events
            read = self._read.setdefault(item.in_log, {})
            known = self._known[item.in_log, binding] = [], self.bounds(item, binding, given, read)
        found, others = known
        for place in itertools.count():
            if place == len(found):  # whoever else asks may have come further
                one = next(others, None)
                if one is None:
                    return
                found.append(one)
            yield found[place]

    def without_value(self, item: Item, binding: Binding) -> list[Any]:
        """The names that an item asks for under a binding, and for which no value is left that keeps their order."""
        read, open_bindings, found = self._read.get(item.in_log, {}), [binding], dict[Any, None]()
        for one in open_bindings:
            values = {(number, real): value for number, real, value in one}
            answers: tuple[int, ...] = ()
            while isinstance(asked := read.get(answers), Unbound):
                value = values.get((asked.names.number, asked.real))
                if value is None:
                    following = self._binder.following(one, asked)
                    open_bindings += following
                    found |= {} if following else {asked.real: None}
                    break
                answers = (*answers, value)
        return list(found)

    def bounds(
        self, item: Item, binding: Binding, given: tuple[Any, ...], known: dict[tuple[int, ...], Read]
    ) -> Iterator[Bound]:
        """What `at` gives. given: what the item's function gets; known: what it said before, of this item or of others
        that are the same to it.
        """
        values = {(number, real): value for number, real, value in binding}
        answers: tuple[int, ...] = ()
        while True:
            if answers not in known:
                self._run(item, binding, given, known)
            found = known.get(answers)
            if isinstance(found, list):
                yield binding, found
                return
            if found is None:
                raise self._mistake(item, "looks up is not always the same for one event: it is to be pure")
            value = values.get((found.names.number, found.real))
            if value is None:
                with self.file.told(item.event):
                    following = self._binder.following(binding, found)
                for after in following:
                    yield from self.bounds(item, after, given, known)
                return
            answers = (*answers, value)

    def _run(
        self, item: Item, binding: Binding, given: tuple[Any, ...], known: dict[tuple[int, ...], Read]
    ) -> None:
        """Ask the map what an item is, and note which names it looks up on the way."""
        function = self._function(item)
        context = Context(self.machine, self.map.all_names, binding)
        if item.is_optional and item.event.name in self.map.alike:
            given = (UnreadEvent(item.event.name),)
        with self.file.guarded(item.event), context:
            found: Read
            try:
                choice = function(*given)
                if not isinstance(choice, Choice):
                    told = f"returns for {item.event.name} is {choice!r}: return take(…), observe(…) or skip"
                    raise self._mistake(item, told)
                found = [tuple(self._stage(step) for step in way) for way in choice.ways]
            except Unbound as new:
                found = new
        answers: tuple[int, ...] = ()
        for names, real, value in context.looked_up:
            known.setdefault(answers, Unbound(names, real))
            answers = (*answers, value)
        known[answers] = found

    def _function(self, item: Item) -> Callable[..., Any]:
        if item.other is not None:
            return self.map.joint[item.event.name, item.other.event.name]
        return self.map.calls[item.event.name].function if item.is_call else self.map.events[item.event.name]

    def _mistake(self, item: Item, told: str) -> ModelError:
        function = self._function(item)
        place = f"{function.__code__.co_filename}:{function.__code__.co_firstlineno}"
        return ModelError(f"what {function.__name__} {told}", place)

    def _stage(self, step: Step) -> Stage:
        if not step.action:
            return Stage(step, None)
        action = self._actions.get(step.action)
        if action is None:
            look_up(self._actions, step.action, f"{self.machine.name} has no action")
            raise AssertionError
        wanted: dict[str, frozenset[int]] = {}
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
            fitting = _fitting(name, value, type, step)
            if not fitting:
                return Stage(step, (), (), f"{name} is {_shown(value)} in the log, and {type} in the model")
            wanted[name] = fitting
        key = step.action, tuple(wanted.items())
        numbers = self._fitting.get(key)
        if numbers is None:
            numbers = self._fitting[key] = tuple(
                number
                for number in self._transitions.of_action.get(step.action, [])
                if all(int(self._transitions.instances[number].arguments[n]) in v for n, v in wanted.items())
            )
        return Stage(
            step, numbers, tuple(messages), "" if numbers else "it is never enabled with these parameters"
        )


def _shown(value: Any) -> str:
    return "what it asks for" if callable(value) else repr(value)


def _fitting(name: str, value: Any, type: LeafType, step: Step) -> frozenset[int]:
    """The values of a parameter that fit what the map gives, as ints.

    Raises:
        UsageError: it is of another type.
    """
    family = type.kind.family
    if callable(value) and not isinstance(value, Constant):
        return frozenset(int(one) for one in type.values() if value(one))
    fits = {
        "number": isinstance(value, int) and not isinstance(value, (bool, Constant)),
        "truth": isinstance(value, bool),
        "label": isinstance(value, str) or getattr(value, "kind", None) is type.kind,
        "id": value is none or getattr(value, "kind", None) is type.kind,
    }
    if not fits.get(family, False):
        hint = {
            "number": f', as e.number("{name}") reads it',
            "truth": f', as e.truth("{name}") reads it',
            "label": ", as its word is text",
            "id": f', which log.names("{step.action and type.kind.name}") gives',
        }.get(family, "")
        raise UsageError(f"{name} of {step.action} is {value!r}, and must be {type.kind}{hint}")
    if family == "label" and isinstance(value, str):
        return frozenset([type.kind.labels.index(value)]) if value in type.kind.labels else frozenset()
    return frozenset([int(value)]) if type.lo <= int(value) <= type.hi else frozenset()


def reached(transitions: Transitions, state: State, way: Way) -> list[tuple[State, Taken]]:
    """The states that a way leads to from a state, each with the instances and states on it."""
    if len(way) == 1:
        return taken(transitions, state, way[0])
    found: list[tuple[State, Taken]] = [(state, ())]
    for stage in way:
        found = list(
            itertools.chain.from_iterable(
                [(after, (*path, *steps)) for after, steps in taken(transitions, one, stage)]
                for one, path in found
            )
        )
    return found


def taken(transitions: Transitions, state: State, stage: Stage) -> list[tuple[State, Taken]]:
    """The states that one stage leads to from a state, each with the instance taken and the state after it."""
    if stage.before and not holds(transitions, state, stage.before):
        return []
    if stage.numbers is None:
        return [(state, ())] if holds(transitions, state, stage.after) else []
    enabled = transitions.after(state)
    found: list[tuple[State, Taken]] = []
    for number in stage.numbers:
        if stage.messages and not fits(transitions, state, number, stage.messages):
            continue
        after = enabled.get(number)
        if after is None:
            continue
        if stage.after and not holds(transitions, after, stage.after):
            continue
        if keeps(transitions, state, after, stage.step.keeps):
            found.append((after, ((number, after),)))
    return found


def fits(transitions: Transitions, state: State, number: int, messages: Messages) -> bool:
    """Whether the messages among an instance's arguments are there, and are those that a map asks for."""
    value, arguments = transitions.value(state), transitions.instances[number].arguments
    for name, condition in messages:
        member = arguments[name]
        assert isinstance(member, Member)
        try:
            message = member.of(value)
        except Disabled:
            return False
        if not condition(message):
            return False
    return True


def keeps(transitions: Transitions, state: State, after: State, values: tuple[Value, ...]) -> bool:
    """Whether these values are the same in the state after a step as in the one before it."""
    for value in values:
        pairs = zip(*(_values(value(transitions.value(one))) for one in (state, after)), strict=True)
        if not all(same(a, b) for a, b in pairs):
            return False
    return True


def _values(given: Any) -> tuple[Any, ...]:
    return given if isinstance(given, tuple) else (given,)


def same(a: Any, b: Any) -> bool:
    """Whether two values of states are equal.

    Raises:
        UsageError: they have no truth value that says so.
    """
    answer = a == b
    if not isinstance(answer, bool):
        raise UsageError(f"keeps gives {a!r}, which is no value of the state: give one, or a tuple of some")
    return answer


def holds(transitions: Transitions, state: State, conditions: tuple[Condition, ...]) -> bool:
    """Whether a state agrees with what was observed."""
    value = transitions.value(state)
    for condition in conditions:
        answer = condition(value)
        if not isinstance(answer, bool):
            raise UsageError(f"an observation gives {answer!r}, and must give a truth value")
        if not answer:
            return False
    return True
