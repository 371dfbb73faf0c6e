"""The Spark engine finds what the others do: what the reference engine finds, and what the native one does where a
search is larger.

The searches of a master share one session; `tests/engines/test_spark.py` has those that start and end their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.agreement import GO_ON, agree, at
from tests.support.initial_states import begun_in, game, thrown_in, thrown_in_unevenly
from tests.support.large_numbers import cases
from tests.support.protocols import MOST_STATES, ONE_OF_EACH_FAMILY, costly, small
from tests.support.random_numbers import calculating_machines
from tests.support.rings import election
from tests.support.spark import CLUSTER, assert_as_native, one_session, told
from tidemark import impl
from tidemark.base.errors import UsageError
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.spark import search as spark
from tidemark.checker.runs.results import Limits, Progress
from tidemark.spec import Initial

pytestmark = pytest.mark.spark


@pytest.fixture(scope="module", params=["local[2]"])
def master(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with one_session(request.param, tmp_path_factory.mktemp("spark")):
        yield request.param


LANGUAGE_FAMILIES = ("published", "published-async-isr", "kafka", "kraft", "kip-848", "requests")
"""Some that have, together, all that the language has: ids, sets, sequences, networks, words."""
LANGUAGE = [name for name in ONE_OF_EACH_FAMILY if impl.protocol(name).family.name in LANGUAGE_FAMILIES]


@pytest.mark.parametrize("protocol", costly(LANGUAGE))
def test_it_agrees_with_the_reference_engine(protocol: str, master: str) -> None:
    agree(small(protocol), max_states=MOST_STATES, engines=["spark"])


@pytest.mark.parametrize("case", ["words with all bits", "minimum and maximum", "a message with a sum"])
def test_it_agrees_on_large_numbers(case: str, master: str) -> None:
    agree(cases()[case], engines=["spark"])


@pytest.mark.parametrize("begin", [thrown_in, thrown_in_unevenly], ids=["even", "uneven"])
def test_it_agrees_where_there_are_several_initial_states(begin: Initial, master: str) -> None:
    agree(game(begin), engines=["spark"])


def test_it_agrees_on_a_ring_of_ids_with_symmetry_and_without(master: str) -> None:
    machine = election((1, 2, 3), (2, 1, 3))
    agree(machine, engines=["spark"])
    assert told(spark.search(machine, GO_ON, symmetry=True)) == told(
        native.search(machine, GO_ON, symmetry=True)
    )


def test_it_goes_on_from_the_same_initial_states_alone(tmp_path: Path) -> None:
    machine, place = game(), {"workdir": tmp_path, "handover": 10**9}
    assert not spark.search(machine, Limits(max_states=20, keep_going=True), **place).complete
    other = begun_in(machine, machine.initial_states.states[:-1])
    with pytest.raises(UsageError, match="the initial state one of 9"):
        spark.search(other, GO_ON, resume=True, **place)
    assert told(spark.search(machine, GO_ON, resume=True, **place)) == told(native.search(machine, GO_ON))


@pytest.mark.slow
def test_it_agrees_on_random_arithmetic(master: str) -> None:
    for _, machine in calculating_machines(range(300)):
        agree(machine, engines=["spark"])


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


@pytest.mark.parametrize("master", [CLUSTER], indirect=True, scope="module")
def test_a_search_on_a_cluster_is_as_native(master: str) -> None:
    found = spark.search(
        at("published/kip-320", "3/2/2/2"), GO_ON, symmetry=True, master=master, handover=14000
    )
    assert found.phases["starting Spark"] > 0
    assert_as_native(found, "published/kip-320", "3/2/2/2", symmetry=True)


def test_a_search_ends_with_the_level_that_decides_its_promises(master: str) -> None:
    decided = at("published/kip-101", "2/2/2/2").only("strong-isr")
    assert told(spark.search(decided, master=master, handover=300)) == told(native.search(decided))


def test_a_large_search_is_as_native_and_leaves_the_driver_small(master: str) -> None:
    resident: list[int] = []

    def report(progress: Progress) -> None:
        resident.append(progress.memory)

    large = ("published/kip-320", "3/2/2/2")
    found = spark.search(at(*large), GO_ON, report, master=master, handover=0)
    assert_as_native(found, *large)
    assert max(resident) - resident[0] < 20 * 2**20
