"""Refinement maps: what a state of a detailed machine is in a more abstract one.

    @refinement_map
    def as_mutex(lease: Lease, before: Mutex) -> Mutex:
        return before.but(owner=where(lease.left > 0, lease.holder, none))

The function is pure, and written as a promise is. It gets the state of the detailed machine and, as a second parameter
if it has one, the abstract state that the state before was mapped to; at the start, that with all defaults. It may keep
parts of it that the detailed machine forgets: these are what Abadi and Lamport call history variables.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from tidemark.spec.expressions.context import Context, current
from tidemark.spec.expressions.model_errors import Disabled, ModelError, show_value
from tidemark.spec.machines.declarations import Declaration
from tidemark.spec.types.composites import RecordType
from tidemark.spec.types.leaves import WrongShape
from tidemark.spec.types.parts import Composite


@dataclass(frozen=True)
class RefinementMap(Declaration):
    """A function from the states of a detailed machine to those of an abstract one.

    >>> @refinement_map
    ... def same(c: Counter) -> Counter:
    ...     return c
    >>> same.name, same.remembers
    ('same', False)
    """

    noun: ClassVar[str] = "refinement map"
    remembers: bool = False

    def image(self, state: Any, abstract: RecordType, before: Any = None) -> Any:
        """What a state is mapped to.

        abstract: the type of the abstract states. before: what the state before is mapped to; None for an initial one.

        Raises:
            ModelError: the function has guards, or what it gives is no such state.
        """
        outer = current()
        lifts, words_of = (outer.lifts, outer.words_of) if outer else (False, None)
        try:
            with Context(lifts=lifts, words_of=words_of) as context:
                earlier = [abstract.default if before is None else before] if self.remembers else []
                image = self.function(state, *earlier)
                is_guarded = bool(context.guards)
        except Disabled:
            is_guarded = True
        if is_guarded:
            raise ModelError(
                f"the {self.noun} {self.name} has a require(): every state has an image, so write where()",
                self.place,
            )
        if outer:
            outer.orders |= context.orders
        self._require_state(image, abstract)
        return image

    def _require_state(self, image: Any, abstract: RecordType) -> None:
        name = abstract.cls.__name__
        if not isinstance(image, abstract.cls):
            rule = f"must return a {name} of the abstract machine"
            if self.remembers:
                rule += ": change the one that it is given, as in before.but(…)"
            given = f"a {type(image).__name__}" if isinstance(image, Composite) else show_value(image)
            raise ModelError(f"the {self.noun} {self.name} returns {given}, and {rule}", self.place)
        fields: list[Any] = []
        try:
            abstract.flatten(image, fields)
        except WrongShape as error:
            path = abstract.all_leaves[len(fields)].path
            raise ModelError(f"in what {self.name} returns, {path} {error.complaint}", self.place) from None


def refinement_map(function: Callable[..., Any]) -> RefinementMap:
    """Declare a refinement map: `@refinement_map`, above a function of one state, or of two.

    Raises:
        ModelError: it takes no state, or more than two.

    >>> @refinement_map
    ... def in_step(c: Counter) -> Counter:
    ...     return c.but(seen=c.seen.but(1, c.seen[0]))
    >>> in_step.image(counter(), counter).seen
    [0, 0]
    """
    if not inspect.isfunction(function):
        raise ModelError(f"@refinement_map is put above a def, and not on {function!r}")
    declared = RefinementMap(function.__name__, function)
    parameters = inspect.signature(function).parameters.values()
    if len(parameters) not in (1, 2) or any(p.kind is not p.POSITIONAL_OR_KEYWORD for p in parameters):
        raise ModelError(
            f"{function.__name__} takes the detailed state, and may take what the state before was mapped to",
            declared.place,
        )
    return RefinementMap(function.__name__, function, remembers=len(parameters) == 2)
