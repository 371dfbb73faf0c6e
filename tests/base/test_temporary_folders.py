"""Folders for the time of one program: gone with it, or with the next, and a living program's is not touched."""

import fcntl
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pytest

from tests.support.processes import running, wait_for_end
from tidemark.base import temporary_folders

ROOT = Path(__file__).parents[2]
WITH_ONE_AT_WORK = 4
"""Processes of a matrix: the program, Python's two helpers, and one that searches."""
HOLDS = """
import sys
from tidemark.base import temporary_folders

folder, lock = temporary_folders.new()
print(folder, flush=True)
sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for such folders, with a short name: sockets are below it."""
    with tempfile.TemporaryDirectory() as folder:
        monkeypatch.setattr(tempfile, "tempdir", folder)
        monkeypatch.setenv("TMPDIR", folder)
        monkeypatch.setenv("PYTHONPATH", str(ROOT))
        yield Path(folder)


def test_a_folder_is_removed_with_all_in_it(place: Path) -> None:
    with temporary_folders.scratch() as path:
        (path / "deep" / "er").mkdir(parents=True)
        (path / "link").symlink_to("/nowhere")
        assert path.parent == place
    assert list(place.iterdir()) == []


def test_the_next_program_removes_what_a_killed_one_left_and_no_other(place: Path) -> None:
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", HOLDS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    dead, alive = (Path(one.stdout.readline().strip()) for one in programs if one.stdout)
    (dead / "content").write_text("left")
    kept = place / f"{temporary_folders.PREFIX}kept"
    kept.mkdir()
    (kept / "content").write_text("without a lock it is to stay")
    programs[0].send_signal(signal.SIGKILL)
    programs[0].wait()
    with temporary_folders.scratch():
        assert not dead.exists()
        assert alive.exists()
        assert kept.exists()
    for one in programs:
        one.communicate()


@pytest.mark.parametrize(
    "step", ["fcntl.flock", "pathlib.Path.rename", "tidemark.base.temporary_folders.hold"]
)
def test_the_next_program_removes_what_ended_before_it_was_held(
    step: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def end(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(step, end)
        with pytest.raises(KeyboardInterrupt):
            temporary_folders.new()
    (left,) = place.iterdir()
    with temporary_folders.scratch() as path:
        assert list(place.iterdir()) == [path]
    assert not left.exists()


@pytest.mark.parametrize("moment", ["mkdtemp", "open"])
def test_a_folder_that_another_takes_for_abandoned_is_made_again(
    moment: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program comes while a folder is empty, and while its lock is not held yet."""
    holds, flock, others = temporary_folders.hold, fcntl.flock, iter(range(2))

    def after_mkdtemp(path: Path) -> IO[Any]:
        if not next(others):
            temporary_folders.remove_abandoned_folders()
        return holds(path)

    def before_flock(lock: IO[Any], how: int) -> None:
        if how == fcntl.LOCK_EX and not next(others):
            temporary_folders.remove_abandoned_folders()
        flock(lock, how)

    if moment == "mkdtemp":
        monkeypatch.setattr(temporary_folders, "hold", after_mkdtemp)
    else:
        monkeypatch.setattr(fcntl, "flock", before_flock)
    with temporary_folders.scratch() as path:
        assert list(place.iterdir()) == [path]
    assert next(others, None) is None
    assert list(place.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_matrix_that_is_ended_leaves_nothing_or_what_the_next_one_removes(
    number: signal.Signals, place: Path
) -> None:
    (place / "grid.toml").write_text(
        'protocols = ["published/kip-320"]\npromises = ["strong-isr"]\n[axes.size]\n'
        "large = { replicas = 3, log-size = 6, records = 6, max-epoch = 6 }\n"
    )  # what searches it ends with the program, long before it is done
    words = [sys.executable, "-m", "tidemark", "matrix", "--grid", "grid.toml", "--jobs", "1"]
    searching = subprocess.Popen(words, cwd=place, stderr=subprocess.PIPE, start_new_session=True)
    while running(searching.pid) < WITH_ONE_AT_WORK:
        assert searching.poll() is None
    found = list(place.glob(f"{temporary_folders.PREFIX}*/pymp-*/*"))
    searching.send_signal(number)
    searching.communicate()
    assert searching.returncode == (130 if number == signal.SIGINT else -number)
    wait_for_end(searching.pid)
    if number == signal.SIGKILL:
        assert found[0].parent.exists()
        with temporary_folders.scratch():
            pass
    assert not list(place.glob(f"{temporary_folders.PREFIX}*"))
    assert not list(place.glob("pymp-*"))
