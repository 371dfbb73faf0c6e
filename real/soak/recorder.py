"""What happens in an episode, noted as it happens: by the program, by its producer, and by its consumer."""

from __future__ import annotations

import threading
import time
from typing import Any


class Recorder:
    """Events with their times, in seconds since the episode began. Threads share it."""

    def __init__(self) -> None:
        self.began = time.time()  # the controller's records have the time of the same clock
        self._lock = threading.Lock()
        self._events: list[dict[str, Any]] = []

    def note(self, what: str, at: float | None = None, **more: Any) -> None:
        """Note an event; `at` is when it was, by the clock."""
        seconds = round((time.time() if at is None else at) - self.began, 3)
        with self._lock:
            self._events.append({"at": seconds, "what": what, **more})

    def events(self) -> list[dict[str, Any]]:
        """All of them, by their times."""
        with self._lock:
            return sorted(self._events, key=lambda event: float(event["at"]))
