"""A harness: a machine and an adapter that fit together, checked before anything is driven.

Its own module because every way of driving (random walks, a test of Hypothesis, covering, listed steps) begins with it,
and every mistake of an adapter's author that can be seen before a walk is reported here.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from tidemark.base.errors import UsageError, short
from tidemark.base.names import look_up, nearest
from tidemark.checker.analyses.adapters.values import plain
from tidemark.checker.engines.reference import successors
from tidemark.checker.user_files.guard import SECONDS
from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.families.adapters import Performance
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance
from tidemark.spec.types.members import NetworkMember

OWN = ("observe", "expect", "blame", "close", "by_itself", "seconds")
"""The names of an adapter's members that are not methods for actions."""
REMEMBERED = 1 << 14
"""For how many states the successors are cached."""


@dataclass(frozen=True)
class AdapterCall:
    """A method of an adapter, with the actions that it stands for.

    parameters: those that the method takes; the code chooses all others of the actions.
    """

    name: str
    actions: tuple[str, ...]
    parameters: tuple[str, ...]
    may_refuse: bool
    must_refuse: bool

    @property
    def is_decided(self) -> bool:
        """Whether the model alone decides what comes of it."""
        return len(self.actions) == 1 and not self.may_refuse


@dataclass(frozen=True)
class AdapterMove:
    """A call with its arguments: what an adapter is asked to do. Its text names it, in a test too."""

    call: AdapterCall
    arguments: Mapping[str, Any]

    @cached_property
    def text(self) -> str:
        """How it is written: `give(me=0)`."""
        return f"{self.call.name}({', '.join(f'{k}={v!r}' for k, v in self.arguments.items())})"

    @cached_property
    def plain_arguments(self) -> dict[str, Any]:
        """The arguments as the method gets them."""
        return {name: plain(value) for name, value in self.arguments.items()}


