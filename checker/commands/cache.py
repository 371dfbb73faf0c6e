"""`tidemark cache`: show the cache of compiled objects, or clear it."""

from __future__ import annotations

import argparse
import time

from tidemark.base.counts import count_of
from tidemark.base.errors import UsageError
from tidemark.checker.commands.shared import output
from tidemark.checker.engines.amounts import size_text
from tidemark.checker.engines.native import cache
from tidemark.checker.engines.native.cache import CachedObject, CacheProblem, ObjectCache


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--clear", action="store_true", help="remove the objects, and nothing else")
    output.add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Say where it is and what it has, or had.

    Raises:
        UsageError: it is not used, and why.
    """
    path = cache.directory()
    if path is None:
        raise UsageError("there is no cache without a home: set HOME, or XDG_CACHE_HOME")
    objects = ObjectCache(path)
    with output.document(options) as document:
        try:
            entries = objects.clear() if options.clear else objects.entries()
        except CacheProblem as problem:
            raise UsageError(f"{problem}, and is not used") from None
        size = sum(entry.size for entry in entries)
        document.data = {
            "directory": str(path),
            "objects": len(entries),
            "bytes": size,
            "cleared": options.clear,
        }
        number = count_of(len(entries), "compiled object")
        summary = f"{number}, {size_text(size)}" if entries else "no compiled objects"
        print(path)
        print(f"{summary} removed" if options.clear else f"{summary}{_ages(entries)}")
    return 0


def _ages(entries: list[CachedObject]) -> str:
    if not entries:
        return ""
    ages = list(dict.fromkeys([_ago(entries[-1]), _ago(entries[0])]))
    return f", used {' to '.join(ages)}"


def _ago(entry: CachedObject) -> str:
    seconds = max(0.0, time.time() - entry.used)
    for unit, length in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if number := int(seconds // length):
            return f"{count_of(number, unit)} ago"
    return "just now"
