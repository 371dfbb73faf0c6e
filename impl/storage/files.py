"""Files that others wrote, opened so that nothing in a directory can stop its reader.

Only regular files are opened: a pipe would wait for a writer, and a device has no end. Of a file no more is read than
its format allows.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

LARGEST = 2**31 - 1
"""Bytes that a segment's `.log` or one of its indexes may have: Kafka counts them in 32 bits."""
TEXT = 64 << 20
"""Bytes of a checkpoint that are read: about a million partitions."""
PROPERTIES = 64 << 10
"""Bytes of a file of properties that are read."""
PIECE = 1 << 20
_NAMES = {
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def open_regular(path: Path) -> BinaryIO:
    """The file, opened for reading without a buffer.

    Raises:
        OSError: it can't be opened, or is no regular file.
    """
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, f"it is {_NAMES[stat.S_IFMT(mode)]}, and no regular file", str(path))
    return open(path, "rb", buffering=0, opener=_without_waiting)


def _without_waiting(name: str, flags: int) -> int:
    return os.open(name, flags | os.O_NONBLOCK)  # it may have become a pipe


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
        left = size - len(data) if size <= LARGEST else 0
        while left > 0 and (piece := file.read(min(PIECE, left))):
            if not is_zero(piece):
                return data, size, True
            left -= len(piece)
    return data, size, size > LARGEST
