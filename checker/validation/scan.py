"""scan.c: the tables that it reads and fills, and the text of a log, piece by piece."""

from __future__ import annotations

import ctypes
import io
import struct
from collections.abc import Iterator
from ctypes import Structure
from enum import IntEnum

from tidemark.checker.engines.native.buffer import Buffer, words
from tidemark.checker.engines.native.kernel import Functions
from tidemark.checker.engines.native.structures import declared_in

NONE = (1 << 64) - 1
IS_NOISY = 1 << 32
PIECE = 1 << 22
"""Bytes that are read at once."""
LONGEST_LINE = 1 << 26
MOST_FIELDS, MOST_KINDS, MOST_NODES, MOST_GROUP = 64, 1024, 256, 32
KEY_ROOM = 1 << 16
MOST_TEXTS, MOST_BYTES = 1 << 18, 1 << 26
"""Texts that have a number, and their bytes, before all are forgotten."""
PENDING, LATEST = 6, 4
"""How many numbers an event of a group has, and a node."""
BOM = b"\xef\xbb\xbf"


class NotStreamedError(Exception):
    """A log, or a map, for which memory that does not grow with the log does not suffice."""


class ScanStop(IntEnum):
    """Why scan.c has stopped."""

    FINISHED = 0
    MORE = 1
    ODD = 2
    KIND = 3
    NODE = 4
    GROUP = 5
    ROOM = 6
    BACK = 7
    UNORDERED = 8
    NOISY = 9


class LineOrder(IntEnum):
    """The order of lines: as written, of one node as written, or by the clock."""

    WRITTEN = 0
    ONE_NODE = 1
    CLOCK = 2


class LineTask(IntEnum):
    """What is still done with the lines of a log."""

    SEARCHED = 0
    JUST_ORDERED = 1
    JUST_READ = 2


@declared_in("validation/scan.c", "struct scan")
class ScanStruct(Structure):
    """A long log: its text, the numbers of what is in it, and what is possible after it."""

    __slots__ = ()


class Scan:
    """The scan of a log. fields: the names of those that are read, by number."""

    def __init__(self, order: LineOrder, skew: float) -> None:
        self.own = own = ScanStruct(order=order, time_field=NONE, node_field=NONE)
        own.skew = struct.unpack("<Q", struct.pack("<d", skew))[0]
        library = Functions.of(__package__, "scan.ll")
        self._scan, self._name_key = library.function("scan"), library.function("name_key")
        self._note_step, self._pass_group = library.function("note_step"), library.function("pass_group")
        own.kinds, own.pending, own.before = (
            words(2 * MOST_KINDS),
            words(PENDING * MOST_GROUP),
            words(2 * MOST_GROUP),
        )
        own.last_events = latest = words(LATEST * MOST_NODES)
        latest[:] = [NONE] * len(latest)
        own.last_node = own.last_time = own.second_time = NONE
        own.key = _bytes(2 * KEY_ROOM)
        self.fields: list[str] = []
        self._rest = self._text = b""
        self.forget()

    def forget(self) -> None:
        """Forget the numbers of texts, and all steps. No number is used for another text."""
        own = self.own
        own.entries, own.slots = words(4 * MOST_TEXTS), words(2 * MOST_TEXTS)
        own.steps = words(4 * MOST_TEXTS)
        own.arena, own.arena_capacity = _bytes(MOST_BYTES), MOST_BYTES
        own.entry_capacity = own.step_capacity = MOST_TEXTS
        own.entry_count = own.arena_size = own.step_count = 0

    def field(self, name: str) -> int:
        """The number of a field, which is read from here on."""
        if name not in self.fields:
            if len(self.fields) == MOST_FIELDS:
                raise NotStreamedError
            self.fields.append(name)
            encoded = [field.encode("utf-8", "surrogatepass") for field in self.fields]
            ends, end = words(MOST_FIELDS), 0
            for number, text in enumerate(encoded):
                end += len(text)
                ends[number] = end
            self.own.names, self.own.name_ends = _array_of(b"".join(encoded) or b" "), ends
            self.own.fields = len(self.fields)
        return self.fields.index(name)

    def go(self) -> ScanStop:
        """Read on, until something is lacking or the text has ended."""
        return ScanStop(self._scan(self.own))

    def name_key(self, number: int) -> None:
        """Give the text that was asked for a number."""
        self._name_key(self.own, number)

    def note_step(self, group: int, following: int) -> None:
        """Note what a group leads to."""
        self._note_step(self.own, group, following)

    def pass_group(self, following: int) -> None:
        """Go on behind the group."""
        self._pass_group(self.own, following)

    def replace_line(self, text: bytes) -> None:
        """Read another text in the place of the line at hand."""
        self.own.other, self.own.other_length = _array_of(text), len(text)

    def skip_line(self) -> None:
        """Leave out the line at hand."""
        self.own.at, self.own.line, self.own.task = self.own.line_end, self.own.line + 1, 0

    def line(self, begin: int) -> bytes:
        """The line that begins here."""
        return bytes(self._text[begin : self._text.index(b"\n", begin) + 1])

    def pieces(self, file: io.BufferedReader, is_last: bool) -> Iterator[None]:
        """Put the text of a file behind what is not read yet, whole lines at a time."""
        self.own.line, number = 0, 0
        while True:
            piece = file.read(PIECE)
            if not number and piece.startswith(BOM):
                piece = piece[len(BOM) :]
            number += 1
            text = self._rest + piece
            if not piece and text and not text.endswith(b"\n"):
                text += b"\n"
            whole = text.rfind(b"\n") + 1
            if len(text) - whole > LONGEST_LINE:
                raise NotStreamedError
            self._put(text[:whole])
            self._rest = text[whole:]
            self.own.is_last = is_last and not piece
            yield
            if not piece:
                return

    def _put(self, text: bytes) -> None:
        """Keep the lines of the group, and put a text behind them."""
        own = self.own
        begin = own.pending[0] if own.pending_count else own.at
        for k in range(own.pending_count):
            own.pending[PENDING * k] -= begin
        self._text = self._text[begin : own.end] + text
        own.at, own.end = own.at - begin, len(self._text)
        own.text = _array_of(self._text or b"\n")


def _bytes(count: int) -> ctypes.Array[ctypes.c_uint8]:
    array: ctypes.Array[ctypes.c_uint8] = Buffer(ctypes.c_uint8, count).items
    return array


def _array_of(text: bytes) -> ctypes.Array[ctypes.c_uint8]:
    return (ctypes.c_uint8 * len(text)).from_buffer_copy(text)
