"""Families: protocols that share a state, bounds and promises. A family owns all that is particular to it.

How its runs are told, what makes a run plain, its lemmas and its pinned figures stand beside its protocols, so that a
new family touches nothing else. Everything but the first fields is optional.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from tidemark.base.errors import UsageError
from tidemark.base.names import look_up
from tidemark.spec.expressions.kinds import Number
from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.families.bounds import At, Bound, bounds_by_attribute
from tidemark.spec.families.picture import lanes_by_domains
from tidemark.spec.families.telling import Telling
from tidemark.spec.machines.declarations import Action, Declaration, Promise
from tidemark.spec.machines.fairness import Fairness, among
from tidemark.spec.machines.initial_states import Initial
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.temporal import TemporalPromise, with_premises
from tidemark.spec.types.composites import Record, RecordType
from tidemark.spec.types.leaves import Int, LeafType, Only

R = TypeVar("R", bound=Record)


@dataclass(frozen=True)
class Reference:
    """Where the system that is modelled says so: a release, a file of its sources, a line, and a word on that line.

    function: the one that the line is in; empty where the reference does not say.

    >>> str(Reference("2.6.1", "core/src/main/scala/kafka/cluster/Partition.scala", 500, "leaderEpoch", "makeLeader"))
    '2.6.1 Partition.scala:500 makeLeader'
    """

    tag: str
    file: str
    line: int
    word: str
    function: str = ""

    def __str__(self) -> str:
        return f"{self.tag} {self.file.rpartition('/')[2]}:{self.line} {self.function}".rstrip()


@dataclass(frozen=True)
class Rule:
    """One way to do one part of a protocol: the actions for it, with its one-line description.

    settings: what it sets in the state, if it differs from other ways by that and not by its actions.

    >>> Rule((count_further,), "one further").summary
    'one further'
    """

    actions: tuple[Action, ...]
    summary: str
    settings: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def sets(cls, summary: str, **settings: Any) -> Rule:
        """A way without actions: it only sets something."""
        return cls((), summary, settings)


def settings_of(chosen: Mapping[str, Rule]) -> dict[str, Any]:
    """What all the chosen rules set in the state.

    Raises:
        ModelError: two of them set the same.
    """
    setters: dict[str, tuple[str, Any]] = {}
    for rule, definition in chosen.items():
        for name, value in definition.settings.items():
            if name in setters:
                raise ModelError(
                    f"the rules {setters[name][0]} and {rule} both set {name}: one of them can decide it"
                )
            setters[name] = rule, value
    return {name: value for name, (_, value) in setters.items()}


@dataclass(frozen=True)
class Cost:
    """What makes a run less plain: the cost of each step, a number computed from the states before and after it.

    name: in the plural (`faults`). function: written in the language, as a promise is.

    >>> Cost("crashes", lambda before, after: before.crashes - after.crashes).name
    'crashes'
    """

    name: str
    function: Callable[[Any, Any], Number]


def settings_type(settings: type[Record], at: At, **derived: Any) -> RecordType:
    """The type of a record whose fields each have one value: the derived one, or that of their name in `at`.

    Such a field takes no room in a state.
    """
    values = {name: getattr(at, name) for name in settings.__annotations__ if name not in derived} | derived
    return settings.of(**{name: Only(value) for name, value in values.items()})


def budget_type(budget: type[Record], at: At) -> RecordType:
    """The type of a record of faults that are left: a field `power_losses` goes down from the bound `power-losses`.

    >>> class MachineAt(At):
    ...     power_losses = Bound("machines that lose power", 2, low=0, high=8)
    >>> class Budget(Record):
    ...     power_losses: Number
    >>> budget_type(Budget, MachineAt()).default.power_losses
    0
    """
    return budget.of(**{name: Int(0, getattr(at, name)) for name in budget.__annotations__})


def unspent(budget: R) -> R:
    """A budget of which nothing is spent yet."""
    return budget.but(**{name: field_type.hi for name, field_type in budget.type.fields.items()})


def with_budget(state: Any, remaining_counts: Mapping[str, int]) -> Any:
    """A state in which so much is left of these bounds' budgets; None where its `budget` does not have all of them."""
    budget, fields = (
        getattr(state, "budget", None),
        {name.replace("-", "_"): n for name, n in remaining_counts.items()},
    )
    if budget is None or not fields.keys() <= budget.type.fields.keys():
        return None
    return state.but(budget=budget.but(**fields))


def remaining(state: Any, name: str) -> Any:
    """How much of a bound is left in the `budget` of a state."""
    return getattr(state.budget, name.replace("-", "_"))


def paid(before: Any, after: Any) -> Number:
    """The cost of a step that pays from the `budget` of its state."""
    return spent(before.budget, after.budget)


def spent(was: Any, now: Any) -> Number:
    """What a step pays from a budget, a record of numbers: how many less are left, of all its fields together."""
    return sum(getattr(was, name) - getattr(now, name) for name in was.type.fields)


