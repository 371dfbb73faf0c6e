"""Directories that were copied one after another while their brokers ran: no claim of a loss that did not happen.

The directories are of brokers that shut down cleanly; without that mark, they look like copies of running ones. Records
are added to some replicas, as if the others had been copied before; how long before, their times say.
"""

from __future__ import annotations

import shutil
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.impl.real.audit.test_audit_standing import replica, settled
from tests.impl.real.audit.test_audit_topics import make_other_topic
from tests.support.audits import audit
from tests.support.damages import CACHE, Brokers, P, overwrite
from tests.support.logs import batch, split
from tidemark.impl.real.audit import log_end, log_start, reading, written
from tidemark.impl.real.audit.kinds import NAMES, OR_COPIED
from tidemark.impl.real.audit.metadata_files import MetadataFiles
from tidemark.impl.real.audit.moments import LATER, PACE, SHORTEST, CopyMoment, in_words
from tidemark.impl.real.audit.standing import greatest_cut
from tidemark.impl.real.audit.written import written_at
from tidemark.impl.real.storage import directories
from tidemark.impl.real.storage.batches import APPEND_TIME
from tidemark.spec.audits import Finding

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


def found(paths: list[Path]) -> list[Finding]:
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


def test_a_broker_that_was_stopped_may_have_been_copied_before_the_others_went_on(
    cluster: list[Path],
) -> None:
    time = until(cluster[ELIGIBLE])
    for other in OTHERS:
        write(cluster[other], time + SECOND)
        (cluster[other] / directories.CLEAN).unlink()
    assert kinds(cluster) == {"copied-apart"}
    for other in OTHERS:
        write(cluster[other], time - SECOND)
    for other in OTHERS:
        log = sorted((cluster[other] / P).glob("*.log"))[-1]
        log.write_bytes(b"".join(one for k, one in enumerate(split(log)) if k != len(split(log)) - 2))
    assert "isr-has-committed" in kinds(cluster)


def test_a_large_directory_takes_longer_to_copy() -> None:
    small, large = CopyMoment(True, False, 10**12, 0), CopyMoment(True, False, 10**12, 60_000 * PACE)
    assert small.may_predate(10**12 - SHORTEST + 1)
    assert not small.may_predate(10**12 - SHORTEST)
    assert large.may_predate(10**12 - SHORTEST - 59_999)
    assert not large.may_predate(10**12 - SHORTEST - 60_000)


@pytest.mark.parametrize(
    ("moment", "time", "expected"),
    [
        (CopyMoment(), None, False),
        (CopyMoment(), 5, False),
        (CopyMoment(until=7), None, False),
        (CopyMoment(until=7), 8, True),
        (CopyMoment(until=7), 7, False),
        (CopyMoment(is_moving=True), None, True),
        (CopyMoment(is_moving=True), 5, True),
        (CopyMoment(is_moving=True, until=10**6), None, True),
        (CopyMoment(is_moving=True, until=10**6), 0, False),
        (CopyMoment(is_open=True, until=7), 8, False),
        (CopyMoment(is_open=True), None, False),
    ],
)
def test_when_a_copy_may_be_older_than_a_time(moment: CopyMoment, time: int | None, expected: bool) -> None:
    assert moment.may_predate(time) is expected
    assert not expected or moment.can_predate


def test_a_copy_is_older_than_a_metadata_log_that_goes_on_for_longer() -> None:
    moment = CopyMoment(True, False, 5000)
    assert [moment.is_before(later) for later in (None, 4000, 5000 + LATER, 5001 + LATER)] == [
        False,
        False,
        False,
        True,
    ]
    assert not CopyMoment(True).is_before(10**13)


def test_a_time_is_told_as_a_person_reads_it() -> None:
    assert in_words(1_700_000_000_123) == "2023-11-14 22:13:20.123 UTC"
    assert in_words(None) == "a time that is not known"
    assert in_words(10**18) == "1,000,000,000,000,000,000 ms"


# When something was written.


def header(time: int, attributes: int = 0, epoch: int = 0) -> Any:
    return {"max_time": time, "attributes": attributes, "epoch": epoch}


