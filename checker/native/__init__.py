"""The native engine: a machine's traced functions, compiled to machine code, searched breadth first by all cores.

`layout` packs a state into 64-bit words, `lowering` turns expressions into LLVM's language, `kernel` makes and
compiles the functions of one machine, and `search` drives them.
"""

from checker.native.search import search

__all__ = ["search"]
