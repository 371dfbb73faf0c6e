"""Machine code in this process, linked without LLVM, whose library takes a fifth of a small search's time to load.

Its own module because it knows the format of objects (ELF) and nothing of machines. It links what LLVM makes for this
engine on x86-64: constant sections, into which the whole addresses of their symbols and of C's functions are written.
An object with anything else is refused: LLVM links it.
"""

from __future__ import annotations

import ctypes
import mmap
from struct import Struct
from typing import Any, NamedTuple

_MAGIC = b"\x7fELF\x02\x01\x01"
"""64 bits, the least byte first."""
_HEADER = Struct("<16sHHIQQQIHHHHHH")
_RELOCATABLE, _X86_64 = 1, 62
_SECTION = Struct("<IIQQQQIIQQ")
_CONTENT, _SYMBOLS, _RELOCATIONS = 1, 2, 4
_IS_WRITTEN, _IS_LOADED = 1, 2
_SYMBOL = Struct("<IBBHQQ")
_RELOCATION = Struct("<QQq")
_WHOLE_ADDRESS = 1
"""R_X86_64_64."""
_C: Any = ctypes.CDLL(None)


class NeedsLlvm(Exception):
    """This object, or this system, is for LLVM."""


class _Section(NamedTuple):
    """A section header, as ELF has it."""

    name: int
    kind: int
    flags: int
    address: int
    begin: int
    size: int
    link: int
    info: int
    alignment: int
    width: int


class LinkedObject:
    """The code and the constants of an object, in memory of their own as long as this lives.

    Raises:
        NeedsLlvm: LLVM has to link it.
        MemoryError: there is no memory for it.
    """

    def __init__(self, code: bytes) -> None:
        self._code = code
        self._sections = _sections(code)
        self._places, size = self._place_sections()
        try:
            self._memory = mmap.mmap(-1, max(1, size), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        except OSError:
            raise MemoryError from None
        self._base = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        for number, offset in self._places.items():
            self._memory[offset : offset + self._sections[number].size] = self._content(
                self._sections[number]
            )
        self._addresses: dict[str, int] = {}
        self._relocate(self._symbols())
        if _C.mprotect(ctypes.c_void_p(self._base), ctypes.c_size_t(size), mmap.PROT_READ | mmap.PROT_EXEC):
            raise NeedsLlvm

    def address(self, name: str) -> int:
        """Where a function or a constant is."""
        return self._addresses[name]

    def _content(self, section: _Section) -> bytes:
        return self._code[section.begin : section.begin + section.size]

    def _place_sections(self) -> tuple[dict[int, int], int]:
        """The place of each section that is loaded, by its number, and how many bytes all take."""
        places, size = {}, 0
        for number, section in enumerate(self._sections):
            if section.flags & _IS_LOADED and section.size:
                if section.kind != _CONTENT or section.flags & _IS_WRITTEN:
                    raise NeedsLlvm
                places[number] = size + -size % max(1, section.alignment)
                size = places[number] + section.size
        return places, size

    def _symbols(self) -> list[int | None]:
        """The addresses of the symbols; None of one that is nowhere."""
        addresses = list[int | None]()
        for table in (section for section in self._sections if section.kind == _SYMBOLS):
            names = self._content(self._sections[table.link])
            for name, _, _, section, value, _ in _SYMBOL.iter_unpack(self._content(table)):
                symbol = names[name : names.index(b"\0", name)].decode()
                if section in self._places:
                    self._addresses[symbol] = self._base + self._places[section] + value
                    addresses.append(self._addresses[symbol])
                else:
                    addresses.append(_address_in_c(symbol) if symbol and not section else None)
        return addresses

    def _relocate(self, symbols: list[int | None]) -> None:
        for section in self._sections:
            if section.kind != _RELOCATIONS or section.info not in self._places:
                continue
            for offset, info, added in _RELOCATION.iter_unpack(self._content(section)):
                symbol = symbols[info >> 32]
                if info & 0xFFFFFFFF != _WHOLE_ADDRESS or symbol is None:
                    raise NeedsLlvm
                position = self._places[section.info] + offset
                self._memory[position : position + 8] = (symbol + added).to_bytes(8, "little")


def _sections(code: bytes) -> list[_Section]:
    if not code.startswith(_MAGIC):
        raise NeedsLlvm
    _, kind, machine, _, _, _, begin, _, _, _, _, width, count, _ = _HEADER.unpack_from(code)
    if (kind, machine, width) != (_RELOCATABLE, _X86_64, _SECTION.size):
        raise NeedsLlvm
    return [_Section(*_SECTION.unpack_from(code, begin + width * number)) for number in range(count)]


def _address_in_c(name: str) -> int | None:
    """Where a function of C's library is."""
    function = getattr(_C, name, None)
    return function and ctypes.cast(function, ctypes.c_void_p).value
