"""Initial states: a function that gives one for each choice of its parameters, and all that it gives.

    @initial
    def start(r: Ring, holder: Station) -> Ring:
        require(holder != 0, "station 0 begins without the token")
        return r.but(token=holder)

It is written as an action is, and called with the state that has all defaults. No engine compiles it: a plain call
gives each state. It is traced for two things: to see that it is a pure function, and to leave out many choices at once.
Where the first parameters alone make a guard plainly false, no value of the others is tried.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any, ClassVar

from tidemark.base.errors import UsageError
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.expression import ExpressionGraph
from tidemark.spec.expressions.model_errors import Disabled, ModelError, show_value
from tidemark.spec.machines.declarations import Declaration, parameter_domains
from tidemark.spec.machines.tracing import trace
from tidemark.spec.types.composites import RecordType
from tidemark.spec.types.leaves import LeafType
from tidemark.spec.types.members import argument_text

Encoded = tuple[int, ...]
WORTH_TRACING = 1 << 10
"""How many choices are left out together, at least: a trace of the function takes as long as some 100 calls."""


@dataclass(frozen=True)
class Initial(Declaration):
    """A function that gives an initial state for each choice of its parameters, with `require` as guards.

    parameters, types: as those of an action.

    >>> @initial
    ... def counted_once(c: Counter, by: Annotated[Identity, Domain("replica")]) -> Counter:
    ...     return c.but(seen=c.seen.but(by, 1))
    >>> type(counted_once).__name__, counted_once.parameters
    ('Initial', {'by': 'replica'})
    """

    noun: ClassVar[str] = "initial state"
    parameters: dict[str, str]
    types: Mapping[str, Callable[[Any], LeafType]] = field(default_factory=dict)


def initial(function: Callable[..., Any]) -> Initial:
    """Declare the initial states of a machine: one for each choice of the parameters that fulfils every `require`.

    The function gets the state with all defaults, as in `state.default`. Each other parameter has its `Domain`.

    Raises:
        ModelError: a parameter has no domain.

    >>> @initial
    ... def somewhere(c: Counter, seen: Annotated[Number, Domain("count")]) -> Counter:
    ...     return c.but(seen=c.seen.but(0, seen))
    >>> somewhere.name
    'somewhere'
    """
    domains = parameter_domains(function)
    types = {domain.name: domain.type for domain in domains.values() if domain.type}
    return Initial(
        function.__name__, function, {name: domain.name for name, domain in domains.items()}, types
    )


class InitialStates:
    """The encoded initial states of a machine, each once, in the order of the choices that give them.

    declared: None where the machine was given its one initial state.

    >>> machine.initial_states.first
    (0, 0)
    """

    def __init__(
        self, states: Mapping[Encoded, tuple[Any, ...]], declared: Initial | None = None, machine: str = ""
    ) -> None:
        self.states, self.declared = tuple(states), declared
        self._choices, self._machine = states, machine

    def __iter__(self) -> Iterator[Encoded]:
        return iter(self.states)

    def __len__(self) -> int:
        return len(self.states)

    def __contains__(self, state: object) -> bool:
        return state in self._choices

    @property
    def first(self) -> Encoded:
        """The first of them, which is the only one of most machines."""
        return self.states[0]

    def require_one(self, why: str) -> Encoded:
        """The only one.

        why: what needs a machine with one, as the subject of a sentence.

        Raises:
            UsageError: there are several.
        """
        if len(self.states) > 1:
            raise UsageError(
                f"{self._machine} has {len(self.states):,} initial states: {why} takes a machine with one"
            )
        return self.first

    def arguments(self, state: Encoded) -> dict[str, Any]:
        """The first choice of the parameters that gives a state; empty for another state."""
        parameters = self.declared.parameters if self.declared else ()
        return dict(zip(parameters, self._choices.get(state, ()), strict=False))

    def text(self, state: Encoded) -> str:
        """That choice in words, as in `holder=1`; empty where there is none to tell."""
        return ", ".join(f"{name}={argument_text(value)}" for name, value in self.arguments(state).items())

    def call(self, state: Encoded) -> str:
        """That choice as a call, as in `start(holder=1)`; empty where there is none to tell."""
        text = self.text(state)
        return f"{self.declared.name}({text})" if self.declared and text else ""

    def counterpart(self, others: InitialStates, state: Encoded) -> Encoded | None:
        """The state that is the same choice here as one of another machine's is there; None if there is none."""
        return self.first if len(self.states) == 1 else self.find(others.call(state))

    def find(self, call: str) -> Encoded | None:
        """The state of such a call; None if there is none."""
        if self.declared is None or not call.startswith(f"{self.declared.name}("):
            return None
        return next((state for state in self.states if self.call(state) == call), None)


