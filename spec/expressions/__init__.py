"""Symbolic values: nodes of a graph, their kinds, and what the functions of a machine report while they run."""
