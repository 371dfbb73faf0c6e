"""What the metadata log knows is used: who may be elected must have every committed record, and who votes may lead."""

from __future__ import annotations

import struct
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.audits import audit
from tests.support.damages import Brokers, P
from tests.support.logs import batch, resealed
from tidemark import real
from tidemark.real.log_auditor import drawing, log_bounds, reading, settle
from tidemark.real.log_auditor.leadership import greatest_cut, truncation
from tidemark.real.log_auditor.metadata_files import MetadataFiles, MetadataRecord
from tidemark.real.log_auditor.metadata_log import CONFIG, Assignments
from tidemark.real.log_auditor.moments import CopyMoment
from tidemark.real.log_auditor.replica import ReplicaOnDisk
from tidemark.real.log_auditor.replica_files import ReplicaFact
from tidemark.real.log_auditor.segment import SegmentFact
from tidemark.real.log_auditor.tasks import ReplicaTask
from tidemark.real.storage import checkpoints, directories
from tidemark.real.storage.message_fields import Fields
from tidemark.spec.families.audits import GroupFindings

METADATA = directories.METADATA_LOG
MOVING = CopyMoment(is_moving=True)
ELIGIBLE, OTHER = 0, 1
"""Of the directories of 4.1.0: broker 1 stopped last and is in the ELR, broker 2 is not."""


def settled(paths: list[Path], group: str) -> GroupFindings:
    auditor = real.auditor()
    return auditor.settle(
        group, [auditor.scan(unit) for unit in auditor.survey(paths).units if unit.group == group]
    )


def cut(paths: list[Path], which: int) -> int:
    """One broker loses its last segments, and all that it knew of them; gives where its log ends now."""
    b = Brokers(paths)
    path = paths[which]
    for log in b.logs(path)[-2:]:
        for file in (path / P).glob(f"{log.stem}.*"):
            file.unlink()
    for suffix in (".index", ".timeindex"):
        (path / P / f"{int(b.logs(path)[-1].stem):020d}{suffix}").touch()
    offset = b.end(path)
    for name in (directories.HIGH_WATERMARKS, directories.RECOVERY_POINTS):
        file = path / name
        file.write_text(
            "".join(
                f"plain 0 {offset}\n" if line.startswith("plain 0 ") else f"{line}\n"
                for line in file.read_text().splitlines()
            )
        )
    cache = path / P / "leader-epoch-checkpoint"
    rows = [row for row in cache.read_text().splitlines()[2:] if int(row.split()[1]) <= offset]
    cache.write_text("\n".join(["0", str(len(rows)), *rows]) + "\n")
    return offset


def test_a_replica_that_may_be_elected_and_lacks_committed_records_is_found(cluster: list[Path]) -> None:
    offset = cut(cluster, ELIGIBLE)
    (found,) = audit(cluster)
    assert (found.kind, found.place, found.at) == ("isr-has-committed", str(cluster[ELIGIBLE]), offset)
    assert "broker 1 is in the ELR by the metadata log in " in found.text
    assert (
        f"if broker 1 leads, broker 2 cuts its log to {offset}, and {88 - offset} records below it are lost"
        in (found.text)
    )


def test_a_replica_that_left_the_isr_may_be_behind(cluster: list[Path]) -> None:
    offset = cut(cluster, OTHER)
    assert audit(cluster) == []
    lines = {one.data["broker"]: one for one in settled(cluster, P).standings}
    assert lines["2"].cells["may lead without loss"] == f"no, would cut {88 - offset} records"
    assert lines["2"].data["may_lead"] is False
    assert lines["2"].data["would_cut_committed"] == 88 - offset
    assert lines["1"].cells["may lead without loss"] == "yes"


def test_a_line_has_what_is_known_of_a_replica(cluster: list[Path]) -> None:
    one = settled(cluster, P).standings[0]
    assert one.cells == {
        "replica": "broker 1",
        "start": "0",
        "end": "88",
        "HW": "88",
        "epoch": "1",
        "ISR": "empty",
        "ELR": "1",
        "may lead without loss": "yes",
    }
    assert one.data == {
        "name": "broker 1",
        "broker": "1",
        "log_start": 0,
        "log_end": 88,
        "high_watermark": 88,
        "last_epoch": 1,
        "epochs": [[0, 0], [1, 88]],
        "isr": [],
        "elr": [1],
        "may_lead": True,
        "would_cut": 0,
        "would_cut_committed": 0,
    }


