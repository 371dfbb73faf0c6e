"""Kafka's own logs, read by the ready map of `kafka-kraft`: real ones are explained, and a changed line is refused."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from tidemark.base.errors import UsageError
from tidemark.checker.cli import main
from tidemark.checker.validation.loading import load_map, read_log
from tidemark.checker.validation.verdicts import LogVerdict, Validator
from tidemark.impl import machine
from tidemark.impl.kafka.broker_logs.lines import KINDS, read_entries
from tidemark.real.brokers.schedule_run import play
from tidemark.real.brokers.schedules import load
from tidemark.spec.logs.events import LogError
from tidemark.spec.machines.origin import Origin

LOGS = Path(__file__).parents[2] / "data/kafka-logs"
MAP = load_map("tidemark.impl.kafka.broker_logs.map")
VALIDATOR = Validator(lambda bounds: machine(Origin("kafka-kraft/4.1", bounds, {}, (), source=None)), MAP)
NEW = "Unfenced broker 2 has requested and been granted a"
OUT_OF_RANGE = (
    "[ReplicaFetcher replicaId=0, leaderId=1, fetcherId=0] Current offset 1 for partition t-0 is out of range, which "
    "typically implies a leader change. Reset fetch offset to 0 "
)
PLANTED = {
    "leads": ("broker-0/state-change.log", 4, r"ISR \[0,1\]", "ISR [0,1,2]"),
    "follows": ("broker-1/state-change.log", 5, "Current leader is 0", "Current leader is 2"),
    "leads_on": ("broker-0/state-change.log", 3, r"ISR \[0,1,2\]", "ISR [0,1]"),
    "follows_on": ("broker-0/state-change.log", 6, "leader=1,", "leader=2,"),
    "isr": ("broker-0/server.log", None, "ISR updated to 1,0,2", "ISR updated to 1,0"),
    "truncates": ("broker-1/server.log", None, "leaderEpoch=1, endOffset=0", "leaderEpoch=1, endOffset=1"),
    "truncates_to_high_watermark": (
        "broker-1/server.log", -1, r"offset=0, completed=true\) due to local high", "offset=1, completed=true) due to local high"
    ),
    "cuts": ("broker-1/server.log", None, "Truncating to offset 0", "Truncating to offset 1"),
    "keeps": ("broker-0/server.log", None, "in the log is -1", "in the log is 0"),
    "loads": ("broker-0/server.log", None, "logEndOffset=1", "logEndOffset=0"),
    "checkpoint": ("broker-2/server.log", -1, "initial high watermark 0", "initial high watermark 1"),
    "out_of_range": ("broker-0/server.log", -1, r"\[Partition .*initial high watermark 1 ", OUT_OF_RANGE),
    "lets_leave": ("controller/controller.log", 8, "The request from broker 2 to shut down has been granted", f"{NEW} controlled shutdown"),
    "stops": ("controller/controller.log", 8, "broker 2", "broker 0"),
    "stops_at_once": ("controller/controller.log", 8, "The request from broker 2 to shut down has been granted", f"{NEW}n immediate shutdown"),
    "stops_fenced": ("controller/controller.log", 15, "Fencing broker 0 at", "Fenced broker 2 has requested and been granted an immediate shutdown"),
    "fences": ("controller/controller.log", 15, "Fencing broker 0", "Fencing broker 2"),
    "registers": ("controller/controller.log", 18, "incarnation of broker 0", "incarnation of broker 2"),
    "unfences": ("controller/controller.log", 9, "Fencing broker 2", "The request from broker 1 to unfence has been granted"),
    "shrinks": ("broker-0/server.log", None, "endOffset: 2", "endOffset: 1"),
}  # fmt: skip
"""For each kind of entry a file, the number of a line in it (or which of those that fit), and what is changed there."""


def validate(folder: Path) -> LogVerdict:
    files = sorted(map(str, folder.glob("*/*.log")))
    return VALIDATOR.validate(event for file in files for event in read_log(MAP.map, file))


def copy_with_change(
    folder: Path, name: str, file: str, line: int | None, old: str, new: str
) -> tuple[Path, int]:
    """The logs with one line changed; gives that line's number too."""
    shutil.copytree(LOGS / name, folder, dirs_exist_ok=True)
    lines = (folder / file).read_text().splitlines(keepends=True)
    fitting = [number for number, text in enumerate(lines, 1) if re.search(old, text)]
    number = line if line is not None and line > 0 else fitting[line or 0]
    assert number in fitting
    lines[number - 1] = re.sub(old, new, lines[number - 1], count=1)
    (folder / file).write_text("".join(lines))
    return folder / file, number


@pytest.mark.parametrize("kind", PLANTED)
def test_a_changed_line_is_refused_there(kind: str, tmp_path: Path) -> None:
    name = "shutdown-and-lag" if kind == "shrinks" else "skipped-epoch"
    file, number = copy_with_change(tmp_path, name, *PLANTED[kind])
    entries = dict(read_entries(file.read_text().splitlines()))
    assert entries[number]["event"] == kind
    verdict = validate(tmp_path)
    assert verdict.refused is not None
    assert verdict.refused.event.place == f"{file}:{number}"
