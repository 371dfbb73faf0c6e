"""What a peer is: a model checker in one of its modes, how it is built for a space, and how it is read."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.peers.spaces import Bounds

MODELS = Path(__file__).parent
ROOT = MODELS.parents[1]

OPTIMISED = ("-O3", "-march=native")
"""How a peer's C is compiled: by the flags its manual recommends for speed, for the machine it runs on."""


class PeerError(RuntimeError):
    """A peer did not build, did not finish, or printed no exact count."""


class WrongCountError(PeerError):
    """A peer counted other states than there are: its model, ours, or one of the checkers is wrong."""


@dataclass(frozen=True)
class Searched:
    """What a verifier says of its own search.

    seconds: None where it does not say. digits: how many significant digits of the count it prints; None if all.
    """

    distinct_states: int
    seconds: float | None = None
    digits: int | None = None

    def agrees(self, states: int) -> bool:
        """Whether it counted this many states, as far as it tells."""
        if self.digits is None:
            return self.distinct_states == states
        return f"{self.distinct_states:.{self.digits}g}" == f"{states:.{self.digits}g}"


@dataclass(frozen=True)
class Verifier:
    """A command that searches, to be run in the directory where it was built, with `environment` added to ours."""

    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Peer:
    """A model checker in one of its modes.

    programs: what has to be on the path.
    build: makes a verifier for a space, in a directory that exists.
    read: finds the result in what the verifier prints; PeerError if there is none.
    extra_states: what the tool counts beyond the states of the protocol.
    prepare: compiles what stays when a model is edited, such as a library; it counts as no part of a build.
    edited: makes the verifier by which an edited model has its first verdict; None if that is `build`.
    lacks: what else is lacking, in words; empty if nothing is.
    """

    name: str
    variant: str
    programs: tuple[str, ...]
    build: Callable[[Bounds, Path], Verifier]
    read: Callable[[str], Searched]
    extra_states: int = 0
    prepare: Callable[[], None] | None = None
    edited: Callable[[Bounds, Path], Verifier] | None = None
    lacks: Callable[[], str] = lambda: ""

    def __str__(self) -> str:
        return f"{self.name}, {self.variant}"

    def missing(self) -> tuple[str, ...]:
        """What this machine lacks to build the peer; empty if it can be measured."""
        programs = [program for program in self.programs if shutil.which(program) is None]
        return tuple(one for one in (*programs, self.lacks()) if one)


def on_threads(threads: int) -> str:
    """The variant of a tool that searches on this many threads."""
    return "1 thread" if threads == 1 else f"{threads} threads"


def call(command: Sequence[str], directory: Path, environment: Mapping[str, str] | None = None) -> None:
    """Run a compiler; PeerError with the end of what it says if it fails."""
    done = subprocess.run(
        command,
        cwd=directory,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **(environment or {})},
    )
    if done.returncode != 0:
        raise PeerError(
            f"{' '.join(command)} failed with {done.returncode}:\n{tail(done.stdout + done.stderr)}"
        )


def tail(output: str, lines: int = 12) -> str:
    """The last lines of what a program said."""
    return "\n".join(output.strip().splitlines()[-lines:])
