"""What coordinators, directories of other disks and remote storage say of a partition is compared with its copies."""

from __future__ import annotations

import base64
import shutil
import struct
from pathlib import Path

import pytest

from tests.support.audits import add_disk, audit, set_id
from tests.support.claimed_damages import (
    FUTURE,
    OFFSETS,
    STRAY,
    TRANSACTIONS,
    begin_transaction,
    set_aside,
)  # fmt: skip
from tests.support.coordinator_records import (
    TIME,
    Pair,
    add_partition,
    claim,
    committed,
    remote,
    share,
    transaction,
)  # fmt: skip
from tests.support.damages import Brokers, P, append
from tests.support.logs import batch, split
from tidemark import real
from tidemark.real.log_auditor import auditor, listing
from tidemark.real.storage import directories

END = 88
"""Where the log of `plain-0` ends in the directories of 4.1.0."""
SHARES, REMOTE = "__share_group_state-0", "__remote_log_metadata-0"
OTHER_TOPIC = bytes(15) + b"\7"
BESIDE = {"left-directory"}
"""What is said of the coordinators' topics there, which the metadata log does not have."""


def kinds(paths: list[Path]) -> set[str]:
    return {finding.kind for finding in audit(paths)}


# Committed offsets.


@pytest.mark.parametrize("change", [-1, 0, 1])
def test_a_group_may_have_read_up_to_the_end_and_no_further(change: int, brokers: Brokers) -> None:
    claim(brokers.paths, OFFSETS, committed("readers", brokers.end() + change))
    assert kinds(brokers.paths) == ({"offset-past-end"} if change > 0 else set())


def test_the_latest_offset_of_a_group_counts_and_none_that_was_deleted(brokers: Brokers) -> None:
    far, near = committed("readers", brokers.end() + 9), committed("readers", 5)
    claim(brokers.paths, OFFSETS, far, near, committed("others", 10**6), (committed("others", 0)[0], None))
    assert kinds(brokers.paths) == set()


@pytest.mark.parametrize(("mark", "expected"), [(1, {"offset-past-end"}), (0, set()), (None, set())])
def test_an_offset_of_a_transaction_counts_once_it_is_committed(
    mark: int | None, expected: set[str], brokers: Brokers
) -> None:
    written = [batch(0, 0, [committed("readers", 10**6)], TIME, (9000, 0, 0), 0x10)]
    if mark is not None:
        key = struct.pack(">hh", 0, mark)
        written.append(batch(1, 0, [(key, bytes(6))], TIME, (9000, 0, -1), 0x30))
    add_partition(brokers.paths, OFFSETS, written)
    assert kinds(brokers.paths) == expected


def test_an_offset_of_a_topic_that_was_made_again_is_no_loss(cluster: list[Path]) -> None:
    topic_id = topic_of(cluster)
    late = TIME * 2
    claim(cluster[:3], OFFSETS, committed("old", 10**6, topic_id=OTHER_TOPIC, time=late))
    assert kinds(cluster) == BESIDE
    claim(cluster[:3], "__consumer_offsets-1", committed("former", 10**6, time=1))
    assert kinds(cluster) == BESIDE
    claim(cluster[:3], "__consumer_offsets-2", committed("readers", END + 1, topic_id=topic_id, time=1))
    assert kinds(cluster) == BESIDE | {"offset-past-end"}


