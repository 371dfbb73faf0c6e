"""The examples in docs/examples: what they count is what other model checkers have published for the same protocols."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.support.agreement import GO_ON, agree
from tests.support.blocks import run_source
from tidemark.checker.engines import reference
from tidemark.checker.engines.native import search as native
from tidemark.checker.runs.results import Result
from tidemark.spec import Machine

DOCS = Path(__file__).parents[2] / "docs"


def example(name: str) -> Any:
    """The module of an example."""
    spec = importlib.util.spec_from_file_location(name, DOCS / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def counts(result: Result) -> tuple[int, int, int]:
    assert result.exhausted
    assert all(verdict.verdict == "holds" for verdict in result.promises.values())
    return result.distinct_states, result.generated_states, result.depth


def test_two_phase_commit_has_the_states_of_tlc_and_stateright() -> None:
    """TLC: tlaplus/Examples, transaction_commit/manifest.json, TwoPhase.cfg. Stateright: examples/2pc.rs."""
    machine = example("models/two_phase_commit").machine(3)
    assert (
        counts(native.search(machine, GO_ON)) == counts(reference.search(machine, GO_ON)) == (288, 1146, 11)
    )
    assert native.search(example("models/two_phase_commit").machine(5), GO_ON).distinct_states == 8832


def test_engines_agree_on_two_phase_commit() -> None:
    agree(example("models/two_phase_commit").machine(3), length=4)


def test_symmetry_keeps_one_state_of_each_class() -> None:
    machine: Machine = example("models/two_phase_commit").machine(3)
    found = [
        search(machine, GO_ON, symmetry=True).distinct_states for search in (native.search, reference.search)
    ]
    assert found == [80, 80]


@pytest.mark.parametrize(
    "machine", [example("models/two_phase_commit").machine(2), example("paxos").machine(1, 1, 2)]
)
def test_every_action_is_enabled_somewhere(machine: Machine) -> None:
    assert all(coverage.enabled for coverage in reference.search(machine, GO_ON).actions.values())


def test_paxos_has_the_states_of_tlc_with_one_acceptor() -> None:
    """tlaplus/Examples, Paxos/manifest.json, MCPaxos.cfg: 25 distinct, 82 generated, depth 9."""
    assert counts(reference.search(example("paxos").machine(1, 1, 2), GO_ON)) == (25, 82, 9)


@pytest.mark.slow
def test_paxos_has_the_states_of_tlc_with_three_acceptors() -> None:
    """tlaplus/Examples, PaxosHowToWinATuringAward/manifest.json, MCPaxosTiny.cfg: 3921 distinct, depth 17.

    TLC generates 23,563: it counts a leader's step once for each quorum that allows it.
    """
    assert counts(native.search(example("paxos").machine(3, 2, 2), GO_ON)) == (3921, 22995, 17)


def test_the_code_of_the_page_about_networks_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    page = ModuleType("page")
    monkeypatch.setitem(sys.modules, "page", page)
    text = (DOCS / "network.md").read_text(encoding="utf-8")
    run_source("\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL)), "network.md", page.__dict__)
    run = native.search(page.machine).promises["few-answers"].run
    assert run is not None
    assert [str(step.instance) for step in run.steps[1:3]] == [
        "ask(one=1)",
        "answer(message=(kind ask, to 1, number 0))",
    ]
    assert "answer(message=(kind ask, to 1, number 0))" in text
