"""Refinement maps from a user's own file: the functions in it that are declared with `@refinement_map`."""

from __future__ import annotations

import inspect
from dataclasses import replace
from typing import Any

from tidemark.base.authors import is_shipped
from tidemark.base.errors import UsageError
from tidemark.base.files import require_none
from tidemark.base.names import look_up
from tidemark.checker.user_files.file import WANTED, OwnFile, read
from tidemark.checker.user_files.guard import GuardedFunction
from tidemark.checker.user_files.place import PLACE
from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.machines.refinement_maps import RefinementMap


def load(word: str) -> RefinementMap:
    """The map that `map.py`, `map.py:name` or `package.module` names.

    Raises:
        UsageError: there is no such file, or no such map in it, or there are several and the word names none.
        ModelError: the file fails; the message starts with its line.
    """
    place = PLACE.fullmatch(word)
    if place is None:
        require_none(word, WANTED)
        raise UsageError(f"{word}: name the file of the map as map.py, or a module as package.module")
    file, name = read(place["file"]), place["name"] or ""
    maps = {m.name: m for m in vars(file.module).values() if isinstance(m, RefinementMap)}
    if not maps:
        raise UsageError(f"{file.label}: no function in it is declared with @refinement_map")
    if not name and len(maps) > 1:
        words = [f"{place['file']}:{named}" for named in maps]
        raise UsageError(f"{file.label} has several maps: write {', '.join(words[:-1])} or {words[-1]}")
    declared: RefinementMap = (
        look_up(maps, name, f"{file.label} has no map") if name else next(iter(maps.values()))
    )
    return declared if is_shipped(declared.function) else _guard(declared, file)


def _guard(declared: RefinementMap, file: OwnFile) -> RefinementMap:
    """The map, its mistakes reported with their line."""
    function: Any = declared.function
    if inspect.isgeneratorfunction(function) or inspect.iscoroutinefunction(function):
        raise ModelError(
            f"the map {declared.name} yields or is async: return the abstract state", declared.place
        )
    return replace(declared, function=GuardedFunction(function, file, lambda *_: True))
