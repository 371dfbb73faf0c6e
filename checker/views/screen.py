"""The screen that text is made for: its columns, with colors or without. Every table and paragraph of a command is cut
to it.

Its own module because all commands print through it, and because nothing else asks what standard output is.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, TextIO

from tidemark.base.errors import escape_text

COLORS = ("auto", "always", "never")
"""When to color, for `--color`. `auto` is as rich does it: on a terminal, without `NO_COLOR`, or with `FORCE_COLOR`."""

LOST, HOLDS, OPEN, NEEDED, CHANGED = "bold red", "green", "yellow", "bold yellow", "bold"
"""One style for one meaning: lost or violated, holds, unknown, a needed step, what has changed."""

COLUMNS = 80
"""The width of a screen that does not say its own."""

BESIDE = 2
"""Columns between two columns of a table, and of a header's end, at least."""

NARROWEST = 20
"""What a column or a paragraph keeps, however narrow the screen."""

_OURS = str(int.from_bytes(os.urandom(5)))
"""Begins the marks that color a text, until the text is shown: no printed name can have guessed it."""
_PAINTED = re.compile(rf"\033\[{_OURS};([\d;]*m)")

_color: ContextVar[str] = ContextVar("color", default="auto")


@dataclass(frozen=True)
class Screen:
    """A number of columns, and whether colors are shown."""

    width: int = COLUMNS
    colored: bool = False

    def paint(self, plain: str, style: str) -> str:
        """The text in a style of rich's, such as `bold red`, which `render_paint` lets through to a terminal."""
        if not self.colored or not plain:
            return plain
        from rich.color import ColorSystem
        from rich.style import Style

        start, end = Style.parse(style).render("x", color_system=ColorSystem.STANDARD).split("x")
        ours = f"\033[{_OURS};"
        return start.replace("\033[", ours) + plain + end.replace("\033[", ours)

    def mark(self, line: str, name: str, style: str = LOST) -> str:
        """The text with every mention of a name painted."""
        if not name:
            return line
        return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda found: self.paint(found[0], style), line)

    def wrap(self, paragraph: str, start: str = "", indent: str | None = None) -> list[str]:
        """A paragraph as lines. `start` begins the first; `indent`, or as many spaces, begins the others."""
        following_indent = " " * len(start) if indent is None else indent
        return wrap_text(paragraph, max(self.width, len(start) + NARROWEST), start, following_indent)

    def paragraph(self, sentences: str) -> str:
        """A paragraph as text."""
        return "\n".join(self.wrap(sentences))

    def table(self, rows: Sequence[Sequence[str]], headers: Sequence[str], align: Sequence[str] = ()) -> str:
        """A table whose cells are wrapped, those of the widest column first, until it fits or no column gives way.

        align: of each column "left" or "right", its header's too; all are left by default.
        """
        padded = [header + " " * BESIDE for header in headers]
        columns = [[header, *cells] for header, *cells in zip(padded, *rows, strict=True)]
        widths, least = [max(map(_columns, c)) for c in columns], [max(map(_least, c)) for c in columns]
        while sum(widths) + BESIDE * (len(widths) - 1) > self.width:
            yielding = [(width, k) for k, width in enumerate(widths) if width > max(least[k], NARROWEST)]
            if not yielding:
                break
            widths[max(yielding)[1]] -= 1
        head, *cut = [
            [_cut(cell, width).strip() for cell, width in zip(row, widths, strict=True)]
            for row in [padded, *rows]
        ]
        room = [title if "\n" in title else title + " " * BESIDE for title in head]
        final_widths = [max(map(_columns, column)) for column in zip(room, *cut, strict=True)]
        rule = (" " * BESIDE).join("-" * width for width in final_widths)
        body = [line for row in cut for line in _side_by_side(row, final_widths, align)]
        return "\n".join([*_side_by_side(head, final_widths, align), rule, *body])


def _side_by_side(row: Sequence[str], widths: Sequence[int], align: Sequence[str]) -> Iterator[str]:
    """The lines of a row of a table."""
    for parts in zip_longest(*(cell.split("\n") for cell in row), fillvalue=""):
        fills = [" " * (width - _columns(part)) for part, width in zip(parts, widths, strict=True)]
        filled = zip_longest(parts, fills, align)
        cells = [fill + part if side == "right" else part + fill for part, fill, side in filled]
        yield (" " * BESIDE).join(cells).rstrip()


def _columns(cell: str) -> int:
    """How many columns a cell takes: its longest line, without what colors it."""
    return max(map(len, _PAINTED.sub("", cell).split("\n")))


def _least(cell: str) -> int:
    """How narrow a cell may become: a painted one stays as it is, any other keeps its longest word."""
    return _columns(cell) if _PAINTED.search(cell) else max(map(len, cell.split()), default=0)


def _cut(cell: str, width: int) -> str:
    if _columns(cell) <= width:
        return cell.replace("\N{NO-BREAK SPACE}", " ")
    return "\n".join(line for part in cell.split("\n") for line in wrap_text(part, width) or [""])


def wrap_text(paragraph: str, width: int, start: str = "", indent: str = "") -> list[str]:
    """A paragraph as lines of at most `width` columns, unless one word is wider: no word is broken, nor a `{0, 1}`."""
    joined = re.sub(r"[{\[][\w, ]*[}\]]", lambda found: found[0].replace(" ", "\0"), paragraph)
    lines = textwrap.wrap(
        joined,
        width,
        initial_indent=start,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace("\0", " ").replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def render_paint(painted: str) -> str:
    """A text as a terminal gets it: colored where it was painted, with nothing else that steers it."""
    parts = _PAINTED.split(painted)
    parts[::2] = map(escape_text, parts[::2])
    parts[1::2] = [f"\033[{color}" for color in parts[1::2]]
    return "".join(parts)


class _EscapingStream:
    """A stream that shows what is written to it; all else is the stream's own."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, painted: str) -> int:
        self.stream.write(render_paint(painted))
        return len(painted)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextmanager
def escaping() -> Iterator[None]:
    """Pass all output through `render_paint`, so that no name, path or message of a user steers the terminal."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = _EscapingStream(sys.stdout), _EscapingStream(sys.stderr)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def terminal() -> TextIO:
    """Standard error for a line that moves, which steers the terminal itself."""
    return sys.stderr.stream if isinstance(sys.stderr, _EscapingStream) else sys.stderr


@contextmanager
def colors(choice: str) -> Iterator[None]:
    """While this lasts, color as chosen: one of `COLORS`."""
    before = _color.set(choice)
    try:
        yield
    finally:
        _color.reset(before)


def here() -> Screen:
    """Standard output as it is."""
    return Screen(shutil.get_terminal_size((COLUMNS, 24)).columns, _has_color())


def print_indented(paragraph: str) -> None:
    """Print a paragraph on standard output; its lines after the first are indented."""
    print("\n".join(here().wrap(paragraph, indent="  ")))


def _has_color() -> bool:
    if _color.get() != "auto":
        return _color.get() == "always"
    if not (sys.stdout.isatty() or os.environ.get("FORCE_COLOR")):
        return False
    from rich.console import Console

    console = Console()
    return console.color_system is not None and not console.no_color
