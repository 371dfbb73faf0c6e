"""A run on a real system: here one that is made up, and does what a test says."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.support.documents import require_valid
from tidemark import impl
from tidemark.checker import cli
from tidemark.checker.analyses.conformance import walk
from tidemark.checker.analyses.trial import predict, try_on
from tidemark.checker.runs.files import load
from tidemark.impl.real.brokers import jars
from tidemark.impl.real.brokers.system import SYSTEM as BROKERS
from tidemark.spec.errors import UsageError
from tidemark.spec.machine import Instance
from tidemark.spec.system import (
    Confirmation,
    DecodedRun,
    Driven,
    Fact,
    Inconclusive,
    PlayedStep,
    Refused,
    Session,
    System,
)

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "counterexamples"
LOSS = "kafka/0.10.2/acknowledged-survives-2"
TRACE = KEPT / f"{LOSS}.json"


@dataclass
class Made(Driven):
    """Does as the model, but where it is told otherwise."""

    course: DecodedRun
    wrong: Mapping[int, Any]
    kept: bool = False
    emulations: list[str] = field(default_factory=lambda: ["a pretence"])

    def take(self, number: int) -> None:
        if isinstance(problem := self.wrong.get(number), Exception):
            raise problem

    def facts(self, number: int) -> list[Fact]:
        seen = BROKERS.visible(self.course.states[number - 1], own=False)
        return [Fact(name, text, self.wrong.get(number, {}).get(name, text)) for name, text in seen.items()]

    def lines(self) -> list[str]:
        return ["a line of its log"]

    def ending(self) -> tuple[bool, list[str]]:
        return not self.kept, ["what was seen last"]


@dataclass
class Pretender(System, Session):
    """A system of that sort, and its session."""

    wrong: Mapping[int, Any] = field(default_factory=dict)
    kept: bool = False
    closed: int = 0
    played_to: Any = "confirmed"
    name = "made"
    trials = BROKERS.trials

    def versions(self) -> list[str]:
        return ["1"]

    def is_here(self, version: str) -> bool:
        return True

    def fetch(self, version: str) -> Path:
        return Path(version)

    def run(self, version: str, words: Sequence[str]) -> int:
        print(version, *words)
        return 7

    def protocol(self, version: str) -> str | None:
        return "kafka/0.10.2"

    def visible(self, state: Any, own: bool) -> Mapping[str, str]:
        return BROKERS.visible(state, own)

    def can_force(self, state: Any, instance: Instance) -> bool:
        return BROKERS.can_force(state, instance)

    def soak(self, *_: Any) -> Any:
        raise NotImplementedError

    history = broken = guides = soak

    def schedules(self) -> Mapping[str, str]:
        return {"by-itself": "What it does by itself"}

    def title(self, schedule: str) -> str | None:
        return self.schedules().get(Path(schedule).stem)

    def play(
        self, schedule: str, version: str, settings: Mapping[str, str], keep: Path | None
    ) -> Iterator[PlayedStep | Confirmation]:
        yield PlayedStep(1, "push it", {"height": "3"}, ("<pushed>",))
        yield Confirmation(self.played_to, 1, "it fell", f"made:{version}", (), ("a pretence",))

    @contextlib.contextmanager
    def session(self, version: str, settings: Mapping[str, str], keep: Path | None) -> Iterator[Session]:
        yield self

    def drive(self, course: DecodedRun) -> Driven:
        if isinstance(problem := self.wrong.get(1), Exception):
            raise problem
        return Made(course, self.wrong, self.kept)

    def close(self) -> None:
        self.closed += 1


@pytest.fixture(autouse=True)
def made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Pretender:
    """The system `made`, and an empty working directory."""
    system = Pretender()
    monkeypatch.setitem(impl.SYSTEMS, "made", "nowhere")
    monkeypatch.setattr(impl, "system", lambda name: {"made": system, "kafka": BROKERS}[name])
    monkeypatch.chdir(tmp_path)
    return system


def test_a_run_that_the_system_follows_is_confirmed() -> None:
    trial = try_on(Pretender(), "1", load(TRACE))
    assert (trial.confirmation.verdict, trial.confirmation.step) == ("confirmed", None)
    assert len(trial.steps) == 13
    assert trial.confirmation.emulations == ("a pretence",)


@pytest.mark.parametrize("at", [1, 7, 13])
def test_a_fact_that_differs_refuses_it_there(at: int) -> None:
    trial = try_on(Pretender({at: {"log 1": "m9"}}), "1", load(TRACE))
    one = trial.confirmation
    assert (one.verdict, one.step, len(trial.steps)) == ("refused", at, at - 1)
    assert one.reason.startswith("log 1 is m9, in the model ")
    assert one.lines == ("a line of its log",)


def test_a_step_that_the_system_does_not_take_refuses_it() -> None:
    one = try_on(Pretender({8: Refused("it says no", ["why"])}), "1", load(TRACE)).confirmation
    assert (one.verdict, one.step, one.reason, one.lines) == ("refused", 8, "it says no", ("why",))


@pytest.mark.parametrize("at", [1, 8])
def test_what_does_not_come_is_inconclusive_and_never_a_loss(at: int) -> None:
    one = try_on(Pretender({at: Inconclusive("it did not come")}), "1", load(TRACE)).confirmation
    assert (one.verdict, one.step, one.reason) == ("inconclusive", at, "it did not come")


def test_where_all_is_as_in_the_model_but_the_promise_holds_nothing_is_confirmed() -> None:
    one = try_on(Pretender(kept=True), "1", load(TRACE)).confirmation
    assert (one.verdict, one.step) == ("refused", 13)
    assert one.reason == "all states are as in the model, and yet acknowledged-survives is kept"


# The command.


def replayed(*words: str) -> int:
    return cli.main(["replay", str(TRACE), "--on", "made:1", *words])


@pytest.mark.parametrize(
    ("wrong", "status", "verdict"),
    [
        ({}, 0, "confirmed"),
        ({9: {"ISR": "0"}}, 1, "refused"),
        ({9: Inconclusive("it did not come")}, 3, "inconclusive"),
    ],
)
def test_status_json_junit_and_page_say_the_verdict(
    wrong: dict[int, Any], status: int, verdict: str, made: Pretender, capsys: pytest.CaptureFixture[str]
) -> None:
    made.wrong = wrong
    assert replayed("--json", "seen.json", "--junit", "seen.xml", "--html", "seen.html") == status
    found = json.loads(Path("seen.json").read_text())
    require_valid("trial", found)
    assert (found["verdict"], found["system"], found["length"]) == (verdict, "made:1", 13)
    assert len(found["steps"]) == (13 if status == 0 else 8)
    junit = Path("seen.xml").read_text()
    assert ("<failure" in junit, "<skipped" in junit) == (status == 1, status == 3)
    assert "seen on made:1" in Path("seen.html").read_text()
    out = capsys.readouterr().out
    assert verdict.capitalize() in out
    assert "an emulation: a pretence" in out


def test_each_step_shows_what_is_new_and_what_differs(
    made: Pretender, capsys: pytest.CaptureFixture[str]
) -> None:
    made.wrong = {11: {"log 1": "m0@0"}}
    assert replayed() == 1
    out = capsys.readouterr().out
    assert "seen: log 0 = m0@0\n" in out
    assert "seen: log 1 = m0@0; in the model it is -" in out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--on", "made"], "names no version"),
        (["--on", "made:1", "--set", "x"], "is not PROPERTY=VALUE"),
        (["--on", "made:1", "--set", "x=1", "--set", "x=2"], "is given twice"),
        (["--on", "made:1", "--interactive"], "leave out --interactive"),
        (["--on", "made:1", "--against", "kafka/0.11"], "leave out --against"),
        (["--on", "made:1", "--table"], "leave out --on"),
        (["--on", "kafka:9.9"], "there is no release of Kafka to run 9.9: did you mean"),
        (["--on", "kafka:4.1.0"], "has no ZooKeeper"),
        (["--set", "x=1"], "--set is for a run on the real system"),
        (["--keep", "here"], "--keep is for a run on the real system"),
        (["--junit", "x.xml"], "--junit is for a run on the real system"),
    ],
)
def test_a_mistake_gets_one_line(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["replay", str(TRACE), *words]) == 2
    err = capsys.readouterr().err
    assert complaint in err
    assert len(err.splitlines()) == 1


def test_a_run_of_another_family_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jars, "jars", lambda _: [])
    trace = load(KEPT / "published" / "kip-101" / "strong-isr-1.json")
    with BROKERS.session("2.1.1", {}, None) as session, pytest.raises(UsageError, match="those of kafka"):
        session.drive(DecodedRun(trace.machine, trace.promise, [None], [None]))


@pytest.mark.parametrize(("verdict", "status"), [("confirmed", 0), ("refused", 1), ("inconclusive", 3)])
def test_a_schedule_is_played_and_has_the_same_status(
    verdict: str, status: int, made: Pretender, capsys: pytest.CaptureFixture[str]
) -> None:
    made.played_to = verdict
    assert cli.main(["replay", "by-itself", "--on", "made:1"]) == status
    out = capsys.readouterr().out
    assert "  1. push it\n     seen: height = 3\n" in out
    assert f"{verdict.capitalize()} at step 1 on made:1: it fell." in out
    assert "an emulation: a pretence" in out


@pytest.mark.parametrize("words", [["--junit", "x"], ["--markdown", "x"], ["--itf", "x"]])
def test_a_schedule_has_no_view_of_a_run(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", "by-itself", "--on", "made:1", *words]) == 2
    assert f"{words[0]} is for a run of the model: by-itself is a schedule of made" in capsys.readouterr().err


@pytest.mark.parametrize(("verdict", "status"), [("confirmed", 0), ("refused", 1), ("inconclusive", 3)])
def test_a_schedule_of_ones_own_is_played_and_shown_as_json_and_as_a_page(
    verdict: str, status: int, made: Pretender
) -> None:
    made.played_to = verdict
    Path("by-itself.toml").write_text("")
    words = ["replay", "by-itself.toml", "--on", "made:1", "--json", "seen.json", "--html", "seen.html"]
    assert cli.main(words) == status
    found = json.loads(Path("seen.json").read_text())
    require_valid("schedule", found)
    assert (found["schedule"], found["verdict"], found["reason"]) == ("by-itself", verdict, "it fell")
    assert found["steps"] == [{"step": 1, "text": "push it", "facts": {"height": "3"}, "lines": ["<pushed>"]}]
    page = Path("seen.html").read_text()
    assert all(part in page for part in ("What it does by itself", "height = 3", "it fell", "&lt;pushed&gt;"))
    assert "{{" not in page


def test_a_document_of_a_schedule_is_alone_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", "by-itself", "--on", "made:1", "--json", "-"]) == 0
    require_valid("schedule", json.loads(capsys.readouterr().out))
    assert cli.main(["replay", "by-itself", "--on", "made:1", "--json", "-", "--html", "-"]) == 2
    assert cli.main(["replay", "by-itself", "--on", "made:1", "--html", "no/where.html"]) == 2


# The matrix.

RUN = "cut-and-elected"


@pytest.fixture
def plan(made: Pretender, tmp_path: Path) -> Path:
    """What is tried on `made`: one run, on one version."""
    file = tmp_path / "trials.toml"
    file.write_text(f'releases = ["1"]\nruns = ["{RUN}"]\n')
    made.trials = file
    return file


def matrix(*words: str) -> int:
    return cli.main(["matrix", "--on", "made", "--results", "results.toml", *words])


def test_what_is_as_predicted_is_kept_and_not_tried_again(
    plan: Path, made: Pretender, capsys: pytest.CaptureFixture[str]
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
    made.wrong = {3: {"leader": "7"}}
    assert matrix("--markdown", "-") == 0
    assert capsys.readouterr().out.endswith(f"| run | 1 |\n|---|---|\n| `{RUN}` | yes |\n")


def test_what_is_not_as_predicted_is_told_until_it_is_explained(
    plan: Path, made: Pretender, capsys: pytest.CaptureFixture[str]
) -> None:
    made.wrong = {3: {"leader": "7"}}
    assert matrix() == 1
    assert "no: 3 (model yes)" in capsys.readouterr().out
    known = f'[[known]]\nrun = "{RUN}"\nversion = "1"\nwhy = "It falls."\n'
    plan.write_text(plan.read_text() + known)
    assert matrix("--markdown", "-") == 0
    out = capsys.readouterr().out
    assert "no: 3 (explained)" in out
    assert f"- `{RUN}` on 1, refused at 3: It falls." in out


def test_what_could_not_be_told_is_no_success_and_is_tried_again(plan: Path, made: Pretender) -> None:
    made.wrong = {3: Inconclusive("it did not come")}
    assert matrix() == 3
    made.wrong = {}
    assert matrix() == 0


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--on", "made", "--run", "cut"], "no such run is tried: cut: there is: cut-and-elected"),
        (["--on", "made", "--grid", "x"], "--grid is for a grid of the model: leave out --on"),
        (["--on", "made", "--engine", "spark"], "--engine is for a grid of the model"),
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


# What the model predicts of a release.


@pytest.mark.parametrize(
    ("protocol", "step"),
    [("kafka/0.10.2", None), ("kafka/0.11", 11), ("kafka/2.1", 11), ("kafka/2.6.1", 11)],
)
def test_the_famous_loss_is_refused_from_0_11_on_where_the_log_is_not_cut(
    protocol: str, step: int | None
) -> None:
    assert predict(BROKERS, load(TRACE), impl.protocol(protocol)) == step


# Walks.


def test_a_walk_is_the_same_each_time_and_leaves_out_what_it_is_told() -> None:
    machine = impl.protocol("kafka/2.1").machine({"consumers": "no"})
    without = {"leader_shrinks_isr", "broker_crashes"}
    runs = [walk(BROKERS, machine, number, 15, without) for number in range(12)]
    assert runs == [walk(BROKERS, machine, number, 15, without) for number in range(12)]
    taken = {step.instance.action.name for run in runs for step in run.steps if step.instance}
    assert "produce" in taken
    assert not taken & without


def test_after_a_walk_that_is_not_confirmed_the_system_begins_anew(
    made: Pretender, capsys: pytest.CaptureFixture[str]
) -> None:
    made.wrong = {3: {"leader": "7"}}
    words = ["conform", "kafka/2.1", "--on", "made:1", "--walks", "4", "--json", "found.json"]
    assert cli.main(words) == 1
    document = json.loads(Path("found.json").read_text())
    require_valid("conform", document)
    found = document["walks"]
    assert ([one["verdict"] for one in found], made.closed) == (["refused"] * 4, 4)
    made.wrong = {}
    assert all(cli.main(["replay", one["trace"], "--on", "made:1"]) == 0 for one in found)
    assert "4 walks, 4 steps: 0 confirmed, 4 refused, 0 inconclusive" in capsys.readouterr().out


def test_a_name_of_both_is_the_scenario_where_runs_can_be_forced(made: Pretender) -> None:
    made.schedules = lambda: {"cut-and-elected": "By itself"}  # type: ignore[method-assign]
    assert cli.main(["replay", "cut-and-elected", "--on", "made:1", "--json", "seen.json"]) == 0
    assert json.loads(Path("seen.json").read_text())["length"] == 13
