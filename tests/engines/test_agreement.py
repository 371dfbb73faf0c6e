"""All engines read one machine alike: the protocols at several bounds, random machines, and known corners.

That a wrong back end would be caught is tried in tests/engines/test_wrong_back_ends.py.
"""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import Phase, given, settings

from tests.support.agreement import GO_ON, agree, agree_on_classes, agree_on_random_runs, at, only
from tests.support.protocols import NAMES
from tests.support.random_machines import QUICK, corners, machines
from tidemark import impl
from tidemark.checker.engines import reference
from tidemark.checker.engines.hypothesis import stateful
from tidemark.spec import Machine


@pytest.mark.slow
@pytest.mark.parametrize("bounds", ["2/1/1/1", "2/2/2/1", "3/1/1/1"])
@pytest.mark.parametrize("protocol", [n for n in NAMES if impl.protocol(n).family.name == "published"])
def test_engines_agree_on_the_published_protocols(protocol: str, bounds: str) -> None:
    agree(at(protocol, bounds), length=7)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("protocol", "length"),
    [("published/high-watermark", 10), ("published/kip-101", 12), ("published/kip-320", 9)],
)
def test_engines_agree_where_records_are_lost(protocol: str, length: int) -> None:
    agree(at(protocol, "2/2/2/2"), length=length)


@pytest.mark.parametrize(
    ("protocol", "bounds"),
    [
        # 5 to 40 s, as Hypothesis's luck has it; tests/engines/test_random.py has a loss of its own
        pytest.param("published/high-watermark", {"replicas": 2}, marks=pytest.mark.slow),
        ("published/kip-320", {"replicas": 2, "max-epoch": 1}),
        pytest.param("kafka/2.6.1", {"log-size": 1, "records": 1, "max-epoch": 1}, marks=pytest.mark.slow),
        pytest.param(
            "kafka/2.6.1", {"log-size": 1, "records": 1, "max-epoch": 1, "acks": "1"}, marks=pytest.mark.slow
        ),
        ("claimed/read-from-followers", {"log-size": 1, "records": 1, "max-epoch": 1}),
    ],
    ids=str,
)
def test_hypothesis_finds_what_is_violated_and_breaks_nothing_that_holds(
    protocol: str, bounds: dict[str, Any]
) -> None:
    machine = impl.protocol(protocol).machine(bounds)
    truth = reference.search(machine, GO_ON)
    violated = [name for name, verdict in truth.promises.items() if verdict.verdict == "violated"]
    agree_on_random_runs(truth, stateful.search(only(machine, violated), seconds=600, seed=1))
    others = [name for name in truth.promises if name not in violated]
    assert stateful.search(only(machine, others), seconds=0.5, seed=1).undecided == others


@pytest.mark.optimized
def test_engines_agree_on_the_corners_of_the_language() -> None:
    agree(corners())
    agree_on_classes(corners())


@settings(QUICK, max_examples=20)
@given(machines())
def test_engines_agree_on_random_machines(machine: Machine) -> None:
    agree(machine, max_states=600)


@pytest.mark.slow
@pytest.mark.optimized
@settings(
    QUICK, max_examples=int(os.environ.get("TIDEMARK_EXAMPLES", "600")), derandomize=False, phases=list(Phase)
)
@given(machines())
def test_engines_agree_on_many_random_machines(machine: Machine) -> None:
    agree(machine, max_states=3000)
