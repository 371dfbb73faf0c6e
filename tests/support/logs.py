"""Batches as a broker writes them, small files beside them, and the real log directories of tests/data."""

from __future__ import annotations

import struct
import tarfile
from collections.abc import Sequence
from pathlib import Path

from crc32c import crc32c

from tidemark.real.storage.batches import End, walk

ARCHIVES = Path(__file__).parents[1] / "data"
DATA = ARCHIVES / "logs"
RELEASES = sorted(path.name.removesuffix(".tar.xz") for path in DATA.glob("*.tar.xz"))


def unpack(release: str, directory: Path) -> list[Path]:
    """The data directories that brokers of a release left, in the order of their ids."""
    return unpack_archive(f"logs/{release}", directory)


def unpack_archive(name: str, directory: Path) -> list[Path]:
    """The directories in an archive of tests/data, in the order of their names."""
    path = ARCHIVES / f"{name}.tar.xz"
    with tarfile.open(path) as archive:
        # before Python 3.11.4 there are no filters
        archive.extractall(directory, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
    return sorted((directory / path.name.removesuffix(".tar.xz")).iterdir())


def varint(value: int) -> bytes:
    value, found = (value << 1) ^ (value >> 63), b""
    while value > 0x7F:
        found += bytes([value & 0x7F | 0x80])
        value >>= 7
    return found + bytes([value])


def batch(
    first: int,
    epoch: int,
    pairs: Sequence[tuple[bytes, bytes | None]],
    time: int = 0,
    producer: tuple[int, int, int] = (-1, -1, -1),
    attributes: int = 0,
) -> bytes:
    """A batch of format 2, not compressed. producer: its id, its epoch, its first sequence number."""
    body = b""
    for delta, (key, value) in enumerate(pairs):
        record = (
            b"\0"
            + varint(0)
            + varint(delta)
            + varint(len(key))
            + key
            + (varint(-1) if value is None else varint(len(value)) + value)
            + varint(0)
        )
        body += varint(len(record)) + record
    numbers = (attributes, len(pairs) - 1, time, time, *producer, len(pairs))
    checked = struct.pack(">hiqqqhii", *numbers) + body
    return struct.pack(">qiibI", first, len(checked) + 9, epoch, 2, crc32c(checked)) + checked


def resealed(raw: bytes) -> bytes:
    """A batch with the checksum that its bytes want."""
    return raw[:17] + struct.pack(">I", crc32c(raw[21:])) + raw[21:]


def split(path: Path) -> list[bytes]:
    """The batches of a `.log` file."""
    data = path.read_bytes()
    with path.open("rb") as file:
        rows = [row for found in walk(file, len(data)) if not isinstance(found, End) for row in found]
    return [data[row["position"] : row["position"] + row["size"]] for row in rows]