@dataclass(frozen=True)
class Lesson:
    """A pinned counterexample that teaches something: what, in a few words and in a paragraph.

    bounds: those that tell it from others of this protocol and promise.

    >>> Lesson("counter", "nobody-lags", {}, "A replica lags", "One replica counts twice.").promise
    'nobody-lags'
    """

    protocol: str
    promise: str
    bounds: Mapping[str, Any]
    title: str
    text: str


def _first(default: Any, _at: Any) -> Any:
    return default


def _no_references(_protocol: str, _names: Iterable[str]) -> dict[str, tuple[Reference, ...]]:
    return {}


@dataclass(frozen=True)
class Inquiry:
    """What `tidemark ask` asks of a family, where a user says nothing else.

    promises: the names of those that are to be broken; empty: all that are checked where none is named.
    bounds: those that are not enlarged, and differ from the family's defaults. steps: the sizes at which it looks, one
    after the other; empty: the least of all, then one raised at a time, to the defaults.
    """

    promises: tuple[str, ...] = ()
    bounds: Mapping[str, Any] = field(default_factory=dict)
    steps: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True)
class Family:
    """Protocols that share a state, bounds and promises, and differ by rules.

    at: the class of its bounds, and of what its rules set.
    rules: each rule with its one-line description.
    state: makes the type of the states. It raises UsageError for bounds that do not fit together.
    initial: makes the initial state from the type's default; or is declared with `@initial`, and gives several.
    actions: in the order of the search. The name of a rule stands for the actions by which a protocol does it, and a
        function chooses some by bounds and settings. An action is left out where it says so (`when`), or where one of
        its guards is plainly false.
    build: makes the machine where it is not made from these: from the protocol's name, the bounds and the rules.
    telling: how its runs are told.
    lemmas: for a promise, the lemmas that it is proved with by induction.
    fairness: which actions do happen in the end; of those that a protocol does not have nothing is asked.
    costs: what makes a run less plain, the most important first.
    log_map: the module with a ready map for the logs of the system that is modelled.
    pins, grid: files with its pinned figures, and with its grid of conditions.
    scenarios: the folder with its scenarios, one TOML file each.
    references: for a protocol and names, of its rules or its actions, where each was read.
    inquiry: what `tidemark ask` asks.
    needs_subject: whether a release stands for its protocols only with their subject, or with a promise or a
        bound of theirs.
    """

    name: str
    at: type[At]
    rules: Mapping[str, str]
    promises: tuple[Promise, ...]
    build: Callable[[str, dict[str, Any], dict[str, Rule]], Machine] | None = None
    state: Callable[[Any], RecordType] | None = None
    initial: Callable[[Any, Any], Any] | Initial = _first
    actions: Sequence[Action | str | Callable[[Any], Sequence[Action]]] = ()
    telling: Telling[Any] = field(default_factory=Telling)
    lemmas: Mapping[str, tuple[Promise, ...]] = field(default_factory=dict)
    fairness: Sequence[Fairness] = ()
    costs: tuple[Cost, ...] = ()
    log_map: str = ""
    pins: Path | None = None
    grid: Path | None = None
    scenarios: Path | None = None
    references: Callable[[str, Iterable[str]], Mapping[str, tuple[Reference, ...]]] = _no_references
    inquiry: Inquiry = Inquiry()
    needs_subject: bool = False

    def __post_init__(self) -> None:
        if At not in getattr(self.at, "__mro__", ()):
            raise ModelError(
                f"the bounds of {self.name} are {self.at!r}, and must be a class: class LockAt(At), and at=LockAt"
            )
        for part in self.actions:
            if isinstance(part, str):
                look_up(self.rules, part, f"{self.name} has no rule")

    @property
    def bounds(self) -> tuple[Bound[Any], ...]:
        """The bounds, in the order of their declarations."""
        return tuple(bounds_by_attribute(self.at).values())

    def machine(
        self, name: str, bounds: dict[str, Any], rules: dict[str, Rule], *, traced: bool = True
    ) -> Machine:
        """The machine of a protocol's name, at these bounds, by these rules.

        If it is not `traced`, it also has the actions that can never happen, and is built in a fifth of the time.

        Raises:
            UsageError: the bounds do not fit together.
            ModelError: the family declares too little, or contradicts itself.
        """
        if self.build:
            return self.build(name, bounds, rules)
        if self.state is None:
            raise ModelError(f"the family {self.name} says nothing of its state: give it state=…, or build=…")
        for rule, definition in rules.items():
            if definition.actions and rule not in self.actions:
                raise ModelError(
                    f"the rule {rule} of {name} has actions, and the family {self.name} no place for them: write "
                    f'actions=(…, "{rule}")'
                )
        at = self._at(bounds, settings_of(rules))
        actions = [a for a in self._chosen_actions(rules, at) if _is_here(a, at)]
        type = self.state(at)
        promises = [p for p in self.promises if _is_here(p, at)]
        initial = self.initial if isinstance(self.initial, Initial) else self.initial(type.default, at)
        over: list[Action | TemporalPromise | Initial] = [
            *actions,
            *with_premises(p for p in promises if isinstance(p, TemporalPromise)),
            *([initial] if isinstance(initial, Initial) else []),
        ]
        machine = Machine(
            name=name,
            bounds=bounds,
            type=type,
            initial=initial,
            actions=actions,
            promises=promises,
            domains=_domains(self.name, over, at),
            fairness=among(self.fairness, {a.name for a in actions}),
        )
        return machine.without_impossible() if traced else machine

    def possible_promises(self, bounds: Sequence[Bound[Any]], rules: Mapping[str, Rule]) -> list[Promise]:
        """The promises that a protocol with these bounds and rules has at some of their values.

        Tried are the defaults, the last value of every bound, and from either with each end of one bound.
        """
        possible = {promise.name for promise in self.promises if self.build or promise.when is None}
        for values in _ends(bounds):
            if len(possible) == len(self.promises):
                break
            at = self._at(values, settings_of(rules))
            possible |= {promise.name for promise in self.promises if _is_here(promise, at)}
        return [promise for promise in self.promises if promise.name in possible]

    def _at(self, bounds: Mapping[str, Any], settings: Mapping[str, Any]) -> At:
        values = {attribute: bounds[bound.name] for attribute, bound in bounds_by_attribute(self.at).items()}
        for name in settings:
            if name in values:
                raise ModelError(f"{name} is a bound, and a rule sets it: one of them can decide it")
        return self.at(**values, **settings)

    def _chosen_actions(self, rules: Mapping[str, Rule], at: At) -> Iterator[Action]:
        for part in self.actions:
            if isinstance(part, Action):
                yield part
            else:
                yield from rules[part].actions if isinstance(part, str) else part(at)

    @property
    def all_lemmas(self) -> tuple[Promise, ...]:
        """Every lemma, once."""
        return tuple({lemma.name: lemma for lemmas in self.lemmas.values() for lemma in lemmas}.values())


