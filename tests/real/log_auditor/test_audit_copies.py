"""Directories that were copied one after another while their brokers ran: no claim of a loss that did not happen.

The directories are of brokers that shut down cleanly; without that mark, they look like copies of running ones. Records
are added to some replicas, as if the others had been copied before; how long before, their times say.
"""

from __future__ import annotations

import shutil
import struct
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest

from tests.real.log_auditor.test_audit_standing import replica, settled
from tests.real.log_auditor.test_audit_topics import make_other_topic
from tests.support.audits import add_disk, audit
from tests.support.damages import CACHE, Brokers, P, overwrite
from tests.support.logs import batch, split
from tidemark.real.log_auditor import log_bounds, missing
from tidemark.real.log_auditor.auditor import AUDITOR
from tidemark.real.log_auditor.kinds import NAMES, OR_COPIED
from tidemark.real.log_auditor.metadata_files import MetadataFiles, MetadataRecord
from tidemark.real.log_auditor.metadata_log import Assignment, Assignments
from tidemark.real.log_auditor.moments import LATER, CopyMoment
from tidemark.real.log_auditor.replica import ReplicaOnDisk
from tidemark.real.log_auditor.tasks import ReplicaTask
from tidemark.real.storage import directories
from tidemark.spec.families.audits import AuditFinding

METADATA = directories.METADATA_LOG
EPOCH, AHEAD = 1, 3
"""The last epoch of the partition, and one that no controller has begun."""
ELIGIBLE, OTHERS = 0, (1, 2)
"""Of the directories of 4.1.0: broker 1 stopped last and is in the ELR."""
SECOND = 1000


@pytest.fixture
def copies(cluster: list[Path]) -> list[Path]:
    for path in cluster:
        (path / directories.CLEAN).unlink(missing_ok=True)
    return cluster


def until(path: Path) -> int:
    """The newest time in the metadata log of a directory."""
    files = MetadataFiles.of(directories.read(path))
    assert files
    assert files.newest
    return files.newest


def end(path: Path) -> int:
    last = split(sorted((path / P).glob("*.log"))[-1])[-1]
    return int(struct.unpack_from(">q", last)[0]) + int(struct.unpack_from(">i", last, 23)[0]) + 1


def set_mark(path: Path, offset: int) -> None:
    """Set the high watermark of the partition."""
    file = path / directories.HIGH_WATERMARKS
    rows = [row for row in file.read_text().splitlines()[2:] if not row.startswith("plain ")]
    file.write_text("\n".join(["0", str(len(rows) + 1), *rows, f"plain 0 {offset}"]) + "\n")


def set_cache(path: Path, rows: list[str]) -> None:
    (path / CACHE).write_text("\n".join(["0", str(len(rows)), *rows]) + "\n")


def write(path: Path, time: int, epoch: int = EPOCH, count: int = 2) -> None:
    """Add records to a replica, which are committed, and their epoch to its cache."""
    first = end(path)
    rows = (path / CACHE).read_text().splitlines()[2:]
    if all(row.split()[0] != str(epoch) for row in rows):
        set_cache(path, [*rows, f"{epoch} {first}"])
    with sorted((path / P).glob("*.log"))[-1].open("ab") as file:
        file.write(batch(first, epoch, [(b"k", b"v")] * count, time))
    set_mark(path, first + count)


def assigned_at(monkeypatch: pytest.MonkeyPatch, time: int) -> None:
    """Let the metadata log say that each partition got its replicas at a time."""
    take = Assignments._take

    def take_later(self: Assignments, record: MetadataRecord) -> None:
        take(self, record)
        for name, assigned in self.partitions.items():
            self.partitions[name] = replace(assigned, since=time)

    monkeypatch.setattr(Assignments, "_take", take_later)


def found(paths: list[Path]) -> list[AuditFinding]:
    return [one for one in audit(paths) if one.kind != "unclean-shutdown"]


def kinds(paths: list[Path]) -> set[str]:
    return {one.kind for one in found(paths)}


# Between directories.


