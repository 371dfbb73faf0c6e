"""What engines do unless told otherwise: apart from them, so that the command line says it without importing them."""

BOUNDED_LENGTH = 24
"""How many states a bounded search looks ahead."""
HANDOVER = 1 << 16
"""The frontier from which a level is worth a Spark job."""
