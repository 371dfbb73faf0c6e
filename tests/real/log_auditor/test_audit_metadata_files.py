"""Snapshots of the metadata log, and the small files beside it: damage is found, and what they say is not forgotten."""

from __future__ import annotations

import random
import shutil
import struct
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.audits import add_disk, audit
from tests.support.damages import P, overwrite
from tests.support.logs import batch, resealed, split, unpack_archive
from tidemark import real
from tidemark.checker import cli
from tidemark.real.log_auditor.metadata_files import MetadataFiles, damage_of_snapshot
from tidemark.real.log_auditor.metadata_log import Assignment, Assignments
from tidemark.real.storage import directories
from tidemark.spec.families.audits import AuditFinding

METADATA = directories.METADATA_LOG
BEHIND = 2
"""Of the directories: broker 3 began with a snapshot, and has no record before it."""


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Three brokers and a controller of 4.3.1, with snapshots of the metadata log."""
    return unpack_archive("every-kind", tmp_path_factory.mktemp("metadata"))


@pytest.fixture
def paths(originals: list[Path], tmp_path: Path) -> list[Path]:
    return [Path(shutil.copytree(path, tmp_path / path.name)) for path in originals]


def snapshots(path: Path) -> list[Path]:
    return sorted((path / METADATA).glob("*.checkpoint"))


def assignments(paths: list[Path]) -> Assignments:
    return Assignments.read([directories.read(path) for path in paths])


def partitions(path: Path) -> dict[str, Assignment]:
    """What the metadata log of a node says of each partition, but for the time, which is that of a snapshot."""
    found = assignments([path]).partitions
    assert found
    return {name: replace(assigned, since=0, joined=()) for name, assigned in found.items()}


def about(findings: list[AuditFinding]) -> list[tuple[str, str, str]]:
    return [(one.kind, one.place, one.file) for one in findings]


def test_the_snapshots_of_brokers_are_whole(originals: list[Path]) -> None:
    found = [path for broker in originals for path in [*snapshots(broker), broker / "bootstrap.checkpoint"]]
    assert len(found) > 10
    assert {damage_of_snapshot(path) for path in found} == {""}


def test_every_flipped_byte_of_a_snapshot_is_damage(originals: list[Path], tmp_path: Path) -> None:
    """Also those of offsets and epochs, which no checksum covers."""
    source = snapshots(originals[BEHIND])[0]
    raw, target = source.read_bytes(), tmp_path / source.name
    chance = random.Random(1)
    for place in range(len(raw)):
        target.write_bytes(raw)
        overwrite(target, place, bytes([raw[place] ^ 1 << chance.randrange(8)]))
        assert damage_of_snapshot(target), place


def without_end(path: Path) -> None:
    path.write_bytes(b"".join(split(path)[:-1]))


def without_beginning(path: Path) -> None:
    """As if the records of the snapshot were all that there is."""
    _, *records = split(path)
    moved, offset = [], 0
    for raw in records:
        moved.append(struct.pack(">q", offset) + raw[8:])
        offset += struct.unpack_from(">i", raw, 23)[0] + 1
    path.write_bytes(b"".join(moved))


DAMAGES: dict[str, Callable[[Path], object]] = {
    "a bit": lambda path: overwrite(path, 300, bytes([path.read_bytes()[300] ^ 1])),
    "half": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "empty": lambda path: path.write_bytes(b""),
    "zeros": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "no end": without_end,
    "no beginning": without_beginning,
    "more": lambda path: path.write_bytes(path.read_bytes() + b"abc"),
    "a batch too much": lambda path: path.write_bytes(path.read_bytes() + split(path)[-1]),
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("number", [0, -1], ids=["oldest", "newest"])
def test_a_damaged_snapshot_is_found_where_it_is(damage: str, number: int, paths: list[Path]) -> None:
    path = snapshots(paths[1])[number]
    DAMAGES[damage](path)
    assert about(audit(paths)) == [("metadata-snapshot", str(paths[1]), f"{METADATA}/{path.name}")]


@pytest.mark.parametrize("damage", ["a bit", "empty"])
def test_a_damaged_bootstrap_checkpoint_is_found(damage: str, paths: list[Path]) -> None:
    DAMAGES[damage](paths[3] / "bootstrap.checkpoint")
    assert about(audit(paths)) == [("metadata-snapshot", str(paths[3]), "bootstrap.checkpoint")]


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_a_damaged_snapshot_said_is_known_by_the_one_before(damage: str, paths: list[Path]) -> None:
    """So that a replica that is gone is still missed."""
    before = partitions(paths[BEHIND])
    DAMAGES[damage](snapshots(paths[BEHIND])[-1])
    assert partitions(paths[BEHIND]) == before
    assert assignments([paths[BEHIND]]).unread == []
    shutil.rmtree(paths[BEHIND] / P)
    assert {one.kind for one in audit([paths[BEHIND]])} == {
        "metadata-snapshot",
        "partition-missing",
        "assigned-missing",
    }


def test_the_metadata_log_that_is_read_is_one_that_is_whole(paths: list[Path]) -> None:
    """It is that of another node where the longest one lacks its beginning."""
    spoil_all(paths[BEHIND])
    log = sorted((paths[BEHIND] / METADATA).glob("*.log"))[-1]
    with log.open("ab") as file:
        for number in range(100):
            end = 182 + number
            file.write(batch(end, 1, [(b"", b"\x01\x7d\x00\x00")], 1_700_000_000_000))
    read = assignments(paths)
    assert read.source
    assert read.source.directory.path != paths[BEHIND]
    assert read.unread == []
    read = assignments([paths[BEHIND]])
    assert [path for path, _ in read.unread] == [str(paths[BEHIND] / METADATA)]


def spoil_all(path: Path) -> None:
    for snapshot in snapshots(path):
        DAMAGES["a bit"](snapshot)


def test_it_is_told_that_nobody_knows_what_the_metadata_log_said(
    paths: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    spoil_all(paths[BEHIND])
    assert cli.main(["audit", str(paths[BEHIND])]) == 3
    printed = capsys.readouterr().out
    assert "no snapshot of it is whole, and its first records are gone" in printed
    assert printed.count("metadata-snapshot ") >= 5


def test_records_under_a_wrong_checksum_are_not_believed(paths: list[Path]) -> None:
    """A topic's record is changed in the metadata log of the controller alone."""
    alone = paths[3:]
    for snapshot in snapshots(paths[3]):
        snapshot.unlink()
    known = set(assignments(alone).partitions)
    assert P in known
    log = sorted((paths[3] / METADATA).glob("*.log"))[0]
    raw = log.read_bytes()
    log.write_bytes(raw.replace(b"\x06plain", b"\x06plaim"))
    assert set(assignments(alone).partitions) < known
    assert "checksum" in {one.kind for one in audit(alone)}


