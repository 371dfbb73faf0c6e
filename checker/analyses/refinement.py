"""Refinement: whether every step of a detailed machine is, seen through a map, a step of an abstract one or no step.

A lease whose client pauses, mapped to a mutex in which the clients that act are inside:

    grant(1)   nothing changes there
    begin(1)   enter(1): 1 is inside
    tick()     nothing changes, though the lease has run out
    grant(0)   nothing changes
    begin(0)   no step of the mutex leads to both being inside

Both machines make one, the *observed* machine: a state of the detailed machine, and beside it the *images* of the state
before and of this one, what they are mapped to. It has the detailed machine's actions, and one promise about states:
some abstract action leads from the one image to the other, or they are equal. So every engine checks refinement, with
symmetry too, and a counterexample is the shortest run whose last step has no counterpart.

Refinement (Abadi and Lamport, 1991) carries promises about states and steps from the abstract machine to the detailed
one. A promise about runs also needs the detailed machine's fairness to imply the abstract one's; that is not checked,
so no such promise is claimed.
"""

from __future__ import annotations

import functools
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from tidemark.base.counts import count_of
from tidemark.base.errors import UsageError
from tidemark.checker import engines
from tidemark.checker.engines.engine import SearchRequest
from tidemark.checker.engines.outcomes import outcomes
from tidemark.checker.runs.results import Report, Result, Run, RunStep, State
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.expression import graph_of
from tidemark.spec.expressions.model_errors import Disabled, ModelError
from tidemark.spec.machines.declarations import Action, Promise
from tidemark.spec.machines.initial_states import Initial
from tidemark.spec.machines.machine import Machine, OutOfRange
from tidemark.spec.machines.refinement_maps import RefinementMap
from tidemark.spec.machines.symbolic import Instance, symbolic_state
from tidemark.spec.machines.temporal import every_step
from tidemark.spec.machines.tracing import trace
from tidemark.spec.types.composites import Record, RecordType
from tidemark.spec.types.differences import FieldChange, changes
from tidemark.spec.types.operators import implies, not_
from tidemark.spec.types.parts import fields_of, lift_field

PROMISE = "refines"
"""The name of the promise that every step has a counterpart."""


class ObservedState(Record):
    """A state of the detailed machine, and as the last fields what the state before it and it are mapped to."""


@dataclass(frozen=True)
class Refinement:
    """A detailed machine, an abstract one, and a map from the states of the one to those of the other.

    Raises:
        UsageError: the machines disagree on how many ids of a sort there are.
        ModelError: the map is no pure function of the state, or gives no abstract state.
    """

    concrete: Machine
    abstract: Machine
    map: RefinementMap

    def __post_init__(self) -> None:
        self._require_one_size()
        _, _, state = symbolic_state(self.concrete.type)
        trace(self.map, lambda: fields_of(self.image(state)), Context(lifts=True))

    def _require_one_size(self) -> None:
        """Refuse machines that disagree on how many ids of a sort there are."""
        for kind, size in self.abstract.id_sizes.items():
            if (other := self.concrete.id_sizes.get(kind, size)) != size:
                raise UsageError(
                    f"{self.concrete.name} has {count_of(other, f'{kind} id')}, and {self.abstract.name} {size}: give "
                    "both the same number"
                )

    def image(self, state: Any, before: Any = None) -> Any:
        """What a state of the detailed machine is mapped to, and the state before is mapped to `before`."""
        return self.map.image(state, self.abstract.type, before)

    def first_image(self, state: State) -> State:
        """What an encoded initial state is mapped to, encoded.

        Raises:
            ModelError: a value is outside the domain of its field.
        """
        values = tuple(map(int, fields_of(self.image(self.concrete.decode(state)))))
        for value, leaf in zip(values, self.abstract.leaves, strict=True):
            if not leaf.lo <= value <= leaf.hi:
                raise self.mistake(leaf.mismatch(value), "an initial state")
        return values

    def mistake(self, mismatch: str, state: str) -> ModelError:
        """The error that the map gives a value outside the domain of a field of the abstract state.

        mismatch: the value, and the field. state: of which state it does.
        """
        return ModelError(
            f"{self.map.name} gives {mismatch}, of {state}: raise a bound of {self.abstract.name}, or change the map",
            self.map.place,
        )

    @functools.cached_property
    def observer(self) -> Observer:
        """What makes the machine that an engine searches."""
        return Observer(self)


