"""The native engine: a machine's traced functions, compiled to machine code, searched breadth first by all cores.

`layout` packs a state into 64-bit words, `lowering` turns expressions into LLVM's language, `kernel` makes and
compiles the functions of one machine; `search` explores every state by them, and `walk` takes random walks.
"""

from checker.native.search import search
from checker.native.walk import simulate

__all__ = ["search", "simulate"]
