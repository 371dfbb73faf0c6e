"""docs/refinement.md: its commands print what it shows, and its table has the steps that the published models lack."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.blocks import ROOT, blocks, commands, pattern
from tidemark import impl
from tidemark.checker import cli
from tidemark.checker.analyses.refinement import Refinement, RefinementResult, refine
from tidemark.checker.user_files import refinement_maps
from tidemark.impl.published.replication.cluster import PublishedCluster
from tidemark.impl.published.replication.rules import Broker, fetch_fenced
from tidemark.spec import Protocol, Rule, action, minimum, require

PAGE = "docs/refinement.md"
SMALL = {"replicas": 2, "log-size": 1, "records": 1, "max-epoch": 2}
COMMANDS = [pair for block in blocks(PAGE, "console") for pair in commands(block)]


@pytest.mark.parametrize(("line", "shown"), COMMANDS)
def test_each_command_prints_what_the_page_shows(
    line: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    words = [*shlex.split(line)[1:], "--traces", str(tmp_path)]
    status = cli.main(words)
    printed = capsys.readouterr().out
    assert status == (1 if "does not refine" in shown else 0)
    lines = "\n".join(text.rstrip() for text in printed.strip().splitlines())
    assert re.fullmatch(pattern(shown), lines)


def test_a_rule_of_the_detailed_machine_is_taken_from_another_protocol(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = ["--map", str(tmp_path / "map.py"), "--traces", str(tmp_path)]
    bounds = shlex.split("--replicas 2 --log-size 1 --records 1 --max-epoch 1")
    words = ["refine", "published/high-watermark", "published/kip-320", *files, *bounds]
    (tmp_path / "map.py").write_text(SAME)
    rules = impl.protocol("published/kip-320").rules
    exchanged = [word for rule in rules for word in ("--with", f"{rule}=published/kip-320")]
    assert cli.main(words) == 1
    assert "high-watermark does not refine" in capsys.readouterr().out
    assert cli.main([*words, *exchanged]) == 0
    assert "with become-follower=kip-320" in " ".join(capsys.readouterr().out.split())
    assert cli.main([*words, "--with", "no-such=published/kip-320"]) == 2


SAME = """from tidemark import refinement_map
from tidemark.impl.published.replication.cluster import PublishedCluster

@refinement_map
def same(cluster: PublishedCluster) -> PublishedCluster:
    return cluster
"""


def test_the_page_shows_the_map_of_the_example() -> None:
    (shown,) = blocks(PAGE)
    assert shown in (ROOT / "docs/examples/lease/map.py").read_text(encoding="utf-8")


@action
def follower_learns_high_watermark(c: PublishedCluster, follower: Broker, leader: Broker) -> PublishedCluster:
    """A follower takes over the high watermark of its leader, without a record: what the publication leaves out."""
    require(c.follows_in_epoch(follower, leader), "both are in the same leader epoch")
    me = c.replicas[follower]
    risen = minimum(c.replicas[leader].high_watermark, me.log.end_offset)
    require(me.high_watermark < risen, "the leader's is higher")
    return c.with_replica(follower, me.but(high_watermark=risen))


def as_published(abstract: Protocol, **bounds: str | int) -> RefinementResult:
    given = {**SMALL, "crashes": 0, "consumers": "no", **{k.replace("_", "-"): v for k, v in bounds.items()}}
    concrete = impl.protocol("kafka/2.6.1").machine(given)
    map = refinement_maps.load("tidemark.impl.kafka.as_kip_320")
    return refine(Refinement(concrete, abstract.machine(SMALL), map), reachable_start=True)


def test_the_first_steps_of_kafka_that_kip_320_lacks_are_those_of_the_table() -> None:
    published = impl.protocol("published/kip-320")
    fetch = Rule((fetch_fenced, follower_learns_high_watermark), "also without a record")
    extended = replace(published, rules={**published.rules, "fetch": fetch})
    prompt = {"lagging": "no", "election_order": "any"}
    found = [as_published(published), as_published(published, **prompt), as_published(extended, **prompt)]
    runs = [result.run for result in found]
    assert [(run.length, str(run.steps[-1].instance)) for run in runs if run] == [
        (3, "leader_shrinks_isr(leader=0, follower=1)"),
        (9, "follower_appends(follower=1)"),
        (9, "follower_appends(follower=1)"),
    ]
    nearest = [result.near_misses[0] for result in found]
    assert [str(miss.instance) for miss in nearest] == [
        "leader_shrink_isr(leader=0, follower=1)",
        "leader_advance_high_watermark(leader=1)",
        "follower_fetch(follower=1, leader=0)",
    ]
    assert nearest[2].guards == ("both are in the same leader epoch",)
