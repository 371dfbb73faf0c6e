"""The cache of compiled objects: the machine code of machines' texts, kept from one process to the next.

A module of its own because what is read here is executed. An entry is a file of `tidemark` below the user's cache
directory. It is loaded only if

- directory and file belong to this user, nobody else may write to them, and the file is a regular one, no link;
- its seal fits: a keyed hash (BLAKE2b, 256 bits) of the machine code and of all that it was made from, which is the
  text, the processor with its features, and the versions of llvmlite, of LLVM and of `FORMAT`. The key is random, and
  is kept beside the entries in a file that only this user may read.

If any of this fails, the machine is compiled again, one line on standard error says why, and the entry is replaced.
A directory that can't be used at all, such as one that `sudo` has left, is done without: one line says so.

This protects from damage of every kind, from an object of another machine under this name, and from objects that
somebody else made: in a shared directory, by a link, in an archive without the key, under `sudo`. It does not protect
from anyone who can read the key: a process of this user, or of root, could change the program itself.

Any number of processes may use it at once: a file appears whole, by its renaming, and is removed whole. If the cache
can't be written, the engine works without it, since it only saves time.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import multiprocessing
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tidemark.base.cache_directory import cache_directory

FORMAT = "2"
"""The version of the entries, and of how a text is compiled: with another one, no older entry is used."""
LARGEST = 64 << 20
"""Bytes of an entry; none comes near it."""
MOST_BYTES = 64 << 20
"""What all entries may take on the disk: some three thousand. Those used longest ago are removed first."""
TRIMMED_BY = 16
"""One in this many entries trims the cache when it is kept: to look at them all each time costs more than it saves."""
OLDEST = 90 * 86400.0
"""Seconds after which an entry that nobody used is removed."""
USE_NOTED = 86400.0
"""Seconds between two notes that an entry was used."""
UNFINISHED = 3600.0
"""Seconds after which a file that was never finished is removed: its writer was killed."""

_MAGIC = b"tidemark object\n"
_SEAL = 32
_KEY = "key"
_ENTRY = re.compile(r"[0-9a-f]{32}\.o")
_PART = re.compile(r"\.(key|[0-9a-f]{32}\.o)\.[0-9a-f]{16}\.part")
_WRITE_OF_OTHERS = 0o022


class CacheProblem(Exception):
    """Why the cache, or a file of it, is not to be used."""


class NoCache(CacheProblem):
    """Why nothing can be read from the directory, or written to it."""


@dataclass(frozen=True)
class CachedObject:
    """A compiled object: its file's name, how many bytes it takes, and when it was last used (seconds of the epoch)."""

    name: str
    size: int
    used: float


def identity(*made_from: str) -> bytes:
    """What tells an object from those that were made from anything else."""
    digest = hashlib.blake2b(digest_size=_SEAL)
    for part in (FORMAT, *made_from):
        data = part.encode()
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.digest()


def directory() -> Path | None:
    """Where compiled objects are kept; None for a user without a home."""
    return cache_directory()


def load_or_compile(made_from: bytes, compile: Callable[[], bytes]) -> bytes:
    """The machine code of that identity, from the user's cache, or compiled and kept there."""
    path = directory()
    if path is None:
        return compile()
    objects = ObjectCache(path)
    code = objects.load(made_from)
    if code is None:
        code = compile()
        objects.keep(made_from, code)
    return code


def keep(made_from: bytes, code: bytes) -> None:
    """Keep machine code of that identity in the user's cache."""
    if path := directory():
        ObjectCache(path).keep(made_from, code)


def is_kept(made_from: bytes) -> bool:
    """Whether the user's cache has something of that identity, to be trusted or not."""
    path = directory()
    return path is not None and ObjectCache(path).has(made_from)


def warn() -> None:
    """Say if the user's cache can't be used: for a program whose other processes use it, and say nothing of that."""
    if path := directory():
        with _warn_of_problems(), suppress(FileNotFoundError), ObjectCache(path).open_directory():
            pass


_reported: set[str] = set()
"""What was said of directories: once is enough."""


