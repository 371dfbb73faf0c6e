"""The codecs of batches: gzip, snappy, LZ4 and zstd, as cramjam has them, with Kafka's two framings around them.

Snappy is framed as snappy-java does it (`SnappyOutputStream`), or not at all. LZ4 frames of format 0 carry a header
checksum that was computed wrongly (KIP-57); they are given the right one.
"""

from __future__ import annotations

import struct
from typing import Any

NAMES = {0: "none", 1: "gzip", 2: "snappy", 3: "lz4", 4: "zstd"}
LARGEST = 1 << 30
"""Bytes that a batch may open to: a small one can be made that opens to any number."""
_FULL = "failed to write whole buffer"
"""What cramjam says where a buffer is too small."""
_SNAPPY = b"\x82SNAPPY\x00"
_LZ4 = b"\x04\x22\x4d\x18"


def decompress(codec: int, data: bytes, old: bool = False) -> bytes:
    """The bytes as they were.

    codec: as in a batch's attributes. old: whether the batch is of format 0.

    Raises:
        ValueError: they can't be read, or there is no such codec.
    """
    import cramjam

    try:
        if codec == 0:
            return data
        if codec == 2:
            return b"".join(_snappy(block) for block in _snappy_blocks(data))
        if codec == 3 and old:
            data = _repair(data)
        return _open(getattr(cramjam, NAMES[codec]), data)
    except KeyError:
        raise ValueError(f"there is no codec {codec}") from None
    except (cramjam.DecompressionError, struct.error, IndexError) as error:
        raise ValueError(f"{NAMES[codec]}: {str(error).splitlines()[0]}") from error


def _open(codec: Any, data: bytes) -> bytes:
    """The bytes as a codec gives them, in a buffer that grows where they do not fit.

    Raises:
        ValueError: there are too many.
    """
    import cramjam

    size = 1 << 16 | 4 * len(data)
    while True:
        buffer = bytearray(min(size, LARGEST))
        try:
            return bytes(memoryview(buffer)[: codec.decompress_into(data, buffer)])
        except cramjam.DecompressionError as error:
            if str(error) != _FULL:
                raise
        if size >= LARGEST:
            raise ValueError(f"{codec.__name__}: {len(data):,} bytes open to more than {LARGEST:,}")
        size *= 8


def _snappy_blocks(data: bytes) -> list[bytes]:
    if not data.startswith(_SNAPPY):
        return [data]
    blocks, position = [], 16
    while position < len(data):
        (length,) = struct.unpack_from(">i", data, position)
        if length < 0 or position + 4 + length > len(data):
            raise ValueError("snappy: a block ends early")
        blocks.append(data[position + 4 : position + 4 + length])
        position += 4 + length
    return blocks


def _snappy(block: bytes) -> bytes:
    import cramjam

    size = shift = 0
    for byte in block[:5]:
        size |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            break
    if size > 64 * len(block) + 64:
        raise ValueError("snappy: a block says a size that it can't have")
    return bytes(cramjam.snappy.decompress_raw(block))


def _repair(data: bytes) -> bytes:
    """An LZ4 frame with the header checksum that the format asks for: the second byte of xxHash32 of the descriptor."""
    if not data.startswith(_LZ4):
        raise ValueError("lz4: no frame begins here")
    end = 6 + 8 * bool(data[4] & 0x08)
    return data[:end] + bytes([(_xxhash32(data[4:end]) >> 8) & 0xFF]) + data[end + 1 :]


def _xxhash32(data: bytes) -> int:
    """xxHash32 of fewer than 16 bytes, seed 0."""
    mask, value, position = 0xFFFFFFFF, (374761393 + len(data)) & 0xFFFFFFFF, 0

    def rotate(number: int, by: int) -> int:
        return ((number << by) | (number >> (32 - by))) & mask

    while position + 4 <= len(data):
        (word,) = struct.unpack_from("<I", data, position)
        value = rotate((value + word * 3266489917) & mask, 17) * 668265263 & mask
        position += 4
    for byte in data[position:]:
        value = rotate((value + byte * 374761393) & mask, 11) * 2654435761 & mask
    value = (value ^ (value >> 15)) * 2246822519 & mask
    value = (value ^ (value >> 13)) * 3266489917 & mask
    return value ^ (value >> 16)
