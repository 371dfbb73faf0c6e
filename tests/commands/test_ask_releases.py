"""What `tidemark ask` answers about releases: the known losses, each confirmed by `check`, and minimal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tidemark import impl
from tidemark.checker import cli
from tidemark.checker.analyses.asking import FaultQuestion
from tidemark.checker.analyses.fault_sets import FaultSet
from tidemark.checker.engines.native.search import search

POWER = {"power-losses": 1}
CRASH_AND_POWER = {"crashes": 1, "power-losses": 1}
MOVED = {"shutdowns": 2, "reorders": 1}
RAISED = {"cut-offs": 1, "min-isr-changes": 1, "late-settings": 1}
KNOWN = {
    "0.10.2": {"kafka/0.10.2": [POWER, {"crashes": 1}, {"shutdowns": 2}]},
    "2.6.1": {"kafka/2.6.1": [POWER]},
    "3.9": {"kafka/3.7": [POWER], "kafka-kraft/3.7": [POWER, MOVED], "kafka-kraft/4.0": [CRASH_AND_POWER, MOVED]},
    "4.1": {"kafka-kraft/4.1": [CRASH_AND_POWER, MOVED], "elections/4.1": [CRASH_AND_POWER, RAISED]},
}  # fmt: skip
"""Of each release sets that are known to be minimal, by protocol."""


@pytest.mark.slow  # four minutes each on a busy machine; a minute is enough on two idle cores
@pytest.mark.parametrize("release", KNOWN)
def test_a_release_is_answered_with_all_known_sets_which_are_minimal(
    release: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "answer.json"
    assert cli.main(["ask", release, "--seconds", "240", "--json", str(path)]) == 1
    answers = {answer["protocol"]: answer for answer in json.loads(path.read_text())["answers"]}
    for protocol, known in KNOWN[release].items():
        sets = [loss["faults"] for loss in answers[protocol]["losses"]]
        assert all(faults in sets for faults in known), (protocol, sets)
    for protocol, answer in answers.items():
        for loss in answer["losses"]:
            require_minimal(protocol, loss)


def require_minimal(protocol: str, loss: dict[str, Any]) -> None:
    """A set breaks its promise after as many states as it says, and no set with a fault less does."""
    question = FaultQuestion(impl.protocol(protocol), (loss["promise"],))
    faults, kinds = FaultSet(tuple(loss["faults"].items())), question.kinds
    lengths = [
        search(question.machine({**loss["bounds"], **some.values(kinds)})).promises[loss["promise"]].length
        for some in (faults, *faults.smaller())
    ]
    assert lengths == [loss["length"], *(None for _ in faults.smaller())], (protocol, loss["faults"])
