"""Symmetry: which ids are interchangeable, as its expressions prove, and how a search uses that."""
