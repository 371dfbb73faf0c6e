"""Progress, message by message: a broker that is gone for good, and what eligible leader replicas change then."""

from __future__ import annotations

from pathlib import Path

import pytest

from tidemark import impl
from tidemark.checker.engines.native import liveness
from tidemark.checker.evidence.matrix import cells, grid
from tidemark.impl.kafka.family import FAMILY

SMALL = {"min-isr": 2, "log-size": 1, "records": 1, "max-epoch": 4, "consumers": "no"}
PRICE = Path(str(FAMILY.grid)).with_name("stuck.toml")


@pytest.mark.parametrize(("release", "length"), [("3.7", 5), ("4.1", 4)])
def test_a_second_crash_costs_a_leader_earlier_with_eligible_leader_replicas(
    release: str, length: int
) -> None:
    bounds = {**SMALL, "crashes": 2, "departures": 1}
    machine = impl.protocol(f"kafka-kraft/{release}").machine(bounds).with_promises("can-be-led")
    verdict = liveness.check(machine).promises["can-be-led"]
    assert verdict.length == length
    assert verdict.run
    names = [step.instance.action.name for step in verdict.run.steps if step.instance]
    assert names.count("broker_is_gone") == 1


def test_a_cell_of_a_grid_has_how_many_states_have_no_way() -> None:
    asked = next(
        cell
        for cell in grid.load(PRICE).cells
        if cell.protocol == "kafka/2.6.1"
        and cell.conditions == {"cluster": "2 replicas, min-isr 2", "condition": "two processes crash"}
    )
    findings = cells.search_cell(asked, cells.CellLimits()).findings
    assert {name: finding.length for name, finding in findings.items()} == {
        "can-be-led": 5,
        "can-be-written": 3,
    }
    assert findings["can-be-led"].note == "234 of 4,914 reachable states have no way there."
