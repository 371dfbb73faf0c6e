"""A prefix of an S3 bucket as the place of a work directory, or of a data set, so that no machine needs a mount.

Its own module because it is about the objects alone, whatever they hold. A file is one object, which is there whole or
not at all. What is mapped is a copy: every executor has a folder of them, in Spark's own local folder, with all that
it has read or written; Spark removes that when the executor ends. The executors of the driver's machine have a folder
beside the driver's own.

S3 as pyarrow has it can't write an object only if it is not there. So the lock is an object too (`lock.json`), which
says whose it is: it is written, read again, and looked at before every level is noted.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tidemark.base.errors import UsageError
from tidemark.base.extras import require_libraries
from tidemark.base.files import LARGEST, read_at_most
from tidemark.base.temporary_folders import scratch
from tidemark.checker.engines.store import Folder, Store, scheme
from tidemark.checker.engines.workdir import LOCK

SCHEMES = {"s3", "s3a"}
ENDPOINTS = "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"
REGIONS = "AWS_REGION", "AWS_DEFAULT_REGION"
"""Variables of the environment, of which the first that is set counts."""
CREDENTIALS = "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"
"""Variables that executors are sent, as Spark sends them for its own readers. Without the first each uses its own."""
CONNECT, ANSWER, ATTEMPTS = 5.0, 10.0, 3
"""Seconds until a connection is given up, and an answer without a byte; how often each request is made, at most."""
AT_ONCE = 16
"""Objects that are removed at the same time."""
PIECE = 8 << 20
"""Bytes that are fetched together."""
_PREFIX = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]+(/[^/?#\\]+)+/?")
_REASONS = {
    "NETWORK_CONNECTION": "no answer from {server}",
    "NO_SUCH_BUCKET": "there is no bucket {bucket}",
    "ACCESS_DENIED": "{server} denies access",
    "INVALID_ACCESS_KEY_ID": "{server} does not know the access key",
    "INVALID_CLIENT_TOKEN_ID": "{server} does not know the access key",
    "SIGNATURE_DOES_NOT_MATCH": "{server} does not accept the secret access key",
}
_HELD: set[str] = set()
"""The names of this process's searches that have a lock."""


@contextmanager
def place(word: str | Path | None) -> Iterator[Store]:
    """The place of a name: a prefix of a bucket, or a folder; without a name, a folder that is removed in the end.

    Raises:
        UsageError: it is another address, or a variable of the environment can't be used.
    """
    if word is not None and not scheme(word):
        yield Folder.of(word)
        return
    with scratch() as folder:
        yield Folder.of(folder / "kept") if word is None else Objects.of(str(word), folder)


