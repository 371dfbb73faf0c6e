"""An explorer that is served while a test looks at it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tidemark.checker.explorer.server import serving
from tidemark.checker.explorer.session import Session
from tidemark.spec import Machine


@contextmanager
def explored(machine: Machine, limit: int = 0) -> Iterator[str]:
    """The address of an explorer of a machine. `limit` as of a `Session`."""
    with serving(Session(machine, limit)) as (address, server):
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield address
        finally:
            server.shutdown()
            thread.join()
