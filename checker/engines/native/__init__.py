"""The native engine: the symbolic form of a machine, compiled to machine code, searched breadth first by all cores.

`layout` packs a state into 64-bit words, `lowering` turns expressions into LLVM's language, and `kernel` makes and
compiles the functions of one machine. What is the same for every machine is in `runtime.c`; `structures` declares its
structs to Python, and `buffer` holds its arrays. `search` explores every state, and `walk` takes random walks.
"""

from checker.engines.native.search import search
from checker.engines.native.walk import simulate

__all__ = ["search", "simulate"]
