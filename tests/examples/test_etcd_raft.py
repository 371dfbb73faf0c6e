"""docs/examples/etcd-raft: what etcd's library traces is a run of its model; with a fault in it, it is not."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.etcd_faults import EXAMPLE, FAULTS, HARNESS, build, write_log

RUNS = 120
LOGS_OF_A_FAULT = 3


def validate(logs: list[Path], folder: Path) -> list[dict[str, Any]]:
    """What is said of each log."""
    out = folder / "found.json"
    command = [sys.executable, "-m", "tidemark", "validate", "model.py", *map(str, logs), "--map", "map.py"]
    done = subprocess.run(
        [*command, "--each", "--traces", str(folder / "runs"), "--json", str(out)],
        capture_output=True,
        text=True,
        timeout=850,
        cwd=EXAMPLE,
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    found: list[dict[str, Any]] = json.loads(out.read_text(encoding="utf-8"))["logs"]
    return found


@pytest.mark.examples
def test_every_run_of_the_library_is_a_run_of_the_model(tmp_path: Path) -> None:
    logs = []
    for seed in range(1, RUNS + 1):
        logs.append(tmp_path / f"{seed}.ndjson")
        assert write_log(HARNESS, seed, logs[-1]) == -1
    text = "".join(log.read_text(encoding="utf-8") for log in logs)
    for name in ("BecomeLeader", "InitState", "BecomeCandidate"):
        assert text.count(f'"name":"{name}"') > RUNS, name
    found = validate(logs, tmp_path)
    assert [one["log"] for one in found if one["verdict"] != "explained" or one["breaks"]] == []


@pytest.mark.examples
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_refused_at_the_line_that_shows_it(name: str, tmp_path: Path) -> None:
    fault, logs, faulty = FAULTS[name], [], []
    harness = build(fault, tmp_path)
    for seed in fault.seeds:
        log = tmp_path / f"{seed}.ndjson"
        if (line := write_log(harness, seed, log)) >= 0:
            logs.append(log)
            faulty.append(line + fault.after)
        if len(logs) == LOGS_OF_A_FAULT:
            break
    assert len(logs) == min(LOGS_OF_A_FAULT, len(fault.seeds)), "the fault makes a difference in too few runs"
    found = validate(logs, tmp_path)
    assert [(one["verdict"], one["refused"]["line"], one["refused"]["event"]) for one in found] == [
        ("refused", line, fault.event) for line in faulty
    ]
    for one in found:
        told = [reason for refusal in one["refusals"] for reason in refusal["reasons"]]
        reasons = [f"{reason['text']}: {', '.join(reason['values'])}" for reason in told]
        assert any(fault.reason in reason for reason in reasons), reasons
