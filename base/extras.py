"""Libraries that few commands need. An extra installs them, as in `pip install 'tidemark-kafka[spark]'`."""

import importlib.util

from tidemark.base.errors import UsageError

SPARK = ("pyspark", "pyarrow", "pandas")
"""The libraries of the extra `spark`: pyspark, and what its functions over Arrow's batches import."""


def is_installed(library: str) -> bool:
    """Whether a library can be imported."""
    return importlib.util.find_spec(library) is not None


def require_libraries(subject: str, *libraries: str) -> None:
    """Refuse what needs libraries that are not installed.

    subject: what needs them, as in `the engine spark`.

    Raises:
        UsageError: one of them is missing; the message has the command that installs it.
    """
    if missing := [library for library in libraries if not is_installed(library)]:
        raise UsageError(
            f"{subject} needs {' and '.join(missing)}: install the extra, pip install 'tidemark-kafka[spark]'"
        )
