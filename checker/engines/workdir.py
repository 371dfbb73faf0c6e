"""The work directory of a search: locked, for one search alone, with JSON files that have checksums.

What an engine keeps in it besides, and how it goes on from there, the engine's own module says.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, ClassVar

from tidemark.base.errors import UsageError
from tidemark.base.files import why_unread
from tidemark.checker.engines.store import PART, Folder, StorageError, Store
from tidemark.spec.machines.machine import Machine

LOCK = "lock.json"
"""What locks a place that the system can't lock."""
_SEARCH, _CHECKSUM = "search.json", "checksum"
_MADE_FIRST = {"runs", "kernel.ll", "progress.json", LOCK}
_PARTS = re.compile(rf"({re.escape(_SEARCH)}|kernel\.ll|progress\.json)\.\w+{re.escape(PART)}")
"""What is there of a search that was killed before its first note."""
MOST_SHOWN = 3
"""How many parts of a search that differ a message names."""


def require_workdir(workdir: str | Path | None, resume: bool) -> None:
    """Refuse to resume a search that has no work directory.

    Raises:
        UsageError: that is asked for.
    """
    if resume and workdir is None:
        raise UsageError("--resume needs --workdir, the directory of the search to go on with")


def search_identity(machine: Machine, symmetry: bool, digest: str) -> dict[str, Any]:
    """Everything that determines which states a search keeps, and what it notes of them: another one is no search to go
    on with. The engine, and the format of its files, are noted beside it.

    digest: of the compiled functions, which are the guards and the effects of the actions, the promises with their
    conditions, and the renamings of symmetry.

    Limits, threads, `--keep-going` and fairness are not part of it: a search that goes on takes them from its command.
    """
    return {
        "protocol": machine.name,
        "bounds": machine.bounds,
        "promises": [p.name for p in machine.promises],
        "symmetry": symmetry,
        "fields": [f"{leaf.path} ({leaf.kind}, {leaf.lo} to {leaf.hi})" for leaf in machine.leaves],
        "initial state": _describe_initial_states(machine),
        "actions": [str(action.instance) for action in machine.symbolic.actions],
        "functions": digest,
    }


def _describe_initial_states(machine: Machine) -> list[str]:
    """The fields of the only initial state; of several how many they are, and a digest of all."""
    states = machine.initial_states
    if len(states) > 1:
        digest = hashlib.sha256(repr(sorted(states)).encode()).hexdigest()
        return [f"one of {len(states)} ({digest})"]
    return [
        f"{leaf.path}={leaf.type.text(leaf.type.decode((value,)))}"
        for leaf, value in zip(machine.leaves, states.first, strict=True)
    ]


class WorkDirectory:
    """A work directory. Every method that reads or writes raises UsageError where that is not possible.

    engine: whose it is. format: of what that engine keeps in it. store: where its files are.
    """

    engine: ClassVar[str]
    format: ClassVar[int]

    def __init__(self, location: str | Path | Store) -> None:
        self.store = location if isinstance(location, Store) else Folder.of(location)

    @contextmanager
    def hold_lock(self, resume: bool) -> Iterator[None]:
        """Keep other searches out of the directory, which is made unless it is there.

        Raises:
            UsageError: another one is at work in it, or there is nothing to resume.
        """
        with ExitStack() as stack:
            with self.explaining_errors():
                if resume and not self.store.exists():
                    raise UsageError(f"there is nothing to resume: there is no {self.store}")
                stack.enter_context(self.store.hold_lock())
            yield

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
            **search_identity(machine, symmetry, digest),
        }
        recorded = self._recorded_identity()
        if recorded is None:
            with self.explaining_errors():
                self.store.remove(name for name in self._names() if name.endswith(PART))
                prepare()
                self._write(_SEARCH, identity)
            return False
        if not resume:
            raise UsageError(
                f"{self.store} has a search in it: go on with --resume, or name another --workdir"
            )
        for key, value in identity.items():
            if recorded.get(key) != value:
                raise UsageError(
                    f"{self.store} has a search with {_difference(key, recorded.get(key), value)}"
                )
        return True

    def _recorded_identity(self) -> dict[str, Any] | None:
        """What the directory says it searches; None where it has no search yet."""
        names = set(self._names())
        if all(name in _MADE_FIRST or _PARTS.fullmatch(name) for name in names):
            return None
        if _SEARCH not in names:
            raise UsageError(f"{self.store} has other files in it, and no search: name an empty --workdir")
        return self._read(_SEARCH)

    def _names(self, folder: str = "") -> dict[str, int]:
        """The names in the directory, or in a folder of it, and how many bytes each file has."""
        with self.explaining_errors("read"):
            return self.store.names(folder)

    def _write(self, name: str, data: dict[str, Any]) -> None:
        """Write a JSON file whole or not at all, with a checksum."""
        content = json.dumps(data, default=vars)
        sealed = json.dumps({**json.loads(content), _CHECKSUM: zlib.crc32(content.encode())})
        self.store.write(name, sealed.encode(), durable=True)

    def _read(self, name: str) -> dict[str, Any]:
        """What a JSON file says."""
        path = self.store.path(name)
        with self.explaining_read_errors(name):
            content = self.store.read(name)
        try:
            data = json.loads(content)
        except (ValueError, RecursionError) as error:
            raise UsageError(f"{path} can't be read: {why_unread(error)}") from error
        if not isinstance(data, dict):
            raise UsageError(f"{path} is damaged: it is not a JSON object")
        if data.pop(_CHECKSUM, None) != zlib.crc32(json.dumps(data).encode()):
            raise UsageError(f"{path} is damaged, or of another version of Tidemark: its checksum is wrong")
        return data

    @contextmanager
    def explaining_errors(self, done: str = "written") -> Iterator[None]:
        """Turn an error of writing, or of what is `done` else, into one line."""
        try:
            yield
        except OSError as error:
            reason = self.store.reason(error)
            raise StorageError(f"the work directory {self.store} can't be {done}: {reason}") from error

    @contextmanager
    def explaining_read_errors(self, name: str) -> Iterator[None]:
        """Turn an error of reading a file into one line."""
        try:
            yield
        except FileNotFoundError as error:
            raise self.lost(name) from error
        except OSError as error:
            reason = self.store.reason(error)
            raise StorageError(f"{self.store.path(name)} can't be read: {reason}") from error

    def lost(self, name: str, problem: str = "is missing") -> UsageError:
        """The error that a file is not what it was."""
        return UsageError(
            f"{self.store.path(name)} {problem}: this search can't be resumed; start it again in another --workdir"
        )


def _difference(key: str, recorded: Any, value: Any) -> str:
    advice = "name another --workdir"
    if key in ("format", "functions"):
        return f"other actions or promises, or of another version of Tidemark: {advice}"
    before, now = _words(recorded, value), _words(value, recorded)
    return f"the {key} {before}, and this one has {now}: {advice}"


def _words(value: Any, compared: Any) -> str:
    """The first parts of a value that another one does not have, or all of them where only their order differs."""
    if isinstance(value, dict):
        value = [f"{k}={v}" for k, v in value.items()]
        compared = [f"{k}={v}" for k, v in compared.items()] if isinstance(compared, dict) else []
    if not isinstance(value, list):
        return str(value)
    differing = (
        value if set(value) == set(compared or ()) else [part for part in value if part not in compared]
    )
    ellipsis = ", …" if len(differing) > MOST_SHOWN else ""
    return ", ".join(map(str, differing[:MOST_SHOWN])) + ellipsis or "none"
