"""`tidemark validate` on a long log, and beside Porcupine on the histories that Porcupine and Knossos publish.

`TIDEMARK_PORCUPINE` and `TIDEMARK_KNOSSOS` are checkouts of both (github.com/anishathalye/porcupine,
github.com/jepsen-io/knossos). Porcupine's own test decides its 102 histories of etcd in one process, and so does one
command here. Of Knossos only the histories are used: those in `data/cas-register`, in folders named for their verdicts.

The long log is that of the lock of docs/validate.md, with two hosts whose clocks differ. `TIDEMARK_LOGS` says how many
bytes it has (default: 64M); half of it is measured too, so that the start does not count.
"""

from __future__ import annotations

import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tabulate import tabulate

from bench.episodes import write_lock
from tidemark.checker.engines.amounts import size as parse_size
from tidemark.checker.engines.amounts import size_text

REGISTER, KEY_VALUE = "histories/register", "histories/key-value"
REPEATS = 3


def logs() -> str:
    """The tables."""
    return f"{_long_log()}\n\n{_histories()}"


def write_long_log(path: Path, size: int, seed: int = 0) -> int:
    """Write about `size` bytes of a lock's log; gives how many lines there are."""
    chance, written, lines, at, lease, client = random.Random(seed), 0, 0, 10.0, 0, ""
    with path.open("w", encoding="utf-8") as file:
        while written < size:
            if lease < min(9, 1 + 9 * written // size):
                at, lease, client = at + 1, lease + 1, f"web-{chance.choice((7, 9, 12))}"
                event = f'"host": "lock-1", "event": "granted", "client": "{client}", "lease": {lease}'
            elif chance.random() < 0.2:
                event = '"host": "lock-1", "event": "heartbeat"'
            else:
                ms = chance.randrange(1000)
                event = (
                    f'"host": "store-1", "event": "wrote", "client": "{client}", "lease": {lease}, "ms": {ms}'
                )
            at += chance.choice((0.02, 0.1, 1))
            written += file.write(f'{{"at": {at:.2f}, {event}}}\n')
            lines += 1
    return lines


def _long_log() -> str:
    """One log, as a whole and its half."""
    size, rows = parse_size(os.environ.get("TIDEMARK_LOGS", "64M")), list[tuple[str, int, float, float]]()
    with tempfile.TemporaryDirectory(prefix="tidemark-bench-") as scratch:
        folder = Path(scratch)
        write_lock(folder)
        for part in (size // 2, size):
            lines = write_long_log(folder / "long.ndjson", part)
            command = [
                sys.executable,
                "-m",
                "tidemark",
                "validate",
                "lock.py",
                "long.ndjson",
                "--map",
                "map.py",
            ]
            begin = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
            end = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds = end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime
            rows.append((size_text(part), lines, seconds, end.ru_maxrss / 1024))
    speed = (size - size // 2) / 1e6 / (rows[1][2] - rows[0][2])
    cells = [[text, f"{lines:,}", f"{cpu:.2f}", f"{peak:,.0f}"] for text, lines, cpu, peak in rows]
    headers = ["log", "lines", "CPU seconds", "peak MB"]
    table = tabulate(cells, headers, disable_numparse=True, colalign=("left", "right", "right", "right"))
    return f"a lock's log, {speed:.0f} MB a CPU second without the start\n\n{table}"


def _histories() -> str:
    """Histories of clients, beside Porcupine."""
    rows = []
    with tempfile.TemporaryDirectory(prefix="tidemark-bench-") as scratch:
        if porcupine := os.environ.get("TIDEMARK_PORCUPINE"):
            rows += _porcupine(Path(porcupine), Path(scratch))
        if knossos := os.environ.get("TIDEMARK_KNOSSOS"):
            rows.append(_knossos(Path(knossos), Path(scratch)))
    if not rows:
        return "histories of clients: absent: TIDEMARK_PORCUPINE or TIDEMARK_KNOSSOS, checkouts of both"
    headers = ["histories", "number", "as published", "tidemark, CPU s", "Porcupine, CPU s", "ratio"]
    return f"histories of clients\n\n{tabulate(rows, headers, disable_numparse=True)}"


def _porcupine(checkout: Path, scratch: Path) -> list[list[str]]:
    """Porcupine's histories: its tests beside one command, in turns; the least of some measurements counts."""
    tests = (checkout / "porcupine_test.go").read_text(encoding="utf-8")
    etcd = {
        checkout / f"test_data/jepsen/etcd_{int(number):03}.log": verdict == "true"
        for number, verdict in re.findall(r"checkJepsen\(t, (\d+), (true|false)\)", tests)
    }
    stores = {path: path.stem.endswith("-ok") for path in sorted((checkout / "test_data/kv").glob("*.txt"))}
    program = scratch / "porcupine.test"
    go = os.environ.get("GO") or shutil.which("go") or "/usr/local/go/bin/go"
    subprocess.run([go, "test", "-c", "-o", program, "."], cwd=checkout, check=True)
    rows = []
    for name, model, published, test in (
        ("Porcupine's, of etcd", REGISTER, etcd, "TestEtcdJepsen"),
        ("Porcupine's, of keys with append", KEY_VALUE, stores, "^TestKv[0-9]"),
    ):
        theirs, ours = list[float](), list[float]()
        for _ in range(REPEATS):
            agreeing, seconds = _validate(model, published, scratch)
            ours.append(seconds)
            theirs.append(_cpu([str(program), "-test.run", test], checkout))
        rows.append([name, f"{len(published)}", f"{agreeing}", f"{min(ours):.2f}", f"{min(theirs):.2f}",
                     f"{min(ours) / min(theirs):.1f}"])  # fmt: skip
    return rows


def _knossos(checkout: Path, scratch: Path) -> list[str]:
    """Knossos's histories of registers."""
    paths = sorted((checkout / "data" / "cas-register").glob("*/*.edn"))
    published = {path: path.parent.name == "good" for path in paths if path.stat().st_size}
    measured = [_validate(REGISTER, published, scratch) for _ in range(REPEATS)]
    seconds = min(seconds for _, seconds in measured)
    return ["Knossos's, of registers", f"{len(published)}", f"{measured[0][0]}", f"{seconds:.2f}", "", ""]


def _validate(model: str, published: Mapping[Path, bool], scratch: Path) -> tuple[int, float]:
    """How many of the histories have the published verdict, and the seconds of the processor."""
    answers = scratch / "answers.json"
    command = [sys.executable, "-m", "tidemark", "validate", model, "--each", "--json", str(answers)]
    seconds = _cpu([*command, "--traces", str(scratch / "traces"), *map(str, published)], Path.cwd())
    verdicts = {log["log"]: log["verdict"] for log in json.loads(answers.read_text("utf-8"))["logs"]}
    return sum(
        (verdicts[str(path)] == "explained") == verdict for path, verdict in published.items()
    ), seconds


def _cpu(command: list[str], folder: Path) -> float:
    """The seconds of the processor that a command takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