@contextmanager
def _warn_of_problems() -> Iterator[None]:
    """Work without the directory where it can't be used."""
    try:
        yield
    except NoCache as problem:
        if str(problem) not in _reported and multiprocessing.parent_process() is None:
            _reported.add(str(problem))
            print(f"tidemark: {problem}: machines are compiled without it", file=sys.stderr)


class ObjectCache:
    """The compiled objects in a directory, by the identity of what they were made from."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def load(self, made_from: bytes) -> bytes | None:
        """The machine code; None where there is none, and where it can't be trusted, which a line says."""
        with _warn_of_problems():
            try:
                with self.open_directory() as descriptor:
                    content = _read(descriptor, self.file(made_from))
                    return _unseal(content, self.file(made_from), made_from, _key(descriptor, self.path))
            except FileNotFoundError:
                return None
            except NoCache:
                raise
            except CacheProblem as problem:
                reason = str(problem)
            except OSError as error:
                reason = f"{self.file(made_from)} can't be read ({error.strerror})"
            print(f"tidemark: {reason}: the machine is compiled again", file=sys.stderr)
        return None

    def has(self, made_from: bytes) -> bool:
        """Whether there is an entry of that identity, to be trusted or not."""
        with suppress(OSError, CacheProblem), self.open_directory() as descriptor:
            os.stat(self.file(made_from).name, dir_fd=descriptor, follow_symlinks=False)
            return True
        return False

    def keep(self, made_from: bytes, code: bytes) -> None:
        """Keep machine code, and now and then remove what is too old or too much."""
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            with self.open_directory(mend=True) as descriptor:
                sealed = _MAGIC + _seal(code, made_from, _lasting_key(descriptor, self.path)) + code
                _write(descriptor, self.file(made_from).name, sealed)
                if made_from[0] % TRIMMED_BY == 0:
                    _trim(descriptor)
        except (OSError, CacheProblem, MemoryError):  # it can be made again
            return

    def entries(self) -> list[CachedObject]:
        """The objects that are kept, those used last first.

        Raises:
            CacheProblem: the cache is not used.
        """
        return self._with_directory("read", _entries)

    def clear(self) -> list[CachedObject]:
        """Remove the objects, and nothing else that lies there. Gives those that were removed.

        Raises:
            CacheProblem: it can't be done.
        """
        return self._with_directory("cleared", _clear, mend=True)

    def _with_directory(
        self, done: str, work: Callable[[int], list[CachedObject]], mend: bool = False
    ) -> list[CachedObject]:
        """The result of work in the directory; an empty list if the directory is missing."""
        try:
            with self.open_directory(mend) as descriptor:
                return work(descriptor)
        except FileNotFoundError:
            return []
        except OSError as error:
            raise CacheProblem(f"the cache {self.path} can't be {done} ({error.strerror})") from error

    def file(self, made_from: bytes) -> Path:
        """Where the object of that identity is, if it is kept."""
        return self.path / f"{made_from.hex()[:32]}.o"

    @contextmanager
    def open_directory(self, mend: bool = False) -> Iterator[int]:
        """The directory as a descriptor, so that all work is done in the one that was checked.

        If others can write to this user's directory: close it to them if `mend` is given, else refuse it.

        Raises:
            NoCache: it can't be opened, or belongs to another user.
            CacheProblem: others can write to it.
            FileNotFoundError: it is not there.
        """
        try:
            descriptor = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except FileNotFoundError:
            raise
        except OSError as error:
            raise NoCache(f"the cache {self.path} can't be used ({error.strerror})") from None
        try:
            about = os.fstat(descriptor)
            if about.st_uid != os.geteuid():
                raise NoCache(f"the cache {self.path} belongs to another user")
            if about.st_mode & _WRITE_OF_OTHERS:
                if not mend:
                    raise CacheProblem(f"others can write to the cache {self.path}")
                os.fchmod(descriptor, 0o700)
            yield descriptor
        finally:
            os.close(descriptor)


