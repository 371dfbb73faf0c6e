"""`tidemark audit`: what it prints and keeps, the same on Spark as here; files that change; inputs that it refuses."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from tests.support.logs import batch, resealed, split, unpack
from tests.support.refusal import refused
from tidemark.checker import cli
from tidemark.checker.audits import dataset, on_spark
from tidemark.real.log_auditor import auditor, segment
from tidemark.real.storage import directories
from tidemark.real.storage.batches import End

P = "plain-0"


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpack("2.8.2", tmp_path_factory.mktemp("logs"))[0].parent


@pytest.fixture
def here(original: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Directories of two healthy brokers, and of one whose record differs below the high watermark."""
    monkeypatch.chdir(tmp_path)
    for name in ("broker-0", "broker-1", "broker-2"):
        shutil.copytree(original / name, tmp_path / name)
    path = sorted((tmp_path / "broker-2" / P).glob("*.log"))[1]
    *before, last = split(path)
    path.write_bytes(b"".join([*before, resealed(last[:-3] + bytes([last[-3] ^ 1]) + last[-2:])]))
    return tmp_path


def audited(capsys: pytest.CaptureFixture[str], *words: str, expected: int) -> str:
    status = cli.main(["audit", *words])
    printed = capsys.readouterr()
    assert status == expected, printed.out + printed.err
    return printed.out


@pytest.mark.usefixtures("here")
def test_healthy_directories_have_nothing_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    told = audited(capsys, "broker-0", "broker-1", expected=0)
    assert "nothing is wrong" in told
    assert "2 directories, 6 partitions, 44 segments" in told


@pytest.mark.usefixtures("here")
def test_a_difference_is_told_with_its_promise_its_account_and_both_records(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "500")
    told = audited(capsys, "broker-0", "broker-2", "--json", "found.json", "--html", "page.html", expected=1)
    assert "broker 0 has epoch 1, key 'k" in told
    assert "It breaks committed-agrees." in told
    assert "`tidemark scenario kip-101-divergence` tells it." in told
    found = json.loads(Path("found.json").read_text())
    (finding,) = found["findings"]
    here, there = finding["details"]["here"], finding["details"]["there"]
    assert here["epoch"] == there["epoch"] == 1
    assert here["checksum"] != there["checksum"]
    assert found["kinds"]["copies-disagree"]["scenario"] == "kip-101-divergence"
    page = Path("page.html").read_text()
    assert page.count("<figure>") == 1
    assert page.count('class="cell differs"') == 2
    assert "<script" not in page
    assert "{{" not in page


def test_the_gravest_come_first_and_each_replica_has_a_line(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "500")
    (here / "broker-0" / directories.CLEAN).unlink()
    (here / "broker-0" / "gzip-0" / "leader-epoch-checkpoint").write_text("0\n1\n0 5\n")
    told = audited(capsys, "broker-0", "broker-1", "broker-2", "--json", "found.json", expected=1)
    found = json.loads(Path("found.json").read_text())
    assert [one["kind"] for one in found["findings"]] == [
        *["copies-disagree"] * 2,
        "unclean-shutdown",
        *["copied-apart"] * (len(found["findings"]) - 3),
    ]
    assert list(found["kinds"]) == ["copies-disagree", "unclean-shutdown", "copied-apart"]
    groups = [one["group"] for one in found["copies"]]
    assert groups[:6] == [P] * 3 + ["gzip-0"] * 3  # damaged partitions first
    assert len(groups) == 18
    lines = {one["place"]: one for one in found["copies"] if one["group"] == P}
    assert lines["broker-2"]["may_lead"] is None
    assert (lines["broker-1"]["log_start"], lines["broker-1"]["log_end"]) == (0, 88)
    assert "not known: copies-disagree" in told
    (first, *_) = [
        line for line in told.splitlines() if line.startswith("partition  ") and "may lead" in line
    ]
    assert first.split() == [
        "partition",
        "replica",
        "start",
        "end",
        "HW",
        "epoch",
        "ISR",
        "ELR",
        "may",
        "lead",
        "without",
        "loss",
    ]


