"""What real brokers left is healthy; each kind of damage done to a copy is found, where it was done, and no other."""

from __future__ import annotations

import random
import shutil
import struct
from pathlib import Path

import pytest

from tests.support import claimed_damages  # noqa: F401 - with it, its damages are declared
from tests.support.audits import audit, audit_whole
from tests.support.damages import DAMAGES, Brokers, P, other_epoch
from tests.support.logs import RELEASES, batch, resealed, split
from tests.support.shared_damages import abort  # with it, its damages are declared
from tidemark import impl, real
from tidemark.real.log_auditor import segment
from tidemark.real.log_auditor.kinds import KINDS
from tidemark.real.log_auditor.tasks import SegmentTask
from tidemark.real.storage import directories
from tidemark.spec.families.audits import GroupFindings


@pytest.mark.parametrize("release", RELEASES)
def test_healthy_directories_have_no_finding(release: str, originals: dict[str, list[Path]]) -> None:
    assert audit_whole(originals[release]) == GroupFindings()


def test_what_is_damaged_is_healthy_before(brokers: Brokers) -> None:
    assert audit(brokers.paths) == []


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_found_where_it_was_done_and_nothing_else(name: str, brokers: Brokers) -> None:
    done, kinds = DAMAGES[name]
    done(brokers)
    found = audit(brokers.paths)
    assert {finding.kind for finding in found} == kinds, found
    assert {finding.group for finding in found} <= {P, ""}


def test_an_aborted_transaction_and_its_index_are_no_damage(brokers: Brokers) -> None:
    abort(brokers)
    assert audit(brokers.paths) == []


@pytest.mark.parametrize("seed", range(24))
def test_any_bit_of_a_log_that_flips_is_found(seed: int, brokers: Brokers) -> None:
    """Also in what no checksum covers: the first offset, the length, the leader epoch of a batch."""
    chance = random.Random(seed)
    path = chance.choice([path for path in brokers.logs() if path.stat().st_size])
    raw = bytearray(path.read_bytes())
    start = path.read_bytes().index(chance.choice(split(path)))
    place = start + seed if seed < 16 else chance.randrange(len(raw))
    raw[place] ^= 1 << chance.randrange(8)
    path.write_bytes(bytes(raw))
    found = audit(brokers.paths)
    assert found
    assert {finding.group for finding in found} == {P}


@pytest.mark.parametrize(
    ("first", "last_delta", "count", "expected"),
    [
        (0, 4, 5, None),
        (0, 4, 4, None),  # compaction took one
        (0, 4, 0, None),  # and all, where the batch is kept for its producer's sake
        (0, 0, 1, None),
        (0, 4, 6, "offsets 0 to 4, and 6 records"),
        (0, 0, 2, "offsets 0 to 0, and 2 records"),
        (0, 4, -1, "offsets 0 to 4, and -1 records"),
        (0, -1, 0, "offsets 0 to -1, and 0 records"),
        (0, -1, 1, "offsets 0 to -1, and 1 records"),
        (-1, 4, 5, "offsets -1 to 3, and 5 records"),
    ],
)
def test_a_header_counts_no_more_records_than_it_has_offsets(
    first: int, last_delta: int, count: int, expected: str | None, brokers: Brokers
) -> None:
    raw = batch(first, 0, [(b"k", b"v")])
    raw = resealed(
        raw[:23] + struct.pack(">i", last_delta) + raw[27:57] + struct.pack(">i", count) + raw[61:]
    )
    log = brokers.logs()[0]
    log.write_bytes(raw)
    task = next(
        unit.data
        for unit in real.auditor().survey([brokers.first]).units
        if isinstance(unit.data, SegmentTask) and unit.data.base == 0
    )
    headers = [one.text for one in segment.scan(task).findings if one.kind == "header"]
    assert headers == ([] if expected is None else [expected])


def test_a_broker_that_is_not_assigned_is_found_by_the_metadata_log(cluster: list[Path]) -> None:
    path = cluster[0] / directories.PROPERTIES
    path.write_text(path.read_text().replace("node.id=1", "node.id=7"))
    found = audit(cluster)
    assert {finding.kind for finding in found} == {"not-assigned"}
    assert {finding.place for finding in found} == {str(cluster[0])}
    assert "broker 7 has it, and its replicas are [" in found[0].text


def test_a_partition_that_should_be_there_is_found_by_the_metadata_log(cluster: list[Path]) -> None:
    shutil.rmtree(cluster[1] / P)
    assert {finding.kind for finding in audit(cluster)} == {"assigned-missing", "partition-missing"}


