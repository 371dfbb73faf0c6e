"""The compiled functions of one machine: the text that LLVM gets, compiled once and kept in the cache of objects.

Half of the text is the same for every machine: runtime.c, translated beforehand. `machine_text` writes the other half
for each machine. All functions work on arrays of packed states that the search owns; none allocates memory.
"""

from __future__ import annotations

import ctypes
import hashlib
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, cached_property, partial
from importlib import resources
from typing import Any, Literal

from tidemark.base import signals
from tidemark.base.errors import UsageError
from tidemark.checker.engines import memory
from tidemark.checker.engines.native import cache as object_cache
from tidemark.checker.engines.native import processor
from tidemark.checker.engines.native.improvement import Improvement
from tidemark.checker.engines.native.layout import Layout
from tidemark.checker.engines.native.machine_text import MachineText, unchanged_bits
from tidemark.checker.engines.native.masks import mask_words
from tidemark.checker.engines.native.structures import function_type
from tidemark.spec.machines.machine import Machine

LLVM_TAKES, LLVM_TAKES_A_BYTE = 16 << 20, 64
"""Bytes of address space to compile anything, and for each byte of text: twice what was measured."""
LLVMS_LIBRARY = 192 << 20
"""Bytes of address space that it takes to load LLVM: a fifth more than was measured."""

OPTIMIZED = True
"""Whether LLVM optimizes what is compiled from here on, where that is asked for: the tests search thousands of small
machines without.
"""
Effort = Literal["least", "less", "full"]
"""How much LLVM does. *least*: compiling takes a twelfth of the time or less, and a search up to half as long again.
*less*: hardly any passes over the text, but good machine code: half the time or more, and up to a tenth more to run.
"""
PASSES: dict[Effort, tuple[str, ...]] = {
    "least": (),
    "less": ("always_inliner",),
    "full": (
        "always_inliner",
        "sroa",
        "simplify_cfg",
        "instruction_combine",
        "jump_threading",
        "simplify_cfg",
    ),
}
"""LLVM's passes over the text, in order. Its own pipelines repeat them, and add others that find nothing here: equal
expressions are one node, and the files of C were optimized when they were translated.
"""
_CODE_LEVELS: dict[Effort, int] = {"least": 0, "less": 2, "full": 2}
"""LLVM's levels for machine code."""
HEADS: dict[Effort, str] = {"least": "; not optimized\n", "less": "; hardly optimized\n", "full": ""}
"""The first line of such a text, for a text is compiled alike everywhere."""
_WANTED = "; was searched for long without being optimized\n"
"""The first line of a text that the cache keeps nothing of but that."""

MOST_INSTANCES = 2**16 - 1
"""Actions with their arguments: 16 bits name one, and Spark needs another name for the initial state."""


def read_ir(package: str, file: str) -> str:
    """The text in LLVM's language that `make runtime` made of a file of C. package: the module whose folder has it."""
    return resources.files(package).joinpath(file).read_text()


