"""What all cells of a data set show together: the fewest conditions that decide a promise, whatever the others are."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from tidemark.checker.evidence.matrix.grid import RESERVED

Row = Mapping[str, Any]
Condition = tuple[tuple[str, str], ...]
"""Settings of some axes: pairs of an axis and its setting."""


def axes_of(rows: Sequence[Row]) -> dict[str, list[str]]:
    """The axes of the rows with their settings, as they come."""
    axes: dict[str, list[str]] = {}
    for row in rows:
        for name, value in row.items():
            if name not in RESERVED and value is not None and value not in axes.setdefault(name, []):
                axes[name].append(value)
    return axes


def always(rows: Sequence[Row], verdict: str) -> list[Condition]:
    """The most general conditions under which every row has this verdict. None of them contains another."""
    axes = axes_of(rows)
    conditions: list[Condition] = []
    for size in range(len(axes) + 1):
        for names in itertools.combinations(axes, size):
            for settings in itertools.product(*(axes[name] for name in names)):
                condition = tuple(zip(names, settings, strict=True))
                if any(set(general) <= set(condition) for general in conditions):
                    continue
                matching = [row for row in rows if all(row.get(name) == value for name, value in condition)]
                if matching and all(row["verdict"] == verdict for row in matching):
                    conditions.append(condition)
    return conditions


def in_words(condition: Condition) -> str:
    """A condition as a phrase."""
    return " and ".join(f"{axis} {setting}" for axis, setting in condition) or "under all conditions"
