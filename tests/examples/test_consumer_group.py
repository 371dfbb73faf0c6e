"""docs/examples/consumer-group: what members of a group log is a run of its model; with a line changed it is not."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.consumer_groups import CLASSIC, EXAMPLE, KEPT, KIP_848, Fault
from tidemark import LogVerdict, validate

MODELS = {
    "eager": ("group/no-last-commit", "--map", "map.py"),
    "cooperative": (
        "group/cooperative", "--with", "revocation=group/no-last-commit", "--map", "map.py"
    ),
    "kip-848": ("kip-848/published", "--map", "kip_848_map.py"),
}  # fmt: skip
MAY_BREAK = {"eager": {"repeats-nothing"}, "cooperative": {"all-owned", "repeats-nothing"}, "kip-848": set()}
"""What Kafka does not promise: that a record is read once, and that what moves has an owner (docs/parts/groups.md)."""
PAUSED, KILLED = '"event": "pause"', '"event": "kill"'
LEFT = {"eager": "LeaveGroupRequest", "cooperative": "LeaveGroupRequest", "kip-848": "memberEpoch=-1"}
QUICK = {next(iter(CLASSIC)), next(iter(KIP_848))}
FAULTS = [
    pytest.param(kind, name, fault, id=name, marks=() if name in QUICK else pytest.mark.slow)
    for kind, faults in (("eager", CLASSIC), ("kip-848", KIP_848))
    for name, fault in faults.items()
]


def validated(kind: str, folder: Path) -> LogVerdict:
    """What is said of a log, in this process."""
    protocol, *_, map = MODELS[kind]
    return validate(protocol, str(EXAMPLE / map), *files_of(folder))


def files_of(folder: Path) -> list[str]:
    """The files of a group: one of each member, and one of what was done to them."""
    return sorted(str(file) for file in folder.glob("*.ndjson"))


@pytest.mark.parametrize("kind", ["eager", "kip-848"])
def test_a_kept_log_is_a_run_of_the_model(kind: str) -> None:
    found = validated(kind, KEPT / kind)
    assert found.verdict == "explained"
    assert set(found.breaks) <= MAY_BREAK[kind]
    assert found.events > 100


@pytest.mark.parametrize(("kind", "name", "fault"), FAULTS)
def test_a_fault_is_refused_at_the_line_that_shows_it(
    kind: str, name: str, fault: Fault, tmp_path: Path
) -> None:
    place = fault.put_into(KEPT / kind, tmp_path / "log")
    found = validated(kind, tmp_path / "log")
    assert found.verdict == "refused", name
    assert found.refused
    assert Path(found.refused.event.place).name == place


def recorded(version: str, kind: str, folder: Path, *words: str) -> None:
    """Let real groups work."""
    command = [sys.executable, str(EXAMPLE / "harness.py"), version, kind, str(folder), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=800)
    assert done.returncode == 0, done.stdout + done.stderr


def said_of(kind: str, folder: Path, out: Path) -> dict[str, Any]:
    """What the command says of the log of a group."""
    protocol, *options = MODELS[kind]
    written = ["--traces", str(out / "runs"), "--json", str(out / "found.json")]
    done = subprocess.run(
        [sys.executable, "-m", "tidemark", "validate", protocol, *files_of(folder), *options, *written],
        capture_output=True,
        text=True,
        timeout=800,
        cwd=EXAMPLE,
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    (found,) = json.loads((out / "found.json").read_text(encoding="utf-8"))["logs"]
    return dict(found)


@pytest.mark.examples
@pytest.mark.parametrize(
    ("version", "kind", "seeds", "done"),
    [
        ("3.9.2", "eager", "123", (PAUSED, KILLED)),
        ("4.3.1", "eager", "123", (PAUSED, KILLED)),
        ("3.9.2", "cooperative", "14", (KILLED,)),
        ("4.3.1", "cooperative", "14", (KILLED,)),
        ("4.3.1", "kip-848", "123", (PAUSED, KILLED)),
    ],
)
def test_what_real_groups_log_is_a_run_of_the_model(
    version: str, kind: str, seeds: str, done: tuple[str, ...], tmp_path: Path
) -> None:
    recorded(version, kind, tmp_path / "groups", *seeds)
    text = ""
    for seed in seeds:
        text += "".join(Path(file).read_text() for file in files_of(tmp_path / "groups" / seed))
        found = said_of(kind, tmp_path / "groups" / seed, tmp_path)
        assert found["verdict"] == "explained", (seed, found["refused"], found["refusals"][:1])
        broken = {breach["promise"] for breach in found["breaks"]}
        assert broken <= MAY_BREAK[kind], (seed, found["breaks"])
    for event in (*done, LEFT[kind]):
        assert event in text, "what these seeds do"


@pytest.mark.examples
def test_assignments_that_wait_are_refused(tmp_path: Path) -> None:
    """The published model of KIP-848 assigns at the next heartbeat; since 4.3 Kafka waits for an interval first."""
    recorded("4.3.1", "kip-848", tmp_path / "groups", "5", "group.consumer.assignment.interval.ms=10000")
    found = said_of("kip-848", tmp_path / "groups" / "5", tmp_path)
    assert found["verdict"] == "refused"
    reasons = [reason["text"] for refusal in found["refusals"] for reason in refusal["reasons"]]
    assert "after it the log says otherwise" in reasons
    assert found["refused"]["event"] == "asks"
