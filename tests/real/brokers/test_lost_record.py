"""docs/examples/LostRecord.java: the loss of docs/findings.md with Kafka's jars alone. Kafka's own tool for logs."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.support.blocks import ROOT
from tests.support.processes import wait_for_end
from tests.support.scripts import FOLDER, children, started
from tidemark.real.brokers import jars
from tidemark.real.brokers.processes import wait_for

SCRIPT = FOLDER / "LostRecord.java"
LOG = "broker-1/lz4-0/00000000000000000060.log"


@pytest.mark.brokers
@pytest.mark.parametrize("version", ["3.9.2", "4.1.2", "4.3.1"])
def test_it_loses_an_acknowledged_record_and_leaves_nothing(version: str, tmp_path: Path) -> None:
    for _ in range(3):
        with started(SCRIPT, version, tmp_path) as script:
            out, _ = script.communicate()
        if (
            "not lost this time" not in out
        ):  # as where the machine is busy, and broker 0 goes a second too late
            break
    assert script.returncode == 0, out
    assert f"Kafka {version}" in out
    assert out.splitlines()[-1].endswith("LOST: m0 was acknowledged, is on no disk, and m1 has its offset")
    assert all(f"{record} is acknowledged at offset 0" in out for record in ("m0", "m1"))
    assert "a consumer reads the whole partition: [m1]" in out
    for broker in range(3):
        (batch,) = re.findall(rf"on broker {broker}: (.*)\n.* payload: m1$", out, re.M)
        assert "count: 1 baseSequence: 1 lastSequence: 1 " in batch
    assert not children(tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.brokers
@pytest.mark.parametrize("count", [1, 2, 4])
def test_interrupted_it_leaves_nothing(count: int, tmp_path: Path) -> None:
    with started(SCRIPT, "4.3.1", tmp_path) as script:
        running = wait_for("nodes", lambda: found if len(found := children(tmp_path)) >= count else None, 600)
        script.send_signal(signal.SIGINT)
        assert script.wait() == 128 + signal.SIGINT
    for process in running:
        wait_for_end(process)
    assert not children(tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.brokers
@pytest.mark.parametrize("version", ["0.11.0.3", "2.8.2", "3.9.2", "4.2.1", "4.3.1"])
def test_kafkas_own_tool_reads_what_an_audit_reads(version: str, tmp_path: Path) -> None:
    jars.fetch(version)
    with tarfile.open(ROOT / "tests/data/logs/2.8.2.tar.xz") as logs:
        logs.extractall(tmp_path, filter="data")
    words = ["kafka", "run", version, "kafka.tools.DumpLogSegments", "--print-data-log", "--files"]
    done = subprocess.run(
        [sys.executable, "-m", "tidemark", *words, str(tmp_path / "2.8.2" / LOG)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert f"Dumping {tmp_path}/2.8.2/{LOG}" in done.stdout
    assert re.search(r"offset: 60 ", done.stdout, re.I)
    assert ("is org.apache.kafka.tools.DumpLogSegments" in done.stderr) == (version == "4.3.1")
