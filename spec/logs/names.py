"""The values of the real system beside those of the model: bound as they appear, whichever way explains the log.

A map asks for a value that is not bound yet (`Unbound`), and the search goes on once with each value of the model that
is left (`checker.validation.names`).
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.base.names import look_up
from tidemark.spec.logs.mistakes import mistake
from tidemark.spec.machines.machine import Machine
from tidemark.spec.types.leaves import LeafType

Binding = frozenset[tuple[int, Any, int]]
"""Which value of the model each real one is: the number of the `Names`, the real value, and the model's as an int."""
UNBOUND: Binding = frozenset()


class Unbound(BaseException):
    """A real value that appears for the first time. No `except Exception` of a map catches it."""

    def __init__(self, names: Names, real: Any) -> None:
        super().__init__(f"{real!r} is not bound")
        self.names, self.real = names, real


class Names:
    """The names of one sort in a log; call it with one to get the value of the model: `client(e.client)`.

    domain: the name of a domain of the machine's parameters, or a type such as `Int(0, 5)`.
    given: the values that are known beforehand; all others are bound as they appear, no two to one value.
    increasing: whether a larger real value is a larger value of the model, as of terms, offsets and versions.
    alike: whether neither machine nor map tells one id from another, but by these names. The search then tries the
    first free id alone, and a log with many names is refused sooner. A map that writes an id itself, as in
    `s.seen[0]`, tells it from the others.
    """

    def __init__(
        self,
        number: int,
        domain: str | LeafType,
        known_values: Mapping[Any, int] | None = None,
        increasing: bool = False,
        alike: bool = False,
    ) -> None:
        self.number, self.domain, self.given = number, domain, dict(known_values or {})
        self.increasing, self.alike = increasing, alike

    def __call__(self, real: Any) -> Any:
        """The model's value of a real one.

        Raises:
            UsageError: the model has no value left for it.
        """
        context = _context.get()
        if context is None:
            raise mistake(
                "a name is looked up where no event is read: look it up in a function of the map, and before a "
                "condition, as in me = client(e.client)"
            )
        type = context.type_of(self)
        try:
            bound = context.known[self.number].get(real)
        except TypeError:
            raise UsageError(f"{real!r} is no name: it is a list or an object") from None
        if bound is None:
            return context.value_without_binding(self, real)
        if real not in self.given:
            context.looked_up.append((self, real, bound))
        return type.value(bound)


class BindingContext:
    """A binding in which `Names` look up while it lasts. looked_up: what was asked of it, in order."""

    def __init__(self, machine: Machine, all_names: list[Names], binding: Binding) -> None:
        self._machine = machine
        self.looked_up: list[tuple[Names, Any, int]] = []
        self.known: list[dict[Any, int]] = [dict(names.given) for names in all_names]
        for number, real, value in binding:
            self.known[number][real] = value

    def __enter__(self) -> None:
        self._token = _context.set(self)

    def __exit__(self, *_: object) -> None:
        _context.reset(self._token)

    def value_without_binding(self, names: Names, real: Any) -> Any:
        """What stands for a real value that is not bound: here, nothing does."""
        raise Unbound(names, real)

    def type_of(self, names: Names) -> LeafType:
        """The type of the model's values."""
        return domain_of(self._machine, names)


_context: ContextVar[BindingContext | None] = ContextVar(
    "the binding under which a map is read", default=None
)


def domain_of(machine: Machine, names: Names) -> LeafType:
    """The type of the model's values.

    Raises:
        UsageError: the machine has no such domain.
    """
    if isinstance(names.domain, LeafType):
        return names.domain
    domain: LeafType = look_up(machine.domains, names.domain, f"{machine.name} has no domain")
    return domain
