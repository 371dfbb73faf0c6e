"""Promises about runs in the native engine: one search, then its graph answers every question.

`check` goes from promise to promise. `state_graph` makes the edges of the states that a search has found, answers each
question, and finds the shortest lasso. It asks `components` for strongly connected components (state_graph.c), and
`fair_loops` for the shortest fair loop in one (fair_loops.c).
`final_components` says where runs end up.
"""

from tidemark.checker.engines.native.liveness.check import FairnessGraph, check

__all__ = ["FairnessGraph", "check"]
