"""Machines: a state type, initial states, actions and promises; and how an engine reads them.

An engine uses a machine in one of two ways: it *runs* the functions on plain values (`run`), or it *lifts* them
once to expressions, the machine's *symbolic form* (`symbolic`). Nothing else here depends on what an engine is.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import le
from typing import Any, NoReturn, TypeVar

from tidemark.base.authors import is_shipped
from tidemark.base.errors import UsageError
from tidemark.base.names import look_up
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.expression import Expr, ExpressionGraph
from tidemark.spec.expressions.kinds import WORD
from tidemark.spec.expressions.model_errors import Disabled, ModelError, show_value
from tidemark.spec.machines.action_form import find_form
from tidemark.spec.machines.declarations import Action, Promise
from tidemark.spec.machines.enumeration import ActionInstances
from tidemark.spec.machines.fairness import Fairness, among, require_fair
from tidemark.spec.machines.id_groups import IdGroup
from tidemark.spec.machines.initial_states import Initial, InitialStates, enumerate_initial_states
from tidemark.spec.machines.origin import Origin
from tidemark.spec.machines.symbolic import (
    ActionForm,
    Guards,
    Instance,
    Symbolic,
    SymbolicAction,
    lift_promise,
    symbolic_state,
)
from tidemark.spec.machines.temporal import TemporalPromise
from tidemark.spec.machines.tracing import trace
from tidemark.spec.machines.wellformed import (
    require_choices,
    require_declarations,
    require_domains,
    require_one_size,
    require_parts,
)
from tidemark.spec.types.composites import RecordType
from tidemark.spec.types.leaves import Leaf, WrongShape, type_of
from tidemark.spec.types.members import ChoiceType, MemberType, NetworkMember, with_members
from tidemark.spec.types.operators import require

T = TypeVar("T")


class OutOfRange(ModelError):
    """An action wrote a value outside its field's domain."""

    def __init__(self, instance: Instance, leaf: Leaf, value: int) -> None:
        self.instance, self.leaf, self.value = instance, leaf, value
        self.run: Any = None
        """The run to the state in which it happened, once an engine knows it."""
        super().__init__(f"{instance} {leaf.type.refusal(leaf.path, value)}", instance.action.place)