class Functions:
    """Compiled functions, ready to call with addresses and numbers. They release the interpreter's lock.

    The text is all that they are made from, so that another process, or another machine, can make them again.

    seconds: how long compiling may take; it is never given up where this is None.

    Raises:
        OutOfTime: it would take longer.
    """

    def __init__(self, llvm_ir: str, seconds: float | None = None) -> None:
        self.text = llvm_ir
        with signals.unbroken():
            compile = compiled_here
            if seconds is not None:
                from tidemark.checker.engines.native.elsewhere import compiled_elsewhere

                compile = partial(compiled_elsewhere, seconds=seconds)
            self._linked = _load(llvm_ir, compile)

    @property
    def digest(self) -> str:
        """SHA-256 of the text, in hexadecimal digits."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @classmethod
    @cache
    def of(cls, package: str, file: str, effort: Effort = "full") -> Functions:
        """The functions of a file of C, made once in each process. file: its text, in the folder of that package."""
        return cls(HEADS[effort] + read_ir(package, file))

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
        llvm_ir = MachineText(machine, self.layout, symmetry).module()
        self._improvement: Improvement | None = None
        if not OPTIMIZED:
            effort = "least"
        elif effort == "rising":
            is_awaited = is_kept(llvm_ir) or is_kept(_WANTED + llvm_ir)
            effort = "full" if is_awaited else "least"
            self._improvement = None if is_awaited else Improvement(llvm_ir)
        super().__init__(HEADS[effort] + llvm_ir, seconds)
        self.phases = {"lifting": lifted - begin, "compiling": time.perf_counter() - lifted}
        self._machine, self._symmetry = machine, symmetry

    @property
    def is_rising(self) -> bool:
        """Whether `improve` may still make others of them."""
        return self._improvement is not None

    def improve(self) -> bool:
        """Whether the functions are others from here on, optimized ones: a search asks between two batches.

        Those that were taken before still work. Another process compiles them once the search has gone on for a while.
        """
        coming = self._improvement
        if coming is None or (code := coming.code()) is None:
            return False
        coming.end()
        self._improvement = None
        with signals.note_signals(), suppress(MemoryError):
            self._linked = _load(coming.text, lambda _: code)
            self.text = coming.text
        return True

    @contextmanager
    def improving(self) -> Iterator[None]:
        """A search that asks for `improve`. Where it was worth it and ended first, the next one is optimized."""
        try:
            yield
        finally:
            if self._improvement:
                self._improvement.end()
                if self._improvement.is_worth_it:
                    with suppress(MemoryError):  # without, the next one begins as this one did
                        object_cache.keep(_made_from(_WANTED + self._improvement.text), b"")

    @cached_property
    def unchanged_bits(self) -> set[tuple[int, ...]]:
        """`unchanged_bits` of the machine."""
        return unchanged_bits(self._machine, self.layout, self._symmetry)


class LinkedObject:
    """The code and the constants of an object that LLVM has linked into this process, as long as this lives.

    Linking here without LLVM, whose library takes 25 to 35 ms to load, made a small search 7 % faster: less than a
    linker is worth. (`tidemark check` of published/high-watermark, kafka/0.10.2 and published/kip-101, ten pairs.)
    """

    def __init__(self, code: bytes, llvm_ir: str) -> None:
        import llvmlite.binding as llvm

        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target(llvm_ir))
        self._object = llvm.ObjectFileRef.from_data(code)
        self._engine.add_object_file(self._object)
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        """Where a function or a constant is."""
        engine = self._engine
        function: int = engine.get_function_address(name)
        return function or int(engine.get_global_value_address(name))


def _load(llvm_ir: str, compile: Callable[[str], bytes]) -> LinkedObject:
    """Compile the text, or take the object compiled from the same text before; link it into this process.

    Raises:
        MemoryError: there is too little address space to be sure of it.
        OutOfTime: compiling would take longer than it may.
    """
    _require_address_space(len(llvm_ir))
    code = object_cache.load_or_compile(_made_from(llvm_ir), lambda: compile(llvm_ir))
    return LinkedObject(code, llvm_ir)


def _require_address_space(size: int) -> None:
    """Refuse to compile where LLVM would end the process."""
    free = memory.address_space()
    if free is None:
        return
    library = 0 if "llvmlite.binding" in sys.modules else LLVMS_LIBRARY
    if free < library + LLVM_TAKES + LLVM_TAKES_A_BYTE * size:
        raise MemoryError


def _made_from(llvm_ir: str) -> bytes:
    """What tells the object of a text from all others."""
    return object_cache.identity(llvm_ir, *processor.compiler())


def is_kept(llvm_ir: str) -> bool:
    """Whether the cache has something of a text."""
    with signals.unbroken():
        return object_cache.is_kept(_made_from(llvm_ir))


def compiled_here(llvm_ir: str) -> bytes:
    """The machine code of a text."""
    return _compile(llvm_ir, _target(llvm_ir))


def _target(llvm_ir: str) -> Any:
    """What LLVM compiles a text for: this processor."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    cpu, features = processor.processor()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=cpu, features=features, opt=_CODE_LEVELS[_effort(llvm_ir)], jit=True
    )


def _effort(llvm_ir: str) -> Effort:
    return next(effort for effort, head in HEADS.items() if llvm_ir.startswith(head))


def _compile(llvm_ir: str, target: Any) -> bytes:
    import llvmlite.binding as llvm

    signals.raise_noted_signal()
    machine_code: bytes = target.emit_object(
        optimize(llvm.parse_assembly(llvm_ir), target, PASSES[_effort(llvm_ir)])
    )
    return machine_code


def optimize(module: Any, target: Any, passes: Iterable[str]) -> Any:
    """A module of LLVM after some of its passes over the text."""
    import llvmlite.binding as llvm

    module.verify()
    if passes:
        builder = llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options())
        manager = llvm.create_new_module_pass_manager()
        for name in passes:
            getattr(manager, f"add_{name}_pass")()
        manager.run(module, builder)
    return module
