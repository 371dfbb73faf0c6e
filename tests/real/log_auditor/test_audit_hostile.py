"""Files that no broker leaves: what is no regular file, or has no end, is named, and the rest is audited."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.logs import unpack
from tidemark.checker import cli
from tidemark.real.storage import directories, files

P = "plain-0"


def pipe(path: Path) -> None:
    os.mkfifo(path)


def link_to_a_pipe(path: Path) -> None:
    os.mkfifo(path.with_name("a-pipe"))
    path.symlink_to(path.with_name("a-pipe"))


def a_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        here = Path.cwd()
        os.chdir(path.parent)  # a socket's path is short
        made.bind(path.name)
        os.chdir(here)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def a_directory(path: Path) -> None:
    path.mkdir()


def circle(path: Path) -> None:
    path.symlink_to(path.name)


KINDS = (pipe, link_to_a_pipe, a_socket, endless, a_directory, circle)
FILES = (
    ".lock",
    directories.PROPERTIES,
    directories.HIGH_WATERMARKS,
    directories.RECOVERY_POINTS,
    directories.CLEANED,
    f"{P}/00000000000000000025.log",
    f"{P}/00000000000000000025.index",
    f"{P}/00000000000000000025.timeindex",
    f"{P}/00000000000000000025.txnindex",
    f"{P}/00000000000000000025.snapshot",
    f"{P}/leader-epoch-checkpoint",
    f"{P}/partition.metadata",
    "__cluster_metadata-0/00000000000000000000.log",
    "__cluster_metadata-0/00000000000000000099-0000000001.checkpoint",
)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpack("4.1.0", tmp_path_factory.mktemp("logs"))[0]


@pytest.fixture
def broker(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "broker"))


@pytest.mark.timeout(60)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", FILES)
def test_what_is_no_regular_file_is_named_and_the_rest_is_audited(
    name: str, kind: Callable[[Path], None], broker: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (broker / name).unlink(missing_ok=True)
    kind(broker / name)
    (broker / "zstd-0" / "00000000000000000023.index").unlink()
    status = cli.main(["audit", str(broker)])
    printed = capsys.readouterr()
    assert "00000000000000000023.index" in printed.out
    assert "Traceback" not in printed.err
    if name == ".lock":  # only a regular file holds a lock
        assert status == 1
    else:
        assert status == 3, printed.out
        assert f"not read: {broker / name}: " in printed.out


@pytest.mark.timeout(60)
@pytest.mark.parametrize("name", [name for name in FILES if name != ".lock"])
def test_a_file_as_large_as_a_disk_is_named_and_the_rest_is_audited(
    name: str, broker: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if name.endswith((".log", ".checkpoint")):
        monkeypatch.setattr(files, "LARGEST", 1 << 20)
    monkeypatch.setenv("COLUMNS", "300")
    (broker / name).touch()
    os.truncate(broker / name, 30 << 30)
    (broker / "zstd-0" / "00000000000000000023.index").unlink()
    status = cli.main(["audit", str(broker)])
    printed = capsys.readouterr().out
    assert status in (1, 3)
    assert name in printed
    assert "00000000000000000023.index" in printed


def test_names_that_no_broker_gives_are_no_trouble(broker: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("99999999999999999999.log", "٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠.log", "x\x1b[31m\n.swap"):
        (broker / P / name).touch()
    (broker / P / os.fsdecode(b"\xff.cleaned")).touch()
    (broker / "x-٣").mkdir()
    (broker / "x-99999999999999999999999").mkdir()
    status = cli.main(["audit", str(broker), "--json", "-"])
    printed = capsys.readouterr().out
    assert status == 3
    assert "no offset is as great as its name" in printed
    assert "\x1b" not in printed
