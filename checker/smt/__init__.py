"""The z3 engine: bounded search at sizes that no enumeration reaches, and proofs by induction."""

from checker.smt.bounded import Disagreement, search
from checker.smt.induction import Proof, prove

__all__ = ["Disagreement", "Proof", "prove", "search"]
