"""Random walks on Spark: what they find replays, and a promise that an executor can't know is refused."""

from pathlib import Path

import pytest

from checker import cli, traces
from checker.traces.replaying import replay


@pytest.mark.spark
def test_walks_on_spark_lose_a_record_and_the_shrunk_run_replays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = cli.main(
        ["fuzz", "replication/high-watermark", "--replicas", "3", "--log-size", "6", "--records", "6",
         "--promise", "acknowledged-survives", "--engine", "spark", "--master", "local[2]", "--tasks", "4",
         "--seconds", "1", "--traces", str(tmp_path)]
    )  # fmt: skip
    assert status == 1
    assert "acknowledged-survives is violated after" in capsys.readouterr().out
    (found,) = tmp_path.glob("*/acknowledged-survives.json")
    replay(traces.load(found))


def test_a_promise_of_ones_own_is_refused_on_spark(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "mine.py"
    own.write_text("from spec import promise\n\n@promise\ndef mine(c):\n    return c.quorum.isr.has(0)\n")
    words = ["--promises", str(own), "--promise", "mine", "--engine", "spark"]
    assert cli.main(["fuzz", "published/kip-320", *words]) == 2
    assert "the promise mine is of a file of yours" in capsys.readouterr().err
