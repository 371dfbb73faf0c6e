"""What one task reads: a log, or a part of one that can be divided, which are lines of JSON or logfmt, and Parquet.

A line belongs to the part that has its first byte. How many lines come before a part is counted by tasks too.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from io import BufferedReader
from itertools import accumulate
from pathlib import Path

from tidemark.checker.validation import tables
from tidemark.checker.validation.loading import LONGEST, decode_lines, event_of, events_of, lines_of, open_log
from tidemark.checker.validation.readers import read_logfmt, read_ndjson, reader_for
from tidemark.spec.logs.events import LogEvent
from tidemark.spec.logs.maps import EventMap

SIZE = 32 << 20
"""Bytes of a part."""
READ = 1 << 20


@dataclass(frozen=True)
class Piece:
    """Bytes from `begin` up to `end` of a file, or a row group of a Parquet file. before: lines or rows before it.

    place: where the file is, from wherever it is read. is_part: whether the file has others.
    """

    path: str
    place: str
    begin: int = 0
    end: int = 0
    before: int = 0
    group: int | None = None
    is_part: bool = False


def pieces(map: EventMap, paths: Sequence[str], size: int = SIZE) -> list[Piece]:
    """The pieces of these files, in order. Those of a file that is divided by lines are not numbered yet.

    Raises:
        UsageError: a file can't be read, or its format is not known.
    """
    divided: list[Piece] = []
    for path in paths:
        absolute = str(Path(path).absolute())
        with open_log(path) as file:
            if tables.is_table(path):
                *firsts, _ = accumulate(tables.row_groups(path, file), initial=0)
                divided += [Piece(path, absolute, before=n, group=k) for k, n in enumerate(firsts)]
                continue
            whole = os.fstat(file.fileno()).st_size
        is_lines = reader_for(map.reader, path) in (read_ndjson, read_logfmt)
        if not is_lines or whole <= size:
            divided.append(Piece(path, absolute, 0, whole))
            continue
        divided += [
            Piece(path, absolute, at, min(at + size, whole), is_part=True) for at in range(0, whole, size)
        ]
    return divided


def lines_in(piece: Piece) -> int:
    """How many lines begin in a part.

    Raises:
        UsageError: it can't be read.
    """
    at = max(0, piece.begin - 1)  # a line begins behind the end of the one before
    remaining, count = piece.end - 1 - at, int(not piece.begin)
    with open_log(piece.path, piece.place) as file:
        file.seek(at)
        while remaining > 0 and (data := file.read(min(READ, remaining))):
            count += data.count(b"\n")
            remaining -= len(data)
    return count


def number_pieces(all_pieces: Sequence[Piece], counts: Sequence[int]) -> list[Piece]:
    """The pieces with the number of lines before each, from how many begin in each part."""
    renumbered: list[Piece] = []
    before = 0
    for piece, count in zip(all_pieces, counts, strict=True):
        before = 0 if not piece.begin else before
        renumbered.append(replace(piece, before=before) if piece.is_part else piece)
        before += count
    return renumbered


def events_in(map: EventMap, piece: Piece) -> Iterator[LogEvent]:
    """The events of a piece.

    Raises:
        UsageError: as `read_log`, with the same line.
    """
    with open_log(piece.path, piece.place) as file:
        if piece.group is not None:
            for row in tables.read_rows(piece.path, file, piece.group, piece.before):
                yield event_of(map, piece.path, row)
            return
        lines = _lines(file, piece) if piece.is_part else lines_of(file)
        yield from events_of(map, piece.path, decode_lines(piece.path, lines, piece.before), piece.before)


def _lines(file: BufferedReader, piece: Piece) -> Iterator[bytes]:
    """The lines that begin in a part of a file."""
    at = piece.begin
    if at:
        file.seek(at - 1)
        at -= 1
        while at < piece.end and (line := file.readline(READ)):  # it began before
            at += len(line)
            if line.endswith(b"\n"):
                break
    while at < piece.end and (line := file.readline(LONGEST + 1)):
        at += len(line)
        yield line
