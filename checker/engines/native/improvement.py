"""Optimized code for a search that has begun without.

Its own module because most searches end before they need any, and then import nothing that makes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tidemark.checker.runs.results import Clock

if TYPE_CHECKING:
    from tidemark.checker.engines.native.elsewhere import Compiling

WORTH_COMPILING = 0.2
"""Seconds of search after which optimized code is compiled: most searches end before, and it gains them nothing."""


class Improvement:
    """Optimized machine code of a text, which another process makes while a search goes on without.

    Where it can't be made, the search goes on as it is.
    """

    def __init__(self, llvm_ir: str) -> None:
        self.text = llvm_ir
        self._clock: Clock | None = None
        self._compiling: Compiling | None = None
        self._failed = False

    @property
    def is_worth_it(self) -> bool:
        """Whether the search has gone on long enough, since its first batch."""
        return self._clock is not None and self._clock.seconds >= WORTH_COMPILING

    def code(self) -> bytes | None:
        """The machine code, or None until it is ready. Starts the process once that is worth it."""
        self._clock = self._clock or Clock()
        if self._failed or not self.is_worth_it:
            return None
        try:
            from tidemark.checker.engines.native.elsewhere import Compiling

            self._compiling = self._compiling or Compiling(self.text)
            return self._compiling.code() if self._compiling.is_over() else None
        except (OSError, MemoryError, ImportError):
            self._failed = True
            return None

    def end(self) -> None:
        """End the process, if there is one."""
        if self._compiling:
            self._compiling.end()