class Observer:
    """Makes the observed machine. Its state is flattened to that of the detailed machine, then the two images."""

    def __init__(self, refinement: Refinement) -> None:
        self._refinement = refinement
        concrete, abstract = refinement.concrete, refinement.abstract
        self.before, self.image = "before", "image"
        while {self.before, self.image} & concrete.type.fields.keys():
            self.before, self.image = f"{self.before}_", f"{self.image}_"
        fields = {**concrete.type.fields, self.before: abstract.type, self.image: abstract.type}
        self._type = RecordType(ObservedState, fields)

    @functools.cached_property
    def machine(self) -> Machine:
        """The observed machine."""
        concrete, abstract = self._refinement.concrete, self._refinement.abstract

        def refines(observed: Any) -> Any:
            """Every step is one of the abstract machine, or changes nothing there."""
            return self._refines(observed)

        return Machine(
            f"{concrete.name} as {abstract.name}",
            concrete.bounds,
            self._type,
            self._initial(),
            [self._action(action) for action in concrete.actions],
            [Promise(PROMISE, refines)],
            concrete.domains,
        )

    def _observe(self, state: Any, before: Any = None) -> Any:
        """The observed state of a state, where the state before is mapped to `before`; None: it is initial."""
        image = self._refinement.image(state, before)
        fields = {name: getattr(state, name) for name in self._refinement.concrete.type.fields}
        return self._type.new({**fields, self.before: image if before is None else before, self.image: image})

    def _initial(self) -> Any:
        concrete, declared = self._refinement.concrete, self._refinement.concrete.initial
        if not isinstance(declared, Initial):
            return self._observe(declared)

        @functools.wraps(declared.function)
        def begin(_default: Any, **arguments: Any) -> Any:
            return self._observe(declared.function(concrete.type.default, **arguments))

        return replace(declared, function=begin)

    def _action(self, action: Action) -> Action:
        concrete = self._refinement.concrete

        @functools.wraps(action.function)
        def act(observed: Any, **arguments: Any) -> Any:
            state = concrete.type.new({name: getattr(observed, name) for name in concrete.type.fields})
            after = action.function(state, **arguments)
            concrete.require_state(action, after)
            return self._observe(after, getattr(observed, self.image))

        act.passes_arguments_on = True  # type: ignore[attr-defined]
        return replace(action, function=act)

    def _refines(self, observed: Any) -> Any:
        """Whether the step to a state is one of the abstract machine."""
        before, image = getattr(observed, self.before), getattr(observed, self.image)
        has_counterpart: Any = False
        for following, enabled in outcomes(self._refinement.abstract, before):
            has_counterpart = (enabled & _are_equal(following, image)) | has_counterpart
        return implies(not_(_are_equal(before, image)), has_counterpart)

    def split(self, run: Run) -> tuple[Run, State, State]:
        """A run of the observed machine as one of the detailed machine, and the images around its last step."""
        concrete = self._refinement.concrete
        actions = {action.name: action for action in concrete.actions}
        width, images = len(concrete.leaves), len(self._refinement.abstract.leaves)
        steps = [
            RunStep(
                step.instance and Instance(actions[step.instance.action.name], step.instance.arguments),
                step.state[:width],
            )
            for step in run.steps
        ]
        last = run.steps[-1].state[width:]
        return Run(concrete, "", steps), last[:images], last[images:]


def _are_equal(some: Any, other: Any) -> Any:
    """Whether two abstract states are equal, also where their types were made twice."""
    flat, others = fields_of(some), fields_of(other)
    graph = graph_of(*flat, *others)
    if graph is None:
        return flat == others
    same: Any = graph.true
    for a, b, leaf in zip(flat, others, other.type.domains, strict=True):
        same = graph.eq(lift_field(a, leaf, graph), lift_field(b, leaf, graph)) & same
    return same


@dataclass(frozen=True)
class NearMiss:
    """Why an abstract action is no counterpart of a step: the instance of it that comes nearest.

    guards: those that refuse it. differences: the fields that would be different, from what they are; None where that
    is not known, since the action may do what it must not behind a guard that fails.
    """

    instance: Instance
    guards: tuple[str, ...]
    differences: tuple[FieldChange, ...] | None

    @property
    def distance(self) -> tuple[bool, int, int]:
        """How far it is from being a counterpart."""
        return self.differences is None, len(self.differences or ()), len(self.guards)


def find_near_misses(machine: Machine, before: State, after: State) -> list[NearMiss]:
    """Why no action of a machine leads from one state to another: for each action, the nearest first."""
    nearest: dict[str, NearMiss] = {}
    target = machine.decode(after)
    for instance in machine.instances:
        differences: tuple[FieldChange, ...] | None = None
        with Context(unmet=[]) as context, suppress(Disabled, ModelError):
            following = machine.encode(machine.run(machine.decode(before), instance), instance)
            differences = tuple(changes(machine.type, target, machine.decode(following)))
        miss, name = NearMiss(instance, tuple(context.unmet or ()), differences), instance.action.name
        if name not in nearest or miss.distance < nearest[name].distance:
            nearest[name] = miss
    return sorted(nearest.values(), key=lambda miss: miss.distance)


