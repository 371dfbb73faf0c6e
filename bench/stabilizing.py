"""EWD 426, a token ring that stabilizes from each of its 46,656 initial states, by Tidemark and by TLC.

TLC checks the published module, with its configuration: six nodes, counters of six values, the property `Stab` under
weak fairness. `TIDEMARK_TLC` is the class path of TLC, and `TIDEMARK_EWD426` the folder with the module, which is
`specifications/ewd426` of https://github.com/tlaplus/Examples. Without both, only Tidemark is measured. Both run in
turn, for other work slows both down; `TIDEMARK_RUNS` says how often (default: 5).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import statistics
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tabulate import tabulate

from bench.traces import ROOT, measured

MODEL = ROOT / "docs" / "examples" / "models" / "ewd426.py"
MODULE = "TokenRing"
RUNS = 5
COUNTS = r"([\d,]+) states generated, ([\d,]+) distinct states found, 0 states left"


class CheckRun(NamedTuple):
    """One process: how many states it found, and made; seconds, and seconds of the processor."""

    states: int
    generated: int
    seconds: float
    cpu: float


def beside_tlc() -> str:
    """The table.

    Raises:
        RuntimeError: one of them does not find that the ring stabilizes, or finds other states.
    """
    absent = _absent()
    ours, theirs = list[CheckRun](), list[CheckRun]()
    for _ in range(int(os.environ.get("TIDEMARK_RUNS", RUNS))):
        with tempfile.TemporaryDirectory(prefix="tidemark-bench-") as scratch:
            ours.append(checked(Path(scratch)))
            if not absent:
                theirs.append(model_checked(Path(scratch)))
    counts = {(run.states, run.generated) for run in (*ours, *theirs)}
    if len(counts) > 1:
        raise RuntimeError(f"EWD 426: states, and states generated, differ: {sorted(counts)}")
    rows = [_row("tidemark", ours), *([_row("TLC", theirs)] if theirs else [])]
    table = tabulate(rows, ["", "states", "generated", "s", "CPU s"], disable_numparse=True)
    ratios = ""
    if theirs:
        pairs = list(zip(ours, theirs, strict=True))
        ratios = f"\n\nTLC takes {_range([b.seconds / a.seconds for a, b in pairs])} times as long, and "
        ratios += f"{_range([b.cpu / a.cpu for a, b in pairs])} times the processor's time"
    title = f"EWD 426, safety and liveness: the median of {len(ours)} runs\n\n"
    return title + table + ratios + (f"\n\nTLC: absent: {absent}" if absent else "")


def _row(name: str, runs: list[CheckRun]) -> list[str]:
    times = [statistics.median(of_one) for of_one in ([r.seconds for r in runs], [r.cpu for r in runs])]
    return [name, f"{runs[0].states:,}", f"{runs[0].generated:,}", *(f"{seconds:.1f}" for seconds in times)]


def _range(ratios: list[float]) -> str:
    return f"{statistics.median(ratios):.1f} ({min(ratios):.1f} to {max(ratios):.1f})"


def _absent() -> str:
    """What is lacking to run TLC; empty where nothing is."""
    if not os.environ.get("TIDEMARK_TLC"):
        return "TIDEMARK_TLC, the class path with tla2tools.jar"
    if not Path(os.environ.get("TIDEMARK_EWD426", ""), f"{MODULE}.tla").exists():
        return f"TIDEMARK_EWD426, the folder with {MODULE}.tla and {MODULE}.cfg of tlaplus/Examples"
    return "" if shutil.which("java") else "java"


def checked(folder: Path) -> CheckRun:
    """A run of `tidemark check`."""
    out = folder / "found.json"
    command = [sys.executable, "-m", "tidemark", "check", str(MODEL), "--json", str(out)]
    run, said = measured(command, folder, {})
    if run.verdict or not out.exists():
        raise RuntimeError(f"tidemark check failed: {run.verdict or said}")
    result = json.loads(out.read_text(encoding="utf-8"))
    if any(promise["verdict"] != "holds" for promise in result["promises"].values()):
        raise RuntimeError(f"tidemark does not find that the ring stabilizes: {said}")
    return CheckRun(result["distinct_states"], result["generated_states"], run.seconds, run.cpu)


def model_checked(folder: Path) -> CheckRun:
    """A run of TLC, on a copy of the module: it writes beside what it reads."""
    copy = folder / "tla"
    copy.mkdir()
    for suffix in ("tla", "cfg"):
        shutil.copyfile(
            Path(os.environ["TIDEMARK_EWD426"], f"{MODULE}.{suffix}"), copy / f"{MODULE}.{suffix}"
        )
    java = ["java", "-XX:+UseParallelGC", "-cp", os.environ["TIDEMARK_TLC"], "tlc2.TLC"]
    options = ["-noGenerateSpecTE", "-workers", "auto", "-metadir", "states", "-config", f"{MODULE}.cfg"]
    run, said = measured([*java, *options, f"{MODULE}.tla"], copy, {})
    counts = re.search(COUNTS, said)
    if run.verdict or counts is None or "No error has been found" not in said:
        raise RuntimeError(f"TLC failed: {run.verdict or said[-2000:]}")
    generated, states = (int(number.replace(",", "")) for number in counts.groups())
    return CheckRun(states, generated, run.seconds, run.cpu)
