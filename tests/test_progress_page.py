"""docs/progress.md: both engines find what it says. Its tables of fairness: tests/impl/kafka/test_kafka_docs.py."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.support.blocks import ROOT
from tests.support.temporal import agree_on_runs
from tidemark import impl
from tidemark.checker.engines.native import liveness
from tidemark.spec import Machine

TEXT = (ROOT / "docs/progress.md").read_text(encoding="utf-8")
AVAILABLE = re.findall(r"^\| `(elections/[\w.-]+)` \|(.*)\|$", TEXT, re.MULTILINE)
VOTES = re.findall(r"^\| `(votes/[\w-]+(?: --timeouts apart)?)`[^|]*\|(.*)\|$", TEXT, re.MULTILINE)
LINKS = re.findall(r"`(--[^`]*)`", TEXT.partition("| `led-for-ever` |")[2].partition("\n")[0])
HEADS = re.findall(r"`(--crashes [^`]*)`", TEXT.partition("### Unavailable for ever")[2].partition("|---")[0])


def machine(words: str) -> Machine:
    """A protocol at bounds, each after its name."""
    name, *given = words.replace("--", "").split()
    pairs = zip(given[::2], given[1::2], strict=True)
    return impl.protocol(name).machine({b: int(v) if v.isdigit() else v for b, v in pairs})


def test_the_page_has_its_tables() -> None:
    assert (TEXT.count("<!-- fairness "), len(AVAILABLE), len(HEADS)) == (8, 6, 4)
    assert (len(VOTES), len(LINKS)) == (6, 5)


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(words, marks=pytest.mark.slow if "kafka" in words or "kip-848" in words else ())
        for words in (
            "elections/4.1 replicas 2 min-isr 2 power-losses 0 crashes 1 departures 1",
            "elections/4.1 replicas 2 min-isr 1 power-losses 0 crashes 1 cut-offs 1 shutdowns 0",
            "group/eager pauses 0 generations 2 records 1 partitions 1",
            "group/eager pauses 1 generations 2 records 1 partitions 1 clients 1",
            "transactions/kip-98 producers 1 transactions 1 max-epoch 1 timeouts 0",
            "transactions/kip-890-part-1 producers 1 transactions 1 max-epoch 1 timeouts 1 failovers 0",
            "votes/kip-595 links pair ahead 1",
            "votes/kip-996 links sometimes timeouts apart",
            "kip-848/published clients 1",
            "kip-848/published",
            "kafka/0.10.2 log-size 1 records 1 max-epoch 1 consumers no crashes 1",
            "kafka/3.7 log-size 1 records 1 max-epoch 1 consumers no crashes 1",
        )
    ],
)
def test_both_engines_find_the_same_of_progress(words: str) -> None:
    found = machine(words)
    assert agree_on_runs(found.with_promises(*(one.name for one in found.temporal)))


@pytest.mark.parametrize(
    ("protocol", "head", "said"),
    [
        pytest.param(name, head, cell.strip(), id=f"{name} {head}")
        for name, cells in AVAILABLE
        for head, cell in zip(HEADS, cells.split("|"), strict=True)
    ],
)
def test_the_states_that_are_unavailable_for_ever_are_as_the_page_says(
    protocol: str, head: str, said: Any
) -> None:
    found = liveness.check(machine(f"{protocol} {head} --power-losses 0").with_promises("can-be-led"))
    verdict = found.promises["can-be-led"]
    if said == "none":
        assert verdict.verdict == "holds"
    else:
        assert f"{verdict.note.partition(' reachable')[0]} ({verdict.length})" == said


@pytest.mark.parametrize(
    ("protocol", "links", "said"),
    [
        pytest.param(name, links, cell.strip(), id=f"{name} {links}")
        for name, cells in VOTES
        for links, cell in zip(LINKS, cells.split("|"), strict=True)
    ],
)
def test_whether_a_quorum_is_led_for_ever_is_as_the_page_says(protocol: str, links: str, said: str) -> None:
    found = liveness.check(machine(f"{protocol} {links}").with_promises("led-for-ever"))
    assert found.promises["led-for-ever"].text == said
