"""Protocols: machines by name, with bounds that a user sets and rules that a researcher exchanges."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from spec.errors import UsageError
from spec.machine import Action, Machine, Promise


@dataclass(frozen=True)
class Bound:
    """A number, or one of some named choices, that a machine is built with.

    `name` is as on the command line, without the dashes before it (`log-size`).
    """

    name: str
    summary: str
    default: Any
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    @property
    def range(self) -> str:
        """The allowed values, for people."""
        return " | ".join(self.choices) if self.choices else f"{self.low}..{self.high}"

    def check(self, value: Any) -> Any:
        """The value, if it is allowed.

        Raises:
            UsageError: it is not.
        """
        if self.choices:
            if value not in self.choices:
                raise UsageError(f"--{self.name} is {value}: it is one of {', '.join(self.choices)}")
        elif not isinstance(value, int) or not self.low <= value <= self.high:
            raise UsageError(f"--{self.name} is {value}: it goes from {self.low} to {self.high}")
        return value


@dataclass(frozen=True)
class Rule:
    """One way to do one part of a protocol: the actions for it, with its one-line description."""

    actions: tuple[Action, ...]
    summary: str


@dataclass(frozen=True)
class Family:
    """Protocols that share a state, bounds and promises, and differ by rules.

    `rules` names each rule with its one-line description. `build` makes the machine from the protocol's name, the
    bounds and the rules. `stories` has a template for what each action's function says in a counterexample.
    """

    name: str
    bounds: tuple[Bound, ...]
    rules: Mapping[str, str]
    promises: tuple[Promise, ...]
    build: Callable[[str, dict[str, Any], dict[str, Rule]], Machine]
    stories: Mapping[str, str | Callable[..., str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Protocol:
    """A protocol: a family, and one way of doing each of its rules.

    `own` are promises of a user's, besides the family's.
    """

    name: str
    summary: str
    family: Family
    rules: Mapping[str, Rule]
    own: tuple[Promise, ...] = ()

    def with_own(self, promises: Iterable[Promise]) -> Protocol:
        """The protocol with a user's promises besides its own.

        Raises:
            UsageError: one has a name that is taken.
        """
        own = (*self.own, *promises)
        taken = [p.name for p in self.family.promises]
        for promise in own:
            if promise.name in taken:
                raise UsageError(
                    f"{self.name} has a promise {promise.name} already: give yours a name of its own"
                )
            taken.append(promise.name)
        return replace(self, own=own)

    def machine(
        self, bounds: Mapping[str, Any] | None = None, exchanged: Mapping[str, Protocol] | None = None
    ) -> Machine:
        """The machine at these bounds (defaults for the rest), with some rules taken from other protocols.

        Raises:
            UsageError: an unknown bound or rule, a bound out of its range, or a protocol of another family.
        """
        given = dict(bounds or {})
        known = {bound.name: bound for bound in self.family.bounds}
        for name in given:
            look_up(known, name, f"{self.name} has no bound")
        values = {name: bound.check(given.get(name, bound.default)) for name, bound in known.items()}
        rules, name = dict(self.rules), self.name
        for rule, source in (exchanged or {}).items():
            look_up(self.family.rules, rule, f"{self.name} has no rule")
            if source.family is not self.family:
                raise UsageError(
                    f"the rule {rule} of {source.name} does not fit {self.name}: they share no state"
                )
            rules[rule] = source.rules[rule]
            name += f" with {rule}={source.name.removeprefix(self.family.name + '/')}"
        machine = self.family.build(name, values, rules)
        machine.promises = [*machine.promises, *self.own]
        machine.protocol = self.name
        machine.exchanged = {rule: source.name for rule, source in (exchanged or {}).items()}
        return machine


def look_up(known: Mapping[str, Any] | Iterable[str], name: str, complaint: str) -> Any:
    """The entry of that name (or the name itself, of a list).

    Raises:
        UsageError: there is none; the message has the nearest name.
    """
    names = list(known)
    if name in names:
        return known[name] if isinstance(known, Mapping) else name
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.4)
    hint = f"did you mean {near[0]}?" if near else f"there is: {', '.join(names) or 'none'}"
    raise UsageError(f"{complaint} {name}: {hint}")
