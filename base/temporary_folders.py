"""Temporary folders of one program, in the system's folder for such: each is held by a lock.

So the next program removes what a killed one has left, and nothing of a running one.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

PREFIX = "tidemark-scratch-"
_LOCK = ".lock"
_LOCKING = ".locking"
"""The lock before it is held."""


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    """A new folder, which is removed in the end."""
    path, lock = new()
    try:
        yield path
    finally:
        remove(path)
        lock.close()


def new(prefix: str = PREFIX) -> tuple[Path, IO[Any]]:
    """A new folder, and the lock that holds it until it is closed. What killed programs have left is removed first."""
    remove_abandoned_folders(prefix)
    while True:
        path = Path(tempfile.mkdtemp(prefix=prefix))
        # Another program may have taken it for one whose program ended before it held it.
        with contextlib.suppress(FileNotFoundError):
            return path, hold(path)


def hold(path: Path) -> IO[Any]:
    """Lock a folder of this program; gives the lock, which holds until it is closed."""
    lock = (path / _LOCKING).open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        (path / _LOCKING).rename(path / _LOCK)  # a program that sees the lock sees it held
    except BaseException:
        lock.close()
        raise
    return lock


def release(path: Path) -> None:
    """Let a folder stay: it is no longer removed."""
    (path / _LOCK).unlink(missing_ok=True)


def remove(path: Path) -> None:
    """Remove a folder, if it is there, its lock last: if this is interrupted, the next program removes the rest."""
    for entry in path.iterdir() if path.exists() else ():
        if entry.name != _LOCK:
            if entry.is_dir() and not entry.is_symlink():
                shutil.rmtree(entry, ignore_errors=True)
            else:
                entry.unlink(missing_ok=True)
    shutil.rmtree(path, ignore_errors=True)


def is_removed(path: Path) -> bool:
    """Whether a path is in a folder that this program removes at its end, or the next one does."""
    folders = (folder for folder in (path, *path.parents) if folder.name.startswith(PREFIX))
    return any((folder / _LOCK).exists() for folder in folders)


def remove_abandoned_folders(prefix: str = PREFIX) -> None:
    """Remove the folders of this user whose programs have ended without removing them."""
    for path in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
        with contextlib.suppress(OSError):
            if path.lstat().st_uid != os.getuid() or path.is_symlink():
                continue
            names = {entry.name for entry in path.iterdir()}
            if not names:
                path.rmdir()
            elif _LOCK in names or names == {_LOCKING}:
                with (path / (_LOCK if _LOCK in names else _LOCKING)).open("r+") as lock:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    remove(path)