def test_of_two_whole_logs_the_longer_one_is_read(paths: list[Path]) -> None:
    ends = [MetadataFiles.of(directories.read(path)) for path in paths]
    assert all(ends)
    read = assignments(paths)
    assert read.source
    assert read.source.end == max(one.end for one in ends if one)


STATES = {
    "no JSON": "{",
    "no object": "[]",
    "no version": '{"leaderId":1,"leaderEpoch":1,"votedId":-1}',
    "another version": '{"leaderId":1,"leaderEpoch":1,"votedId":-1,"data_version":2}',
    "no epoch": '{"leaderId":1,"votedId":-1,"votedDirectoryId":"A","data_version":1}',
    "a word": '{"leaderId":"x","leaderEpoch":1,"votedId":-1,"votedDirectoryId":"A","data_version":1}',
    "empty": "",
    "a voter of another form": (
        '{"clusterId":"","leaderId":1,"leaderEpoch":1,"votedId":-1,"appliedOffset":0,"currentVoters":[{}],"data_version":0}'
    ),
}


@pytest.mark.parametrize("state", STATES)
def test_a_state_of_the_quorum_that_can_not_be_read_is_found(state: str, paths: list[Path]) -> None:
    (paths[0] / METADATA / "quorum-state").write_text(STATES[state])
    assert about(audit(paths)) == [("quorum-state", str(paths[0]), f"{METADATA}/quorum-state")]


