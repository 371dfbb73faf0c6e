"""The native engine: the symbolic form of a machine, compiled to machine code, searched breadth first by all cores.

`layout` packs a state into 64-bit words, `lowering` turns expressions into LLVM's language, `kernel` makes and
compiles the functions of one machine; `search` explores every state by them, and `walk` takes random walks.
"""

from checker.engines.native.search import search
from checker.engines.native.walk import simulate

__all__ = ["search", "simulate"]