_KNOWN: deque[tuple[Initial, RecordType, list[LeafType], InitialStates]] = deque(maxlen=8)
"""Those of the latest machines: the same machine with other promises has the same ones."""


def enumerate_initial_states(
    machine: str,
    declared: Initial,
    type: RecordType,
    domains: Mapping[str, LeafType],
    encode: Callable[[Any], Encoded],
) -> InitialStates:
    """The initial states that a declared function gives.

    machine: its name. domains: of the parameters, by name. encode: encodes a state.

    Raises:
        ModelError: there is none; or one is no state, or has a value outside the domain of its field; or the function
            is not pure.
    """
    ranges = [domains[domain] for domain in declared.parameters.values()]
    for known, of, over, initial_states in _KNOWN:
        if known is declared and of is type and over == ranges:
            return initial_states
    choices = _ChoiceTree(declared, type, ranges)
    states: dict[Encoded, tuple[Any, ...]] = {}
    for choice, state in choices.states():
        try:
            states.setdefault(encode(state), choice)
        except ModelError as error:
            called = ", ".join(
                f"{n}={argument_text(v)}" for n, v in zip(declared.parameters, choice, strict=True)
            )
            complaint = str(error).removeprefix(f"{error.place}: ")
            raise ModelError(f"{declared.name}({called}): {complaint}", declared.place) from None
    if not states:
        raise ModelError(f"{machine} has no initial state: no choice fulfils every require", declared.place)
    result = InitialStates(states, declared, machine)
    _KNOWN.append((declared, type, ranges, result))
    return result


class _ChoiceTree:
    """The choices of the parameters of a declared function. ranges: the types of their values, in order."""

    def __init__(self, declared: Initial, type: RecordType, ranges: Sequence[LeafType]) -> None:
        self._declared, self._type, self._ranges = declared, type, ranges
        self._values = [domain.values() for domain in ranges]
        self._remaining = [prod(map(len, self._values[k:])) for k in range(len(ranges) + 1)]
        """How many choices of the parameters there are from each one on."""
        self._is_traced = False

    def states(self, chosen: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
        """Each choice that begins with these values and is enabled, with its state."""
        place = len(chosen)
        if place == len(self._ranges):
            state = self._state(chosen)
            if state is not None:
                yield chosen, state
        elif self._remaining[place] < WORTH_TRACING or not self._breaks_guard(chosen):
            for value in self._values[place]:
                yield from self.states((*chosen, value))

    def _call(self, values: Sequence[Any]) -> Any:
        arguments = dict(zip(self._declared.parameters, values, strict=True))
        state = self._declared.function(self._type.default, **arguments)
        if not isinstance(state, self._type.cls):
            rule = f"must return a {self._type.cls.__name__}, as in state.but(…)"
            raise ModelError(
                f"{self._declared.name} returns {show_value(state)}, and {rule}", self._declared.place
            )
        return state

    def _state(self, values: Sequence[Any]) -> Any:
        """The state of a choice; None where a guard does not hold."""
        try:
            state = self._call(values)
        except Disabled:
            return None
        if not self._is_traced:
            trace(self._declared, lambda: self._fields(values), Context(lifts=True))
            self._is_traced = True
        return state

    def _fields(self, values: Sequence[Any]) -> list[Any]:
        fields: list[Any] = []
        self._type.flatten(self._call(values), fields)
        return fields

    def _breaks_guard(self, chosen: tuple[Any, ...]) -> bool:
        """Whether a guard is plainly false with these values, whatever the others are. False where that is not seen."""
        graph = ExpressionGraph()
        rest = [
            domain.build(iter([graph.field(k, domain.kind, domain.lo, domain.hi)]))
            for k, domain in enumerate(self._ranges[len(chosen) :])
        ]
        try:
            trace(self._declared, lambda: self._fields([*chosen, *rest]), Context(lifts=True))
        except Disabled:
            return True
        except Exception:  # it asks Python about a parameter, as it may: each choice is then tried
            return False
        return False
