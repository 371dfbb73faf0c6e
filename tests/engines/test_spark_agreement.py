"""The Spark engine finds what the others do: what the reference engine finds, and what the native one does where a
search is larger.

The searches of a master share one session; `tests/engines/test_spark.py` has those that start and end their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import impl
from checker.engines.native import search as native
from checker.engines.spark import search as spark
from checker.runs.results import Progress
from tests.support.agreement import GO_ON, agree, at
from tests.support.spark import CLUSTER, assert_as_native, one_session, told

pytestmark = pytest.mark.spark

PUBLISHED = [name for name in impl.protocols() if name.startswith("published/")]
KAFKA = [name for name in impl.protocols() if name.startswith("kafka/")]
KRAFT = ["kraft/kip-595", "kraft/change-several"]


@pytest.fixture(scope="module", params=["local[2]", CLUSTER])
def master(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with one_session(request.param, tmp_path_factory.mktemp("spark")):
        yield request.param


@pytest.mark.parametrize("master", ["local[2]"], indirect=True, scope="module")
@pytest.mark.parametrize("protocol", [*PUBLISHED, *KAFKA])
def test_it_agrees_with_the_reference_engine(protocol: str, master: str) -> None:
    small: dict[str, Any] = {
        "log-size": 1,
        "records": 1,
        "max-epoch": 1,
        "election-order": "any",
        "consumers": "no",
    }
    if protocol in ("kafka/2.2", "kafka/2.6.1"):  # too few states for Spark: every restart is noticed
        small |= {"max-epoch": 2}
    machine = impl.protocol(protocol).machine(small) if protocol in KAFKA else at(protocol, "2/2/2/1")
    agree(machine, engines=["spark"])


@pytest.mark.parametrize("master", ["local[2]"], indirect=True, scope="module")
@pytest.mark.parametrize("protocol", KRAFT)
def test_it_agrees_with_the_reference_engine_on_the_quorum(protocol: str, master: str) -> None:
    bounds = {"servers": 2, "max-epoch": 2, "log-size": 2, "restarts": 1, "changes": 1}
    agree(impl.protocol(protocol).machine(bounds), engines=["spark"])


@pytest.mark.parametrize(
    ("protocol", "bounds", "symmetry", "handover"),
    [
        ("published/high-watermark", "3/2/2/1", False, 9000),
        ("published/kip-101", "2/2/2/2", False, 1400),
        ("published/kip-320", "3/2/2/2", True, 14000),
        ("published/kip-320-first-try", "2/3/3/3", False, 27000),
    ],
)
def test_a_search_is_as_native(
    protocol: str, bounds: str, symmetry: bool, handover: int, master: str
) -> None:
    found = spark.search(at(protocol, bounds), GO_ON, symmetry=symmetry, master=master, handover=handover)
    assert found.phases["starting Spark"] > 0
    assert_as_native(found, protocol, bounds, symmetry)


@pytest.mark.parametrize("master", ["local[2]"], indirect=True, scope="module")
def test_a_search_ends_with_the_level_that_decides_its_promises(master: str) -> None:
    decided = at("published/kip-101", "2/2/2/2").only("strong-isr")
    assert told(spark.search(decided, master=master, handover=300)) == told(native.search(decided))


@pytest.mark.parametrize("master", ["local[2]"], indirect=True, scope="module")
def test_a_large_search_is_as_native_and_leaves_the_driver_small(master: str) -> None:
    resident: list[int] = []

    def report(progress: Progress) -> None:
        resident.append(progress.memory)

    large = ("published/kip-320", "3/2/2/2")
    found = spark.search(at(*large), GO_ON, report, master=master, handover=0)
    assert_as_native(found, *large)
    assert max(resident) - resident[0] < 20 * 2**20
