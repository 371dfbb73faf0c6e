"""What ranges of releases hide, as tables for a page: all impl/*/patches.toml, by family."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tidemark import impl
from tidemark.spec.families.releases import first_patch

RECORDS = sorted((Path(__file__).resolve().parents[1] / "impl").glob("**/patches.toml"))
NAMES = {family.pins.parent: family.name for family in impl.families() if family.pins}
"""The names of families, by their folders."""


class Comparison(NamedTuple):
    """What was compared for a family: its part of a record.

    compared: how much of Kafka's sources, in words.
    """

    family: str
    releases: tuple[str, ...]
    compared: str
    causes: dict[str, dict[str, str]]
    differences: list[dict[str, Any]]

    def line(self) -> str:
        """The family's line in the table of figures."""
        modelled = sum("rule" in row for row in self.differences)
        wrong = sum("cause" in row for row in self.differences)
        span = f"{self.releases[0]} to {self.releases[-1]} ({len(self.releases)})"
        figures = (self.compared, len(self.differences), modelled, wrong)
        return f"| `{self.family}` | {span} | " + " | ".join(map(str, figures)) + " |"


def _by_lines(record: dict[str, Any]) -> Iterator[Comparison]:
    """The families of a record whose protocols cite lines of the sources."""
    families = dict.fromkeys(protocol.partition("/")[0] for protocol in record["compared"])
    for family in families:
        protocols = [protocol for protocol in record["compared"] if protocol.partition("/")[0] == family]
        releases = {release for protocol in protocols for release in record["compared"][protocol]}
        cited = {
            line for name in protocols for lines in impl.protocol(name).references.values() for line in lines
        }
        rows = [row for row in record["difference"] if set(row["protocols"]) & set(protocols)]
        yield Comparison(
            family,
            tuple(sorted(releases, key=first_patch)),
            f"{len(cited)} cited lines",
            record["cause"],
            rows,
        )


def _by_functions(family: str, record: dict[str, Any]) -> Comparison:
    """The family of a record that names functions."""
    functions = {(row["file"], name) for row in record["function"] for name in row["names"]}
    compared, causes = f"{len(functions)} functions", record.get("cause", {})
    return Comparison(family, tuple(record["releases"]), compared, causes, record["difference"])


def comparisons() -> list[Comparison]:
    """What was compared for each family that has a record."""
    found: list[Comparison] = []
    for path in RECORDS:
        record = tomllib.loads(path.read_text(encoding="utf-8"))
        by_lines = "compared" in record
        found += _by_lines(record) if by_lines else [_by_functions(NAMES[path.parent], record)]
    return found


def causes() -> str:
    """The table of what the models get wrong within a range."""
    lines = ["| families | Kafka's issue | releases | what the model gets wrong |", "|---|---|---|---|"]
    shown: dict[tuple[str, ...], list[str]] = {}
    for comparison in comparisons():
        hidden = {row.get("cause") for row in comparison.differences}
        for name, cause in comparison.causes.items():
            if name in hidden:
                words = (cause["issue"], cause["releases"], cause["wrong"])
                shown.setdefault(words, []).append(f"`{comparison.family}`")
    lines += [f"| {', '.join(families)} | {' | '.join(words)} |" for words, families in shown.items()]
    return "\n".join(lines)


def figures() -> str:
    """The table of how much was compared, a line for each family."""
    head = ["family", "releases", "compared", "differences", "modelled by a rule", "wrong in the model"]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    return "\n".join([*lines, *(comparison.line() for comparison in comparisons())])
