"""Promises about runs in the native engine: one search, then its graph answers every question.

`check` is the way in. `state_graph` makes the edges of the states that a search has found, with state_graph.c;
`components` finds strongly connected components there, and `fair_loops` the shortest fair loop in one (fair_loops.c).
`final_components` says where runs end up.
"""

from tidemark.checker.engines.native.liveness.check import FairnessGraph, check

__all__ = ["FairnessGraph", "check"]
