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
    (offset,) = struct.unpack_from(">q", batch)
    before = -1
    for own, message in inner(batch) if batch[17] & CODEC else [(offset, batch)]:
        (stored,) = struct.unpack_from(">I", message, 12)
        if (computed := zlib.crc32(message[16:])) != stored:
            raise ValueError(
                f"offset {own}, within a compressed message: checksum {computed:08x}, not {stored:08x}"
            )
        if own <= before:
            raise ValueError(f"within a compressed message, offset {own} follows {before}")
        key, value = value_of(message)
        before = own
        yield own, key, value is not None


def _of_format_2(batch: bytes) -> Iterator[tuple[int, bytes | None, bool]]:
    base, attributes, last = struct.unpack_from(">q13xhi", batch)
    (count,) = struct.unpack_from(">i", batch, _HEADER - 4)
    data = codecs.decompress(attributes & CODEC, batch[_HEADER:])
    place, before = 0, -1
    try:
        for _ in range(count):
            size, place = _number(data, place)
            end = place + size
            _, place = _number(data, place + 1)
            delta, place = _number(data, place)
            if not before < delta <= last:
                raise ValueError(f"offset delta {delta} follows {before}, and the last one is {last}")
            key, place = _part(data, place)
            value, place = _part(data, place)
            number, place = _number(data, place)
            for _ in range(2 * number):
                _, place = _part(data, place)
            if place != end or end > len(data):
                raise ValueError(
                    f"the record at offset {base + delta} is {place - end + size} bytes long, not {size}"
                )
            before = delta
            yield base + delta, data[slice(*key)] if key else None, value is not None
    except IndexError:
        raise ValueError("it ends within a record") from None
    if place != len(data):
        raise ValueError(f"{len(data) - place} bytes follow the last record")


def _number(data: bytes, place: int) -> tuple[int, int]:
    """A number of variable length, and where it ends."""
    value = data[place]
    place += 1
    if value >= 0x80:
        value, shift = value & 0x7F, 7
        while True:
            byte = data[place]
            place += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                break
            shift += 7
            if shift > 63:
                raise ValueError("a number has more than ten bytes")
    return (value >> 1) ^ -(value & 1), place


def _part(data: bytes, place: int) -> tuple[tuple[int, int] | None, int]:
    """Where some bytes with their length before them are, None for null, and where they end."""
    size, place = _number(data, place)
    if size < 0:
        return None, place
    if place + size > len(data):
        raise IndexError(place)
    return (place, place + size), place + size
