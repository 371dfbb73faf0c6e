"""Copies of the log directories that real brokers left, for the tests of the audit to damage."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.damages import Brokers, P
from tests.support.logs import RELEASES, unpack
from tidemark.real.storage import directories

RELEASE = "2.8.2"


@pytest.fixture(scope="session")
def originals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Path]]:
    place = tmp_path_factory.mktemp("logs")
    return {release: unpack(release, place) for release in RELEASES}


def _others(_: str, names: list[str]) -> list[str]:
    """The names of the other partitions."""
    return [name for name in names if name.endswith("-0") and name != P]


@pytest.fixture(scope="session")
def healthy(originals: dict[str, list[Path]], tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The directories of three brokers with the partition that is damaged, and no other."""
    place = tmp_path_factory.mktemp("healthy")
    paths = [Path(shutil.copytree(path, place / path.name, ignore=_others)) for path in originals[RELEASE]]
    for path in paths:
        for name in directories.CHECKPOINTS:
            if (path / name).exists():
                rows = [
                    row for row in (path / name).read_text().splitlines()[2:] if row.startswith("plain 0")
                ]
                (path / name).write_text("\n".join(["0", str(len(rows)), *rows]) + "\n")
    return paths


@pytest.fixture
def brokers(healthy: list[Path], tmp_path: Path) -> Brokers:
    return Brokers([Path(shutil.copytree(path, tmp_path / path.name)) for path in healthy])


@pytest.fixture
def cluster(originals: dict[str, list[Path]], tmp_path: Path) -> list[Path]:
    """The directories of three brokers and a controller, which has the metadata log too."""
    return [Path(shutil.copytree(path, tmp_path / path.name)) for path in originals["4.1.0"]]
