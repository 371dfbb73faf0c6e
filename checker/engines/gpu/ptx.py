"""From the text of a module to PTX, the language that NVIDIA's driver compiles.

Apart from `cuda` because it needs no GPU: the tests assemble what it writes.
"""

from __future__ import annotations

from typing import Any

from tidemark.base import signals
from tidemark.checker.engines.native import cache, processor
from tidemark.checker.engines.native.compilation import FULL, optimize

TRIPLE = "nvptx64-nvidia-cuda"
ARCHITECTURE, VERSION = "sm_80", "ptx70"
"""The oldest GPUs that are served, and the PTX that their drivers read. Newer ones read it too."""
OLDEST = (8, 0)
"""Their compute capability."""
PASSES = (*FULL.passes, "global_dead_code_eliminate")
"""LLVM's passes: those of the native engine, and one that removes the functions that were inlined everywhere."""


def ptx(llvm_ir: str) -> bytes:
    """The PTX of a text, from the cache or compiled and kept there."""
    with signals.unbroken():
        made_from = cache.identity(llvm_ir, TRIPLE, ARCHITECTURE, VERSION, *PASSES, *processor.compiler())
        return cache.load_or_compile(made_from, lambda: _compile(llvm_ir))


def _compile(llvm_ir: str) -> bytes:
    import llvmlite.binding as llvm

    signals.raise_noted_signal()
    target = _target()
    head = f'target triple = "{TRIPLE}"\ntarget datalayout = "{target.target_data}"\n'
    written: str = target.emit_assembly(optimize(llvm.parse_assembly(head + llvm_ir), target, PASSES))
    return written.encode()


def _target() -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(cpu=ARCHITECTURE, features=f"+{VERSION}", opt=3)
