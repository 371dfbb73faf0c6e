"""Kafka's scenarios, as the accounts tell them and by release; what holds of every scenario is in `test_scenarios`."""

from __future__ import annotations

import runpy
from functools import cache
from pathlib import Path

import pytest

from tidemark import impl
from tidemark.checker.analyses.scenario import ScenarioRun, play
from tidemark.checker.runs.scenarios import SAME, Scenario, load
from tidemark.checker.telling.explanation import tell
from tidemark.impl.kafka.family import FAMILY

ROOT = Path(__file__).parents[3]
PATHS = impl.scenarios([FAMILY])
RELEASES = [name for name in impl.protocols() if name.startswith("kafka/")]
WRITES = RELEASES[: RELEASES.index("kafka/2.7")]
"""The releases whose leaders record a change of the ISR themselves: later ones ask, and have the answer later."""
ASKS = RELEASES[: RELEASES.index("kafka/2.8.0")]
"""The releases whose followers ask for the end of an epoch, if at all: later ones cut by the answer to a fetch."""


@cache
def scenario(name: str) -> Scenario:
    return load(PATHS[name])


@cache
def played(name: str) -> ScenarioRun:
    return play(scenario(name))


def same_under(name: str) -> list[str]:
    """The releases under which a scenario runs as it says, its own among them."""
    story = scenario(name)
    return [r for r in RELEASES if r == story.machine.name or story.endings.get(r) == SAME]


def test_there_are_at_least_fourteen() -> None:
    assert len(PATHS) >= 14


def test_the_loss_that_kip_101_tells_is_possible_under_0_10_2_and_under_no_later_release() -> None:
    for name in ("cut-and-elected", "kip-101-loss", "kip-101-loss-min-isr-2", "kip-101-divergence"):
        assert same_under(name) == ["kafka/0.10.2"], name
    # From 0.11 on nothing is cut; from 2.2 on the restart does not go unnoticed.
    noticed = RELEASES.index("kafka/2.2")
    endings = [str(scenario("kip-101-loss").endings[release]) for release in RELEASES[1:]]
    assert endings == ["differs at step 18"] * (noticed - 1) + ["impossible at step 16"] * (
        len(RELEASES) - noticed
    )


def test_min_insync_replicas_of_2_does_not_prevent_the_loss_of_kip_101() -> None:
    with_min_isr_1, with_min_isr_2 = scenario("kip-101-loss"), scenario("kip-101-loss-min-isr-2")
    assert (with_min_isr_1.machine.bounds["min-isr"], with_min_isr_2.machine.bounds["min-isr"]) == (1, 2)
    assert [step.do for step in with_min_isr_1.steps] == [step.do for step in with_min_isr_2.steps]
    assert with_min_isr_1.breaks == with_min_isr_2.breaks == "acknowledged-exists"


def test_kip_101_keeps_what_was_lost() -> None:
    last = played("kip-101-repair").seen[-1]
    assert last["log 0"] == last["log 1"] == "m0@0 m1@0 m2@1"
    assert last["cache 1"] == "0:0 1:2"
    assert tell(played("kip-101-repair")).steps[19].sentence.endswith("epoch 0 ends at 2 in its log.")
    assert same_under("kip-101-repair") == [
        "kafka/0.11",
        "kafka/1.0.0",
        "kafka/2.0.0",
        "kafka/2.0.1",
        "kafka/2.1.0",
        "kafka/2.1",
    ]


@pytest.mark.parametrize(
    ("name", "releases"),
    [
        ("kip-279-divergence", ["kafka/0.11", "kafka/1.0.0"]),
        ("kafka-7415", ["kafka/0.11", "kafka/1.0.0", "kafka/2.0.0"]),
        ("stale-leader-asked", ["kafka/2.0.1"]),
        (
            "kip-320-zombie",
            [
                "kafka/0.11",
                "kafka/1.0.0",
                "kafka/2.0.0",
                "kafka/2.0.1",
                "kafka/2.1.0",
                "kafka/2.1",
                "kafka/2.2",
            ],
        ),
        ("kafka-9338", ["kafka/2.0.1", "kafka/2.1.0", "kafka/2.1", "kafka/2.2"]),
        ("kafka-10706", ["kafka/2.0.1", "kafka/2.1.0", "kafka/2.1", "kafka/2.2", "kafka/2.5"]),
        ("remote-leo-kept", ASKS[1:]),
    ],
)
def test_a_repair_came_with_its_release(name: str, releases: list[str]) -> None:
    assert same_under(name) == releases


@pytest.mark.parametrize(
    "name", ["two-rounds", "waiting-fetch", "slowest-member", "hw-8-log-end-15", "isr-fails-after-append"]
)
def test_how_a_record_is_committed_and_kept_is_the_same_in_every_release(name: str) -> None:
    assert same_under(name) == RELEASES


@pytest.mark.parametrize(
    "name",
    ["lagging-member-leaves", "last-member-returns", "three-of-five-in-sync", "too-few-after-append"],
)
def test_how_a_member_leaves_is_the_same_in_every_release_whose_leader_records_it(name: str) -> None:
    assert same_under(name) == WRITES


@pytest.mark.parametrize(
    ("name", "ending"),
    [
        ("at-high-watermark", "impossible at step 9"),
        ("written-not-visible", "differs at step 20"),
        ("followers-come-and-go", "impossible at step 6"),
    ],
)
def test_what_articles_draw_and_no_release_does_from_0_10_2_on(name: str, ending: str) -> None:
    assert {str(scenario(name).endings[release]) for release in RELEASES} == {ending}


@pytest.mark.parametrize(
    ("name", "releases"), [("acks-1", RELEASES), ("unclean-election", WRITES), ("power-loss", WRITES)]
)
def test_what_a_setting_gives_up_is_lost_in_every_release(name: str, releases: list[str]) -> None:
    """The last two begin with a member that leaves, in one step: from 2.7 on it takes three."""
    assert same_under(name) == releases
    assert scenario(name).breaks


def test_the_tool_writes_the_endings_as_they_stand(tmp_path: Path) -> None:
    rewritten = runpy.run_path(str(ROOT / "tools" / "scenario-endings"))["rewritten"]
    path = PATHS["unclean-election"]
    assert rewritten(path) == path.read_text(encoding="utf-8")
    old = tmp_path / "old.toml"
    gone = '\n[[ending]]\nprotocols = ["kafka/none"]\ndiffers = 99\n'
    old.write_text(path.read_text(encoding="utf-8").partition("\n[[ending]]")[0] + gone, encoding="utf-8")
    assert rewritten(old) == path.read_text(encoding="utf-8")
