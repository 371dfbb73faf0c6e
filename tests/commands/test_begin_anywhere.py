"""A user's machine with several initial states through the commands: each says in which one a run begins."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.support.blocks import ROOT
from tidemark import EventMap, assert_run, conform, observe, take
from tidemark.base.errors import UsageError
from tidemark.checker.analyses.adapters.covering import plan
from tidemark.checker.analyses.adapters.harness import Harness
from tidemark.checker.analyses.events import Elsewhere
from tidemark.checker.cli import main
from tidemark.checker.engines.reference import successors
from tidemark.checker.explorer.page import whole_page
from tidemark.checker.explorer.questions import Order
from tidemark.checker.explorer.session import BEGIN, ExplorerSession
from tidemark.checker.runs import files
from tidemark.checker.user_files import machines
from tidemark.checker.validation.follow import LiveLog
from tidemark.checker.validation.loading import MapFile, read_events
from tidemark.checker.validation.verdicts import Validator
from tidemark.checker.views.log_verdict import details
from tidemark.spec import Machine

LONG, PROMISE, TRACE = "relay.py:relay/long", "two-laps", "traces/relay-long_two-laps_2.json"
Say = Callable[..., str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, which has the user's file."""
    shutil.copy(ROOT / "tests/support/user_files/relay.py", tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def say(capfd: pytest.CaptureFixture[str]) -> Say:
    """Runs a command, and gives what it says as one line of words."""

    def run(*words: str, expected: int = 0) -> str:
        status = main(words)
        written = capfd.readouterr()
        assert status == expected, written.out + written.err
        return " ".join((written.out + written.err).split())

    return run


def relay(name: str = "relay/long", **bounds: Any) -> Machine:
    return machines.protocol(f"relay.py:{name}").machine(bounds)


def trace(say: Say) -> dict[str, Any]:
    """The trace of the shortest counterexample."""
    say("check", LONG, expected=1)
    data: dict[str, Any] = json.loads(Path(TRACE).read_text())
    return data


def test_a_check_says_in_which_initial_state_the_run_begins(say: Say) -> None:
    text = say("check", LONG, expected=1)
    assert "8 distinct states · 10 generated · depth 3" in text
    assert "1. the initial state, with first=1, lap=1 2. hand_on(to=0)" in text
    listed = say("list", LONG).replace("-", "").split()
    assert " ".join(listed[listed.index("initial") :]).startswith(
        "initial states hand_out A runner gets the baton"
    )


def test_a_trace_has_the_choice_and_replays_only_with_it(say: Say) -> None:
    data = trace(say)
    first = data["steps"][0]
    assert (first["action"], first["arguments"]) == (None, {"first": 1, "lap": 1})
    schema = json.loads((ROOT / "checker/runs/trace.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(data)
    replayed = say("replay", TRACE, "--from", "relay.py")
    assert "This is how it begins. The run begins with first=1, lap=1." in replayed
    first["arguments"] = {"first": 0, "lap": 1}
    Path(TRACE).write_text(json.dumps(data))
    wrong = say("replay", TRACE, "--from", "relay.py", expected=2)
    assert (
        "step 1: arguments is {'first': 0, 'lap': 1}, and the initial state has {'first': 1, 'lap': 1}"
        in wrong
    )
    first["arguments"], first["state"] = {}, {"holder": 1, "lap": 2}
    data["steps"][1]["changes"] = {"holder": 0, "lap": 3}
    Path(TRACE).write_text(json.dumps(data))
    assert "is not one of the 4 initial states" in say("replay", TRACE, "--from", "relay.py", expected=2)


def test_every_form_of_a_run_keeps_its_initial_state(say: Say) -> None:
    trace(say)
    say(
        "replay",
        TRACE,
        "--from",
        "relay.py",
        "--itf",
        "run.itf.json",
        "--scenario",
        "run.toml",
        "--html",
        "run.html",
    )
    assert "2 states replayed" in say("replay", "run.itf.json", "--from", "relay.py")
    assert 'do = "hand_out(first=1, lap=1)"' in Path("run.toml").read_text()
    assert "2 steps; all that the scenario expects is seen" in say(
        "scenario", "run.toml", "--from", "relay.py"
    )
    assert "The run begins with first=1, lap=1." in Path("run.html").read_text()
    text = Path("run.toml").read_text().replace("hand_out(first=1, lap=1)", "hand_out(first=0, lap=9)")
    Path("run.toml").write_text(text)
    refused = say("scenario", "run.toml", "--from", "relay.py", expected=2)
    assert "hand_out(first=0, lap=9) is not one of the 4 initial states" in refused


def test_the_only_state_that_a_function_gives_may_be_named(say: Say) -> None:
    only = "require((first == Id('runner', 2).values()[1]) & (lap == 0), 'it is this choice')"
    text = Path("relay.py").read_text()
    Path("relay.py").write_text(text.replace('require(lap < 2, "it is not the last lap")', only))
    say("check", LONG, expected=1)
    (file,) = Path("traces").glob("*.json")
    say("replay", str(file), "--from", "relay.py", "--scenario", "run.toml")
    assert 'do = "hand_out(first=1, lap=0)"' in Path("run.toml").read_text()
    say("scenario", "run.toml", "--from", "relay.py")
    Path("run.toml").write_text(Path("run.toml").read_text().replace('do = "hand_out(first=1, lap=0)"\n', ""))
    say("scenario", "run.toml", "--from", "relay.py")


def test_the_same_events_elsewhere_begin_in_the_same_initial_state(say: Say) -> None:
    data = trace(say)
    data["steps"].append(
        {"step": 3, "action": "hand_on", "arguments": {"to": 1}, "changes": {"holder": 1, "lap": 3}}
    )
    data |= {"length": 3, "promise": ""}
    Path(TRACE).write_text(json.dumps(data))
    say("replay", TRACE, "--from", "relay.py", "--html", "both.html", "--against", "relay.py:relay/short")
    assert "Not here: it needs that the race is not over." in Path("both.html").read_text()


def test_proofs_graphs_and_causes_take_all_initial_states(say: Say) -> None:
    assert "proved by induction" in say("prove", LONG, "four-laps")
    assert "broken by hand_on" in say("prove", LONG, PROMISE, expected=4)
    assert say("graph", LONG, PROMISE).count('fillcolor="#bcd7f7"') == 2
    assert "takes hand_on" in say("why", LONG, PROMISE, expected=1)


@pytest.mark.parametrize("engine", ["native", "smt"])
def test_the_smallest_counterexample_has_the_least_initial_state(say: Say, engine: str) -> None:
    say("minimize", LONG, "--promise", PROMISE, "--engine", engine, "--output", "least.json", expected=1)
    (first, second) = json.loads(Path("least.json").read_text())["steps"]
    assert first["arguments"] == {"first": 1, "lap": 1}
    assert second["arguments"] == {"to": 0}


@pytest.mark.parametrize("engine", ["native", "hypothesis"])
def test_random_runs_find_it_too(say: Say, engine: str) -> None:
    text = say("fuzz", LONG, "--promise", PROMISE, "--engine", engine, "--seconds", "5", expected=1)
    assert "1. the initial state, with first=" in text


def test_what_needs_one_initial_state_refuses_several(say: Say) -> None:
    assert "relay/long has 4 initial states: `tidemark ask` takes a machine with one" in say(
        "ask", LONG, expected=2
    )


def test_a_kept_run_names_its_initial_state_before_its_steps() -> None:
    assert_run(LONG, ["hand_out(first=1, lap=0)", "hand_on(to=0)"], "two-laps")
    with pytest.raises(AssertionError, match="state 2 breaks two-laps"):
        assert_run(LONG, ["hand_out(first=1, lap=1)", "hand_on(to=0)"], "two-laps")
    with pytest.raises(UsageError, match=r"has 4 initial states: .* as in hand_out\(first=0, lap=0\)"):
        assert_run(LONG, ["hand_on(to=0)"], "two-laps")


# The explorer.


def test_the_explorer_begins_anywhere() -> None:
    session = ExplorerSession(relay())
    first = session.at(())
    names = {one["name"]: one["n"] for one in first["enabled"]}
    assert names["hand_out(first=1, lap=1)"] == BEGIN + 3
    begun = session.at((BEGIN + 3,))
    assert begun["trail"][0]["name"] == "hand_out(first=1, lap=1)"
    assert not any(one["n"] >= BEGIN for one in begun["enabled"])
    (on,) = [one["n"] for one in begun["enabled"] if one["name"] == "hand_on(to=0)"]
    saved, name = session.save((BEGIN + 3, on), "trace")
    assert json.loads(saved)["steps"][0]["arguments"] == {"first": 1, "lap": 1}
    assert name == "relay-long-2.json"
    assert '"hand_out(first=1, lap=1)"' in session.save((BEGIN + 3, on), "test")[0]
    run = files.from_json(json.loads(saved), machines=machines.source_of("relay.py"))
    assert session.path_of_run(run.steps) == (BEGIN + 3, on)
    with pytest.raises(UsageError, match="there are 4 initial states"):
        session.at((BEGIN + 4,))
    assert session.save((BEGIN + 3, on), "dot")[0].count("#bcd7f7") == 2


def test_the_explorer_asks_about_what_follows_from_all_initial_states() -> None:
    session = ExplorerSession(relay())
    found = session.nearest((), session.questions.sought("where", "s.lap == 1 and s.holder == 1"))
    assert (found["states"], found["found"], list(found["path"])) == (8, 1, [BEGIN + 3])
    from_one = session.nearest((BEGIN,), session.questions.sought("where", "s.lap == 1 and s.holder == 1"))
    assert from_one["states"] == 4
    assert len(from_one["path"]) == 2
    run = session.run((), Order(then="s.lap == 3"))
    assert run["path"] is not None
    assert len([n for n in run["path"] if n < BEGIN]) == 2
    session.questions.measure()
    assert all(session.questions.fate_of(state) for state in relay().initial_states)


def test_a_page_with_all_states_has_the_choice_where_it_begins() -> None:
    session = ExplorerSession(relay())
    assert "const stepsOf" in whole_page(session, 100)
    with pytest.raises(UsageError, match="more than 3 states"):
        whole_page(session, 3)


def test_the_explorer_puts_the_same_choice_beside_it() -> None:
    machine = relay()
    other = Elsewhere.of(machine, machines.protocol("relay.py:relay/short"))
    session = ExplorerSession(machine, against=other)
    beside = session.at((BEGIN + 3,))["beside"]
    assert (beside["note"], beside["first"]) == ("", None)
    (on,) = [one["n"] for one in session.at((BEGIN + 3,))["enabled"]]
    (more,) = [one["n"] for one in session.at((BEGIN + 3, on))["enabled"]]
    assert session.at((BEGIN + 3, on, more))["beside"]["first"] == 3


# Logs and code.


def handed() -> EventMap:
    log = EventMap(order="written")
    who = log.names("runner", alike=False)

    @log.event("handed")
    def handed_on(e: Any) -> Any:
        return take("hand_on", to=who(e.to))

    @log.event("lap")
    def lap(e: Any) -> Any:
        return observe(lambda r: r.lap == e.lap)

    return log


LOGS: list[tuple[list[dict[str, Any]], str]] = [
    ([{"event": "lap", "lap": 1}, {"event": "handed", "to": 0}, {"event": "handed", "to": 1}], "explained"),
    ([{"event": "handed", "to": 0}, {"event": "lap", "lap": 2}], "explained"),
    ([{"event": "lap", "lap": 2}], "refused"),
    ([{"event": "lap", "lap": 1}, {"event": "lap", "lap": 0}], "refused"),
]


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize(("events", "verdict"), LOGS)
def test_a_log_may_begin_in_any_initial_state(
    engine: Any, events: list[dict[str, Any]], verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tidemark.checker.validation.searches.PAYS", 0)
    validator = Validator(relay(), MapFile(handed()), engine)
    found = validator.validate(read_events(handed(), events, 1))
    assert found.verdict == verdict
    live = LiveLog(Validator(relay(), MapFile(handed()), engine)).follow(read_events(handed(), events, 1))
    assert live.verdict == verdict
    if found.run:
        assert found.run.steps[0].state in relay().initial_states
        assert f"the initial state, with {relay().initial_states.text(found.run.steps[0].state)}" in details(
            found
        )


class Track:
    """Code that begins with runner 1, in the second lap."""

    def __init__(self) -> None:
        self.holder, self.lap = 1, 1

    def hand_on(self, to: int) -> None:
        self.holder, self.lap = to, self.lap + 1

    def observe(self) -> dict[str, Any]:
        return {"holder": self.holder, "lap": self.lap}


class LateTrack(Track):
    """Code that begins where the model does not."""

    def __init__(self) -> None:
        self.holder, self.lap = 0, 2


def test_code_may_begin_in_any_initial_state_and_is_covered_from_one_alone() -> None:
    assert conform(relay(), Track, walks=20, length=5).verdict == "confirmed"
    assert conform(relay(), LateTrack, walks=20, length=5).verdict == "refused"
    with pytest.raises(UsageError, match="--cover transitions takes a machine with one"):
        plan(Harness(relay(), Track))


def test_every_run_of_the_long_race_is_of_an_initial_state() -> None:
    """What is counted above: two runners, in the first or the second lap, and up to three laps more."""
    machine = relay()
    seen = list(machine.initial_states)
    for state in seen:
        seen += [after for _, after in successors(machine, state) if after not in seen]
    assert len(seen) == 8
