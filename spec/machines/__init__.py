"""Actions, promises and machines, and the symbolic form that the compiling engines read."""