def _read(descriptor: int, path: Path, forbidden: int = _WRITE_OF_OTHERS) -> bytes:
    """The content of a file of this user. `forbidden` are the bits that its mode may not have."""
    try:
        # A named pipe must not make it wait.
        file = os.open(
            path.name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=descriptor
        )
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise CacheProblem(f"{path} is a link") from None
        raise
    try:
        about = os.fstat(file)
        if not stat.S_ISREG(about.st_mode):
            raise CacheProblem(f"{path} is no file")
        if about.st_uid != os.geteuid():
            raise CacheProblem(f"{path} belongs to another user")
        if about.st_mode & forbidden:
            raise CacheProblem(f"{path} is open to other users")
        if about.st_size > LARGEST:
            raise CacheProblem(f"{path} is too large")
        if time.time() - about.st_mtime > USE_NOTED:
            with suppress(OSError):
                os.utime(file)
        with os.fdopen(file, "rb", closefd=False) as opened:
            return opened.read(about.st_size)
    finally:
        os.close(file)


def _seal(code: bytes, made_from: bytes, key: bytes) -> bytes:
    return hashlib.blake2b(made_from + code, key=key, digest_size=_SEAL).digest()


def _unseal(content: bytes, path: Path, made_from: bytes, key: bytes) -> bytes:
    """The machine code in an entry."""
    begin = len(_MAGIC) + _SEAL
    head, code = content[:begin], content[begin:]
    if head != _MAGIC + _seal(code, made_from, key):
        raise CacheProblem(f"{path} is damaged, or was not made by this user here")
    return code


def _key(descriptor: int, path: Path) -> bytes:
    """The key of the seals."""
    try:
        key = _read(descriptor, path / _KEY, forbidden=0o077)
    except FileNotFoundError:
        raise CacheProblem(f"the cache {path} has lost its key") from None
    if len(key) != _SEAL:
        raise CacheProblem(f"{path / _KEY} is damaged")
    return key


def _lasting_key(descriptor: int, path: Path) -> bytes:
    """The key, which is made where there is none that can be used."""
    with suppress(CacheProblem, PermissionError):
        return _key(descriptor, path)
    with suppress(OSError):
        fcntl.flock(
            descriptor, fcntl.LOCK_EX
        )  # of several processes one makes it; closing the directory unlocks it
    try:
        return _key(descriptor, path)
    except (CacheProblem, PermissionError):
        _write(descriptor, _KEY, os.urandom(_SEAL))
    return _key(descriptor, path)


def _write(descriptor: int, name: str, content: bytes) -> None:
    """Write a file whole or not at all."""
    part = f".{name}.{os.urandom(8).hex()}.part"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        with os.fdopen(os.open(part, flags, 0o600, dir_fd=descriptor), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.rename(part, name, src_dir_fd=descriptor, dst_dir_fd=descriptor)
    except BaseException:
        _remove(descriptor, part)
        raise


def _remove(descriptor: int, name: str) -> bool:
    """Whether it was removed: another process may have been first."""
    try:
        os.unlink(name, dir_fd=descriptor)
    except OSError:
        return False
    return True


def _files(descriptor: int, pattern: re.Pattern[str]) -> Iterator[tuple[str, os.stat_result]]:
    """This user's files whose whole names fit the pattern."""
    for name in os.listdir(descriptor):
        if pattern.fullmatch(name):
            with suppress(FileNotFoundError):
                about = os.stat(name, dir_fd=descriptor, follow_symlinks=False)
                if stat.S_ISREG(about.st_mode) and about.st_uid == os.geteuid():
                    yield name, about


def _entries(descriptor: int) -> list[CachedObject]:
    entries = [
        CachedObject(name, 512 * about.st_blocks, about.st_mtime)
        for name, about in _files(descriptor, _ENTRY)
    ]
    return sorted(entries, key=lambda entry: entry.used, reverse=True)


def _trim(descriptor: int) -> None:
    """Remove the entries that nobody used for long, or that are too much, and what killed writers have left."""
    total, now = 0, time.time()
    for entry in _entries(descriptor):
        total += entry.size
        if total > MOST_BYTES or now - entry.used > OLDEST:
            _remove(descriptor, entry.name)
    _remove_parts(descriptor, UNFINISHED)


def _clear(descriptor: int) -> list[CachedObject]:
    _remove_parts(descriptor, older_than=0.0)
    return [entry for entry in _entries(descriptor) if _remove(descriptor, entry.name)]


def _remove_parts(descriptor: int, older_than: float) -> None:
    for name, about in _files(descriptor, _PART):
        if time.time() - about.st_mtime >= older_than:
            _remove(descriptor, name)
