"""Promises about runs, not single states: what must happen, what can always be brought about, what no step may do.

Inside each are pure predicates of a state. A run here is endless: it may also stop, which is to stay in its last state
for ever, unless fairness (`tidemark.spec.machines.fairness`) says that it goes on. Source of these meanings: Lamport,
Specifying Systems, chapter 8; `can_always_reach` is AG EF of the logic CTL.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, overload

from tidemark.spec.expressions.kinds import Number, Truth
from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.machines.declarations import Declaration, Promise, parameter_domains
from tidemark.spec.types.leaves import LeafType

Predicate = Callable[..., Truth | tuple[Truth, ...]]
"""A function that returns as many truth values as its kind of promise has."""
P = TypeVar("P", bound=Promise)
_BY_PLACE = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


@dataclass(frozen=True)
class TemporalKind:
    """A kind of promise about runs; called, it declares a promise of this kind, as `@promise` does.

    The function takes a state (`states` of them), and parameters, each annotated with its `Domain`: the promise is made
    for each of their values. It returns a truth value, or `values` of them.

    says: what it promises, in a sentence with {} for the predicates.
    is_given: whether it may be what another promise is given: how a run begins has no part in it.
    takes_given: whether it can be given others, which a run that breaks it must keep.
    """

    name: str
    says: str
    states: int = 1
    values: int = 1
    is_given: bool = False
    takes_given: bool = False

    @overload
    def __call__(self, function: Predicate) -> TemporalPromise: ...
    @overload
    def __call__(
        self,
        *,
        only_named: str = "",
        broken: str = "",
        when: Callable[[Any], bool] | None = None,
        given: Sequence[TemporalPromise] = (),
    ) -> Callable[[Predicate], TemporalPromise]: ...
    def __call__(
        self,
        function: Predicate | None = None,
        *,
        only_named: str = "",
        broken: str = "",
        when: Callable[[Any], bool] | None = None,
        given: Sequence[TemporalPromise] = (),
    ) -> TemporalPromise | Callable[[Predicate], TemporalPromise]:
        """Declare a promise: `@eventually`, or `@eventually(broken="a sentence")`.

        given: what it is promised of the runs that keep all of these alone.

        Raises:
            ModelError: the function takes too few states, or a parameter has no domain; or it can't be given these.
        """
        if function is None:
            return lambda f: replace(
                self._declare(f), only_named=only_named, broken=broken, when=when, given=given
            )
        return self._declare(function)

    def _declare(self, function: Any) -> TemporalPromise:
        if not inspect.isfunction(function):
            raise ModelError(f"@{self.word} is put above a def, and not on {function!r}")
        signature = list(inspect.signature(function).parameters.values())
        if sum(p.kind in _BY_PLACE for p in signature) < self.states:
            states = "a state" if self.states == 1 else "the states before and after a step"
            raise ModelError(f"{function.__name__} takes {states} first", Declaration("x", function).place)
        domains = parameter_domains(function, self.states)
        types = {domain.name: domain.type for domain in domains.values() if domain.type}
        name = function.__name__.replace("_", "-")
        parameters = {parameter: domain.name for parameter, domain in domains.items()}
        return TemporalPromise(name, function, kind=self, parameters=parameters, types=types)

    @property
    def word(self) -> str:
        """Its name in Python."""
        return self.name.replace("-", "_")


@dataclass(frozen=True)
class TemporalPromise(Promise):
    """A promise about runs, for each choice of its parameters. `types` are as those of an action.

    given: promises that a run keeps, for all choices of their parameters, if it is one that the promise is about.

    Raises:
        ModelError: its kind can't be given any, or these.
    """

    kind: TemporalKind = field(default=TemporalKind("", ""), kw_only=True)
    parameters: Mapping[str, str] = field(default_factory=dict, kw_only=True)
    types: Mapping[str, Callable[[Any], LeafType]] = field(default_factory=dict, kw_only=True)
    given: Sequence[TemporalPromise] = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.given, (list, tuple)):
            raise ModelError(
                f"what {self.name} is given is a list, as in given=[fast], not {self.given!r}", self.place
            )
        object.__setattr__(self, "given", tuple(self.given))
        if self.given and not self.kind.takes_given:
            words = ", ".join(f"@{kind.word}" for kind in KINDS if kind.takes_given)
            raise ModelError(f"@{self.kind.word} ({self.name}) takes no given=: only {words} do", self.place)
        for promise in self.given:
            if not isinstance(promise, TemporalPromise) or not promise.kind.is_given or promise.given:
                words = ", ".join(f"@{kind.word}" for kind in KINDS if kind.is_given)
                name = getattr(promise, "name", repr(promise))
                raise ModelError(
                    f"{self.name} can't be given {name}: it is given promises that are declared with {words}, and "
                    "without given=",
                    self.place,
                )

    @property
    def summary(self) -> str:
        """The first line of the docstring, or what its kind says; and the names of what it is given."""
        says = super().summary or self._of_kind()
        names = " and ".join(promise.name for promise in self.given)
        return f"{says} (Given {names}.)" if names else says

    def _of_kind(self) -> str:
        words = ("it",) if self.kind.values == 1 else ("the first", "the second", "the third")
        says = self.kind.says.format(*words)
        return f"{says[:1].upper()}{says[1:]}."


eventually = TemporalKind("eventually", "{} holds in some state of every run", takes_given=True)
"""Every run has a state where it holds."""

leads_to = TemporalKind("leads-to", "{} is followed by {} in every run", values=2, takes_given=True)
"""Every state where the first holds is followed by one where the second does, or is one itself."""

leads_to_always = TemporalKind(
    "leads-to-always",
    "{} is followed in every run by {}, from some state on for ever",
    values=2,
    takes_given=True,
)
"""After every state where the first holds, the second does from some time on for ever."""

until = TemporalKind("until", "wherever {} holds, {} does until {} does, which comes", values=3)
"""From every state where the first holds, the second holds in all before one where the third does. It comes."""

weak_until = TemporalKind("weak-until", "wherever {} holds, {} does until {} does, or for ever", values=3)
"""From every state where the first holds, the second holds in all before one where the third does, if that comes."""

always_eventually = TemporalKind(
    "always-eventually", "{} holds again and again in every run", is_given=True, takes_given=True
)
"""It holds again and again."""

always_eventually_step = TemporalKind(
    "always-eventually-step",
    "every run takes steps that keep {} again and again",
    states=2,
    is_given=True,
    takes_given=True,
)
"""It holds of the states before and after some step, again and again. What changes nothing is no step."""

eventually_always = TemporalKind(
    "eventually-always", "from some state of every run on {} holds for ever", is_given=True, takes_given=True
)
"""From some time on it holds for ever."""

eventually_every_step = TemporalKind(
    "eventually-every-step", "from some state of every run on every step keeps {}", states=2, is_given=True,
    takes_given=True,
)  # fmt: skip
"""From some time on it holds of the states before and after each step. A run that takes no step any more keeps it."""

can_always_reach = TemporalKind("can-always-reach", "from every reachable state some run leads to {}")
"""Wherever a run has come to, there is a way to a state where it holds. Fairness has no part in it."""

sometimes = TemporalKind("sometimes", "some run has a state where {} holds")
"""There is a run to a state where it holds."""

every_step = TemporalKind("every-step", "every step keeps {}", states=2)
"""It holds of the states before and after each step. What changes nothing is no step."""

no_deadlock = TemporalKind("no-deadlock", "every state has a successor, or {} holds in it")
"""Some action leads to another state from every state but those where this holds: where the machine may end."""

KINDS = (
    eventually, leads_to, leads_to_always, until, weak_until, always_eventually, always_eventually_step,
    eventually_always, eventually_every_step, can_always_reach, sometimes, every_step, no_deadlock,
)  # fmt: skip
LASSO_KINDS = tuple(kind.name for kind in KINDS[: KINDS.index(can_always_reach)])
"""The names of the kinds that a run breaks which goes round for ever."""


def with_function(
    promise: P, function: Callable[..., Any], of_premise: Callable[[TemporalPromise], TemporalPromise]
) -> P:
    """A promise with another function, and for each that it is given the result of `of_premise`."""
    if not isinstance(promise, TemporalPromise):
        return replace(promise, function=function)
    return replace(promise, function=function, given=[of_premise(each) for each in promise.given])


def with_premises(promises: Iterable[TemporalPromise]) -> list[TemporalPromise]:
    """Promises about runs, each before what it is given."""
    return [each for promise in promises for each in (promise, *promise.given)]


def never_decreases(function: Callable[[Any], Number]) -> TemporalPromise:
    """Declare that no step makes a number of the state smaller: `@never_decreases`, above what gives the number.

    >>> @never_decreases
    ... def first_count(c: Counter) -> Number:
    ...     return c.seen[0]
    >>> first_count.name
    'first-count'
    """
    return _monotonic(function, lambda before, after: before <= after)


def never_increases(function: Callable[[Any], Number]) -> TemporalPromise:
    """Declare that no step makes a number of the state larger.

    >>> @never_increases
    ... def room_left(c: Counter) -> Number:
    ...     return 6 - c.seen[0] - c.seen[1]
    >>> room_left.name
    'room-left'
    """
    return _monotonic(function, lambda before, after: after <= before)


def _monotonic(number: Callable[[Any], Number], keeps: Callable[[Number, Number], Truth]) -> TemporalPromise:
    if not inspect.isfunction(number) or len(inspect.signature(number).parameters) != 1:
        raise ModelError(
            f"never_decreases is put above a def that takes a state and gives a number, not {number!r}"
        )

    def step(before: Any, after: Any) -> Truth:
        return keeps(number(before), number(after))

    step.__name__, step.__doc__, step.__module__ = number.__name__, number.__doc__, number.__module__
    step.__wrapped__ = number  # type: ignore[attr-defined]
    domains: Mapping[str, str] = {}
    return TemporalPromise(number.__name__.replace("_", "-"), step, kind=every_step, parameters=domains)
