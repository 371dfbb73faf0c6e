"""A user's own Python files, with promises or machines: loaded, guarded against mistakes, sent to other processes."""