PROPERTIES = {
    "no node.id": lambda text: text.replace("node.id", "node.ie"),
    "no cluster.id": lambda text: text.replace("cluster.id", "cluster.ie"),
    "another version": lambda text: text.replace("version=1", "version=3"),
    "no version": lambda text: text.replace("version=1\n", ""),
    "no id of a directory": lambda text: text.replace("directory.id=", "directory.id=A"),
    "empty": lambda text: "",
}


@pytest.mark.parametrize("change", PROPERTIES)
def test_properties_that_kafka_refuses_are_found(change: str, paths: list[Path]) -> None:
    file = paths[1] / directories.PROPERTIES
    file.write_text(PROPERTIES[change](file.read_text()))
    assert ("metadata", str(paths[1]), directories.PROPERTIES) in about(audit(paths))


@pytest.mark.parametrize("text", ["{", "[]", '{"version":0}', '{"version":0,"brokerEpoch":"7"}'])
def test_a_mark_of_a_clean_shutdown_that_can_not_be_read_is_found(text: str, paths: list[Path]) -> None:
    (paths[1] / directories.CLEAN).write_text(text)
    assert about(audit(paths)) == [("checkpoint", str(paths[1]), directories.CLEAN)]


def test_a_mark_without_a_word_is_that_of_an_older_release(paths: list[Path]) -> None:
    (paths[1] / directories.CLEAN).write_text("")
    assert audit(paths) == []


@pytest.mark.parametrize(
    "text", ["AAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAB", "!AAAAAAAAAAAAAAAAAAAAA", ""]
)
def test_a_topic_id_that_kafka_would_not_write_is_found(text: str, paths: list[Path]) -> None:
    (paths[1] / P / "partition.metadata").write_text(f"version: 0\ntopic_id: {text}\n")
    assert {one.kind for one in audit(paths)} == {"metadata"}


# What brokers lack, and have.


def test_a_partition_that_no_directory_of_a_broker_has_is_missed_once(paths: list[Path]) -> None:
    other = add_disk(paths[0])
    assert audit([other, *paths]) == []
    shutil.rmtree(paths[0] / P)
    missed = [one for one in audit([other, *paths]) if one.kind == "assigned-missing"]
    assert [one.place for one in missed] == [str(paths[0])]


def test_a_partition_that_no_checkpoint_knows_is_missed_once_too(paths: list[Path]) -> None:
    """Its broker is in the ELR, and must have it."""
    other = add_disk(paths[0])
    shutil.rmtree(paths[0] / P)
    for name in directories.CHECKPOINTS:
        rows = [row for row in (paths[0] / name).read_text().splitlines()[2:] if not row.startswith("plain ")]
        (paths[0] / name).write_text("\n".join(["0", str(len(rows)), *rows]) + "\n")
    assert [(one.kind, one.place) for one in audit([other, *paths])] == [("assigned-missing", str(other))]


def test_an_epoch_that_only_the_cache_has_is_ahead_too(paths: list[Path]) -> None:
    cache = paths[1] / P / "leader-epoch-checkpoint"
    rows = [*cache.read_text().splitlines()[2:], "9 47"]
    cache.write_text("\n".join(["0", str(len(rows)), *rows]) + "\n")
    assert [(one.kind, one.file) for one in audit(paths)] == [("epoch-ahead", "leader-epoch-checkpoint")]


