"""The values of several fields, numbered: which one a number stands for, and which number a value has.

    of x from 0 to 2 and y from 0 to 1:    (0, 0) is 0, (0, 1) is 1, (1, 0) is 2, …, (2, 1) is 5

A set has a place for each value of its element, and an engine numbers the values of a parameter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.kinds import NUMBER, TRUTH, Truth
from tidemark.spec.types.leaves import LeafType
from tidemark.spec.types.merging import is_value, merge


class Numbering:
    """The numbers of the values of some fields, from 0. The last field changes first, or the first one."""

    def __init__(self, domains: Sequence[LeafType], first_changes_first: bool = False) -> None:
        self._domains = domains
        sizes = [domain.hi - domain.lo + 1 for domain in domains]
        self.count = prod(sizes)
        faster = (sizes[:k] if first_changes_first else sizes[k + 1 :] for k in range(len(sizes)))
        self._strides = [prod(sizes_before) for sizes_before in faster]
        self._sizes = sizes

    def number(self, fields: Sequence[Any]) -> int | None:
        """The number of plain values; None where one of them is outside its domain."""
        number = 0
        for value, domain, stride in zip(fields, self._domains, self._strides, strict=True):
            if not domain.lo <= int(value) <= domain.hi:
                return None
            number += (int(value) - domain.lo) * stride
        return number

    def fields(self, number: int) -> tuple[int, ...]:
        """The values of a number."""
        parts = zip(self._domains, self._strides, self._sizes, strict=True)
        return tuple([number // stride % size + domain.lo for domain, stride, size in parts])

    def matches(self, fields: Sequence[Any]) -> list[Truth]:
        """Of each number, whether it is that of these values, of which some are symbolic. The last changes first."""
        matches: list[Truth] = [True]
        for value, domain in zip(fields, self._domains, strict=True):
            equal = [_is_equal(value, plain) for plain in range(domain.lo, domain.hi + 1)]
            matches = [before & same for before in matches for same in equal]
        return matches

    def split(self, number: Expr) -> Iterator[Any]:
        """The values of a symbolic number, as expressions."""
        for domain, stride, size in zip(self._domains, self._strides, self._sizes, strict=True):
            part = number // stride % size + domain.lo
            if domain.kind is NUMBER:
                yield part
            elif domain.kind is TRUTH:
                yield part == 1
            else:
                value = number.graph.const(domain.hi, domain.kind)
                for plain in range(domain.lo, domain.hi):
                    value = merge(part == plain, number.graph.const(plain, domain.kind), value)
                yield value


def _is_equal(value: Any, plain: int) -> Any:
    """Whether a field, symbolic or not, has a plain value."""
    return is_value(value, plain) if isinstance(value, Expr) else int(value) == plain
