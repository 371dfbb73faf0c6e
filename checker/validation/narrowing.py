"""Which numbers a name of a log may be bound to in a state: those with which the conditions of its event may hold.

A map is asked once with a symbol in the place of the number. Of `take("grant").after(lambda s: s.lease == number)` each
step to a state with the lease 3 leaves the number 3 alone, so a search does not try the other values of a large domain.
What is left may be more than what fits, never less: a condition that can't be read so leaves every number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

from tidemark.checker.runs.results import State
from tidemark.checker.validation.transitions import Transitions
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.expression import Expr, ExpressionGraph
from tidemark.spec.expressions.kinds import NUMBER, Constant
from tidemark.spec.logs.names import Binding, BindingContext, Names, Unbound, domain_of
from tidemark.spec.logs.steps import Condition, LogStep, StepChoice
from tidemark.spec.machines.machine import Machine
from tidemark.spec.types.leaves import LeafType

Numbers = range | frozenset[int]
"""Numbers without a gap, or a few."""
NOTHING: Numbers = frozenset()
MOST_STEPS = 1_000
"""Instances of an action, of which each is taken to see what it leaves; of more, none is, and every number is left."""


class SymbolicNames(BindingContext):
    """A binding in which a number that is not bound is a symbol.

    symbols: one for each such name that was looked up.
    """

    def __init__(self, machine: Machine, all_names: list[Names], binding: Binding) -> None:
        super().__init__(machine, all_names, binding)
        self._graph = ExpressionGraph()
        self.symbols: dict[tuple[int, Any], Expr] = {}

    def value_without_binding(self, names: Names, real: Any) -> Any:
        type = self.type_of(names)
        if not is_number(type):
            raise Unbound(names, real)
        key = names.number, real
        if key not in self.symbols:
            self.symbols[key] = self._graph.field(len(self.symbols), NUMBER, type.lo, type.hi)
        return self.symbols[key]


class Narrowing:
    """Narrows the numbers of a name, for a machine and the names of a map.

    following: the bindings in which a name is bound too. instances: the numbers of the instances that a step may be;
    None for an observation.
    """

    def __init__(
        self,
        transitions: Transitions,
        all_names: list[Names],
        following: Callable[[Binding, Unbound], Iterator[Binding]],
        instances: Callable[[LogStep], Sequence[int] | None],
    ) -> None:
        self._transitions, self._all_names = transitions, all_names
        self._following, self._instances = following, instances
        self.has_numbers = any(is_number(domain_of(transitions.machine, names)) for names in all_names)

    def is_narrowed(self, names: Names) -> bool:
        """Whether it depends on the state which values these names may have."""
        return is_number(domain_of(self._transitions.machine, names))

    def numbers(
        self,
        function: Callable[..., Any],
        arguments: Sequence[Any],
        binding: Binding,
        new: Unbound,
        state: State,
    ) -> Numbers:
        """The numbers that a name may be bound to at an event in a state.

        function, arguments: what the map is asked.
        """
        try:
            return self._of_event(function, arguments, binding, new, state)
        except Exception:  # whatever it is, a number in its place shows it
            type = domain_of(self._transitions.machine, new.names)
            return range(type.lo, type.hi + 1)

    def _of_event(
        self,
        function: Callable[..., Any],
        arguments: Sequence[Any],
        binding: Binding,
        new: Unbound,
        state: State,
    ) -> Numbers:
        names = SymbolicNames(self._transitions.machine, self._all_names, binding)
        try:
            with names, Context(lifts=True):
                choice = function(*arguments)
        except Unbound as unbound:  # an id, of which there are few
            narrowed = (
                self._of_event(function, arguments, after, new, state)
                for after in self._following(binding, unbound)
            )
            return reduce(_either, narrowed, NOTHING)
        assert isinstance(choice, StepChoice)
        symbol = names.symbols[new.names.number, new.real]
        return reduce(_either, (self._of_way(steps, state, symbol) for steps in choice.ways), NOTHING)

    def _of_way(self, steps: Sequence[LogStep], state: State, symbol: Expr) -> Numbers:
        paths: list[tuple[State, Numbers]] = [(state, _all(symbol))]
        for step in steps:
            numbers = self._instances(_without_symbols(step))
            if numbers is not None and len(paths) * len(numbers) > MOST_STEPS:
                return _all(symbol)
            following = []
            for before, left in paths:
                narrowed = self._narrow(left, step.before, before, symbol)
                if not narrowed:
                    continue
                enabled = self._transitions.after(before)
                reached = [before] if numbers is None else [enabled[number] for number in numbers]
                following += [
                    (after, self._narrow(narrowed, step.after, after, symbol))
                    for after in reached
                    if after is not None
                ]
            paths = [(after, left) for after, left in following if left]
        return reduce(_either, (left for _, left in paths), NOTHING)

    def _narrow(
        self, numbers: Numbers, conditions: Sequence[Condition], state: State, symbol: Expr
    ) -> Numbers:
        value = self._transitions.value(state)
        for condition in conditions:
            numbers = both(numbers, _fulfilling(condition, value, symbol))
        return numbers


def is_number(type: LeafType) -> bool:
    """Whether the values of a type are numbers."""
    return type.kind is NUMBER


def _without_symbols(step: LogStep) -> LogStep:
    """A step with those of its parameters that are plain values, so that it may be more instances."""
    plain = {
        name: value
        for name, value in step.parameters.items()
        if not isinstance(value, Expr) and (isinstance(value, Constant) or not callable(value))
    }
    return replace(step, parameters=plain)


def _fulfilling(condition: Condition, value: Any, symbol: Expr) -> Numbers:
    """The numbers with which a condition may hold in a state."""
    said = Context(lifts=True)
    try:
        with said:
            answer: Any = condition(value)
    except Exception:
        return _all(symbol)
    if said.guards or said.mistakes:
        return _all(symbol)
    if isinstance(answer, bool):
        return _all(symbol) if answer else NOTHING
    return _solutions(answer, symbol)


def _solutions(node: Any, symbol: Expr) -> Numbers:
    """The numbers in the place of a symbol with which an expression may be true."""
    match node.op:
        case "const":
            return _all(symbol) if node.args[0] else NOTHING
        case "and":
            return both(*(_solutions(operand, symbol) for operand in node.args))
        case "or":
            return _either(*(_solutions(operand, symbol) for operand in node.args))
        case "eq" if node.args[0] is symbol and node.args[1].op == "const":
            return frozenset([node.args[1].args[0]])
        case "lt":
            return _less(node.args[0], node.args[1], symbol)
        case "not" if node.args[0].op == "lt":
            below, above = node.args[0].args
            return _less(above - 1, below, symbol)
    return _all(symbol)


def _less(a: Expr, b: Expr, symbol: Expr) -> Numbers:
    """The numbers with which `a < b`."""
    if a is symbol and b.op == "const":
        return range(symbol.lo, b.args[0])
    if b is symbol and a.op == "const":
        return range(a.args[0] + 1, symbol.hi + 1)
    return _all(symbol)


def _all(symbol: Expr) -> range:
    return range(symbol.lo, symbol.hi + 1)


def both(a: Numbers, b: Numbers) -> Numbers:
    """The numbers that are in both."""
    if isinstance(a, range) and isinstance(b, range):
        return range(max(a.start, b.start), min(a.stop, b.stop))
    return frozenset(number for number in (b if isinstance(a, range) else a) if number in a and number in b)


def _either(a: Numbers, b: Numbers) -> Numbers:
    if not (a and b):
        return a or b
    if isinstance(a, frozenset) and isinstance(b, frozenset):
        return a | b
    return range(min(min(a), min(b)), max(max(a), max(b)) + 1)
