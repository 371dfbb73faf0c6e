"""Another protocol beside the one that is explored, and a log beside its run: what is said, and how it looks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.lock_logs import write_locks
from tests.support.losses import FAMOUS, counterexample
from tidemark import impl
from tidemark.checker import cli
from tidemark.checker.analyses.events import Elsewhere
from tidemark.checker.engines.reference import successors
from tidemark.checker.explorer.log_run import LoggedRun, explain_log
from tidemark.checker.explorer.session import ExplorerSession
from tidemark.checker.user_files import machines
from tidemark.checker.validation.loading import load_map, read_log
from tidemark.checker.validation.verdicts import Validator


def beside(other: str) -> tuple[ExplorerSession, tuple[int, ...]]:
    """The famous loss with another protocol beside it, and its path."""
    run = counterexample(*FAMOUS)
    session = ExplorerSession(run.machine, against=Elsewhere.of(run.machine, impl.protocol(other)))
    return session, session.path_of(run.steps)


def test_the_first_difference_is_where_the_other_protocol_does_otherwise() -> None:
    session, path = beside("kafka/2.0.1")
    found = [session.at(path[:k])["beside"] for k in range(len(path) + 1)]
    first = next(k for k, one in enumerate(found) if one["first"] is not None)
    assert 0 < first < len(path)
    assert all(one["first"] == first for one in found[first:])
    assert all(one["lanes"] == session.at(path[:k])["lanes"] for k, one in enumerate(found[:first]))
    assert found[first]["note"] or found[first]["lanes"] != session.at(path[:first])["lanes"]
    assert dict(found[-1]["promises"])["acknowledged-survives"]
    assert not next(one for one in session.at(path)["promises"] if one["name"] == "acknowledged-survives")[
        "kept"
    ]


def test_what_only_one_of_two_can_do_is_said() -> None:
    session, path = beside("kafka/2.0.1")
    assert session.at(path[:10])["beside"]["only"] == ["follower_asks_for_end_offset(follower=1, leader=0)"]
    run = counterexample(*FAMOUS)
    machine = impl.protocol("kafka/2.0.1").machine(run.machine.bounds)
    other = ExplorerSession(machine, against=Elsewhere.of(machine, impl.protocol("kafka/0.10.2")))
    there: tuple[int, ...] = ()
    for step in run.steps[1:11]:
        ways = {way["name"]: way["n"] for way in other.at(there)["enabled"]}
        there = (*there, ways[str(step.instance)])
    found = other.at(there)
    assert found["beside"]["refused"] == {
        "follower_asks_for_end_offset(follower=1, leader=0)": "this protocol has no such action"
    }
    (asked,) = [way["n"] for way in found["enabled"] if way["name"] in found["beside"]["refused"]]
    assert other.at((*there, asked))["beside"]["note"] == "Not here: this protocol has no such action."


def test_beside_itself_nothing_differs() -> None:
    session, path = beside("kafka/0.10.2")
    found = session.at(path)["beside"]
    assert (found["first"], found["note"], found["refused"], found["only"]) == (None, "", {}, [])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_locks(tmp_path)
    lines = (tmp_path / "tuesday.ndjson").read_text().splitlines(keepends=True)
    (tmp_path / "one.ndjson").write_text("".join(lines[:3]))
    (tmp_path / "two.ndjson").write_text("".join(lines[3:]))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def log_of(name: str) -> LoggedRun:
    """The log of a day, as a run of the lock."""
    file = load_map("map.py")
    validator = Validator(machines.protocol("lock.py").machine({}), file)
    return explain_log(validator, list(read_log(file.map, name)))


@pytest.mark.usefixtures("folder")
def test_each_line_has_its_steps() -> None:
    found = log_of("monday.ndjson")
    assert [(one["place"], one["steps"]) for one in found.lines] == [
        ("monday.ndjson:1", [1]),
        ("monday.ndjson:2", [2]),
        ("monday.ndjson:4", [4]),
        ("monday.ndjson:5", [5]),
    ]
    assert found.run.length == 6
    assert found.verdict == "The log is explained."
    assert log_of("wednesday.ndjson").verdict == (
        "The log is explained, but it breaks store-goes-forward at wednesday.ndjson:6."
    )


@pytest.mark.usefixtures("folder")
def test_before_a_line_that_no_run_passes_the_run_is_shown() -> None:
    found = log_of("tuesday.ndjson")
    assert found.verdict == "No run passes tuesday.ndjson:5."
    assert [one["steps"] for one in found.lines[:-1]] == [[1], [2], [4]]
    last = found.lines[-1]
    assert (last["place"], last["steps"]) == ("tuesday.ndjson:5", [])
    assert 'the guard "the lock is free" refuses' in last["why"][0]
    machine = found.run.machine
    for before, after in zip(found.run.steps, found.run.steps[1:], strict=False):
        assert after.state in [state for _, state in successors(machine, before.state)]


@pytest.mark.usefixtures("folder")
def test_states_events_and_guards_are_in_the_names_of_the_log() -> None:
    log = log_of("tuesday.ndjson")
    session = ExplorerSession(log.run.machine, log=log)
    shown = session.at(tuple(session.about()["log"]["path"][:2]))
    assert [lane["title"] for lane in shown["actors"]][1:] == ["web-7", "web-9", "Client 2"]
    assert "holder web-7" in [line for lane in shown["lanes"] for line in lane["lines"]]
    assert [step["name"] for step in shown["trail"]] == ["grant(me=web-7)", "write(me=web-7)"]
    (guard,) = (why for one in shown["disabled"] if one["name"] == "grant(me=web-9)" for why in one["why"])
    assert guard["values"] == ["holder is web-7, and must be none"]
    (expiry,) = (one for one in shown["enabled"] if one["name"] == "expire()")
    assert expiry["changes"] == ["holder: web-7 → none"]
    (empty,) = (why for one in shown["disabled"] if one["name"] == "write(me=web-9)" for why in one["why"])
    assert empty["values"] == ["leases[web-9] is 0, and must be more than 0"]
    # What is saved has the machine's own ids: `replay` reads it.
    assert '"me": 0' in session.save(tuple(session.about()["log"]["path"]), "trace")[0]


WRONG = [
    (["lock.py", "--log", "monday.ndjson"], "give both --log and --map"),
    (["lock.py", "--map", "map.py"], "give both --log and --map"),
    (["lock.py", "--log", "nowhere.ndjson", "--map", "map.py"], "nowhere.ndjson"),
    (
        ["lock.py", "--log", "monday.ndjson", "--map", "map.py", "--promise", "store-goes-forward"],
        "--promise is not",
    ),
    (
        ["lock.py", "--log", "monday.ndjson", "--map", "map.py", "--html", "x.html"],
        "leave out --against and --log",
    ),
    (["lock.py", "--log", "one.ndjson", "--log", "two.ndjson", "--map", "map.py"], "of several files"),
    (["kafka/2.0.1", "--against", "nowhere/x"], "nowhere/x"),
    (["kafka/2.0.1", "--against", "group/at-most-once"], "group/at-most-once"),
    (["cut-and-elected", "--log", "monday.ndjson", "--map", "map.py"], "name the machine"),
]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("words", "complaint"), WRONG, ids=[" ".join(case[0])[:60] for case in WRONG])
def test_wrong_usage_is_one_line(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["explore", *words]) == 2
    told = capsys.readouterr()
    assert (told.out, len(told.err.splitlines())) == ("", 1)
    assert complaint in told.err
