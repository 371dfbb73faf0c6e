"""The compiled functions of one machine: the text that LLVM gets, compiled once and kept in the cache of objects.

Half of the text is the same for every machine: runtime.c, translated beforehand. The other half is written here for
each machine. All functions work on arrays of packed states that the search owns; none allocates memory.
"""

from __future__ import annotations

import ctypes
import hashlib
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property, partial
from importlib import resources
from typing import Any, Literal

from tidemark.checker import signals
from tidemark.checker.engines import memory
from tidemark.checker.engines.native import cache, functions, processor
from tidemark.checker.engines.native.improvement import Improvement
from tidemark.checker.engines.native.layout import Layout
from tidemark.checker.engines.native.linked import Linked, NotLinked
from tidemark.checker.engines.native.lowering import Emitter, LlvmLowering
from tidemark.checker.engines.native.masks import BITS, mask_words
from tidemark.spec.errors import UsageError
from tidemark.spec.expression import Expr
from tidemark.spec.machine import Machine
from tidemark.spec.symmetry import Renaming, rename, renamings

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
_PASSES: dict[Effort, tuple[str, ...]] = {
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
_RENAMED_TOGETHER = 8
"""Renamings of ids in one function."""
_MULTIPLIERS = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93)


class Functions:
    """Compiled functions, ready to call with addresses and numbers. They release the interpreter's lock.

    The text is all that they are made from, so that another process, or another machine, can make them again.

    seconds: how long compiling may take; it is never given up where this is None.

    Raises:
        OutOfTime: it would take longer.
    """

    def __init__(self, text: str, seconds: float | None = None) -> None:
        self.text = text
        with signals.unbroken():
            compile = compiled_here
            if seconds is not None:
                from tidemark.checker.engines.native.elsewhere import compiled_elsewhere

                compile = partial(compiled_elsewhere, seconds=seconds)
            self._linked = _load(text, compile)

    @property
    def digest(self) -> str:
        """SHA-256 of the text, in hexadecimal digits."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    def function(self, name: str) -> Any:
        """A function of the engine's C, by its name."""
        return functions.FUNCTIONS[name](self._linked.address(name))

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
        text = _Text(machine, self.layout, symmetry).module()
        self._improvement: Improvement | None = None
        if not OPTIMIZED:
            effort = "least"
        elif effort == "rising":
            is_awaited = is_kept(text) or is_kept(_WANTED + text)
            effort = "full" if is_awaited else "least"
            self._improvement = None if is_awaited else Improvement(text)
        super().__init__(HEADS[effort] + text, seconds)
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
        self._improvement, self._former = None, self._linked
        with signals.noted(), suppress(MemoryError):
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
                        cache.keep(_made_from(_WANTED + self._improvement.text), b"")

    @cached_property
    def kept(self) -> set[tuple[int, ...]]:
        """The bits of a state that an action instance leaves as they are, as words: a set for all that keep the same.

        With symmetry none is kept, for what is reached is renamed.
        """
        before, layout = self._machine.symbolic.fields, self.layout
        if self._symmetry:
            return {(0,) * layout.words}
        return {
            layout.masked(new is old for new, old in zip(action.fields, before, strict=True))
            for action in self._machine.symbolic.actions
        }


