"""Scenarios: every one that is shipped is true, what is not as it says is told by its step, and a trace becomes one."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.protocols import costly
from tidemark import impl
from tidemark.base.errors import UsageError
from tidemark.checker.analyses.scenario import ScenarioRun, play, play_elsewhere
from tidemark.checker.cli import main
from tidemark.checker.engines.reference import successors
from tidemark.checker.runs import files, scenarios
from tidemark.checker.runs.scenarios import SAME, ScenarioEnding, load, observe
from tidemark.checker.telling.explanation import tell

ROOT = Path(__file__).parents[2]
SHIPPED = impl.scenarios()
KEPT = sorted((ROOT / "counterexamples").glob("*/*/*.json"))
FIRST = set({path.parent: path for path in reversed(KEPT)}.values())
"""One of each protocol; the others are for `make slow`."""
ROUNDS = SHIPPED["two-rounds"].read_text(encoding="utf-8")

MOVED = """
title = "A leader that is told to follow fetches"
protocol = "kafka/0.10.2"
bounds = { log-size = 1, records = 1, max-epoch = 1, election-order = "any" }
[[step]]
[[step]]
do = "produce(leader=0)"
[[step]]
do = "follower_sends_fetch(follower=1, leader=0)"
[[step]]
do = "leader_handles_fetch(leader=0, follower=1)"
[[step]]
do = "follower_appends(follower=1)"
[[step]]
do = "follower_sends_fetch(follower=1, leader=0)"
[[step]]
do = "leader_handles_fetch(leader=0, follower=1)"
[[step]]
do = "controller_moves_leadership(successor=1)"
[[step]]
do = "become_leader(broker=1, epoch=1)"
[[step]]
do = "become_follower(follower=0, epoch=1)"
[[step]]
do = "follower_sends_fetch(follower=0, leader=1)"
see = { "log 0" = "m0@0" }
"""
ASKS = MOVED.replace("kafka/0.10.2", "kafka/0.11").replace(
    "follower_sends_fetch(follower=0", "follower_asks_for_end_offset(follower=0"
)

Written = Callable[[str], str]


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Written:
    """Writes a scenario to a file of the working directory."""
    monkeypatch.chdir(tmp_path)

    def write(text: str) -> str:
        Path("mine.toml").write_text(text, encoding="utf-8")
        return "mine.toml"

    return write


def under(played: ScenarioRun, name: str) -> ScenarioRun:
    return play_elsewhere(played, impl.protocol(name))


def test_what_is_seen_otherwise_is_told_by_its_step(written: Written) -> None:
    played = play(load(written(ROUNDS.replace('"HW 0" = 1, "HW 1" = 0', '"HW 0" = 0, "HW 1" = 1'))))
    assert played.text == "differs at step 7: HW 0 is 1, and 0 in the scenario"
    assert [(one.step, one.name) for one in played.unmet] == [(7, "HW 0"), (7, "HW 1")]
    assert len(played.states) == 9


def test_a_step_that_a_guard_refuses_is_told_with_the_guard(written: Written) -> None:
    text = ROUNDS.replace("follower_appends(follower=1)", "produce(leader=0)", 1)
    played = play(load(written(text)))
    assert played.ending == ScenarioEnding("impossible", 5)
    assert played.text.startswith("impossible at step 5: it needs that ")
    assert len(played.states) == 4


def test_another_protocol_takes_steps_that_only_it_has(written: Written) -> None:
    played = play(load(written(MOVED)))
    other = under(played, "kafka/0.11")
    assert (played.ending, other.ending) == (SAME, SAME)
    taken = [step.instance.action.name for step in other.steps if step.instance]
    assert taken[-4:] == [
        "follower_asks_for_end_offset",
        "leader_answers_epoch_request",
        "follower_truncates",
        "follower_sends_fetch",
    ]


def test_an_action_that_another_protocol_lacks_is_impossible_there(written: Written) -> None:
    other = under(play(load(written(ASKS))), "kafka/0.10.2")
    assert other.text == "impossible at step 11: this protocol has no such action"


def test_a_promise_that_should_break_and_does_not_is_told(written: Written) -> None:
    played = play(load(written(ROUNDS.replace("[[step]]", 'breaks = "acknowledged-survives"\n[[step]]', 1))))
    assert played.reason == "the promise acknowledged-survives is kept, and broken in the scenario"
    assert played.run.promise == ""


def test_a_rule_can_be_exchanged(written: Written) -> None:
    text = ROUNDS.replace("bounds =", 'with = { fencing = "kafka/2.2" }\nbounds =')
    assert load(written(text)).machine.name == "kafka/0.11 with fencing=2.2"


def test_a_sentence_of_the_scenario_replaces_the_told_one(written: Written) -> None:
    produced = 'do = "produce(leader=0)"'
    told = tell(play(load(written(ROUNDS.replace(produced, f'{produced}\nsay = "It writes."')))))
    assert told.steps[1].sentence == "It writes."
    assert told.steps[2].sentence.startswith("Broker 1 asks")
    assert told.steps[1].seen == ("log 0 = m0@0", "LEO 0 = 1", "HW 0 = 0")


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=() if path in FIRST else pytest.mark.slow) for path in KEPT],
    ids=[path.relative_to(ROOT / "counterexamples").as_posix() for path in KEPT],
)
def test_a_trace_becomes_a_scenario_with_the_same_states(path: Path, written: Written) -> None:
    run = files.load(path)
    played = play(load(written(scenarios.to_text(run, 'It "breaks"\x7f\n', "é\\"))))
    assert played.ending == SAME
    assert (played.run.promise, played.states) == (run.promise, [step.state for step in run.steps])
    assert (played.scenario.title, played.scenario.text) == ('It "breaks"\\x7f', "é\\")


@pytest.mark.parametrize("name", costly())
def test_every_state_of_a_machine_has_the_same_things_to_see(name: str) -> None:
    machine = impl.protocol(name).machine()
    state, chance = machine.encode(machine.initial), random.Random(1)
    names = list(observe(machine, machine.initial))
    for _ in range(60):
        assert list(observe(machine, machine.decode(state))) == names
        state = chance.choice([state, *(reached for _, reached in successors(machine, state))])


def test_the_exit_status_says_whether_all_is_seen(
    written: Written, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = written(ROUNDS.replace('"HW 0" = 1, "HW 1" = 1', '"HW 0" = 1, "HW 1" = 0'))
    assert main(["scenario", wrong]) == 1
    assert "step 9: HW 1 is 1, and 0 in the scenario\n" in capsys.readouterr().out
    unlike = written(ROUNDS.replace("same = true", "differs = 3", 1))
    assert main(["scenario", unlike]) == 1
    assert "the same (expected: differs at step 3)" in capsys.readouterr().out
    assert main(["scenario", unlike, "--protocol", "kafka/0.10.2"]) == 0
    assert main(["scenario", "two-rounds"]) == 0


def test_the_command_shows_both_protocols_where_they_part(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "cut-and-elected", "--protocol", "kafka/0.11"]) == 0
    shown = capsys.readouterr().out
    assert "differs at step 11" in shown
    assert "after step 11\n" in shown
    last = [line.split() for line in shown.partition("after step 11\n")[2].splitlines()[2:4]]
    assert last == [["log", "1", "empty", "m0@0"], ["LEO", "1", "0", "1"]]


def test_protocols_that_part_alike_are_told_together(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["scenario", "kip-101-repair"]) == 0
    assert (
        "\nkafka/1.0.0, kafka/2.0.0, kafka/2.0.1, kafka/2.1.0, kafka/2.1, claimed/next-epoch "
        in capsys.readouterr().out
    )


def test_a_scenario_is_shown_by_the_views(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "two-rounds", "--markdown", "-"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("# The high watermark moves in two rounds\n\nA follower's fetch does two things")
    assert "`remote LEO 0.1 = 1`" in shown
    assert "breaks" not in shown
    assert "`tidemark scenario two-rounds` runs it again" in shown
    assert main(["scenario", "two-rounds", "--html", "-", "--protocol", "kafka/2.2"]) == 0
    page = capsys.readouterr().out
    assert '<h1 id="headline">The high watermark moves in two rounds</h1>' in page
    assert page.count('"title": "kafka/') == 2
    assert main(["scenario", "two-rounds", "--table"]) == 0
    assert "breaks" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("word", "promise"),
    [("commit.py:2pc/hasty", "consistent"), ("lease.py", "one-believer"), ("post.py", "not-all-served")],
)
def test_a_machine_of_the_users_has_scenarios(
    word: str, promise: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    for file in (ROOT / "tests" / "support" / "user_files").glob("*.py"):
        shutil.copy(file, tmp_path)
    monkeypatch.chdir(tmp_path)
    source = word.partition(":")[0]
    assert main(["check", word, "--promise", promise, "--engine", "reference"]) == 1
    (trace,) = Path("traces").iterdir()
    assert main(["replay", str(trace), "--from", source, "--scenario", "mine.toml"]) == 0
    assert main(["scenario", "mine.toml", "--from", source]) == 0
    assert main(["scenario", "mine.toml", "--from", source, "--protocol", word]) == 0
    assert "what happens" in capsys.readouterr().out


def test_the_page_of_docs_shows_a_true_scenario_and_what_the_command_prints(
    written: Written, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (ROOT / "docs" / "traces.md").read_text(encoding="utf-8")
    text = page[page.index("\n## Scenarios\n") :]
    (shown,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    assert main(["scenario", written(shown)]) == 0
    capsys.readouterr()
    monkeypatch.setenv("COLUMNS", "80")
    blocks = re.findall(r"```\n\$ tidemark (.*?)\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == 4
    for command, told in blocks:
        assert main(command.split()) == 0
        printed, end = capsys.readouterr().out, 0
        for part in told.split("…\n"):
            assert part in printed[end:], command
            end = printed.index(part, end) + len(part)
        assert told.endswith("…\n") or end == len(printed), command
    fields = re.findall(r"^\| (`.*?) \|", text[text.index("### The file") : text.index("### What can")], re.M)
    named = {name for cell in fields for name in re.findall(r"\w+", cell)}
    assert named == {*scenarios.FIELDS, *scenarios.STEP_FIELDS}


def test_two_scenarios_of_one_name_are_refused(tmp_path: Path) -> None:
    families = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "story.toml").touch()
        families.append(replace(impl.families()[0], scenarios=tmp_path / name))
    assert list(impl.scenarios(families[:1])) == ["story"]
    with pytest.raises(UsageError, match="are scenarios of one name"):
        impl.scenarios(families)