@dataclass(frozen=True)
class Objects(Store):
    """The objects below a prefix. root: the bucket and the prefix.

    endpoint, region: of the server; empty for those that the AWS client takes by itself.
    search: a name for one use of the place: copies of another one's files are not mistaken for its own.
    credentials: what the variables have; none if the first is not set.
    driver: the scratch folder of the process that began it; None in a task.
    """

    root: str
    endpoint: str
    region: str
    search: str
    credentials: tuple[str, ...] = field(repr=False)
    driver: Path | None = field(default=None, compare=False)

    @classmethod
    def of(cls, address: str, scratch: Path) -> Objects:
        """The place with an address such as `s3://bucket/prefix`, as the variables of the environment say.

        Raises:
            UsageError: it is no such address, a variable can't be used, or pyarrow is missing.
        """
        require_libraries(address, "pyarrow")
        root = address.partition("://")[2]
        is_plain = root.isprintable() and not {".", ".."} & {*root.split("/")}
        if scheme(address) not in SCHEMES or not _PREFIX.fullmatch(root) or not is_plain:
            raise UsageError(
                f"{address} can't be used: write s3://bucket/prefix, or the path of a directory that all executors "
                "see"
            )
        endpoint, region = _variable(*ENDPOINTS), _variable(*REGIONS)
        _require_server(endpoint)
        credentials = tuple(map(_variable, CREDENTIALS)) if _variable(CREDENTIALS[0]) else ()
        return cls(root.rstrip("/"), endpoint, region, os.urandom(6).hex(), credentials, scratch)

    def __reduce__(self) -> tuple[Any, ...]:
        return Objects, (self.root, self.endpoint, self.region, self.search, self.credentials)

    def __str__(self) -> str:
        return f"s3://{self.root}"

    @property
    def scratch(self) -> Path:
        """The driver's folder, or in a task Spark's."""
        return self.driver or Path(os.environ["SPARK_LOCAL_DIRS"].split(",")[0])

    @property
    def _copies(self) -> Path:
        return self.scratch / f"tidemark-{self.search}"

    @property
    def _files(self) -> Any:
        return _server(self.endpoint, self.region, *self.credentials)

    def exists(self) -> bool:
        """Whether an object has the prefix."""
        return bool(self.names())

    def names(self, folder: str = "") -> dict[str, int]:
        """The names of the objects, and of prefixes that end in a slash."""
        from pyarrow.fs import FileSelector, FileType

        root = f"{self.root}/{folder}".rstrip("/")
        sizes = self._files.get_file_info(FileSelector(root, allow_not_found=True))
        if not sizes:  # of a bucket that is not there, too
            bucket = self.root.split("/")[0]
            if self._files.get_file_info(bucket).type == FileType.NotFound:
                raise OSError(_REASONS["NO_SUCH_BUCKET"].format(bucket=bucket))
        return {info.base_name: info.size or 0 for info in sizes}

    def read(self, name: str, largest: int = LARGEST) -> bytes:
        """The content of an object, as it is now."""
        with self._files.open_input_stream(f"{self.root}/{name}", compression=None) as stream:
            content = read_at_most(stream, largest + 1)
        if len(content) > largest:
            raise UsageError(f"{self.path(name)}: this object has more than {largest:,} bytes")
        return content

    def local(self, name: str) -> Path:
        """A copy of an object, which is fetched unless it is here."""
        path = self._copies / name
        if not path.exists():
            with self._files.open_input_stream(f"{self.root}/{name}", compression=None) as stream:
                self._copy(path, iter(lambda: stream.read(PIECE), b""))
        return path

    def _copy(self, path: Path, pieces: Iterable[Any]) -> None:
        part = (
            self._copies / "parts" / os.urandom(6).hex()
        )  # not beside it, where another process may give it up
        for folder in (part.parent, path.parent):
            folder.mkdir(parents=True, exist_ok=True)
        try:
            with part.open("wb") as file:
                for piece in pieces:
                    file.write(piece)
            part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise

    def write(self, name: str, content: Any, durable: bool = False) -> None:  # noqa: ARG002 (S3 loses nothing)
        """Write an object, and keep a copy if there is room."""
        with self._files.open_output_stream(f"{self.root}/{name}", compression=None) as stream:
            stream.write(content)
        if "/" in name:  # of a folder: these never change, and are mapped
            with suppress(OSError):
                self._copy(self._copies / name, [content])

    def remove(self, names: Iterable[str]) -> None:
        """Remove objects, and the copies that this process has."""
        with ThreadPoolExecutor(AT_ONCE) as threads:
            for _ in threads.map(self._remove, names):
                pass

    def _remove(self, name: str) -> None:
        (self._copies / name).unlink(missing_ok=True)
        with suppress(FileNotFoundError):
            self._files.delete_file(f"{self.root}/{name}")

    def remove_folder(self, folder: str) -> None:
        """Remove the objects of a folder, and the copies that this process has."""
        shutil.rmtree(self._copies / folder, ignore_errors=True)
        with suppress(OSError):
            self._files.delete_dir_contents(f"{self.root}/{folder}", missing_dir_ok=True)

    def forget(self, is_stale: Callable[[str], bool]) -> None:
        """Remove copies."""
        for path in self._copies.glob("*/*"):
            if is_stale(str(path.relative_to(self._copies))):
                path.unlink(missing_ok=True)

    @contextmanager
    def hold_lock(self) -> Iterator[None]:
        """Keep other searches out, by an object that says whose the place is."""
        owner = self._owner()
        if owner is not None and not owner.is_over():
            raise self._occupied_error(owner)
        mine = _Owner(
            self.search, socket.gethostname(), _boot(), os.getpid(), _start_time(os.getpid()), _now()
        )
        self.write(LOCK, json.dumps(vars(mine)).encode())
        _HELD.add(self.search)
        try:
            self.require_lock()
            yield
        finally:
            _HELD.discard(self.search)
            with suppress(OSError, UsageError):
                if self._owner() == mine:
                    self._remove(LOCK)

    def require_lock(self) -> None:
        """Read whose the place is."""
        owner = self._owner()
        if owner is None or owner.search != self.search:
            raise self._occupied_error(owner)

    def _owner(self) -> _Owner | None:
        try:
            return _Owner(**json.loads(self.read(LOCK)))
        except FileNotFoundError:
            return None
        except (ValueError, TypeError):
            raise UsageError(
                f"{self.path(LOCK)} is damaged: if no search is at work in {self}, remove it"
            ) from None

    def _occupied_error(self, owner: _Owner | None) -> UsageError:
        if owner is None:
            return UsageError(f"{self.path(LOCK)} was removed while a search was at work in {self}")
        return UsageError(
            f"another search is at work in {self}: process {owner.pid} on {owner.computer}, since {owner.since}; name "
            f"another --workdir, or, if it has ended, remove {self.path(LOCK)}"
        )

    def reason(self, error: Exception) -> str:
        """Why something failed: of S3 in few words; else it is the folder of the copies."""
        message = " ".join(str(error).split())
        match = re.search(r"AWS Error (?:([A-Z_]+)|.*?) during \w+ operation", message)
        server = self.endpoint or "S3"
        if match and (template := _REASONS.get(match[1] or "")):
            details = message.rpartition("Details: ")[2] if "Details: " in message else ""
            reason = template.format(server=server, bucket=self.root.split("/")[0])
            return f"{reason}: {details}" if details else reason
        return (
            f"{error.strerror} in {self.scratch}" if isinstance(error, OSError) and error.errno else message
        )


