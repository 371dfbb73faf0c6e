"""Random runs: walks of the compiled machine, Hypothesis, and the shrinking of what they find."""
