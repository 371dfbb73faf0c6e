"""Availability beside durability: where a write is possible, by cluster, by failure and by release."""

from typing import Any

import pytest

from tidemark import impl
from tidemark.checker.engines.native.search import search
from tidemark.checker.evidence.matrix import grid
from tidemark.checker.runs.results import Verdict
from tidemark.checker.telling.explanation import explain
from tidemark.impl.kafka.family import FAMILY
from tidemark.impl.kafka.releases import PROTOCOLS

SMALL = {"log-size": 1, "records": 1, "consumers": "no", "lagging": "no"}
TWO, THREE = {"min-isr": 2}, {"replicas": 3, "min-isr": 2}
CUT_OFF = {"crashes": 0, "zombies": 1}


def found(release: str, bounds: dict[str, Any]) -> Verdict:
    machine = impl.protocol(f"kafka/{release}").machine({**SMALL, **bounds})
    return search(machine.only("write-possible")).promises["write-possible"]


@pytest.mark.parametrize(
    ("bounds", "length"),
    [
        ({}, None),
        ({"crashes": 2}, 5),
        (CUT_OFF, None),
        (TWO, 4),
        ({**TWO, **CUT_OFF}, 3),
        (THREE, None),
        ({**THREE, "crashes": 2}, 7),
        ({**THREE, **CUT_OFF}, None),
        ({**THREE, "min-isr": 3}, 5),
    ],
)
def test_one_broker_may_fail_where_the_isr_is_larger_than_min_insync_replicas(
    bounds: dict[str, Any], length: int | None
) -> None:
    verdict = found("2.6.1", bounds)
    assert verdict.length == length
    assert not verdict.vacuous


@pytest.mark.parametrize("release", [one.name.partition("/")[2] for one in PROTOCOLS])
def test_a_leader_that_restarts_unnoticed_leads_no_longer_and_is_missed_up_to_2_1(release: str) -> None:
    unnoticed = impl.protocol(f"kafka/{release}").machine({}).initial.settings.bounces_unnoticed
    assert found(release, {}).length == (3 if unnoticed else None)


def test_where_followers_may_lag_one_crash_is_enough_unless_election_is_unclean() -> None:
    assert found("2.6.1", {"lagging": "yes"}).length == 5
    assert found("2.6.1", {"lagging": "yes", "unclean": "yes"}).length is None


@pytest.mark.parametrize(
    ("release", "bounds", "words"),
    [
        ("2.6.1", TWO, "broker 0 leads with the ISR {0}, and refuses it until that has 2 members."),
        ("2.6.1", {"lagging": "yes"}, "nobody may be elected until one of the ISR {0} is back"),
        ("2.1", {}, "broker 0 is to lead epoch 0, and has not been told so."),
    ],
)
def test_the_run_says_until_when_no_write_is_possible(
    release: str, bounds: dict[str, Any], words: str
) -> None:
    run = found(release, bounds).run
    assert run
    sentence = explain(run).loss.sentence
    assert sentence.startswith("Nothing is pending, and no write is possible: ")
    assert words in sentence


@pytest.mark.parametrize(
    ("protocol", "prompt", "slow"),
    [
        ("lag/0.8", 4, 4),
        ("lag/by-records", 4, 4),
        ("lag/no-fetch", None, None),
        ("kafka/0.10.2", None, 2),
        ("kafka/2.6.1", None, 3),
    ],
)
def test_a_peak_removes_a_prompt_follower_by_records_and_time_alone_a_slow_one(
    protocol: str, prompt: int | None, slow: int | None
) -> None:
    bounds = {**SMALL, "log-size": 3, "records": 3, "max-epoch": 0, "crashes": 0}
    for lagging, length in (("no", prompt), ("slow", slow)):
        machine = impl.protocol(protocol).machine({**bounds, "lagging": lagging}).only("isr-complete")
        assert search(machine).promises["isr-complete"].length == length


def test_the_grid_of_availability_is_built_and_asks_for_both_sides() -> None:
    assert FAMILY.grid
    table = grid.load(FAMILY.grid.with_name("availability.toml"))
    assert table.promises == ("acknowledged-survives", "write-possible")
    assert len(table.cells) == 50
