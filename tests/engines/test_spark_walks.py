"""Random walks on Spark: what they find replays, and a user's own promise goes with them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.blocks import ROOT
from tests.support.spark import one_session
from tidemark.checker import cli
from tidemark.checker.analyses.replay import replay
from tidemark.checker.runs import files
from tidemark.checker.user_files.machines import source_of

pytestmark = pytest.mark.spark


@pytest.fixture(scope="module", autouse=True)
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with one_session("local[2]", tmp_path_factory.mktemp("spark")):
        yield


def test_walks_on_spark_lose_a_record_and_the_shrunk_run_replays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = cli.main(
        ["fuzz", "kafka/0.10.2", "--election-order", "any", "--consumers", "no",
         "--promise", "acknowledged-survives", "--engine", "spark", "--master", "local[2]", "--tasks", "4",
         "--seconds", "600", "--traces", str(tmp_path)]
    )  # fmt: skip
    assert status == 1
    assert "acknowledged-survives is violated after" in capsys.readouterr().out
    (found,) = tmp_path.glob("*_acknowledged-survives_*.json")
    replay(files.load(found))


def test_walks_begin_in_any_initial_state(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    relay = f"{ROOT}/tests/support/user_files/relay.py:relay/long"
    walks = ["--engine", "spark", "--master", "local[2]", "--tasks", "2", "--seconds", "1"]
    assert cli.main(["fuzz", relay, "--promise", "two-laps", *walks, "--traces", str(tmp_path)]) == 1
    assert "1. the initial state, with first=" in capsys.readouterr().out
    (found,) = tmp_path.glob("*.json")
    replay(files.load(found, machines=source_of(relay.rpartition(":")[0])))


def test_a_promise_of_ones_own_goes_to_the_executors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "mine.py"
    own.write_text(
        "from tidemark import promise\n\ndef at_home(c, b):\n    return c.quorum.isr.has(b)\n\n"
        "@promise\ndef mine(c):\n    return at_home(c, c.replicas.indices()[0])\n"
    )
    words = ["--promises", str(own), "--promise", "mine", "--engine", "spark", "--master", "local[2]"]
    assert cli.main(["fuzz", "published/kip-320", *words, "--seconds", "600", "--traces", str(tmp_path)]) == 1
    assert "mine is violated after 2 states" in capsys.readouterr().out
