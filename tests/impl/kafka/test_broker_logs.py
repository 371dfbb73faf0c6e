"""Kafka's own logs, read by the ready map of `kafka-kraft`: real ones are explained, and a changed line is refused."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from tests.support.blocks import ROOT, commands, pattern
from tidemark.base.errors import UsageError
from tidemark.checker.cli import main
from tidemark.checker.validation.loading import load_map, read_log
from tidemark.checker.validation.verdicts import LogVerdict, Validator
from tidemark.impl import machine
from tidemark.impl.kafka.broker_logs.lines import KINDS, read_entries
from tidemark.real.brokers.schedule_run import play
from tidemark.real.brokers.schedules import load
from tidemark.spec.families.system import Confirmation
from tidemark.spec.logs.events import LogError
from tidemark.spec.machines.origin import Origin

LOGS = Path(__file__).parents[2] / "data/kafka-logs"
MAP = load_map("tidemark.impl.kafka.broker_logs.map")
VALIDATOR = Validator(lambda bounds: machine(Origin("kafka-kraft/4.1", bounds, {}, (), source=None)), MAP)
NEW = "Unfenced broker 2 has requested and been granted a"
MAY_STOP = "The request from broker 2 to shut down has been granted"
CONTROLLER = "controller/controller.log"
BY_HIGH_WATERMARK = ", completed=true) due to local high"
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
        "broker-1/server.log", -1, re.escape(f"offset=0{BY_HIGH_WATERMARK}"), f"offset=1{BY_HIGH_WATERMARK}"
    ),
    "cuts": ("broker-1/server.log", None, "Truncating to offset 0", "Truncating to offset 1"),
    "keeps": ("broker-0/server.log", None, "in the log is -1", "in the log is 0"),
    "loads": ("broker-0/server.log", None, "logEndOffset=1", "logEndOffset=0"),
    "checkpoint": ("broker-2/server.log", -1, "initial high watermark 0", "initial high watermark 1"),
    "out_of_range": ("broker-0/server.log", -1, r"\[Partition .*initial high watermark 1 ", OUT_OF_RANGE),
    "lets_leave": (CONTROLLER, 8, MAY_STOP, f"{NEW} controlled shutdown"),
    "stops": (CONTROLLER, 8, "broker 2", "broker 0"),
    "stops_at_once": (CONTROLLER, 8, MAY_STOP, f"{NEW}n immediate shutdown"),
    "stops_fenced": (CONTROLLER, 15, "Fencing broker 0 at", NEW.replace("Unf", "F") + "n immediate shutdown"),
    "fences": (CONTROLLER, 15, "Fencing broker 0", "Fencing broker 2"),
    "registers": (CONTROLLER, 18, "incarnation of broker 0", "incarnation of broker 2"),
    "unfences": (CONTROLLER, 9, "Fencing broker 2", MAY_STOP.replace("2 to shut down", "1 to unfence")),
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


def test_each_kind_of_entry_is_changed() -> None:
    assert set(PLANTED) == set(KINDS) - {"starts", "sets", "creates", "elects_uncleanly"}


@pytest.mark.parametrize("name", ["skipped-epoch", "shutdown-and-lag"])
def test_real_logs_are_explained(name: str) -> None:
    verdict = validate(LOGS / name)
    assert verdict.verdict == "explained"
    assert ("acknowledged-survives" in verdict.breaks) == (name == "skipped-epoch")


def test_the_page_shows_what_the_command_prints(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    page = (ROOT / "docs/validate.md").read_text(encoding="utf-8")
    ((line, printed),) = commands(page[page.index("$ tidemark validate kafka-kraft") :].partition("\n```")[0])
    shutil.copytree(LOGS / "skipped-epoch", tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    files = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.glob("*/*.log"))
    assert main([*line.removesuffix(" */*.log").split()[1:], *files]) == 1
    assert re.fullmatch(pattern(printed), capsys.readouterr().out.strip())


def test_logs_may_begin_later_and_be_rotated(tmp_path: Path) -> None:
    for path in LOGS.glob("skipped-epoch/*/*.log"):
        lines = path.read_text().splitlines(keepends=True)
        kept = [line for line in lines if line.startswith("[") and line[12:24] > "03:52:11,900"]
        folder = tmp_path / path.parent.name
        folder.mkdir(exist_ok=True)
        (folder / path.name).write_text("".join(kept[3:]))
        (folder / f"0-{path.stem}.2026-11-28-03.log").write_text("".join(kept[:3]))
    verdict = validate(tmp_path)
    assert verdict.verdict == "explained"
    assert "acknowledged-survives" in verdict.breaks


def test_one_partition_of_several_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "logs"
    shutil.copytree(LOGS / "shutdown-and-lag", folder)
    for path in folder.glob("*/*.log"):
        lines = path.read_text().splitlines(keepends=True)
        others = [line.replace("topic=t, partition=0", "topic=u, partition=3") for line in lines]
        others = [re.sub(r"\bt-0", "u-3", line) for line in others]
        pairs = zip(lines, others, strict=True)
        path.write_text("".join(line if line == other else line + other for line, other in pairs))
    files = sorted(map(str, folder.glob("*/*.log")))
    words = ["validate", "kafka-kraft/4.1", *files, "--traces", str(tmp_path / "traces")]
    assert main([*words, "--by", "partition=u-3"]) == 0
    assert "partition=t-0" not in capsys.readouterr().out
    assert main(words) == 0
    assert "2 logs: 2 explained" in capsys.readouterr().out


def without(name: str, folder: Path) -> Path:
    shutil.copytree(LOGS / "skipped-epoch", folder, dirs_exist_ok=True)
    (shutil.rmtree if (folder / name).is_dir() else os.remove)(folder / name)
    return folder


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        ("broker-1", "broker 1 wrote nothing"),
        ("controller", "controller.log"),
        ("broker-0/server.log", "broker 0 .*: add its server.log, as of"),
        ("broker-0/state-change.log", "broker 0 .*: add its state-change.log, as of"),
    ],
)
def test_logs_that_lack_a_file_are_refused_with_what_to_add(missing: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=said):
        validate(without(missing, tmp_path))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("03:52:04.138 INFO [Broker id=0] Stopped fetchers", "no line begins with its time"),
        (
            '{"message": "[UnifiedLog partition=t-0, dir=/d] Truncating to offset 0"}',
            "this entry has no time",
        ),
    ],
)
def test_another_pattern_is_refused_with_its_line(line: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "server.log").write_text(f"{line}\n")
    with pytest.raises(LogError, match=rf"server.log:1: {said}"):
        list(read_log(MAP.map, str(tmp_path / "server.log")))


@pytest.mark.parametrize(
    ("line", "words", "said"),
    [
        ("", [], "no line that the map reads has a partition"),
        (
            "[Partition t-0 broker=0] ISR updated to 0,1  and version updated to 2",
            ["--by", "partition=t-1"],
            "t-1",
        ),
    ],
)
def test_files_without_the_partition_are_one_line(
    line: str, words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "server.log").write_text(f"[2026-11-28 05:24:30,063] INFO {line} (kafka)\n")
    assert main(["validate", "kafka-kraft/4.1", str(tmp_path / "server.log"), *words]) == 2
    printed = capsys.readouterr().err
    assert said in printed
    assert printed.count("\n") == 1


def test_an_unclean_election_that_an_operator_asked_for_is_named_with_its_line(tmp_path: Path) -> None:
    elects = "UNCLEAN partition change for t-0 with topic ID x: isr: [] -> [1] "
    file, number = copy_with_change(
        tmp_path, "skipped-epoch", CONTROLLER, 18, "Registering a new incarnation", elects
    )
    with pytest.raises(LogError, match=rf"^{re.escape(str(file))}:{number}: "):
        validate(tmp_path)


def test_other_beginnings_are_refused_at_their_line(tmp_path: Path) -> None:
    file, number = copy_with_change(
        tmp_path, "skipped-epoch", "controller/controller.log", 6, r"isr=\[2, 0, 1\]", "isr=[2, 0]"
    )
    with pytest.raises(LogError, match=rf"^{re.escape(str(file))}:{number}: "):
        validate(tmp_path)


@pytest.mark.brokers
def test_new_logs_of_the_loss_are_explained(tmp_path: Path) -> None:
    *_, confirmation = play(load("skipped-epoch"), "4.3.1", keep=tmp_path / "kept")
    assert isinstance(confirmation, Confirmation)
    assert confirmation.verdict == "confirmed"
    for name in ("server.log", "state-change.log", "controller.log"):
        for path in (tmp_path / "kept").glob(f"*/{name}"):
            (tmp_path / "logs" / path.parent.name).mkdir(parents=True, exist_ok=True)
            path.rename(tmp_path / "logs" / path.parent.name / name)
    assert validate(tmp_path / "logs").verdict == "explained"
