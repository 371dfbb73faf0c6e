"""Releases of a system by their numbers, and which of them a protocol is true to.

covers(("3.7", "4.3"), "3.9.2")     # True: 3.7 stands for all of 3.7.x, and 4.3 for all of 4.3.x
covers(("3.3", "3.4.0"), "3.4")     # True: some of 3.4.x are among them
"""

from __future__ import annotations

import re
from collections.abc import Iterable

Range = tuple[str, str]
"""The first release and the last."""
_PARTS = 4
_ABOVE_ALL = 1 << 30


def is_release(word: str) -> bool:
    """Whether a word is the number of a release: `3.9`, `0.10.2.1`."""
    return re.fullmatch(r"\d+(\.\d+){1,3}", word) is not None


def covers(releases: Range, word: str) -> bool:
    """Whether a release is in a range. One without all of its parts stands for all that begin so."""
    first, last = releases
    return first_patch(first) <= _greatest(word) and first_patch(word) <= _greatest(last)


def span(ranges: Iterable[Range]) -> Range:
    """From the first release of all ranges to the last."""
    firsts, lasts = zip(*ranges, strict=True)
    return min(firsts, key=first_patch), max(lasts, key=_greatest)


def in_words(releases: Range) -> str:
    """A range, as in `3.7 to 3.9`."""
    first, last = releases
    return first if first == last else f"{first} to {last}"


def first_patch(word: str) -> tuple[int, ...]:
    """The numbers of a release, or of the first that a shorter word stands for: in their order, releases sort."""
    return _fill_parts(word, 0)


def _greatest(word: str) -> tuple[int, ...]:
    return _fill_parts(word, _ABOVE_ALL)


def _fill_parts(word: str, rest: int) -> tuple[int, ...]:
    parts = [int(part) for part in word.split(".")]
    return (*parts, *[rest] * (_PARTS - len(parts)))
