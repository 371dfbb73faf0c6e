"""Where a search keeps its files: a folder. A prefix of an object store is such a place too (`engines.spark.objects`).

A file is written whole or not at all. Its name is its path in the place, as in `level-0007.json` or `runs/…`.
"""

from __future__ import annotations

import os
import re
import shutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.base.files import LARGEST, lock_directory, read_bytes

PART = ".part"
"""The end of a file's name while it is written."""
_ADDRESS = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://.*", re.DOTALL)


class StorageError(UsageError):
    """A place can't be written or reached; nothing is wrong with what its files say, and a search can go on later."""


def scheme(word: object) -> str:
    """The scheme of an address (`s3` of `s3://bucket/prefix`); empty of a path."""
    address = _ADDRESS.fullmatch(word) if isinstance(word, str) else None
    return address[1].lower() if address else ""


class Store(ABC):
    """A place for files. As text it is what a person calls it; sent to a task, it is the same place there.

    Every method that reads or writes raises OSError where that is not possible; FileNotFoundError of a file that is not
    there.
    """

    @property
    @abstractmethod
    def scratch(self) -> Path:
        """A folder on this machine for what only this process needs, as long as it works on the place."""

    @abstractmethod
    def hold_lock(self) -> AbstractContextManager[None]:
        """Keep other searches out of the place, which is made unless it is there.

        Raises:
            UsageError: another one is at work in it.
        """

    @abstractmethod
    def require_lock(self) -> None:
        """Make sure that no other search has taken the place since: the system may keep the lock, or not.

        Raises:
            UsageError: one has.
        """

    @abstractmethod
    def exists(self) -> bool:
        """Whether there is such a place."""

    @abstractmethod
    def names(self, folder: str = "") -> dict[str, int]:
        """The names in the place, or in one of its folders if that is there, and how many bytes each file has."""

    @abstractmethod
    def read(self, name: str, largest: int = LARGEST) -> bytes:
        """The content of a file.

        Raises:
            UsageError: it has more than `largest` bytes, or is no file.
        """

    @abstractmethod
    def local(self, name: str) -> Path:
        """A file of this machine that has what a file of the place has, which never changes: it can be mapped."""

    @abstractmethod
    def write(self, name: str, content: Any, durable: bool = False) -> None:
        """Write a file. content: bytes, or what has a buffer of them. durable: a loss of power does not lose it."""

    @abstractmethod
    def remove(self, names: Iterable[str]) -> None:
        """Remove files, if they are there."""

    @abstractmethod
    def remove_folder(self, folder: str) -> None:
        """Remove a folder and all that is in it; what can't be removed stays."""

    @abstractmethod
    def forget(self, is_stale: Callable[[str], bool]) -> None:
        """Give up what this machine has of files, by their names, that nobody reads any more."""

    def path(self, name: str) -> str:
        """What a person calls a file of the place."""
        return f"{self}/{name}"

    def reason(self, error: Exception) -> str:
        """Why something failed, in words."""
        return getattr(error, "strerror", None) or str(error)


@dataclass(frozen=True)
class Folder(Store):
    """A folder of this machine, or one that several machines have mounted. place: absolute."""

    place: Path

    @classmethod
    def of(cls, word: str | Path) -> Folder:
        """The folder of this name.

        Raises:
            UsageError: it is an address.
        """
        if scheme(word):
            raise UsageError(f"{word} is an address, and a directory is wanted here: write its path")
        return cls(Path(word).absolute())

    def __str__(self) -> str:
        return str(self.place)

    @property
    def scratch(self) -> Path:
        """The folder itself."""
        return self.place

    @contextmanager
    def hold_lock(self) -> Iterator[None]:
        """Keep other searches out, by a lock that the system keeps as long as this process lives."""
        lock = lock_directory(self.place, f"another search is at work in {self}: name another --workdir")
        try:
            yield
        finally:
            os.close(lock)

    def require_lock(self) -> None:
        """Do nothing: the system keeps the lock."""

    def exists(self) -> bool:
        """Whether it is there."""
        return self.place.is_dir()

    def names(self, folder: str = "") -> dict[str, int]:
        """The names in a folder."""
        try:
            paths = list((self.place / folder).iterdir())
        except FileNotFoundError:
            return {}
        return {path.name: path.lstat().st_size for path in paths}

    def read(self, name: str, largest: int = LARGEST) -> bytes:
        """The content of a file."""
        return read_bytes(self.place / name, "file of a work directory", largest)

    def local(self, name: str) -> Path:
        """The file itself."""
        return self.place / name

    def write(self, name: str, content: Any, durable: bool = False) -> None:
        """Write a file under another name first."""
        path = self.place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.{os.urandom(6).hex()}{PART}")
        try:
            with part.open("wb") as file:
                file.write(content)
                if durable:
                    file.flush()
                    os.fsync(file.fileno())
            part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise

    def remove(self, names: Iterable[str]) -> None:
        """Remove files."""
        for name in names:
            (self.place / name).unlink(missing_ok=True)

    def remove_folder(self, folder: str) -> None:
        """Remove a folder."""
        shutil.rmtree(self.place / folder, ignore_errors=True)

    def forget(self, is_stale: Callable[[str], bool]) -> None:
        """Do nothing: there are no copies."""
