"""Adapters: classes in a user's file, by which a model drives code (`tidemark.spec.families.adapters`)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tidemark.base.errors import UsageError
from tidemark.base.files import require_none
from tidemark.base.names import look_up
from tidemark.checker.user_files.file import WANTED, OwnFile, read
from tidemark.checker.user_files.place import PLACE


@dataclass(frozen=True)
class OwnAdapter:
    """An adapter, and the user's file that has it."""

    cls: type
    file: OwnFile

    @property
    def import_line(self) -> str:
        """The line of Python that imports it, where its folder is searched."""
        return write_import(self.file, self.cls.__name__)


def write_import(file: OwnFile, name: str) -> str:
    """The line of Python that imports a name from a user's file, where its folder is searched."""
    module = file.place if file.is_imported else file.path.stem
    return f"from {module} import {name}"


def folder_of(file: OwnFile) -> str:
    """The folder to search for a user's file, as it was named; empty where Python searches it anyway."""
    return "" if file.is_imported or file.path.parent == Path.cwd() else str(file.path.parent)


def adapter(word: str) -> OwnAdapter:
    """The adapter that `adapter.py`, `adapter.py:Class` or `package.module:Class` names.

    Raises:
        UsageError: there is no such thing in the file, or there are several and the word names none.
        ModelError: the file fails; the message starts with its line.
    """
    path = PLACE.fullmatch(word)
    if path is None:
        require_none(word, WANTED)
        raise UsageError(f"{word}: name a file as adapter.py, or a class in it as adapter.py:Class")
    file = read(path["file"])
    members = vars(file.module).items()
    classes = {name: cls for name, cls in members if isinstance(cls, type) and not name.startswith("_")}
    if path["name"]:
        return OwnAdapter(look_up(classes, path["name"], f"{file.place} has no class"), file)
    here = file.module.__name__
    defined = {n: c for n, c in classes.items() if c.__module__ == here and hasattr(c, "observe")}
    if not defined:
        raise UsageError(f"{file.place}: there is no adapter in it: a class with a method observe is one")
    if len(defined) > 1:
        words = [f"{file.place}:{name}" for name in defined]
        raise UsageError(f"{file.place} has several adapters: write {', '.join(words[:-1])} or {words[-1]}")
    return OwnAdapter(next(iter(defined.values())), file)