@dataclass
class RefinementResult:
    """What is known about a refinement.

    result: of the search of the observed machine. run: the run to a step without a counterpart, or the initial state
    that is mapped to no initial state. before, after: the images around its last step (of an initial state both are its
    image). near_misses: why no abstract action is its counterpart.
    abstract_result: the verdicts on the abstract machine's promises about states and steps; None where refinement does
    not hold.
    """

    refinement: Refinement
    result: Result
    run: Run | None = None
    before: State | None = None
    after: State | None = None
    near_misses: tuple[NearMiss, ...] = ()
    abstract_result: Result | None = None

    @property
    def verdict(self) -> str:
        """`holds`, `violated` or `unknown`."""
        return "violated" if self.run else self.result.promises[PROMISE].verdict

    @property
    def begins_elsewhere(self) -> bool:
        """Whether an initial state is mapped to no initial state."""
        return self.run is not None and self.run.length == 1

    @property
    def consequences(self) -> list[str]:
        """The promises that hold of the abstract machine, and so of the detailed one."""
        verdicts = self.abstract_result.promises if self.abstract_result else {}
        return [name for name, verdict in verdicts.items() if verdict.verdict == "holds"]

    @property
    def exit_status(self) -> int:
        """As that of `tidemark check`."""
        if self.result.interrupted or (self.abstract_result and self.abstract_result.interrupted):
            return 130
        return {"violated": 1, "holds": 0}.get(self.verdict, 3)


def promises_about_runs(machine: Machine) -> list[str]:
    """The names of the promises that refinement does not carry."""
    return [
        promise.name for promise in machine.temporal if promise.kind != every_step and not promise.only_named
    ]


def lasting_promises(machine: Machine) -> list[str]:
    """The names of the promises that refinement carries from a machine: about states and steps."""
    steps = [
        promise.name for promise in machine.temporal if promise.kind == every_step and not promise.only_named
    ]
    return [*(promise.name for promise in machine.promises if not promise.only_named), *steps]


def refine(
    refinement: Refinement,
    engine: str = "native",
    request: SearchRequest | None = None,
    report: Report | None = None,
    *,
    reachable_start: bool = False,
) -> RefinementResult:
    """Whether a machine refines another, and which promises therefore hold of it.

    reachable_start: whether an initial state may be mapped to any state that the abstract machine reaches.

    Raises:
        UsageError: there is no such engine, or it can't do what is asked.
        ModelError: a machine or the map is broken, as where the map gives a value outside a domain.
    """
    concrete, abstract = refinement.concrete, refinement.abstract
    for state in concrete.initial_states:
        image = refinement.first_image(state)
        if image not in abstract.initial_states and not (reachable_start and _reaches(abstract, image)):
            result = Result.start(refinement.observer.machine, engine)
            return RefinementResult(
                refinement, result, Run(concrete, "", [RunStep(None, state)]), image, image
            )
    result = _search(refinement, engine, request, report)
    found = RefinementResult(refinement, result)
    if run := result.promises[PROMISE].run:
        found.run, found.before, found.after = refinement.observer.split(run)
        found.near_misses = tuple(find_near_misses(abstract, found.before, found.after))
    elif result.promises[PROMISE].verdict == "holds" and (names := lasting_promises(abstract)):
        kept = ("workdir", "resume")  # of the search of the observed machine
        options = {
            name: value for name, value in (request.given if request else {}).items() if name not in kept
        }
        promised = abstract.with_promises(*names)
        found.abstract_result = engines.search(engine, promised, SearchRequest(**options), report)
    return found


def _reaches(machine: Machine, state: State) -> bool:
    """Whether a machine reaches an encoded state."""
    target = machine.decode(state)

    def elsewhere(found: Any) -> Any:
        """The state is another one."""
        return not_(_are_equal(found, target))

    asked = replace(
        machine, promises=[Promise("elsewhere", elsewhere)], temporal=(), fairness=(), origin=None
    )
    return engines.search("native", asked).promises["elsewhere"].verdict == "violated"


def _search(
    refinement: Refinement, engine: str, request: SearchRequest | None, report: Report | None
) -> Result:
    """The search of the observed machine.

    Raises:
        ModelError: the map gives a value outside a domain.
        OutOfRange: the detailed machine writes one.
    """
    observer = refinement.observer
    try:
        return engines.search(engine, observer.machine, request, report)
    except OutOfRange as error:
        if error.run is not None:
            error.run, _, _ = observer.split(error.run)
        field, _, path = error.leaf.path.partition(".")
        if field != observer.image:
            raise
        leaf = replace(error.leaf, path=path)
        mistake = refinement.mistake(leaf.mismatch(error.value), f"a state that {error.instance} leads to")
        mistake.run = error.run  # type: ignore[attr-defined]
        raise mistake from None
