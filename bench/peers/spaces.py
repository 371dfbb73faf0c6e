"""The spaces on which the peers are measured: the bounds of published/high-watermark, and how many states there are."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Bounds:
    """The size of a cluster and of its history. `max_epoch=2` means the leader epochs 0, 1 and 2."""

    replicas: int = 3
    log_size: int = 2
    records: int = 2
    max_epoch: int = 2

    @classmethod
    def parse(cls, text: str) -> Bounds:
        """Read `replicas/log size/records/max epoch`, such as `3/2/2/2`; ValueError if it is not that."""
        if not re.fullmatch(r"[0-9]+(/[0-9]+){3}", text):
            raise ValueError(f"bounds are replicas/log size/records/max epoch, such as 3/2/2/2, not {text!r}")
        return cls(*map(int, text.split("/")))

    def __str__(self) -> str:
        return f"{self.replicas}/{self.log_size}/{self.records}/{self.max_epoch}"

    def by_constant(self) -> dict[str, int]:
        """The bounds under the names that the models of the peers give them."""
        return {
            "REPLICAS": self.replicas,
            "LOG_SIZE": self.log_size,
            "MAX_RECORDS": self.records,
            "MAX_EPOCH": self.max_epoch,
        }

    def by_option(self) -> dict[str, int]:
        """The bounds under the names that Tidemark gives them."""
        return {
            "replicas": self.replicas,
            "log-size": self.log_size,
            "records": self.records,
            "max-epoch": self.max_epoch,
        }


SPACES: dict[Bounds, int | None] = {
    Bounds(2, 2, 2, 2): 10_131,
    Bounds(3, 2, 2, 1): 67_807,
    Bounds(3, 2, 1, 2): 225_196,
    Bounds(3, 2, 2, 2): 1_988_158,
    Bounds(3, 3, 3, 2): 11_775_808,
    Bounds(3, 3, 4, 2): 27_676_138,
    Bounds(3, 4, 4, 2): 54_912_406,
    Bounds(3, 4, 5, 2): 142_040_308,
    Bounds(3, 3, 3, 3): None,
    Bounds(3, 2, 2, 4): None,
}
"""Spaces in the order of their states, which every peer has to count; None where they were not counted before."""
USUAL = Bounds()
SMALLEST = Bounds(2, 2, 2, 2)
MANY = 1 << 23
"""How many states are assumed of a space that is not listed."""


def about(bounds: Bounds) -> int:
    """About how many states a space has: a guess where they are not known."""
    if bounds not in SPACES:
        return MANY
    return SPACES[bounds] or 2 * max(states for states in SPACES.values() if states)
