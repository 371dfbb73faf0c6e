"""How LLVM compiles a text to machine code, and links that into this process.

Apart from the kernel because another process compiles too, and knows nothing of machines.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from tidemark.base import signals
from tidemark.checker.engines.native import processor
from tidemark.checker.engines.native.cache import identity


@dataclass(frozen=True)
class Compilation:
    """How LLVM compiles a text: its passes over the text, in order, and its level for machine code.

    LLVM's own pipelines repeat these passes, and add others that find nothing here: equal expressions are one node, and
    the files of C were optimized when they were translated.
    """

    passes: tuple[str, ...]
    level: int

    def key(self, text: str) -> bytes:
        """What tells the machine code of a text, compiled like this here, from any other."""
        return identity(text, *self.passes, str(self.level), *processor.compiler())


LEAST = Compilation((), 0)
"""Compiling takes a twelfth of the time or less, and a search up to half as long again."""
LESS = Compilation(("always_inliner",), 2)
"""Good machine code: half the time or more, and up to a tenth more to run."""
FULL = Compilation(
    ("always_inliner", "sroa", "simplify_cfg", "instruction_combine", "jump_threading", "simplify_cfg"), 2
)
Effort = Literal["least", "less", "full"]
EFFORTS: dict[Effort, Compilation] = {"least": LEAST, "less": LESS, "full": FULL}
"""How a machine is compiled. The tests, which search thousands of small machines, compile all like the first."""


class LinkedObject:
    """The code and the constants of an object that LLVM has linked into this process, as long as this lives.

    LLVM's library takes 25 to 35 ms to load. A linker here that did without it made `tidemark check` of three small
    spaces, with the code in the cache, 5 to 7 % faster (ten pairs each), which is not worth one.
    """

    def __init__(self, code: bytes, compilation: Compilation) -> None:
        import llvmlite.binding as llvm

        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target(compilation))
        self._object = llvm.ObjectFileRef.from_data(code)
        self._engine.add_object_file(self._object)
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        """Where a function or a constant is."""
        engine = self._engine
        function: int = engine.get_function_address(name)
        return function or int(engine.get_global_value_address(name))


def compile_here(text: str, compilation: Compilation) -> bytes:
    """The machine code of a text."""
    import llvmlite.binding as llvm

    target = _target(compilation)
    signals.raise_noted_signal()
    module = optimize(llvm.parse_assembly(text), target, compilation.passes)
    machine_code: bytes = target.emit_object(module)
    return machine_code


def _target(compilation: Compilation) -> Any:
    """What LLVM compiles a text for: this processor."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    cpu, features = processor.processor()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=cpu, features=features, opt=compilation.level, jit=True
    )


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
