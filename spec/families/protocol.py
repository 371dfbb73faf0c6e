"""Protocols: machines by name, at bounds that a user sets, with rules that a researcher exchanges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.base.names import look_up
from tidemark.spec.families.bounds import Bound
from tidemark.spec.families.family import Family, Reference, Rule
from tidemark.spec.families.releases import Range
from tidemark.spec.machines.declarations import Promise
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.origin import Origin, Source


@dataclass(frozen=True)
class Protocol:
    """A protocol: a family, and one way of doing each of its rules.

    `defaults` are bounds whose default is another one than the family's. `own` are a user's promises, in addition to
    the family's. `source` is the user's file that it comes from, if any. `releases` are the first and the last release
    of the real system that does so; None where none does. `labels` tell it from others that are true to a release: how
    the system is configured (`without-locks`).
    """

    name: str
    summary: str
    family: Family
    rules: Mapping[str, Rule]
    own: tuple[Promise, ...] = ()
    source: Source | None = None
    defaults: Mapping[str, Any] = field(default_factory=dict)
    releases: Range | None = None
    labels: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        bounds = [bound.name for bound in self.family.bounds]
        for rule in self.rules:
            look_up(self.family.rules, rule, f"{self.name} is of a family that has no rule")
        for rule in self.family.rules:
            look_up(self.rules, rule, f"{self.name} says no way of doing the rule")
        for name in self.defaults:
            look_up(bounds, name, f"{self.name} is of a family that has no bound")

    @property
    def bounds(self) -> tuple[Bound[Any], ...]:
        """The family's bounds, with the defaults of this protocol."""
        return tuple(
            replace(bound, default=self.defaults.get(bound.name, bound.default))
            for bound in self.family.bounds
        )

    @property
    def possible_promises(self) -> list[Promise]:
        """The promises that it has at some bounds."""
        return [*self.family.possible_promises(self.bounds, self.rules), *self.own]

    @property
    def all_labels(self) -> tuple[str, ...]:
        """Its subject, which is the first part of its name, and its labels."""
        return (self.name.partition("/")[0], *self.labels)

    @property
    def references(self) -> Mapping[str, tuple[Reference, ...]]:
        """For each rule where it was read."""
        return self.references_of(self.rules)

    def references_of(self, names: Iterable[str]) -> Mapping[str, tuple[Reference, ...]]:
        """For each of these rules or actions where it was read."""
        return self.family.references(self.name, names)

    def with_own(self, promises: Iterable[Promise]) -> Protocol:
        """The protocol with a user's promises in addition to its own.

        Raises:
            UsageError: one has a name that is already in use.
        """
        added = (*self.own, *promises)
        names = [p.name for p in self.family.promises]
        for promise in added:
            if promise.name in names:
                raise UsageError(
                    f"{self.name} has a promise {promise.name} already: give yours a name of its own"
                )
            names.append(promise.name)
        return replace(self, own=added)

    def machine(
        self,
        bounds: Mapping[str, Any] | None = None,
        exchanged: Mapping[str, Protocol] | None = None,
        *,
        traced: bool = True,
    ) -> Machine:
        """The machine at these bounds (defaults for the rest), with some rules taken from other protocols.

        `traced` is as in `Family.machine`.

        Raises:
            UsageError: an unknown bound or rule, a bound out of its range, or a protocol of another family.
        """
        chosen_bounds = dict(bounds or {})
        bounds_by_name = {bound.name: bound for bound in self.bounds}
        for name in chosen_bounds:
            look_up(bounds_by_name, name, f"{self.name} has no bound")
        values = {
            name: bound.check(chosen_bounds.get(name, bound.default))
            for name, bound in bounds_by_name.items()
        }
        rules, name = dict(self.rules), self.name
        for rule, source in (exchanged or {}).items():
            look_up(self.family.rules, rule, f"{self.name} has no rule")
            if source.family is not self.family:
                raise UsageError(
                    f"the rule {rule} of {source.name} does not fit {self.name}: they share no state"
                )
            rules[rule] = source.rules[rule]
            name += f" with {rule}={source.name.removeprefix(self.family.name + '/')}"
        machine = self.family.machine(name, values, rules, traced=traced)
        sources = {rule: source.name for rule, source in (exchanged or {}).items()}
        return replace(
            machine,
            promises=[*machine.promises, *self.own],
            origin=Origin(self.name, values, sources, self.own, source=self.source),
            family=self.family,
        )
