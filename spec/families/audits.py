"""What an auditor gives: it reads directories that a running system left, and finds what a protocol does not allow.

An audit has three steps. `survey` lists what is there, and cuts it into units, each of one group. `scan` reads one
unit; units are scanned apart, in any order, on any machine, and each gives one fact. `settle` gets all facts of a
group, and says what they mean together. Whatever goes from one step to the next can be pickled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

LISTED = 20
"""How many findings of one kind in one file are listed; of the others only the number."""
GRAVITIES = (
    "What was promised is gone, or differs", "The system will act on something wrong",
    "The system mends this when it starts", "Only told: no damage",
)  # fmt: skip
"""What the gravity of a kind means, the gravest first."""


@dataclass(frozen=True)
class FindingKind:
    """A kind of finding: what it says, the promise that it breaks, and how it comes about.

    `scenario`: the one that tells it, if any. A kind that is no `damage` is only told. `gravity`: a
    place in `GRAVITIES`; findings are shown in that order.
    """

    name: str
    says: str
    promise: str
    cause: str
    scenario: str = ""
    damage: bool = True
    gravity: int = 1


@dataclass(frozen=True)
class AuditFinding:
    """One finding. `place`: the directory; `at`: where in a copy, or None; `count`: how many it stands for."""

    kind: str
    group: str
    place: str
    file: str
    at: int | None
    text: str
    details: dict[str, Any] = field(default_factory=dict)
    count: int = 1


@dataclass(frozen=True)
class Unit:
    """What is read in one go: its group, its bytes, and what `scan` needs to know."""

    group: str
    size: int
    data: Any


@dataclass(frozen=True)
class CopyCell:
    """Some offsets of a copy, as a picture shows them. `shade`: a number for a color; `text`: what that stands for;
    `mark`: whether it differs.
    """

    first: int
    last: int
    text: str
    shade: int
    mark: bool


@dataclass(frozen=True)
class Strip:
    """One copy in a picture. `flag`: an offset that is marked, and its label."""

    name: str
    cells: tuple[CopyCell, ...]
    flag: tuple[int, str] | None = None


@dataclass(frozen=True)
class Drawing:
    """The copies of a group, drawn over one another where they differ. `mark`, `flag`: what a marked cell and a flag
    mean, for the legend.
    """

    group: str
    title: str
    strips: tuple[Strip, ...]
    mark: str
    flag: str


@dataclass(frozen=True)
class Standing:
    """What one copy of a group holds. `place`: its directory; `cells`: the row of a table; `data`: as JSON, with the
    `name` of the copy.
    """

    group: str
    place: str
    cells: dict[str, str]
    data: dict[str, Any]


@dataclass(frozen=True)
class LostRange:
    """Positions of a group that were acknowledged, and that some copy lacks or has otherwise.

    `since`, `until`: the times of the first and the last of them, in ms; None if they are not known. `is_between`: the
    times are of what lies before and behind, since no copy has these positions. `held_by`: the copies that have all of
    it. `lost_by`: the others, each with what is wrong there.
    """

    group: str
    first: int
    last: int
    since: int | None = None
    until: int | None = None
    is_between: bool = False
    held_by: tuple[str, ...] = ()
    lost_by: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Advice:
    """What follows from the findings in a group, in sentences under headings: who may replace the others, what the
    system will do, what a person may do, and must not do.
    """

    group: str
    sections: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class CopyChanges:
    """How the copies of two audits differ. `vanished`: what was acknowledged and on a copy, and is on none now.
    `texts`: group, copy, and in words how it changed. `held`: the first position of each copy now, and the one behind
    its last, by group and name.
    """

    vanished: Sequence[LostRange] = ()
    texts: Sequence[tuple[str, str, str]] = ()
    held: Mapping[tuple[str, str], tuple[int, int]] = field(default_factory=dict)


@dataclass
class AuditSurvey:
    """What there is to read. `unread`: path and reason of what can't be read. `notes`: what will not be looked at."""

    units: list[Unit] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    findings: list[AuditFinding] = field(default_factory=list)
    unread: list[tuple[str, str]] = field(default_factory=list)
    lost: list[LostRange] = field(default_factory=list)
    advice: list[Advice] = field(default_factory=list)


@dataclass
class GroupFindings:
    """What the facts of a group mean. `rows`: what was read, one row a unit, of the auditor's columns. `standings`: one
    for each copy.
    """

    findings: list[AuditFinding] = field(default_factory=list)
    rows: list[dict[str, Any]] = field(default_factory=list)
    unread: list[tuple[str, str]] = field(default_factory=list)
    drawings: list[Drawing] = field(default_factory=list)
    standings: list[Standing] = field(default_factory=list)
    lost: list[LostRange] = field(default_factory=list)
    advice: list[Advice] = field(default_factory=list)


class Auditor(Protocol):
    """Reads directories of one sort. `noun`: what a group is called; `columns`: a row's columns with Arrow's types."""

    noun: str
    kinds: Sequence[FindingKind]
    columns: Sequence[tuple[str, str]]

    def compare_copies(
        self, before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]
    ) -> CopyChanges:
        """How the copies of an earlier audit differ from those of now. Both: their data, each with its `group`."""

    def survey(self, paths: Sequence[Path], thorough: bool = False) -> AuditSurvey:
        """What there is to read. thorough: whether `scan` also looks at what takes much longer.

        Raises:
            UsageError: a directory is missing, can't be read, or is not of this sort.
        """

    def scan(self, unit: Unit) -> Any:
        """The fact of a unit. Says what could not be read, and does not fail on it."""

    def settle(self, group: str, facts: Sequence[Any]) -> GroupFindings:
        """What all facts of a group mean together."""
