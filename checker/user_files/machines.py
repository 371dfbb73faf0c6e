"""Protocols from a user's own file: its machines and its `Protocol`s, each by a name that the command line may give.

A machine made by hand becomes a protocol without rules, whose bounds can't be changed, so that every command and engine
takes it as it takes any other. All functions of the file are guarded (`guard`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from functools import cache, cached_property
from types import FunctionType
from typing import Any

from tidemark.base.authors import is_shipped
from tidemark.base.errors import UsageError
from tidemark.base.files import require_none
from tidemark.base.names import look_up
from tidemark.checker.user_files import machine_functions, purity
from tidemark.checker.user_files import promises as own_promises
from tidemark.checker.user_files.file import WANTED, OwnFile, read
from tidemark.checker.user_files.guard import GuardedFunction, explain_mistakes
from tidemark.checker.user_files.place import PLACE
from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.families.bounds import At, Bound
from tidemark.spec.families.family import Family, Rule, family_of
from tidemark.spec.families.protocol import Protocol
from tidemark.spec.machines.declarations import Action
from tidemark.spec.machines.initial_states import Initial
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.temporal import with_function


def protocol(word: str) -> Protocol:
    """The protocol that `mine.py`, `mine.py:name` or `package.module:name` names.

    Raises:
        UsageError: there is no such thing in the file, or there are several and the word names none.
        ModelError: the file fails; the message starts with its line.
    """
    source, name = _split(word)
    return source.find(name) if name else source.only


def protocols(word: str) -> list[Protocol]:
    """All protocols of a user's file; the one that is named, if one is.

    Raises:
        UsageError, ModelError: as for `protocol`.
    """
    source, name = _split(word)
    return [source.find(name)] if name else list(source.protocols.values())


def source_of(word: str) -> MachineFile:
    """The user's file that a word names; something else says which of its protocols.

    Raises:
        UsageError: there is none, or the word names a protocol too.
    """
    source, name = _split(word)
    if name:
        raise UsageError(f"--from {word}: name the file alone, {source.place}")
    return source


def variable_of(word: str) -> tuple[OwnFile, str]:
    """The file that a word names, and the variable in it that holds the machine or protocol; empty where none does.

    Raises:
        UsageError, ModelError: as for `protocol`.
    """
    source, name = _split(word)
    expected = (source.find(name) if name else source.only).name
    variables = vars(source.file.module)
    named = [v for v, member in source._value_of if member.name == expected and variables.get(v) is member]
    return source.file, next(iter(named), "")


def _split(word: str) -> tuple[MachineFile, str]:
    path = PLACE.fullmatch(word)
    if path is None:
        require_none(word, WANTED)
        raise UsageError(f"{word}: name a file as mine.py, or a module as package.module")
    return _machine_file(read(path["file"])), path["name"] or ""


@cache
def _machine_file(file: OwnFile) -> MachineFile:
    """The one source of a file's protocols, so that those of one family share it."""
    return MachineFile(file)