@pytest.mark.parametrize(
    ("time", "attributes", "latest", "mark", "expected"),
    [
        (100 * SECOND, 0, 995 * SECOND, 40, 100 * SECOND),  # the newest is as new as the copy
        (100 * SECOND, 0, 100 * SECOND, 50, 100 * SECOND),  # nothing is being written
        (100 * SECOND, 0, 100 * SECOND, 40, None),  # an event of long ago, written just now
        (100 * SECOND, APPEND_TIME, 100 * SECOND, 40, 100 * SECOND),
        (100 * SECOND, 0, 2000 * SECOND, 40, None),
        (-1, 0, -1, 50, None),
    ],
)
def test_a_producers_time_is_trusted_where_it_agrees_with_the_copy(
    time: int,
    attributes: int,
    latest: int,
    mark: int,
    expected: int | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reading, "batch_at", lambda replica, offset: header(time, attributes))
    one = replica(1, [(0, 0)], 50, high_watermark=mark, moment=CopyMoment(True, False, 1000 * SECOND))
    object.__setattr__(one.filled[0], "latest", latest)
    assert written_at(one, 30) == expected


def test_the_batch_at_an_offset_is_the_first_that_reaches_it(brokers: Brokers) -> None:
    (one,) = [one for one in _replicas(brokers.paths) if one.task.place == str(brokers.first)]
    for log in brokers.logs():
        for raw in split(log):
            first, delta = struct.unpack_from(">q", raw)[0], struct.unpack_from(">i", raw, 23)[0]
            for offset in (first, first + delta):
                assert reading.batch_at(one, offset)["first"] == first
    assert reading.batch_at(one, one.end) is None


def _replicas(paths: list[Path]) -> list[Any]:
    from tidemark import impl
    from tidemark.impl.real.audit.replica import Replica, ReplicaFact
    from tidemark.impl.real.audit.segment import SegmentFact

    auditor = impl.auditor()
    facts = [auditor.scan(unit) for unit in auditor.survey(paths).units if unit.group == P]
    return [
        Replica(one, [f for f in facts if isinstance(f, SegmentFact) and f.replica == one.task.number])
        for one in facts
        if isinstance(one, ReplicaFact)
    ]


def test_of_several_replicas_the_cut_that_is_certain_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Broker 3 has less that would be lost; but all of it was written long before the leader was copied."""
    moment = CopyMoment(True, False, 1000 * SECOND)
    times = {2: 999 * SECOND, 3: 100 * SECOND}
    monkeypatch.setattr(reading, "batch_at", lambda one, offset: header(times[one.task.number]))
    leader = replica(1, [(1, 0)], 50, moment=moment)
    recent, old = replica(2, [(1, 0)], 90), replica(3, [(1, 0)], 55)
    cut = greatest_cut(leader, [leader, recent, old])
    assert cut is not None
    assert (cut.follower, cut.committed, cut.is_certain) == (old, 5, True)
    cut = greatest_cut(leader, [leader, recent])
    assert cut is not None
    assert (cut.follower, cut.committed, cut.is_certain) == (recent, 40, False)


def test_a_log_that_is_being_cut_does_not_say_what_was_committed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Broker 2 wrote in epoch 1 alone; its high watermark is already that of what took its place."""
    moving = CopyMoment(True, False, 1000 * SECOND)
    monkeypatch.setattr(reading, "batch_at", lambda one, offset: header(100 * SECOND, APPEND_TIME, 1))
    leader = replica(1, [(1, 0), (2, 50)], 80, moment=moving)
    follower = replica(2, [(1, 0)], 60, high_watermark=70, moment=moving)
    cut = greatest_cut(leader, [leader, follower])
    assert cut is not None
    assert (cut.to, cut.committed, cut.is_certain) == (50, 10, False)
    at_rest = replica(2, [(1, 0)], 60, high_watermark=70)
    cut = greatest_cut(leader, [leader, at_rest])
    assert cut is not None
    assert cut.is_certain


# Within a directory.


@pytest.mark.parametrize(("seconds", "kind"), [(-1, "copied-apart"), (-60, "high-watermark-past-end")])
def test_a_checkpoint_may_be_copied_after_the_log(seconds: int, kind: str, copies: list[Path]) -> None:
    for other in (ELIGIBLE, 1):
        write(copies[other], until(copies[2]) + seconds * SECOND)
    set_mark(copies[2], end(copies[1]))
    assert {one.kind for one in found(copies) if one.place == str(copies[2])} == {kind}


