"""Files that a user names: read where they are regular and not too large, written whole or not at all.

Its own module because all rooms read and write such files. What has the name may be anything: a directory, a named pipe
that nobody writes to, a device without an end, a link to itself.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from pathlib import Path
from typing import Any, Protocol

from tidemark.base.errors import UsageError
from tidemark.base.regular_files import KINDS, NotRegularError, open_regular

LARGEST = 64 << 20
"""The most bytes of a JSON file. A trace of a thousand states has about a megabyte."""
LARGEST_WRITTEN = 4 << 20
"""The most bytes of a file that a person writes, as Python or as TOML."""
PIECE = 1 << 20
"""Bytes that are read at once."""


class Readable(Protocol):
    """What bytes are read from."""

    def read(self, size: int, /) -> bytes:
        """The next bytes, at most `size`; none at the end."""


def kind(path: str | Path) -> str:
    """What is there, in words; empty where nothing is."""
    try:
        return KINDS[stat.S_IFMT(Path(path).stat().st_mode)]
    except OSError as error:
        if error.errno == errno.ELOOP:
            return "a link that leads back to itself"
        return "a link to nothing" if os.path.lexists(path) else ""


def lock_directory(directory: Path, complaint: str) -> int:
    """Lock a directory, which is made unless it is there; the lock is a descriptor, and holds until it is closed.

    Raises:
        OSError: it can't be made or opened.
        UsageError: another one holds it, as the message `complaint` says.
    """
    directory.mkdir(parents=True, exist_ok=True)
    lock = os.open(directory, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise UsageError(complaint) from None
    return lock


def require_none(word: str, noun: str) -> None:
    """Refuse a word that is not a name of `noun`, if a file or directory has that name: its author meant that one.

    Raises:
        UsageError: the message says what is there.
    """
    if word and (occupant := kind(word)):
        raise UsageError(f"{word} is {occupant}, and no {noun}")


def read_bytes(path: str | Path, noun: str, largest: int = LARGEST) -> bytes:
    """The content of a file. `noun` says in a message what the file should be.

    Raises:
        UsageError: the file can't be read, is no regular one, or is too large.
    """
    try:
        with open_regular(path) as file:
            size = os.fstat(file.fileno()).st_size
            content = read_at_most(file, largest + 1) if size <= largest else b""
            size = max(size, len(content))
    except NotRegularError as error:
        raise UsageError(f"{path}: {error.strerror}: copy what it gives to one") from None
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    if size > largest:
        raise UsageError(f"{path}: this file has {size:,} bytes, and a {noun} at most {largest:,}")
    return content


def read_at_most(stream: Readable, most: int) -> bytes:
    """What a stream still has, but no more than `most` bytes. Memory is taken only for what there is."""
    parts: list[bytes] = []
    while most and (part := stream.read(min(most, PIECE))):
        parts.append(part)
        most -= len(part)
    return b"".join(parts)


def read_text(path: str | Path, noun: str, largest: int = LARGEST) -> str:
    """The text of a file, as for `read_bytes`.

    Raises:
        UsageError: it can't be read, or is no text.
    """
    try:
        return read_bytes(path, noun, largest).decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: byte {error.start} is not UTF-8") from None


def why_unread(error: Exception) -> str:
    """Why a text is no JSON or TOML: where a number is too long, Python names one of its settings."""
    return "a number has thousands of digits" if "int_max_str_digits" in str(error) else str(error)


def read_toml(path: str | Path, noun: str) -> dict[str, Any]:
    """The data of a TOML file.

    Raises:
        UsageError: it can't be read, or is not TOML.
    """
    import tomllib  # few commands read any

    document = read_text(path, noun, LARGEST_WRITTEN)
    try:
        return tomllib.loads(document)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is not TOML: {why_unread(error)}") from None


def write_text(document: str, path: str | Path) -> None:
    """Write a file of text, and the folders above it. Where that fails, what was there before stays.

    Raises:
        UsageError: it can't be written.
    """
    content = document.encode("utf-8", "backslashreplace")  # of a path that is not UTF-8
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        if _is_kept_whole(Path(path)):
            _replace(Path(os.path.realpath(path)), content)
        else:
            Path(path).write_bytes(content)
    except (FileExistsError, NotADirectoryError):
        raise UsageError(f"{path}: a folder in this path is a file") from None
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None


def _is_kept_whole(path: Path) -> bool:
    """Whether another file may take its place: no pipe, no device, and no name of a descriptor that is open."""
    named = path.readlink() if path.is_symlink() else path
    if str(named).startswith("/proc/") or os.path.realpath(path.parent).startswith("/proc/"):
        return False
    return kind(path) in ("a file", "a link to nothing", "")


def _replace(path: Path, content: bytes) -> None:
    """Write beside a file, and give it its name."""
    before = path.stat().st_mode if path.exists() else None
    if before is not None and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    part = path.with_name(f".tidemark-{os.urandom(8).hex()}.part")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    except PermissionError:
        if before is None:
            raise
        path.write_bytes(content)  # the file is the user's to write, the directory is not
        return
    try:
        with open(descriptor, "wb") as file:  # noqa: PTH123  # a descriptor, no path
            if before is not None:
                os.fchmod(descriptor, stat.S_IMODE(before))
            file.write(content)
        part.rename(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
