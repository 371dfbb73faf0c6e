"""Runs of the model on real brokers, which must have been fetched: `make brokers` does that, and runs these."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.support.processes import wait_for_end
from tidemark.checker import cli
from tidemark.real.brokers.processes import PREFIX, wait_for

pytestmark = pytest.mark.brokers
ROOT = Path(__file__).parents[3]
LOSS = "kafka/0.10.2/acknowledged-survives-2"
TRACE = str(ROOT / "counterexamples" / f"{LOSS}.json")


def replayed(tmp_path: Path, run: str, version: str, *settings: str) -> dict[str, object]:
    words = [word for setting in settings for word in ("--set", setting)]
    seen = tmp_path / "seen.json"
    status = cli.main(["replay", run, "--on", f"kafka:{version}", *words, "--json", str(seen)])
    found: dict[str, object] = json.loads(seen.read_text())
    assert status == {"confirmed": 0, "refused": 1, "inconclusive": 3}[str(found["verdict"])], found
    return found


@pytest.mark.smoke
def test_the_famous_loss_happens_on_0_10_2(tmp_path: Path) -> None:
    found = replayed(tmp_path, TRACE, "0.10.2.2")
    assert found["verdict"] == "confirmed", found
    assert "a consumer reads from broker 1, the leader: -" in str(found["ending"])


@pytest.mark.smoke
def test_and_3_9_keeps_the_record_where_0_10_2_cut_it(tmp_path: Path) -> None:
    found = replayed(tmp_path, TRACE, "3.9.2")
    assert (found["verdict"], found["step"]) == ("refused", 11), found
    assert found["reason"] == "log 1 is m0@0, in the model -" or "log 1 is m0" in str(found["reason"])


def test_an_upgrade_that_is_half_done_loses_it_too(tmp_path: Path) -> None:
    settings = ("log.message.format.version=0.10.2", "inter.broker.protocol.version=2.8")
    assert replayed(tmp_path, TRACE, "3.9.2", *settings)["verdict"] == "confirmed"


def test_2_0_1_loses_a_record_that_a_leader_missed_two_epochs_before(tmp_path: Path) -> None:
    assert replayed(tmp_path, "stale-leader-asked", "2.0.1")["verdict"] == "confirmed"
    assert replayed(tmp_path, "stale-leader-asked", "2.1.1")["verdict"] == "refused"


@pytest.mark.parametrize("version", ["2.1.1", "3.9.2"])
def test_a_leader_that_missed_an_epoch_acknowledges_what_it_alone_has(version: str, tmp_path: Path) -> None:
    assert replayed(tmp_path, "remote-leo-kept", version)["verdict"] == "confirmed"


@pytest.mark.parametrize(
    ("run", "version"),
    [
        ("kafka/2.6.1/acknowledged-survives-5", "2.6.1"),
        ("kafka/2.6.1/acknowledged-survives-7", "2.0.1"),
    ],
)
def test_a_leader_takes_followers_out_one_after_another(run: str, version: str, tmp_path: Path) -> None:
    trace = ROOT / "counterexamples" / f"{run}.json"
    assert replayed(tmp_path, str(trace), version)["verdict"] == "confirmed"


def sessions() -> set[int]:
    """The process groups of all brokers and ZooKeepers that run now."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if PREFIX.encode() in words and b"java" in words:
            found.add(int(process.name))
    return found


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)]
)
def test_whatever_ends_the_program_nothing_of_it_stays(
    number: signal.Signals, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tidemark", "replay", TRACE, "--on", "kafka:0.10.2.2"]
    child = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)

    def mine() -> set[int]:
        return {p for p in sessions() if str(tmp_path).encode() in Path(f"/proc/{p}/cmdline").read_bytes()}

    started = wait_for("three processes", lambda: (found := mine()) and len(found) == 3 and found)
    child.send_signal(number)
    assert child.wait() == status
    for process in started:
        wait_for_end(process)
    if number == signal.SIGKILL:  # the next start removes what this one left
        assert list(tmp_path.glob(f"{PREFIX}*"))
        monkeypatch.setenv("TMPDIR", str(tmp_path))
        monkeypatch.setattr(tempfile, "tempdir", None)
        assert cli.main(["replay", TRACE, "--on", "kafka:0.10.2.2"]) == 0
    assert not list(tmp_path.glob(f"{PREFIX}*"))