def test_records_that_nobody_committed_may_be_cut(brokers: Brokers) -> None:
    epoch = int((brokers.first / P / "leader-epoch-checkpoint").read_text().split()[-2])
    with brokers.logs()[-1].open("ab") as file:
        file.write(batch(brokers.end(), epoch, [(b"k", b"v"), (b"k", b"w")], 1_700_000_000_000))
    lines = {one.place: one for one in settled(brokers.paths, P).standings}
    assert (
        lines[str(brokers.second)].cells["may lead without loss"] == "yes, would cut 2 records above every HW"
    )
    assert lines[str(brokers.second)].data["may_lead"] is True
    assert lines[str(brokers.first)].cells["may lead without loss"] == "yes"
    assert lines[str(brokers.first)].cells["ISR"] == "–"  # nobody knows


def test_whether_a_damaged_replica_may_lead_is_not_known(brokers: Brokers) -> None:
    path = brokers.logs()[1]
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 1
    path.write_bytes(bytes(raw))
    lines = {one.place: one for one in settled(brokers.paths, P).standings}
    assert lines[str(brokers.first)].cells["may lead without loss"] == "not known: checksum"
    assert lines[str(brokers.first)].data["may_lead"] is None
    assert lines[str(brokers.second)].data["may_lead"] is True


def test_of_the_metadata_log_only_voters_lead(cluster: list[Path]) -> None:
    answers = [one.cells["may lead without loss"] for one in settled(cluster, METADATA).standings]
    assert answers == ["no, it does not vote"] * 3 + ["yes"]


def read(paths: list[Path]) -> Assignments:
    return Assignments.read([directories.read(path) for path in paths])


def test_voters_are_known_by_the_election_where_no_file_names_them(cluster: list[Path]) -> None:
    """With `kraft.version` 1 a `quorum-state` has no voters (KIP-853)."""
    for path in cluster:
        state = path / METADATA / "quorum-state"
        assert checkpoints.voters(state.read_text()) == (9,)
        state.write_text(
            '{"leaderId":9,"leaderEpoch":1,"votedId":-1,"votedDirectoryId":"A","data_version":1}'
        )
        assert checkpoints.voters(state.read_text()) == ()
    assert read(cluster).voters == (9,)


def source(paths: list[Path]) -> Path:
    """The directory whose metadata log was read."""
    files = read(paths).source
    assert files
    return files.directory.path


def voters_record(*voters: int) -> bytes:
    """A control batch with a `VotersRecord`, as a quorum writes it when its voters change."""
    endpoint = bytes([11]) + b"CONTROLLER" + bytes([10]) + b"localhost" + struct.pack(">H", 9093) + b"\0"
    rows = [
        struct.pack(">i", one) + bytes(16) + b"\x02" + endpoint + struct.pack(">hh", 0, 1) + b"\0\0"
        for one in voters
    ]
    value = struct.pack(">h", 0) + bytes([len(rows) + 1]) + b"".join(rows) + b"\0"
    raw = bytearray(batch(231, 1, [(struct.pack(">hh", 0, 6), value)]))
    struct.pack_into(">h", raw, 21, 0x20)
    return resealed(bytes(raw))


def append(path: Path, raw: bytes) -> None:
    """Add a batch to a node's metadata log."""
    with sorted((path / METADATA).glob("*.log"))[-1].open("ab") as file:
        file.write(raw)


def test_voters_that_changed_are_known_by_the_newest_record(cluster: list[Path]) -> None:
    for path in (cluster[0], cluster[3]):
        append(path, voters_record(9, 2))
    assert read(cluster).voters == (9, 2)
    answers = [one.cells["may lead without loss"] for one in settled(cluster, METADATA).standings]
    assert answers[0] == answers[2] == "no, it does not vote"
    assert answers[1].startswith("yes, would cut")


def numbers(*them: int) -> bytes:
    return bytes([len(them) + 1]) + struct.pack(f">{len(them)}i", *them)


def registration(broker: int, tag: int, value: int) -> bytes:
    """A `BrokerRegistrationChangeRecord` with one of its tagged fields."""
    return b"\x11\x01" + struct.pack(">iq", broker, 1) + struct.pack(">4b", 1, tag, 1, value)


FENCED, UNFENCED, STOPS = (0, 1), (0, -1), (1, 1)


