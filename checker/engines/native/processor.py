"""For what LLVM makes machine code here: the processor, and the versions of the compiler.

Its own module because the GPU's code in the cache depends on it too.
"""

from __future__ import annotations

from functools import cache


@cache
def processor() -> tuple[str, str]:
    """Its name, and its features, as LLVM has them."""
    import llvmlite.binding as llvm

    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


@cache
def compiler() -> tuple[str, ...]:
    """Everything but the text that decides which code LLVM makes: the processor, its features, and the versions."""
    import llvmlite
    import llvmlite.binding as llvm

    return llvm.get_default_triple(), *processor(), llvmlite.__version__, str(llvm.llvm_version_info)
