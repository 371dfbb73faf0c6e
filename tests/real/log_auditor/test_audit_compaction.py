"""A compacted log lacks nothing but what has a later record: the latest record of each key is on every replica."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.audits import audit
from tests.support.logs import batch, split, unpack
from tidemark.real.log_auditor import latest_keys
from tidemark.real.storage import directories, inside
from tidemark.spec.families.audits import AuditFinding

P = "compacted-0"
EMPTY = (".index", ".timeindex")


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return unpack("2.8.2", tmp_path_factory.mktemp("logs"))


@pytest.fixture
def brokers(original: list[Path], tmp_path: Path) -> list[Path]:
    """Three brokers that compacted one partition apart."""
    paths = [Path(shutil.copytree(path, tmp_path / path.name)) for path in original]
    for path in paths:
        for other in path.glob("*-0"):
            if other.name != P:
                shutil.rmtree(other)
        for name in directories.CHECKPOINTS:
            rows = [x for x in (path / name).read_text().splitlines()[2:] if x.startswith("compacted 0")]
            (path / name).write_text("\n".join(["0", str(len(rows)), *rows]) + "\n")
    return paths


def closed(broker: Path) -> Path:
    return broker / P / f"{0:020d}.log"


def latest(broker: Path) -> dict[bytes, int]:
    """The latest offset of each key in the whole log."""
    batches = [one for path in sorted((broker / P).glob("*.log")) for one in split(path)]
    return {key: offset for one in batches for offset, key, _ in inside.keys(one) if key is not None}


def rewrite(broker: Path, batches: list[bytes]) -> None:
    closed(broker).write_bytes(b"".join(batches))
    for suffix in EMPTY:
        closed(broker).with_suffix(suffix).write_bytes(b"")


def kinds(brokers: list[Path]) -> set[str]:
    return {finding.kind for finding in audit(brokers)} - {"time-index-short", "time-index-empty"}


def test_brokers_that_compacted_apart_are_healthy(brokers: list[Path]) -> None:
    assert len({closed(broker).stat().st_size for broker in brokers}) > 1
    assert audit(brokers) == []


def test_each_latest_record_that_is_lost_is_found_and_no_other(brokers: list[Path]) -> None:
    broker = brokers[1]
    live, batches = set(latest(broker).values()), split(closed(broker))
    for k, one in enumerate(batches):
        offsets = {offset for offset, _, _ in inside.keys(one)}
        rewrite(broker, [*batches[:k], *batches[k + 1 :]])
        found = missing(brokers)
        assert {finding.at for finding in found} == offsets & live
        assert {finding.place for finding in found} <= {str(broker)}


def test_a_closed_segment_that_is_empty_is_found(brokers: list[Path]) -> None:
    rewrite(brokers[0], [])
    assert "key-missing" in kinds(brokers)
    offsets = [finding.at for finding in missing(brokers) if finding.at is not None]
    once = offsets[: len(offsets) // 2]
    assert len(once) > 2
    assert offsets == once * 2, "one finding for each of the two others, in order of offsets"
    assert once == sorted(once)


def test_a_closed_segment_that_is_gone_is_found(brokers: list[Path]) -> None:
    for broker in brokers:
        batches = split(closed(broker))
        for suffix in EMPTY:
            (broker / P / f"{67:020d}{suffix}").touch()
        (broker / P / f"{67:020d}.log").write_bytes(b"".join(batches[-4:]))
        rewrite(broker, batches[:-4])
    assert "key-missing" not in kinds(brokers)
    for suffix in (".log", *EMPTY):
        (brokers[1] / P / f"{67:020d}{suffix}").unlink()
    assert "key-missing" in kinds(brokers)


def tombstone(broker: Path, key: bytes) -> None:
    """A record without a value at offset 59, where all have one that was replaced since."""
    written = batch(59, 0, [(key, None)], 1_700_000_000_000)
    batches = split(closed(broker))
    rewrite(broker, [written if 59 in [x[0] for x in inside.keys(one)] else one for one in batches])


def missing(brokers: list[Path]) -> list[AuditFinding]:
    return [finding for finding in audit(brokers) if finding.kind == "key-missing"]


def test_a_tombstone_that_one_broker_took_away_is_healthy(brokers: list[Path]) -> None:
    tombstone(brokers[0], b"new")
    assert missing(brokers) == []


def test_a_key_that_comes_back_is_found(brokers: list[Path]) -> None:
    """The tombstone is gone, and the record that it deletes is there."""
    for broker in brokers[:2]:
        tombstone(broker, b"k4")
    found = missing(brokers)
    assert {finding.place for finding in found} == {str(brokers[2])}
    assert "key 'k4': broker 0 has its tombstone at offset 59" in found[0].text


def test_keys_are_compared_in_ranges_that_fit_in_memory(
    brokers: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    rewrite(brokers[0], [])
    whole = audit(brokers)
    monkeypatch.setattr(latest_keys, "RUN", 3)
    monkeypatch.setattr(latest_keys, "RANGE", 4)
    assert {(f.kind, f.at) for f in audit(brokers)} == {(f.kind, f.at) for f in whole}


def test_a_cleaning_that_was_interrupted_has_come_farther_than_its_checkpoint(brokers: list[Path]) -> None:
    """It replaces segments one after another, and writes the checkpoint when all are done, or what it was before."""
    for broker in brokers:
        (broker / directories.CLEANED).write_text("0\n1\ncompacted 0 5\n")
    assert kinds(brokers) == set()
    live, batches = set(latest(brokers[1]).values()), split(closed(brokers[1]))
    stale = [one for one in batches[3:-1] if not live & {offset for offset, _, _ in inside.keys(one)}]
    assert stale
    rewrite(brokers[1], [one for one in batches if one not in stale])
    assert kinds(brokers) == set()


def test_a_cleaner_may_put_segments_together_while_they_are_copied(brokers: list[Path]) -> None:
    """Without a mark of a clean shutdown a copy may have been made while the broker ran."""
    rewrite(brokers[0], [])
    assert "key-missing" in kinds(brokers)
    for broker in brokers:
        (broker / directories.CLEAN).unlink()
    told = [finding for finding in audit(brokers) if finding.text.startswith("key ")]
    assert told
    assert {finding.kind for finding in told} == {"copied-apart"}


def test_a_cleaners_checkpoint_may_be_copied_after_the_log(brokers: list[Path]) -> None:
    """It is past the end of the log that was copied before."""
    active = sorted((brokers[1] / P).glob("*.log"))[-1]
    active.write_bytes(b"".join(split(active)[:1]))
    for broker in brokers:
        (broker / directories.CLEANED).write_text("0\n1\ncompacted 0 86\n")
        (broker / directories.CLEAN).unlink()
    assert not [finding for finding in audit(brokers) if finding.text.startswith("key ")]
