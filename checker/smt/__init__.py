"""The z3 engine: bounded search at sizes that no enumeration reaches, and proofs by induction."""

from checker.smt.bounded import search

__all__ = ["search"]
