"""A grid of conditions: which protocols, at which settings of which axes, and what they must promise."""

from __future__ import annotations

import hashlib
import itertools
import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from tidemark import __version__, impl
from tidemark.base.errors import UsageError
from tidemark.base.files import read_toml
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.origin import Origin, Source

RESERVED = (
    "key", "protocol", "promise", "verdict", "length", "states", "depth", "seconds", "stopped", "bounds",
    "counterexample", "note",
)  # fmt: skip
"""The columns that every data set has: no axis may be called so."""
MOST = 10_000
"""Cells of a grid: each is built before the first is searched, and no table of more can be read."""


@dataclass(frozen=True)
class GridCell:
    """One protocol under one combination of conditions. `conditions` has for each axis the name of its setting.

    `source` is the user's file that has the protocol; None where it is known by its name.
    """

    protocol: str
    conditions: Mapping[str, str]
    bounds: Mapping[str, Any]
    promises: tuple[str, ...]
    source: Source | None = None

    @cached_property
    def key(self) -> str:
        """Its identity, from all that its result depends on but limits: the names of the conditions do not matter."""
        file = [self.source.digest] if self.source else []
        bounds = sorted(self.machine(traced=False).bounds.items())
        content = json.dumps([__version__, self.protocol, bounds, self.promises, *file])
        return hashlib.sha256(content.encode()).hexdigest()[:16]

    def machine(self, *, traced: bool = True) -> Machine:
        """The machine, with the promises under check; `traced` is as in `Family.machine`.

        Raises:
            UsageError: an unknown name, or a bound out of its range.
        """
        origin = Origin(self.protocol, self.bounds, promises=self.promises, source=self.source)
        return impl.machine(origin, traced=traced)

    def __str__(self) -> str:
        return ", ".join([self.protocol, *(f"{axis}: {name}" for axis, name in self.conditions.items())])


@dataclass(frozen=True)
class Grid:
    """All cells, in the order of the table."""

    protocols: tuple[str, ...]
    axes: Mapping[str, tuple[str, ...]]
    promises: tuple[str, ...]
    cells: tuple[GridCell, ...]

    def longest_first(self) -> list[GridCell]:
        """The cells in the order to start them in: larger states first, then gentler conditions, later protocols."""

        def haste(cell: GridCell) -> tuple[int, int, int]:
            bits = sum(leaf.bits for leaf in cell.machine(traced=False).leaves)
            harshness = sum(self.axes[axis].index(setting) for axis, setting in cell.conditions.items())
            return -(bits // 16), harshness, -self.protocols.index(cell.protocol)

        return sorted(self.cells, key=haste)


def load(path: str | Path | None = None, machines: Source | None = None) -> Grid:
    """The grid of a TOML file; without one, that of the first family that has one.

    machines: a user's file, whose families and protocols come before those known by name.

    Raises:
        UsageError: the file can't be read, or asks for something that is not there.
    """
    families = [p.family for p in machines.protocols.values()] if machines else impl.families()
    name = path or next((family.grid for family in families if family.grid), None)
    if name is None:
        raise UsageError("no family has a grid: name one with --grid FILE")
    data = read_toml(name, "grid")
    try:
        return _grid(data, machines)
    except UsageError as error:
        raise UsageError(f"{name}: {error}") from None


def _grid(data: dict[str, Any], machines: Source | None) -> Grid:
    _require_lists(data)
    axes: dict[str, dict[str, dict[str, Any]]] = data["axes"]
    for axis, settings in axes.items():
        _require_axis(axis, settings)
    count = len(data["protocols"]) * math.prod(map(len, axes.values()))
    if count > MOST:
        raise UsageError(f"it has {count:,} cells, and a grid at most {MOST:,}")
    names = {axis: tuple(settings) for axis, settings in axes.items()}
    grid = Grid(tuple(data["protocols"]), names, tuple(data["promises"]), tuple(_cells(data, axes, machines)))
    _ = [cell.key for cell in grid.cells]  # builds each machine: a mistake in any is reported before a search
    return grid


def _require_lists(data: Mapping[str, Any]) -> None:
    """Refuse a file whose fields do not have the types of a grid's.

    Raises:
        UsageError: a field is missing, or has another type.
    """
    for field, kind in (("protocols", list), ("promises", list), ("axes", dict)):
        if not isinstance(data.get(field), kind) or not data[field]:
            raise UsageError(f"{field} is missing, or not a {'list' if kind is list else 'table'}")
        if kind is list and not all(isinstance(name, str) for name in data[field]):
            raise UsageError(f"{field} must be a list of names")
    if not isinstance(data.get("bounds", {}), dict):
        raise UsageError("bounds must be a table")


def _require_axis(axis: str, settings: Any) -> None:
    """Refuse an axis that can't be a column of the results, or that has no settings.

    Raises:
        UsageError: it is such an axis.
    """
    if axis in RESERVED:
        raise UsageError(f"an axis can't be called {axis}, as a column of the results is")
    is_table = isinstance(settings, dict) and all(isinstance(bounds, dict) for bounds in settings.values())
    if not settings or not is_table:
        raise UsageError(f"the axis {axis} must be a table of settings, each with the bounds that it sets")
    if wrong := [name for name in (axis, *settings) if not name.isprintable()]:
        raise UsageError(f"the axis or setting {wrong[0]} has a name that can't be printed")


def _cells(
    data: Mapping[str, Any], axes: Mapping[str, Mapping[str, Mapping[str, Any]]], machines: Source | None
) -> Iterator[GridCell]:
    """Each protocol under each combination of settings. A setting's bounds replace those that all cells have."""
    for settings in itertools.product(*axes.values()):
        conditions = dict(zip(axes, settings, strict=True))
        bounds = dict(data.get("bounds", {}))
        for axis, setting in conditions.items():
            bounds |= axes[axis][setting]
        for protocol in data["protocols"]:
            source = machines if machines and protocol in machines.protocols else None
            yield GridCell(protocol, conditions, bounds, tuple(data["promises"]), source)
