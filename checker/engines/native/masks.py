"""Masks: a bit for each promise, in as many 64-bit words as they need.

A module of its own because all that evaluates promises shares it: C has words where Python has one long number.
"""

from __future__ import annotations

from collections.abc import Iterable
from ctypes import c_uint64
from typing import Any

from tidemark.checker.engines.native.buffer import words
from tidemark.checker.engines.native.structures import Worker

BITS = 64


def mask_words(promises: int) -> int:
    """How many words a mask has; one where there is no promise."""
    return max(1, -(-promises // BITS))


def to_words(mask: int, count: int) -> Any:
    """A mask as an array of that many words."""
    return (c_uint64 * count)(*(mask >> BITS * k & (1 << BITS) - 1 for k in range(count)))


def from_words(array: Iterable[int]) -> int:
    """The mask in some words."""
    return sum(int(word) << BITS * k for k, word in enumerate(array))


def watching_worker(count: int, **parts: Any) -> Worker:
    """A worker that can evaluate promises, whose masks have that many words."""
    return Worker(met=words(count), broken=words(count), **parts)
