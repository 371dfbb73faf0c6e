"""All engines read one machine alike: the protocols at several bounds, random machines, and known corners.

That a wrong back end would be caught is tried in tests/test_wrong_back_ends.py.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import Phase, given, settings

import impl
from checker import reference, stateful
from checker.results import Limits
from spec import Machine
from tests.agreement import agree, at
from tests.random_machines import QUICK, corners, machines

PUBLISHED = [name for name in impl.protocols() if name.startswith("published/")]
REPLICATION = [name for name in impl.protocols() if name.startswith("replication/")]


@pytest.mark.parametrize("bounds", ["2/1/1/1", "2/2/2/1", pytest.param("3/1/1/1", marks=pytest.mark.slow)])
@pytest.mark.parametrize("protocol", PUBLISHED)
def test_engines_agree_on_the_published_protocols(protocol: str, bounds: str) -> None:
    agree(at(protocol, bounds), length=7)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("protocol", "length"),
    [("published/high-watermark", 10), ("published/kip-101", 12), ("published/kip-320", 9)],
)
def test_engines_agree_where_records_are_lost(protocol: str, length: int) -> None:
    agree(at(protocol, "2/2/2/2"), length=length)


@pytest.mark.parametrize("protocol", REPLICATION)
def test_engines_agree_on_the_message_level_protocols(protocol: str) -> None:
    agree(at(protocol, "2/1/1/1"), length=5)


@pytest.mark.spark
@pytest.mark.parametrize(
    ("protocol", "bounds"),
    [*((name, "2/2/2/1") for name in PUBLISHED), *((name, "2/1/1/1") for name in REPLICATION)],
)
def test_spark_agrees(protocol: str, bounds: str) -> None:
    agree(at(protocol, bounds), engines=["spark"])


@pytest.mark.parametrize("protocol", ["published/high-watermark", "published/kip-320"])
def test_hypothesis_breaks_nothing_that_holds_and_finds_what_does_not(protocol: str) -> None:
    machine = at(protocol, "2/2/2/2")
    truth = reference.search(machine, Limits(keep_going=True))
    found = stateful.search(machine, seconds=4, seed=1)
    for name, verdict in found.promises.items():
        if verdict.run:
            assert truth.promises[name].verdict == "violated"
            assert verdict.length >= truth.promises[name].length
    assert found.promises["leader-in-isr"].length == 1


def test_engines_agree_on_the_corners_of_the_language() -> None:
    agree(corners())


@QUICK
@given(machines())
def test_engines_agree_on_random_machines(machine: Machine) -> None:
    agree(machine, max_states=600)


@pytest.mark.slow
@settings(
    QUICK, max_examples=int(os.environ.get("TIDEMARK_EXAMPLES", "600")), derandomize=False, phases=list(Phase)
)
@given(machines())
def test_engines_agree_on_many_random_machines(machine: Machine) -> None:
    agree(machine, max_states=3000)
