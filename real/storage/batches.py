"""A `.log` file as batches of records, in message formats 0, 1 and 2, read in pieces of a fixed size.

Format 2 is `DefaultRecordBatch` of Kafka's clients, formats 0 and 1 are `LegacyRecord`; there a compressed message
wraps others. In every format the magic byte is the 17th, so that one walk reads them all. A batch's checksum covers
what the broker never changes: the leader epoch and the first offset lie outside it (KIP-98).
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np
from crc32c import crc32c

from tidemark.real.storage import codecs, files

Rows = np.ndarray[Any, Any]
"""A structured array: batches as rows of `COLUMNS`, or what was worked out of them."""
PIECE = 4 << 20
"""Bytes that are read at a time."""
OVERHEAD = 12
"""Bytes of a batch that its length does not count: the offset and the length."""
MAGIC_END = 17
SHORTEST = {0: 14, 1: 22, 2: 49}
"""For each format the least length that a batch may give."""
NO_EPOCH = -1
CODEC, APPEND_TIME, TRANSACTIONAL, CONTROL = 0x07, 0x08, 0x10, 0x20
"""Masks of a batch's attributes: its compression, whether its time is the broker's, whether it is part of a
transaction, and whether it is the mark of its end.
"""
NO_MARK, ABORT, COMMIT = -1, 0, 1
"""What a batch says of the transaction of its producer (`ControlRecordType`)."""
NO_PRODUCER = (-1, -1, -1, NO_MARK)

V2 = np.dtype(
    [
        ("base", ">i8"), ("length", ">i4"), ("epoch", ">i4"), ("magic", "i1"), ("crc", ">u4"), ("attributes", ">i2"),
        ("last_delta", ">i4"), ("first_time", ">i8"), ("max_time", ">i8"), ("producer", ">i8"),
        ("producer_epoch", ">i2"), ("sequence", ">i4"), ("count", ">i4"), ("body", "V18"),
    ]
)  # fmt: skip
"""The header of a batch of format 2, 61 bytes, and what follows it as far as the type of a control record."""

COLUMNS = np.dtype(
    [
        ("position", "i8"), ("size", "i8"), ("magic", "i1"), ("first", "i8"), ("last", "i8"), ("epoch", "i4"),
        ("crc", "u4"), ("computed", "u4"), ("attributes", "i2"), ("max_time", "i8"), ("count", "i8"),
        ("producer", "i8"), ("producer_epoch", "i2"), ("sequence", "i4"), ("mark", "i2"),
    ]
)  # fmt: skip
"""What is known of each batch: where it is, its first and last offset, the checksum that it has and that it should, its
producer's id, epoch and first sequence number, or -1, and how it ends a transaction."""

_KEPT = ("magic", "epoch", "crc", "attributes", "max_time", "count", "producer", "producer_epoch", "sequence")
_HEAD = struct.Struct(">iIB")
_LENGTH = struct.Struct(">qi")


@dataclass(frozen=True)
class End:
    """Where the walk along a file ended, and why.

    reason: `end` at the end of the last batch, `torn` where the file ends within a batch, `zeros` where only zeros
    follow, `unreadable` where no batch begins.
    """

    position: int
    reason: str


def walk(file: BinaryIO, size: int, position: int = 0, checked: bool = True) -> Iterator[Rows | End]:
    """The batches of a file up to `size` bytes, from the position of a batch on: arrays of `COLUMNS`, then one `End`.

    checked: whether checksums are computed; without, `computed` is 0.
    """
    reader = _BatchReader(file, size, position)
    while True:
        piece = reader.batches(checked)
        if len(piece):
            yield piece
        elif reader.end:
            yield reader.end
            return


def batches_in(file: BinaryIO, size: int, position: int = 0, checked: bool = False) -> Iterator[Rows]:
    """The batches that `walk` finds, without the reason for its end."""
    for piece in walk(file, size, position, checked):
        if isinstance(piece, End):
            return
        yield piece


