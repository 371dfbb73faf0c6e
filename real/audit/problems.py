"""Findings as they are collected: of each kind some are listed, and the others counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tidemark.real.audit.kinds import NAMES, OR_COPIED
from tidemark.spec.families.audits import LISTED, Finding


@dataclass
class Problems:
    """The findings in one group and place. moving: the kinds that a copy of a running broker can cause there."""

    group: str
    place: str
    moving: frozenset[str] = frozenset()
    found: list[Finding] = field(default_factory=list)
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, kind: str, file: str, offset: int | None, message: str, **details: Any) -> None:
        """One more."""
        assert kind in NAMES, kind
        message += OR_COPIED if kind in self.moving else ""
        self.counts[kind, file] += 1
        if self.counts[kind, file] <= LISTED:
            self.found.append(Finding(kind, self.group, self.place, file, offset, message, details))

    def add_all(self, kind: str, file: str, rows: Iterable[tuple[int, str]], number: int) -> None:
        """Some more, each with its offset and text; of `number` only the first ones are asked for."""
        room = LISTED - self.counts[kind, file]
        for _, (offset, text) in zip(range(min(room, number)), rows, strict=False):
            self.add(kind, file, int(offset), text)
        self.counts[kind, file] += max(0, number - max(room, 0))

    def _more(self, kind: str, count: int) -> str:
        return f"and {count:,} more{OR_COPIED if kind in self.moving else ''}"

    @property
    def findings(self) -> list[Finding]:
        """What is listed, and one finding for those of a kind and file that are not."""
        more = [
            Finding(
                kind, self.group, self.place, file, None, self._more(kind, count - LISTED), {}, count - LISTED
            )
            for (kind, file), count in self.counts.items()
            if count > LISTED
        ]
        return [*self.found, *more]
