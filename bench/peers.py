"""The peers: other model checkers on the high-watermark protocol, built, run and measured.

`make bench` measures Tidemark beside them, and the tests compare their counts with ours. Each reads a model
of the protocol in its own language, from `bench/peers/`, and compiles it to C. A module of its own because
nothing else needs to know how a peer is run or what it prints.

Try it: `python -m bench.peers --bounds 2/2/2/2`.
"""

import argparse
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from tabulate import tabulate

from bench import cost

MODELS = Path(__file__).parent / "peers"
MURPHI_MODEL = MODELS / "high_watermark.m"
PROMELA_MODEL = MODELS / "high_watermark.pml"

OPTIMISED = ("-O3", "-march=native")
"""How each peer's C is compiled: by the flags its manual recommends for speed, for the machine it runs on."""

SPIN_HASH_TABLE = "-w23"
"""2^23 slots (64 MiB): few collisions up to some ten million states, which it exceeds without losing any."""

SPIN_DEPTH = "-m1000000"
"""Frames of SPIN's depth-first stack (46 MB). A search that needs more is refused, not reported."""


class PeerError(RuntimeError):
    """A peer did not build, did not finish, or printed no exact count."""


@dataclass(frozen=True)
class Bounds:
    """The size of a cluster and of its history. `max_epoch=2` means the leader epochs 0, 1 and 2."""

    replicas: int = 3
    log_size: int = 2
    records: int = 2
    max_epoch: int = 2

    @classmethod
    def parse(cls, text: str) -> "Bounds":
        """Read `replicas/log size/records/max epoch`, such as `3/2/2/2`; ValueError if it is not that."""
        if not re.fullmatch(r"\d+(/\d+){3}", text):
            raise ValueError(f"bounds are replicas/log size/records/max epoch, such as 3/2/2/2, not {text!r}")
        return cls(*map(int, text.split("/")))

    def __str__(self) -> str:
        return f"{self.replicas}/{self.log_size}/{self.records}/{self.max_epoch}"

    def by_constant(self) -> dict[str, int]:
        """The bounds under the names that the models give them."""
        return {
            "REPLICAS": self.replicas,
            "LOG_SIZE": self.log_size,
            "MAX_RECORDS": self.records,
            "MAX_EPOCH": self.max_epoch,
        }


@dataclass(frozen=True)
class Searched:
    """What a verifier says of its own search; `seconds` is None where it does not say."""

    distinct_states: int
    seconds: float | None


@dataclass(frozen=True)
class Peer:
    """A model checker in one of its modes: the programs it needs, and how it is built and read.

    `build(bounds, directory)` compiles a verifier there and returns the command that runs it;
    `read(output)` finds the result in what that prints. `extra_states` is what the tool counts beyond the
    states of the protocol.
    """

    name: str
    variant: str
    programs: tuple[str, ...]
    build: Callable[[Bounds, Path], list[str]]
    read: Callable[[str], Searched]
    extra_states: int = 0

    def __str__(self) -> str:
        return f"{self.name}, {self.variant}"

    def missing(self) -> tuple[str, ...]:
        """The programs that this machine lacks to build the peer; empty if it can be measured."""
        return tuple(program for program in self.programs if shutil.which(program) is None)


@dataclass(frozen=True)
class PeerRun:
    """One finished search of a peer.

    `distinct_states` is as the tool counts, with its `Peer.extra_states`. `search_seconds` is what the
    verifier says of itself: whole seconds from Rumur, hundredths from SPIN, None if it does not say.
    `wall_seconds` and `max_resident_bytes` are of the whole verifier process; `build_seconds` is what came
    before it, from the model to the program.
    """

    peer: str
    variant: str
    distinct_states: int
    search_seconds: float | None
    wall_seconds: float
    build_seconds: float
    max_resident_bytes: int


