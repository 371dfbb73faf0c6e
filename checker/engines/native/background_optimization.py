"""Optimized code for a search that has begun without.

Its own module because most searches end before they need any, and then import nothing that makes it.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tidemark.checker.runs.results import Clock

if TYPE_CHECKING:
    from tidemark.checker.engines.native.compilation import Compilation
    from tidemark.checker.engines.native.compiler_process import CompilerProcess

WORTH_COMPILING = 0.2
"""Seconds of search after which optimized code is compiled: most searches end before, and it gains them nothing."""


class BackgroundOptimization:
    """Optimized machine code of a text, which another process makes while a search goes on without.

    Where there is no memory for it, the search goes on as it is; and where the process fails, which a line says.
    """

    def __init__(self, text: str, compilation: Compilation) -> None:
        self._text, self.compilation = text, compilation
        self._clock: Clock | None = None
        self._process: CompilerProcess | None = None
        self._has_failed = False

    @property
    def is_worth_it(self) -> bool:
        """Whether the search has gone on long enough, since its first batch."""
        return self._clock is not None and self._clock.seconds >= WORTH_COMPILING

    def code(self) -> bytes | None:
        """The machine code, or None until it is ready. Starts the process once that is worth it."""
        self._clock = self._clock or Clock()
        if self._has_failed or not self.is_worth_it:
            return None
        try:
            from tidemark.checker.engines.native.compiler_process import CompilerFailure, CompilerProcess
        except ImportError:  # it takes address space, and none is left
            self._has_failed = True
            return None
        try:
            self._process = self._process or CompilerProcess(self._text, self.compilation)
            return self._process.code() if self._process.is_over() else None
        except CompilerFailure as failure:
            print(f"tidemark: the search goes on without optimized code: {failure}", file=sys.stderr)
        except (OSError, MemoryError):
            pass
        self._has_failed = True
        return None

    def end(self) -> None:
        """End the process, if there is one."""
        if self._process:
            self._process.end()
