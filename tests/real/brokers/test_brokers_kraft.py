"""Schedules for real brokers with KRaft are read strictly; where brokers may run, they come to what is expected."""

from __future__ import annotations

import re
import struct
from dataclasses import replace
from pathlib import Path

import pytest

from tidemark.base.errors import UsageError
from tidemark.checker import cli
from tidemark.real.brokers import jars, results, schedules
from tidemark.real.brokers.__main__ import main
from tidemark.real.brokers.kraft import CONTROLLER
from tidemark.real.brokers.power import EMULATION, PoweredDisk, has_disks
from tidemark.real.brokers.schedule_run import NOTABLE, play
from tidemark.real.brokers.schedule_words import WORDS, ScheduleStep
from tidemark.real.brokers.schedules import FOLDER
from tidemark.real.brokers.wire import FETCH, head_of
from tidemark.spec.families.system import Confirmation

PAGE = Path(__file__).parents[3] / "docs" / "findings.md"
BEGIN = """
title = "A story"
text = "Of a record."
replicas = [0, 1]
brokers = 2
ends = "kept"
expected = { "4.1.0" = "kept" }
"""
STEP = '[[step]]\ndo = "produce m0"\nsee = { acknowledged = "m0" }\n'


def refusal(tmp_path: Path, text: str) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(UsageError) as caught:
        schedules.load(path)
    assert str(caught.value).startswith(f"{path}: ")
    return str(caught.value).removeprefix(f"{path}: ")


@pytest.mark.parametrize("name", schedules.names())
def test_every_schedule_is_one_and_expects_something_of_releases_that_there_are(name: str) -> None:
    schedule = schedules.load(name)
    assert schedule.expected
    assert all(jars.release(version).number >= (3, 3) for version in schedule.expected)
    assert any(schedule.record in step.do.split() for step in schedule.steps)


@pytest.mark.parametrize("word", WORDS)
def test_every_word_has_an_example_of_its_form(word: str) -> None:
    for example in WORDS[word][1].split(", or "):
        step = ScheduleStep(example, "", {}, 60, False)
        assert step.word == word
        assert step.arguments is not None


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ('do = "kil 0"', "step 2: there is no word kil: did you mean kill?"),
        ('do = "kill"', "step 2: kill is not of the form of: kill 0"),
        ('do = "kill 0 and 1"', "step 2: kill 0 and 1 is not of the form of: kill 0"),
        ('do = "kill 2"', "step 2: there is no broker 2: there are 2, from 0 on"),
        ('do = "produce m1 at=4"', "step 2: there is no broker 4: there are 2, from 0 on"),
        (
            'do = "keep alter 1->0"',
            "step 2: keep alter 1->0: another ISR is asked of the controller alone",
        ),
        (
            'do = "pass answer 0->controller"',
            "step 2: pass answer 0->controller: what passes to the controller one by one is alter",
        ),
        (
            'do = "hold 1->0"',
            "step 2: hold 1->0 is not of the form of: hold fetch 1->0, or hold fetch 0->controller, or hold end",
        ),
        (
            'do = "look"\nsee = { HW = 1 }',
            "step 2: nothing is seen as HW: there is leader, epoch, ISR, ELR, acknowledged, shown, log N, client, "
            "held, transaction, offset, up N, said N",
        ),
        ('do = "look"\nsee = { "log 7" = "" }', "step 2: there is no broker 7: there are 2, from 0 on"),
        ('do = "look"\nwhitin = 3', "step 2: there is no field whitin: did you mean within?"),
        ('do = "look"\nwithin = "3"', "step 2: within is a whole number"),
        ("see = { leader = 0 }", "step 2: the field do is missing"),
        ('do = "commit"', "step 2: no transaction was begun that commit could be about"),
        ('do = "offset 1"', "step 2: no transaction was begun that offset could be about"),
        ('do = "offset one"', "step 2: offset one is not of the form of: offset 1"),
        (
            'do = "look"\nsee = { held = "ends" }',
            'step 2: held is never ends: it is as end, or "" for no request',
        ),
        ('do = "release end"', "step 2: no request end was held that could be released"),
        ('do = "produce abort"', "step 2: abort is how a log shows a marker: choose another name"),
        (
            'do = "hold end"\n[[step]]\ndo = "hold end"',
            "step 3: a request end is held already: release it first",
        ),
    ],
)
def test_a_mistake_in_a_step_is_told_with_the_file_and_the_step(tmp_path: Path, step: str, said: str) -> None:
    assert refusal(tmp_path, f"{BEGIN}{STEP}[[step]]\n{step}\n") == said


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'ends = "kept"',
            'ends = "gone"',
            "a schedule ends in lost, kept, leaderless or any, and not in gone",
        ),
        (
            "replicas = [0, 1]",
            "replicas = [0, 2]",
            "replicas are brokers, of 0 to 1, each once, and not [0, 2]",
        ),
        ("brokers = 2", "brokers = 0", "there are 1 to 9 brokers, and not 0"),
        ('title = "A story"', "", "the field title is missing"),
        ("brokers = 2", "brokers = true", "brokers is a whole number"),
        (
            '"4.1.0" = "kept"',
            '"4.1.0" = "lost"',
            "of 4.1.0 is expected kept, or refused at a step, and not lost",
        ),
        (
            '"4.1.0" = "kept"',
            '"4.1.0" = "refused at 9"',
            "of 4.1.0 is expected kept, or refused at a step, and not refused at 9",
        ),
        (STEP, "", "the field step is missing"),
    ],
)
def test_a_mistake_in_the_head_is_told(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in BEGIN + STEP
    assert refusal(tmp_path, (BEGIN + STEP).replace(old, new)) == said


def test_the_committed_class_is_compiled_from_its_source() -> None:
    """Every text and method name of the Java program is in its class. `make java-client` compiles it."""
    source = (FOLDER.parent / "java/TransactionalClient.java").read_text()
    code = (FOLDER.parent / "java/TransactionalClient.class").read_bytes()
    texts = re.findall(r'"((?:[^"\\]|\\.)*)"', re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL))
    names = re.findall(r"\.(\w+)\(", source)
    assert len(texts) > 8
    assert [text for text in {*texts, *names} if text.strip().encode() not in code] == []


