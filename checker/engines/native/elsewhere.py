"""A text compiled by a process of its own, so that it can be given up: LLVM does not stop once it has begun.

It takes a quarter of a second more than compiling here, so only a caller with a limit of time asks for it.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from contextlib import suppress

from tidemark.checker import signals
from tidemark.checker.engines.bookkeeping import OutOfTime
from tidemark.checker.runs.results import Clock

_CHILD = """
import sys
sys.path[:] = sys.argv[1:]
from tidemark.checker import signals
signals.die_with_parent()
from tidemark.checker.engines.native.kernel import compiled_here
sys.stdout.buffer.write(compiled_here(sys.stdin.buffer.read().decode()))
"""


def compiled_elsewhere(text: str, seconds: float) -> bytes:
    """The machine code of a text.

    Raises:
        OutOfTime: it would take more than `seconds`.
        KeyboardInterrupt: a signal was noted meanwhile.
        MemoryError: the process could not do it.
    """
    clock = Clock()
    with (
        tempfile.TemporaryFile() as written
    ):  # a pipe would not do: at a timeout `communicate` forgets what it has
        written.write(text.encode())
        written.seek(0)
        process = subprocess.Popen(
            [sys.executable, "-c", _CHILD, *sys.path],
            stdin=written,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C in a terminal is for this process
        )
    with process:
        try:
            while True:
                with suppress(subprocess.TimeoutExpired):
                    code: bytes = process.communicate(timeout=signals.LISTENS)[0]
                    break
                signals.raise_noted()
                if clock.seconds >= seconds:
                    raise OutOfTime(f"compiling the machine took more than {seconds:.1f} s")
        finally:
            process.kill()
    if process.returncode:
        raise MemoryError
    return code