def test_an_epoch_that_nobody_elected_is_found_by_the_metadata_log(cluster: list[Path]) -> None:
    for path in cluster[:3]:
        log = sorted((path / P).glob("*.log"))[-1]
        log.write_bytes(b"".join(other_epoch(split(log))))
    found = {finding.kind for finding in audit(cluster)}
    assert "epoch-ahead" in found
    assert found <= {"epoch-ahead", "epoch-missing"}


def test_another_topic_id_on_all_replicas_is_found_by_the_metadata_log(cluster: list[Path]) -> None:
    for path in cluster[:3]:
        (path / P / "partition.metadata").write_text("version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAAAQ\n")
    found = audit(cluster)
    assert {(finding.kind, finding.group) for finding in found} == {("topic-id", P)}
    assert len(found) == 3


def test_a_partition_without_its_topic_id_is_found_by_the_metadata_log(cluster: list[Path]) -> None:
    (cluster[1] / P / "partition.metadata").unlink()
    (finding,) = audit(cluster)
    assert (finding.kind, finding.place) == ("metadata-missing", str(cluster[1]))


def test_what_is_in_remote_storage_is_told_and_is_no_damage(cluster: list[Path]) -> None:
    """Records of the metadata log: a frame version, `ConfigRecord`, its version, and the topic's setting."""
    setting = b"\1\4\0\2" + b"".join(
        bytes([len(x) + 1]) + x for x in (b"plain", b"remote.storage.enable", b"true")
    )
    for path in cluster[:3]:
        shutil.rmtree(path / directories.METADATA_LOG)
    log = cluster[3] / directories.METADATA_LOG / f"{0:020d}.log"
    first, epoch = struct.unpack_from(">q4xi", split(log)[-1])
    after = first + struct.unpack_from(">i", split(log)[-1], 23)[0] + 1
    log.write_bytes(log.read_bytes() + batch(after, epoch, [(b"", setting + b"\0")]))
    assert audit(cluster) == []
    for path in cluster[:3]:
        for file in (path / P).glob(f"{0:020d}.*"):
            file.unlink()
        offsets = path / directories.LOG_STARTS
        offsets.write_text("0\n1\nplain 0 0\n")
    found = [finding for finding in audit(cluster) if finding.kind != "snapshot-wrong"]
    assert {finding.kind for finding in found} == {"tiered"}
    assert found[0].text == "offsets 0 to 24 are not on this disk"


def test_compaction_that_begins_under_the_audit_is_no_damage(
    brokers: Brokers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cleaner replaces a segment first, and writes its checkpoint afterwards."""
    monkeypatch.setattr(directories, "_holds_lock", lambda path: True)
    survey = real.auditor().survey(brokers.paths)
    log = brokers.logs()[1]
    brokers.rewrite(log, lambda all_: [all_[0], *all_[2:]])
    log.with_suffix(".index").write_bytes(b"")
    log.with_suffix(".timeindex").write_bytes(b"")
    facts = [real.auditor().scan(unit) for unit in survey.units if unit.group == P]
    assert real.auditor().settle(P, facts).findings == []


def test_every_kind_is_among_the_damages() -> None:
    elsewhere = {"not-assigned", "assigned-missing", "epoch-ahead", "changed", "isr-has-committed"}
    elsewhere |= {
        "topic-id",
        "metadata-missing",
        "tiered",
        "key-missing",
        "metadata-snapshot",
        "quorum-state",
    }
    elsewhere |= {"copied-apart", "epoch-caches-missing"}
    elsewhere |= {"share-past-end", "share-state", "remote-gap", "directory-lost", "directory-elsewhere"}
    assert {name.partition(":")[0] for name in DAMAGES} | elsewhere == {kind.name for kind in KINDS}


def test_each_kind_names_a_promise_and_a_scenario_that_are_there() -> None:
    promises = {promise.name for family in impl.families() for promise in family.promises}
    for kind in KINDS:
        assert not kind.promise or kind.promise in promises, kind
        assert not kind.scenario or kind.scenario in impl.scenarios(), kind
        assert kind.promise or not kind.damage


@pytest.mark.parametrize("start", [86, 87, 88])
def test_records_may_be_deleted_within_a_batch(start: int, cluster: list[Path]) -> None:
    """The last batch, with offsets 86 and 87, stays whole, and the snapshot of its producer has it (DeleteRecords)."""
    for path in cluster[:3]:
        (path / directories.LOG_STARTS).write_text(f"0\n1\nplain 0 {start}\n")
    assert audit(cluster) == []
