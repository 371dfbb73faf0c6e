"""Machine code is linked without LLVM, to the same functions; what only LLVM can link is refused."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.agreement import GO_ON
from tests.support.protocols import small
from tidemark.checker.engines.native import kernel, linked, processor
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.native.linked import LinkedObject, NeedsLlvm

TEXT = """
@table = internal constant [3 x i64] [i64 7, i64 11, i64 13]
@SIZE = constant i64 3
declare ptr @memcpy(ptr, ptr, i64)
define i64 @at(i64 %k) nounwind {
  %place = getelementptr [3 x i64], ptr @table, i64 0, i64 %k
  %found = load i64, ptr %place
  ret i64 %found
}
define void @copied(ptr %to) nounwind {
  call ptr @memcpy(ptr %to, ptr @table, i64 24)
  ret void
}
"""
X86_64 = pytest.mark.skipif("x86_64" not in processor.compiler()[0], reason="LLVM links for other processors")


def numbers(functions: Any) -> list[int]:
    """What the text has, by its function, by its constant, and by a function of C's."""
    at = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_uint64)(functions.address("at"))
    copied = (ctypes.c_uint64 * 3)()
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(functions.address("copied"))(ctypes.addressof(copied))
    size = ctypes.c_uint64.from_address(functions.address("SIZE")).value
    return [size, *map(at, range(size)), *copied]


@X86_64
@pytest.mark.parametrize("effort", kernel.HEADS)
def test_both_ways_of_linking_give_the_same(effort: kernel.Effort) -> None:
    text = kernel.HEADS[effort] + TEXT
    code = kernel.compiled_here(text)
    for functions in (LinkedObject(code), kernel._LinkedByLlvm(code, text)):
        assert numbers(functions) == [3, 7, 11, 13, 7, 11, 13]


def test_a_search_whose_code_llvm_has_linked_has_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: bytes) -> LinkedObject:
        raise NeedsLlvm

    machine = small("published/kip-101")
    expected = native.search(machine, GO_ON)
    monkeypatch.setattr(kernel, "LinkedObject", refused)
    found = native.search(machine, GO_ON)
    assert (found.distinct_states, found.depth) == (expected.distinct_states, expected.depth)


def for_another_processor(code: bytearray) -> None:
    code[18] = 183  # aarch64


def with_a_relative_address(code: bytearray) -> None:
    for section in linked._sections(bytes(code)):
        if section.kind == 4:
            code[section.begin + 8] = 2  # R_X86_64_PC32


def with_what_is_written(code: bytearray) -> None:
    _, _, _, _, _, _, begin, *_ = linked._HEADER.unpack_from(code)
    for number, section in enumerate(linked._sections(bytes(code))):
        if section.flags & 2 and section.size:
            code[begin + 64 * number + 8] |= 1


def with_an_unknown_function(code: bytearray) -> None:
    code[:] = code.replace(b"\0memcpy\0", b"\0memcpz\0")


def of_no_format(code: bytearray) -> None:
    code[:] = b"machine code"


@X86_64
@pytest.mark.parametrize(
    "changed",
    [
        for_another_processor,
        with_a_relative_address,
        with_what_is_written,
        with_an_unknown_function,
        of_no_format,
    ],
)
def test_what_only_llvm_can_link_is_refused(changed: Callable[[bytearray], None]) -> None:
    code = bytearray(kernel.compiled_here(kernel.HEADS["least"] + TEXT))
    LinkedObject(bytes(code))
    changed(code)
    with pytest.raises(NeedsLlvm):
        LinkedObject(bytes(code))


@X86_64
def test_no_memory_for_the_code_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    code = kernel.compiled_here(TEXT)

    def refused(*_: object, **__: object) -> object:
        raise OSError("no memory")

    monkeypatch.setattr(linked.mmap, "mmap", refused)
    with pytest.raises(MemoryError):
        LinkedObject(code)


def asked(boot: str, library: str) -> str:
    """Whether a process that compiles nothing loads LLVM, and what it says of the processor."""
    code = f"""
import pathlib, sys
from tidemark.checker.engines.native import processor
read, stat = pathlib.Path.read_text, pathlib.Path.stat
pathlib.Path.read_text = lambda self, *a, **k: {boot!r} if "boot_id" in str(self) else read(self, *a, **k)
class Other:
    st_size, st_mtime_ns = {library!r}, 0
pathlib.Path.stat = lambda self, **k: Other if self.name == "libllvmlite.so" else stat(self, **k)
told = processor.compiler()
print("llvmlite" in sys.modules, told)
"""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


@X86_64
def test_llvm_is_asked_about_the_processor_again_once_the_system_or_its_own_file_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    loaded = [
        asked(boot, library).split(" ", 1)
        for boot, library in (("1", "a"), ("1", "a"), ("2", "a"), ("1", "a"), ("1", "b"))
    ]
    assert [first for first, _ in loaded] == ["True", "False", "True", "False", "True"]
    assert len({told for _, told in loaded}) == 1