def _domains(
    family: str, actions: Sequence[Action | TemporalPromise | Initial], at: At
) -> dict[str, LeafType]:
    domains: dict[str, LeafType] = {}
    for action in actions:
        for name, of in action.types.items():
            if domains.setdefault(name, of(at)) != of(at):
                raise ModelError(
                    f"{family} has two domains called {name}: annotate with one, or name them apart",
                    action.place,
                )
    return domains


def _ends(bounds: Sequence[Bound[Any]]) -> Iterator[dict[str, Any]]:
    """All bounds at their defaults and all at their last values; and each of these with an end of one bound."""
    ends = {
        bound.name: [bound.check(end) for end in bound.choices or (bound.low, bound.high)] for bound in bounds
    }
    for values in (
        {bound.name: bound.check(bound.default) for bound in bounds},
        {name: last for name, (*_, last) in ends.items()},
    ):
        yield values
        yield from ({**values, name: end} for name in ends for end in ends[name])


def _is_here(declaration: Declaration, at: At) -> bool:
    return declaration.when is None or declaration.when(at)


def _no_machine(name: str, _bounds: dict[str, Any], _rules: dict[str, Rule]) -> Machine:
    raise UsageError(f"{name} was made by hand, and can't be built at other bounds")


UNKNOWN = Family("", At, {}, (), _no_machine)
"""The family of a machine that was made by hand: all defaults."""


def bounds_to_tell(machine: Machine) -> dict[str, Any]:
    """The bounds of a machine that a reader needs: its sizes, and of the others those that are not the defaults."""
    bounds = {bound.name: bound for bound in family_of(machine).bounds}
    return {
        name: value
        for name, value in machine.bounds.items()
        if name not in bounds or bounds[name].is_size or value != bounds[name].default
    }


def assumptions(machine: Machine) -> list[str]:
    """What a promise that holds assumes of a machine's bounds: how many faults of each kind, and the like."""
    values = machine.bounds
    clauses = [b.assumption(values[b.name]) for b in family_of(machine).bounds if b.name in values]
    return [clause for clause in clauses if clause]


def family_of(machine: Machine) -> Family:
    """The family of a machine's protocol; `UNKNOWN` where it was made by hand."""
    return machine.family if isinstance(machine.family, Family) else UNKNOWN


def telling_of(machine: Machine) -> Telling[Any]:
    """How the runs of a machine are told. Where its family says no lanes, the domains of parameters name them."""
    telling = family_of(machine).telling
    if telling.lanes or type(telling).picture is not Telling.picture:
        return telling
    named = copy.copy(telling)
    named.lanes = lanes_by_domains(machine.type, machine.domains)
    return named
