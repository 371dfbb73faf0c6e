"""Histories of real brokers, checked without any: the promises, and whether a run of the model explains them.

The histories in tests/data/soak were recorded by `tidemark soak`; that of skipped-epoch while the schedule of
that name was played.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.processes import wait_for_end
from tests.support.soaks import DATA, answers, episode, events
from tidemark import impl, real
from tidemark.base.errors import UsageError
from tidemark.checker import cli
from tidemark.checker.commands.soak import MOST, EpisodeOutcome, RecordedEpisode, check_episode
from tidemark.checker.runs import histories
from tidemark.real.brokers.processes import PREFIX, wait_for
from tidemark.real.brokers.recorder import read_records
from tidemark.real.soak import history
from tidemark.real.soak.history import read
from tidemark.real.soak.promises import violations
from tidemark.real.soak.schema import FIELDS
from tidemark.spec.families.system import Episode, Soakable
from tidemark.spec.machines.machine import Machine

ROOT = Path(__file__).parents[3]
HEALTHY = [
    (path.name, number)
    for path in [*sorted(DATA.glob("kafka-*.jsonl")), *sorted(DATA.glob("kafka-*.jsonl.gz"))]
    for number in range(len(histories.read(path)))
]


def explained(
    one: Episode, protocol: str = "kafka-kraft/3.7", most: int = MOST, **given: Any
) -> EpisodeOutcome:
    def build(bounds: Mapping[str, Any]) -> Machine:
        return impl.protocol(protocol).machine({**given, **bounds})

    recorded = RecordedEpisode(Soakable.of(real.system("kafka")), one, read(one))
    return check_episode(recorded, build, most)


def kept(one: Episode) -> bool:
    return not any(violations(read(one)).values())


@pytest.mark.parametrize(("name", "number"), HEALTHY)
def test_brokers_kept_every_promise_in_a_recorded_soak(name: str, number: int) -> None:
    assert kept(episode(name, number))


@pytest.mark.parametrize(
    ("name", "number"),
    [one if k < 10 else pytest.param(*one, marks=pytest.mark.slow) for k, one in enumerate(HEALTHY)],
)
def test_a_run_of_the_model_explains_it(name: str, number: int) -> None:
    one = episode(name, number)
    found = explained(one)
    assert found.verdict == "explained"
    assert found.breaks == {}
    run = found.run
    assert run
    quorum = run.machine.decode(run.steps[-1].state).quorum
    assert int(quorum.leader_epoch) == events(one, "partition")[-1]["epoch"]


# What is wrong is found. Each of these changes one thing in a history.


def lost(one: Episode) -> None:
    """The final leader lacks an acknowledged record."""
    for event in events(one, "log"):
        event["records"] = [entry for entry in event["records"] if entry[0] != "m0"]
    events(one, "read at the end")[0]["records"].remove("m0")


def other_isr(one: Episode) -> None:
    """A leader without its ISR: the first change takes out a broker that nobody disturbed."""
    change = events(one, "partition")[1]
    change["isr"] = [change["leader"]]


def other_leader(one: Episode) -> None:
    """A broker that was killed is elected in place of a live one."""
    killed = events(one, "kill")[0]["broker"]
    change = events(one, "partition")[1]
    change["leader"], change["isr"] = killed, sorted({killed, *change["isr"]})


def two_leaders(one: Episode) -> None:
    """Two brokers lead in one epoch."""
    changes = events(one, "partition")
    changes[-1]["leader"] = min({0, 1, 2} - {changes[-1]["leader"]})


def not_yet_appended(one: Episode) -> None:
    """A record is in the log with an epoch that has not begun when it is acknowledged."""
    for event in events(one, "log"):
        event["records"][0][1] = 1
        event["epochs"] = {"1": 0}
    for event in events(one, "read"):
        event["epoch"] = 1


def refused_and_kept(one: Episode) -> None:
    """A producer was told that its record is refused; it is in every log, and a consumer reads it."""
    for event in events(one, "acknowledge"):
        if event["record"] == "m1":
            event["what"] = "refuse"
            del event["offset"]


def refused_and_read(one: Episode) -> None:
    """A consumer read a record that was refused; in the end it is in no log."""
    refused_and_kept(one)
    for event in events(one, "log"):
        event["records"] = [entry for entry in event["records"] if entry[0] != "m1"]
        event["epochs"] = {"0": 0}
    events(one, "read at the end")[0]["records"].remove("m1")


def other_epoch(one: Episode) -> None:
    """A consumer read a record in an epoch in which no log has it."""
    events(one, "read")[0]["epoch"] = 1


def other_epoch_too(one: Episode) -> None:
    """A consumer read a record twice, the second time in an epoch in which no log has it."""
    first = next(k for k, event in enumerate(one.events) if event["what"] == "read")
    again = {**one.events[first], "epoch": 1}
    object.__setattr__(one, "events", [*one.events[: first + 1], again, *one.events[first + 1 :]])


def unsent_and_read(one: Episode) -> None:
    """A consumer read a record that nobody sent."""
    events(one, "read")[0]["record"] = "m7"


def unsent_and_kept(one: Episode) -> None:
    """Every log has a record that nobody sent, in the place of one that was."""
    for event in events(one, "log"):
        event["records"][0][0] = "m7"


def read_too_early(one: Episode) -> None:
    """A consumer read a record before it was sent."""
    read = events(one, "read")[0]
    others = [event for event in one.events if event is not read]
    object.__setattr__(one, "events", [read | {"at": 0}, *(e | {"at": max(e["at"], 0)} for e in others)])


@pytest.mark.parametrize(
    ("change", "blocked"),
    [
        (refused_and_kept, "m1 was refused, and is at offset 1 in epoch 1"),
        (refused_and_read, "m1 was refused, and is at offset 1 in epoch 1"),
        (other_epoch, "m0 is read at offset 0 in epoch 1"),
        (other_epoch_too, "m0 is read at offset 0 in epoch 1"),
        (unsent_and_read, "m7 was not sent, and is at offset 0 in epoch 0"),
        (unsent_and_kept, "m7 was not sent, and is at offset 0 in epoch 0"),
        (read_too_early, "m0 was not sent, and is at offset 0 in epoch 0"),
        (lost, "in the end: the log of broker 0"),
        (other_isr, "the partition has leader 1 in epoch 1, and the ISR [1]"),
        (other_leader, "the partition has leader 0 in epoch 1, and the ISR"),
        (two_leaders, "the partition has leader 0 in epoch 1, and the ISR"),
        (not_yet_appended, "m0 is appended at offset 0 in epoch 1"),
    ],
)
def test_a_history_that_was_changed_is_not_explained(change: Callable[[Episode], None], blocked: str) -> None:
    one = episode("kafka-4.3.1.jsonl", 1)
    change(one)
    found = explained(one)
    assert found.verdict == "unexplained"
    assert blocked in found.first_obstacle


@pytest.mark.parametrize(
    ("change", "number", "promises"),
    [
        (refused_and_kept, 1, {"no-refused-record-consumed", "G1a"}),
        (refused_and_read, 1, {"no-refused-record-consumed", "G1a", "reads-are-stable"}),
        (other_epoch, 1, {"reads-are-stable"}),
        (other_epoch_too, 1, {"reads-are-stable", "nonmonotonic-poll"}),
        (lost, 0, {"acknowledged-survives", "acknowledged-exists", "reads-are-stable"}),
        (two_leaders, 0, {"one-leader-per-epoch"}),
        (unsent_and_read, 1, {"reads-are-stable", "unsent-read", "inconsistent-offsets"}),
        (
            unsent_and_kept,
            1,
            {"only-sent-records", "acknowledged-survives", "acknowledged-exists", "isr-has-committed"},
        ),
        (read_too_early, 1, {"unsent-read", "only-sent-records"}),
    ],
)
def test_a_history_that_was_changed_breaks_a_promise(
    change: Callable[[Episode], None], number: int, promises: set[str]
) -> None:
    one = episode("kafka-4.3.1.jsonl", number)
    change(one)
    assert {name for name, told in violations(read(one)).items() if told} == promises


@pytest.mark.parametrize(
    ("logs", "promise"),
    [
        ([[["m0", 0]], [["m1", 0]], [["m0", 0]]], "committed-agrees"),
        ([[["m0", 0]], [["m0", 0]], []], "isr-has-committed"),
        ([[["m0", 2], ["m1", 1]]] * 3, "epoch-offset-unique"),
        ([[["m0", 0]], [["m1", 0]], [["m0", 0]]], "epoch-offset-unique"),
        ([[["m0", 1]], [["m0", 0]], [["m0", 0]]], "epoch-cache-agrees"),
        ([[["m0", 0], ["m0", 0]]] * 3, "acknowledged-survives"),
    ],
)
def test_each_promise_on_logs_can_be_broken(logs: list[list[list[Any]]], promise: str) -> None:
    one = episode("kafka-4.3.1.jsonl")
    for event, entries in zip(events(one, "log"), logs, strict=True):
        event["records"] = entries
    assert violations(read(one))[promise]


def test_a_leader_outside_the_isr_breaks_a_promise() -> None:
    one = episode("kafka-4.3.1.jsonl")
    events(one, "partition")[1]["isr"] = [0]
    assert violations(read(one))["current-leader-in-isr"]


@pytest.mark.slow
def test_the_loss_of_a_skipped_epoch_is_explained_only_where_metadata_is_merged() -> None:
    one = episode("skipped-epoch.jsonl")
    assert {name for name, told in violations(read(one)).items() if told} == {
        "acknowledged-survives",
        "acknowledged-exists",
        "reads-are-stable",
    }
    merged = explained(one, metadata="merged")
    assert merged.verdict == "explained"
    assert {"acknowledged-survives", "acknowledged-exists"} <= set(merged.breaks or ())
    assert explained(one, metadata="in-order").verdict == "unexplained"


def test_an_episode_that_the_model_can_not_hold_is_no_finding() -> None:
    one = episode("kafka-4.3.1.jsonl")
    events(one, "partition")[-1]["epoch"] = 9
    found = explained(one)
    assert (found.verdict, found.stopped) == (
        "unknown",
        "the episode needs --max-epoch 9, and the model goes to 8",
    )


def test_a_search_that_ends_early_says_so() -> None:
    one = episode("kafka-3.9.2.jsonl")
    found = explained(one, most=10)
    assert (found.verdict, found.stopped) == ("unknown", "--max-states 10 was reached")


# The command.


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"at": 1, "what": "kil", "broker": 0}, "nothing is called kil: did you mean kill?"),
        ({"what": "kill", "broker": 0}, "at is None, and must be seconds"),
        ({"at": 1, "what": "kill"}, "kill needs broker, a whole number from 0 on, and has none"),
    ],
)
def test_an_event_that_says_nothing_is_refused(event: dict[str, Any], said: str) -> None:
    one = episode("kafka-3.9.2.jsonl")
    with pytest.raises(UsageError) as caught:
        read(Episode(one.about, [event]))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("what", "change", "said"),
    [
        ("partition", lambda e: e.pop("leader"), "line 2: partition needs leader, a broker, or null, and has none"),
        ("partition", lambda e: e.update(leader=7), "line 2: partition: broker 7 is not one of the replicas"),
        ("partition", lambda e: e.update(leader=True), "line 2: partition has True as leader"),
        ("partition", lambda e: e.update(isr=[[0]]), "line 2: partition has [[0]] as isr"),
        ("acknowledge", lambda e: e.update(record="m7"), "line 4: acknowledge: record is 'm7', which was not sent"),
        ("acknowledge", lambda e: e.update(offset=-1), "line 4: acknowledge has -1 as offset"),
        ("read", lambda e: e.update(at=0), "line 5: at is 0, and the event before it was at 0.568"),
        ("read", lambda e: e.update(at=float("nan")), "line 5: at is nan, and must be seconds"),
        ("read", lambda e: e.update(epoch="0"), "line 5: read has '0' as epoch"),
        ("read", lambda e: e.update(what="acknowledge"), "line 5: acknowledge: record is 'm0', which was answered"),
        ("log", lambda e: e.update(records=[["m0"]]), "line 17: log has [['m0']] as records"),
        ("log", lambda e: e.update(epochs={"x": 0}), "line 17: log has {'x': 0} as epochs"),
    ],
)  # fmt: skip
def test_the_command_names_line_and_field_of_what_a_history_lacks(
    what: str, change: Callable[[Any], object], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = episode("kafka-3.9.2.jsonl")
    change(events(one, what)[0])
    histories.append(one, tmp_path / "h.jsonl")
    assert cli.main(["soak", "kafka-kraft/3.7", "--check", str(tmp_path / "h.jsonl")]) == 2
    assert f"h.jsonl, {said}" in capsys.readouterr().err


@pytest.mark.parametrize(
    "about", [{"replicas": [0, 0]}, {"replicas": "x"}, {"min.insync.replicas": "two"}, {"seed": {}}]
)
def test_the_command_names_the_first_line_of_an_episode(
    about: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = histories.read(DATA / "kafka-3.9.2.jsonl")
    for one in (first, Episode({**second.about, **about}, second.events)):
        histories.append(one, tmp_path / "h.jsonl")
    assert cli.main(["soak", "kafka-kraft/3.7", "--check", str(tmp_path / "h.jsonl")]) == 2
    assert (
        f"h.jsonl, line 20: the first line has {next(iter(about.values()))!r} as" in capsys.readouterr().err
    )


def test_every_recorded_event_is_one_that_is_read() -> None:
    assert {e["what"] for path in DATA.iterdir() for one in histories.read(path) for e in one.events} <= set(
        FIELDS
    )


def test_the_command_reads_each_episode_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    taken: list[object] = []
    take = history._HistoryReader.take
    monkeypatch.setattr(
        history._HistoryReader, "take", lambda self, event: taken.append(event) or take(self, event)
    )
    path = DATA / "skipped-epoch.jsonl"
    cli.main(["soak", "kafka-kraft/3.7", "--check", str(path), "--max-states", "100"])
    assert len(taken) == sum(len(one.events) for one in histories.read(path))


def test_the_command_checks_a_history_and_keeps_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["soak", "kafka-kraft/3.7", "--check", str(DATA / "kafka-3.9.2.jsonl"), "--json", "found.json"]
    assert cli.main(words) == 0
    assert (
        "2 episodes: 2 explained, 0 unexplained, 0 unknown; a promise is broken in 0"
        in capsys.readouterr().out
    )
    for one in json.loads(Path("found.json").read_text())["episodes"]:
        assert cli.main(["scenario", one["trace"]]) == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "name what to drive with --on SYSTEM:VERSION, or a history with --check FILE"),
        (["--check", "x", "--on", "kafka:4.3.1"], "name what to drive with"),
        (
            ["--check", "x", "--episodes", "3"],
            "--episodes is for a run on the real system: leave out --check",
        ),
        (["--check", "x"], "x: No such file or directory"),
        (["--on", "kafka:2.8.2"], "Kafka 2.8.2 has a ZooKeeper"),
    ],
)
def test_wrong_usage_is_told(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["soak", "kafka-kraft/3.7", *words]) == 2
    assert said in capsys.readouterr().err


# With brokers.


@pytest.mark.brokers
@pytest.mark.parametrize("version", ["3.9.2", "4.3.1"])
def test_a_short_soak_keeps_the_promises_and_is_explained(version: str, tmp_path: Path) -> None:
    history = tmp_path / "history.jsonl"
    words = ["--on", f"kafka:{version}", "--episodes", "2", "--seed", "7", "--history", str(history)]
    assert cli.main(["soak", "kafka-kraft/3.7", *words, "--traces", str(tmp_path)]) == 0
    recorded = histories.read(history)
    assert len(recorded) == 2
    assert all(len(events(one, "partition")) and events(one, "acknowledge") for one in recorded)
    assert all(answers(one, "txn") and answers(one, "committed") for one in recorded)


@pytest.mark.brokers
@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)]
)
def test_whatever_ends_a_soak_no_process_stays(number: signal.Signals, status: int, tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tidemark", "soak", "kafka-kraft/3.7", "--on", "kafka:4.3.1"]
    child = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)

    def mine() -> set[int]:
        found = set()
        for process in Path("/proc").glob("[0-9]*"):
            try:
                words = (process / "cmdline").read_bytes()
            except OSError:
                continue
            if f"{tmp_path}/{PREFIX}".encode() in words and b"kafka.Kafka" in words:
                found.add(int(process.name))
        return found

    started = wait_for("four processes", lambda: (found := mine()) and len(found) == 4 and found)
    child.send_signal(number)
    assert child.wait() == status
    for process in started:
        wait_for_end(process)
    assert number == signal.SIGKILL or not list(tmp_path.glob(f"{PREFIX}*"))


@pytest.mark.brokers
def test_the_metadata_log_tells_every_change(tmp_path: Path) -> None:
    from tidemark.real.brokers.kraft import CONTROLLER, KRaftCluster
    from tidemark.real.brokers.processes import Workplace

    with Workplace(tmp_path / "kept") as workplace:
        cluster = KRaftCluster(workplace, "4.3.1", 2, {})
        try:
            cluster.start(CONTROLLER, *cluster.brokers)
            cluster.create_topic([1, 0], {}, "one")
            cluster.create_topic([0, 1], {}, "two")
            cluster.stop(1)
            wait_for("a new leader", lambda: (seen := cluster.look("one")) and seen.leader == 0)
            one, two = (read_records(cluster.metadata, name) for name in ("one", "two"))
        finally:
            cluster.close()
    assert [(c.epoch, c.leader, c.isr) for c in one] == [(0, 1, (0, 1)), (1, 0, (0,))]
    assert [(c.epoch, c.leader, c.isr) for c in two] == [(0, 0, (0, 1)), (0, 0, (0,))]
