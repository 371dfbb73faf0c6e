"""What a machine must be: whatever would be read as something else is refused, where its author's line is known.

Apart from `spec.machine`, which says what a machine is and how an engine reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any

from spec.composites import RecordType
from spec.declarations import Declared
from spec.errors import ModelError

if TYPE_CHECKING:
    from spec.machine import Machine


def require_parts(machine: Machine) -> None:
    """Refuse parts of a machine that are not even of their kind: a user may give anything.

    Raises:
        ModelError: one of them is not.
    """
    name: Any = machine.name
    if not isinstance(name, str) or not name.strip():
        raise ModelError(f"the name of a machine is a word, not {name!r}")
    state: Any = machine.type
    if not isinstance(state, RecordType):
        raise ModelError(f"the state type of {name} is what Record.of() gives, not {state!r}")
    for part in ("bounds", "domains"):
        given = getattr(machine, part)
        if not isinstance(given, Mapping) or not all(isinstance(key, str) for key in given):
            raise ModelError(f"the {part} of {name} are a dictionary whose keys are names, not {given!r}")


def declared(given: Any, kind: type[Declared], machine: str) -> tuple[Any, ...]:
    """The actions or promises that a machine is given.

    Raises:
        ModelError: they are no list, one of them is not declared, or two have one name.
    """
    one = kind.__name__.lower()
    if not isinstance(given, Iterable):
        shown = given.name if isinstance(given, Declared) else repr(given)
        raise ModelError(f"the {one}s of {machine} are a list, as in [{shown}], not {shown}")
    found = tuple(given)
    for each in found:
        if not isinstance(each, kind):
            name = getattr(each, "__name__", repr(each))
            raise ModelError(
                f"{name}, among the {one}s of {machine}, is not declared: put @{one} above its def"
            )
    names = [each.name for each in found]
    for name in names:
        if names.count(name) > 1:
            raise ModelError(f"{machine} has two {one}s called {name}: name them apart")
    return found


def require_domains(machine: Machine) -> None:
    """Refuse a parameter of an action without a type.

    Raises:
        ModelError: its domain is not one of the machine's.
    """
    names = ", ".join(machine.domains)
    has = f"has the domains {names}" if names else "has no domains"
    for action in machine.actions:
        for parameter, domain in action.parameters.items():
            if domain not in machine.domains:
                raise ModelError(
                    f"the parameter {parameter} of {action.name} ranges over {domain}, and {machine.name} {has}: give "
                    f'its type to the machine, as in domains={{"{domain}": Int(0, 3)}}',
                    action.place,
                )


def require_one_size(machine: Machine) -> None:
    """Refuse two sorts of ids of one name: an id of one would be read as one of the other.

    Raises:
        ModelError: there are.
    """
    over = (domain.kind for domain in machine.domains.values() if domain.kind.family in ("id", "set"))
    sizes: dict[str, int] = {}
    for kind in chain(machine.id_kinds(), over):
        if sizes.setdefault(kind.name, kind.size) != kind.size:
            raise ModelError(
                f"{machine.name} has {sizes[kind.name]} {kind.name} ids in one place and {kind.size} in another: make "
                "the type once, or give each sort a name of its own"
            )


def require_initial(machine: Machine) -> None:
    """Refuse an initial state that is no state of the machine.

    Raises:
        ModelError: it is not.
    """
    state = machine.type.cls.__name__
    if not isinstance(machine.initial, machine.type.cls):
        raise ModelError(
            f"the initial state of {machine.name} is {machine.initial!r}, and must be a {state}, as in state.default"
        )
    machine.encode(machine.initial)