@dataclass(frozen=True, repr=False)
class Machine:
    """A protocol at given bounds, ready for any engine. It never changes: `only` and `replace` make others.

    `domains` maps the name of each parameter domain to its type; the networks and sets of the state are added. `origin`
    says how to build the machine again, and `family` is the `Family` of its protocol; one made by hand has neither.
    `promises` takes promises of all kinds; those about runs are found in `temporal`. `initial` is the initial state, or
    a function declared with `@initial` that gives several; an engine reads `initial_states`.

    >>> check(machine).promises["nobody-lags"].length     # the machine of the README, with two replicas
    3
    """

    name: str
    bounds: Mapping[str, Any]
    type: RecordType
    initial: Any
    actions: Sequence[Action]
    promises: Sequence[Promise]
    domains: Mapping[str, Any] = field(default_factory=dict)
    origin: Origin | None = None
    family: object = field(default=None, repr=False, compare=False)
    temporal: Sequence[TemporalPromise] = field(default=(), kw_only=True)
    fairness: Sequence[Fairness] = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        require_parts(self.name, self.type, bounds=self.bounds, domains=self.domains)
        object.__setattr__(self, "actions", require_declarations(self.actions, Action, self.name))
        self._divide_promises()
        domains = {name: type_of(domain, f"the domain {name}") for name, domain in self.domains.items()}
        object.__setattr__(self, "domains", with_members(domains, self.type, self.name))
        require_domains(self.name, [*self.actions, *self.temporal], self.domains)
        require_fair(self.fairness, self.name, {a.name: a for a in self.actions}, self.domains)
        domain_kinds = (
            kind for domain in self.domains.values() for kind in (domain.kind, *domain.place_kinds)
        )
        require_one_size(self.name, itertools.chain(self.type.id_kinds, domain_kinds))
        if isinstance(self.initial, Initial):
            require_choices(self.name, self.initial, self.domains)
            return
        if not isinstance(self.initial, self.type.cls):
            raise ModelError(
                f"the initial state of {self.name} is {self.initial!r}, and must be a {self.type.cls.__name__}, as in "
                "state.default, or a function that is declared with @initial"
            )
        self.encode(self.initial)

    def _divide_promises(self) -> None:
        """Part the promises about runs from those about states."""
        promises = self.promises
        if self.temporal and isinstance(promises, Sequence):
            promises = [*promises, *(p for p in self.temporal if p not in promises)]
        every = require_declarations(promises, Promise, self.name)
        object.__setattr__(self, "promises", tuple(p for p in every if not isinstance(p, TemporalPromise)))
        object.__setattr__(self, "temporal", tuple(p for p in every if isinstance(p, TemporalPromise)))

    def __repr__(self) -> str:
        at = f" {self.at}" if self.at else ""
        return f"<Machine {self.name}{at}: actions {len(self.actions)}, promises {len(self.all_promises)}>"

    @property
    def protocol(self) -> str:
        """The name of its protocol, without exchanged rules; empty where it was made by hand."""
        return self.origin.protocol if self.origin else ""

    @property
    def exchanged(self) -> Mapping[str, str]:
        """Each exchanged rule, with the name of the protocol that it was taken from."""
        return self.origin.exchanged if self.origin else {}

    @property
    def all_promises(self) -> tuple[Promise, ...]:
        """Its promises of all kinds: those about states, then those about runs."""
        return (*self.promises, *self.temporal)

    def promise(self, name: str) -> Promise:
        """The promise of that name.

        Raises:
            UsageError: it has no such promise; the message gives the nearest name.
        """
        promises = {p.name: p for p in self.all_promises}
        return look_up(promises, name, f"{self.name} has no promise")  # type: ignore[no-any-return]

    def is_about_runs(self, promise: str) -> bool:
        """Whether it has a promise about runs of that name."""
        return any(declaration.name == promise for declaration in self.temporal)

    def state_promise(self, name: str) -> Promise:
        """The promise of that name, for a caller that knows promises about states alone.

        Raises:
            UsageError: it has no such promise, or it is about runs.
        """
        promise = self.promise(name)
        if self.is_about_runs(promise.name):
            complaint = "is about runs: only `tidemark check` and `tidemark replay` know such promises"
            raise UsageError(f"{name} {complaint}")
        return promise

    def about_states(self) -> Machine:
        """This machine without its promises about runs."""
        return replace(self, temporal=()) if self.temporal else self

    def only(self, *names: str) -> Machine:
        """This machine with these promises about states alone, in this order.

        Raises:
            UsageError: it has no such promise, or one is about runs.
        """
        return self.with_promises(*(self.state_promise(name).name for name in names))

    def with_promises(self, *names: str) -> Machine:
        """This machine with these promises of any kind alone, in this order.

        Raises:
            UsageError: it has no such promise.
        """
        origin = replace(self.origin, promises=names) if self.origin else None
        return replace(self, promises=[self.promise(name) for name in names], origin=origin, temporal=())

    def with_fairness(self, added: Sequence[Fairness] = (), less: Sequence[str] = ()) -> Machine:
        """This machine with more fairness, and less: without that of the actions of these names.

        Raises:
            UsageError: it has no such action, or no fairness to take away.
        """
        fairness = list(self.fairness)
        for name in less:
            fair_actions = sorted({a for requirement in fairness for a in requirement.actions})
            fair_actions.remove(look_up(fair_actions, name, f"{self.name} has no fairness of"))
            fairness = among(fairness, fair_actions)
        try:
            return replace(self, fairness=(*fairness, *added))
        except ModelError as error:
            raise UsageError(str(error)) from None

    @property
    def by_default(self) -> Machine:
        """This machine with the promises that are checked where none is named."""
        names = [p.name for p in self.all_promises if not p.only_named]
        return self if len(names) == len(self.all_promises) else self.with_promises(*names)

    @property
    def at(self) -> str:
        """Its bounds in words: `replicas=3 log-size=2`."""
        return " ".join(f"{name}={value}" for name, value in self.bounds.items())

    @property
    def leaves(self) -> list[Leaf]:
        """The flattened fields of a state."""
        return self.type.all_leaves

    @cached_property
    def initial_states(self) -> InitialStates:
        """The initial states, encoded.

        Raises:
            ModelError: the function that is to give them gives none, or fails.
        """
        if isinstance(self.initial, Initial):
            return enumerate_initial_states(
                self.name, self.initial, self.type, self.domains, lambda state: self.encode(state)
            )
        return InitialStates({self.encode(self.initial): ()}, machine=self.name)

    @cached_property
    def instances(self) -> list[Instance]:
        """Every action with every choice of its parameters, in the order of the search."""
        return [instance for group in self._by_action for instance in group.instances]

    @cached_property
    def _by_action(self) -> list[ActionInstances]:
        groups = list[ActionInstances]()
        for action in self.actions:
            first = sum(len(before.instances) for before in groups)
            groups.append(ActionInstances(action, self.domains, first))
        return groups

    def outcomes(self, attempt: Callable[[Instance], T]) -> Iterator[tuple[int, Instance, T]]:
        """What an attempt gives for each instance that it does not find disabled, with the instance's number, in order.

        attempt: runs or traces the instance, always in the same state. A guard that fails decides about all instances
            with the same values of the parameters that the action has read by then: only one of them is tried.
        """
        return itertools.chain.from_iterable(group.outcomes(attempt) for group in self._by_action)

    def without_impossible(self) -> Machine:
        """This machine without the actions that can never happen: whatever the arguments, a guard is plainly false.

        An action that fails stays: the engine that runs it reports the mistake, with the run to it.
        """
        _, _, state = symbolic_state(self.type)
        groups = zip(self.actions, self._by_action, strict=True)
        possible = [a for a, group in groups if any(self._can_happen(state, i) for i in group.instances)]
        return replace(self, actions=possible, fairness=among(self.fairness, {a.name for a in possible}))

    def _can_happen(self, state: Any, instance: Instance) -> bool:
        def can_run() -> bool:
            self.run(state, instance)
            return True

        try:
            return trace(instance.action, can_run, Context(lifts=True))
        except Disabled:
            return False
        except Exception:
            return True

    def encode(self, state: Any, instance: Instance | None = None) -> tuple[int, ...]:
        """A plain state as a flat tuple of ints, which is hashable.

        Raises:
            OutOfRange: a field is outside its domain; `instance` is the action that wrote it.
        """
        flat = self._flatten(state, instance)
        values = tuple(map(int, flat))
        least, most = self._ranges
        if not (all(map(le, least, values)) and all(map(le, values, most))):
            self._refuse(values, flat, instance)
        return values

    @cached_property
    def _ranges(self) -> tuple[list[int], list[int]]:
        """The least and the greatest value of each flattened field."""
        return [leaf.lo for leaf in self.leaves], [leaf.hi for leaf in self.leaves]

    def _refuse(self, values: tuple[int, ...], flat: list[Any], instance: Instance | None) -> NoReturn:
        """Complain of the first field outside its domain."""
        for value, leaf, written in zip(values, self.leaves, flat, strict=True):
            if not leaf.lo <= value <= leaf.hi:
                if instance is None:
                    raise ModelError(f"the initial state has {leaf.mismatch(value)}")
                raise OutOfRange(instance, leaf, written if leaf.kind == WORD else value)
        raise AssertionError(f"{values} are all in their domains")

    def _flatten(self, state: Any, instance: Instance | None) -> list[Any]:
        flat: list[Any] = []
        try:
            self.type.flatten(state, flat)
        except WrongShape as error:
            source_line = instance.action.place if instance else None
            raise ModelError(f"{self.leaves[len(flat)].path} {error.complaint}", source_line) from None
        return flat

    def decode(self, flat: tuple[int, ...]) -> Any:
        """The state that `encode` made this tuple from."""
        return self.type.decode(flat)

    def run(self, state: Any, instance: Instance) -> Any:
        """The next state.

        Raises:
            Disabled: a guard does not hold; its reason is the message.
        """
        arguments = instance.arguments
        if self.has_networks:
            arguments = {n: v.of(state) if isinstance(v, NetworkMember) else v for n, v in arguments.items()}
        for name, holder, why in self._set_members.get(instance.action.name, ()):
            try:
                require(getattr(state, holder).has(arguments[name]), why)
            except Disabled as disabled:
                disabled.member = name
                raise
        following = instance.action.function(state, **arguments)
        self.require_state(instance.action, following)
        return following

    def with_messages(self, state: Any, instance: Instance) -> Instance:
        """An instance that is enabled in a plain state, each message among its arguments with its content.

        Raises:
            Disabled: a message is not there.
        """
        if not self.has_networks:
            return instance
        pairs = instance.arguments.items()
        arguments = {n: v.with_message(state) if isinstance(v, NetworkMember) else v for n, v in pairs}
        return Instance(instance.action, arguments)

    @cached_property
    def _set_members(self) -> dict[str, list[tuple[str, str, str]]]:
        """For the name of an action, its parameters that are members of a set: the field that holds it, and why."""
        set_members = dict[str, list[tuple[str, str, str]]]()
        for group in self._by_action:
            fields = {n: t.field for n, t in group.types.items() if isinstance(t, ChoiceType) and t.field}
            order = group.order if fields else ()  # that takes a look at the byte code
            members = [(n, fields[n], f"{n} is in {fields[n]}") for n in order if n in fields]
            set_members.setdefault(group.action.name, []).extend(members)
        return set_members

    @cached_property
    def has_networks(self) -> bool:
        """Whether messages of a network can be arguments of its actions."""
        return any(isinstance(domain, MemberType) for domain in self.domains.values())

    def require_state(self, a: Action, value: Any) -> None:
        """Refuse what an action returns if it is no state."""
        if not isinstance(value, self.type.cls):
            rule = f"must return the next {self.type.cls.__name__}, as in state.but(…)"
            raise ModelError(f"{a.name} returns {show_value(value)}, and {rule}", a.place)

    def require_traceable(self) -> None:
        """Refuse a user's action or promise about states that can't be traced, or means something else when it is.

        An engine that runs functions on plain values asks for it, so that all engines refuse the same machines.

        Raises:
            ModelError: there is one.
        """
        if not all(is_shipped(declared.function) for declared in (*self.actions, *self.promises)):
            _ = self.symbolic

    @cached_property
    def symbolic(self) -> Symbolic:
        """Every action instance and promise as expressions over the fields of one state."""
        return self.lift(ExpressionGraph())

    def lift(self, graph: ExpressionGraph) -> Symbolic:
        """The same with the expressions of a graph."""
        graph, fields, state = symbolic_state(self.type, graph)
        orders = set[tuple[str, str]]()
        actions, forms = list[SymbolicAction](), dict[int, ActionForm]()
        for group in self._by_action:
            if form := find_form(group, graph, lambda i: self._trace_instance(graph, state, i, orders)):
                forms[len(actions)] = form
                actions += form.actions()
            else:
                lifted = group.outcomes(lambda instance: self._lift_instance(graph, state, instance, orders))
                actions += [action for _, _, action in lifted]
        promises = [lift_promise(graph, state, p) for p in self.promises]
        orders.update(*(said.orders for _, said in promises))
        return Symbolic(graph, fields, actions, [p for p, _ in promises], frozenset(orders), forms)

    def _lift_instance(
        self, graph: ExpressionGraph, state: Any, instance: Instance, orders: set[tuple[str, str]]
    ) -> SymbolicAction:
        traced = self._trace_instance(graph, state, instance, orders)
        return SymbolicAction(instance, lambda: traced)

    def _trace_instance(
        self, graph: ExpressionGraph, state: Any, instance: Instance, orders: set[tuple[str, str]]
    ) -> tuple[Guards, list[Expr]]:
        """The guards of an instance, and the fields of the state after it.

        Raises:
            Disabled: a guard is false in every state.
        """
        context = Context(lifts=True, words_of=graph.packing)
        try:
            call = lambda: self.flatten_in(graph, self.run(state, instance), instance)  # noqa: E731
            fields = trace(instance.action, call, context)
        finally:
            orders |= context.orders
        return context.guards, fields

    def flatten_symbolic(self, state: Any) -> list[Expr]:
        """The fields of a symbolic state as expressions, plain parts as constants."""
        return self.flatten_in(self.symbolic.graph, state)

    def flatten_in(self, graph: ExpressionGraph, state: Any, instance: Instance | None = None) -> list[Expr]:
        """The same with the expressions of a graph. instance: what gave the state."""
        leaves = zip(self._flatten(state, instance), self.leaves, strict=True)
        return [v if isinstance(v, Expr) else graph.const(leaf.clamp(v), leaf.kind) for v, leaf in leaves]

    def symmetric_kinds(self) -> list[str]:
        """The names of the ids that can be renamed: no action or promise asks for their order."""
        return list(self.id_groups)

    @cached_property
    def id_groups(self) -> dict[str, IdGroup]:
        """For each sort of ids that can be renamed, how: in any way, or around their ring."""
        orders = self.symbolic.orders
        return {
            kind: IdGroup(size, is_ring=(kind, "ring") in orders)
            for kind, size in sorted(self.id_sizes.items())
            if (kind, "line") not in orders
        }

    @cached_property
    def id_sizes(self) -> dict[str, int]:
        """The sorts of ids in a state, or that its arrays are indexed by, each with how many there are."""
        return {kind.name: kind.size for kind in self.type.id_kinds}
