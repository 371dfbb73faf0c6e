"""Java programs that live no longer than this one, each with its own folder and ports.

A child is killed by the kernel when the thread that started it ends, so nothing outlives even a SIGKILL. What a killed
program leaves on disk is a workplace without a holder: the next program removes it.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import random
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from tidemark.base import temporary_folders
from tidemark.base.errors import UsageError

FLAGS = (
    "-Xmx256m",
    "-Xms64m",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:-UsePerfData",
    "-Djava.net.preferIPv4Stack=true",
)
"""For a Java that starts quickly and stays small. `-XX:-UsePerfData` leaves no file in the common /tmp."""
PREFIX = "tidemark-kafka-"
PATIENCE = 120.0
"""Seconds for what always comes, even on a busy machine. Nothing that works takes this long."""
PORTS = (12_000, 32_000)
"""Linux gives connections ports from 32,768 on, and one of those may be taken before a broker listens on it."""
_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG of prctl(2)."""

Awaited = TypeVar("Awaited")
_LIBC = ctypes.CDLL(None, use_errno=True)


class NoAnswer(Exception):
    """What was waited for did not come, or a process ended that should not have."""


def wait_for(name: str, look: Callable[[], Awaited | None], patience: float = PATIENCE) -> Awaited:
    """What `look` gives, as soon as that is true.

    Raises:
        NoAnswer: it was not for `patience` seconds.
    """
    end = time.monotonic() + patience
    pause = 0.002
    while not (value := look()):
        if time.monotonic() > end:
            raise NoAnswer(f"{name} did not come within {patience:.0f} seconds")
        time.sleep(pause)
        pause = min(pause * 1.3, 0.05)
    return value


class Workplace:
    """A folder for everything that the processes write, held by a lock for as long as this program lives."""

    def __init__(self, keep: Path | None = None) -> None:
        if keep:
            keep.mkdir(parents=True, exist_ok=True)
            if any(keep.iterdir()):
                raise UsageError(f"{keep} is not empty: the brokers' directories go into a new one")
            temporary_folders.remove_abandoned_folders(PREFIX)
        path, self._lock = (keep, temporary_folders.hold(keep)) if keep else temporary_folders.new(PREFIX)
        self.path, self._keeps = path.absolute(), keep is not None
        self._processes: list[Process] = []

    def __enter__(self) -> Workplace:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.kill()
        if self._keeps:
            temporary_folders.release(self.path)
        else:
            temporary_folders.remove(self.path)
        self._lock.close()

    def start(
        self,
        name: str,
        jars: list[Path],
        main: str,
        *arguments: str,
        log4j: str = "",
        has_input: bool = False,
    ) -> Process:
        """Start a Java program in a folder of its name; what it prints goes to `NAME/out`.

        has_input: it reads what is written to its `stdin`.
        """
        folder = self.path / name
        folder.mkdir(exist_ok=True)
        process = Process(name, folder, jars, main, arguments, log4j, has_input)
        self._processes.append(process)
        return process


class Process(subprocess.Popen[bytes]):
    """One Java program. `out` is what it has printed, of all its lives."""

    def __init__(
        self,
        name: str,
        folder: Path,
        jars: list[Path],
        main: str,
        arguments: tuple[str, ...],
        log4j: str,
        has_input: bool = False,
    ) -> None:
        self.name = name
        self.out = folder / "out"
        settings = [f"-Dlog4j.configuration=file:{log4j}", f"-Dlog4j2.configurationFile={log4j}"]
        path = ":".join(map(str, jars))
        temporary = f"-Djava.io.tmpdir={folder}"  # where it is killed, it leaves what is there
        command = [java(), *FLAGS, temporary, *(settings if log4j else ()), "-cp", path, main, *arguments]
        with self.out.open("ab") as out:
            super().__init__(
                command,
                cwd=folder,
                stdin=subprocess.PIPE if has_input else subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C is for the program, which then ends its children
                preexec_fn=_die_with_parent,
            )

    def is_up(self) -> bool:
        """Whether it runs, or is paused."""
        return self.poll() is None

    def kill(self) -> None:
        """SIGKILL: a crash."""
        super().kill()
        self.wait()

    def stop(self) -> None:
        """SIGTERM, and wait until it has ended: a clean stop."""
        self.terminate()
        try:
            self.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise NoAnswer(f"{self.name} did not end after SIGTERM") from None

    def pause(self) -> None:
        """SIGSTOP: a pause, as by a long garbage collection or a machine that swaps."""
        self.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """SIGCONT."""
        self.send_signal(signal.SIGCONT)

    def text(self) -> str:
        """All that it has printed."""
        return self.out.read_text(encoding="utf-8", errors="replace") if self.out.exists() else ""

    def require_up(self) -> None:
        """Require that it runs.

        Raises:
            NoAnswer: it has ended; the message has the last line of its log.
        """
        if not self.is_up():
            last = [line for line in self.text().splitlines() if line.strip() and not line.startswith("\tat")]
            raise NoAnswer(f"{self.name} ended unexpectedly: {last[-1] if last else 'it printed nothing'}")


def java() -> str:
    """The `java` to run: that of JAVA_HOME, or of PATH.

    Raises:
        UsageError: there is none.
    """
    home = os.environ.get("JAVA_HOME")
    program = shutil.which("java", path=f"{home}/bin" if home else None)
    if not program:
        raise UsageError("Kafka needs Java: `sudo apt-get install default-jre-headless`")
    return program


def free_ports(count: int) -> list[int]:
    """Ports on loopback that nothing listens on, below those that connections take for themselves."""
    ports: set[int] = set()
    while len(ports) < count:
        port = random.randrange(*PORTS)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            ports.add(port)
    return list(ports)


def listens(port: int) -> bool:
    """Whether anything accepts connections on a port of loopback."""
    with socket.socket() as connection:
        connection.settimeout(1)
        return connection.connect_ex(("127.0.0.1", port)) == 0


def _die_with_parent() -> None:
    _LIBC.prctl(_DEATH_SIGNAL, signal.SIGKILL)
