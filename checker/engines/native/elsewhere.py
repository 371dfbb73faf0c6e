"""A text compiled by a process of its own, so that it can be given up: LLVM does not stop once it has begun.

It takes a quarter of a second more than compiling here, so only a caller with a limit of time asks for it, and a search
that goes on meanwhile (`Improvement`).
"""

from __future__ import annotations

import subprocess
import sys
import tempfile

from tidemark.base import signals
from tidemark.checker.engines.bookkeeping import OutOfTime
from tidemark.checker.runs.results import Clock

_CHILD = """
import sys
sys.path[:] = sys.argv[1:]
from tidemark.base import signals
signals.die_with_parent()
from tidemark.checker.engines.native.kernel import compiled_here
sys.stdout.buffer.write(compiled_here(sys.stdin.buffer.read().decode()))
"""


class Compiling:
    """A text that a process is compiling. Both go through files, so that neither process waits for the other.

    Raises:
        OSError: there is no place for the text, or no process.
    """

    def __init__(self, llvm_ir: str) -> None:
        self._written = tempfile.TemporaryFile()  # noqa: SIM115 (read when the process has ended)
        with tempfile.TemporaryFile() as source:
            source.write(llvm_ir.encode())
            source.seek(0)
            self._process = subprocess.Popen(
                [sys.executable, "-c", _CHILD, *sys.path],
                stdin=source,
                stdout=self._written,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C in a terminal is for this process
            )

    def is_over(self, wait: float = 0.0) -> bool:
        """Whether it has ended, at once or within `wait` seconds."""
        try:
            self._process.wait(wait)
        except subprocess.TimeoutExpired:
            return False
        return True

    def code(self) -> bytes:
        """The machine code, once it has ended.

        Raises:
            MemoryError: the process could not do it.
        """
        if self._process.returncode:
            raise MemoryError
        self._written.seek(0)
        return self._written.read()

    def end(self) -> None:
        """End it, however far it is."""
        self._process.kill()
        self._process.wait()
        self._written.close()


def compiled_elsewhere(llvm_ir: str, seconds: float) -> bytes:
    """The machine code of a text.

    Raises:
        OutOfTime: it would take more than `seconds`.
        KeyboardInterrupt: a signal was noted meanwhile.
        MemoryError: the process could not do it.
    """
    clock = Clock()
    compiling = Compiling(llvm_ir)
    try:
        while not compiling.is_over(signals.LISTENS):
            signals.raise_noted_signal()
            if clock.seconds >= seconds:
                raise OutOfTime(f"compiling the machine took more than {seconds:.1f} s")
        return compiling.code()
    finally:
        compiling.end()
