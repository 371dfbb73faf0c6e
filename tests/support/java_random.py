"""The random numbers of `java.util.Random`, so that a placement drawn here is the one that Kafka draws."""

from __future__ import annotations

from typing import Any

MASK = (1 << 48) - 1


class JavaRandom:
    """`java.util.Random` with a seed: `nextInt(bound)` and `Collections.shuffle`."""

    def __init__(self, seed: int) -> None:
        self.state = (seed ^ 0x5DEECE66D) & MASK

    def _next(self) -> int:
        """31 bits."""
        self.state = (self.state * 0x5DEECE66D + 11) & MASK
        return self.state >> 17

    def randrange(self, stop: int) -> int:
        """A number from 0 to stop - 1."""
        bits = self._next()
        if stop & (stop - 1) == 0:
            return stop * bits >> 31
        while bits - bits % stop + stop - 1 >= 2**31:  # so that each is as likely
            bits = self._next()
        return bits % stop

    def shuffle(self, x: list[Any]) -> None:
        """Bring a list into a random order."""
        for k in range(len(x), 1, -1):
            other = self.randrange(k)
            x[k - 1], x[other] = x[other], x[k - 1]
