"""What a machine must be: whatever would be read as something else is refused, where its author's line is known.

Apart from `tidemark.spec.machines.machine`, which says what a machine is and how an engine reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import prod
from typing import Any

from tidemark.spec.expressions.kinds import Kind
from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.machines.declarations import Declaration, Promise
from tidemark.spec.machines.temporal import TemporalPromise
from tidemark.spec.types.composites import RecordType
from tidemark.spec.types.leaves import LeafType
from tidemark.spec.types.members import noun_of_member

MOST_CHOICES = (1 << 16) - 1
"""Of actions with their arguments: compiled code numbers them in 16 bits, and Spark takes the last number for none."""


def require_parts(name: Any, state: Any, **named: Any) -> None:
    """Refuse parts of a machine that are not of the right kind: a user may give anything.

    named: its bounds and its domains.

    Raises:
        ModelError: one of them is not.
    """
    if not isinstance(name, str) or not name.strip():
        raise ModelError(f"the name of a machine is a word, not {name!r}")
    if not isinstance(state, RecordType):
        raise ModelError(f"the state type of {name} is what Record.of() gives, not {state!r}")
    for part, mapping in named.items():
        if not isinstance(mapping, Mapping) or not all(isinstance(key, str) for key in mapping):
            raise ModelError(f"the {part} of {name} are a dictionary whose keys are names, not {mapping!r}")


def require_declarations(declarations: Any, kind: type[Declaration], machine: str) -> tuple[Any, ...]:
    """The actions or promises that a machine is given.

    Raises:
        ModelError: they are no list, one of them is not declared, or two have one name.
    """
    noun = kind.__name__.lower()
    if not isinstance(declarations, Iterable):
        shown = declarations.name if isinstance(declarations, Declaration) else repr(declarations)
        raise ModelError(f"the {noun}s of {machine} are a list, as in [{shown}], not {shown}")
    members = tuple(declarations)
    for member in members:
        if isinstance(member, Declaration) and not isinstance(member, kind):
            raise ModelError(
                f"{member.name}, among the {noun}s of {machine}, is no {noun}: {noun}s have @{noun} above them"
            )
        if not isinstance(member, kind):
            name = getattr(member, "__name__", repr(member))
            raise ModelError(
                f"{name}, among the {noun}s of {machine}, is not declared: put @{noun} above its def"
            )
    names = [member.name for member in members]
    for name in names:
        if names.count(name) > 1:
            raise ModelError(f"{machine} has two {noun}s called {name}: name them apart")
    return members


def require_constraints(constraints: Any, machine: str) -> tuple[Promise, ...]:
    """The constraints that a machine is given: promises about states, which bound what is searched.

    Raises:
        ModelError: they are no list, or one of them is no such promise.
    """
    members: tuple[Promise, ...] = require_declarations(constraints, Promise, machine)
    for constraint in members:
        if isinstance(constraint, TemporalPromise):
            raise ModelError(
                f"{constraint.name} is about runs, and a constraint of {machine} is about one state"
            )
    return members


def require_domains(machine: str, actions: Iterable[Any], domains: Mapping[str, LeafType]) -> None:
    """Refuse a parameter of an action, or of a promise about runs, without a type, and more choices than are numbered.

    Raises:
        ModelError: its domain is not one of the machine's; or all parameters together have too many values.
    """
    total = 0
    for action in actions:
        for parameter, domain in action.parameters.items():
            require_domain(machine, action, parameter, domain, domains)
        ranges = [domains[domain] for domain in action.parameters.values()]
        for parameter, domain in zip(action.parameters, ranges, strict=True):
            if isinstance(action, Promise) and (noun := noun_of_member(domain)):
                raise ModelError(
                    f"the parameter {parameter} of {action.name} is a {noun} of a field of the state: loop over them "
                    f"in the promise, or give {parameter} a domain whose values stay the same",
                    action.place,
                )
        total += (choices := prod(domain.hi - domain.lo + 1 for domain in ranges))
        if total > MOST_CHOICES:
            raise ModelError(
                f"the parameters of {action.name} have {choices:,} choices, and {machine} may have {MOST_CHOICES:,} in "
                "all: narrow a domain, or lower a bound",
                action.place,
            )


def require_domain(
    machine: str, declared: Any, parameter: str, domain: str, domains: Mapping[str, LeafType]
) -> None:
    """Refuse a parameter whose domain is not one of the machine's.

    Raises:
        ModelError: it is not.
    """
    if domain not in domains:
        names = ", ".join(domains)
        has = f"has the domains {names}" if names else "has no domains"
        raise ModelError(
            f"the parameter {parameter} of {declared.name} ranges over {domain}, and {machine} {has}: give its "
            f'type to the machine, as in domains={{"{domain}": Int(0, 3)}}, or in a family to the '
            f'annotation, as in Domain("{domain}", lambda at: Int(0, 3))',
            declared.place,
        )


def require_choices(machine: str, declared: Any, domains: Mapping[str, LeafType]) -> None:
    """Refuse a function of initial states that has a parameter without a type, or a message of a network as one.

    There may be more choices than actions may have: an engine gives no number to them.

    Raises:
        ModelError: it has.
    """
    for parameter, domain in declared.parameters.items():
        require_domain(machine, declared, parameter, domain, domains)
        if noun := noun_of_member(domains[domain]):
            raise ModelError(
                f"the parameter {parameter} of {declared.name} is a {noun} of {domain}, and {machine} begins without "
                f"{noun}s: give it a domain of its own",
                declared.place,
            )


def require_one_size(machine: str, kinds: Iterable[Kind]) -> None:
    """Refuse two sorts of ids of one name: an id of one would be read as one of the other.

    Raises:
        ModelError: there are.
    """
    sizes: dict[str, int] = {}
    for kind in kinds:
        if kind.family in ("id", "set") and sizes.setdefault(kind.name, kind.size) != kind.size:
            raise ModelError(
                f"{machine} has {sizes[kind.name]} {kind.name} ids in one place and {kind.size} in another: make the "
                "type once, or give each sort a name of its own"
            )
