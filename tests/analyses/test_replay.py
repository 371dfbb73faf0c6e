"""`tidemark replay`: a true trace replays, and of a false one it says what is wrong and where."""

import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tidemark import impl
from tidemark.checker.cli import main
from tidemark.checker.engines import reference
from tidemark.checker.runs import files, itf
from tidemark.checker.runs.results import Run

SMALL = {"replicas": 2, "log-size": 2, "records": 2, "max-epoch": 1}


@pytest.fixture(scope="module")
def run() -> Run:
    machine = impl.protocol("published/high-watermark").machine(SMALL)
    found = reference.search(machine).promises["strong-isr"].run
    assert found is not None
    return found


def write(data: dict[str, Any], path: Path) -> str:
    path.write_text(json.dumps(data), encoding="utf-8")
    return str(path)


def test_a_counterexample_replays(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files.save(run, tmp_path / "run.json")
    assert main(["replay", str(tmp_path / "run.json")]) == 0
    assert "10 states replayed; the last one breaks strong-isr" in capsys.readouterr().out


def test_itf_replays(run: Run, tmp_path: Path) -> None:
    (tmp_path / "run.itf.json").write_text(itf.to_text(run))
    assert main(["replay", str(tmp_path / "run.itf.json")]) == 0


def without_step(data: dict[str, Any], number: int) -> None:
    del data["steps"][number - 1]
    data["length"] -= 1
    for place, step in enumerate(data["steps"], 1):
        step["step"] = place


def test_a_step_removed_is_missed_where_the_next_one_is_not_enabled(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = files.to_json(run)
    without_step(data, 4)
    assert main(["replay", write(data, tmp_path / "x.json")]) == 2
    error = capsys.readouterr().err
    assert error == (
        f"tidemark: {tmp_path}/x.json: step 4: become_leader(broker=0, epoch=1) is not enabled: "
        "it needs that the request was sent\n"
    )


def test_a_changed_value_is_named(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = copy.deepcopy(files.to_json(run))
    data["steps"][6]["state"]["replicas"][1]["log"] = []
    assert main(["replay", write(data, tmp_path / "x.json")]) == 2
    assert capsys.readouterr().err == (
        f"tidemark: {tmp_path}/x.json: step 7: replicas[1].log is [], "
        "and follower_fetch(follower=1, leader=0) leads to [m0@1]\n"
    )


def test_another_initial_state_is_named(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = copy.deepcopy(files.to_json(run))
    data["steps"][0]["state"]["quorum"]["isr"] = [0]
    assert main(["replay", write(data, tmp_path / "x.json")]) == 2
    assert capsys.readouterr().err.endswith("step 1: quorum.isr is {0}, and the initial state has {0, 1}\n")


def test_an_unknown_action_is_named(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = copy.deepcopy(files.to_json(run))
    data["steps"][2]["action"] = "become_folower"
    assert main(["replay", write(data, tmp_path / "x.json")]) == 2
    error = capsys.readouterr().err
    assert (
        "step 3: published/high-watermark has no action become_folower: did you mean become_follower?"
        in error
    )
    assert error.count("\n") == 1


def test_a_file_cut_in_the_middle_is_named(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.json"
    files.save(run, path)
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: len(text) // 2], encoding="utf-8")
    assert main(["replay", str(path)]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"tidemark: {path}: line ")
    assert error.count("\n") == 1


def test_a_run_cut_before_its_end_breaks_nothing(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = files.to_json(run)
    without_step(data, run.length)
    assert main(["replay", write(data, tmp_path / "x.json")]) == 2
    assert "step 9: the promise strong-isr holds in this last state" in capsys.readouterr().err


@pytest.mark.parametrize("change", ["meta", "state", "picks", "number"])
def test_damaged_itf_is_named(
    run: Run, change: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = itf.to_itf(run)
    if change == "meta":
        del data["#meta"]
    elif change == "state":
        data["states"][3] = []
    elif change == "picks":
        del data["states"][3][itf.PICKS]
    else:
        data["states"][3]["records_written"] = {"#bigint": "many"}
    assert main(["replay", write(data, tmp_path / "x.itf.json")]) == 2
    error = capsys.readouterr().err
    assert ("#meta.tidemark" if change == "meta" else "state 4: ") in error
    assert error.count("\n") == 1


def interact(run: Run, tmp_path: Path, typed: str) -> str:
    files.save(run, tmp_path / "run.json")
    command = [
        sys.executable,
        "-m",
        "tidemark.checker.cli",
        "replay",
        str(tmp_path / "run.json"),
        "--interactive",
    ]
    done = subprocess.run(command, input=typed, capture_output=True, text=True, check=True, timeout=300)
    return done.stdout


def test_interactive_enter_follows_the_file_to_the_broken_promise(run: Run, tmp_path: Path) -> None:
    printed = interact(run, tmp_path, "\n" * (run.length - 1))
    assert f"step {run.length}: become_follower(follower=1, epoch=1)" in printed
    assert "this state breaks strong-isr" in printed


def test_interactive_takes_another_action_and_goes_back(run: Run, tmp_path: Path) -> None:
    printed = interact(run, tmp_path, "2\nb\nnonsense\n")
    assert "step 2: controller_elect_leader(broker=1)" in printed
    assert printed.count("step 1: the initial state") == 3
    assert "there is no such choice" in printed
