"""Expressions as z3 terms, and questions to z3: for the z3 engine, and for proofs about expressions."""
