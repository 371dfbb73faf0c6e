"""What there is to see in one state of a machine: the picture, each action or why it can't happen, and each promise."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import cached_property, lru_cache, partial
from typing import Any

from tidemark.checker.engines.reference import all_successors, broken_promises
from tidemark.checker.runs.results import State
from tidemark.checker.telling.explanation import sentence_between
from tidemark.checker.validation.false_conditions import RealNames, Teller
from tidemark.checker.views.breaking import fields_of_failure, promise_expression
from tidemark.checker.views.page import actor_data, lane_data
from tidemark.spec.expressions.evaluation import value_of
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.model_errors import Disabled, ModelError
from tidemark.spec.families.family import telling_of
from tidemark.spec.families.picture import Picture
from tidemark.spec.machines import temporal
from tidemark.spec.machines.declarations import Promise
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance, SymbolicAction
from tidemark.spec.machines.temporal import TemporalPromise
from tidemark.spec.types.differences import changes
from tidemark.spec.types.members import NetworkMember, argument_text

CACHED_STATES = 4096
"""States whose description is kept in memory."""

LONGEST = 300
"""Characters of a reason why a promise fails: of a longer one the fields alone are named."""

Enabled = tuple[int, Instance, State]
"""An instance that is enabled, by its number in `Machine.instances`; with its messages; and the state after it."""


class StateDescriber:
    """Describes the states of one machine.

    enabled: what can happen in a state. state: all that is seen there, as JSON data. broken: the names of the promises
    about states that it breaks. names: the real names of ids, where a log has them.
    """

    def __init__(self, machine: Machine, names: RealNames | None = None) -> None:
        self.machine, self.telling, self.names = machine, telling_of(machine), names or {}
        self.teller = Teller(machine.type, self.names)
        self.enabled = lru_cache(CACHED_STATES)(self._find_transitions)
        self.state = lru_cache(CACHED_STATES)(self._describe_state)
        self.broken = lru_cache(CACHED_STATES)(lambda state: broken_promises(machine, state)[0])

    @cached_property
    def _symbolic(self) -> Mapping[tuple[Any, ...], SymbolicAction]:
        return {action.instance.key: action for action in self.machine.symbolic.actions}

    @cached_property
    def _promises(self) -> Mapping[str, Expr]:
        names = [promise.name for promise in self.machine.promises]
        return {name: promise_expression(self.machine, name) for name in names}

    def prepare(self) -> None:
        """Lift the machine, which takes longer than anything else here.

        Raises:
            ModelError: the model is broken.
        """
        _ = self._symbolic, self._promises

    def _find_transitions(self, state: State) -> list[Enabled]:
        return list(all_successors(self.machine, self.machine.decode(state)))

    def _describe_state(self, state: State) -> dict[str, Any]:
        value, enabled, broken = self.machine.decode(state), self.enabled(state), self.broken(state)
        picture: Picture = self.telling.picture(self.telling.see(value))
        return {
            "actors": list(map(actor_data, picture.lanes)),
            "mark": picture.titles.mark_short,
            "lanes": [lane_data(lane) for lane in picture.lanes],
            "enabled": [self._describe_transition(value, broken, *transition) for transition in enabled],
            "disabled": list(self._disabled_actions(state, {number for number, _, _ in enabled})),
            "promises": [*self._describe_promises(state, broken), *self._standings(value, enabled)],
        }

    def _describe_transition(
        self, value: Any, broken: set[str], number: int, instance: Instance, after: State
    ) -> dict[str, Any]:
        machine, following = self.machine, self.machine.decode(after)
        before, now = self.telling.see(value), self.telling.see(following)
        return {
            "n": number,
            "name": str(instance),
            "sentence": sentence_between(machine, value, instance, following),
            "changes": [change.sentence for change in changes(machine.type, value, following)],
            "breaks": sorted(self.broken(after) - broken),
            "mends": sorted(broken - self.broken(after)),
            "arrows": list(map(asdict, self.telling.arrows(before, now))),
        }

    def _disabled_actions(self, state: State, enabled: set[int]) -> Iterator[dict[str, Any]]:
        value, absent = self.machine.decode(state), dict[str, dict[str, Any]]()
        for number, instance in enumerate(self.machine.instances):
            if number in enabled:
                continue
            try:
                name = str(self.machine.with_messages(value, instance))
            except Disabled:  # it is about a message that is not there: one line for all such places
                name = _of_any_message(instance)
                absent[name] = {"name": name, "why": [{"guard": "there is such a message", "values": []}]}
                continue
            yield {"name": name, "why": self._guards(state, instance)}
        yield from absent.values()

    def _guards(self, state: State, instance: Instance) -> list[dict[str, Any]]:
        """Each guard that fails, with the values that it compares."""
        symbolic = self._symbolic.get(instance.key)
        failing = [
            {"guard": why, "values": self.teller.explain_false(condition, state)}
            for condition, why in (symbolic.guards if symbolic else [])
            if not value_of(condition, state)
        ]
        if failing:
            return failing
        try:  # a guard that fails in every state, or a message that is not there
            self.machine.run(self.machine.decode(state), instance)
        except Disabled as guard:
            return [{"guard": str(guard), "values": []}]
        return []

    def _describe_promises(self, state: State, broken: set[str]) -> Iterator[dict[str, Any]]:
        for promise in self.machine.promises:
            holds, fails = self._promises[promise.name], promise.name in broken
            fields = fields_of_failure(self.machine, holds, state) if fails else []
            reasons = self.teller.explain_false(holds, state) if fails else []
            why = [reason for reason in reasons if len(reason) <= LONGEST]
            why = why or ([f"It fails by {', '.join(fields)}."] if fields else [])
            yield {**_head(promise), "kept": not fails, "why": why, "fields": fields, "standing": ""}

    def _standings(self, value: Any, enabled: Sequence[Enabled]) -> Iterator[dict[str, Any]]:
        for promise in self.machine.temporal:
            standing = "; ".join(dict.fromkeys(self._standing(promise, value, enabled)))
            yield {**_head(promise), "kept": None, "why": [], "fields": [], "standing": standing}

    def _standing(self, promise: TemporalPromise, value: Any, enabled: Sequence[Enabled]) -> Iterator[str]:
        """Where a promise about runs stands in a state, for each choice of its parameters."""
        domains = [self.machine.domains[name].values() for name in promise.parameters.values()]
        for values in itertools.product(*domains):
            chosen = dict(zip(promise.parameters, values, strict=True))
            where = ", ".join(f"{name}={argument_text(argument)}" for name, argument in chosen.items())
            try:
                standing = self._stands(promise, value, chosen, enabled)
            except ModelError as error:
                standing = str(error)
            yield f"{where}: {standing}" if where else standing

    def _stands(
        self, promise: TemporalPromise, value: Any, chosen: Mapping[str, Any], enabled: Sequence[Enabled]
    ) -> str:
        state = self.machine.encode(value)
        steps = [(instance, after) for _, instance, after in enabled if after != state]
        if promise.kind is temporal.every_step:
            keeps = partial(promise.function, value, **chosen)
            broken = [str(instance) for instance, after in steps if not keeps(self.machine.decode(after))]
            return f"broken by {', '.join(broken)}" if broken else "every step from here keeps it"
        if promise.kind.states > 1:
            keeps = partial(promise.function, value, **chosen)
            such = [str(instance) for instance, after in steps if keeps(self.machine.decode(after))]
            return (
                f"steps from here that it is about: {', '.join(such)}"
                if such
                else "no step from here is such a step"
            )
        if promise.kind.values > 1:
            return _stands_in(promise.kind, promise.function(value, **chosen))
        holds = bool(promise.function(value, **chosen))
        if promise.kind is temporal.no_deadlock and not steps:
            return "the machine may end here" if holds else "no action leads to another state: broken"
        if promise.kind is temporal.no_deadlock:
            return "some action leads to another state"
        return "what must come holds here" if holds else "what must come does not hold here"


def _stands_in(kind: temporal.TemporalKind, values: Sequence[Any]) -> str:
    """Where a promise stands in a state that says where it begins and what must then come."""
    first, *until, goal = values
    what = "what must hold for ever" if kind is temporal.leads_to_always else "what it leads to"
    if goal:
        return f"{what} holds here"
    if not first:
        return "it has not begun here"
    if not all(until):
        return "broken: what must hold until then does not, and what it leads to has not come"
    return f"it has begun, and {what} is still to come"


def _head(promise: Promise) -> dict[str, Any]:
    return {"name": promise.name, "says": promise.summary.replace("`", "")}


def _of_any_message(instance: Instance) -> str:
    """An action instance that is about no message in particular."""
    values = {
        k: "…" if isinstance(v, NetworkMember) else argument_text(v) for k, v in instance.arguments.items()
    }
    return f"{instance.action.name}({', '.join(f'{k}={v}' for k, v in values.items())})"