@dataclass(frozen=True)
class _Owner:
    """Whose a place is. boot, started: what tells a process of this number from those before it and after it."""

    search: str
    computer: str
    boot: str
    pid: int
    started: str
    since: str

    def is_over(self) -> bool:
        """Whether its process is known to have ended, or to have given up the place."""
        if self.boot != _boot():
            return False
        is_this_process = self.pid == os.getpid()
        return _start_time(self.pid) != self.started or (is_this_process and self.search not in _HELD)


def _boot() -> str:
    """This machine since its last start, and which numbers of processes are seen here."""
    boot, numbers = Path("/proc/sys/kernel/random/boot_id"), Path("/proc/self/ns/pid")
    return f"{boot.read_text().strip()} {numbers.readlink()}"


def _start_time(pid: int) -> str:
    """When a process began, as the system counts; empty if there is none."""
    with suppress(OSError, IndexError):
        return Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()[19]
    return ""


def _now() -> str:
    return datetime.now(UTC).isoformat(" ", "seconds")


def _variable(*names: str) -> str:
    """The first of some variables that is set; empty if none is."""
    return next((os.environ[name] for name in names if os.environ.get(name)), "")


def _require_server(endpoint: str) -> None:
    """Refuse an address that is no server's."""
    with suppress(ValueError):
        parts = urlsplit(endpoint)
        if not endpoint or (
            parts.scheme in {"http", "https"}
            and parts.hostname
            and parts.port != 0
            and parts.username is None
            and parts.path in {"", "/"}
        ):
            return
    raise UsageError(f"{' or '.join(ENDPOINTS)} is {endpoint}: write https://host:port")


@cache
def _server(endpoint: str, region: str, key: str = "", secret: str = "", token: str = "") -> Any:
    """The client of a server, one in each process: it has threads, which no fork may copy."""
    from pyarrow.fs import AwsStandardS3RetryStrategy, S3FileSystem

    parts = urlsplit(endpoint)
    try:
        return S3FileSystem(
            access_key=key or None,
            secret_key=secret or None,
            session_token=token or None,
            region=region or None,
            scheme=parts.scheme or "https",
            endpoint_override=parts.netloc or None,
            connect_timeout=CONNECT,
            request_timeout=ANSWER,
            retry_strategy=AwsStandardS3RetryStrategy(max_attempts=ATTEMPTS),
            allow_delayed_open=True,
        )
    except ValueError as error:
        raise UsageError(f"no client of S3 can be made of the variables AWS_…: {error}") from error