def test_topics_that_are_large_are_read_if_that_is_asked_for(
    brokers: Brokers, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim(brokers.paths, OFFSETS, committed("readers", 10**6))
    monkeypatch.setattr(listing, "CLAIMED", 10)
    survey = real.auditor().survey(brokers.paths)
    assert auditor.UNCLAIMED in survey.notes
    facts = [real.auditor().scan(unit) for unit in survey.units if unit.group == P]
    assert real.auditor().settle(P, facts).findings == []
    assert auditor.UNCLAIMED not in real.auditor().survey(brokers.paths, thorough=True).notes


@pytest.mark.parametrize(
    "pair",
    [
        (b"", b""), (b"\0\1", b"\0\3"), (b"\0\1\x7f\xff", None), (b"\0\1\0\1\xff\0\0", bytes(9)),
        (bytes(40), b"\xff" * 90),
    ],
)  # fmt: skip
def test_records_of_coordinators_that_can_t_be_read_are_left_out(pair: Pair, brokers: Brokers) -> None:
    names = [OFFSETS, TRANSACTIONS, SHARES, REMOTE]
    for name in names:
        claim(brokers.paths, name, pair)
    shutil.copytree(brokers.first / OFFSETS, brokers.first / f"__transaction_state-{'9' * 30}")
    assert kinds(brokers.paths) <= {"tiered"}


# Transactions.


@pytest.mark.parametrize("version", [0, 1])
@pytest.mark.parametrize("status", range(8))
def test_a_transaction_is_open_as_long_as_its_coordinator_has_it(
    status: int, version: int, brokers: Brokers
) -> None:
    begin_transaction(brokers)
    claim(brokers.paths, TRANSACTIONS, transaction("writer", 9000, status, version=version))
    assert kinds(brokers.paths) == (set() if status in (1, 2, 3) else {"hanging-transaction"})


def test_a_transaction_of_a_coordinator_that_is_not_here_may_be_open(brokers: Brokers) -> None:
    begin_transaction(brokers)
    claim(brokers.paths, "__transaction_state-1", transaction("another", 7, 0))
    assert kinds(brokers.paths) == set()


def test_a_transaction_is_owned_only_in_the_partitions_that_it_has(brokers: Brokers) -> None:
    begin_transaction(brokers)
    claim(brokers.paths, TRANSACTIONS, transaction("writer", 9000, 1, topic="elsewhere"))
    assert kinds(brokers.paths) == {"hanging-transaction"}


# Share groups.


def topic_of(cluster: list[Path]) -> bytes:
    text = (cluster[0] / P / "partition.metadata").read_text().split()[-1]
    return base64.urlsafe_b64decode(f"{text}==")


HEALTHY_SHARES = {
    "initialized": lambda t: [share(0, t, -1)],
    "updated": lambda t: [share(0, t, 3, [(5, 9, 2, 1), (10, 87, 4, 5)]), share(1, t, 10)],
    "at the end": lambda t: [share(0, t, END)],
    "a new snapshot": lambda t: [share(0, t, 0), share(1, t, 9), share(0, t, 20, epochs=(1, 1, 1))],
    "another topic": lambda t: [share(0, OTHER_TOPIC, 10**6)],
    "deleted, and begun again": lambda t: [
        share(0, t, 0, epochs=(5, 5, 1)), (share(0, t, 0)[0], None), share(0, t, 2),
    ],
    "an update of a snapshot that was compacted away": lambda t: [share(1, t, 10**6), share(0, t, 2)],
}  # fmt: skip
DAMAGED_SHARES = {
    "begins past the end": (lambda t: [share(0, t, END + 1)], "share-past-end"),
    "goes on past the end": (lambda t: [share(0, t, 3, [(80, 88, 2, 1)])], "share-past-end"),
    "acquired": (lambda t: [share(0, t, 3, [(5, 9, 1, 1)])], "share-state"),
    "backwards": (lambda t: [share(0, t, 3, [(9, 5, 2, 1)])], "share-state"),
    "overlapping": (lambda t: [share(0, t, 3, [(5, 9, 2, 1), (9, 12, 2, 1)])], "share-state"),
    "delivered -1 times": (lambda t: [share(0, t, 3, [(5, 9, 2, -1)])], "share-state"),
    "an old snapshot": (lambda t: [share(0, t, 3, epochs=(4, 0, 0)), share(0, t, 3)], "share-state"),
    "an old state epoch": (
        lambda t: [share(0, t, 3, epochs=(0, 4, 0)), share(0, t, 3, epochs=(1, 3, 0))],
        "share-state",
    ),
    "an update of another snapshot": (
        lambda t: [share(0, t, 3), share(1, t, 4, epochs=(7, 0, 0))],
        "share-state",
    ),
    "an epoch that nobody elected": (lambda t: [share(0, t, 3, epochs=(0, 0, 99))], "share-state"),
}


@pytest.mark.parametrize("name", HEALTHY_SHARES)
def test_the_state_of_a_share_group_is_no_damage(name: str, cluster: list[Path]) -> None:
    claim(cluster[:3], SHARES, *HEALTHY_SHARES[name](topic_of(cluster)))
    assert kinds(cluster) == BESIDE


@pytest.mark.parametrize("name", DAMAGED_SHARES)
def test_the_state_of_a_share_group_that_is_damaged_is_found(name: str, cluster: list[Path]) -> None:
    pairs, kind = DAMAGED_SHARES[name]
    claim(cluster[:3], SHARES, *pairs(topic_of(cluster)))
    findings = [finding for finding in audit(cluster) if finding.kind not in BESIDE]
    assert [(finding.kind, finding.group) for finding in findings] == [(kind, P)]


# Remote storage.


def tier(cluster: list[Path]) -> None:
    """Let the topic have remote storage, and no first segment on the disk: offsets 0 to 24."""
    setting = b"\1\4\0\2" + b"".join(
        bytes([len(word) + 1]) + word for word in (b"plain", b"remote.storage.enable", b"true")
    )
    for path in cluster[:3]:
        shutil.rmtree(path / directories.METADATA_LOG)
        for file in (path / P).glob(f"{0:020d}.*"):
            file.unlink()
        (path / directories.LOG_STARTS).write_text("0\n1\nplain 0 0\n")
    log = cluster[3] / directories.METADATA_LOG / f"{0:020d}.log"
    first, epoch = struct.unpack_from(">q4xi", split(log)[-1])
    after = first + struct.unpack_from(">i", split(log)[-1], 23)[0] + 1
    append(log, batch(after, epoch, [(b"", setting + b"\0")]))


TIERED = BESIDE | {"tiered"}


@pytest.mark.parametrize(
    ("segments", "missing"),
    [
        ([(0, 24, 1)], ""),
        ([(0, 11, 1), (12, 30, 1)], ""),
        ([(0, 30, 1), (0, 11, 3)], ""),
        ([(5, 24, 1)], ""),  # what is before it was deleted there
        ([(0, 23, 1)], "offsets 24 to 24"),
        ([(0, 9, 1), (15, 24, 1)], "offsets 10 to 14"),
        ([(0, 9, 1), (10, 24, 0)], "offsets 10 to 24"),  # begun, and never finished
        ([(0, 9, 1), (10, 24, 3)], "offsets 10 to 24"),  # deleted
    ],
)
def test_what_neither_the_disk_nor_remote_storage_has_is_lost(
    segments: list[tuple[int, int, int]], missing: str, cluster: list[Path]
) -> None:
    tier(cluster)
    topic_id = topic_of(cluster)
    pairs: list[Pair] = []
    for number, (first, last, state) in enumerate(segments):
        pairs += remote(topic_id, number, first, last, state)
    claim(cluster[:3], REMOTE, *pairs)
    gaps = [finding.text for finding in audit(cluster) if finding.kind == "remote-gap"]
    assert [text[: len(missing)] for text in gaps] == [missing] * bool(missing)
    assert kinds(cluster) - {"remote-gap"} == TIERED


# Directories of other disks.


def test_a_future_replica_that_is_behind_or_not_yet_cut_is_no_damage(brokers: Brokers) -> None:
    path = set_aside(brokers, FUTURE)
    (path / brokers.logs()[-1].name).unlink()
    assert kinds(brokers.paths) == {"left-directory"}
    shutil.rmtree(path)
    path = set_aside(brokers, FUTURE)
    append(path / brokers.logs()[-1].name, batch(brokers.end(), 4, [(b"k", b"v")], TIME))
    assert kinds(brokers.paths) == {"left-directory"}


def test_committed_records_of_a_future_replica_that_no_replica_has_are_found(brokers: Brokers) -> None:
    append(
        set_aside(brokers, FUTURE) / brokers.logs()[-1].name, batch(brokers.end(), 4, [(b"k", b"v")], TIME)
    )
    brokers.set_high_watermark(brokers.end() + 1)
    assert "only-copy-aside" in kinds(brokers.paths)


def test_a_stray_directory_of_a_topic_that_was_deleted_is_no_damage(cluster: list[Path]) -> None:
    path = Path(shutil.copytree(cluster[0] / P, cluster[0] / STRAY))
    assert kinds(cluster) == {"left-directory"}
    log = sorted(path.glob("*.log"))[-1]
    append(log, batch(END, 4, [(b"k", b"v")], TIME))
    assert kinds(cluster) == {"left-directory", "only-copy-aside"}
    (path / "partition.metadata").write_text("version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAABw\n")
    assert kinds(cluster) == {"left-directory"}


OTHER_ID = "1R3nTPrSZPIY3m-hQStwHg"


def test_a_directory_that_has_another_id_than_the_metadata_log_says_is_found(cluster: list[Path]) -> None:
    set_id(cluster[0], OTHER_ID)
    found = audit(cluster)
    assert {(finding.kind, finding.place) for finding in found} == {("directory-elsewhere", str(cluster[0]))}
    assert {finding.file for finding in found} == groups(cluster[0])


def id_of(path: Path) -> str:
    return directories.read(path).properties["directory.id"]


def groups(path: Path) -> set[str]:
    return {child.name for child in path.iterdir() if child.is_dir()} - {directories.METADATA_LOG}


def test_a_replica_may_still_be_where_it_is_moved_from(cluster: list[Path]) -> None:
    """The controller is told first, and the future replica then takes the place of the current one."""
    other = add_disk(cluster[0])
    set_id(other, id_of(cluster[0]))
    set_id(cluster[0], OTHER_ID)
    shutil.copytree(cluster[0] / P, other / FUTURE)
    found = [finding for finding in audit([*cluster, other]) if finding.kind != "left-directory"]
    assert P not in {finding.file for finding in found}
    assert {finding.kind for finding in found} == {"directory-elsewhere"}


def lose_directory(cluster: list[Path]) -> None:
    """The first broker no longer registers its directory."""
    log = cluster[3] / directories.METADATA_LOG / f"{0:020d}.log"
    for path in cluster[:3]:
        shutil.rmtree(path / directories.METADATA_LOG)
    first, epoch = struct.unpack_from(">q4xi", split(log)[-1])
    after = first + struct.unpack_from(">i", split(log)[-1], 23)[0] + 1
    online = base64.urlsafe_b64decode(f"{OTHER_ID}==")
    change = b"\1\x11\2" + struct.pack(">iq", 1, 0) + b"\1\2\x11\2" + online
    append(log, batch(after, epoch, [(b"", change)]))


def test_a_directory_that_a_broker_no_longer_registers_is_lost(cluster: list[Path]) -> None:
    lose_directory(cluster)
    found = audit(cluster)
    assert {(finding.kind, finding.place) for finding in found} == {("directory-lost", str(cluster[0]))}
    assert len(found) == len(groups(cluster[0]))