@dataclass(frozen=True)
class AbsentPeer:
    """A peer that was not measured, because this machine lacks the programs `missing`."""

    peer: str
    variant: str
    missing: tuple[str, ...]


def measure(peer: Peer, bounds: Bounds) -> PeerRun | AbsentPeer:
    """Build a peer in a temporary directory, run it once, and say what it found and what that cost.

    Raises PeerError if the peer is installed and does not deliver an exact count.
    """
    missing = peer.missing()
    if missing:
        return AbsentPeer(peer.name, peer.variant, missing)
    with tempfile.TemporaryDirectory(prefix="tidemark-peer-") as name:
        directory = Path(name)
        start = time.perf_counter()
        command = peer.build(bounds, directory)
        build_seconds = time.perf_counter() - start
        output, wall_seconds, resident = _run(command, directory)
    searched = peer.read(output)
    return PeerRun(
        peer=peer.name,
        variant=peer.variant,
        distinct_states=searched.distinct_states,
        search_seconds=searched.seconds,
        wall_seconds=wall_seconds,
        build_seconds=build_seconds,
        max_resident_bytes=resident,
    )


def murphi_model(bounds: Bounds) -> str:
    """The Murphi model with the constants at its top set to these bounds. The language has no other way."""
    text = MURPHI_MODEL.read_text(encoding="utf-8")
    for constant, value in bounds.by_constant().items():
        text, found = re.subn(rf"^(  {constant}:) \d+;", rf"\1 {value};", text, flags=re.MULTILINE)
        if found != 1:
            raise PeerError(f"{MURPHI_MODEL.name} should set {constant} once, and does so {found} times")
    return text


def _build_rumur(bounds: Bounds, directory: Path, threads: int) -> list[str]:
    model = directory / "model.m"
    model.write_text(murphi_model(bounds), encoding="utf-8")
    options = ["--symmetry-reduction", "off", "--deadlock-detection", "off", "--threads", str(threads)]
    _compile(
        ["rumur", *options, "--output-format", "machine-readable", "--output", "check.c", str(model)],
        directory,
    )
    # Without this instruction Rumur's table of states falls back on a library, and locks.
    wide_swap = ["-mcx16"] if platform.machine() == "x86_64" else ["-latomic"]
    _compile(["cc", "-std=c11", *OPTIMISED, "check.c", *wide_swap, "-lpthread", "-o", "check"], directory)
    return ["./check"]


def _build_spin(bounds: Bounds, directory: Path, options: Sequence[str], limits: Sequence[str]) -> list[str]:
    defines = [f"-D{constant}={value}" for constant, value in bounds.by_constant().items()]
    # -P: SPIN would call gcc as its preprocessor, whatever compiler there is.
    _compile(["spin", "-Pcc -E -x c", *defines, "-a", str(PROMELA_MODEL)], directory)
    _compile(["cc", *OPTIMISED, "-DSAFETY", "-DNOREDUCE", *options, "pan.c", "-o", "pan"], directory)
    # -E: no deadlock is an error. -n: no list of unreached statements.
    return ["./pan", "-E", "-n", SPIN_HASH_TABLE, *limits]


def read_rumur(output: str) -> Searched:
    """Read the XML that a Rumur verifier prints: its `summary` holds the whole of the search."""
    try:
        summary = ElementTree.fromstring(output).find("summary")
    except ElementTree.ParseError as error:
        raise PeerError(f"Rumur's report is not XML ({error}):\n{_tail(output)}") from error
    if summary is None or summary.get("errors") != "0":
        raise PeerError(f"Rumur did not finish its search:\n{_tail(output)}")
    return Searched(int(summary.attrib["states"]), float(summary.attrib["duration_seconds"]))