@pytest.mark.parametrize(
    ("seconds", "kind"),
    [(0.5, "copied-apart"), (-5, "copied-apart"), (-9, "copied-apart"), (-60, "isr-has-committed")],
)
def test_a_replica_that_was_copied_first_lacks_nothing(seconds: float, kind: str, copies: list[Path]) -> None:
    time = until(copies[ELIGIBLE]) + int(seconds * SECOND)
    for other in OTHERS:
        write(copies[other], time)
    (one,) = found(copies)
    assert (one.kind, one.place) == (kind, str(copies[ELIGIBLE]))
    assert ("unless broker 1 was copied before" in one.text) is (kind == "copied-apart")
    line = next(one for one in settled(copies, P).standings if one.data["broker"] == "1")
    assert line.data["may_lead"] is (None if kind == "copied-apart" else False)
    assert line.data["would_cut_committed"] == 2


@pytest.mark.parametrize(("seconds", "kind"), [(1, "copied-apart"), (-1, "isr-has-committed")])
def test_a_broker_that_was_stopped_may_have_been_copied_before_the_others_went_on(
    seconds: int, kind: str, cluster: list[Path]
) -> None:
    """All were stopped, each before its copy: nothing was written while it was copied."""
    for other in OTHERS:
        write(cluster[other], until(cluster[ELIGIBLE]) + seconds * SECOND)
    assert kinds(cluster) - {"time-index-short"} == {kind}


@pytest.mark.parametrize(("seconds", "kind"), [(-5, "copied-apart"), (-60, "isr-has-committed")])
def test_a_broker_may_be_stopped_while_it_is_copied(seconds: int, kind: str, cluster: list[Path]) -> None:
    """Its log was copied before, and the mark of its clean shutdown after: the others were running all the time."""
    for other in OTHERS:
        write(cluster[other], until(cluster[ELIGIBLE]) + seconds * SECOND)
        (cluster[other] / directories.CLEAN).unlink()
    assert kinds(cluster) == {kind}


