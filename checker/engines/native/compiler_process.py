"""A text compiled by another process, so that it can be given up: LLVM does not stop once it has begun.

It takes a quarter of a second more than compiling here, so only a caller with a limit of time asks for it, and a search
that goes on meanwhile (`background_optimization`).
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile

from tidemark.base import signals
from tidemark.checker.engines.bookkeeping import OutOfTime
from tidemark.checker.engines.native.compilation import Compilation
from tidemark.checker.runs.results import Clock

NO_MEMORY = 12
"""The status with which the process ends where it has too little memory."""
_CHILD = f"""
import json, sys
passes, level, sys.path[:] = json.loads(sys.argv[1])
from tidemark.base import signals
signals.die_with_parent()
from tidemark.checker.engines.native.compilation import Compilation, compile_here
try:
    code = compile_here(sys.stdin.buffer.read().decode(), Compilation(tuple(passes), level))
except MemoryError:
    sys.exit({NO_MEMORY})
sys.stdout.buffer.write(code)
"""


class CompilerFailure(Exception):
    """The process has failed, and not for want of memory. Its text says how."""


class CompilerProcess:
    """A process that compiles a text. Both go through files, so that neither process waits for the other.

    Raises:
        OSError: there is no place for the text, or no process.
    """

    def __init__(self, text: str, compilation: Compilation) -> None:
        self._written, self._errors = tempfile.TemporaryFile(), tempfile.TemporaryFile()  # noqa: SIM115 (read later)
        arguments = json.dumps([compilation.passes, compilation.level, sys.path])
        with tempfile.TemporaryFile() as source:
            source.write(text.encode())
            source.seek(0)
            self._process = subprocess.Popen(
                [sys.executable, "-c", _CHILD, arguments],
                stdin=source,
                stdout=self._written,
                stderr=self._errors,
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
            MemoryError: the process had too little memory, or was killed.
            CompilerFailure: it has failed in another way.
        """
        status = self._process.returncode
        if status < 0 or status == NO_MEMORY:
            raise MemoryError
        if status:
            self._errors.seek(0)
            lines = self._errors.read().decode(errors="replace").split("\n")
            reason = next((line for line in reversed(lines) if line.strip()), "")
            raise CompilerFailure(
                f"the process that compiles ended with status {status}: {reason}".rstrip(": ")
            )
        self._written.seek(0)
        return self._written.read()

    def end(self) -> None:
        """End it, however far it is."""
        self._process.kill()
        self._process.wait()
        self._written.close()
        self._errors.close()


def compile_within(text: str, compilation: Compilation, seconds: float) -> bytes:
    """The machine code of a text.

    Raises:
        OutOfTime: it would take more than `seconds`.
        KeyboardInterrupt: a signal was noted meanwhile.
        MemoryError: the process had too little memory.
        CompilerFailure: it has failed in another way.
    """
    clock = Clock()
    process = CompilerProcess(text, compilation)
    try:
        while not process.is_over(signals.LISTENS):
            signals.raise_noted_signal()
            if clock.seconds >= seconds:
                raise OutOfTime(f"compiling the machine took more than {seconds:.1f} s")
        return process.code()
    finally:
        process.end()
