"""docs/examples/TieredLoss.java: what tiered storage deletes although it must be kept, with Kafka's jars."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.scripts import FOLDER, children, started


def storage_tests(version: str, folder: Path) -> Path:
    """The jar with LocalTieredStorage, a remote storage that is a folder."""
    maven = shutil.which("mvn")
    assert maven
    artifact = f"org.apache.kafka:kafka-storage:{version}:jar:test"
    command = [maven, "-B", "-q", "dependency:copy", f"-Dartifact={artifact}", f"-DoutputDirectory={folder}"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder / f"kafka-storage-{version}-test.jar"


@pytest.mark.brokers
@pytest.mark.parametrize("version", ["3.9.2", "4.3.1"])
def test_what_retention_keeps_and_what_is_acknowledged_is_deleted(
    version: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    jar = storage_tests(version, tmp_path_factory.mktemp("jars"))
    with started(FOLDER / "TieredLoss.java", version, tmp_path, jar) as script:
        out, _ = script.communicate()
    assert script.returncode == 0, out
    assert f"Kafka {version}" in out
    assert "the log starts at 6: LOST, records 4 to 5 were to be kept" in out
    assert "the log ends at 3" in out
    assert out.splitlines()[-1].endswith("the log starts at 3: LOST, acknowledged records 0 to 2")
    assert not children(tmp_path)
    assert not list(tmp_path.iterdir())
