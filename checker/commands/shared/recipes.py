"""What commands validate logs by: the machine that is named, at bounds that may come from the log, and a map."""

from __future__ import annotations

import argparse

from tidemark.base.errors import UsageError
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.evidence.logs.recipe import Recipe
from tidemark.checker.runs.results import Limits
from tidemark.checker.user_files.file import OwnFile, read
from tidemark.checker.validation.loading import has_map
from tidemark.checker.validation.transitions import EngineName
from tidemark.spec.families.protocol import Protocol
from tidemark.spec.machines.origin import Origin


def recipe_of(options: argparse.Namespace, engine: EngineName, limits: Limits) -> Recipe:
    """What the options of a command say.

    Raises:
        UsageError: there is no such machine, or no such file.
    """
    protocol = shared.protocol_of(options)
    exchanged = {rule: p.name for rule, p in shared.exchanged_of(protocol, options.exchanged).items()}
    bounds, promises = shared.bounds_of(options), tuple(shared.own_promises(options))
    origin = Origin(protocol.name, bounds, exchanged, promises, source=protocol.source)
    map = options.map or protocol.family.log_map
    return Recipe(origin, read(map) if map else _file_with_map(protocol), engine, limits)


def _file_with_map(protocol: Protocol) -> OwnFile:
    """The file that has a machine and its map.

    Raises:
        UsageError: the machine is in no file, or there is no map in it.
    """
    file = getattr(protocol.source, "file", None)
    if file is None or not has_map(file):
        raise UsageError(f"--map FILE.py says what the events are in {protocol.name}, an EventMap")
    assert isinstance(file, OwnFile)
    return file
