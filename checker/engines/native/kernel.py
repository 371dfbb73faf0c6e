"""The compiled functions of one machine: the text that LLVM gets, compiled once and kept in the cache of objects.

Half of the text is the same for every machine: runtime.c, translated beforehand. `machine_text` writes the other half
for each machine. All functions work on arrays of packed states that the search owns; none allocates memory.
"""

from __future__ import annotations

import ctypes
import hashlib
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, cached_property, partial
from importlib import resources
from typing import Any, Literal

from tidemark.base import signals
from tidemark.base.errors import UsageError
from tidemark.checker.engines import memory
from tidemark.checker.engines.native import cache as object_cache
from tidemark.checker.engines.native import processor
from tidemark.checker.engines.native.background_optimization import BackgroundOptimization
from tidemark.checker.engines.native.compilation import (
    EFFORTS,
    FULL,
    Compilation,
    Effort,
    LinkedObject,
    compile_here,
)
from tidemark.checker.engines.native.layout import Layout
from tidemark.checker.engines.native.machine_text import MachineText, unchanged_bits
from tidemark.checker.engines.native.masks import mask_words
from tidemark.checker.engines.native.structures import function_type
from tidemark.spec.machines.machine import Machine

LLVM_TAKES, LLVM_TAKES_A_BYTE = 16 << 20, 64
"""Bytes of address space to compile anything, and for each byte of text: twice what was measured."""
LLVMS_LIBRARY = 192 << 20
"""Bytes of address space that it takes to load LLVM: a fifth more than was measured."""


MOST_INSTANCES = 2**16 - 1
"""Actions with their arguments: 16 bits name one, and Spark needs another name for the initial state."""


def read_ir(package: str, file: str) -> str:
    """The text in LLVM's language that `make runtime` made of a file of C. package: the module whose folder has it."""
    return resources.files(package).joinpath(file).read_text()


class Functions:
    """Compiled functions, ready to call with addresses and numbers. They release the interpreter's lock.

    The text and the way to compile it are all that they are made from, so that another process, or another machine, can
    make them again.

    seconds: how long compiling may take; it is never given up where this is None.

    Raises:
        OutOfTime: it would take longer.
    """

    def __init__(self, text: str, compilation: Compilation = FULL, seconds: float | None = None) -> None:
        self.text, self.compilation = text, compilation
        with signals.unbroken():
            compile: Compile = compile_here
            if seconds is not None:
                from tidemark.checker.engines.native.compiler_process import compile_within

                compile = partial(compile_within, seconds=seconds)
            self._linked = load_code(text, compilation, compile)

    @property
    def digest(self) -> str:
        """SHA-256 of the text, in hexadecimal digits."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @classmethod
    @cache
    def of(cls, package: str, file: str, compilation: Compilation = FULL) -> Functions:
        """The functions of a file of C, made once in each process. file: its text, in the folder of that package."""
        return cls(read_ir(package, file), compilation)

    def function(self, name: str) -> Any:
        """A function of the engine's C, by its name. It keeps its machine code in memory as long as it lives."""
        function = function_type(name)(self._linked.address(name))
        function.machine_code = self._linked
        return function

    def constant(self, name: str) -> int:
        """A constant of runtime.c, by its name."""
        return ctypes.c_uint64.from_address(self._linked.address(name)).value


class Kernel(Functions):
    """The functions of one machine, with the layout of its states and its action instances in order.

    effort: how much LLVM optimizes them, which is worth its time where there are many states to search. *rising*: not
    yet, unless the cache has optimized ones, or a search for long without: then `improve` makes others of them.

    Raises:
        UsageError: the machine has too many action instances.
    """

    def __init__(
        self,
        machine: Machine,
        symmetry: bool,
        seconds: float | None = None,
        effort: Effort | Literal["rising"] = "full",
    ) -> None:
        begin = time.perf_counter()
        self.layout = Layout(machine.leaves)
        symbolic = machine.symbolic
        self.instances = [t.instance for t in symbolic.actions]
        if len(self.instances) > MOST_INSTANCES:
            raise UsageError(
                f"{machine.name} has {len(self.instances):,} actions with their arguments, and compiled are at most "
                f"{MOST_INSTANCES:,}: give parameters smaller domains, or take --engine reference"
            )
        self.mask_words = mask_words(len(symbolic.promises))
        lifted = time.perf_counter()
        text = MachineText(machine, self.layout, symmetry).module()
        self._optimization: BackgroundOptimization | None = None
        if effort == "rising":
            is_awaited = is_kept(text, EFFORTS["full"]) or object_cache.is_kept(_searched_for_long(text))
            effort = "full" if is_awaited else "least"
            self._optimization = None if is_awaited else BackgroundOptimization(text, EFFORTS["full"])
        super().__init__(text, EFFORTS[effort], seconds)
        self.phases = {"lifting": lifted - begin, "compiling": time.perf_counter() - lifted}
        self._machine, self._symmetry = machine, symmetry

    @property
    def is_rising(self) -> bool:
        """Whether `improve` may still make others of them."""
        return self._optimization is not None

    def improve(self) -> bool:
        """Whether the functions are others from here on, optimized ones: a search asks between two batches.

        Those that were taken before still work. Another process compiles them once the search has gone on for a while.
        """
        optimization = self._optimization
        if optimization is None or (code := optimization.code()) is None:
            return False
        optimization.end()
        self._optimization = None
        with signals.note_signals(), suppress(MemoryError):
            self._linked = load_code(self.text, optimization.compilation, lambda *_: code)
            self.compilation = optimization.compilation
        return True

    @contextmanager
    def improving(self) -> Iterator[None]:
        """A search that asks for `improve`. Where it was worth it and ended first, the next one is optimized."""
        try:
            yield
        finally:
            if self._optimization:
                self._optimization.end()
                if self._optimization.is_worth_it:
                    with suppress(MemoryError):  # without, the next one begins as this one did
                        object_cache.keep(_searched_for_long(self.text), b"")

    @cached_property
    def unchanged_bits(self) -> set[tuple[int, ...]]:
        """`unchanged_bits` of the machine."""
        return unchanged_bits(self._machine, self.layout, self._symmetry)


Compile = Callable[[str, Compilation], bytes]
"""Gives the machine code of a text."""


def load_code(text: str, compilation: Compilation, compile: Compile) -> LinkedObject:
    """Compile a text, or take the object compiled from it before; link it into this process.

    Raises:
        MemoryError: there is too little address space to be sure of it.
        OutOfTime: compiling would take longer than it may.
    """
    _require_address_space(len(text))
    code = object_cache.load_or_compile(compilation.key(text), lambda: compile(text, compilation))
    return LinkedObject(code, compilation)


def _require_address_space(size: int) -> None:
    """Refuse to compile where LLVM would end the process."""
    free = memory.address_space()
    if free is None:
        return
    library = 0 if "llvmlite.binding" in sys.modules else LLVMS_LIBRARY
    if free < library + LLVM_TAKES + LLVM_TAKES_A_BYTE * size:
        raise MemoryError


def is_kept(text: str, compilation: Compilation) -> bool:
    """Whether the cache has the machine code of a text."""
    with signals.unbroken():
        return object_cache.is_kept(compilation.key(text))


def _searched_for_long(text: str) -> bytes:
    """By what the cache keeps that a machine was searched for long without being optimized: an empty entry."""
    return object_cache.identity("searched for long", text, *processor.compiler())
