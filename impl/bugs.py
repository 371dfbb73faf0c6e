"""The corpus of Kafka's bugs: the releases that have each, and two machines that differ in it. `bugs.toml` has them.

A bug is reproduced if a promise is violated with the rule of the affected releases and holds with that of the repaired
ones, at equal bounds. For example, KAFKA-7128 is `kafka/2.6.1` with the rule `expand` of `kafka/2.0.0`, and
`kafka/2.6.1`. `tidemark verify` checks both machines as it checks the pins of a family.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_suffix(".toml")
PARTS = (
    "replication",
    "elections",
    "controller",
    "quorum",
    "group",
    "share groups",
    "transactions",
    "idempotence",
    "reassignment",
    "topics",
    "tiered storage",
    "metadata",
    "requests",
    "clients",
    "log files",
)
"""The parts of Kafka, in the order of the page."""


@dataclass(frozen=True)
class Side:
    """One of a reproduction's two machines, and the counts of its search.

    exchanged: rules of other protocols, as `--with` takes them. settings: bounds in which the two machines differ.
    """

    protocol: str
    distinct_states: int
    depth: int
    exchanged: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Reproduction:
    """A promise that the affected machine breaks and the repaired one keeps, at the same bounds."""

    promise: str
    length: int  # states of the shortest run that breaks it
    affected: Side
    repaired: Side
    bounds: Mapping[str, Any] = field(default_factory=dict)
    symmetry: bool = False
    quick: bool = False  # `tidemark verify` checks it without `--all` too

    def command(self, side: Side) -> str:
        """The command that searches one of the two machines."""
        words = ["tidemark", "check", side.protocol]
        words += [f"--with {rule}={protocol}" for rule, protocol in side.exchanged.items()]
        words += [f"--{bound} {value}" for bound, value in (*self.bounds.items(), *side.settings.items())]
        return " ".join([*words, *["--symmetry"] * self.symmetry, "--promise", self.promise])


@dataclass(frozen=True)
class Bug:
    """A reported bug of Kafka: reproduced, or else with the reason why it is not.

    >>> find("KAFKA-7128").repaired
    '2.0.1'
    """

    key: str  # its number, as KAFKA-7128, or that of the KIP that repaired it
    summary: str
    part: str  # of Kafka: one of `PARTS`
    affected: str  # releases, as "0.11 to 2.0.0"
    repaired: str  # the first release without it; empty if there is none
    source: str = ""  # where Kafka's code shows it: release, file and function
    reproduction: Reproduction | None = None
    also: tuple[str, ...] = ()  # other reports of it
    reason: str = ""  # why it is not reproduced
    confirmed: str = ""  # what real brokers of both releases showed

    @property
    def anchor(self) -> str:
        """Its anchor on the page docs/bugs.md."""
        return self.key.lower()


@cache
def bugs() -> tuple[Bug, ...]:
    """All bugs, ordered by part and then as in the file."""
    entries: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["bug"]
    return tuple(sorted(map(_read, entries), key=lambda bug: PARTS.index(bug.part)))


def _read(entry: dict[str, Any]) -> Bug:
    entry = {**entry, "also": tuple(entry.get("also", ()))}
    if reproduction := entry.get("reproduction"):
        sides = {name: Side(**reproduction[name]) for name in ("affected", "repaired")}
        entry["reproduction"] = Reproduction(**{**reproduction, **sides})
    return Bug(**entry)


def find(key: str) -> Bug | None:
    """The bug of that number, if the corpus has it."""
    return next((bug for bug in bugs() if key.upper() in (bug.key, *bug.also)), None)
