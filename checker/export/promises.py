"""The promises of a machine: invariants, and formulas about runs and steps where TLC checks such."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tidemark.checker.export.scope import EXISTS, FOR_ALL, ModuleScope, comment_of
from tidemark.checker.export.terms import Term, junction
from tidemark.spec.machines.temporal import (
    TemporalKind,
    TemporalPromise,
    always_eventually,
    always_eventually_step,
    eventually,
    eventually_always,
    eventually_every_step,
    every_step,
    leads_to,
    leads_to_always,
    no_deadlock,
    sometimes,
)
from tidemark.spec.types.leaves import LeafType


class Promises:
    """Writes promises. left_out: why a promise has no form in TLA+, by its name."""

    def __init__(self, scope: ModuleScope) -> None:
        self._scope, self.left_out = scope, dict[str, str]()

    def _predicate(self, declared: Any, call: Any, types: Mapping[str, LeafType]) -> tuple[Term, ...]:
        """The terms of the truth values that a promise returns."""
        cases, lowering = self._scope.trace(declared, call, types)
        ways = []
        for case in cases:
            returned = case.outcome if isinstance(case.outcome, tuple) else (case.outcome,)
            chosen = self._scope.conditions_of(case, types)
            ways.append(
                [junction("and", [*chosen, lowering.term(self._scope.graph.lift(r))]) for r in returned]
            )
        return tuple(self._scope.share(junction("or", way)) for way in zip(*ways, strict=True))

    def about_states(self, promise: Any) -> Iterator[str]:
        (holds,) = self._predicate(promise, lambda _: promise.function(self._scope.state), {})
        yield from comment_of(promise)
        yield from self._scope.define(self._scope.promises[promise.name], holds)
        yield ""
        self._scope.configuration.invariants.append(self._scope.promises[promise.name])

    def about_runs(self, promise: TemporalPromise) -> Iterator[str]:
        called = self._scope.promises[promise.name]
        without_form = [each.kind.word for each in (promise, *promise.given) if each.kind not in _FORMS]
        if without_form:
            self.left_out[promise.name] = f"{without_form[0]} is no formula that TLC checks"
            yield from (f"\\* {called} is left out: {self.left_out[promise.name]}", "")
            return
        yield from comment_of(promise)
        premises = [
            self._scope.names.choose(f"{called}_given_{premise.name.replace('-', '_')}")
            for premise in promise.given
        ]
        for premise, name in zip(promise.given, premises, strict=True):
            yield from self._formula(premise, name)
        yield from self._formula(promise, called, premises)
        yield ""
        is_about_states = promise.kind in (no_deadlock, sometimes)
        (
            self._scope.configuration.invariants if is_about_states else self._scope.configuration.properties
        ).append(called)

    def _formula(self, promise: TemporalPromise, called: str, premises: Sequence[str] = ()) -> Iterator[str]:
        """A promise about runs as a formula, behind the definitions of its predicates."""
        suffixes, formula = _FORMS[promise.kind]
        types = self._scope.domains(promise)
        states = [self._scope.state]
        if promise.kind.states == 2:
            leaves = self._scope.machine.leaves
            primed = [
                self._scope.graph.field(len(leaves) + i, leaf.kind, leaf.lo, leaf.hi)
                for i, leaf in enumerate(leaves)
            ]
            states.append(self._scope.machine.type.build(iter(primed)))
        terms = self._predicate(promise, lambda arguments: promise.function(*states, **arguments), types)
        calls = []
        for suffix, t in zip(suffixes, terms, strict=True):
            part = self._scope.names.choose(f"{called}_{suffix}")
            yield from self._scope.define(self._scope.call(part, types), t)
            calls.append(self._scope.call(part, types))
        bound = self._scope.bound(types, EXISTS if promise.kind is sometimes else FOR_ALL)
        said = formula.format(*calls, bound=bound)
        given = " /\\ ".join(premises)
        yield f"{called} == ({given}) => ({said})" if premises else f"{called} == {said}"


_FORMS: dict[TemporalKind, tuple[tuple[str, ...], str]] = {
    eventually: (("holds",), "{bound}<>{0}"),
    leads_to: (("condition", "outcome"), "{bound}({0} ~> {1})"),
    leads_to_always: (("condition", "outcome"), "{bound}({0} ~> []{1})"),
    always_eventually: (("holds",), "{bound}[]<>{0}"),
    eventually_always: (("holds",), "{bound}<>[]{0}"),
    always_eventually_step: (("step",), "{bound}[]<><<{0}>>_vars"),
    eventually_every_step: (("step",), "{bound}<>[][{0}]_vars"),
    every_step: (("step",), "[][{bound}{0}]_vars"),
    no_deadlock: (("may_end",), "{bound}(ENABLED <<Next>>_vars \\/ {0})"),
    sometimes: (("holds",), "~{bound}{0}"),
}
"""For each kind of promise about runs that TLC checks: what its predicates are called, and the formula of them."""
