"""From the text of a module to PTX, the language that NVIDIA's driver compiles.

Apart from `cuda` because it needs no GPU: the tests assemble what it writes.
"""

from __future__ import annotations

from typing import Any

from tidemark.checker import signals
from tidemark.checker.engines.native import cache, processor

TRIPLE = "nvptx64-nvidia-cuda"
ARCHITECTURE, VERSION = "sm_80", "ptx70"
"""The oldest GPUs that are served, and the PTX that their drivers read. Newer ones read it too."""
OLDEST = (8, 0)
"""Their compute capability."""
PASSES = (
    "always_inliner",
    "sroa",
    "simplify_cfg",
    "instruction_combine",
    "jump_threading",
    "simplify_cfg",
    "global_dead_code_eliminate",
)
"""LLVM's passes, as for the native engine; what was inlined everywhere is left out."""


def ptx(text: str) -> bytes:
    """The PTX of a text, from the cache or compiled and kept there."""
    with signals.unbroken():
        made_from = cache.identity(text, TRIPLE, ARCHITECTURE, VERSION, *PASSES, *processor.compiler())
        return cache.compiled(made_from, lambda: _compile(text))


def _compile(text: str) -> bytes:
    import llvmlite.binding as llvm

    signals.raise_noted()
    target = _target()
    head = f'target triple = "{TRIPLE}"\ntarget datalayout = "{target.target_data}"\n'
    module = llvm.parse_assembly(head + text)
    module.verify()
    builder = llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options())
    manager = llvm.create_new_module_pass_manager()
    for name in PASSES:
        getattr(manager, f"add_{name}_pass")()
    manager.run(module, builder)
    written: str = target.emit_assembly(module)
    return written.encode()


def _target() -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(cpu=ARCHITECTURE, features=f"+{VERSION}", opt=3)