class MachineFile:
    """A user's file as the source of its protocols (`tidemark.spec.families.protocol.Source`)."""

    def __init__(self, file: OwnFile) -> None:
        self.file = file
        self._families: dict[int, Family] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return _machine_file, (self.file,)

    @property
    def place(self) -> str:
        """What names the file on the command line."""
        return self.file.place if self.file.is_imported else self.file.label

    @property
    def sha256(self) -> str:
        """The SHA-256 of the file, in hexadecimal digits."""
        return self.file.sha256

    @property
    def digest(self) -> str:
        """The SHA-256 of the file and of the modules that it imports, in hexadecimal digits."""
        return self.file.digest

    @cached_property
    def _value_of(self) -> list[tuple[str, Protocol | Machine]]:
        """Every machine and protocol of the file with the variable that holds it; of one in a list, its own name.

        If no variable holds one, they are what the functions of the file that return a machine make by default.
        """
        return self._held or list(self._machines.items())

    @cached_property
    def _held(self) -> list[tuple[str, Protocol | Machine]]:
        """What variables hold. One that begins with an underscore is private to the file."""
        return [
            (variable if member is value else member.name, member)
            for variable, value in vars(self.file.module).items()
            for member in (value if isinstance(value, (list, tuple, set, frozenset)) else [value])
            if isinstance(member, (Machine, Protocol)) and not variable.startswith("_")
        ]

    @cached_property
    def _machines(self) -> dict[str, Machine]:
        """What functions make with their defaults, by the names of the functions; nothing if variables hold some."""
        makes_machine, call = machine_functions.makes_machine, machine_functions.call
        makers = {} if self._held else {name: f for name, f in self.functions.items() if makes_machine(f)}
        with explain_mistakes(self.file):
            return {name: call(function, self.file.label) for name, function in makers.items()}

    @cached_property
    def protocols(self) -> dict[str, Protocol]:
        """The protocols of the file by name, and its machines as protocols.

        Raises:
            UsageError: there is none.
            ModelError: the file fails, or two have one name.
        """
        by_name: dict[str, Protocol] = {}
        for value in {id(value): value for _, value in self._value_of}.values():
            if value.name in by_name:
                raise ModelError(f"two machines are called {value.name}: name them apart", self.file.label)
            is_machine = isinstance(value, Machine)
            protocol = self._as_protocol(value) if isinstance(value, Machine) else value
            by_name[value.name] = self._guard(protocol, is_machine)
        if not by_name:
            families = [v for v in vars(self.file.module).values() if isinstance(v, Family)]
            hint = f": write a Protocol of the family {families[0].name}" if families else ""
            raise UsageError(f"{self.place}: there is no Machine in it, and no Protocol{hint}")
        return by_name

    def _as_protocol(self, machine: Machine) -> Protocol:
        for name, made in self._machines.items():
            if made is machine:
                with explain_mistakes(self.file):
                    return machine_functions.as_protocol(self.functions[name], machine, self.file.label)
        return made_by_hand(machine, self.file.label)

    @property
    def functions(self) -> dict[str, FunctionType]:
        """The functions that the file defines, by name, but those that are private to it."""
        module = self.file.module
        functions = {n: f for n, f in vars(module).items() if isinstance(f, FunctionType) and n[0] != "_"}
        return {name: f for name, f in functions.items() if f.__module__ == module.__name__}

    @property
    def only(self) -> Protocol:
        """The one protocol of the file.

        Raises:
            UsageError: there are several, which are named.
        """
        if len(self.protocols) > 1:
            words = {id(value): f"{self.place}:{word}" for word, value in reversed(self._value_of)}
            *most, last = reversed(words.values())
            raise UsageError(f"{self.place} has several machines: write {', '.join(most)} or {last}")
        return next(iter(self.protocols.values()))

    def find(self, name: str) -> Protocol:
        """The protocol of a name, or of a variable.

        Raises:
            UsageError: there is none; the message has the nearest name.
        """
        names = {variable: self.protocols[member.name] for variable, member in self._value_of}
        value: Protocol = look_up(names | self.protocols, name, f"{self.place} has no machine")
        return value

    def _guard(self, protocol: Protocol, by_hand: bool) -> Protocol:
        rules = {
            name: replace(rule, actions=tuple(self._action(a) for a in rule.actions))
            for name, rule in protocol.rules.items()
        }
        keeps = is_shipped(protocol.family.state or protocol.family.build) and not by_hand
        family = protocol.family if keeps else self._family(protocol.family)
        return replace(protocol, rules=rules, family=family, source=self)

    def _family(self, family: Family) -> Family:
        """A family with its functions guarded: the same one for all its protocols."""
        if id(family) not in self._families:
            lemmas = {name: tuple(self._promise(p) for p in lemmas) for name, lemmas in family.lemmas.items()}
            costs = tuple(replace(c, function=self._watch(c.function)) for c in family.costs)
            build = self._build(family)
            self._families[id(family)] = replace(family, build=build, lemmas=lemmas, costs=costs)
        return self._families[id(family)]

    def _build(self, family: Family) -> Callable[..., Machine]:
        def build(name: str, bounds: dict[str, Any], rules: dict[str, Rule]) -> Machine:
            with explain_mistakes(self.file):
                machine = family.machine(name, bounds, rules)
            if not isinstance(machine, Machine):
                raise ModelError(
                    f"the family {family.name} builds {machine!r}, and must build a Machine", self.file.label
                )
            if machine.constraints:
                raise ModelError(
                    f"{machine.name} has constraints, which bound one search alone: leave them out, and name them with "
                    "`tidemark check --constraint`",
                    self.file.label,
                )
            actions, promises = map(self._action, machine.actions), map(self._promise, machine.all_promises)
            initial = self._initial(machine.initial)
            return replace(
                machine, initial=initial, actions=list(actions), promises=list(promises), temporal=()
            )

        return build

    def _action(self, action: Action) -> Action:
        function = action.function
        if isinstance(function, GuardedFunction) or is_shipped(function):
            return action
        if inspect.isgeneratorfunction(function) or inspect.iscoroutinefunction(function):
            raise ModelError(
                f"the action {action.name} yields or is async: return the next state", action.place
            )

        def attempt(state: Any, /, **arguments: Any) -> bool:
            return purity.require_pure_action(action, state.type, arguments)

        return replace(action, function=GuardedFunction(function, self.file, attempt))

    def _initial(self, initial: Any) -> Any:
        """A function of initial states, guarded; an initial state itself stays what it is."""
        if not isinstance(initial, Initial) or isinstance(initial.function, GuardedFunction):
            return initial
        return replace(initial, function=self._watch(initial.function))

    def _promise(self, promise: own_promises.P) -> own_promises.P:
        if isinstance(promise.function, GuardedFunction) or is_shipped(promise.function):
            return promise
        return with_function(promise, own_promises.guard_promise(promise, self.file), self._promise)

    def _watch(self, function: Callable[..., Any]) -> Callable[..., Any]:
        if is_shipped(function):
            return function
        return GuardedFunction(function, self.file, lambda *_, **__: True)


def made_by_hand(machine: Machine, label: str) -> Protocol:
    """A machine as a protocol without rules, each of its bounds with the one value that it has.

    Raises:
        ModelError: a bound is no whole number and no word.
    """
    for name, value in machine.bounds.items():
        if isinstance(value, bool) or not isinstance(value, (int, str)):
            complaint = f"the bound {name} of {machine.name} is {value!r}: it is a whole number or a word"
            raise ModelError(complaint, label)
    family = replace(
        family_of(machine),
        name=machine.name,
        at=type(
            "FixedAt", (At,), {f"bound_{n}": _fix(*bound) for n, bound in enumerate(machine.bounds.items())}
        ),
        rules={},
        promises=machine.all_promises,
        fairness=tuple(machine.fairness),
        actions=(),
        build=lambda _name, _bounds, _rules: machine,
    )
    return Protocol(machine.name, "a machine made by hand", family, {})


def _fix(name: str, value: int | str) -> Bound[Any]:
    summary = "as the machine was made"
    if isinstance(value, str):
        return Bound(summary, value, choices=(value,), name=name)
    return Bound(summary, value, value, value, name=name)
