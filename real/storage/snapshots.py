"""Producer snapshots: what a broker knew of each producer at an offset (`ProducerStateManager.writeSnapshot`)."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
from crc32c import crc32c

ENTRY = np.dtype(
    [
        ("producer", ">i8"), ("epoch", ">i2"), ("sequence", ">i4"), ("last", ">i8"), ("delta", ">i4"), ("time", ">i8"),
        ("coordinator_epoch", ">i4"), ("begun", ">i8"),
    ]
)  # fmt: skip
"""A producer: its epoch, its last sequence number and offset, and the first offset of its open transaction or -1."""
LARGEST = 64 << 20
"""Bytes of a snapshot that are read: more than a million producers."""
_HEAD = struct.Struct(">hIi")


def decode(data: bytes) -> np.ndarray[Any, Any]:
    """The producers of a snapshot.

    Raises:
        ValueError: it is not a snapshot, or its checksum differs.
    """
    if len(data) < _HEAD.size:
        raise ValueError(f"{len(data)} bytes are less than its header")
    version, stored, count = _HEAD.unpack_from(data)
    if version != 1:
        raise ValueError(f"it has version {version}, and should have 1")
    if (computed := crc32c(data[6:])) != stored:
        raise ValueError(f"it has the checksum {computed:08x}, not {stored:08x}")
    if count * ENTRY.itemsize != len(data) - _HEAD.size:
        raise ValueError(f"{len(data):,} bytes are not those of {count:,} producers")
    return np.frombuffer(data, ENTRY, offset=_HEAD.size)


def encode(entries: np.ndarray[Any, Any]) -> bytes:
    """The bytes of a snapshot with these producers."""
    body = struct.pack(">i", len(entries)) + entries.astype(ENTRY).tobytes()
    return struct.pack(">hI", 1, crc32c(body)) + body