def read_spin(output: str) -> Searched:
    """Read the report of a SPIN verifier, which exits with 0 even from a search that it cut short.

    Above 99,999,999 states SPIN rounds its counts; that is refused like any other count that is not exact.
    """
    states = re.search(r"^\s*(\d+) states, stored$", output, re.MULTILINE)
    cut_short = "max search depth too small" in output or "Search not completed" in output
    if cut_short or states is None or "errors: 0" not in output:
        raise PeerError(f"SPIN did not finish its search, or rounded its count:\n{_tail(output)}")
    seconds = re.search(r"^pan: elapsed time (\S+) seconds$", output, re.MULTILINE)
    return Searched(int(states[1]), float(seconds[1]) if seconds else None)


def _compile(command: Sequence[str], directory: Path) -> None:
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise PeerError(
            f"{' '.join(command)} failed with {done.returncode}:\n{_tail(done.stdout + done.stderr)}"
        )


def _run(command: Sequence[str], directory: Path) -> tuple[str, float, int]:
    """Run a verifier: its output, wall-clock seconds, maximum resident set in bytes."""
    report = directory / "cost"
    measured = [sys.executable, "-I", "-S", cost.__file__, str(report), *command]
    done = subprocess.run(
        measured, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    status, seconds, resident = (
        report.read_text(encoding="ascii").split() if report.exists() else ("?", "0", "0")
    )
    if status != "0":
        raise PeerError(f"{' '.join(command)} ended with {status}:\n{_tail(done.stdout)}")
    return done.stdout, float(seconds), int(resident)


def _tail(output: str, lines: int = 12) -> str:
    return "\n".join(output.strip().splitlines()[-lines:])


def _rumur(threads: int) -> Peer:
    return Peer(
        name="rumur",
        variant="1 thread" if threads == 1 else f"{threads} threads",
        programs=("rumur", "cc"),
        build=lambda bounds, directory: _build_rumur(bounds, directory, threads),
        read=read_rumur,
    )


def _spin(variant: str, options: Sequence[str], limits: Sequence[str]) -> Peer:
    return Peer(
        name="spin",
        variant=variant,
        programs=("spin", "cc"),
        build=lambda bounds, directory: _build_spin(bounds, directory, options, limits),
        read=read_spin,
        extra_states=1,  # the one in which `init` has yet to set up the first state of the protocol
    )


PEERS = (
    _rumur(threads=1),
    _rumur(threads=2),
    _spin("breadth-first", ["-DBFS"], []),
    _spin("depth-first", [], [SPIN_DEPTH]),
)
"""Every peer in every mode that the benchmark measures."""


def table(runs: Sequence[PeerRun | AbsentPeer]) -> str:
    """The runs as a table for people, an absent peer with what it lacks."""
    headers = [
        "peer",
        "variant",
        "distinct states",
        "search (s)",
        "process (s)",
        "build (s)",
        "peak memory (MB)",
    ]
    rows: list[list[str]] = []
    for run in runs:
        if isinstance(run, AbsentPeer):
            rows.append([run.peer, run.variant, f"absent: no {', '.join(run.missing)}"])
            continue
        search = "" if run.search_seconds is None else f"{run.search_seconds:g}"
        costs = [
            search,
            f"{run.wall_seconds:.2f}",
            f"{run.build_seconds:.2f}",
            f"{run.max_resident_bytes / 1e6:.0f}",
        ]
        rows.append([run.peer, run.variant, f"{run.distinct_states:,}", *costs])
    return tabulate(rows, headers, disable_numparse=True, colalign=("left", "left", *["right"] * 5))


def main() -> None:
    """Measure every peer once and print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.peers", description="Measure the other model checkers."
    )
    parser.add_argument(
        "--bounds", default=str(Bounds()), help="replicas/log size/records/max epoch (default: %(default)s)"
    )
    try:
        bounds = Bounds.parse(parser.parse_args().bounds)
    except ValueError as error:
        parser.error(str(error))
    try:
        print(table([measure(peer, bounds) for peer in PEERS]))
    except PeerError as error:
        parser.exit(2, f"{error}\n")


if __name__ == "__main__":
    main()
