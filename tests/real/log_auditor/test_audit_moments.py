"""A healthy cluster is silent, whatever its moment: stopped, killed, truncating, expiring, compacting, reassigning."""

from __future__ import annotations

import fcntl
import os
import shutil
import struct
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.support.audits import audit
from tests.support.damages import CACHE, Brokers, P, overwrite
from tests.support.logs import batch, split
from tests.support.shared_damages import both_indexes_are_emptied
from tidemark import real
from tidemark.real.log_auditor import again, reading
from tidemark.real.log_auditor.kinds import NAMES
from tidemark.real.storage import directories
from tidemark.spec.families.audits import AuditFinding

LEFT = f"{P}.0123456789abcdef0123456789abcdef-delete"
METADATA = directories.METADATA_LOG


def kinds(paths: list[Path]) -> set[str]:
    return {finding.kind for finding in audit(paths)}


def damage(paths: list[Path]) -> set[str]:
    return {kind for kind in kinds(paths) if NAMES[kind].damage}


def kill(b: Brokers) -> None:
    """As if the broker had been killed: no mark of a clean stop."""
    (b.first / directories.CLEAN).unlink()


def append(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


def rows(path: Path, change: Callable[[list[str]], list[str]]) -> None:
    found = change(path.read_text().splitlines()[2:])
    path.write_text("\n".join(["0", str(len(found)), *found]) + "\n")


def test_observers_of_the_metadata_log_may_be_behind(cluster: list[Path]) -> None:
    """Brokers that stopped before the controller have less of its log, and never lead it."""
    without_the_longest = [cluster[1], cluster[2], cluster[3]]
    assert audit(without_the_longest) == []


def test_an_entry_that_a_truncation_left_in_an_active_index_is_no_damage(brokers: Brokers) -> None:
    log = brokers.logs()[-1]
    base = int(log.stem)
    append(log.with_suffix(".timeindex"), struct.pack(">qi", 1 << 50, brokers.end() - base) + bytes(120))
    append(log.with_suffix(".index"), struct.pack(">ii", brokers.end() - base, 17) + bytes(80))
    assert kinds(brokers.paths) == {"index-unsorted", "time-index-past-end"}
    kill(brokers)
    assert kinds(brokers.paths) == {"unclean-shutdown"}


@pytest.mark.parametrize("known_by", [directories.LOG_STARTS, CACHE])
def test_a_log_that_was_cut_within_a_batch_begins_behind_the_name_of_its_segment(
    brokers: Brokers, known_by: str
) -> None:
    """The leader had deleted what differed, so the log was cut where the leader's began, and its batch went whole."""
    log = brokers.logs()[0]
    start = struct.unpack_from(">q", split(log)[1])[0]
    brokers.rewrite(log, lambda all_: all_[1:])
    for suffix in (".index", ".timeindex"):
        log.with_suffix(suffix).write_bytes(b"")
    kill(brokers)
    assert "gap" in damage(brokers.paths)
    if known_by == CACHE:
        rows(brokers.first / CACHE, lambda found: [f"{found[0].split()[0]} {start}", *found[1:]])
    else:
        rows(brokers.first / known_by, lambda found: [*found, f"plain 0 {start}"])
    assert damage(brokers.paths) == {"unclean-shutdown"}


def test_what_is_behind_the_first_old_entry_is_old_too(brokers: Brokers) -> None:
    log = brokers.logs()[-1]
    size = log.stat().st_size
    for entry in (
        struct.pack(">ii", 1, size + 99),
        struct.pack(">ii", 0, 0),
        struct.pack(">ii", 700, 1 << 20),
    ):
        append(log.with_suffix(".index"), entry)
    kill(brokers)
    assert kinds(brokers.paths) == {"unclean-shutdown"}


def test_an_index_of_a_closed_segment_is_checked_whatever_the_moment(brokers: Brokers) -> None:
    path = brokers.logs()[1].with_suffix(".timeindex")
    time, offset = struct.unpack_from(">qi", path.read_bytes())
    overwrite(path, 0, struct.pack(">qi", time - 1, offset))
    kill(brokers)
    assert kinds(brokers.paths) == {"unclean-shutdown", "time-index-wrong"}


def test_a_segment_that_was_cut_after_a_start_is_closed_without_its_latest_timestamp(
    brokers: Brokers,
) -> None:
    both_indexes_are_emptied(brokers)
    assert kinds(brokers.paths) == {"time-index-empty"}
    assert not NAMES["time-index-empty"].damage


def test_retention_trims_the_epoch_cache_before_it_deletes_a_segment(brokers: Brokers) -> None:
    start = int(brokers.logs()[1].stem)

    def trimmed(found: list[str]) -> list[str]:
        older = [row for row in found if int(row.split()[1]) <= start]
        return [f"{older[-1].split()[0]} {start}", *found[len(older) :]]

    rows(brokers.first / CACHE, trimmed)
    kill(brokers)
    assert kinds(brokers.paths) == {"unclean-shutdown"}


def test_a_log_without_records_left_has_an_empty_epoch_cache_before_its_start_is_on_the_disk(
    brokers: Brokers,
) -> None:
    """Retention took the last record, and a follower cut the entry that was left: it began at the log's end."""
    rows(brokers.first / CACHE, lambda _: [])
    assert "epoch-missing" in kinds(brokers.paths)
    kill(brokers)
    assert kinds(brokers.paths) == {"unclean-shutdown"}


def test_retention_deletes_segments_before_the_epoch_cache_is_on_the_disk(brokers: Brokers) -> None:
    for path in (brokers.first / P).glob(f"{brokers.logs()[0].stem}.*"):
        path.unlink()
    kill(brokers)
    assert kinds(brokers.paths) == {"unclean-shutdown"}


def test_a_truncation_cuts_the_log_before_the_epoch_cache(brokers: Brokers) -> None:
    rows(brokers.first / CACHE, lambda found: [*found, f"77 {brokers.end() - 1}", "78 7000"])
    kill(brokers)
    assert kinds(brokers.paths) == {"unclean-shutdown"}


def test_a_truncation_comes_before_its_recovery_point(brokers: Brokers) -> None:
    end = brokers.end()
    brokers.edit(directories.RECOVERY_POINTS, f"plain 0 {end}", f"plain 0 {end + 5}")
    kill(brokers)
    assert kinds(brokers.paths) == {"unclean-shutdown"}


@pytest.mark.parametrize(
    "left", [batch(88, 9, [(b"k", b"v")])[:40], bytes(5000)], ids=["half a batch", "zeros"]
)
def test_what_was_being_written_when_a_broker_was_killed_is_told(left: bytes, brokers: Brokers) -> None:
    append(brokers.logs()[-1], left)
    (brokers.first / P / f"{brokers.logs()[0].name}.cleaned").touch()
    kill(brokers)
    assert kinds(brokers.paths) == {"unclean-shutdown", "half-written"}
    assert damage(brokers.paths) == {"unclean-shutdown"}


def test_a_compaction_names_a_log_before_its_indexes(brokers: Brokers) -> None:
    index = brokers.logs()[1].with_suffix(".index")
    index.rename(index.with_name(f"{index.name}.swap"))
    assert "index-missing" in kinds(brokers.paths)
    kill(brokers)
    assert damage(brokers.paths) == {"unclean-shutdown"}


def test_a_checkpoint_may_still_have_a_partition_that_was_just_deleted(brokers: Brokers) -> None:
    (brokers.first / P).rename(brokers.first / LEFT)
    kill(brokers)
    assert damage(brokers.paths) == {"unclean-shutdown"}


def test_a_checkpoint_may_speak_of_the_partition_that_had_the_name_before(brokers: Brokers) -> None:
    """A topic is deleted and made again: within five seconds its high watermark is still the old one."""
    for broker in brokers.paths:
        shutil.copytree(broker / P, broker / LEFT)
        for path in (broker / P).iterdir():
            if path.name != "partition.metadata":
                path.unlink()
        for suffix in (".log", ".index", ".timeindex"):
            (broker / P / f"{0:020d}{suffix}").touch()
        (broker / directories.CLEAN).unlink()
    assert damage(brokers.paths) == {"unclean-shutdown"}


def test_a_broker_that_has_no_part_in_a_partition_yet_need_not_have_it(cluster: list[Path]) -> None:
    """It is assigned, not in the ISR, and was never told of it."""
    shutil.rmtree(cluster[1] / P)
    for name in directories.CHECKPOINTS:
        rows(cluster[1] / name, lambda found: [row for row in found if not row.startswith("plain ")])
    assert audit(cluster) == []


def test_a_topic_that_was_deleted_leaves_rows_in_checkpoints(cluster: list[Path]) -> None:
    """Without a partition a broker no longer writes them; the metadata log knows no such topic."""
    rows(cluster[1] / directories.HIGH_WATERMARKS, lambda found: [*found, "gone 0 70"])
    assert audit(cluster) == []


def test_a_partition_that_was_moved_to_another_disk_leaves_a_row_in_a_checkpoint(brokers: Brokers) -> None:
    other = brokers.first.with_name("other-disk")
    other.mkdir()
    for name in (directories.PROPERTIES, directories.CLEAN, *directories.CHECKPOINTS):
        if (brokers.first / name).exists():
            shutil.copy(brokers.first / name, other / name)
    (brokers.first / P).rename(other / P)
    assert kinds([*brokers.paths[:2], other, brokers.first]) == set()


def test_a_partition_that_is_moving_to_another_disk_has_a_row_in_its_checkpoint(brokers: Brokers) -> None:
    (brokers.first / P).rename(brokers.first / LEFT.replace("-delete", "-future"))
    assert damage(brokers.paths) == set()


def test_a_broker_that_was_down_has_a_partition_that_was_moved(cluster: list[Path]) -> None:
    """It learns of it when it starts; in its own metadata log it still has its part."""
    path = cluster[1] / directories.PROPERTIES
    path.write_text(path.read_text().replace("node.id=2", "node.id=7"))
    assert "not-assigned" in kinds(cluster)  # it knew
    (cluster[1] / directories.CLEAN).unlink()
    assert damage(cluster) == {"unclean-shutdown"}  # it was killed while it learnt of it


def test_a_broker_that_starts_has_partitions_that_were_moved(
    cluster: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It removes them once it is through with its logs; on a busy machine that takes its time."""
    path = cluster[1] / directories.PROPERTIES
    path.write_text(path.read_text().replace("node.id=2", "node.id=7"))
    monkeypatch.setattr(directories, "_holds_lock", lambda path: True)
    between(monkeypatch, lambda: None)
    found = audit(cluster)
    assert {(one.kind, one.place) for one in found} == {("left-directory", str(cluster[1]))}
    assert all("broker 7 has it, and its replicas are [" in one.text for one in found)


def test_the_lock_is_asked_before_and_after_the_files_are_listed(
    brokers: Brokers,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A broker that stops leaves its mark, and then lets its lock go: one that is seen without either was open."""
    kill(brokers)
    (brokers.first / ".lock").touch()
    held = [struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 1)]
    asked = fcntl.fcntl

    def once(file: Any, command: int, wanted: bytes) -> bytes:
        return held.pop() if held else asked(file, command, wanted)

    monkeypatch.setattr(fcntl, "fcntl", once)
    assert directories.read(brokers.first).is_open
    assert not directories.read(brokers.first).is_open


@pytest.fixture
def running(brokers: Brokers, monkeypatch: pytest.MonkeyPatch) -> Brokers:
    monkeypatch.setattr(directories, "_holds_lock", lambda path: True)
    return brokers


def between(monkeypatch: pytest.MonkeyPatch, change: Callable[[], object]) -> list[float]:
    """Let something change between two looks, in place of a pause; gives the pauses that there were."""
    pauses: list[float] = []

    def sleep(seconds: float) -> None:
        pauses.append(seconds)
        change()

    monkeypatch.setattr(again, "time", SimpleNamespace(sleep=sleep))  # of no other thread
    return pauses


def test_what_is_wrong_for_a_moment_is_told_as_changed(
    running: Brokers, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = running.first / CACHE
    good = path.read_text()
    rows(path, lambda found: [found[0], *found[2:]])
    pauses = between(monkeypatch, lambda: path.write_text(good))
    found = audit(running.paths)
    assert {one.kind for one in found} == {"changed"}
    assert "epoch-missing was found at the first look, and then not" in " ".join(one.text for one in found)
    assert len(pauses) == 1


def test_what_stays_wrong_under_a_running_broker_is_found(
    running: Brokers, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = running.logs()[1]
    raw = path.read_bytes()
    overwrite(path, len(raw) // 2, bytes([raw[len(raw) // 2] ^ 1]))
    pauses = between(monkeypatch, lambda: None)
    assert kinds(running.paths) == {"checksum"}
    assert pauses == list(again.PAUSES)


def test_a_difference_from_a_broker_that_stopped_is_looked_at_again_too(
    brokers: Brokers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The finding has the directory of the one that is at rest; it is the other one that changes."""
    monkeypatch.setattr(directories, "_holds_lock", lambda path: path.parent == brokers.first)
    path = brokers.first / P / "partition.metadata"
    good = path.read_text()
    path.write_text("version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAAAQ\n")
    between(monkeypatch, lambda: path.write_text(good))
    (found,) = audit(brokers.paths)
    assert (found.kind, found.place) == ("changed", str(brokers.second))


def test_a_partition_that_is_made_under_the_reader_is_not_missed(
    cluster: list[Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The metadata log has it before its directory is there."""
    monkeypatch.setattr(directories, "_holds_lock", lambda path: True)
    shutil.move(cluster[0] / P, cluster[0].parent / "meanwhile")
    between(monkeypatch, lambda: shutil.move(cluster[0].parent / "meanwhile", cluster[0] / P))
    found = audit(cluster)
    assert [(one.kind, one.text.partition(" was")[0]) for one in found] == [("changed", "assigned-missing")]


def test_a_partition_that_stays_away_is_missed(
    cluster: list[Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(directories, "_holds_lock", lambda path: True)
    shutil.rmtree(cluster[0] / P)
    between(monkeypatch, lambda: None)
    assert kinds(cluster) == {"assigned-missing"}


def test_segments_that_are_deleted_before_they_are_compared_are_looked_at_again(
    brokers: Brokers,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    brokers.rewrite(brokers.logs()[1], lambda all_: [*all_[:-1], batch(0, 0, [(b"k", b"v")])])
    before = audit(brokers.paths)
    batches, gone = reading.batches, [FileNotFoundError(2, "gone", "x"), FileNotFoundError(2, "gone", "x")]

    def once(*given: Any) -> Any:
        if gone:
            raise gone.pop()
        return batches(*given)

    monkeypatch.setattr(reading, "batches", once)
    assert audit(brokers.paths) == before
    assert before


def test_segments_that_are_always_deleted_are_not_read(
    brokers: Brokers,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    brokers.rewrite(brokers.logs()[1], lambda all_: [*all_[:-1], batch(0, 0, [(b"k", b"v")])])

    def gone(*given: Any) -> Any:
        raise FileNotFoundError(2, "gone", "plain-0/x.log")

    monkeypatch.setattr(reading, "batches", gone)
    auditor = real.auditor()
    facts = [auditor.scan(unit) for unit in auditor.survey(brokers.paths).units if unit.group == P]
    settled = auditor.settle(P, facts)
    assert settled.unread == [
        ("plain-0/x.log", "the files of this partition are deleted faster than they are read")
    ]


def findings_of(paths: list[Path], kind: str) -> list[AuditFinding]:
    return [one for one in audit(paths) if one.kind == kind]


def test_records_above_every_high_watermark_are_only_told(brokers: Brokers) -> None:
    """The leader of a cluster that was killed at work nearly always has some."""
    epoch = int((brokers.first / CACHE).read_text().split()[-2])
    append(brokers.logs()[-1], batch(brokers.end(), epoch, [(b"k", b"v")], 1_700_000_000_000))
    assert [one.count for one in findings_of(brokers.paths, "unreplicated")] == [1]
    assert damage(brokers.paths) == set()