@pytest.mark.parametrize(
    ("before", "kind"),
    [
        ([], "left-directory"),
        ([UNFENCED], "not-assigned"),
        ([UNFENCED, FENCED], "left-directory"),
        ([UNFENCED, STOPS], "left-directory"),
        ([UNFENCED, STOPS, FENCED], "left-directory"),
        ([STOPS, UNFENCED], "not-assigned"),
    ],
)
def test_a_broker_that_stops_may_have_a_partition_that_is_moved_meanwhile(
    before: list[tuple[int, int]], kind: str, cluster: list[Path]
) -> None:
    """It reads that, and does nothing any more. The directories are those of brokers that shut down cleanly."""
    known = read(cluster).get(P)
    assert known
    others = numbers(*(one for one in known.replicas if one != 2))
    tagged = b"".join(bytes([tag, len(others)]) + others for tag in (0, 2))
    moved = b"\x05\x00" + struct.pack(">i", 0) + known.topic_id.bytes + b"\x02" + tagged
    for path in (cluster[1], cluster[3]):
        values = [*(registration(2, *one) for one in before), moved]
        files = MetadataFiles.of(directories.read(path))
        assert files
        end = files.end
        append(path, batch(end, 1, [(b"", b"\x01" + value) for value in values]))
    found = {(one.kind, one.place) for one in audit(cluster)}
    assert found & {(one, str(cluster[1])) for one in ("left-directory", "not-assigned")} == {
        (kind, str(cluster[1]))
    }


def test_the_longest_metadata_log_is_that_with_the_greatest_offset(cluster: list[Path]) -> None:
    """Each node rolls its own segments: a shorter log may have a later one."""
    behind = cluster[2] / METADATA
    for suffix in (".log", ".index", ".timeindex"):
        (behind / f"{209:020d}{suffix}").touch()
    assert source(cluster) == cluster[0]
    assert source([cluster[2], cluster[1]]) == cluster[1]


def test_a_setting_that_is_removed_is_gone(cluster: list[Path]) -> None:
    known = read(cluster)
    assert known.is_compacted("compacted-0")
    assert known.is_kept_whole("compacted-0")
    assert known.is_kept_whole("plain-0") is None  # its size may be limited by the brokers' own settings
    known._take(_config("plain", "retention.bytes", "-1"))
    assert known.is_kept_whole("plain-0")
    known._take(_config("plain", "retention.bytes", "100"))
    assert known.is_kept_whole("plain-0") is False
    known._take(_config("compacted", "cleanup.policy", None))
    assert not known.is_compacted("compacted-0")


def _config(topic: str, name: str, value: str | None) -> MetadataRecord:
    def text(one: str | None) -> bytes:
        return b"\0" if one is None else bytes([len(one) + 1]) + one.encode()

    return MetadataRecord(0, CONFIG, 0, Fields(b"\x02" + text(topic) + text(name) + text(value) + b"\0"))


def replica(
    broker: int,
    epochs: list[tuple[int, int]],
    end: int,
    cache: list[tuple[int, int]] | None = None,
    base: int = 0,
    **more: Any,
) -> ReplicaOnDisk:
    """A replica with these epochs in its log, all committed, and these in its cache; `more` of its task."""
    task = ReplicaTask(
        group="t-0",
        number=broker,
        data_directory=f"d{broker}",
        name=f"broker {broker}",
        broker=str(broker),
        directory=Path(f"d{broker}"),
        is_open=False,
        high_watermark=end,
        recovery_point=end,
        log_start=None,
        compacted_until=0,
        is_compacted=True,
    )
    task = replace(task, **more)
    log = SegmentFact(broker, base, Path("0.log"), 1, base, end - 1, 1, 1, epochs=tuple(epochs))
    return ReplicaOnDisk(ReplicaFact(task, tuple(cache or epochs)), [log])


def test_an_epoch_whose_records_were_compacted_away_is_known_by_the_cache() -> None:
    leader = replica(1, [(1, 0), (3, 60)], 80, [(1, 0), (2, 40), (3, 60)])
    follower = replica(2, [(1, 0), (2, 40)], 60)
    assert truncation(follower, leader) == 60
    cut = greatest_cut(leader, [leader, follower])
    assert cut is not None
    assert cut.committed == 0


def test_of_three_replicas_the_cut_is_the_one_that_loses_most() -> None:
    """Committed records weigh more than any number of others."""
    leader = replica(1, [(1, 0)], 50)
    longest = replica(2, [(1, 0)], 90, high_watermark=52)
    committed = replica(3, [(1, 0)], 60, high_watermark=57)
    cut = greatest_cut(leader, [longest, leader, committed])
    assert cut is not None
    assert (cut.follower, cut.to, cut.offsets, cut.committed) == (committed, 50, 10, 7)
    longest = replica(2, [(1, 0)], 90, high_watermark=57)
    cut = greatest_cut(leader, [committed, leader, longest])
    assert cut is not None
    assert (cut.follower, cut.to, cut.offsets, cut.committed) == (longest, 50, 40, 7)


