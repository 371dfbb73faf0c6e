"""The records of a batch, in every format, decompressed. Those of format 2 are read by the library kafka-python."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from tidemark.real.storage import codecs
from tidemark.real.storage.batches import CODEC, NO_EPOCH, OVERHEAD, inner, value_of


@dataclass(frozen=True)
class StoredRecord:
    """One record. checksum: CRC-32 of its key, value and headers, in every format, so that copies can be compared."""

    offset: int
    epoch: int
    timestamp: int
    key: bytes | None
    value: bytes | None
    headers: tuple[tuple[str, bytes | None], ...] = ()

    @property
    def checksum(self) -> int:
        """CRC-32 of key, value and headers."""
        return zlib.crc32(repr((self.key, self.value, self.headers)).encode())

    @property
    def content(self) -> tuple[object, ...]:
        """The content, which must be equal on every copy."""
        return (self.offset, self.epoch, self.timestamp, self.key, self.value, self.headers)


def read_batch(file: BinaryIO, position: int) -> bytes:
    """The bytes of the batch at a position of a file.

    Raises:
        ValueError: the file ends within it.
    """
    file.seek(position)
    head = file.read(OVERHEAD)
    if len(head) == OVERHEAD:
        (length,) = struct.unpack_from(">i", head, 8)
        body = file.read(max(length, 0))
        if length > 0 and len(body) == length:
            return head + body
    raise ValueError(f"no whole batch begins at byte {position}")


def records(batch: bytes) -> Iterator[StoredRecord]:
    """The records of a batch, or of a message of format 0 or 1.

    Raises:
        ValueError: they can't be decompressed or read.
    """
    if batch[16] == 2:
        yield from _of_format_2(batch)
    else:
        for message_offset, message in inner(batch):
            time = struct.unpack_from(">q", message, 18)[0] if message[16] else -1
            yield StoredRecord(message_offset, NO_EPOCH, time, *value_of(message))


def _of_format_2(batch: bytes) -> Iterator[StoredRecord]:
    from kafka.errors import KafkaError
    from kafka.record.default_records import DefaultRecordBatch

    (attributes,) = struct.unpack_from(">h", batch, 21)
    if attributes & CODEC:  # the library would want a package for each codec
        plain = codecs.decompress(attributes & CODEC, batch[61:])
        batch = batch[:21] + struct.pack(">h", attributes & ~CODEC) + batch[23:61] + plain
    read = DefaultRecordBatch(batch)
    try:
        for record in read:
            headers = tuple((str(key), value) for key, value in record.headers)
            yield StoredRecord(
                record.offset, read.leader_epoch, record.timestamp, record.key, record.value, headers
            )
    except (KafkaError, struct.error, UnicodeDecodeError) as error:
        raise ValueError(f"its records can't be read: {error}") from error
