"""The fields of one of Kafka's own messages, as they are encoded."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID


@dataclass
class Fields:
    """The fields of a message in the flexible format (KIP-482), read one after another."""

    data: bytes
    place: int = 0

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

    def topic_id(self) -> UUID:
        return UUID(bytes=self.take(16))

    def ints(self) -> tuple[int, ...] | None:
        count = self.varint()
        return None if count == 0 else tuple(self.int32() for _ in range(count - 1))

    def topic_ids(self) -> tuple[UUID, ...] | None:
        count = self.varint()
        return None if count == 0 else tuple(self.topic_id() for _ in range(count - 1))

    def string(self) -> str | None:
        size = self.varint()
        return None if size == 0 else self.take(size - 1).decode()

    def tagged_fields(self) -> Iterator[tuple[int, Fields]]:
        for _ in range(self.varint()):
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