def test_a_single_copy_does_not_say_whether_its_end_is_lost(copies: list[Path]) -> None:
    set_mark(copies[1], 7000)
    (one,) = found([copies[1]])
    assert one.kind == "copied-apart"
    assert one.text == f"7000: the log ends at {end(copies[1])}{log_end.COPIED}"
    assert not NAMES["copied-apart"].damage


@pytest.mark.parametrize(("seconds", "kind"), [(-1, "copied-apart"), (-60, "copies-disagree")])
def test_a_log_that_was_cut_while_it_was_copied_does_not_disagree(
    seconds: int, kind: str, copies: list[Path]
) -> None:
    """Its end is of an old epoch, and its high watermark of the new one."""
    time = until(copies[1]) + seconds * SECOND
    write(copies[1], time)
    for other in (ELIGIBLE, 2):
        write(copies[other], time, EPOCH + 1)
    assert kinds(copies) - {"copied-apart"} == {kind} - {"copied-apart"}
    assert any(one.kind == "copied-apart" and "offsets 88 to 89" in one.text for one in found(copies)) is (
        kind == "copied-apart"
    )


@pytest.mark.parametrize(
    ("is_kept_whole", "is_held", "is_moving", "expected"),
    [
        (False, True, True, 60),
        (False, False, True, 60),
        (None, False, True, 60),
        (None, True, True, 0),
        (True, False, True, 0),
        (False, True, False, 0),
    ],
)
def test_retention_may_delete_segments_while_they_are_copied(
    is_kept_whole: bool | None, is_held: bool, is_moving: bool, expected: int
) -> None:
    """The first segment was copied, and the second one deleted before it was."""
    more = {
        "is_kept_whole": is_kept_whole,
        "is_compacted": False,
        "moment": CopyMoment(is_moving, False, 1000 * SECOND),
    }
    one = replica(1, [(1, 0)], 20, **more)
    one.segments = [*one.segments, *replica(1, [(1, 60)], 80, base=60).segments]
    other = replica(2, [(1, 0 if is_held else 40)], 80, base=0 if is_held else 40)
    log_start.skip_deleted([one, other])
    assert one.segments[0].base == expected
    assert [finding.kind for finding in one.problems.findings] == ["copied-apart"] * (expected > 0)


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
    seconds: int, kind: str, copies: list[Path]
) -> None:
    path = copies[1] / P
    (path / "partition.metadata").unlink()
    for file in [*path.glob("0*"), *path.glob("leader-epoch-checkpoint")]:
        file.unlink()
    (path / f"{0:020d}.log").write_bytes(batch(0, 0, [(b"k", b"v")], until(copies[1]) + seconds * SECOND))
    set_mark(copies[1], 1)
    assert {one.kind for one in found([copies[1]])} - {"index-missing", "time-index-missing"} == {
        kind,
        *(["epoch-cache-missing"] if kind != "x" else []),
    }


def test_a_partition_that_is_moved_to_another_disk_meanwhile_is_in_both(copies: list[Path]) -> None:
    other = copies[1].with_name("other-disk")
    other.mkdir()
    shutil.copy(copies[1] / directories.PROPERTIES, other / directories.PROPERTIES)
    shutil.copytree(copies[1] / P, other / P)
    assert kinds([*copies, other]) == {"copied-apart"}


def test_a_topic_may_be_made_again_after_a_copy(copies: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:

    make_other_topic(copies[ELIGIBLE])
    assert "topic-ids-differ" in kinds(copies)
    from tidemark.impl.real.audit import metadata_log

    make = metadata_log.Assigned.__init__

    def late(self: Any, *given: Any, **more: Any) -> None:
        make(self, *given, **more)
        object.__setattr__(self, "since", until(copies[ELIGIBLE]) + SECOND)

    monkeypatch.setattr(metadata_log.Assigned, "__init__", late)
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


def test_time_is_asked_of_the_replicas_that_have_the_offset(monkeypatch: pytest.MonkeyPatch) -> None:
    times = {1: 10, 2: 20, 3: None, 4: 5}
    monkeypatch.setattr(written, "written_at", lambda one, offset: times[one.task.number])
    one, two, three, four = (replica(k, [(1, 0)], e) for k, e in ((1, 50), (2, 60), (3, 60), (4, 50)))
    assert written.written_by(50, one, [one, two, three, four]) == 20
    assert written.written_by(50, one, [one, three, four]) is None
