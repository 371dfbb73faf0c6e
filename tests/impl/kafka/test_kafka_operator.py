"""The operator's table: each cell of the releases from 3.7 on is what a search finds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tidemark import impl
from tidemark.checker.engines.native.search import search

PAGE = (Path(__file__).parents[3] / "docs" / "replication.md").read_text(encoding="utf-8")
PROTOCOLS = {
    "3.7 to 3.9": "kafka/3.7",
    "3.7 to 4.3, KRaft": "kafka-kraft/3.7",
    "4.1 to 4.3, KRaft, ELR": "kafka-kraft/4.1",
}
CLUSTERS: dict[str, dict[str, Any]] = {
    "2 replicas, `min.insync.replicas=1`": {"replicas": 2, "min-isr": 1},
    "2 replicas, `min.insync.replicas=2`": {"replicas": 2, "min-isr": 2},
    "3 replicas, `min.insync.replicas=2`": {"replicas": 3, "min-isr": 2},
}
CONDITIONS: dict[str, dict[str, Any]] = {
    "`acks=all`, two processes crash": {"crashes": 2},
    "`acks=all`, power is lost before a flush": {"crashes": 0, "power-losses": 1, "flush": "free"},
    "`acks=all`, unclean election": {"unclean": "yes"},
    "`acks=1`, two processes crash": {"acks": "1", "crashes": 2},
}
SURVIVES = "acknowledged-survives"


def cells() -> list[tuple[str, str, str, str]]:
    """Of the table's columns from 3.7 on: cluster, condition, release, and what stands there."""
    table = re.search(r"^\| cluster \| condition \|.*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    assert table
    head = [cell.strip() for cell in table[0].splitlines()[0].split("|")[1:-1]]
    found, cluster = [], ""
    for line in table[1].splitlines():
        row = dict(zip(head, [cell.strip() for cell in line.split("|")[1:-1]], strict=True))
        cluster = row["cluster"] or cluster
        found += [(cluster, row["condition"], release, row[release]) for release in PROTOCOLS]
    return found


CELLS = cells()


def test_every_cell_is_looked_at() -> None:
    assert {(cluster, condition) for cluster, condition, _, _ in CELLS} == {
        (cluster, condition) for cluster in CLUSTERS for condition in CONDITIONS
    }


@pytest.mark.slow  # two cells have fifty million states
@pytest.mark.parametrize(("cluster", "condition", "release", "says"), CELLS)
def test_a_cell_is_what_a_search_finds(cluster: str, condition: str, release: str, says: str) -> None:
    lengths = []
    for order in ("assigned", "any"):
        bounds = {**CLUSTERS[cluster], **CONDITIONS[condition], "consumers": "no", "election-order": order}
        machine = impl.protocol(PROTOCOLS[release]).machine(bounds).only(SURVIVES)
        verdict = search(machine).promises[SURVIVES]
        assert verdict.verdict in ("holds", "violated")
        lengths.append(verdict.length)
    first, second = ("–" if length is None else str(length) for length in lengths)
    assert says == ("holds" if lengths == [None, None] else f"{first} / {second}")