class Harness:
    """A machine and an adapter that fit together.

    without: the names of actions that walks do not take, and that need no method. is_made: whether the adapter is there
    already, so that its constructor is nobody's concern. following: the enabled instances in a state, each with the
    state that it leads to.

    Raises:
        UsageError: the adapter is no class, or lacks something.
        ModelError: a method does not fit its action; the message starts with its line.
    """

    def __init__(
        self, machine: Machine, adapter: type, without: Iterable[str] = (), is_made: bool = False
    ) -> None:
        if not isinstance(adapter, type):
            raise UsageError(
                f"{short(repr(adapter))} is no adapter: write a class with a method for each action"
            )
        self.machine, self.adapter, self.label = machine, adapter, adapter.__name__
        names = [action.name for action in machine.actions]
        self.without: Set[str] = {look_up(names, name, "there is no action") for name in without}
        self.by_itself = self._by_itself(names)
        if not callable(getattr(adapter, "observe", None)):
            raise ModelError(
                f"{self.label} has no method observe: write `def observe(self)`, which gives what can be seen by the "
                "names of the model's fields",
                _line(adapter),
            )
        self.calls = self._calls(names)
        self._bounds = {} if is_made else self._bounds_of_parameters()
        self.seconds = self._seconds()
        self.following = lru_cache(REMEMBERED)(lambda state: list(successors(machine, state)))

    def new(self) -> Any:
        """An adapter with the code in its initial state; its exceptions are its author's."""
        return self.adapter(**self._bounds)

    def _by_itself(self, names: list[str]) -> Set[str]:
        declared = getattr(self.adapter, "by_itself", ())
        if callable(declared):
            meaning = "it names the actions that the code does without being asked"
            raise ModelError(f"{self.label}.by_itself is a method: {meaning}", _line(declared))
        words = (declared,) if isinstance(declared, str) else tuple(declared)
        return {look_up(names, name, f"{self.label}.by_itself: there is no action") for name in words}

    def _calls(self, names: list[str]) -> dict[str, AdapterCall]:
        """The calls by the name of their method; each action that walks take has one."""
        calls: dict[str, AdapterCall] = {}
        actions: dict[str, str] = {}
        for name, method, performance in self._methods(names):
            call = self._call(name, method, performance)
            for action in call.actions:
                if action in actions:
                    both = f"{actions[action]} and {name} both perform the action {action}"
                    raise ModelError(both, _line(method))
                if action in self.by_itself:
                    conflict = f"{name} performs {action}, which the code does by itself: leave out one"
                    raise ModelError(conflict, _line(method))
                actions[action] = name
            calls[name] = call
        for action in names:
            if action not in actions and action not in self.without and action not in self.by_itself:
                raise self._missing(action)
        return {name: call for name, call in calls.items() if not set(call.actions) <= self.without}

    def _methods(self, names: list[str]) -> Iterator[tuple[str, Callable[..., Any], Performance]]:
        for name, method in inspect.getmembers(self.adapter, callable):
            performance = getattr(method, "__performs__", None)
            if performance is None and name in names and name not in OWN:
                performance = Performance()
            if performance is not None:
                actions = performance.actions or (name,)
                for action in actions:
                    if action not in names:
                        hint = nearest(action, names) or f": there is: {', '.join(names)}"
                        unknown = f"{name} performs {action}, and there is no such action{hint}"
                        raise ModelError(unknown, _line(method))
                yield name, method, replace(performance, actions=actions)

    def _missing(self, action: str) -> Exception:
        complaint = f"{self.label} has no method for the action {action}"
        if action in OWN:
            advice = f'write one of another name with @performs("{action}"), since {action} of an adapter is'
            return ModelError(f"{complaint}: {advice} something else", _line(self.adapter))
        parameters = ", ".join(["self", *self._action(action).parameters])
        members = inspect.getmembers(self.adapter, callable)
        near = nearest(action, (name for name, _ in members if not name.startswith("_")))
        advice = f"write `def {action}({parameters})`, or leave the action out with --without {action}{near}"
        return ModelError(f"{complaint}: {advice}", _line(self.adapter))

    def _action(self, name: str) -> Any:
        return next(action for action in self.machine.actions if action.name == name)

    def _call(self, name: str, method: Callable[..., Any], performance: Performance) -> AdapterCall:
        """A method as a call; its parameters are those of its actions that the code does not choose."""
        accepted = {p for action in performance.actions for p in self._action(action).parameters}
        for chosen in performance.chooses:
            if chosen not in accepted:
                raise ModelError(
                    f"{name} leaves {chosen} to the code, and {', '.join(performance.actions)} has no such "
                    f"parameter{nearest(chosen, accepted)}",
                    _line(method),
                )
        required = {
            action: tuple(p for p in self._action(action).parameters if p not in performance.chooses)
            for action in performance.actions
        }
        parameters = required[performance.actions[0]]
        for action, others in required.items():
            if set(others) != set(parameters):
                raise ModelError(
                    f"{name} performs {performance.actions[0]}, which takes {_list(parameters)}, and {action}, which "
                    f"takes {_list(others)}: name what the code chooses in chooses=",
                    _line(method),
                )
        try:
            inspect.signature(method).bind(None, **dict.fromkeys(parameters))
        except TypeError:
            advice = f"write `def {name}({', '.join(['self', *parameters])})`"
            complaint = (
                f"{name} performs {performance.actions[0]}, and does not take its parameters: {advice}"
            )
            raise ModelError(complaint, _line(method)) from None
        refuses = performance.may_refuse, performance.must_refuse
        return AdapterCall(name, performance.actions, parameters, *refuses)

    def _bounds_of_parameters(self) -> dict[str, Any]:
        """The bounds that the adapter's constructor takes."""
        adapter: Any = getattr(self.adapter, "__init__")  # noqa: B009  # of the class, whatever its subclasses have
        if adapter is object.__init__:
            return {}
        bounds = {name.replace("-", "_"): value for name, value in self.machine.bounds.items()}
        parameters = {}
        for name, parameter in list(inspect.signature(adapter).parameters.items())[1:]:
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                continue
            if name in bounds and parameter.kind is not parameter.POSITIONAL_ONLY:
                parameters[name] = bounds[name]
            elif parameter.default is parameter.empty:
                known = f"its bounds are {', '.join(bounds)}" if bounds else "it has none"
                complaint = f"{self.label}() takes {name}, which is no bound of {self.machine.name}: {known}"
                raise ModelError(complaint, _line(adapter))
        return parameters

    def _seconds(self) -> float:
        seconds = getattr(self.adapter, "seconds", SECONDS)
        if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 < seconds <= 86400:
            complaint = (
                f"{self.label}.seconds is {seconds!r}: it is how long a call may take, a number above 0"
            )
            raise ModelError(complaint, _line(self.adapter))
        return float(seconds)

    @cached_property
    def call_of(self) -> dict[str, AdapterCall]:
        """The call of each action that a method performs."""
        return {action: call for call in self.calls.values() for action in call.actions}

    def move(self, instance: Instance) -> AdapterMove | None:
        """What an instance asks of the adapter; None where no walk takes it."""
        call = self.call_of.get(instance.action.name)
        if call is None or instance.action.name in self.without:
            return None
        return AdapterMove(call, {name: instance.arguments[name] for name in call.parameters})

    @cached_property
    def tries(self) -> dict[str, AdapterMove]:
        """The moves that are also tried where the model forbids them, by their texts."""
        moves: dict[str, AdapterMove] = {}
        for instance in self.machine.instances:
            if any(isinstance(value, NetworkMember) for value in instance.arguments.values()):
                continue  # a message that is not under way can't be named
            move = self.move(instance)
            if move is not None and move.call.must_refuse:
                moves.setdefault(move.text, move)
        return moves


def _list(names: Iterable[str]) -> str:
    return ", ".join(names) or "nothing"


def _line(function: Any) -> str | None:
    """`file:line` of a class or a function; None where it has none."""
    try:
        line = inspect.getsourcelines(function)[1]
        return f"{short(inspect.getsourcefile(function) or '')}:{line}"
    except (OSError, TypeError):
        return None
