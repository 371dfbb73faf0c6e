"""A disk that becomes full, for this process alone."""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch


@contextmanager
def full_disk(room: int) -> Iterator[None]:
    """No file can have more bytes meanwhile: a write that reaches the end is done in part, as on a full disk.

    Python does not look whether it has written all of the bytecode of a module, which then can't be imported
    any more: it writes none meanwhile.
    """
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, limit[1]))
    try:
        with (
            patch.object(sys, "dont_write_bytecode", True),
            patch.dict("os.environ", PYTHONDONTWRITEBYTECODE="1"),
        ):
            yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
