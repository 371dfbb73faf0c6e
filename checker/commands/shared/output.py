"""`--json`: what a command found as one JSON document, in a file or alone on standard output.

A command declares the option with `add_json`, and gives its document to what `document` yields.
`checker/runs/output.schema.json` defines what each document holds, by the command's name.

A command writes its findings within `noting_write_errors`: a full disk then costs a file, and not the verdict.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tidemark.base.errors import UsageError, printable
from tidemark.base.files import write_text

_FINDINGS = (1, 130)
"""Exit statuses that stay what they are where something can't be written: a violation, and an interruption."""
_problems: ContextVar[list[str] | None] = ContextVar("problems", default=None)


@contextlib.contextmanager
def collect_problems() -> Iterator[list[str]]:
    """Collect why files can't be written within `noting_write_errors` meanwhile."""
    problems: list[str] = []
    token = _problems.set(problems)
    try:
        yield problems
    finally:
        _problems.reset(token)


@contextlib.contextmanager
def noting_write_errors(advice: str = "") -> Iterator[None]:
    """Write what is known, and go on where that fails: the command says so at its end, in a line.

    Raises:
        UsageError: it can't be written, and nobody collects why.
    """
    try:
        yield
    except UsageError as error:
        problems = _problems.get()
        if problems is None:
            raise
        problems.append(f"{error}{advice}")


def status_in_spite_of(problems: bool, status: int | None) -> int:
    """The exit status of a command that would end with `status`, if there are problems with what it writes."""
    return status if status is not None and (not problems or status in _FINDINGS) else 2


@dataclass
class Document:
    """What a command gives: JSON data, set once it is known."""

    data: Any = None


def gravest_status(statuses: Iterable[int]) -> int:
    """The exit status of several verdicts: 1 if a promise is broken in one, else 3 if one is incomplete, else 0.

    >>> gravest_status([0, 3, 1]), gravest_status([0, 3]), gravest_status([])
    (1, 3, 0)
    """
    found = set(statuses)
    return next((status for status in (1, 3) if status in found), 0)


def add_json(parser: argparse.ArgumentParser) -> None:
    """Declare `--json`."""
    parser.add_argument("--json", metavar="FILE", help="write the result as JSON; - is standard output")


@contextlib.contextmanager
def document(options: argparse.Namespace) -> Iterator[Document]:
    """Write the document that the block sets. If it goes to standard output, nothing else does.

    Raises:
        UsageError: the file can't be written, as far as that can be known before the command does anything.
    """
    require_writable(options.json)
    content = Document()
    with silent(options.json == "-"):
        yield content
    assert content.data is not None or not options.json, "a command with --json gives a document"
    write_json(options.json, content.data)


@contextlib.contextmanager
def silent(is_silent: bool) -> Iterator[None]:
    """If `is_silent`, print nothing on standard output while this lasts: one document has it for itself."""
    with contextlib.redirect_stdout(io.StringIO()) if is_silent else contextlib.nullcontext():
        yield


def alone(options: argparse.Namespace, files: Iterable[str], printed: Iterable[str] = ()) -> str | None:
    """The one of the options with a file that names standard output; None without one.

    printed: options that print there.

    Raises:
        UsageError: another one names it too, or something else is to be printed.
    """
    chosen = [name for name in files if getattr(options, name) == "-"]
    others = [*chosen[1:], *(name for name in printed if getattr(options, name))]
    if chosen and others:
        both = f"--{chosen[0]} and --{others[0]}"
        raise UsageError(f"{both} can't both be written to standard output: name a file for one")
    return chosen[0] if chosen else None


def require_writable(path: str | None) -> None:
    """Refuse an output file that can't be written before the search rather than after it.

    Raises:
        UsageError: it can't.
    """
    if path in (None, "-"):
        return
    target = Path(path)
    if target.is_dir() or not os.access(target if target.exists() else target.parent, os.W_OK):
        raise UsageError(
            f"{path} can't be written: name a file in a directory that exists and is yours to write"
        )


def write_json(path: str | None, data: Any) -> None:
    """Write JSON data, as `write` writes a text."""
    if path:
        write(path, json.dumps(data, indent=2) + "\n")


def write(path: str | None, content: str, announce: bool = False) -> None:
    """Write a text to the file, or to standard output; nowhere without a path. It is `noting_write_errors`.

    announce: whether a line says that the file is written.
    """
    if path == "-":
        sys.stdout.write(content)
    elif path:
        with noting_write_errors():
            write_text(content, path)
            if announce:
                print(f"written to {printable(path)}")
