"""Regular files, opened so that nothing else with that name can block the reader.

A named pipe would wait for a writer, and a device has no end. Its own module because what a user names and what others
wrote into a directory are read with different messages, but opened alike.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

KINDS = {
    stat.S_IFREG: "a file",
    stat.S_IFDIR: "a directory",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}
"""What a path may lead to, in words."""


class NotRegularError(OSError):
    """The path leads to something that is neither a file nor a directory."""


def open_regular(path: str | Path) -> BinaryIO:
    """The file, opened for reading without a buffer.

    Raises:
        OSError: it can't be opened, or is a directory.
        NotRegularError: it is no regular file.
    """
    _require_regular(Path(path).stat(), path)
    return open(path, "rb", buffering=0, opener=_open_without_waiting)


def _open_without_waiting(name: str, flags: int) -> int:
    """The descriptor of a file that may have become a named pipe since, which must not make it wait."""
    descriptor = os.open(name, flags | os.O_NONBLOCK | os.O_NOCTTY)
    try:
        _require_regular(os.fstat(descriptor), name)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _require_regular(status: os.stat_result, path: str | Path) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(status.st_mode):
        description = KINDS[stat.S_IFMT(status.st_mode)]
        raise NotRegularError(errno.EINVAL, f"this is no regular file, but {description}", str(path))
