"""What the maps of histories share: how many numbers a machine needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tidemark.spec.logs.events import LogEvent

LARGEST = 1 << 16
"""The most values of a history."""


def has_failed(answer: LogEvent | None) -> bool:
    """Whether an operation was answered, and had no effect."""
    return answer is not None and answer.name == "fail"


def codes_in(codes: Any) -> Iterable[int]:
    """The numbers in what the reader gives of a value."""
    if isinstance(codes, tuple):
        for part in codes:
            yield from codes_in(part)
    else:
        yield codes


def largest(numbers: Iterable[int]) -> int:
    """A bound for these numbers; the same for many histories, so that they share a machine."""
    return max(7, (1 << max(numbers, default=0).bit_length()) - 1)


def largest_code(events: Sequence[LogEvent]) -> int:
    """A bound for the numbers of the values of a history."""
    return largest(code for event in events for code in codes_in(event.codes))