class _Text:
    """Writes the module: the machine's own functions, and the runtime around them for its number of words."""

    def __init__(self, machine: Machine, layout: Layout, symmetry: bool) -> None:
        self._machine, self._layout, self._words = machine, layout, layout.words
        self._symmetry = symmetry

    def module(self) -> str:
        """The whole text."""
        runtime = resources.files("tidemark.checker.engines.native").joinpath("runtime.ll").read_text()
        masks = mask_words(len(self._machine.promises))
        constants = (
            f"@WORDS = internal constant i64 {self._words}\n@MASKS = internal constant i64 {masks}\n\n"
            "declare i32 @llvm.ctpop.i32(i32)"
        )
        functions = [self._hash(), self._same(), self._less(), self._promises(), self._successors()]
        parts = [runtime, constants, *functions]
        if self._symmetry:
            parts.append(self._canonical())
        return "\n".join(parts)

    def _store_words(self, emit: Emitter, words: list[str], pointer: str) -> None:
        for k, word in enumerate(words):
            address = emit(f"getelementptr i64, ptr {pointer}, i64 {k}")
            emit.do(f"store i64 {word}, ptr {address}")

    def _hash(self) -> str:
        emit = Emitter()
        mixed = "0"
        for k, word in enumerate(emit.words(self._words, "%state")):
            mixed = emit(f"xor i64 {mixed}, {word}")
            mixed = emit(f"mul i64 {mixed}, {_MULTIPLIERS[k % 3]}")
            mixed = emit(f"xor i64 {mixed}, {emit(f'lshr i64 {mixed}, 32')}")
        mixed = emit(f"mul i64 {mixed}, {_MULTIPLIERS[3]}")
        high = emit(f"lshr i64 {mixed}, 29")
        emit.do(f"ret i64 {emit(f'xor i64 {mixed}, {high}')}")
        return emit.function("internal i64 @hash(ptr %state) alwaysinline nounwind")

    def _same(self) -> str:
        emit = Emitter()
        a, b = emit.words(self._words, "%a"), emit.words(self._words, "%b")
        difference = "0"
        for x, y in zip(a, b, strict=True):
            difference = emit(f"or i64 {difference}, {emit(f'xor i64 {x}, {y}')}")
        emit.do(f"ret i1 {emit(f'icmp eq i64 {difference}, 0')}")
        return emit.function("internal zeroext i1 @same(ptr %a, ptr %b) alwaysinline nounwind")

    def _less(self) -> str:
        emit = Emitter()
        less = self._is_less(emit, emit.words(self._words, "%a"), emit.words(self._words, "%b"))
        emit.do(f"ret i1 {less}")
        return emit.function("internal zeroext i1 @less(ptr %a, ptr %b) nounwind")

    def _is_less(self, emit: Emitter, a: list[str], b: list[str]) -> str:
        less = "false"
        for x, y in reversed(list(zip(a, b, strict=True))):
            same, below = emit(f"icmp eq i64 {x}, {y}"), emit(f"icmp ult i64 {x}, {y}")
            less = emit(f"or i1 {below}, {emit(f'and i1 {same}, {less}')}")
        return less

    def _promises(self) -> str:
        """The mask of the promises that a state breaks; those whose condition arises in it are added to `met`."""
        emit = Emitter()
        lower = LlvmLowering(emit, self._layout, emit.words(self._words, "%state"))
        graph, promises = self._machine.symbolic.graph, self._machine.symbolic.promises
        count = mask_words(len(promises))
        broken, met = ["0"] * count, emit.words(count, "%met")
        for number, promise in enumerate(promises):
            word, bit = divmod(number, BITS)
            broken[word] = emit.flag(broken[word], lower.value(graph.negate(promise.holds)), bit)
            condition = graph.true if promise.condition is None else promise.condition
            met[word] = emit.flag(met[word], lower.value(condition), bit)
        self._store_words(emit, met, "%met")
        self._store_words(emit, broken, "%broken")
        emit.do("ret void")
        return emit.function(
            "internal void @promises(ptr %state, ptr noalias %broken, ptr noalias %met) nounwind"
        )

    def _successors(self) -> str:
        """Every successor of a state, in order: its words, hash and action instance; gives how many they are.

        `enabled` counts how often each instance was enabled. A write outside a domain sets `wrong`, and the successor
        is left out.
        """
        emit = Emitter()
        emit.do("%count = alloca i64\n  store i64 0, ptr %count")
        words = emit.words(self._words, "%state")
        lower = LlvmLowering(emit, self._layout, words)
        actions = self._machine.symbolic.actions
        guards = [lower.value(t.guard) for t in actions]
        emit.do("br label %try0")
        for k, (action, guard) in enumerate(zip(actions, guards, strict=True)):
            emit.label(f"try{k}")
            emit.do(f"br i1 {guard}, label %do{k}, label %try{k + 1}")
            emit.label(f"do{k}")
            with lower.scope():
                self._successor(emit, lower, action.fields, k)
        emit.label(f"try{len(actions)}")
        emit.do("%result = load i64, ptr %count\n  ret i64 %result")
        head = (
            "internal i64 @successors(ptr %state, ptr noalias %out, ptr noalias %hashes, "
            "ptr noalias %actions, ptr noalias %enabled, ptr noalias %wrong) alwaysinline nounwind"
        )
        return emit.function(head)

    def _successor(self, emit: Emitter, lower: LlvmLowering, fields: list[Expr], k: int) -> None:
        words, in_range = lower.pack(fields)
        counter = emit(f"getelementptr i64, ptr %enabled, i64 {k}")
        before = emit(f"load i64, ptr {counter}")
        emit.do(f"store i64 {emit(f'add i64 {before}, 1')}, ptr {counter}")
        if in_range is not None:
            emit.do(f"br i1 {in_range}, label %fits{k}, label %wrong{k}")
            emit.label(f"wrong{k}")
            emit.do(f"store i64 1, ptr %wrong\n  br label %try{k + 1}")
            emit.label(f"fits{k}")
        n = emit("load i64, ptr %count")
        out = emit(f"getelementptr i64, ptr %out, i64 {emit(f'mul i64 {n}, {self._words}')}")
        self._store_words(emit, words, out)
        if self._symmetry:
            emit.do(f"call void @canonical(ptr {out})")
        hashed = emit(f"call i64 @hash(ptr {out})")
        emit.do(f"store i64 {hashed}, ptr {emit(f'getelementptr i64, ptr %hashes, i64 {n}')}")
        emit.do(f"store i16 {k}, ptr {emit(f'getelementptr i16, ptr %actions, i64 {n}')}")
        emit.do(f"store i64 {emit(f'add i64 {n}, 1')}, ptr %count")
        emit.do(f"br label %try{k + 1}")

    def _canonical(self) -> str:
        """Replace a state by the least of those that a renaming of interchangeable ids makes from it.

        In parts of a few renamings: what LLVM does for one long block takes quadratic time.
        """
        emit = Emitter()
        head = "internal void @least{}(ptr noalias %state, ptr noalias %least) noinline nounwind"
        emit.do(f"%least = alloca [{self._words} x i64]")
        self._store_words(emit, emit.words(self._words, "%state"), "%least")
        every, parts = list(renamings(self._machine)), []
        for k in range(0, len(every), _RENAMED_TOGETHER):
            emit.do(f"call void @least{k}(ptr %state, ptr %least)")
            parts.append(self._least(every[k : k + _RENAMED_TOGETHER]).function(head.format(k)))
        self._store_words(emit, emit.words(self._words, "%least"), "%state")
        emit.do("ret void")
        return "\n".join([*parts, emit.function("internal void @canonical(ptr %state) nounwind")])

    def _least(self, some: list[Renaming]) -> Emitter:
        """Replace the least state so far by a lesser one that one of these renamings makes from a state."""
        emit, machine = Emitter(), self._machine
        lower = LlvmLowering(emit, self._layout, emit.words(self._words, "%state"))
        least = emit.words(self._words, "%least")
        state = machine.type.build(iter(machine.symbolic.fields))
        for renaming in some:
            with lower.scope():
                fields = machine.flatten_symbolic(rename(machine.type, state, renaming))
                renamed, _ = lower.pack(fields)
                less = self._is_less(emit, renamed, least)
                pairs = zip(renamed, least, strict=True)
                least = [emit(f"select i1 {less}, i64 {new}, i64 {old}") for new, old in pairs]
        self._store_words(emit, least, "%least")
        emit.do("ret void")
        return emit


