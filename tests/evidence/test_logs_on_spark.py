"""Many logs on Spark: the verdicts of one process, also after a kill, from lines and from Parquet, and bad input."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bench.episodes import episodes, write_episodes
from tests.support.lock_logs import write_locks
from tests.support.processes import wait_for_end
from tests.support.refusal import refused
from tests.support.spark import CLUSTER, one_session
from tidemark.base.errors import UsageError
from tidemark.checker import cli
from tidemark.checker.evidence.logs import on_spark, pieces, results
from tidemark.checker.evidence.logs.results import Results
from tidemark.checker.validation.loading import load_map, read_log

ROOT = Path(__file__).parents[2]
VALIDATE = ["validate", "lock.py", "log.ndjson", "--map", "map.py", "--by", "episode"]
MANY = 1_000
"""Episodes that take long enough to be killed between."""
COVERED = [*VALIDATE, "--coverage"]
UNFINISHED = ".share-00000.parquet.0123abcd"
SPARK = ["--engine", "spark", "--master", "local[2]"]


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with the lock of docs/validate.md."""
    write_locks(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def document(*words: str, status: int = 1) -> dict[str, Any]:
    """What a command says; of a log's run that it has one."""
    assert cli.main([*words, "--json", "found.json"]) == status
    data: dict[str, Any] = json.loads(Path("found.json").read_text())
    for one in data["logs"]:
        one.pop("trace")
    return data


def found(*words: str, status: int = 1) -> list[dict[str, Any]]:
    """What a command says of each log."""
    logs: list[dict[str, Any]] = document(*words, status=status)["logs"]
    return logs


def killed(count: int, room: Path) -> None:
    """Validate `count` episodes on Spark, and kill the driver once some are validated, and not all."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tidemark.checker.cli", *COVERED, *SPARK, "--dataset", "kept"],
        cwd=room,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    kept = Results("kept")
    while kept.path.is_dir() is False or kept.count() < count // 10:
        assert process.poll() is None, "all is validated already"
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    wait_for_end(process.pid)  # a task that outlives its driver for a moment may finish its logs
    assert count // 10 <= kept.count() < count
    (kept.path / UNFINISHED).write_bytes(b"half of")  # as if it was killed at this moment


def kept_files(room: Path) -> dict[Path, int]:
    """The finished files, and when each was written."""
    return {path: path.stat().st_mtime_ns for path in (room / "kept").glob("share-*.parquet")}


def resumed(room: Path) -> dict[str, Any]:
    """What a resumed run finds. What was finished is not written again."""
    before = kept_files(room)
    data = document(*COVERED, *SPARK, "--dataset", "kept", "--resume")
    assert {path: kept_files(room)[path] for path in before} == before
    assert not (room / "kept" / UNFINISHED).exists()
    return data


@pytest.fixture(scope="module")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One session of Spark for all tests here."""
    with one_session("local[2]", tmp_path_factory.mktemp("spark")):
        yield


@pytest.mark.usefixtures("spark")
@pytest.mark.spark
def test_a_killed_run_is_resumed_to_the_verdicts_of_one_process(room: Path) -> None:
    write_episodes(room / "log.ndjson", MANY)
    killed(MANY, room)
    data = resumed(room)
    logs = data["logs"]
    assert len(logs) == MANY
    assert {one["verdict"] for one in logs} == {"explained", "refused"}
    assert any(one["breaks"] for one in logs)
    assert data == document(*COVERED)
    assert data["coverage"][0]["logs"] == sum(one["verdict"] == "explained" for one in logs)
    query = "SELECT count(*), count(run) FROM read_parquet('kept/share-*.parquet')"
    rows, runs = duckdb.sql(query).fetchall()[0]
    assert (rows, runs) == (MANY, sum(one["verdict"] == "explained" for one in logs))


@pytest.mark.slow
@pytest.mark.usefixtures("spark")
@pytest.mark.spark
def test_ten_thousand_episodes_killed_once_are_those_of_one_process(room: Path) -> None:
    write_episodes(room / "log.ndjson", 10_000)
    killed(10_000, room)
    data = resumed(room)
    assert len(data["logs"]) == 10_000
    assert data == document(*COVERED)


@pytest.mark.slow
@pytest.mark.spark
def test_executors_need_only_what_is_sent_to_them(room: Path) -> None:
    write_episodes(room / "log.ndjson", 40)
    words = [*VALIDATE, "--engine", "spark", "--master", CLUSTER, "--json", "on-cluster.json"]
    done = subprocess.run(  # not in the session of the other tests
        [sys.executable, "-m", "tidemark.checker.cli", *words],
        cwd=room,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        check=False,
    )
    assert done.returncode == 1
    logs = json.loads((room / "on-cluster.json").read_text())["logs"]
    assert [{**one, "trace": None} for one in logs] == [{**one, "trace": None} for one in found(*VALIDATE)]


@pytest.mark.usefixtures("spark")
@pytest.mark.spark
def test_what_no_log_has_exercised_is_that_of_one_process(
    room: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [json.dumps(one) for one in episodes(60) if one["event"] == "granted"]
    (room / "log.ndjson").write_text("\n".join(lines) + "\n")
    divide(monkeypatch)
    data = document(*COVERED, *SPARK)
    told = capsys.readouterr().out
    assert data == document(*COVERED)
    (left,) = data["coverage"]
    assert left["actions"] == ["write"]
    assert left["guards"] == []
    assert "actions never taken: 1 of 3\n    write\n" in told


@pytest.mark.usefixtures("spark")
@pytest.mark.spark
def test_logs_without_an_event_are_no_success(room: Path) -> None:
    (room / "log.ndjson").write_text('{"at": 1, "host": "lock-1", "event": "heartbeat", "episode": "e1"}\n')
    assert {one["events"] for one in found(*VALIDATE, status=3)} <= {0}
    assert found(*VALIDATE, *SPARK, status=3) == found(*VALIDATE, status=3)


@pytest.mark.usefixtures("spark")
@pytest.mark.spark
def test_lines_and_rows_are_told_alike_however_they_are_divided(
    room: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_episodes(room / "log.ndjson", 60)
    here = found(*VALIDATE)
    told = capsys.readouterr().out
    divide(monkeypatch)
    assert found(*VALIDATE, *SPARK) == here
    assert capsys.readouterr().out.splitlines()[-1] == told.splitlines()[-1]
    write_table(Path("log.parquet"), list(episodes(60)), 99)
    rows = [word.replace("ndjson", "parquet") for word in VALIDATE]
    assert found(*rows, *SPARK) == found(*rows)
    by_lines = [(one["log"], one["verdict"], one["states"], one["length"]) for one in here]
    assert [(one["log"], one["verdict"], one["states"], one["length"]) for one in found(*rows)] == by_lines


def divide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Divide what is read in a few pieces, and what is validated in two shares."""
    monkeypatch.setattr(pieces.pieces, "__defaults__", (9999,))
    monkeypatch.setattr(on_spark, "LEAST_SHARES", 2)


def write_table(path: Path, lines: list[dict[str, object]], rows: int) -> None:
    pq.write_table(pa.Table.from_pylist(lines), path, row_group_size=rows)


BAD: dict[str, tuple[str, str]] = {
    "two broken lines": ("{\n[1]", "log.ndjson:170: this is not JSON"),
    "no such field": (
        '{"at": 1, "host": "a", "event": "granted", "client": "x", "lease": 1}',
        "log.ndjson:170: the event granted has no field episode",
    ),
    "a field of another type": (
        '{"at": 1, "host": "a", "event": "granted", "client": "x", "lease": "one", "episode": "new"}',
        "log.ndjson:170: lease of the event granted is 'one', and must be a",
    ),
}


@pytest.mark.usefixtures("spark")
@pytest.mark.spark
@pytest.mark.parametrize("bad", BAD)
def test_a_bad_line_is_told_as_by_one_process(
    bad: str, room: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [json.dumps(line) for line in episodes(60)][:300]
    text, told = BAD[bad]
    (room / "log.ndjson").write_text("\n".join([*lines[:169], text, *lines[169:]]) + "\n")
    divide(monkeypatch)
    assert refused([*VALIDATE, *SPARK], told, capsys) == refused(VALIDATE, told, capsys)


REFUSED: list[tuple[list[str], str]] = [
    (["--engine", "spark"], "say how they are divided, --by FIELD, or --each file"),
    (["--by", "episode", "--engine", "spark", "--resume"], "--resume needs --dataset"),
    (["--by", "episode", "--dataset", "kept"], "--dataset is for the engine spark, not for native"),
    (["log.ndjson", "--by", "episode", "--engine", "spark"], "log.ndjson is given twice"),
    (["-", "--by", "episode", "--engine", "spark"], "- is standard input"),
    (["none.ndjson", "--by", "episode", "--engine", "spark"], "none.ndjson: No such file"),
    (["broken.parquet", "--by", "episode", "--engine", "spark"], "broken.parquet can't be read as Parquet"),
    (["broken.parquet", "--by", "episode"], "broken.parquet can't be read as Parquet"),
    (["--each", "--engine", "spark", "--dataset", "other"], "has file in it, which is no result"),
    (["--each", "--engine", "spark", "--dataset", "lock.py"], "lock.py can't be written: File exists"),
    (["--each", "--engine", "sparc"], "there is no engine sparc: did you mean spark?"),
]


@pytest.mark.parametrize(("words", "told"), REFUSED)
def test_what_does_not_fit_is_refused_before_spark_starts(
    words: list[str], told: str, room: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_episodes(room / "log.ndjson", 2)
    (room / "broken.parquet").write_text("no table")
    (room / "other").mkdir()
    (room / "other" / "file").touch()
    refused(["validate", "lock.py", "log.ndjson", *words, "--map", "map.py"], told, capsys)


def test_results_are_gone_on_with_only_for_the_same(room: Path) -> None:
    kept = Results(room / "kept")
    with kept.lock():
        assert kept.begin({"files": "a", "limits": {"states": 3}}, 5, False) == 5
        assert kept.begin({"files": "a", "limits": {"states": 3}}, 9, True) == 5
        with pytest.raises(UsageError, match=r"has results in it: go on with --resume"):
            kept.begin({"files": "a", "limits": {"states": 3}}, 5, False)
        with pytest.raises(UsageError, match="results of other limits"):
            kept.begin({"files": "a", "limits": {"states": 4}}, 5, True)
        with (
            pytest.raises(UsageError, match=r"another run is at work in .*kept"),
            Results(room / "kept").lock(),
        ):
            pass


def test_a_full_disk_is_told_and_leaves_nothing_half(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_table: object, path: Path, **_packing: object) -> None:
        path.write_text("half")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(results.pq, "write_table", full)
    kept = Results(room / "kept")
    with pytest.raises(UsageError, match=r"kept can't be written: No space left on device"):
        kept.append(0, 0, [])
    assert [path for path in (room / "kept").rglob("*") if path.is_file()] == []


def test_a_task_that_outlives_its_driver_adds_nothing(room: Path) -> None:
    kept, empty = Results(room / "kept"), dict.fromkeys(results.SCHEMA.names)
    rows = [{**empty, "log": f"{number}"} for number in range(3)]
    kept.append(7, 0, rows[:2])
    assert (kept.count_done(7), kept.count()) == (2, 2)
    kept.append(7, 2, rows[2:])
    kept.finish(7)
    kept.append(7, 2, rows[2:])
    assert kept.is_finished(7)
    assert kept.count() == 3
    assert [row["log"] for row in kept.rows(["log"])] == ["0", "1", "2"]


@pytest.mark.parametrize(("counted", "rows"), [(Results.count, 1), (lambda kept: kept.count_done(7), 0)])
def test_what_is_validated_is_counted_while_a_share_is_finished(
    counted: Callable[[Results], int], rows: int, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its files go away between the look into the directory and into the files; one that is damaged stays."""
    kept, empty = Results(room / "kept"), dict.fromkeys(results.SCHEMA.names)
    kept.append(7, 0, [{**empty, "log": "0"}])
    rows_of = results._rows

    def meanwhile(path: Path) -> int:
        if not kept.is_finished(7):
            kept.finish(7)
        return rows_of(path)

    monkeypatch.setattr(results, "_rows", meanwhile)
    assert counted(kept) == rows
    kept.append(7, 0, [{**empty, "log": "0"}])
    for file in kept.path.rglob("*.parquet"):
        file.write_bytes(b"half of")
    with pytest.raises(UsageError, match=r"\.parquet can't be read, and is damaged"):
        counted(kept)


@pytest.mark.parametrize("size", [1, 7, 50, 10_000])
def test_the_pieces_of_a_file_have_its_events_in_order(size: int, room: Path) -> None:
    lines = [json.dumps(line) for line in episodes(3)]
    (room / "log.ndjson").write_text("\ufeff" + lines[0] + "\n\n" + "\r\n".join(lines[1:]), encoding="utf-8")
    write_table(room / "log.parquet", list(episodes(3)), size)
    map = load_map("map.py").map
    for path in ("log.ndjson", "log.parquet"):
        divided = pieces.pieces(map, [path, path], size)
        counts = [pieces.lines_in(one) if one.is_part else 0 for one in divided]
        events = [
            (one.place, one.fields)
            for piece in pieces.number_pieces(divided, counts)
            for one in pieces.events_in(map, piece)
        ]
        assert events == 2 * [(one.place, one.fields) for one in read_log(map, path)]


def test_a_log_that_changed_without_changing_its_size_is_another_log(room: Path) -> None:
    write_episodes(room / "log.ndjson", 2)
    recipe = SimpleNamespace(identity=dict)
    work = on_spark.Work(recipe, (str(room / "log.ndjson"),), "episode")  # type: ignore[arg-type]
    before = work.identity()
    assert work.identity() == before
    text = (room / "log.ndjson").read_text()
    (room / "log.ndjson").write_text(text.replace("0", "1"))
    assert len(text) == (room / "log.ndjson").stat().st_size
    assert work.identity() != before