@pytest.mark.parametrize(
    ("place", "form", "value", "text"),
    [
        (0, ">h", 1, "the entry has version 1, and should have 0"),
        (0, ">h", -1, "the entry has version -1, and should have 0"),
        (26, ">q", 1 << 40, "the last stable offset was 1099511627776, behind the mark"),
    ],
)
def test_an_index_of_aborted_transactions_that_misleads_readers_is_found(
    place: int, form: str, value: int, text: str, paths: list[Path]
) -> None:
    index = next((paths[0] / "transactions-0").glob("*.txnindex"))
    overwrite(index, place, struct.pack(form, value))
    (one,) = audit(paths)
    assert one.kind == "txn-index-wrong"
    assert text in one.text


# A message format that is set back.


@pytest.mark.parametrize(
    ("stage", "expected"),
    [("set-back", {"epoch-caches-missing"}), ("written", set()), ("set-forward", set())],
)
def test_a_message_format_that_is_set_back_is_no_damage(
    stage: str, expected: set[str], tmp_path: Path
) -> None:
    stages = {path.name: path for path in unpack_archive("set-back", tmp_path)}
    paths = sorted(stages[stage].iterdir())
    assert {one.kind for one in audit(paths)} == expected
    assert expected == set() or not _is_damage(expected)
    assert {one.kind for one in audit(paths[:1])} == expected


def _is_damage(kinds: set[str]) -> bool:
    return any(kind.damage for kind in real.auditor().kinds if kind.name in kinds)


def test_behind_records_without_an_epoch_a_cache_is_still_compared(tmp_path: Path) -> None:
    stages = {path.name: path for path in unpack_archive("set-back", tmp_path)}
    paths = sorted(stages["set-forward"].iterdir())
    for path in paths:
        cache = path / "format-set-back-0" / "leader-epoch-checkpoint"
        epoch, start = cache.read_text().splitlines()[2].split()
        cache.write_text(cache.read_text().replace(f"{epoch} {start}", f"{epoch} {int(start) + 1}", 1))
    assert {one.kind for one in audit(paths)} == {"epoch-start"}


def test_a_log_that_is_set_back_is_cut_to_the_high_watermark(tmp_path: Path) -> None:
    """A broker without epochs knows no better."""
    stages = {path.name: path for path in unpack_archive("set-back", tmp_path)}
    paths = sorted(stages["written"].iterdir())
    mark = paths[1] / directories.HIGH_WATERMARKS
    offset = int(mark.read_text().split()[-1])
    mark.write_text(mark.read_text().replace(f" {offset}\n", f" {offset - 4}\n"))
    auditor = real.auditor()
    group = "format-set-back-0"
    units = [unit for unit in auditor.survey(paths).units if unit.group == group]
    lines = auditor.settle(group, [auditor.scan(unit) for unit in units]).standings
    assert [one.data["would_cut"] for one in lines] == [4, 0, 4]
    assert {one.data["last_epoch"] for one in lines} == {None}


def test_an_epoch_that_goes_on_behind_records_without_one_begins_again(tmp_path: Path) -> None:
    from tidemark.real.log_auditor.segment import scan
    from tidemark.real.log_auditor.tasks import SegmentTask

    stages = {path.name: path for path in unpack_archive("set-back", tmp_path)}
    paths = sorted(stages["set-forward"].iterdir())
    tasks = [
        unit.data
        for unit in real.auditor().survey(paths[:1]).units
        if isinstance(unit.data, SegmentTask) and unit.group.startswith("format")
    ]
    assert any(scan(task).without_epoch for task in tasks)
    log = paths[0] / "format-set-back-0" / f"{tasks[0].base:020d}.log"
    old = next(raw for task in tasks for raw in split(_log(paths[0], task)) if raw[16] == 1)
    pieces = [batch(0, 5, [(b"k", b"v")]), struct.pack(">q", 1) + old[8:], batch(2, 5, [(b"k", b"v")])]
    log.write_bytes(b"".join(resealed(raw) if raw[16] == 2 else raw for raw in pieces))
    fact = scan(tasks[0])
    assert (fact.epochs, fact.without_epoch) == (((5, 0), (5, 2)), 2)


def _log(path: Path, task: object) -> Path:
    return path / "format-set-back-0" / f"{task.base:020d}.log"  # type: ignore[attr-defined]
