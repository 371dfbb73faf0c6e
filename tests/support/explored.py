"""An explorer that is served while a test looks at it."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from tidemark.checker.explorer.server import serving
from tidemark.checker.explorer.session import ExplorerSession
from tidemark.spec import Machine


@contextmanager
def explored(machine: Machine, limit: int = 0, port: int = 0, **more: Any) -> Iterator[str]:
    """The address of an explorer of a machine. The others are as for a `Session`."""
    with serving(ExplorerSession(machine, limit, **more), port) as (address, server):
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield address
        finally:
            server.shutdown()
            thread.join()


def ask(address: str, what: str = "", *, path: str | None = None, **headers: str) -> tuple[int, str]:
    """The status and the text of an answer; `path` in place of the one that has the token."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port or 0, timeout=30)
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("GET", f"{parts.path}{what}" if path is None else path, headers=given)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text