class _BatchReader:
    """The pieces of a file, each cut where a batch ends."""

    def __init__(self, file: BinaryIO, size: int, position: int) -> None:
        self.file, self.size = file, size
        self.start = position  # where in the file the buffer begins
        self.buffer = bytearray(min(PIECE, max(size - position, 64)))
        self.filled = 0
        self.end: End | None = None
        file.seek(position)

    def batches(self, checked: bool) -> Rows:
        """The batches of the next piece; none at the end."""
        if self.end:
            return np.empty(0, COLUMNS)
        with memoryview(self.buffer) as view:
            self._fill(view)
            position, heads, old = self._walk(view, checked)
            if not heads and not old and not self.end:
                old.append(self._large(view, checked))
                position = self.filled
            remaining = self.filled - position
            view[:remaining] = bytes(view[position : self.filled])
        self.start, self.filled = self.start + position, remaining
        return _columns(heads, self._positions, self._computed) if heads else np.array(old, COLUMNS)

    def _fill(self, view: memoryview) -> None:
        length = min(len(view), self.size - self.start)
        while self.filled < length:
            got = self.file.readinto(view[self.filled : length])  # type: ignore[attr-defined]
            if not got:
                self.size = self.start + self.filled  # the file became shorter
                break
            self.filled += got
        os.posix_fadvise(self.file.fileno(), self.start + self.filled, 2 * PIECE, os.POSIX_FADV_WILLNEED)

    def _walk(self, view: memoryview, checked: bool) -> tuple[int, bytearray, list[Any]]:
        """The headers of the batches that the buffer has whole; all of format 2, or all of another."""
        position, filled, unpack = 0, self.filled, _HEAD.unpack_from
        heads, old = bytearray(), list[Any]()
        self._positions, self._computed = positions, computed = list[int](), list[int]()
        while position + MAGIC_END <= filled:
            length, stored, magic = unpack(view, position + 8)
            end = position + OVERHEAD + length
            if magic == 2 and length >= 49:
                if end > filled or old:
                    break
                heads += view[position : position + V2.itemsize]
                positions.append(position + self.start)
                if checked:
                    computed.append(crc32c(view[position + 21 : end]))
            elif magic < 2 and length >= SHORTEST[magic]:
                if end > filled or heads:
                    break
                old.append(_old(view[position:end], position + self.start, stored, checked))
            else:
                if not heads and not old:
                    self.end = self._no_batch(view, position)
                break
            position = end
        if not heads and not old and not self.end:
            self.end = self._no_more(view)
        heads += bytes(-len(heads) % V2.itemsize)  # the last one may be shorter, and end with the buffer
        return position, heads, old

    def _no_more(self, view: memoryview) -> End | None:
        """The end, where no batch is left that the file has whole."""
        if self.filled < MAGIC_END:
            if files.is_zero(bytes(view[: self.filled])):
                return End(self.start, "zeros" if self.filled else "end")
            return End(self.start, "torn")
        length, _, _ = _HEAD.unpack_from(view, 8)
        return End(self.start, "torn") if self.start + OVERHEAD + length > self.size else None

    def _no_batch(self, view: memoryview, position: int) -> End:
        zero = files.is_zero(bytes(view[position : self.filled]))
        remaining = self.size - self.start - self.filled
        while zero and remaining > 0:
            piece = self.file.read(min(remaining, PIECE))
            zero, remaining = files.is_zero(piece) and bool(piece), remaining - len(piece)
        return End(self.start + position, "zeros" if zero else "unreadable")

    def _large(self, view: memoryview, checked: bool) -> Any:
        """The one batch that is larger than the buffer; its checksum is computed piece by piece."""
        start, (length, stored, magic) = self.start, _HEAD.unpack_from(view, 8)
        head, whole = bytes(view[: V2.itemsize]).ljust(V2.itemsize, b"\0"), OVERHEAD + length
        sum_of, skip = (crc32c, 21) if magic == 2 else (zlib.crc32, 16)
        computed = sum_of(view[skip : self.filled]) if checked else 0
        remaining = whole - self.filled
        while remaining > 0:
            got = self.file.readinto(view[: min(remaining, len(view))])  # type: ignore[attr-defined]
            if not got:
                self.size = start + whole - remaining
                break
            computed = sum_of(view[:got], computed) if checked else 0
            remaining -= got
        self.start, self.filled = start + whole, 0
        if magic == 2:
            rows = _columns(bytearray(head), [start], [computed] if checked else [])
            return tuple(rows[0])
        (offset,) = struct.unpack_from(">q", head)
        time = struct.unpack_from(">q", head, 18)[0] if magic else -1
        row = (start, whole, magic, offset, offset, NO_EPOCH, stored, computed, head[17], time, 1)
        return (*row, *NO_PRODUCER)