def test_a_replica_that_comes_back_to_the_isr_after_its_copy_lacks_nothing(
    copies: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The metadata log beside it says that it was not in the ISR when it was copied."""
    for other in OTHERS:
        write(copies[other], until(copies[ELIGIBLE]) - 60 * SECOND)
    assert kinds(copies) == {"isr-has-committed"}
    log = sorted((copies[ELIGIBLE] / METADATA).glob("*.log"))[-1]
    assigned = Assignments.read([directories.read(copies[ELIGIBLE])]).get(P)
    assert assigned
    left = (
        b"\x05\x00"
        + struct.pack(">i", 0)
        + assigned.topic_id.bytes
        + b"\x01\x06\x05\x02"
        + struct.pack(">i", 2)
    )
    files = MetadataFiles.of(directories.read(copies[ELIGIBLE]))
    assert files
    pad = batch(files.end, 1, [(b"", b"\x01" + left)], until(copies[ELIGIBLE]))
    log.write_bytes(log.read_bytes() + pad)
    longer = sorted((copies[3] / METADATA).glob("*.log"))[-1]
    for number in range(4):  # the other one goes on without that
        more = batch(files.end + number, 1, [(b"", b"\x01\x7d\x00\x00")], until(copies[3]))
        longer.write_bytes(longer.read_bytes() + more)
    assert kinds(copies) - {"copies-part", "one-epoch-two-records", "gap"} == set()


# Within a directory.


@pytest.mark.parametrize(("seconds", "is_lost"), [(-1, False), (-60, True)])
def test_a_checkpoint_may_be_copied_after_the_log(seconds: int, is_lost: bool, copies: list[Path]) -> None:
    for other in OTHERS:
        write(copies[other], until(copies[ELIGIBLE]) + seconds * SECOND)
    set_mark(copies[ELIGIBLE], end(copies[1]))
    losses = {"high-watermark-past-end", "isr-has-committed"} if is_lost else {"copied-apart"}
    assert {one.kind for one in found(copies) if one.place == str(copies[ELIGIBLE])} == losses


def test_a_replica_outside_the_isr_may_grow_by_old_records_while_it_is_copied(copies: list[Path]) -> None:
    for other in (ELIGIBLE, 1):
        write(copies[other], until(copies[2]) - 60 * SECOND)
    set_mark(copies[2], end(copies[1]))
    assert kinds(copies) == {"copied-apart"}


def test_a_single_copy_does_not_say_whether_its_end_is_lost(copies: list[Path]) -> None:
    set_mark(copies[1], 7000)
    (one,) = found([copies[1]])
    assert one.kind == "copied-apart"
    assert one.text == f"7000: the log ends at {end(copies[1])}{log_bounds.COPIED}"
    assert not NAMES["copied-apart"].damage


@pytest.mark.parametrize(("seconds", "kind"), [(-1, "copied-apart"), (-60, "copies-disagree")])
def test_a_log_that_was_cut_while_it_was_copied_does_not_disagree(
    seconds: int, kind: str, copies: list[Path]
) -> None:
    """Its end is of an old epoch, and its high watermark of the new one."""
    time = until(copies[ELIGIBLE]) + seconds * SECOND
    write(copies[ELIGIBLE], time)
    for other in OTHERS:
        write(copies[other], time, EPOCH + 1)
    assert kinds(copies) - {"copied-apart", "isr-has-committed"} == {kind} - {"copied-apart"}
    assert any(one.kind == "copied-apart" and "offsets 88 to 89" in one.text for one in found(copies)) is (
        kind == "copied-apart"
    )


@pytest.mark.parametrize(
    ("is_kept_whole", "is_held", "is_moving", "may_lack", "expected"),
    [
        (False, True, True, False, [60]),
        (False, False, True, True, [60]),
        (None, False, True, False, [60]),
        (None, True, True, False, [0, 60]),
        (True, False, True, False, [0, 60]),
        (None, True, True, True, [0]),
        (True, True, True, True, [0]),
        (False, True, False, True, [0, 60]),
    ],
)
def test_retention_and_truncation_may_delete_segments_while_they_are_copied(
    is_kept_whole: bool | None,
    is_held: bool,
    is_moving: bool,
    may_lack: bool,
    expected: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A segment was copied, and the one behind it, or before it, was deleted before its turn."""
    monkeypatch.setattr(log_bounds, "written_by", lambda *_: 7)
    monkeypatch.setattr(ReplicaOnDisk, "may_lack", lambda self, time: time == 7 and may_lack)
    more = {
        "is_kept_whole": is_kept_whole,
        "is_compacted": False,
        "moment": CopyMoment(is_moving, False, 1000 * SECOND),
    }
    one = replica(1, [(1, 0)], 20, **more)
    one.segments = [*one.segments, *replica(1, [(1, 60)], 80, base=60).segments]
    other = replica(2, [(1, 0 if is_held else 40)], 80, base=0 if is_held else 40)
    log_bounds.leave_out_deletions([one, other])
    assert [segment.base for segment in one.segments] == expected
    assert [finding.kind for finding in one.problems.findings] == ["copied-apart"] * (len(expected) == 1)


@pytest.mark.parametrize(("replicas", "expected"), [((2, 3), [60]), ((1, 2), [0])])
def test_a_partition_may_be_moved_away_while_it_is_copied(
    replicas: tuple[int, ...], expected: list[int]
) -> None:
    """What of it was not copied yet is gone then, wherever it was in the log."""
    assigned = Assignment(UUID(int=1), replicas, replicas, 0)
    moment = CopyMoment(True, False, 1000 * SECOND)
    one = replica(1, [(1, 0)], 20, moment=moment, assigned=assigned, is_kept_whole=True, is_compacted=False)
    one.segments = [*one.segments, *replica(1, [(1, 60)], 80, base=60).segments]
    log_bounds.leave_out_deletions([one])
    assert [segment.base for segment in one.segments] == expected


def test_a_replica_that_comes_to_the_isr_lacks_what_was_written_long_ago() -> None:
    """It was still growing when its log was copied, by old records."""
    assigned = Assignment(UUID(int=1), (1, 2), (1, 2), 0).with_eligible(995 * SECOND)
    moment = CopyMoment(True, False, 1000 * SECOND)
    one = replica(1, [(1, 0)], 20, moment=moment, assigned=assigned)
    assert one.eligible_since == 995 * SECOND
    assert one.may_lack(100 * SECOND)
    later = replace(moment, until=1010 * SECOND)
    assert not replica(1, [(1, 0)], 20, moment=later, assigned=assigned).may_lack(100 * SECOND)
    behind = replica(3, [(1, 0)], 20, moment=later, assigned=assigned)
    assert (behind.eligible_since, behind.may_lack(100 * SECOND)) == (None, True)
    back = replica(1, [(1, 0)], 20, moment=later, assigned=assigned, was_eligible=False)
    assert (back.eligible_since, back.may_lack(100 * SECOND)) == (None, True)


def test_since_when_a_replica_may_be_elected_is_known_by_its_last_return() -> None:
    assigned = Assignment(UUID(int=1), (1, 2, 3), (1, 2), 0).with_eligible(10)
    assigned = replace(assigned, isr=(1, 3)).with_eligible(20)
    assert assigned.joined == ((1, 10), (3, 20))
    assigned = replace(assigned, isr=(3,), elr=(1,)).with_eligible(30)
    assert assigned.joined == ((3, 20), (1, 10))
    assigned = replace(assigned, isr=(3, 2), elr=()).with_eligible(40)
    assert assigned.joined == ((3, 20), (2, 40))
    assert [assigned.eligible_since(broker) for broker in ("3", "2", "1", None)] == [20, 40, None, None]


@pytest.mark.parametrize(("seconds", "is_believed"), [(-60, True), (-5, False), (None, False)])
def test_a_high_watermark_is_that_of_a_partition_that_took_the_place_of_another_one_long_ago(
    seconds: int | None, is_believed: bool, copies: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    (copies[1] / f"{P}.0123456789abcdef0123456789abcdef-stray").mkdir()
    since = None if seconds is None else until(copies[1]) + seconds * SECOND
    monkeypatch.setattr(Assignment, "eligible_since", lambda *_: since)
    (mark,) = [
        unit.data.high_watermark
        for unit in AUDITOR.survey(copies).units
        if isinstance(unit.data, ReplicaTask) and unit.group == P and unit.data.number == 1
    ]
    assert (mark is not None) is is_believed


def test_a_high_watermark_beside_another_topic_is_not_believed(
    copies: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    (copies[1] / f"{P}.0123456789abcdef0123456789abcdef-stray").mkdir()
    monkeypatch.setattr(Assignment, "eligible_since", lambda *_: until(copies[1]) - 60 * SECOND)
    make_other_topic(copies[1])
    marks = {
        unit.data.number: unit.data.high_watermark
        for unit in AUDITOR.survey(copies).units
        if isinstance(unit.data, ReplicaTask) and unit.group == P
    }
    assert marks[1] is None
    assert marks[0] is not None


def test_a_replica_that_was_copied_without_a_segment_is_judged_like_any_other(copies: list[Path]) -> None:
    for path in (copies[ELIGIBLE] / P).iterdir():
        if path.name not in ("partition.metadata", "leader-epoch-checkpoint"):
            path.unlink()
    told = {finding.kind: finding.file for finding in audit(copies) if finding.group == P}
    assert told["isr-has-committed"] == ""


@pytest.mark.parametrize(
    ("seconds", "expected"), [(-1, {"copied-apart"}), (-60, {"epoch-missing", "epoch-start", "epoch-ahead"})]
)
def test_an_epoch_cache_and_the_metadata_log_may_be_copied_before_the_log(
    seconds: int, expected: set[str], copies: list[Path]
) -> None:
    time = min(map(until, copies)) + seconds * SECOND
    for path in copies[:3]:
        cache = (path / CACHE).read_text()
        write(path, time, AHEAD)
        (path / CACHE).write_text(cache)
    assert kinds(copies) == expected


@pytest.mark.parametrize("change", ["missing", "start"])
def test_an_old_epoch_is_in_every_copy_of_the_cache(change: str, copies: list[Path]) -> None:
    time = min(map(until, copies)) - SECOND
    for path in copies[:3]:
        write(path, time)
        write(path, time, EPOCH + 1)
    first, second, third = (copies[ELIGIBLE] / CACHE).read_text().splitlines()[2:]
    assert second == "1 88"
    set_cache(copies[ELIGIBLE], [first, third] if change == "missing" else [first, "1 87", third])
    assert kinds(copies) == {f"epoch-{change}"}


def test_a_partition_that_is_deleted_while_its_broker_is_copied_is_not_missed(copies: list[Path]) -> None:
    """No metadata log that was copied later has the partition, for this directory was the last."""
    shutil.rmtree(copies[ELIGIBLE] / P)
    last = [copies[ELIGIBLE]]
    assert kinds(last) == {"copied-apart"}
    assert {one.kind for one in found(copies)} == {"copied-apart"}


@pytest.mark.parametrize(("in_isr", "expected"), [(-60, True), (None, False)])
def test_a_partition_whose_replicas_were_put_in_another_order_was_there_before(
    in_isr: int | None, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The assignment has just changed; whether its broker had the partition long before is known by the ISR."""
    assigned = Assignment(UUID(int=1), (1, 2), (1, 2), 0, since=999 * SECOND)
    monkeypatch.setattr(Assignment, "eligible_since", lambda *_: in_isr and (1000 + in_isr) * SECOND)
    known: Any = SimpleNamespace(get=lambda _: assigned, source=SimpleNamespace(newest=1010 * SECOND))
    moment = CopyMoment(True, False, 1000 * SECOND)
    assert missing._was_copied_later("1", moment, P, known) is expected


def test_a_partition_that_was_lost_is_missed_by_a_copy_that_was_made_later(copies: list[Path]) -> None:
    shutil.rmtree(copies[ELIGIBLE] / P)
    log = sorted((copies[3] / METADATA).glob("*.log"))[-1]
    files = MetadataFiles.of(directories.read(copies[3]))
    assert files
    with log.open("ab") as file:  # a record of no kind that is read
        file.write(batch(files.end, 1, [(b"", b"\x01\x7d\x00\x00")], until(copies[ELIGIBLE]) + 2 * LATER))
    assert "assigned-missing" in kinds(copies)


@pytest.mark.parametrize(("seconds", "kind"), [(-1, "copied-apart"), (-60, "metadata-missing")])
def test_a_topic_id_may_be_written_after_the_directory_was_listed(
    seconds: int, kind: str, copies: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the broker got the partition just then, its first records may be old."""
    path = copies[1] / P
    (path / "partition.metadata").unlink()
    for file in [*path.glob("0*"), *path.glob("leader-epoch-checkpoint")]:
        file.unlink()
    time = until(copies[1]) + seconds * SECOND
    (path / f"{0:020d}.log").write_bytes(batch(0, 0, [(b"k", b"v")], time))
    set_mark(copies[1], 1)
    beside = {"index-missing", "time-index-missing", "epoch-cache-missing"}
    assert {one.kind for one in found([copies[1]])} - beside == {kind}
    assigned_at(monkeypatch, until(copies[1]) - SECOND)
    assert {one.kind for one in found([copies[1]])} - beside == {"copied-apart"}


def test_a_partition_that_is_moved_to_another_disk_meanwhile_is_in_both(copies: list[Path]) -> None:
    other = add_disk(copies[1])
    shutil.copytree(copies[1] / P, other / P)
    assert kinds([*copies, other]) == {"copied-apart"}


def test_a_topic_may_be_made_again_after_a_copy(copies: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:

    make_other_topic(copies[ELIGIBLE])
    assert "topic-ids-differ" in kinds(copies)
    assigned_at(monkeypatch, until(copies[ELIGIBLE]) + SECOND)
    assert kinds(copies) == {"left-directory"}


# What is added to a finding.


def flip(log: Path) -> None:
    raw = log.read_bytes()
    overwrite(log, len(raw) // 2, bytes([raw[len(raw) // 2] ^ 1]))


def spoil_index(b: Brokers) -> None:
    path = b.logs()[1].with_suffix(".index")
    offset, position = struct.unpack_from(">ii", path.read_bytes())
    overwrite(path, 0, struct.pack(">ii", offset, position + 1))


@pytest.mark.parametrize(
    ("damage", "kind", "is_excused"),
    [
        (lambda b: flip(b.logs()[1]), "checksum", False),
        (lambda b: flip(b.logs()[-1]), "checksum", True),
        (spoil_index, "index-wrong", True),
    ],
)
def test_what_a_copy_of_a_running_broker_can_cause_says_so(
    damage: Callable[[Brokers], None], kind: str, is_excused: bool, brokers: Brokers
) -> None:
    damage(brokers)
    (one,) = audit(brokers.paths)
    assert (one.kind, one.text.endswith(OR_COPIED)) == (kind, False)
    for path in brokers.paths:
        (path / directories.CLEAN).unlink()
    (one,) = found(brokers.paths)
    assert (one.kind, one.text.endswith(OR_COPIED)) == (kind, is_excused)
