"""The durability table on Spark: the same table, resumed after a kill, open to any SQL engine."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pytest

from tests.evidence.test_matrix import matrix, refused, verdicts
from tests.support.processes import wait_for_end
from tidemark.checker import cli
from tidemark.checker.evidence.matrix import grid

pytestmark = pytest.mark.spark

MANY = """
promises = ["weak-isr", "strong-isr", "leader-in-isr"]
protocols = ["published/high-watermark", "published/kip-320"]

[axes.replicas]
"one" = { replicas = 1 }
"two" = { replicas = 2 }

[axes.records]
"one" = { records = 1 }
"two" = { records = 2 }

[axes.epochs]
"two" = { max-epoch = 1 }
"three" = { max-epoch = 2 }
"""


@pytest.fixture
def many(tmp_path: Path) -> Path:
    path = tmp_path / "many.toml"
    path.write_text(MANY)
    return path


def test_a_grid_killed_on_spark_is_resumed_to_the_table_of_the_embedded_run(
    many: Path, tmp_path: Path
) -> None:
    directory = tmp_path / "results"
    command = [
        "-m",
        "tidemark.checker.cli",
        "matrix",
        f"--grid={many}",
        "--engine=spark",
        "--master=local[2]",
    ]
    process = subprocess.Popen(
        [sys.executable, *command, f"--dataset={directory}", f"--traces={tmp_path / 'traces'}"],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    while len(finished := sorted(directory.rglob("protocol=*/[!.]*.parquet"))) < 5:
        assert process.poll() is None, "the grid ended too early"
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    wait_for_end(process.pid)  # a task that outlives its driver for a moment may finish its cell
    finished = sorted(directory.rglob("protocol=*/[!.]*.parquet"))
    assert len(finished) < len(grid.load(many).cells) == 16
    before = [path.stat().st_mtime_ns for path in finished]
    resumed = matrix(
        many, tmp_path, "--engine=spark", "--master=local[2]", f"--dataset={directory}", "--resume"
    )
    assert [path.stat().st_mtime_ns for path in finished] == before
    assert verdicts(resumed) == verdicts(matrix(many, tmp_path))
    query = f"SELECT count(*), count(length) FROM read_parquet('{directory}/*/*.parquet', hive_partitioning = true)"
    rows, lost = duckdb.sql(query + " WHERE protocol = 'published/kip-320'").fetchall()[0]
    assert rows == 8 * 3
    assert 8 <= lost < rows


def test_a_data_set_that_can_not_be_written_is_told(
    many: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["matrix", f"--grid={many}", "--engine=spark", "--master=local[2]"]
    (tmp_path / "file").write_text("")
    assert "can't be written" in refused(capsys, *command, f"--dataset={tmp_path / 'file' / 'results'}")


def test_without_java_nothing_is_started(
    many: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tidemark.checker.engines.spark.session.OLDEST_JAVA", 99)
    line = refused(capsys, "matrix", f"--grid={many}", "--engine=spark", f"--dataset={tmp_path / 'results'}")
    assert "openjdk" in line
    assert not (tmp_path / "results").exists()


def test_an_unknown_engine_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["matrix", "--engine=smt"]) == 2
