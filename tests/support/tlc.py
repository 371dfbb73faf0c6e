"""TLC, on what `tidemark export --tla` writes: what it found, to be compared with an engine's result.

`TIDEMARK_TLC` is the class path of TLC. A JVM starts for each module.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tidemark.checker.export.module import Export

CLASS_PATH = os.environ.get("TIDEMARK_TLC", "")
needs_tlc = pytest.mark.skipif(
    not CLASS_PATH or not shutil.which("java"), reason="needs java, and TIDEMARK_TLC, the class path of TLC"
)
_QUICK = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xss64m")


@dataclass(frozen=True)
class TLCResult:
    """What TLC says of a module.

    states: distinct states. generated: those that steps gave, and the initial ones. depth: the levels of the search.
    violated: the invariant or the property that does not hold. length: the states of the run that shows it.
    """

    states: int
    generated: int
    depth: int
    violated: str = ""
    length: int = 0


def run_tlc(exported: Export, folder: Path, seconds: float = 300, goes_on: bool = False) -> TLCResult:
    """Search a module with TLC. goes_on: whether the search goes on after a violation.

    Raises:
        AssertionError: TLC found an error in the module, or did not finish.
    """
    (folder / f"{exported.name}.tla").write_text(exported.text, encoding="utf-8")
    (folder / f"{exported.name}.cfg").write_text(exported.configuration, encoding="utf-8")
    command = ["-cp", CLASS_PATH, "tlc2.TLC", "-workers", "1", "-noGenerateSpecTE", "-metadir", str(folder / "states")]
    more = ["-continue"] if goes_on else []
    done = subprocess.run(
        ["java", *_QUICK, *command, *more, exported.name],
        cwd=folder, capture_output=True, text=True, timeout=seconds, check=False,
    )  # fmt: skip
    return read_output(done.stdout + done.stderr)


def read_output(output: str) -> TLCResult:
    """Read TLC's report.

    Raises:
        AssertionError: it is about an error in the module.
    """
    counts = re.findall(r"(\d+) states generated, (\d+) distinct states found", output)
    assert counts, _complaint(output)
    depth = re.search(r"depth of the complete state graph search is (\d+)", output)
    violated = re.search(r"Error: (?:Invariant (\w+) is violated|Action property (\w+).* is violated|(Temporal) prop)", output)
    fine = "No error has been found" in output or violated
    assert fine, _complaint(output)
    states = re.findall(r"^State (\d+):", output, re.MULTILINE)
    name = next(filter(None, violated.groups()), "") if violated else ""
    return TLCResult(
        int(counts[-1][1]), int(counts[-1][0]), int(depth[1]) if depth else 0, name, int(states[-1]) if states else 0
    )


def _complaint(output: str) -> str:
    """What TLC says from the first error on."""
    first = re.search(r"\*\*\*|Semantic error|Error", output)
    return output[first.start() if first else 0 :][:3000]
