"""The fields of one of Kafka's own messages, as they are encoded."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID


@dataclass
class Fields:
    """The fields of a message, read one after another.

    is_flexible: whether lengths are of variable size and tagged fields follow (KIP-482), as in most messages today.
    """

    data: bytes
    place: int = 0
    is_flexible: bool = True

    def varint(self) -> int:
        value = shift = 0
        while True:
            byte = self.data[self.place]
            self.place += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7

    def int8(self) -> int:
        return self._unpack(">b", 1)

    def int16(self) -> int:
        return self._unpack(">h", 2)

    def int32(self) -> int:
        return self._unpack(">i", 4)

    def int64(self) -> int:
        return self._unpack(">q", 8)

    def topic_id(self) -> UUID:
        return UUID(bytes=self.take(16))

    def count(self) -> int:
        """The number of elements of an array; -1 if it is null."""
        return self.varint() - 1 if self.is_flexible else self.int32()

    def ints(self) -> tuple[int, ...] | None:
        count = self.count()
        return None if count < 0 else tuple(self.int32() for _ in range(count))

    def topic_ids(self) -> tuple[UUID, ...] | None:
        count = self.count()
        return None if count < 0 else tuple(self.topic_id() for _ in range(count))

    def string(self) -> str | None:
        size = self.varint() - 1 if self.is_flexible else self.int16()
        return None if size < 0 else self.take(size).decode()

    def tagged_fields(self) -> Iterator[tuple[int, Fields]]:
        for _ in range(self.varint() if self.is_flexible else 0):
            tag, size = self.varint(), self.varint()
            yield tag, Fields(self.take(size))

    def take(self, size: int) -> bytes:
        if self.place + size > len(self.data):
            raise IndexError(size)
        self.place += size
        return self.data[self.place - size : self.place]

    def _unpack(self, form: str, size: int) -> int:
        value: int = struct.unpack(form, self.take(size))[0]
        return value