@pytest.mark.parametrize(
    ("ends", "marks", "log_start", "expected"),
    [
        ((50, 60, 90), (40, 40, 40), None, [("unreplicated", 60, 89)]),
        ((50, 60, 90), (40, 70, 80), None, [("committed-unreplicated", 60, 79), ("unreplicated", 80, 89)]),
        ((50, 60, 90), (40, 60, 95), None, []),
        ((50, 60, 90), (40, 40, 70), None, [("unreplicated", 70, 89)]),
        ((50, 60, 90), (40, 40, 40), 75, [("unreplicated", 75, 89)]),
        ((90, 90, 90), (40, 40, 40), None, []),
    ],
)
def test_what_one_replica_alone_has_begins_where_the_longest_of_the_others_ends(
    ends: tuple[int, ...],
    marks: tuple[int, ...],
    log_start: int | None,
    expected: list[tuple[str, int, int]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reading, "records_between", lambda replica, first, end: iter(()))
    monkeypatch.setattr(drawing, "draw", lambda *_: None)
    starts = [None, None, log_start]
    replicas = [
        replica(number, [(1, 0)], end, high_watermark=mark, log_start=start)
        for number, (end, mark, start) in enumerate(zip(ends, marks, starts, strict=True))
    ]
    settled = GroupFindings()
    settle._check_single_copies("t-0", replicas, settled)
    assert [(found.kind, found.at, found.details["last"]) for found in settled.findings] == expected


@pytest.mark.parametrize(
    ("is_kept_whole", "other_base", "more", "expected"),
    [
        (None, 0, {}, ["0 to 39 are missing: epoch 1 begins at 0"]),
        (True, 40, {}, ["0 to 39 are missing: epoch 1 begins at 0"]),
        (
            False,
            0,
            {},
            [],
        ),  # retention deleted them, and the broker was killed before its cache was on the disk
        (None, 40, {}, []),
        (True, 0, {"is_settled": False}, []),
        (True, 0, {"is_settled": False, "is_open": True}, ["0 to 39 are missing: epoch 1 begins at 0"]),
        (True, 0, {"is_tiered": True}, []),
        (None, 0, {"log_start": 45}, []),
        (False, 0, {"log_start": 35}, ["35 to 39 are missing: the checkpoint has 35"]),
        (False, 0, {"log_start": 35, "is_settled": False}, []),
        (False, 0, {"log_start": 35, "moment": MOVING}, []),
        (None, 0, {"moment": MOVING}, []),
        (True, 40, {"moment": MOVING}, ["0 to 39 are missing: epoch 1 begins at 0"]),
    ],
)
def test_a_cache_is_believed_where_no_retention_can_have_deleted_segments(
    is_kept_whole: bool | None, other_base: int, more: dict[str, Any], expected: list[str]
) -> None:
    one = replica(1, [(1, 40)], 80, [(1, 0)], 40, is_kept_whole=is_kept_whole, **more)
    log_bounds.check_starts([one, replica(2, [(1, other_base)], 80, base=other_base)])
    assert [found.text for found in one.problems.findings] == expected


def test_a_cache_that_contradicts_its_log_is_not_asked() -> None:
    assert replica(1, [(1, 0), (3, 60)], 80, [(1, 0), (2, 70)]).lineage == [(1, 0), (3, 60)]


def test_a_log_that_begins_behind_a_replica_in_the_isr_is_found(cluster: list[Path]) -> None:
    """Its broker started again since, and took what it found for the beginning; nothing may ever be deleted there."""
    group = "compacted-0"
    path = cluster[OTHER] / group
    first, second, *_ = sorted(path.glob("*.log"))
    for file in path.glob(f"{first.stem}.*"):
        file.unlink()
    base = int(second.stem)
    (path / "leader-epoch-checkpoint").write_text(f"0\n1\n0 {base}\n")
    found = [one for one in audit(cluster) if one.kind == "start-missing"]
    assert [(one.place, one.text) for one in found] == [
        (str(cluster[OTHER]), f"0 to {base - 1} are missing: broker 1 has them")
    ]


def test_the_gravest_kinds_come_first() -> None:
    order = {kind.name: kind.gravity for kind in real.auditor().kinds}
    assert order["isr-has-committed"] == order["copies-disagree"] == order["checksum"] == 0
    assert order["epoch-start"] == 1
    assert order["unclean-shutdown"] == order["index-torn"] == 2
    assert order["unreplicated"] == order["changed"] == 3
    assert all((order[kind.name] == 3) is not kind.damage for kind in real.auditor().kinds)