@pytest.mark.parametrize("thorough", [False, True])
def test_batches_that_are_not_opened_are_said_to_be_closed(
    thorough: bool, here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On both replicas alike, records are garbage under a right checksum."""
    monkeypatch.setattr(auditor, "OPENED", 0)
    for broker in (here / "broker-0", here / "broker-1"):
        path = sorted((broker / P).glob("*.log"))[1]
        first, second, *rest = split(path)
        path.write_bytes(b"".join([first, resealed(second[:61] + bytes(len(second) - 61)), *rest]))
    words = ["--thorough"] if thorough else []
    told = audited(capsys, "broker-0", "broker-1", *words, expected=int(thorough))
    assert ("batches were not opened: --thorough" in told) == (not thorough)
    assert ("records (2)" in told) == thorough


@pytest.mark.usefixtures("here")
def test_what_is_found_is_kept_as_parquet(capsys: pytest.CaptureFixture[str]) -> None:
    audited(capsys, "broker-0", "broker-1", "broker-2", "--out", "kept", expected=1)
    findings = pq.read_table("kept/findings").to_pylist()
    assert {row["kind"] for row in findings} == {"copies-disagree"}
    units = pq.read_table("kept/units").to_pylist()
    assert sum(row["bytes"] for row in units) == sum(
        path.stat().st_size for path in Path.cwd().rglob("*.log")
    )
    assert {row["codecs"] for row in units} >= {"none", "gzip", "snappy", "lz4", "zstd"}
    refused(["audit", "broker-0", "--out", "kept"], "kept is not empty", capsys)


@pytest.mark.usefixtures("here")
def test_without_pyarrow_the_same_is_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    documents = []
    for is_installed in (True, False):
        monkeypatch.setattr(dataset, "is_installed", lambda _, answer=is_installed: answer)
        audited(capsys, "broker-0", "broker-1", "broker-2", "--json", "found.json", expected=1)
        documents.append(json.loads(Path("found.json").read_text()) | {"seconds": 0})
    assert documents[0] == documents[1]


@pytest.mark.spark
@pytest.mark.usefixtures("here")
def test_spark_finds_the_same(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    (Path("broker-1") / directories.CLEAN).unlink()
    monkeypatch.setattr(on_spark, "TASK", 4000)  # so that a partition is read by several tasks
    found = []
    for engine in (["--engine", "embedded"], ["--engine", "spark", "--master", "local[2]"]):
        audited(capsys, "broker-0", "broker-1", "broker-2", *engine, "--json", "found.json", expected=1)
        found.append(json.loads(Path("found.json").read_text()) | {"seconds": 0})
    assert found[0] == found[1]
    assert len(found[0]["findings"]) == 3


def test_a_large_partition_is_cut_into_tasks(here: Path) -> None:
    from tidemark.real.log_auditor.auditor import AUDITOR

    units = AUDITOR.survey([here / "broker-0", here / "broker-1"]).units
    assert len(on_spark._tasks(units)) == 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(on_spark, "TASK", 2000)
        tasks = on_spark._tasks(units)
    assert sorted(id(unit) for task in tasks for unit in task) == sorted(map(id, units))
    assert all(sum(unit.size for unit in task) <= 2000 or len(task) == 1 for task in tasks)
    spread = [k for k, task in enumerate(tasks) for unit in task if unit.group == P and unit.size]
    assert len(set(spread)) > 5


def test_a_segment_that_grows_while_it_is_read_is_not_damaged(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a batch at the end is damage in a file that stands still, and none in one that is being written."""
    path = sorted((here / "broker-0" / P).glob("*.log"))[-1]
    rows = (here / "broker-0" / directories.HIGH_WATERMARKS).read_text()
    whole = batch(int(rows.split("plain 0 ")[1].split()[0]), 4, [(b"k", b"v")])
    with path.open("ab") as file:
        file.write(whole[:30])
    told = audited(capsys, "broker-0", expected=1)
    assert "torn-tail" in told
    walked, left = segment.walk, [whole[30:]]

    def meanwhile(*arguments: Any) -> Iterator[Any]:
        for found in walked(*arguments):
            is_it = os.path.samestat(os.fstat(arguments[0].fileno()), path.stat())
            if is_it and isinstance(found, End) and left:
                with path.open("ab") as file:
                    file.write(left.pop())
            yield found

    monkeypatch.setattr(segment, "walk", meanwhile)
    told = audited(capsys, "broker-0", expected=0)
    assert "torn-tail" not in told


def test_a_segment_that_is_deleted_while_it_is_read_is_told_and_is_no_damage(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    scanned = segment._Scan.run

    def gone(self: Any) -> Any:
        if self.path.name == "00000000000000000000.log" and P in str(self.path):
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(self.path))
        return scanned(self)

    monkeypatch.setattr(segment._Scan, "run", gone)
    monkeypatch.setenv("COLUMNS", "500")
    told = audited(capsys, "broker-0", "broker-1", expected=0)
    assert "it was deleted while it was read" in told


def test_what_can_not_be_read_makes_the_audit_incomplete(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = sorted((here / "broker-0" / P).glob("*.log"))[1]
    path.unlink()
    path.mkdir()
    told = audited(capsys, "broker-0", expected=3)
    assert f"not read: broker-0/{P}/{path.name}: Is a directory" in told


def test_a_directory_that_a_broker_has_open_is_known_by_its_lock(here: Path) -> None:
    import fcntl
    import subprocess
    import sys

    lock = here / "broker-0" / ".lock"
    lock.touch()
    assert not directories.read(here / "broker-0").is_open
    code = "import fcntl, sys; file = open(sys.argv[1], 'w'); fcntl.lockf(file, fcntl.LOCK_EX)"
    words = [sys.executable, "-c", f"{code}; print('held', flush=True); sys.stdin.read()", str(lock)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as held:
        assert held.stdout
        assert held.stdout.readline() == "held\n"
        (here / "broker-0" / directories.CLEAN).unlink()
        found = directories.read(here / "broker-0")
        held.communicate("")
    assert found.is_open
    with lock.open("w") as file:  # nothing was taken
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("words", "fragment"),
    [
        ([], "the following arguments are required: DIR"),
        (["nowhere"], "there is no directory nowhere"),
        (["broker-0/meta.properties"], "broker-0/meta.properties is not a directory"),
        (["empty"], "empty is no data directory of a broker: it has no partition and no checkpoint"),
        (["."], ". is no data directory of a broker: name those in it, as broker-"),
        (["photos"], "photos is no data directory of a broker: it has no partition and no checkpoint"),
        ([f"broker-0/{P}"], f"broker-0/{P} is one partition's directory: name the data directory above it"),
        (["broker-0", "./broker-0"], "broker-0 is given twice"),
        (["broker-0", "--out", "broker-1"], "broker-1 is not empty"),
        (["broker-0", "--out", "broker-1/meta.properties"], "broker-1/meta.properties is not empty"),
        (["broker-0", "--out", "/proc/none"], "/proc/none can't be written"),
        (["broker-0", "--json", "no/where.json"], "no/where.json can't be written"),
        (["broker-0", "--html", "no/where.html"], "no/where.html can't be written"),
        (["broker-0", "--html", "-", "--json", "-"], "can't both be written to standard output"),
        (["broker-0", "--html", "/dev/full"], "/dev/full: No space left on device"),
        (["broker-0", "--engine", "sparc"], "there is no engine sparc: did you mean spark?"),
        (["broker-0", "--engine", "embedded", "--master", "local[2]"], "--master is for the engine"),
        (["broker-0", "--engine", "spark", "--master", "nonsense"], "nonsense"),
        (["\x1b[31mred"], "there is no directory \\x1b[31mred"),
    ],
)
def test_a_bad_input_is_refused_in_one_line(
    words: list[str], fragment: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("empty").mkdir()
    Path("photos/summer-2024").mkdir(parents=True)
    refused(["audit", *words], fragment, capsys)


@pytest.mark.usefixtures("here")
def test_a_full_disk_for_the_data_set_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(pq, "write_table", full)
    refused(["audit", "broker-0", "--out", "kept"], "kept can't be written: No space left on device", capsys)


@pytest.mark.usefixtures("here")
def test_the_page_can_go_to_standard_output_alone(capsys: pytest.CaptureFixture[str]) -> None:
    told = audited(capsys, "broker-0", "--html", "-", expected=0)
    assert told.startswith("<!doctype html>")
    assert told.rstrip().endswith("</html>")
