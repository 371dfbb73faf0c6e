"""Amounts as a user writes them: whole numbers, times and sizes, each with a limit that no sensible one reaches.

A number beyond it is a typing error, and is refused before it fills the machine. Apart from the command line
because the engines declare their options with these (`tidemark.checker.engines.engine`).
"""

from __future__ import annotations

import argparse
import math
import os
import re
from collections.abc import Callable

from tidemark.base.counts import count_of

MOST_STATES = 10**12
"""More than any disk holds."""
MOST_SECONDS = 10**6
"""Eleven days."""
MOST_MEMORY = 2**50
"""Bytes. What the machine lacks is not taken, whatever is asked for."""
MOST_TASKS = 10_000
MOST_STEPS = 1000
"""The most steps of a run that z3 is asked about: a few dozen take it minutes."""
LONGEST = 40
"""Characters of a wrong number that are repeated in the complaint."""

_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


def whole(least: int, most: int, why: str = "") -> Callable[[str], int]:
    """Reads a whole number from `least` to `most`; `why` says where that limit comes from.

    What it gives raises argparse.ArgumentTypeError if a text is no such number.
    """

    def read(word: str) -> int:
        if not re.fullmatch("[0-9]+", word) or (len(word) < LONGEST and int(word) < least):
            raise argparse.ArgumentTypeError(f"{_short(word)} is not a whole number from {least} on")
        if len(word) >= LONGEST or int(word) > most:
            reason = f", {why}" if why else ""
            raise argparse.ArgumentTypeError(f"{_short(word)} is too many: at most {most:,}{reason}")
        return int(word)

    return read


def _short(word: str) -> str:
    return word if len(word) <= LONGEST else f"{word[:LONGEST]}…"


positive = whole(1, MOST_STATES)
"""A number of states or of anything else that is counted: from 1 on."""
natural = whole(0, MOST_STATES)
"""The same, from 0 on."""
steps = whole(1, MOST_STEPS)
"""How many states z3 looks ahead."""
tasks = whole(1, MOST_TASKS)
"""How many tasks a Spark job has."""


def workers(word: str) -> int:
    """How many threads or processes work at a time: up to four for each core, and 16 in any case.

    Raises:
        argparse.ArgumentTypeError: it is not such a number.
    """
    cores = len(os.sched_getaffinity(0))
    most = min(1024, max(16, 4 * cores))
    return whole(1, most, f"on {count_of(cores, 'core')}")(word)


def integer(word: str) -> int:
    """A whole number, below 0 too: only the caller knows its limits.

    Raises:
        argparse.ArgumentTypeError: it is not one of 64 bits.
    """
    if not re.fullmatch(r"[+-]?[0-9]+", word):
        raise argparse.ArgumentTypeError(f"{_short(word)} is not a whole number")
    if len(word) > 19 or abs(int(word)) >= 2**63:
        raise argparse.ArgumentTypeError(f"{_short(word)} is too large: at most 64 bits")
    return int(word)


def seconds(word: str) -> float:
    """A time in seconds, above 0.

    Raises:
        argparse.ArgumentTypeError: it is not one.
    """
    try:
        value = float(word)
    except ValueError:
        value = 0.0
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{_short(word)} is not a time in seconds, such as 10 or 0.5")
    if value > MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"{_short(word)} is too long: at most {MOST_SECONDS:,} seconds")
    return value


def size(word: str) -> int:
    """Bytes, from a text such as 8G or 512M.

    Raises:
        argparse.ArgumentTypeError: it is not a size.
    """
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)\s*([KMGT]?)(?:i?B)?", word.strip(), re.IGNORECASE)
    value = float(match[1]) * _UNITS[match[2].upper()] if match else 0.0
    if value < 1:
        raise argparse.ArgumentTypeError(
            f"{_short(word)} is not a size: write a number and K, M, G or T, as in 8G"
        )
    if value > MOST_MEMORY:
        raise argparse.ArgumentTypeError(f"{_short(word)} is too much: at most {size_text(MOST_MEMORY)}")
    return int(value)


def size_text(count: float) -> str:
    """A number of bytes in words, such as 9.4 MiB."""
    units = ["B", "KiB", "MiB", "GiB", "TiB"]
    while count >= 1000 and len(units) > 1:
        count /= 1024
        del units[0]
    return f"{count:,.1f}".removesuffix(".0") + f" {units[0]}" if count < 10 else f"{count:,.0f} {units[0]}"
