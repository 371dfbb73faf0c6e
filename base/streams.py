"""The standard streams of a program: closed, or left by their reader, they lose what is printed and nothing else.

Under cron, or before `head`, what is printed may have no reader; the exit status and the files have. A stream that
can't be written takes what is printed all the same, and remembers why that went nowhere.

On the ground floor, and made of the standard library alone: a descriptor that is closed is opened before anything else
could take its number.
"""

from __future__ import annotations

import errno
import io
import os
import select
import sys
from typing import Any, TextIO

_LEFT = (errno.EPIPE, errno.EBADF)
"""The errors of a write whose reader has gone, or never existed."""


class _Lasting(io.FileIO):
    """A descriptor that takes whatever is written. `problem` is why it went nowhere, once it did."""

    problem: OSError | None = None

    def write(self, data: Any) -> int:
        """Write, or drop what can't be written."""
        try:
            while not self.problem:
                if (written := super().write(data)) is not None:
                    return written
                select.select([], [self], [])  # another program made it one that does not wait
        except OSError as problem:
            self.problem = problem
        return len(data)


_lasting: list[_Lasting] = []
"""Standard output and standard error, once they are secured."""


def secure() -> None:
    """Open closed streams on nothing, and let no write to the others fail. Called once, by a program."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # takes the lowest number that is free
    sys.stdin = sys.stdin or os.fdopen(0, closefd=False)
    sys.stdout = _secure_stream(1, sys.stdout, "replace")  # a locale without a sign shows a question mark
    sys.stderr = _secure_stream(2, sys.stderr, "backslashreplace")


def _secure_stream(number: int, stream: TextIO | None, errors: str) -> TextIO:
    raw = _Lasting(number, "w", closefd=False)
    _lasting.append(raw)
    wrapper = stream if isinstance(stream, io.TextIOWrapper) else None
    by_lines = number == 2 or (wrapper is not None and (wrapper.line_buffering or wrapper.write_through))
    encoding = wrapper.encoding if wrapper else None
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding, errors, line_buffering=by_lines)


def problem() -> OSError | None:
    """Why standard output did not take what was printed, for example a full disk; not that its reader left."""
    error = _lasting[0].problem if _lasting else None
    return None if error is None or error.errno in _LEFT else error
