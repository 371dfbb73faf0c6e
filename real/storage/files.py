"""Reads files that others wrote: only regular ones, and no more of each than its format allows."""

from __future__ import annotations

import os
from pathlib import Path

from tidemark.base.regular_files import open_regular

LARGEST = 2**31 - 1
"""Bytes that a segment's `.log` or one of its indexes may have: Kafka counts them in 32 bits."""
TEXT = 64 << 20
"""Bytes of a checkpoint that are read: about a million partitions."""
PROPERTIES = 64 << 10
"""Bytes of a file of properties that are read."""
PIECE = 1 << 20


def read_bytes(path: Path, most: int) -> bytes:
    """All bytes of a small file.

    Raises:
        OSError: it can't be opened, or is no regular file.
        ValueError: it has more than `most` bytes.
    """
    with open_regular(path) as file:
        size = os.fstat(file.fileno()).st_size
        data = file.read(most + 1) if size <= most else b""
    if size > most or len(data) > most:
        raise ValueError(f"it is {max(size, len(data)):,} bytes long: {most:,} are the most that is read")
    return data


def read_text(path: Path, most: int) -> str:
    """A small text file, with marks where it is not UTF-8.

    Raises:
        OSError: it can't be opened, or is no regular file.
        ValueError: it has more than `most` bytes.
    """
    return read_bytes(path, most).decode("utf-8", "replace")


def is_zero(piece: bytes) -> bool:
    """Whether all bytes are zero."""
    return piece.count(0) == len(piece)


def read_start(path: Path, most: int) -> tuple[bytes, int, bool]:
    """The first bytes of a file, its size, and whether something but zeros follows them.

    Raises:
        OSError: it can't be opened, or is no regular file.
    """
    with open_regular(path) as file:
        size = os.fstat(file.fileno()).st_size
        data = file.read(min(most, size))
        remaining = size - len(data) if size <= LARGEST else 0
        while remaining > 0 and (piece := file.read(min(PIECE, remaining))):
            if not is_zero(piece):
                return data, size, True
            remaining -= len(piece)
    return data, size, size > LARGEST