def _columns(heads: bytearray, positions: list[int], computed: list[int]) -> Rows:
    headers = np.frombuffer(bytes(heads), V2)
    rows = np.zeros(len(headers), COLUMNS)
    for name in _KEPT:
        rows[name] = headers[name]
    rows["position"], rows["size"] = positions, headers["length"].astype("i8") + OVERHEAD
    rows["first"] = headers["base"]
    rows["last"] = headers["base"] + headers["last_delta"]
    if computed:
        rows["computed"] = computed
    rows["mark"] = NO_MARK
    for k in np.flatnonzero((headers["attributes"] & CONTROL).astype(bool) & (headers["producer"] >= 0)):
        rows["mark"][k] = _mark(headers["body"][k].tobytes())
    return rows


def _mark(body: bytes) -> int:
    """The type of a control record: behind its length, attributes, two deltas, the key's length, the key's version."""
    position = _behind(body, 0) + 1
    for _ in range(3):
        position = _behind(body, position)
    return int.from_bytes(body[position + 2 : position + 4], signed=True)


def _behind(body: bytes, position: int) -> int:
    """Where the number that begins there ends: all its bytes except the last have their highest bit set."""
    while position < len(body) and body[position] >= 0x80:
        position += 1
    return position + 1


def _old(message: memoryview, position: int, stored: int, checked: bool) -> Any:
    """A message of format 0 or 1 as a row of `COLUMNS`; a wrapper has the offsets of what it wraps."""
    offset, _, _, magic, attributes = struct.unpack_from(">qiIbb", message)
    time = struct.unpack_from(">q", message, 18)[0] if magic else -1
    computed = zlib.crc32(message[16:]) if checked else 0
    first, count = offset, 1
    if attributes & CODEC and (computed == stored or not checked):
        first, count = extent_of_wrapper(message)
    row = (position, len(message), magic, first, offset, NO_EPOCH, stored, computed, attributes, time, count)
    return (*row, *NO_PRODUCER)


def value_of(message: memoryview | bytes) -> tuple[bytes | None, bytes | None]:
    """Key and value of a message of format 0 or 1.

    Raises:
        ValueError: the lengths do not fit.
    """
    position = 26 if message[16] else 18
    parts: list[bytes | None] = []
    for _ in range(2):
        if position + 4 > len(message):
            raise ValueError("a message ends within a length")
        (length,) = struct.unpack_from(">i", message, position)
        position += 4
        parts.append(None if length < 0 else bytes(message[position : position + length]))
        position += max(length, 0)
    if position != len(message):
        raise ValueError("a message has other lengths than its key and value")
    return parts[0], parts[1]


def inner(message: memoryview | bytes) -> list[tuple[int, bytes]]:
    """The messages in one of format 0 or 1, each with its offset in the log; the message alone if it is not compressed.

    In format 1 the wrapper has the offset of the last one, and those inside are relative (KIP-31).

    Raises:
        ValueError: it can't be read.
    """
    (offset,) = struct.unpack_from(">q", message)
    magic, attributes = message[16], message[17]
    if not attributes & CODEC:
        return [(offset, bytes(message))]
    _, value = value_of(message)
    content = codecs.decompress(attributes & CODEC, value or b"", old=magic == 0)
    messages, position = [], 0
    while position < len(content):
        if position + OVERHEAD > len(content):
            raise ValueError("a compressed message ends within another")
        message_offset, length = _LENGTH.unpack_from(content, position)
        end = position + OVERHEAD + length
        if length < SHORTEST[0] or end > len(content):
            raise ValueError("a compressed message ends within another")
        messages.append((message_offset, content[position:end]))
        position = end
    if magic and messages:
        shift = offset - messages[-1][0]
        messages = [(message_offset + shift, inner_message) for message_offset, inner_message in messages]
    return messages


def extent_of_wrapper(message: memoryview | bytes) -> tuple[int, int]:
    """The first offset in a compressed message of format 0 or 1, and how many it wraps; its own where unreadable."""
    try:
        messages = inner(message)
    except ValueError:
        return struct.unpack_from(">q", message)[0], 1
    return (messages[0][0], len(messages)) if messages else (struct.unpack_from(">q", message)[0], 0)
