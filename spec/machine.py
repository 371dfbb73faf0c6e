"""Machines: a state type, an initial state, actions and promises; and how an engine reads them.

An engine gets at a machine in one of two ways: it *runs* the functions on plain values (`run`, `holds`), or it
*lifts* them once to expressions (`symbolic`). Nothing else here depends on what an engine is.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, get_args, get_origin, get_type_hints, overload

from spec import operators
from spec.composites import RecordType
from spec.errors import Disabled, ModelError, short
from spec.expression import TRUTH, Expr, Graph
from spec.types import Leaf, LeafType, WrongShape


@dataclass(frozen=True)
class Domain:
    """The name of a parameter's domain, for the annotation: `ReplicaId = Annotated[Identity, Domain("replica")]`."""

    name: str


@dataclass(frozen=True)
class Action:
    """A named transition: a pure function from a state and parameters to the next state, with `require` as guards."""

    name: str
    function: Callable[..., Any]
    parameters: dict[str, str]
    """For each parameter the name of its domain."""

    @property
    def summary(self) -> str:
        """The first line of the docstring."""
        return _summary(self.function)

    @property
    def place(self) -> str:
        """`file:line` of the function."""
        return _place(self.function)


@overload
def action(function: Callable[..., Any]) -> Action: ...
@overload
def action(function: str) -> Callable[[Callable[..., Any]], Action]: ...
def action(function: Callable[..., Any] | str) -> Action | Callable[[Callable[..., Any]], Action]:
    """Declare an action: `@action`, or `@action("name")` where it does not bear its function's name.

    Each parameter after the state is annotated with its `Domain`.

    Raises:
        ModelError: a parameter has no domain.
    """
    if isinstance(function, str):
        name = function
        return lambda f: Action(name, f, _parameter_domains(f))
    return Action(function.__name__, function, _parameter_domains(function))


def _parameter_domains(function: Callable[..., Any]) -> dict[str, str]:
    hints = get_type_hints(function, include_extras=True)
    parameters = {}
    for name in list(inspect.signature(function).parameters)[1:]:
        hint = hints.get(name)
        domains = (
            [a for a in get_args(hint) if isinstance(a, Domain)] if get_origin(hint) is Annotated else []
        )
        if not domains:
            raise ModelError(
                f"the parameter {name} of {function.__name__} has no domain: annotate it with one, "
                'as in Annotated[Number, Domain("epoch")]',
                _place(function),
            )
        parameters[name] = domains[0].name
    return parameters


def _place(function: Callable[..., Any]) -> str:
    code = inspect.unwrap(function).__code__
    return f"{short(code.co_filename)}:{code.co_firstlineno}"


@dataclass(frozen=True)
class Promise:
    """A named predicate that must hold in every reachable state."""

    name: str
    function: Callable[[Any], Any]

    @property
    def summary(self) -> str:
        """The first line of the docstring."""
        return _summary(self.function)


def promise(function: Callable[[Any], Any]) -> Promise:
    """Declare a promise. Its name is the function's, with dashes."""
    return Promise(function.__name__.replace("_", "-"), function)


def _summary(function: Callable[..., Any]) -> str:
    return (inspect.getdoc(function) or "").split("\n\n")[0].replace("\n", " ")


@dataclass(frozen=True)
class Instance:
    """An action at one choice of its parameters: what an engine enumerates."""

    action: Action
    arguments: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.action.name}({', '.join(f'{k}={v!r}' for k, v in self.arguments.items())})"


@dataclass(frozen=True)
class SymbolicAction:
    """What an instance does, as expressions: guards with their reasons, and each field of the next state."""

    instance: Instance
    guards: list[tuple[Expr, str]]
    fields: list[Expr]

    @property
    def guard(self) -> Expr:
        """The conjunction of all guards."""
        graph = self.fields[0].graph
        guard = graph.true
        for condition, _ in self.guards:
            guard = graph.conjunction(guard, condition)
        return guard


@dataclass(frozen=True)
class SymbolicPromise:
    """A promise as an expression, and the disjunction of the conditions of its `implies` (None if it has none)."""

    promise: Promise
    holds: Expr
    condition: Expr | None


@dataclass(frozen=True)
class Symbolic:
    """A machine as expressions over the fields of one state."""

    graph: Graph
    fields: list[Expr]
    actions: list[SymbolicAction]
    promises: list[SymbolicPromise]


class OutOfRange(ModelError):
    """An action wrote a value outside its field's domain."""

    def __init__(self, instance: Instance, leaf: Leaf, value: int) -> None:
        self.instance, self.leaf, self.value = instance, leaf, value
        self.run: Any = None
        """The run to the state in which it happened, once an engine knows it."""
        super().__init__(
            f"{instance} writes {value} to {leaf.path}, which holds {leaf.type}: guard the action, or widen the field",
            instance.action.place,
        )


