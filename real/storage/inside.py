"""The inside of a batch, opened as far as an audit needs: where each record is, its key, and whether it is valid.

The library's parser in `records` gives all of a record and trusts what it reads. This one gives less, and checks that
lengths fit and offsets rise.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

from tidemark.real.storage import codecs
from tidemark.real.storage.batches import CODEC, inner, value_of

_HEADER = 61


def keys(batch: bytes) -> Iterator[tuple[int, bytes | None, bool]]:
    """For each record of a batch its offset, its key, and whether it has a value.

    Raises:
        ValueError: the batch can't be opened, or its records contradict themselves.
    """
    if batch[16] == 2:
        return _of_format_2(batch)
    return _of_old_format(batch)


def _of_old_format(batch: bytes) -> Iterator[tuple[int, bytes | None, bool]]:
    before = -1
    for message_offset, message in inner(batch):
        (stored,) = struct.unpack_from(">I", message, 12)
        if (computed := zlib.crc32(message[16:])) != stored:
            raise ValueError(
                f"offset {message_offset}, within a compressed message: checksum {computed:08x}, not {stored:08x}"
            )
        if message_offset <= before:
            raise ValueError(f"within a compressed message, offset {message_offset} follows {before}")
        key, value = value_of(message)
        before = message_offset
        yield message_offset, key, value is not None


def _of_format_2(batch: bytes) -> Iterator[tuple[int, bytes | None, bool]]:
    base, attributes, last = struct.unpack_from(">q13xhi", batch)
    (count,) = struct.unpack_from(">i", batch, _HEADER - 4)
    data = codecs.decompress(attributes & CODEC, batch[_HEADER:])
    position, before = 0, -1
    try:
        for _ in range(count):
            size, position = _number(data, position)
            end = position + size
            _, position = _number(data, position + 1)
            delta, position = _number(data, position)
            if not before < delta <= last:
                raise ValueError(f"offset delta {delta} follows {before}, and the last one is {last}")
            key, position = _part(data, position)
            value, position = _part(data, position)
            number, position = _number(data, position)
            for _ in range(2 * number):
                _, position = _part(data, position)
            if position != end or end > len(data):
                raise ValueError(
                    f"the record at offset {base + delta} is {position - end + size} bytes long, not {size}"
                )
            before = delta
            yield base + delta, data[slice(*key)] if key else None, value is not None
    except IndexError:
        raise ValueError("it ends within a record") from None
    if position != len(data):
        raise ValueError(f"{len(data) - position} bytes follow the last record")


def _number(data: bytes, position: int) -> tuple[int, int]:
    """A number of variable length, and where it ends."""
    value = data[position]
    position += 1
    if value >= 0x80:
        value, shift = value & 0x7F, 7
        while True:
            byte = data[position]
            position += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                break
            shift += 7
            if shift > 63:
                raise ValueError("a number has more than ten bytes")
    return (value >> 1) ^ -(value & 1), position


def _part(data: bytes, position: int) -> tuple[tuple[int, int] | None, int]:
    """Where some bytes with their length before them are, None for null, and where they end."""
    size, position = _number(data, position)
    if size < 0:
        return None, position
    if position + size > len(data):
        raise IndexError(position)
    return (position, position + size), position + size
