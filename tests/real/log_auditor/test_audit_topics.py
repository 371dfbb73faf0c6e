"""A topic that was deleted, or made again under its name: what brokers have of it that do not know yet."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.real.log_auditor.test_audit_moments import between, kinds, rows
from tests.support.audits import audit
from tests.support.damages import Brokers, P
from tests.support.logs import resealed, split
from tidemark import real
from tidemark.real.storage import directories


def make_other_topic(broker: Path, records: bool = True) -> None:
    """Give a broker's partition the id of another topic, which had other records."""
    (broker / P / "partition.metadata").write_text("version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAAAQ\n")
    for log in (broker / P).glob("*.log") if records else ():
        log.write_bytes(b"".join(resealed(raw[:-3] + bytes([raw[-3] ^ 1]) + raw[-2:]) for raw in split(log)))


def test_a_broker_that_was_down_has_a_topic_that_was_made_again(cluster: list[Path]) -> None:
    brokers = Brokers(cluster)
    path = cluster[1] / P
    make_other_topic(cluster[1])
    brokers.rewrite(brokers.logs(cluster[1])[0], lambda all_: all_[:3])
    for log in brokers.logs(cluster[1])[1:]:
        for file in path.glob(f"{log.stem}.*"):
            file.unlink()
    (path / brokers.logs(cluster[1])[0].with_suffix(".timeindex").name).write_bytes(b"")
    (path / brokers.logs(cluster[1])[0].with_suffix(".index").name).write_bytes(b"")
    for name in directories.CHECKPOINTS:
        rows(cluster[1] / name, lambda found: [row for row in found if not row.startswith("plain ")])
    assert [(one.kind, one.group) for one in audit(cluster)] == [("left-directory", P)]


def test_a_broker_that_starts_has_a_topic_that_was_made_again(
    cluster: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has its directory open, and removes the old topic once it has read the metadata log to its end."""
    monkeypatch.setattr(directories, "_holds_lock", lambda path: True)
    between(monkeypatch, lambda: None)
    make_other_topic(cluster[1])
    assert [(one.kind, one.place, one.group) for one in audit(cluster)] == [
        ("left-directory", str(cluster[1]), P)
    ]


def test_a_broker_that_stands_still_has_a_topic_that_was_made_again(
    cluster: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is in the ISR of the new topic until it is missed; nothing is committed there without it."""
    monkeypatch.setattr(directories, "_holds_lock", lambda path: True)
    between(monkeypatch, lambda: None)
    make_other_topic(cluster[0])
    assert "topic-ids-differ" in kinds(cluster)  # broker 1 may be elected, and others committed records
    for path in cluster[:3]:
        rows(
            path / directories.HIGH_WATERMARKS,
            lambda found: [row for row in found if not row.startswith("plain ")],
        )
    assert [(one.kind, one.place) for one in audit(cluster)] == [("left-directory", str(cluster[0]))]


@pytest.mark.parametrize("moment", ["stopped", "killed", "running"])
def test_a_topic_id_that_is_damaged_on_one_replica_is_found(
    moment: str, cluster: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its records are those of the other replicas: it is no topic that was deleted."""
    between(monkeypatch, lambda: None)
    if moment == "running":
        monkeypatch.setattr(directories, "_holds_lock", lambda path: True)
    elif moment == "killed":
        (cluster[1] / directories.CLEAN).unlink()
    make_other_topic(cluster[1], records=False)
    found = [one for one in audit(cluster) if one.kind != "unclean-shutdown"]
    assert [(one.kind, one.place, one.group) for one in found] == [("topic-id", str(cluster[1]), P)]


def test_brokers_that_have_not_made_a_topic_again_yet_have_the_old_one(
    cluster: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All are in the ISR of the new topic, which the metadata log has, and no broker yet."""
    for path in cluster[:3]:
        (path / P / "partition.metadata").write_text("version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAAAQ\n")
    assert "topic-id" in kinds(cluster)  # they are at rest, and know
    monkeypatch.setattr(directories, "_holds_lock", lambda path: True)
    between(monkeypatch, lambda: None)
    assert {(one.kind, one.place) for one in audit(cluster)} == {
        ("left-directory", str(p)) for p in cluster[:3]
    }


def test_what_is_left_of_a_topic_that_was_deleted_is_not_compared(cluster: list[Path]) -> None:
    for path, letter in zip(cluster[:3], "QgA", strict=True):
        shutil.copytree(path / P, path / "gone-0")
        (path / "gone-0" / "partition.metadata").write_text(
            f"version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAAA{letter}\n"
        )
    assert [(one.kind, one.group) for one in audit(cluster)] == [("left-directory", "gone-0")] * 3
    auditor = real.auditor()
    facts = [auditor.scan(unit) for unit in auditor.survey(cluster).units if unit.group == "gone-0"]
    lines = auditor.settle("gone-0", facts).standings
    assert [one.cells["may lead without loss"] for one in lines] == ["no, its topic was deleted"] * 3
