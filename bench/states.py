"""What a state costs the native engine: `python -m bench states`, on spaces of ten to a hundred million states.

Each space is searched in a process of its own, so that its peak of memory is its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from tabulate import tabulate

from bench.titles import space_told

SPACES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("published/kip-320", {"replicas": 3, "log-size": 2, "records": 2, "max-epoch": 3}),
    ("published/kip-320", {"replicas": 3, "log-size": 3, "records": 3, "max-epoch": 3}),
    ("kafka/0.10.2", {"replicas": 3, "min-isr": 2, "consumers": "no", "records": 3}),
)
_RUN = """
import json, resource, sys
from tidemark import impl
from tidemark.checker.engines.native.search import begun
from tidemark.checker.runs.results import Limits
protocol, bounds = json.loads(sys.argv[1])
search = begun(impl.protocol(protocol).machine(bounds), Limits(keep_going=True), spills=True)
result, used = search.run(None), resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({
    "words": search.words,
    "states": result.distinct_states,
    "steps": result.generated_states,
    "seconds": result.seconds,
    "processor": used.ru_utime + used.ru_stime,
    "set": search.seen.size,
    "peak": used.ru_maxrss * 1024,
    "file": sum(block.size for block in search.whole.blocks),
    "written": search.whole.written,
}))
"""


def measured(protocol: str, bounds: dict[str, Any]) -> dict[str, Any]:
    """A search in a process of its own: counts, seconds, and bytes of the set, of the file and at the peak."""
    done = subprocess.run(
        [sys.executable, "-c", _RUN, json.dumps([protocol, bounds])],
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def states() -> str:
    """Bytes a state and rate, for states of two and of three words."""
    rows = []
    for protocol, bounds in SPACES:
        found = measured(protocol, bounds)
        count = found["states"]
        rows.append(
            [
                space_told(protocol, bounds),
                str(found["words"]),
                f"{count:,}",
                f"{found['seconds']:.1f}",
                f"{count / found['seconds'] / 1e6:.1f}",
                f"{1e9 * found['processor'] / found['steps']:.0f}",
                f"{found['set'] / count:.1f}",
                f"{found['peak'] / count:.1f}",
                f"{found['file'] / max(1, found['written']):.1f}",
            ]
        )
    headers = ["space", "words", "states", "s", "M states/s", "ns of CPU a step", "set", "peak", "file"]
    title = "bytes a state: of the set, of the process at its peak, and of the file of what is behind the frontier"
    return title + "\n\n" + tabulate(rows, headers, disable_numparse=True, colalign=("left", *["right"] * 8))
