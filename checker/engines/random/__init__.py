"""Random walks of the compiled machine, and the shrinking of the runs that they find."""
