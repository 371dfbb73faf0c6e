"""`tidemark ask`: what an operator reads, of a protocol, of a release, and of a machine of your own."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.support.protocols import NAMES
from tidemark import impl
from tidemark.checker import cli
from tidemark.checker.analyses import asking, joint_search
from tidemark.checker.analyses.fault_sets import NOTHING, FaultKind
from tidemark.spec import Family, UsageError

LEAST = ("--log-size", "1", "--records", "1", "--max-epoch", "1")
OWN = """
from tidemark import *
from tidemark.spec import budget_type, unspent, Fault

class Budget(Record):
    fires: Number

class House(Record):
    budget: Budget

@action
def fire(h: House) -> House:
    \"\"\"A house burns.\"\"\"
    require(h.budget.fires > 0, "a fire is left")
    return h.but(budget=h.budget.but(fires=h.budget.fires - 1))

@promise
def stands(h: House) -> Truth:
    \"\"\"No two houses burn.\"\"\"
    return h.budget.type.fields["fires"].hi - h.budget.fires < 2

class HouseAt(At):
    fires = Bound("fires", 0, 0, 3, role="budget", fault=Fault("a house burns", "{} houses burn"))

family = Family(
    "houses", HouseAt, {},
    (stands,), state=lambda at: House.of(budget=budget_type(Budget, at)),
    initial=lambda default, at: default.but(budget=unspent(default.budget)), actions=(fire,),
)
house = Protocol("house", "a house", family, {})
"""


def asked(capsys: pytest.CaptureFixture[str], *words: str, expected: int) -> str:
    assert cli.main(["ask", *words]) == expected
    return capsys.readouterr().out


def test_a_set_is_told_with_its_loss_and_the_command_that_shows_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    told = asked(capsys, "kafka/0.10.2", *LEAST, "--faults", "1", "--old-fetches", "0", expected=1)
    assert "A machine loses power: acknowledged-survives breaks after 12 states." in told
    assert "m0 was acknowledged, and broker 0, the leader of epoch 0, does not have it" in told
    assert "A disk is lost: acknowledged-survives breaks after 12 states." in told
    power, _ = [line.strip() for line in told.splitlines() if line.startswith("  tidemark check")]
    assert cli.main(power.split()[1:]) == 1
    assert "violated after 12 states" in capsys.readouterr().out
    assert "sets searched" in told
    assert "Not searched" not in told


def test_a_ci_server_is_told_each_set_and_what_was_not_searched(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    asked(capsys, "mine.py", "--junit", "sets.xml", expected=1)
    (suite,) = ElementTree.parse("sets.xml").getroot()
    assert {name: suite.get(name) for name in ("tests", "failures", "skipped")} == {
        "tests": "2",
        "failures": "1",
        "skipped": "0",
    }
    loss, searched = suite
    assert loss.get("name") == "two houses burn: stands"
    (failure,) = loss
    assert (failure.get("message") or "").startswith("stands breaks after 3 states: ")
    assert "2. fire" in (failure.text or "")
    assert searched.findtext("system-out") == "2 sets of at most 3 faults were searched: 3 states"

    asked(capsys, "mine.py", "--junit", "sets.xml", "--seconds", "0.000001", expected=3)
    (suite,) = ElementTree.parse("sets.xml").getroot()
    (case,) = suite
    (skipped,) = case
    assert skipped.get("message") == "1e-06 seconds are over"
    assert (skipped.text or "").splitlines()[:2] == ["nothing fails", "a house burns"]


def test_only_one_document_goes_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("published/kip-320", *LEAST, "--replicas", "2")
    for option, begin in (("--junit", "<?xml"), ("--html", "<!doctype html>")):
        assert asked(capsys, *words, option, "-", expected=0).startswith(begin)
    assert cli.main(["ask", *words, "--junit", "-", "--html", "-"]) == 2
    assert "can't both be written to standard output" in capsys.readouterr().err


def test_every_protocol_of_a_release_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    told = asked(capsys, "3.9.2", "--faults", "0", *LEAST, expected=0)
    assert [line.split(":")[0] for line in told.splitlines() if line.startswith("kafka")] == [
        "kafka/3.9.1",
        "kafka-kraft/3.7",
        "kafka-kraft/4.0",
    ]  # elections has no logs, and so no --log-size


def test_of_a_release_only_what_has_a_label_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("4.1", "--only", "without-elr", "--only", "kafka-kraft", "--faults", "0", *LEAST)
    assert cli.main(["ask", *words]) == 0
    told = capsys.readouterr()
    assert "sets searched" in told.out
    (line,) = told.err.splitlines()
    assert line.startswith("tidemark: kafka-kraft/3.7 is true to 4.1 (")


def test_a_release_is_asked_with_bounds_by_the_names_of_their_settings(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[asking.FaultQuestion] = []

    def note(questions: list[asking.FaultQuestion], *_: Any) -> None:
        noted.extend(questions)
        raise UsageError("that is all")

    monkeypatch.setattr(asking, "ask", note)
    words = (
        "--replication-factor",
        "3",
        "--min.insync.replicas",
        "1",
        "--unclean.leader.election.enable",
        "false",
    )
    assert asked(capsys, "3.9", *words, expected=2) == ""
    assert [question.protocol.name for question in noted] == [one.name for one in impl.of_release("3.9")]
    for question in noted:
        assert question.fixed == {"replicas": 3, "min-isr": 1, "unclean": "no"}


@pytest.mark.parametrize(
    ("words", "protocols"),
    [
        ("3.9 --promise told-is-committed", ["transactions/kip-890-part-1"]),
        ("2.4 --promise told-is-committed", ["transactions/kip-98", "transactions/kip-98-fatal"]),
        (
            "2.4 --late-ends 1 --promise told-is-committed --only expires-in-retry",
            ["transactions/kip-98-fatal"],
        ),
        ("4.3 --late-ends 1", ["transactions/kip-1228"]),
        ("4.3 --only transactions", ["transactions/kip-1228"]),
        ("2.4", ["kafka/2.2"]),
        ("2.4 --promise logs-agree", ["kafka/2.2"]),
    ],
)
def test_a_release_stands_for_what_has_the_promises_and_bounds_that_are_named(
    words: str, protocols: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[asking.FaultQuestion] = []

    def note(questions: list[asking.FaultQuestion], *_: Any) -> None:
        noted.extend(questions)
        raise UsageError("that is all")

    monkeypatch.setattr(asking, "ask", note)
    asked(capsys, *words.split(), expected=2)
    assert [question.protocol.name for question in noted] == protocols


@pytest.mark.parametrize(
    ("release", "expected", "said"),
    [
        ("3.9", 1, "An EndTxn is sent twice: told-is-committed breaks after 30 states."),
        ("4.3", 0, "No set of at most 1 faults breaks a promise at these sizes."),
    ],
)
def test_a_delayed_request_is_a_minimal_set_of_a_release(
    release: str, expected: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = (release, "--promise", "told-is-committed", "--faults", "1", "--producers", "1")
    assert said in asked(capsys, *words, expected=expected)


def test_where_the_time_is_over_it_says_what_was_not_searched(capsys: pytest.CaptureFixture[str]) -> None:
    told = asked(capsys, "kafka/3.8", "--seconds", "0.000001", expected=3)
    assert "1e-06 seconds are over. Not searched to the end at " in " ".join(told.split())


def test_what_was_found_before_an_interruption_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    run, path, large = joint_search.JointSearch.run, tmp_path / "answer.json", list[bool]()

    def interrupted(self: joint_search.JointSearch, *arguments: Any) -> None:
        run(self, *arguments)
        large.append(self.states > 10_000)
        if sum(large) == 2:
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(joint_search.JointSearch, "run", interrupted)
    told = asked(capsys, "kafka/0.10.2", *LEAST, "--json", str(path), expected=130)
    assert "interrupted. Not searched to the end at " in " ".join(told.split())
    (answer,) = json.loads(path.read_text())["answers"]
    assert answer["stopped"] == "interrupted"
    assert [loss["faults"] for loss in answer["losses"]] == [{"power-losses": 1}, {"disk-losses": 1}]


@pytest.mark.parametrize("family", impl.families(), ids=lambda family: family.name)
def test_every_budget_of_every_family_has_words(family: Family) -> None:
    for bound in family.bounds:
        if bound.role == "budget":
            assert bound.fault, (
                f"{family.name} does not say what --{bound.name} lets happen: give it fault=Fault(...)"
            )
            assert len({FaultKind(bound).describe(count) for count in (1, 2, 3)}) == 3, bound.name


@pytest.mark.parametrize("name", [name for name in NAMES if impl.protocol(name).family.inquiry.steps])
def test_what_a_family_asks_is_there_in_each_of_its_protocols(name: str) -> None:
    question = asking.FaultQuestion(impl.protocol(name))
    sizes = {bound.name for bound in question.protocol.bounds if bound.is_size}
    for step in question.steps():
        assert set(step) <= sizes
        assert question.machine({**step, **NOTHING.values(question.kinds)}).promises


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        pytest.param(
            "transactions/kip-98 --promise told-is-committed --partitions 1",
            "A marker is sent twice: told-is-committed breaks",
            marks=pytest.mark.slow,  # the README's question is this one, too
        ),
        ("group/eager --generations 2 --records 1 --faults 1", "A commit is delayed: repeats-nothing breaks"),
        ("votes/votes-again --servers 3", "Nothing fails: election-safety breaks"),
        ("topics/2.7 --brokers 1", "A broker fails: deletion-waits-for-nobody breaks"),
    ],
)
def test_the_faults_of_other_families_are_said_in_words(
    words: str, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert expected in asked(capsys, *words.split(), expected=1)


def test_a_protocol_without_faults_has_nothing_to_choose_from(capsys: pytest.CaptureFixture[str]) -> None:
    told = asked(capsys, "published/kip-320", *LEAST, "--replicas", "2", expected=0)
    assert "published/kip-320 has no faults that may be chosen." in told


def test_a_protocol_of_ones_own_is_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    assert "Two houses burn: stands breaks after 3 states." in asked(capsys, "mine.py", expected=1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["9.9"], "there is no protocol for 9.9, only for the releases 0.10.2 to 4.3"),
        (["3.9", "--generations", "2"], "3.9 has no bound generations"),
        (["3.9", "--log-size", "2", "--cut-offs", "1"], "none of kafka/3.7"),
        (["4.1", "--only", "without"], "did you mean without-elr?"),
        (["kafka/3.7", "--only", "elr"], "kafka/3.7 is no release"),
        (["kafka/3.8", "--promise", "tall"], "has no promise tall"),
        (["kafka/3.8", "--faults", "x"], "--faults"),
    ],
)
def test_a_mistake_is_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["ask", *words]) == 2
    line = capsys.readouterr().err.splitlines()[-1]
    assert said in line
