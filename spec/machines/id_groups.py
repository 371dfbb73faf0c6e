"""The renamings of the ids of one sort that a machine may not notice: all of them, or those around a ring.

What a machine asks of the order of its ids says which remain:

    ids are compared with == and !=                     every renaming: of 3 ids 6
    next_id(), previous_id() and steps_between()        the rotations: of 3 ids 3
    position() and id_at()                              none; such a sort has no group
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from math import factorial


@dataclass(frozen=True)
class IdGroup:
    """The renamings of ids 0 to `size` - 1: a group, which is that of the rotations where the ids stand on a ring.

    >>> list(IdGroup(3, is_ring=True))
    [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    """

    size: int
    is_ring: bool = False

    @property
    def order(self) -> int:
        """How many renamings there are, with the one that changes nothing."""
        return self.size if self.is_ring else factorial(self.size)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """Every renaming, as the new id of each old one; first the one that changes nothing."""
        if not self.is_ring:
            yield from itertools.permutations(range(self.size))
            return
        for steps in range(self.size):
            yield (*range(steps, self.size), *range(steps))

    def generators(self) -> list[tuple[int, ...]]:
        """Renamings of which every other one is made: the rotation by one, and the exchange of two ids."""
        rotation = (*range(1, self.size), 0)
        exchange = (1, 0, *range(2, self.size))
        return sorted({rotation} if self.is_ring or self.size == 1 else {rotation, exchange})