def test_an_unknown_schedule_is_told_with_the_nearest() -> None:
    with pytest.raises(UsageError, match=r"there is no schedule skipped-epok: did you mean skipped-epoch\?"):
        schedules.load("skipped-epok")


def test_the_command_refuses_an_unknown_release(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["acks-1", "4.1.7"]) == 2
    assert "there is no release of Kafka to run 4.1.7: did you mean 4.1.2?" in capsys.readouterr().err


def test_a_file_is_a_scenario_by_its_fields_and_a_schedule_without_them(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    for text, is_schedule in (
        ('title = "x"\nprotocol = "kafka/2.1"\n[[step]]\n', False),
        ("[bounds]\nreplicas = 2\n", False),
        ('title = "x"\nends = "lost"\n[[step]]\n', True),
        ("not TOML", False),
    ):
        path.write_text(text)
        assert schedules.is_schedule(str(path)) is is_schedule
    assert not schedules.is_schedule(str(tmp_path / "absent.toml"))
    assert schedules.is_schedule("skipped-epoch")
    assert not schedules.is_schedule("cut-and-elected")


@pytest.mark.parametrize("version", ["3.9.2", "4.3.1"])
def test_a_schedule_of_ones_own_is_read_before_a_broker_starts(
    version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text('title = "x"\nends = "lost"\n[[step]]\ndo = "wait 3"\n')
    assert cli.main(["replay", "mine.toml", "--on", f"kafka:{version}"]) == 2
    assert capsys.readouterr().err == "tidemark: mine.toml: the field text is missing\n"


def test_a_schedule_needs_kraft(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", "skipped-epoch", "--on", "kafka:2.8.2"]) == 2
    assert "Kafka 2.8.2 has a ZooKeeper: a schedule is for brokers with KRaft" in capsys.readouterr().err


LOST = Confirmation("confirmed", None, "m0 is on no disk", "kafka:4.3.1")


@pytest.mark.parametrize(
    ("words", "found", "status"),
    [
        (["skipped-epoch", "4.3.1"], LOST, 0),
        (["skipped-epoch", "4.3.1", "--repair"], LOST, 1),
        (["skipped-epoch", "4.3.1", "--repair"], replace(LOST, verdict="refused", step=10), 0),
        (["skipped-epoch", "4.3.1", "--repair"], replace(LOST, verdict="refused", step=2), 1),
        (["skipped-epoch", "4.3.1", "--repair"], replace(LOST, verdict="inconclusive"), 3),
        (["skipped-epoch", "4.3.1"], replace(LOST, verdict="refused", step=10), 1),
        (["acks-1", "4.3.1", "--repair"], LOST, 0),  # the repair is of no help there
        (["skipped-epoch", "3.9.1"], LOST, 0),  # nothing is said of that release: as the schedule ends
    ],
)
def test_the_status_is_0_where_it_comes_to_what_is_expected(
    words: list[str], found: Confirmation, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tidemark.real.brokers.__main__.play", lambda *_, **__: iter([found]))
    assert main(words) == status


def test_a_step_names_its_brokers_and_not_its_numbers() -> None:
    def brokers(do: str) -> list[int]:
        return ScheduleStep(do, "", {}, 60, False).brokers

    assert brokers("hold fetch 2->0") == [2, 0]
    assert brokers("hold fetch 2->controller") == [2]
    assert brokers("cut_power 0 1") == [0, 1]
    assert brokers("wait 1.3") == brokers("produce m0 acks=1 at=0") == []


def request(api: int, client: bytes) -> bytes:
    return struct.pack(">hhih", api, 13, 7, len(client)) + client


def test_who_asks_the_controller_is_known_by_its_client_id() -> None:
    assert head_of(request(FETCH, b"raft-client-2")).follower == 2
    assert head_of(request(63, b"2")).follower == 2  # a heartbeat
    assert head_of(request(FETCH, b"broker-2-fetcher-0")).follower == 2
    assert head_of(request(FETCH, b"broker-2-other")).follower is None
    assert head_of(request(3, b"2nd")).follower is None
    assert CONTROLLER > 9  # no broker of a schedule has its id


def test_a_decision_is_a_line_worth_quoting() -> None:
    assert NOTABLE.search("Leader t-0 with topic id Some(x) starts at leader epoch 3 from offset 1")
    assert NOTABLE.search("[UnifiedLog partition=t-0, dir=/d] Truncating to offset 0")
    assert not NOTABLE.search("[UnifiedLog partition=t-0, dir=/d] Truncating to 0 has no effect")


def test_a_disk_forgets_what_was_not_synced(tmp_path: Path) -> None:
    real = has_disks(tmp_path)
    disk = PoweredDisk(tmp_path / "disk", real)
    (disk.folder / "t-0").mkdir()
    log = disk.folder / "t-0" / "0.log"
    log.write_bytes(b"synced")
    disk.sync()
    with log.open("ab") as file:
        file.write(b" and not")
    ended = []
    disk.cut(lambda: ended.append(True))
    assert (log.read_bytes(), ended) == (b"synced", [True])
    disk.remove()


def test_the_table_of_what_was_seen_agrees_with_what_is_expected() -> None:
    found = results.load()
    for name in schedules.names():
        expected = schedules.load(name).expected
        assert {
            version: row.came_to for version, row in found.get(name, {}).items()
        }.items() <= expected.items()


def test_a_run_is_put_into_the_table(tmp_path: Path) -> None:
    schedule = schedules.load("acks-1")
    table = tmp_path / "seen.toml"
    found = Confirmation("confirmed", None, 'it said "no"', "kafka:4.1.0", emulations=(EMULATION,))
    results.record(schedule, found, 12.3, table)
    results.record(schedule, found, 11.0, table)
    row = results.load(table)["acks-1"]["4.1.0"]
    assert (row.came_to, row.runs, row.seconds, row.emulated, row.reason) == (
        "lost",
        2,
        11,
        True,
        'it said "no"',
    )
    results.record(schedule, Confirmation("refused", 3, "", "kafka:4.1.0"), 9, table)
    assert (results.load(table)["acks-1"]["4.1.0"].came_to, results.load(table)["acks-1"]["4.1.0"].runs) == (
        "refused at 3",
        1,
    )


def test_the_page_of_findings_has_what_the_table_has() -> None:
    page = PAGE.read_text(encoding="utf-8")
    [head] = re.findall(r"^\| schedule \| what it does \| (.*) \|$", page, re.M)
    versions = head.split(" | ")
    cells = r" \| ([^|]*)" * len(versions)
    rows = re.findall(rf"^\| `([\w-]+)` \| [^|]*{cells} \|$", page, re.M)
    assert {version for row in results.load().values() for version in row} == set(versions)
    seen = results.load()
    assert {row[0] for row in rows} == set(schedules.names())
    for name, *cells in rows:
        told = [
            seen[name][v].came_to.replace("refused at", "refused,") if v in seen[name] else "–"
            for v in versions
        ]
        assert cells == told, name


RUNS = [(name, version) for name in schedules.names() for version in schedules.load(name).expected]


@pytest.mark.brokers
@pytest.mark.parametrize(("name", "version"), RUNS)
def test_a_schedule_comes_to_what_it_expects(name: str, version: str) -> None:
    schedule = schedules.load(name)
    jars.fetch(version)
    *steps, found = play(schedule, version)
    assert isinstance(found, Confirmation)
    assert results.outcome_of(schedule, found) == schedule.expected[version], (found, steps)
