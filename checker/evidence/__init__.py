"""What is kept and compared: the pinned figures, the folder of counterexamples, the grids."""
