"""Defaults of engines. Apart from them, so that the command line can show them without importing an engine."""

BOUNDED_LENGTH = 24
"""How many states a bounded search looks ahead."""
HANDOVER = 1 << 16
"""The frontier from which a level is worth a Spark job."""
