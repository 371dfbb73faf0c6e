"""For what LLVM makes machine code here: the processor, and the versions of the compiler.

Its own module because whoever has code in the cache asks it too, and does not load LLVM.
"""

from __future__ import annotations

import importlib.util
import json
from functools import cache
from pathlib import Path

from tidemark.checker.engines.native.cache import identity, load_or_compile


@cache
def processor() -> tuple[str, str]:
    """Its name, and its features, as LLVM has them."""
    import llvmlite.binding as llvm

    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


@cache
def compiler() -> tuple[str, ...]:
    """What decides besides a text which code LLVM gives: the processor with its features, and the versions.

    To ask LLVM it has to be loaded. Its answer stands as long as the system runs and LLVM's file is the same, and is
    kept in the cache for that time.
    """

    def ask_llvm() -> bytes:
        import llvmlite
        import llvmlite.binding as llvm

        versions = llvmlite.__version__, str(llvm.llvm_version_info)
        return json.dumps([llvm.get_default_triple(), *processor(), *versions]).encode()

    llvmlite_spec = importlib.util.find_spec("llvmlite")
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text()
        library = (
            Path(llvmlite_spec.origin or "").parent / "binding" / "libllvmlite.so"
            if llvmlite_spec
            else Path()
        )
        about = library.stat()
    except OSError:
        return tuple(json.loads(ask_llvm()))
    file = str(library), str(about.st_size), str(about.st_mtime_ns)
    return tuple(json.loads(load_or_compile(identity("the compiler", boot, *file), ask_llvm)))
