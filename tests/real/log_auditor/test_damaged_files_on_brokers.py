"""What Kafka does with a damaged file, as docs/audit.md says it: a broker is started on one after another."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.audits import audit
from tests.support.damages import overwrite
from tidemark.real.brokers.kraft import CONTROLLER, KRaftCluster
from tidemark.real.brokers.processes import NoAnswer, Workplace, wait_for
from tidemark.real.log_auditor.kinds import NAMES
from tidemark.real.storage import directories

VERSION = "4.3.1"
METADATA = directories.METADATA_LOG
BROKER = 1
P = "t-0"
OFTEN = {"metadata.log.max.snapshot.interval.ms": "3000"}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KRaftCluster]:
    """A controller and two brokers, one of which has stopped; its metadata log has two snapshots."""
    with Workplace(tmp_path_factory.mktemp("cluster") / "kept") as workplace:
        running = KRaftCluster(workplace, VERSION, 2, OFTEN)
        try:
            running.start(CONTROLLER, *running.brokers)
            running.create_topic([0, 1], {}, "t")
            wait_for("two snapshots", lambda: len(snapshots(data(running))) > 1)
            running.stop(BROKER)
            shutil.copytree(data(running), workplace.path / "original")
            yield running
        finally:
            running.close()


def data(cluster: KRaftCluster) -> Path:
    return cluster.disk(BROKER).path


def snapshots(path: Path) -> list[Path]:
    return sorted((path / METADATA).glob("*.checkpoint"))


def flip(path: Path) -> None:
    """Flip a bit of a record, behind the first batch's header."""
    overwrite(path, 150, bytes([path.read_bytes()[150] ^ 1]))


def flip_checksum(path: Path) -> None:
    overwrite(path, 17, bytes([path.read_bytes()[17] ^ 1]))


def spoil(path: Path) -> None:
    path.write_bytes(b"\x00" + path.read_bytes()[1:])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def file(name: str) -> Callable[[Path], Path]:
    return lambda path: path / name


ROWS: dict[str, tuple[Callable[[Path], Path], Callable[[Path], None], bool]] = {
    "nothing": (file(directories.PROPERTIES), lambda path: None, True),
    "meta.properties, empty": (file(directories.PROPERTIES), empty, False),
    "bootstrap.checkpoint, a checksum": (file("bootstrap.checkpoint"), flip_checksum, True),
    "bootstrap.checkpoint, empty": (file("bootstrap.checkpoint"), empty, False),
    "the newest snapshot, a bit": (lambda path: snapshots(path)[-1], flip, False),
    "the oldest snapshot, a bit": (lambda path: snapshots(path)[0], flip, True),
    "quorum-state, a byte": (file(f"{METADATA}/quorum-state"), spoil, False),
    "recovery points, a byte": (file(directories.RECOVERY_POINTS), spoil, False),
    "high watermarks, a byte": (file(directories.HIGH_WATERMARKS), spoil, False),
    "an epoch cache, a byte": (file(f"{P}/leader-epoch-checkpoint"), spoil, False),
    "partition.metadata, empty": (file(f"{P}/partition.metadata"), empty, False),
    "the mark of a clean shutdown, a byte": (file(directories.CLEAN), spoil, True),
}


@pytest.mark.brokers
@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS)
def test_kafka_starts_on_a_damaged_file_or_does_not(row: str, cluster: KRaftCluster) -> None:
    where, damage, starts = ROWS[row]
    path = data(cluster)
    shutil.rmtree(path)
    shutil.copytree(cluster.workplace.path / "original", path)
    damage(where(path))
    is_reported = any(NAMES[finding.kind].damage for finding in audit([path]))
    assert is_reported is (row != "nothing")
    try:
        cluster.start(BROKER)
    except NoAnswer:
        assert not starts
    else:
        assert starts
        cluster.stop(BROKER)
