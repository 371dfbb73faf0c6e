"""Symmetry: which ids are interchangeable, shown on the expressions of a machine, and what a search makes of it."""
