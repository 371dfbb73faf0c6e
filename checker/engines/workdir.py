"""The work directory of a search: locked, for one search alone, with JSON files that have checksums.

What an engine keeps in it besides, and how it goes on from there, the engine's own module says.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

from tidemark.spec.errors import UsageError
from tidemark.spec.machine import Machine
from tidemark.spec.userfiles import held, read_text, why_unread

_SEARCH, _CHECKSUM = "search.json", "checksum"
_MADE_FIRST = {"runs", "kernel.ll", "progress.json", "progress.json.part", f"{_SEARCH}.part"}
"""What is there of a search that was killed before its first note."""


def require_workdir(workdir: str | Path | None, resume: bool) -> None:
    """Refuse to resume a search that has no work directory.

    Raises:
        UsageError: that is asked for.
    """
    if resume and workdir is None:
        raise UsageError("--resume needs --workdir, the directory of the search to go on with")


class WorkDirectory:
    """A work directory. Every method that reads or writes raises UsageError where that is not possible.

    engine: whose it is. format: of what that engine keeps in it.
    """

    engine: ClassVar[str]
    format: ClassVar[int]

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path).absolute()

    @contextmanager
    def locked(self, resume: bool) -> Iterator[None]:
        """Keep other searches out of the directory, which is made unless it is there.

        Raises:
            UsageError: another one is at work in it, or there is nothing to resume.
        """
        if resume and not self.path.is_dir():
            raise UsageError(f"there is nothing to resume: {self.path} is no directory")
        with self.explained():
            lock = held(self.path, f"another search is at work in {self.path}: name another --workdir")
        try:
            yield
        finally:
            os.close(lock)

    def begin(
        self,
        machine: Machine,
        symmetry: bool,
        digest: str,
        resume: bool,
        prepare: Callable[[], None] = lambda: None,
    ) -> bool:
        """Make it ready for a search. Gives whether there is one to go on with.

        digest: of the machine's compiled functions. prepare: makes what has to be there before the search is noted.

        Raises:
            UsageError: it can't be written, holds something else, or what it holds is damaged.
        """
        identity = {
            "engine": self.engine,
            "format": self.format,
            "protocol": machine.name,
            "bounds": machine.bounds,
            "promises": [p.name for p in machine.promises],
            "symmetry": symmetry,
            "kernel": digest,
        }
        known = self._known()
        if known is None:
            with self.explained():
                prepare()
                self._write(_SEARCH, identity)
            return False
        if not resume:
            raise UsageError(
                f"{self.path} has a search in it: go on with --resume, or name another --workdir"
            )
        for key, value in identity.items():
            if known.get(key) != value:
                raise UsageError(f"{self.path} has a search with {_difference(key, known.get(key), value)}")
        return True

    def _known(self) -> dict[str, Any] | None:
        """What the directory says it searches; None where it has no search yet."""
        try:
            names = {path.name for path in self.path.iterdir()}
            if names <= _MADE_FIRST:
                return None
            if _SEARCH not in names:
                raise UsageError(f"{self.path} has other files in it, and no search: name an empty --workdir")
            return self._read(_SEARCH)
        except OSError as error:
            raise UsageError(f"the work directory {self.path} can't be read: {error.strerror}") from error

    def _write(self, name: str, data: dict[str, Any]) -> None:
        """Write a JSON file whole or not at all, with a checksum."""
        part, text = self.path / f"{name}.part", json.dumps(data, default=vars)
        with part.open("w") as file:
            file.write(json.dumps({**json.loads(text), _CHECKSUM: zlib.crc32(text.encode())}))
            file.flush()
            os.fsync(file.fileno())
        part.replace(self.path / name)

    def _read(self, name: str) -> dict[str, Any]:
        """What a JSON file says."""
        path = self.path / name
        try:
            data = json.loads(read_text(path, "file of a work directory"))
        except (ValueError, RecursionError) as error:
            raise UsageError(f"{path} can't be read: {why_unread(error)}") from error
        if not isinstance(data, dict):
            raise UsageError(f"{path} is damaged: it is not a JSON object")
        if data.pop(_CHECKSUM, None) != zlib.crc32(json.dumps(data).encode()):
            raise UsageError(f"{path} is damaged, or of another version of Tidemark: its checksum is wrong")
        return data

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Turn an error of writing into one line."""
        try:
            yield
        except OSError as error:
            raise UsageError(
                f"the work directory {self.path} can't be written: {error.strerror or error}"
            ) from error


def _difference(key: str, known: Any, value: Any) -> str:
    advice = "name another --workdir"
    if key in ("format", "kernel"):
        return f"another version of the protocol or of Tidemark: {advice}"
    return f"the {key} {_words(known)}, and this one has {_words(value)}: {advice}"


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{k}={v}" for k, v in value.items())
    return ", ".join(value) or "none" if isinstance(value, list) else str(value)
