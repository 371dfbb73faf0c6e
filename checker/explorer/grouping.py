"""By what states are put into groups: chosen fields, and functions of a state that a person types in Python.

Where ids are interchangeable, states that differ by a renaming of them may be one group.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from tidemark.base.errors import UsageError
from tidemark.checker.engines.native.state_query import Key
from tidemark.checker.explorer.conditions import values
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.kinds import Constant, Kind
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import symbolic_state
from tidemark.spec.machines.symmetry import rename, renamings

MOST_RENAMINGS = 120
"""Renamings of ids that are compiled into a question: those of five ids."""


@dataclass(frozen=True)
class GroupingChoice:
    """What is chosen: the paths of fields; values in Python, or nothing; and whether renamed ids are the same."""

    paths: Sequence[str] = ()
    typed: str = ""
    renames: bool = False


def fields(machine: Machine) -> list[str]:
    """The paths of the fields that may be chosen: those with more than one value."""
    return [leaf.path for leaf in machine.leaves if 0 < leaf.bits < 16]


class Grouping:
    """The key of each group, with the names of its values.

    Raises:
        UsageError: there is no such field, no such values, or no symmetry.
    """

    def __init__(self, machine: Machine, choice: GroupingChoice) -> None:
        if wrong := [path for path in choice.paths if path not in fields(machine)]:
            raise UsageError(f"there is no field {wrong[0]} to make groups by")
        number_by_path = {leaf.path: number for number, leaf in enumerate(machine.leaves)}
        leaves = [number_by_path[path] for path in choice.paths]
        typed, function = values(machine, choice.typed) if choice.typed.strip() else ([], lambda _: [])
        self.names = [*choice.paths, *typed]
        graph, first, state = symbolic_state(machine.type)
        ways: list[list[Expr]] = [[*(first[leaf] for leaf in leaves), *function(state)]]
        for renaming in self._renamings(machine) if choice.renames else ():
            renamed, flat = rename(machine.type, state, renaming), list[Expr]()
            machine.type.flatten(renamed, flat)
            ways.append([graph.lift(part) for part in (*(flat[leaf] for leaf in leaves), *function(renamed))])
        self.key = Key(ways)
        self._kinds: list[Kind] = [part.kind for part in ways[0]]

    def _renamings(self, machine: Machine) -> list[dict[str, tuple[int, ...]]]:
        count = prod(group.order for group in machine.id_groups.values()) - 1
        if count > MOST_RENAMINGS:
            ways = f"{count:,} ways to rename the ids"
            raise UsageError(f"there are {ways}, and at most {MOST_RENAMINGS} are tried")
        return list(renamings(machine))

    def texts(self, values: Sequence[int]) -> list[str]:
        """The values of a group as a person reads them."""
        return [_text(kind, value) for kind, value in zip(self._kinds, values, strict=True)]


def _text(kind: Kind, value: int) -> str:
    match kind.family:
        case "truth":
            return "yes" if value else "no"
        case "set":
            return "{" + ", ".join(str(k) for k in range(kind.size) if value >> k & 1) + "}"
        case "id" | "label":
            return repr(Constant(value, kind))
        case _:
            return str(value)
