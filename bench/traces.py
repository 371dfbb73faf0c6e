"""`tidemark validate` beside TLC on traces of etcd's raft: the same logs, the model here and the module's TLA+.

The logs have no restarts, and messages have all entries that are lacking: what the published specification allows.
`make examples` builds the harness that writes them. `TIDEMARK_TLC` is the class path of TLC, with the CommunityModules;
without it, only Tidemark is measured. `TIDEMARK_LINES` says how long the logs are (default: 500,1000,2000), and
`TIDEMARK_SECONDS` when a run is given up (default: 600).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from tabulate import tabulate

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "docs" / "examples" / "etcd-raft"
HARNESS = ROOT / "build" / "examples" / "etcd-raft" / "harness"
MODULE = "go.etcd.io/raft/v3"
OPTIONS = ("-seed=1", "-crashes=0", "-batch=1000000", "-elections=0.001")
LINES = "500,1000,2000"
SECONDS = 600.0


class Run(NamedTuple):
    """One process: its verdict, seconds, and seconds of the processor."""

    verdict: str
    seconds: float
    cpu: float


def beside_tlc() -> str:
    """The table."""
    if not HARNESS.exists():
        return f"traces of etcd's raft: absent: {HARNESS.relative_to(ROOT)}, which `make examples` builds"
    sizes = [int(one) for one in os.environ.get("TIDEMARK_LINES", LINES).split(",")]
    absent = _absent()
    rows = []
    with tempfile.TemporaryDirectory(prefix="tidemark-bench-") as scratch:
        folder = Path(scratch)
        specification = None if absent else _specification(folder)
        for size in sizes:
            log = folder / f"{size}.ndjson"
            with log.open("wb") as out:
                subprocess.run([HARNESS, f"-lines={size}", *OPTIONS], stdout=out, check=True)
            ours = validated(log, folder)
            theirs = model_checked(log, specification) if specification else None
            rows.append(_row(log.read_bytes().count(b"\n"), ours, theirs))
    headers = ["lines", "tidemark", "s", "CPU s", "TLC", "s", "CPU s", "CPU ratio"]
    table = tabulate(
        rows,
        headers,
        disable_numparse=True,
        colalign=("right", "left", "right", "right", "left", "right", "right", "right"),
    )
    title = "traces of etcd's raft: `tidemark validate`, and TLC on the module's Traceetcdraft.tla\n\n"
    return title + table + (f"\n\nTLC: absent: {absent}" if absent else "")


def _row(lines: int, ours: Run, theirs: Run | None) -> list[str]:
    own = [f"{lines:,}", ours.verdict, f"{ours.seconds:.1f}", f"{ours.cpu:.1f}"]
    if theirs is None:
        return own
    ratio = f"{theirs.cpu / ours.cpu:.1f}"
    return [*own, theirs.verdict, f"{theirs.seconds:.1f}", f"{theirs.cpu:.1f}", ratio]


def _absent() -> str:
    """What is lacking to run TLC; empty where nothing is."""
    if not os.environ.get("TIDEMARK_TLC"):
        return "TIDEMARK_TLC, the class path with tla2tools.jar and CommunityModules-deps.jar"
    return ", ".join(program for program in ("java", _go()) if shutil.which(program) is None)


def _go() -> str:
    return os.environ.get("GO") or shutil.which("go") or "/usr/local/go/bin/go"


def _specification(folder: Path) -> Path:
    """A copy of the module's TLA+: TLC writes beside what it reads."""
    command = [_go(), "list", "-m", "-f", "{{.Dir}}", MODULE]
    found = subprocess.run(command, capture_output=True, text=True, check=True, cwd=EXAMPLE).stdout.strip()
    copy = folder / "tla"
    copy.mkdir()
    for file in Path(found, "tla").glob("*etcdraft.*"):
        shutil.copyfile(file, copy / file.name)
    return copy


def validated(log: Path, folder: Path) -> Run:
    """A run of `tidemark validate`."""
    out = folder / "found.json"
    command = [sys.executable, "-m", "tidemark", "validate", "model.py", str(log), "--map", "map.py"]
    out.unlink(missing_ok=True)
    run, said = measured(
        [*command, "--each", "--traces", str(folder / "runs"), "--json", str(out)], EXAMPLE, {}
    )
    if run.verdict:
        return run
    if not out.exists():
        raise RuntimeError(f"tidemark validate failed: {said}")
    return run._replace(verdict=json.loads(out.read_text(encoding="utf-8"))["logs"][0]["verdict"])


def model_checked(log: Path, specification: Path) -> Run:
    """A run of TLC, as the module's validate.sh starts it."""
    states = specification / f"states-{log.stem}"
    command = [
        "java",
        "-XX:+UseParallelGC",
        "-cp",
        os.environ["TIDEMARK_TLC"],
        "tlc2.TLC",
        "-noGenerateSpecTE",
    ]
    options = ["-config", "Traceetcdraft.cfg", "-lncheck", "final", "-metadir", str(states), "-fpmem", "0.2"]
    run, said = measured([*command, *options, "Traceetcdraft.tla"], specification, {"JSON": str(log)})
    if run.verdict:
        return run
    if "No error has been found" in said:
        return run._replace(verdict="explained")
    return run._replace(verdict="refused" if "TraceMatched was violated" in said else "failed")


def measured(command: list[str], folder: Path, more: dict[str, str]) -> tuple[Run, str]:
    """Run a command; its verdict is empty, or that it was given up. Gives what it printed, too."""
    limit = float(os.environ.get("TIDEMARK_SECONDS", SECONDS))
    before, begin = os.times(), time.perf_counter()
    verdict, said = "", ""
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            cwd=folder,
            timeout=limit,
            env={**os.environ, "PYTHONPATH": str(ROOT), **more},
        )
        said = done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        verdict = f"given up after {limit:g} s"
    seconds, after = time.perf_counter() - begin, os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return Run(verdict, seconds, cpu), said