@dataclass
class Machine:
    """A protocol at given bounds, ready for any engine.

    `domains` maps the name of each parameter domain to its type. `name` and `bounds` say where it came from;
    `protocol` and `exchanged` (each exchanged rule with the protocol it was taken from) are what builds it again.
    """

    name: str
    bounds: dict[str, Any]
    type: RecordType
    initial: Any
    actions: list[Action]
    promises: list[Promise]
    domains: dict[str, LeafType] = field(default_factory=dict)
    protocol: str = ""
    exchanged: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for kind, names in (
            ("actions", [a.name for a in self.actions]),
            ("promises", [p.name for p in self.promises]),
        ):
            for name in names:
                if names.count(name) > 1:
                    raise ModelError(f"{self.name} has two {kind} called {name}: name them apart")
        for a in self.actions:
            for parameter, domain in a.parameters.items():
                if domain not in self.domains:
                    raise ModelError(
                        f"the parameter {parameter} of {a.name} ranges over {domain}, and {self.name} has the domains "
                        f"{', '.join(self.domains)}",
                        a.place,
                    )

    @property
    def at(self) -> str:
        """Its bounds in words: `replicas=3 log-size=2`."""
        return " ".join(f"{name}={value}" for name, value in self.bounds.items())

    @cached_property
    def leaves(self) -> list[Leaf]:
        """The flattened fields of a state."""
        return list(self.type.leaves(""))

    @cached_property
    def instances(self) -> list[Instance]:
        """Every action at every choice of its parameters, in the order of the search."""
        return [
            Instance(a, dict(zip(a.parameters, values, strict=True)))
            for a in self.actions
            for values in itertools.product(*(self.domains[d].values() for d in a.parameters.values()))
        ]

    def encode(self, state: Any, instance: Instance | None = None) -> tuple[int, ...]:
        """A plain state as a flat tuple of ints, which is hashable.

        Raises:
            OutOfRange: a field is outside its domain; `instance` is the action that wrote it.
        """
        flat = self._flatten(state, instance)
        for value, leaf in zip(map(int, flat), self.leaves, strict=True):
            if not leaf.lo <= value <= leaf.hi:
                if instance is None:
                    raise ModelError(f"the initial state has {value} in {leaf.path}, which holds {leaf.type}")
                raise OutOfRange(instance, leaf, value)
        return tuple(map(int, flat))

    def _flatten(self, state: Any, instance: Instance | None) -> list[Any]:
        flat: list[Any] = []
        try:
            self.type.flatten(state, flat)
        except WrongShape as error:
            place = instance.action.place if instance else None
            raise ModelError(f"{self.leaves[len(flat)].path} {error.complaint}", place) from None
        return flat

    def decode(self, flat: tuple[int, ...]) -> Any:
        """The state that `encode` gave this tuple for."""
        return self.type.build(
            iter([bool(v) if leaf.kind == TRUTH else v for v, leaf in zip(flat, self.leaves, strict=True)])
        )

    def run(self, state: Any, instance: Instance) -> Any:
        """The next state.

        Raises:
            Disabled: a guard does not hold; its reason is the message.
        """
        following = instance.action.function(state, **instance.arguments)
        if not isinstance(following, self.type.cls):
            raise self._wrong_return(instance.action, following)
        return following

    def _wrong_return(self, a: Action, value: Any) -> ModelError:
        name = self.type.cls.__name__
        return ModelError(
            f"{a.name} returns {value!r}, and must return the next {name}, as in state.but(…)", a.place
        )

    @cached_property
    def symbolic(self) -> Symbolic:
        """Every action instance and promise as expressions over the fields of one state."""
        graph = Graph()
        operators.ordered_kinds.clear()
        fields = [graph.field(i, leaf.kind, leaf.lo, leaf.hi) for i, leaf in enumerate(self.leaves)]
        state = self.type.build(iter(fields))
        actions = [t for t in (self._lift_instance(graph, state, i) for i in self.instances) if t]
        promises = [self._lift_promise(graph, state, p) for p in self.promises]
        self.ordered_kinds = frozenset(operators.ordered_kinds)
        return Symbolic(graph, fields, actions, promises)

    def _lift_instance(self, graph: Graph, state: Any, instance: Instance) -> SymbolicAction | None:
        graph.guards = []
        try:
            following = self.run(state, instance)
        except Disabled:
            return None
        return SymbolicAction(instance, graph.guards, self._flatten_symbolic(graph, following, instance))

    def flatten_symbolic(self, state: Any) -> list[Expr]:
        """The fields of a symbolic state as expressions, plain parts as constants."""
        return self._flatten_symbolic(self.symbolic.graph, state, None)

    def _flatten_symbolic(self, graph: Graph, state: Any, instance: Instance | None) -> list[Expr]:
        leaves = zip(self._flatten(state, instance), self.leaves, strict=True)
        return [v if isinstance(v, Expr) else graph.const(int(v), leaf.kind) for v, leaf in leaves]

    def _lift_promise(self, graph: Graph, state: Any, p: Promise) -> SymbolicPromise:
        graph.conditions = []
        holds = p.function(state)
        if not isinstance(holds, (bool, Expr)) or (isinstance(holds, Expr) and holds.kind != TRUTH):
            raise ModelError(
                f"the promise {p.name} returns {holds!r}, and must return a truth value",
                _place(p.function),
            )
        condition = None
        for c in graph.conditions:
            condition = c if condition is None else graph.disjunction(condition, c)
        return SymbolicPromise(p, graph.lift(holds), condition)

    def symmetric_kinds(self) -> list[str]:
        """The names of the ids that are interchangeable: never ordered by any action or promise."""
        _ = self.symbolic
        names = {leaf.kind.name for leaf in self.leaves if leaf.kind.family in ("id", "set")}
        return sorted(names - self.ordered_kinds)

    ordered_kinds: frozenset[str] = frozenset()