class _LinkedByLlvm:
    """The code and the constants of an object that LLVM has linked, as long as this lives."""

    def __init__(self, code: bytes, text: str) -> None:
        import llvmlite.binding as llvm

        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target(text))
        self._object = llvm.ObjectFileRef.from_data(code)
        self._engine.add_object_file(self._object)
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        """Where a function or a constant is."""
        engine = self._engine
        found: int = engine.get_function_address(name) or engine.get_global_value_address(name)
        return found


def _load(text: str, compile: Callable[[str], bytes]) -> Linked | _LinkedByLlvm:
    """Compile the text, or take the object compiled from the same text before; link it into this process.

    Raises:
        MemoryError: there is too little address space to be sure of it.
        OutOfTime: compiling would take longer than it may.
    """
    _require_address_space(len(text))
    code = cache.compiled(_made_from(text), lambda: compile(text))
    try:
        return Linked(code)
    except NotLinked:
        return _LinkedByLlvm(code, text)


def _require_address_space(size: int) -> None:
    """Refuse to compile where LLVM would end the process."""
    left = memory.address_space()
    if left is None:
        return
    library = 0 if "llvmlite.binding" in sys.modules else LLVMS_LIBRARY
    if left < library + LLVM_TAKES + LLVM_TAKES_A_BYTE * size:
        raise MemoryError


def _made_from(text: str) -> bytes:
    """What tells the object of a text from all others."""
    return cache.identity(text, *processor.compiler())


def is_kept(text: str) -> bool:
    """Whether the cache has something of a text."""
    with signals.unbroken():
        return cache.is_kept(_made_from(text))


def compiled_here(text: str) -> bytes:
    """The machine code of a text."""
    return _compile(text, _target(text))


def _target(text: str) -> Any:
    """What LLVM compiles a text for: this processor."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    cpu, features = processor.processor()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=cpu, features=features, opt=_CODE_LEVELS[_effort(text)], jit=True
    )


def _effort(text: str) -> Effort:
    return next(effort for effort, head in HEADS.items() if text.startswith(head))


def _compile(text: str, target: Any) -> bytes:
    import llvmlite.binding as llvm

    signals.raise_noted()
    module = llvm.parse_assembly(text)
    module.verify()
    if passes := _PASSES[_effort(text)]:
        builder = llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options())
        manager = llvm.create_new_module_pass_manager()
        for name in passes:
            getattr(manager, f"add_{name}_pass")()
        manager.run(module, builder)
    machine_code: bytes = target.emit_object(module)
    return machine_code
