"""The work directory of a native search, so that it can be killed at any moment and go on from its last noted level.

    search.json     what is searched: engine, protocol, bounds, promises, symmetry
    states          all states, level by level, in compressed blocks (`kept_states`)
    progress.json   how many there are and their blocks, the levels, the counts, and what is violated; empty at first

A level is noted once its states are on the disk, by a progress.json that replaces the one before as a whole; what is in
`states` behind the last noted block is never looked at. Small levels are noted together: one note a second is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from io import FileIO
from pathlib import Path
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.checker.engines.bookkeeping import space_used_up
from tidemark.checker.engines.native.kept_states import Block, LevelNote, States
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.store import PART, Folder, scheme
from tidemark.checker.engines.workdir import WorkDirectory
from tidemark.checker.runs.results import Clock
from tidemark.spec.machines.machine import Machine

EVERY = 1.0
"""Seconds between two notes, at least."""
_STATES, _PROGRESS = "states", "progress.json"


class NativeWorkdir(WorkDirectory):
    """The work directory of a native search."""

    engine, format = "native", 5

    def __init__(self, path: str | Path) -> None:
        if scheme(path):
            raise UsageError(
                f"--workdir {path} is an address: the engine native keeps its states in a directory; --engine spark "
                "takes s3://bucket/prefix"
            )
        self.folder = Folder.of(path)
        super().__init__(self.folder)

    def taken_up(
        self, machine: Machine, symmetry: bool, kernel: Kernel, resume: bool
    ) -> tuple[LevelNote, list[Block]] | None:
        """What is noted of the same search; None where it begins.

        Raises:
            UsageError: it can't be read or written, holds something else, or what it holds is damaged.
        """
        if not self.begin(machine, symmetry, kernel.digest, resume, lambda: self._write(_PROGRESS, {})):
            return None
        names = self._names()
        with self.explaining_errors():
            self.store.remove(name for name in names if name.endswith(PART))
        if _PROGRESS not in names:
            raise UsageError(
                f"{self.store.path(_PROGRESS)} is missing: this search can't be resumed; start it again in another "
                "--workdir"
            )
        if not (data := self._read(_PROGRESS)):
            return None
        try:
            blocks = [Block(**block) for block in data.pop("blocks")]
            noted = LevelNote(**data)
            ends = [block.first + block.count for block in blocks]
            if [0, *ends] != [*(block.first for block in blocks), noted.count]:
                raise ValueError("its blocks are not all states")
            if {len(noted.enabled), len(noted.changing)} != {max(1, len(kernel.instances))}:
                raise ValueError("its counts are not those of the actions")
            if not noted.broken.keys() <= {promise.name for promise in machine.promises}:
                raise ValueError("its violations are not of the promises")
        except (TypeError, KeyError, ValueError, IndexError) as error:
            raise UsageError(f"{self.store.path(_PROGRESS)} is damaged: {error}") from error
        return noted, blocks

    @contextmanager
    def states(self) -> Iterator[FileIO]:
        """The file of the states."""
        path = self.folder.place / _STATES
        with self.explaining_errors():
            path.touch()
            file = path.open("r+b", buffering=0)
        with file:
            yield file

    def note(self, noted: LevelNote, blocks: Sequence[Block]) -> None:
        """Note that a level has ended, whose states are on the disk.

        Raises:
            OSError: it can't be written; what was noted before still is.
        """
        self._write(_PROGRESS, {**asdict(noted), "blocks": [asdict(block) for block in blocks]})


class Journal:
    """What a search notes in its work directory. known: what the search before has noted; None without one."""

    def __init__(
        self, workdir: NativeWorkdir, file: FileIO, noted: tuple[LevelNote, list[Block]] | None
    ) -> None:
        self.path, self.file, self.known = workdir.folder.place, file, noted
        self._workdir, self._clock = workdir, Clock(every=EVERY)
        self._last: LevelNote | None = None

    def note(self, noted: LevelNote, whole: States, in_parallel: Callable[..., Iterable[Any]]) -> None:
        """Note that a level has ended, or that it is to be noted with the next one.

        Raises:
            OSError: it can't be written; what was noted before still is.
        """
        self._last = noted
        if self._clock.due():
            self.finish(whole, in_parallel)

    def problem(self, error: OSError | MemoryError) -> str:
        """Why a search ends that can't write."""
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error) or space_used_up()
        return f"the work directory {self.path} can't be written: {reason}"

    def finish(self, whole: States, in_parallel: Callable[..., Iterable[Any]] = map) -> None:
        """Note what is still to be noted.

        Raises:
            OSError: it can't be written; what was noted before still is.
        """
        if self._last is not None:
            whole.write(self._last.count, in_parallel)
            whole.sync()
            self._workdir.note(self._last, whole.blocks)
            self._last = None


@contextmanager
def journal(path: str, resume: bool, machine: Machine, symmetry: bool, kernel: Kernel) -> Iterator[Journal]:
    """The journal in a work directory, which nobody else may use meanwhile.

    Raises:
        UsageError: it can't be read or written, holds something else, or what it holds is damaged.
    """
    workdir = NativeWorkdir(path)
    with workdir.hold_lock(resume):
        noted = workdir.taken_up(machine, symmetry, kernel, resume)
        with workdir.states() as file:
            yield Journal(workdir, file, noted)
