"""What no log has exercised is told; a log that grows is refused at once where no state is left."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.blocks import ROOT
from tests.support.lock_logs import LOGS, write_locks
from tests.validation.test_maps import MACHINE, found, r, registers, w
from tidemark import EventMap, observe, take
from tidemark.base.errors import UsageError
from tidemark.checker import cli
from tidemark.checker.validation.coverage import LogCoverage
from tidemark.checker.validation.follow import LiveLog
from tidemark.checker.validation.loading import MapFile, read_events, read_log
from tidemark.checker.validation.transitions import EngineName
from tidemark.checker.validation.verdicts import LogVerdict, Validator
from tidemark.spec.logs.events import LogError

FOLLOWED = 'log = EventMap(order="written")'


def test_coverage_names_actions_guards_and_branches_that_no_run_has_exercised() -> None:
    covered = LogCoverage(MACHINE)
    assert (covered.unexercised_actions, len(covered.unexercised_guards)) == (["write", "read", "forget"], 3)
    run = found(registers(), [w(1), r(1)]).run
    assert run
    covered.note(run)
    assert covered.unexercised_actions == ["forget"]
    assert covered.unexercised_guards == ["write: a write is left"]
    (left,) = covered.unexercised_branches
    assert left.endswith("in read, where the condition holds")
    assert "test_maps.py:" in left
    more = found(registers(), [w(7), r(7)]).run
    assert more
    covered.note(more)
    assert covered.unexercised_branches == []
    assert (covered.logs, covered.steps) == (2, 4)


def followed(log: EventMap, events: list[dict[str, object]], most: int = 1000) -> LogVerdict:
    live = LiveLog(Validator(MACHINE, MapFile(log), "reference"), most)
    return live.follow(read_events(log, events, 1))


def test_a_log_that_is_followed_has_the_verdict_of_the_whole() -> None:
    log = registers()
    log.silent("forget", most=1)
    for events in ([w(3), r(3), w(2), r(2)], [w(3), r(2), w(2)], [w(3), w(2), w(1), r(4)]):
        whole, live = found(log, events), followed(log, events)
        assert (live.verdict, live.passed) == (whole.verdict, whole.passed)
        assert [one.reasons for one in live.refusals] == [one.reasons for one in whole.refusals]


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_a_log_whose_events_may_have_had_no_effect_is_not_followed(engine: EngineName) -> None:
    log = registers()
    log.event("asked", optional=True)(lambda e: take("forget"))
    with pytest.raises(UsageError, match="--follow can't take events that are optional, as asked is"):
        LiveLog(Validator(MACHINE, MapFile(log), engine))


def test_it_says_so_where_too_many_states_are_possible() -> None:
    log = EventMap()
    log.event("write")(lambda e: take("write"))
    verdict = followed(log, [{"event": "write"}] * 3, most=5)
    assert (verdict.verdict, verdict.exit_status) == ("undecided", 3)
    assert verdict.stopped == "more than 5 states are possible"


def test_it_says_so_where_every_possible_state_breaks_a_promise() -> None:
    log = EventMap()
    log.event("write")(lambda e: take("write"))
    log.event("held")(lambda e: observe(lambda s: s.held >= e.v))
    verdict = followed(log, [{"event": "write"}, {"event": "held", "v": 7}, {"event": "held", "v": 8}])
    assert {name: breach.place for name, breach in verdict.breaks.items()} == {"small": "log 1:3"}
    assert verdict.exit_status == 1


def test_a_promise_that_every_run_has_broken_is_told_where_it_holds_again() -> None:
    log = EventMap()
    log.event("hop")(lambda e: take("write", value=9).then(take("forget")))
    log.event("reset")(lambda e: take("forget").before(lambda s: s.held == e.v))
    log.silent("write", most=1)
    for events, broken in (
        ([{"event": "hop"}], {"small": "log 1:1"}),
        ([{"event": "reset", "v": 7}, {"event": "reset", "v": 9}], {"small": "log 1:2"}),
        ([{"event": "reset", "v": 7}], {}),
    ):
        live, whole = followed(log, events), found(log, events)
        assert {name: breach.place for name, breach in live.breaks.items()} == broken
        assert (live.verdict, live.exit_status) == (whole.verdict, whole.exit_status)
        assert list(live.breaks) == list(whole.breaks)


def test_a_log_that_is_followed_is_refused_where_its_time_goes_back() -> None:
    log = EventMap(order="clock", time="at")
    log.event("write")(lambda e: take("write"))
    events: list[dict[str, object]] = [{"event": "write", "at": 3}, {"event": "write", "at": 1}]
    for ask in (followed, found):
        with pytest.raises(UsageError, match="log 1:2: the time goes back, from 3 in log 1:1 to 1"):
            ask(log, events)


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_locks(tmp_path)
    lines = (tmp_path / "map.py").read_text().splitlines()
    (tmp_path / "map.py").write_text("\n".join(FOLLOWED if "EventMap(" in one else one for one in lines))
    return tmp_path


def test_by_splits_a_log_by_a_field(room: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        f'{{"event": "granted", "client": "c{n}", "lease": {lease}, "lock": "{name}"}}\n'
        for n, lease, name in ((0, 1, "red"), (0, 1, "blue"), (1, 2, "red"), (1, 1, "blue"))
    ]
    (room / "day.ndjson").write_text("".join(lines))
    assert cli.main(["validate", "lock.py", "day.ndjson", "--map", "map.py", "--by", "lock"]) == 1
    told = capsys.readouterr().out
    assert "lock=red: explained" in told
    assert "lock=blue: not explained: no run passes day.ndjson:4" in told


@pytest.mark.usefixtures("room")
def test_a_log_that_is_split_and_empty_is_no_silence(capsys: pytest.CaptureFixture[str]) -> None:
    Path("day.ndjson").write_text("")
    assert cli.main(["validate", "lock.py", "day.ndjson", "--map", "map.py", "--by", "lock"]) == 3
    assert capsys.readouterr().out == (
        "0 logs: 0 explained, 0 not explained, 0 undecided; a promise is broken in 0\n"
    )


def follow(path: str) -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "tidemark", "validate", "lock.py", path, "--map", "map.py", "--follow"]
    return subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
    )


@pytest.mark.usefixtures("room")
def test_standard_input_is_followed_and_refused_before_it_ends() -> None:
    with follow("-") as program:
        assert program.stdin
        assert program.stdout
        program.stdin.write(LOGS["tuesday.ndjson"])
        program.stdin.flush()
        assert program.stdout.readline().startswith("-: not explained: no run passes -:5")
        assert program.wait() == 1


@pytest.mark.usefixtures("room")
def test_standard_input_that_ends_is_explained_so_far() -> None:
    with follow("-") as program:
        told, _ = program.communicate(LOGS["monday.ndjson"])
    assert told.startswith("-: explained so far, 4 events; ")
    assert program.returncode == 0


def test_a_file_is_read_on_as_it_grows(room: Path) -> None:
    lines = LOGS["tuesday.ndjson"]
    (room / "growing.ndjson").write_text(lines[:100])
    with follow("growing.ndjson") as program, (room / "growing.ndjson").open("a") as file:
        file.write(lines[100:])
        file.flush()
        assert program.stdout
        assert program.stdout.readline().startswith(
            "growing.ndjson: not explained: no run passes growing.ndjson:5"
        )
        assert program.wait() == 1


@pytest.mark.parametrize("change", ["cut", "moved", "replaced"])
def test_a_file_that_is_cut_or_replaced_is_followed_no_longer(change: str, tmp_path: Path) -> None:
    path, lines = tmp_path / "growing.ndjson", LOGS["monday.ndjson"]
    path.write_text(lines)
    events = read_log(EventMap(name="event"), str(path), grows=True)
    for _ in lines.splitlines():
        next(events)
    match change:
        case "cut":
            path.write_text("")
            said = "growing.ndjson: the file was cut, behind line 5"
        case "moved":
            path.rename(tmp_path / "growing.1")
            said = "growing.ndjson: the file was moved, removed or replaced, behind line 5"
        case _:
            (tmp_path / "other").write_text(lines)
            (tmp_path / "other").rename(path)
            said = "growing.ndjson: the file was moved, removed or replaced, behind line 5"
    with pytest.raises(LogError) as caught:
        next(events)
    assert said in str(caught.value)


def test_the_last_lines_of_a_file_that_is_moved_are_read(tmp_path: Path) -> None:
    path = tmp_path / "growing.ndjson"
    path.write_text('{"event": "a"}\n')
    events = read_log(EventMap(), str(path), grows=True)
    assert next(events).name == "a"
    with path.open("a") as file:
        path.rename(tmp_path / "growing.1")
        file.write('{"event": "b"}\n')
    assert next(events).name == "b"


def test_spans_are_followed_line_by_line_and_an_itf_trace_is_not(tmp_path: Path) -> None:
    path = tmp_path / "day.spans.json"
    span = {"name": "put", "startTimeUnixNano": "1", "endTimeUnixNano": "2"}
    path.write_text(json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": [span]}]}]}) + "\n")
    assert next(read_log(EventMap(name="name"), str(path), grows=True)).name == "put"
    with pytest.raises(UsageError, match="an ITF trace is one document, which does not grow"):
        next(read_log(EventMap(), "run.itf.json", grows=True))


@pytest.mark.usefixtures("room")
def test_standard_input_may_begin_with_a_mark_of_its_encoding() -> None:
    with follow("-") as program:
        told, _ = program.communicate("\ufeff" + LOGS["monday.ndjson"])
    assert told.startswith("-: explained so far, 4 events; ")
