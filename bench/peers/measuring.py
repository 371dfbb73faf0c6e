"""A peer is built and run once or a few times, in processes of its own, with limits of time and of memory."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from bench import cost
from bench.peers.spaces import Bounds
from bench.peers.tool import Peer, PeerError, Searched, Verifier, WrongCountError, tail

Outcome = Literal["finished", "memory", "time", "failed"]


@dataclass(frozen=True)
class Limits:
    """What a search may take: seconds, and bytes of resident memory."""

    seconds: float = math.inf
    bytes: float = math.inf


@dataclass(frozen=True)
class PeerRun:
    """One search of a peer.

    outcome: `memory` and `time` if it was ended for taking too much, `failed` if it ended itself without a count.
    distinct_states: without what the tool counts beyond them; 0 if it did not finish.
    search_seconds: what the verifier says of itself, the whole process where it does not say, or says zero.
    wall_seconds, processor_seconds and max_resident_bytes: of the whole verifier process.
    build_seconds: what came before it, from the model to the program.
    """

    peer: str
    variant: str
    bounds: str
    outcome: Outcome
    distinct_states: int
    search_seconds: float
    wall_seconds: float
    processor_seconds: float
    build_seconds: float
    max_resident_bytes: int

    @property
    def name(self) -> str:
        """Peer and variant."""
        return f"{self.peer}, {self.variant}"

    @property
    def states_a_second(self) -> float:
        """Of the search."""
        return self.distinct_states / self.search_seconds

    @property
    def bytes_a_state(self) -> float:
        """The peak of the whole process, shared among the states."""
        return self.max_resident_bytes / self.distinct_states


@dataclass(frozen=True)
class AbsentPeer:
    """A peer that was not measured, because this machine lacks what is `missing`."""

    peer: str
    variant: str
    missing: tuple[str, ...]

    @property
    def name(self) -> str:
        """Peer and variant."""
        return f"{self.peer}, {self.variant}"


def measure(
    peer: Peer,
    bounds: Bounds,
    states: int | None = None,
    limits: Limits = Limits(),
    enough: Callable[[list[float]], bool] = bool,
) -> PeerRun | AbsentPeer:
    """Build a peer in a temporary directory, run it, and say what it found and what its fastest run cost.

    states: how many there are, if that is known; a count that is not this one is an error.
    enough: whether it ran often enough, by the seconds of its runs.

    Raises PeerError if the peer is installed and ends by itself without a count, WrongCountError if it has another one.
    """
    if missing := peer.missing():
        return AbsentPeer(peer.name, peer.variant, missing)
    with tempfile.TemporaryDirectory(prefix="tidemark-peer-") as name:
        start = time.perf_counter()
        verifier = peer.build(bounds, Path(name))
        built = time.perf_counter() - start
        runs: list[PeerRun] = []
        while not runs or (runs[-1].outcome == "finished" and not enough([r.wall_seconds for r in runs])):
            runs.append(_run(peer, bounds, verifier, states, limits, Path(name), built))
    finished = [run for run in runs if run.outcome == "finished"]
    return min(finished or runs, key=lambda run: run.search_seconds)


def edit_to_verdict(peer: Peer, bounds: Bounds) -> float:
    """Seconds from an edited model to its verdict, compilers included. PeerError if there is none."""
    if peer.prepare:
        peer.prepare()
    with tempfile.TemporaryDirectory(prefix="tidemark-peer-") as name:
        start = time.perf_counter()
        verifier = (peer.edited or peer.build)(bounds, Path(name))
        _run(peer, bounds, verifier, None, Limits(), Path(name), 0)
        return time.perf_counter() - start


def _run(
    peer: Peer,
    bounds: Bounds,
    verifier: Verifier,
    states: int | None,
    limits: Limits,
    directory: Path,
    built: float,
) -> PeerRun:
    output, spent = _output(verifier, limits, directory)
    outcome: Outcome = "finished"
    found = Searched(peer.extra_states)
    if spent.ended_by != "itself":
        outcome = "memory" if spent.ended_by == "memory" else "time"
    elif spent.status != 0:
        raise PeerError(f"{peer} ended with {spent.status}:\n{tail(output)}")
    else:
        found = peer.read(output)
    counted = found.distinct_states - peer.extra_states
    if outcome == "finished" and states is not None and not found.agrees(states + peer.extra_states):
        raise WrongCountError(f"{peer} counts {counted:,} states at {bounds}, where there are {states:,}")
    return PeerRun(
        peer=peer.name,
        variant=peer.variant,
        bounds=str(bounds),
        outcome=outcome,
        distinct_states=counted if found.digits is None else states or counted,
        search_seconds=found.seconds or spent.seconds,
        wall_seconds=spent.seconds,
        processor_seconds=spent.processor,
        build_seconds=built,
        max_resident_bytes=spent.resident,
    )


def _output(verifier: Verifier, limits: Limits, directory: Path) -> tuple[str, cost.Cost]:
    """Run a verifier: what it prints, and what it costs."""
    report = directory / "cost"
    report.unlink(missing_ok=True)
    measured = [
        sys.executable,
        "-I",
        "-S",
        cost.__file__,
        str(report),
        str(limits.seconds),
        str(limits.bytes),
    ]
    with subprocess.Popen(
        [*measured, *verifier.command],
        cwd=directory,
        env={**os.environ, **verifier.environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            output, _ = process.communicate()
        except BaseException:
            process.terminate()  # it ends the verifier, and then itself
            raise
    if not report.exists():
        raise PeerError(f"{' '.join(verifier.command)} could not be started:\n{tail(output)}")
    status, seconds, processor, resident, ended_by = report.read_text(encoding="ascii").split()
    return output, cost.Cost(int(status), float(seconds), float(processor), int(resident), ended_by)
