"""A function that is no protocol, and is computed from a command line: what it takes, and what it gives.

`tidemark compute` reads the words of the command line by its parameters, and shows the table that it gives.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Parameter:
    """A parameter: how its text is read, which raises ValueError where it can't be, and the text if none is given.

    default: None where it must be given; empty where it may be left out.
    """

    name: str
    summary: str
    read: Callable[[str], Any]
    default: str | None = None


@dataclass(frozen=True)
class ComputedTable:
    """A table, what is said below it, and a picture that stands in its place on a screen, if there is one."""

    headers: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]
    notes: tuple[str, ...] = ()
    picture: str = ""


@dataclass(frozen=True)
class Function:
    """A function: what it is in a line, its parameters, words that show its use, and what computes it.

    `compute` takes the parameters by their names, with `_` for `-`. It raises ValueError where it has no value.
    """

    about: str
    parameters: tuple[Parameter, ...]
    example: str
    compute: Callable[..., ComputedTable]


def number(least: int = 0, most: int = 2**31 - 1) -> Callable[[str], int]:
    """Reads a number within a range."""

    def read(word: str) -> int:
        if not word.isascii() or not word.isdigit() or not least <= int(word[:20]) <= most:
            raise ValueError(f"it is a number from {least} to {most}")
        return int(word)

    return read


def choice_of(names: Sequence[str]) -> Callable[[str], str]:
    """Reads a name that must be one of these."""

    def read(word: str) -> str:
        if word not in names:
            raise ValueError(f"there is: {', '.join(names)}")
        return word

    return read


def items(word: str) -> list[str]:
    """Reads what commas separate."""
    parts = [part for part in word.split(",") if part]
    if len(set(parts)) != len(parts):
        raise ValueError("one of them is there twice")
    return parts


def pairs(word: str) -> list[tuple[str, str]]:
    """Reads what commas separate, each split at its last colon; the second part is empty without one."""
    parts = [part.rpartition(":") if ":" in part else (part, "", "") for part in items(word)]
    if len({first for first, _, _ in parts}) != len(parts):
        raise ValueError("one of them is there twice")
    return [(first, second) for first, _, second in parts]
