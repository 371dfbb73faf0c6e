"""What validating many logs costs: in one process, and on Spark with one executor and with two.

The logs are episodes of the lock of docs/validate.md, one among the others in one file; some are not explained, some
break its promise. `TIDEMARK_LOGS` says how many bytes there are (default: 64M). Two executors have all of them, one has
a quarter, and one process a sixteenth, so that a gigabyte takes minutes: speeds are compared, and the memory of an
executor, which is the same whatever it has.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

from tabulate import tabulate

from tidemark.checker.engines.amounts import size as parse_size
from tidemark.checker.engines.amounts import size_text
from tidemark.checker.engines.spark.session import java_home

PAGE = Path(__file__).parents[1] / "docs" / "validate.md"
OPEN = 40
"""Episodes whose lines stand among each other."""
LOG, PART, LITTLE = "log.ndjson", "part.ndjson", "little.ndjson"
ONE, TWO = "local-cluster[1,1,2048]", "local-cluster[2,1,2048]"


def write_lock(folder: Path) -> None:
    """Write the machine and the map of the page."""
    for name, text in re.findall(
        r"^```python\n# (\S+)\n(.*?)^```", PAGE.read_text(), re.DOTALL | re.MULTILINE
    ):
        (folder / name).write_text(text)


def episodes(most: int | None = None, seed: int = 0) -> Iterator[dict[str, object]]:
    """The lines of `most` episodes, or of endlessly many, those of one among those of others."""
    chance = random.Random(seed)
    waiting = iter(range(most)) if most is not None else count()
    going: list[list[dict[str, object]]] = []
    while True:
        while len(going) < OPEN and (number := next(waiting, None)) is not None:
            going.append(_episode(number, chance))
        if not going:
            return
        place = chance.randrange(len(going))
        yield going[place].pop(0)
        if not going[place]:
            del going[place]


def _episode(number: int, chance: random.Random) -> list[dict[str, object]]:
    lines: list[dict[str, object]] = []
    clients = [f"web-{one}" for one in chance.sample(range(10), 3)]
    last: dict[str, int] = {}
    for lease in range(1, chance.randint(2, 6)):
        client = chance.choice(clients)
        last[client] = lease
        lines.append({"event": "granted", "client": client, "lease": lease})
        lines += [{"event": "wrote", "client": client, "lease": lease}] * chance.randrange(3)
        if chance.random() < 0.02 and len(last) > 1:  # a client that slept
            late = next(one for one in last if one != client)
            lines.append({"event": "wrote", "client": late, "lease": last[late]})
        if chance.random() < 0.02:  # a lease is given twice
            lines.append({"event": "granted", "client": clients[0], "lease": lease})
    return [
        {"at": float(place), "host": "lock-1", **line, "episode": f"e{number}"}
        for place, line in enumerate(lines)
    ]


def write_episodes(path: Path, most: int, seed: int = 0) -> None:
    """Write `most` episodes as NDJSON."""
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in episodes(most, seed))


def write_bytes(path: Path, size: int) -> int:
    """Write about `size` bytes of episodes; gives how many events there are."""
    written = events = 0
    with path.open("w", encoding="utf-8") as file:
        for line in episodes():
            text = json.dumps(line) + "\n"
            if written + len(text) > size:
                return events
            file.write(text)
            written += len(text)
            events += 1
    raise AssertionError("there are always more")


class Run(NamedTuple):
    """One run: seconds, the largest resident memory of a process that validates, in bytes, and the logs.

    cpu: what the processors took, all of one process, or the tasks that validate. driver: the largest resident memory
    of the process that started the tasks, without its JVM; 0 where there is none.
    """

    seconds: float
    peak: int
    logs: int
    cpu: float
    driver: int = 0


_RUN = """
import json, resource, sys, tempfile, time
from pathlib import Path
from tidemark.checker.user_files.lookup import find_protocol
from tidemark.checker.evidence.logs import on_spark
from tidemark.checker.evidence.logs.recipe import Recipe
from tidemark.checker.evidence.logs.results import Results
from tidemark.checker.runs.results import Limits
from tidemark.checker.user_files.file import read
from tidemark.checker.validation.verdicts import MAX_STATES
from tidemark.spec.machines.origin import Origin
log, master = sys.argv[1:]
protocol = find_protocol("lock.py")
origin = Origin(protocol.name, source=protocol.source)
recipe = Recipe(origin, read("map.py"), "native", Limits(max_states=MAX_STATES))
with tempfile.TemporaryDirectory() as scratch:
    results, begin = Results(Path(scratch) / "verdicts"), time.perf_counter()
    spent = on_spark.validate(on_spark.Work(recipe, (log,), "episode"), results, False, master, Path(scratch))
    seconds, driver = time.perf_counter() - begin, 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps([seconds, spent.peak, results.count(), spent.seconds, driver]))
"""


def on_spark(log: str, master: str, folder: Path) -> Run:
    """Validate a log on Spark, in a process of its own. The time has the start of Spark in it."""
    done = subprocess.run(
        [sys.executable, "-c", _RUN, log, master], cwd=folder, capture_output=True, text=True, check=True
    )
    return Run(*json.loads(done.stdout))


def here(log: str, folder: Path) -> Run:
    """Validate a log in one process, with its start."""
    command = ["validate", "lock.py", log, "--map", "map.py", "--by", "episode", "--json", "found.json"]
    begin = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "tidemark", *command], cwd=folder, stdout=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise RuntimeError(f"tidemark validate ended with {process.returncode}")
    logs = len(json.loads((folder / "found.json").read_text())["logs"])
    return Run(time.perf_counter() - begin, used.ru_maxrss * 1024, logs, used.ru_utime + used.ru_stime)


def many_logs() -> str:
    """The table."""
    java_home()
    whole = parse_size(os.environ.get("TIDEMARK_LOGS", "64M"))
    with tempfile.TemporaryDirectory(prefix="tidemark-bench-") as scratch:
        folder = Path(scratch)
        write_lock(folder)
        write_episodes(folder / "start.ndjson", 1)
        events = write_bytes(folder / LOG, whole)
        write_bytes(folder / PART, whole // 4)
        write_bytes(folder / LITTLE, whole // 16)
        rows = [_row("one process", here(LITTLE, folder), whole // 16, 0.0)]
        for name, master, log, size in (
            ("Spark, one executor", ONE, LITTLE, whole // 16),
            ("Spark, one executor", ONE, PART, whole // 4),
            ("Spark, two executors", TWO, LOG, whole),
        ):
            start = on_spark("start.ndjson", master, folder).seconds
            rows.append(_row(name, on_spark(log, master, folder), size, start))
    headers = [
        "", "log", "logs", "seconds", "of them start", "MB/s without it", "CPU seconds", "MB a CPU second",
        "peak MB of a process", "of the driver",
    ]  # fmt: skip
    title = f"{size_text(whole)} of synthetic log, {events:,} events, validated episode by episode\n\n"
    align = ("left", *["right"] * 9)
    return title + tabulate(rows, headers, disable_numparse=True, colalign=align)


def _row(name: str, run: Run, size: int, start: float) -> list[str]:
    speed = size / 1e6 / (run.seconds - start)
    return [
        name,
        size_text(size),
        f"{run.logs:,}",
        f"{run.seconds:.1f}",
        f"{start:.1f}" if start else "–",
        f"{speed:.2f}",
        f"{run.cpu:.1f}",
        f"{size / 1e6 / run.cpu:.2f}",
        f"{run.peak / 1e6:,.0f}",
        f"{run.driver / 1e6:,.0f}" if run.driver else "–",
    ]
