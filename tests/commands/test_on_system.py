"""The commands that do something to a real system (`replay --on`, `matrix --on`, `conform`), with fake systems."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

import pytest

from tests.support.documents import require_valid
from tests.support.systems import TOOL_STATUS, Deviation, Obedient, Scripted, Versatile, install
from tidemark.checker import cli
from tidemark.spec.families.system import DecodedRun, Inconclusive

ROOT = Path(__file__).parents[2]
Verdict = Literal["confirmed", "refused", "inconclusive"]
LOSS = "kafka/0.10.2/acknowledged-survives-2"
TRACE = ROOT / "counterexamples" / f"{LOSS}.json"


@pytest.fixture(autouse=True)
def an_empty_working_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def obedient(monkeypatch: pytest.MonkeyPatch) -> Obedient:
    """The system `obedient`, for `--on obedient:1`."""
    system = Obedient()
    install(system, monkeypatch)
    return system


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Scripted:
    """The system `scripted`, for `--on scripted:1`."""
    system = Scripted()
    install(system, monkeypatch)
    return system


# A run.


def replayed(*words: str) -> int:
    return cli.main(["replay", str(TRACE), "--on", "obedient:1", *words])


@pytest.mark.parametrize(
    ("wrong", "status", "verdict"),
    [
        ({}, 0, "confirmed"),
        ({9: {"ISR": "0"}}, 1, "refused"),
        ({9: Inconclusive("it did not come")}, 3, "inconclusive"),
    ],
)
def test_status_json_junit_and_page_say_the_verdict(
    wrong: dict[int, Deviation],
    status: int,
    verdict: str,
    obedient: Obedient,
    capsys: pytest.CaptureFixture[str],
) -> None:
    obedient.deviations = wrong
    assert replayed("--json", "seen.json", "--junit", "seen.xml", "--html", "seen.html") == status
    found = json.loads(Path("seen.json").read_text())
    require_valid("trial", found)
    assert (found["verdict"], found["system"], found["length"]) == (verdict, "obedient:1", 13)
    assert len(found["steps"]) == (13 if status == 0 else 8)
    junit = Path("seen.xml").read_text()
    assert ("<failure" in junit, "<skipped" in junit) == (status == 1, status == 3)
    assert "seen on obedient:1" in Path("seen.html").read_text()
    out = capsys.readouterr().out
    assert verdict.capitalize() in out
    assert "an emulation: a pretence" in out


def test_each_step_shows_what_is_new_and_what_differs(
    obedient: Obedient, capsys: pytest.CaptureFixture[str]
) -> None:
    obedient.deviations = {11: {"log 1": "m0@0"}}
    assert replayed() == 1
    out = capsys.readouterr().out
    assert "seen: log 0 = m0@0\n" in out
    assert "seen: log 1 = m0@0; in the model it is -" in out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--on", "obedient"], "names no version"),
        (["--on", "obedient:1", "--set", "x"], "is not PROPERTY=VALUE"),
        (["--on", "obedient:1", "--set", "x=1", "--set", "x=2"], "is given twice"),
        (["--on", "obedient:1", "--interactive"], "leave out --interactive"),
        (["--on", "obedient:1", "--against", "kafka/0.11"], "leave out --against"),
        (["--on", "obedient:1", "--table"], "leave out --on"),
        (["--on", "kafka:9.9"], "there is no release of Kafka to run 9.9: did you mean"),
        (["--on", "kafka:4.1.0"], "has no ZooKeeper"),
        (["--set", "x=1"], "--set is for a run on the real system"),
        (["--keep", "here"], "--keep is for a run on the real system"),
        (["--junit", "x.xml"], "--junit is for a run on the real system"),
    ],
)
def test_a_mistake_gets_one_line(
    words: list[str], complaint: str, obedient: Obedient, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["replay", str(TRACE), *words]) == 2
    err = capsys.readouterr().err
    assert complaint in err
    assert len(err.splitlines()) == 1


# A schedule.


def test_a_run_that_becomes_a_schedule_is_kept_and_played(
    scripted: Scripted, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[str, int, str]] = []

    def schedule_of(course: DecodedRun, version: str) -> str:
        asked.append((course.promise, len(course.states), version))
        return "a schedule"

    scripted.takes_runs = True
    monkeypatch.setattr(scripted, "schedule_of", schedule_of)
    assert cli.main(["replay", str(TRACE), "--on", "scripted:1"]) == 0
    path = Path("traces/schedules/kafka-0.10.2-acknowledged-survives.toml")
    assert path.read_text() == "a schedule"
    assert asked == [("acknowledged-survives", json.loads(TRACE.read_text())["length"], "1")]
    told = capsys.readouterr().out
    assert f"The run as a schedule: {path}" in told
    assert "Confirmed at step 1 on scripted:1: it fell." in told


@pytest.mark.parametrize(("verdict", "status"), [("confirmed", 0), ("refused", 1), ("inconclusive", 3)])
def test_a_schedule_is_played_and_has_the_same_status(
    verdict: Verdict, status: int, scripted: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    scripted.verdict = verdict
    assert cli.main(["replay", "by-itself", "--on", "scripted:1"]) == status
    out = capsys.readouterr().out
    assert "  1. push it\n     seen: height = 3\n" in out
    assert f"{verdict.capitalize()} at step 1 on scripted:1: it fell." in out
    assert "an emulation: a pretence" in out


@pytest.mark.parametrize("words", [["--junit", "x"], ["--markdown", "x"], ["--itf", "x"]])
def test_a_schedule_has_no_view_of_a_run(
    words: list[str], scripted: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["replay", "by-itself", "--on", "scripted:1", *words]) == 2
    assert (
        f"{words[0]} is for a run of the model: by-itself is a schedule of scripted"
        in capsys.readouterr().err
    )


@pytest.mark.parametrize(("verdict", "status"), [("confirmed", 0), ("refused", 1), ("inconclusive", 3)])
def test_a_schedule_of_ones_own_is_played_and_shown_as_json_and_as_a_page(
    verdict: Verdict, status: int, scripted: Scripted
) -> None:
    scripted.verdict = verdict
    Path("by-itself.toml").write_text("")
    words = ["replay", "by-itself.toml", "--on", "scripted:1", "--json", "seen.json", "--html", "seen.html"]
    assert cli.main(words) == status
    found = json.loads(Path("seen.json").read_text())
    require_valid("schedule", found)
    assert (found["schedule"], found["verdict"], found["reason"]) == ("by-itself", verdict, "it fell")
    assert found["steps"] == [{"step": 1, "text": "push it", "facts": {"height": "3"}, "lines": ["<pushed>"]}]
    page = Path("seen.html").read_text()
    assert all(part in page for part in ("What it does by itself", "height = 3", "it fell", "&lt;pushed&gt;"))
    assert "{{" not in page


def test_a_document_of_a_schedule_is_alone_on_standard_output(
    scripted: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["replay", "by-itself", "--on", "scripted:1", "--json", "-"]) == 0
    require_valid("schedule", json.loads(capsys.readouterr().out))
    assert cli.main(["replay", "by-itself", "--on", "scripted:1", "--json", "-", "--html", "-"]) == 2
    assert cli.main(["replay", "by-itself", "--on", "scripted:1", "--html", "no/where.html"]) == 2


# The matrix.

RUN = "cut-and-elected"


@pytest.fixture
def plan(obedient: Obedient, tmp_path: Path) -> Path:
    """What is tried on `obedient`: one run, on one version."""
    file = tmp_path / "trials.toml"
    file.write_text(f'[[tried]]\non = ["1"]\nruns = ["{RUN}"]\n')
    obedient.trials = file
    return file


def matrix(*words: str) -> int:
    return cli.main(["matrix", "--on", "obedient", "--results", "results.toml", *words])


def test_what_is_as_predicted_is_kept_and_not_tried_again(
    plan: Path, obedient: Obedient, capsys: pytest.CaptureFixture[str]
) -> None:
    assert matrix("--json", "found.json") == 0
    document = json.loads(Path("found.json").read_text())
    require_valid("trials", document)
    assert document["trials"][0] | {"date": ""} == {
        "run": RUN,
        "version": "1",
        "settings": {},
        "verdict": "confirmed",
        "step": None,
        "reason": "13 of 13 states as in the model, and acknowledged-survives is broken there too",
        "date": "",
        "predicted": "confirmed",
        "explained": None,
    }
    obedient.deviations = {3: {"leader": "7"}}
    assert matrix("--markdown", "-") == 0
    assert capsys.readouterr().out.endswith(f"| run | 1 |\n|---|---|\n| `{RUN}` | yes |\n")


def test_what_is_not_as_predicted_is_told_until_it_is_explained(
    plan: Path, obedient: Obedient, capsys: pytest.CaptureFixture[str]
) -> None:
    obedient.deviations = {3: {"leader": "7"}}
    assert matrix() == 1
    assert "no: 3 (model yes)" in capsys.readouterr().out
    known = f'[[known]]\nrun = "{RUN}"\non = ["1"]\nwhy = "It falls."\n'
    plan.write_text(plan.read_text() + known)
    assert matrix("--markdown", "-") == 0
    out = capsys.readouterr().out
    assert "no: 3 (explained)" in out
    assert f"- `{RUN}`, refused at 3, on 1: It falls." in out


def test_what_could_not_be_told_is_no_success_and_is_tried_again(plan: Path, obedient: Obedient) -> None:
    obedient.deviations = {3: Inconclusive("it did not come")}
    assert matrix() == 3
    obedient.deviations = {}
    assert matrix() == 0


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--on", "obedient", "--run", "cut"], "no such run is tried: cut: there is: cut-and-elected"),
        (["--on", "obedient", "--grid", "x"], "--grid is for a grid of the model: leave out --on"),
        (["--on", "obedient", "--engine", "spark"], "--engine is for a grid of the model"),
        (["--run", "x"], "--run is for a real system: name it with --on"),
    ],
)
def test_a_mistake_in_the_matrix_gets_one_line(
    words: list[str], complaint: str, plan: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["matrix", *words]) == 2
    assert complaint in capsys.readouterr().err


def test_a_broken_file_of_results_is_refused(plan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("results.toml").write_text("trial = [{ run = 3 }]\n")
    assert matrix() == 2
    assert "results.toml: each trial has run, version" in capsys.readouterr().err


def test_after_a_walk_that_is_not_confirmed_the_system_begins_anew(
    obedient: Obedient, capsys: pytest.CaptureFixture[str]
) -> None:
    obedient.deviations = {3: {"leader": "7"}}
    words = ["conform", "kafka/2.1", "--on", "obedient:1", "--walks", "4", "--json", "found.json"]
    assert cli.main(words) == 1
    document = json.loads(Path("found.json").read_text())
    require_valid("conform", document)
    found = document["walks"]
    assert ([one["verdict"] for one in found], obedient.times_closed) == (["refused"] * 4, 4)
    obedient.deviations = {}
    assert all(cli.main(["replay", one["trace"], "--on", "obedient:1"]) == 0 for one in found)
    assert "4 walks, 4 steps: 0 confirmed, 4 refused, 0 inconclusive" in capsys.readouterr().out


def test_walks_are_played_where_the_system_decides_and_those_without_a_schedule_are_told(
    scripted: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    scripted.takes_runs, scripted.forbidden = True, "broker_crashes"
    words = [
        "conform",
        "kafka/2.1",
        "--on",
        "scripted:1",
        "--walks",
        "4",
        "--length",
        "6",
        "--json",
        "found.json",
    ]
    assert cli.main(words) == 0
    document = json.loads(Path("found.json").read_text())
    require_valid("conform", document)
    played, unplayed = document["walks"], document["unplayed"]
    assert (len(played), len(scripted.played)) == (4, 4)
    assert unplayed
    assert sorted(one["walk"] for one in played + unplayed) == list(range(4 + len(unplayed)))
    assert not any("broker_crashes" in text for text in scripted.played)
    assert not any(text.rstrip().endswith("follower_sends_fetch") for text in scripted.played), (
        "it rests in the end"
    )
    told = capsys.readouterr()
    assert f"; {len(unplayed)} more become no schedule" in told.out
    assert f"walk {unplayed[0]['walk']} becomes no schedule: step" in told.err
    scripted.verdict = "refused"
    assert cli.main(words) == 1


def test_it_ends_where_no_walk_becomes_a_schedule(
    scripted: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    scripted.takes_runs, scripted.forbidden = True, "produce"
    words = ["conform", "kafka/2.1", "--on", "scripted:1", "--length", "40"]
    for action in ("broker_crashes", "follower_sends_fetch", "leader_shrinks_isr"):
        words += ["--without", action]
    assert cli.main(words) == 2
    assert capsys.readouterr().err.splitlines()[-1].endswith("nobody can do it")


# What a word names, and what a system lacks.


def test_a_name_of_both_is_the_scenario_where_runs_can_be_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["replay", "cut-and-elected", "--json", "seen.json", "--on"]
    install(Versatile(schedule="cut-and-elected"), monkeypatch)
    assert cli.main([*words, "versatile:1"]) == 0
    assert json.loads(Path("seen.json").read_text())["length"] == 13
    install(Scripted(schedule="cut-and-elected"), monkeypatch)
    assert cli.main([*words, "scripted:1"]) == 0
    assert json.loads(Path("seen.json").read_text())["schedule"] == "cut-and-elected"


def test_a_file_has_what_is_in_it_whatever_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    install(Versatile(schedule="cut-and-elected"), monkeypatch)
    Path("cut-and-elected").write_text(TRACE.read_text())
    assert cli.main(["replay", "cut-and-elected", "--on", "versatile:1", "--json", "seen.json"]) == 0
    assert json.loads(Path("seen.json").read_text())["promise"] == "acknowledged-survives"
    Path("cut-and-elected.toml").write_text("")
    assert cli.main(["replay", "cut-and-elected.toml", "--on", "versatile:1", "--json", "seen.json"]) == 0
    assert json.loads(Path("seen.json").read_text())["schedule"] == "cut-and-elected"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["replay", str(TRACE), "--on", "scripted:1"], "scripted takes no run of a model"),
        (["conform", "kafka/2.1", "--on", "scripted:1"], "scripted takes no run of a model"),
        (["matrix", "--on", "scripted"], "scripted takes no run of a model"),
        (["replay", "by-itself", "--on", "obedient:1"], "by-itself: No such file or directory"),
        (["soak", "kafka-kraft/3.7", "--on", "obedient:1"], "obedient can't be soaked"),
    ],
)
def test_what_a_system_lacks_is_told_in_one_line(
    words: list[str],
    complaint: str,
    obedient: Obedient,
    scripted: Scripted,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main(words) == 2
    told = [line for line in capsys.readouterr().err.splitlines() if line.startswith("tidemark: ")]
    assert [complaint in line for line in told] == [True]


def test_the_command_of_a_system_shows_what_it_has(
    obedient: Obedient, scripted: Scripted, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["obedient"]) == 0
    of_runs = capsys.readouterr().out
    assert ("kafka/0.10.2" in of_runs, "by-itself" in of_runs) == (True, False)
    assert cli.main(["scripted", "--json", "found.json"]) == 0
    assert "by schedules" in capsys.readouterr().out
    document = json.loads(Path("found.json").read_text())
    require_valid("scripted", document)
    assert document["schedules"] == {"by-itself": "What it does by itself"}
    assert document["versions"] == [{"version": "1", "protocol": None, "here": True}]
    assert cli.main(["scripted", "run", "1", "tool", "--its-option"]) == TOOL_STATUS
    assert capsys.readouterr().out == "1 tool --its-option\n"
