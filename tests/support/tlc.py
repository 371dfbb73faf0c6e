"""TLC, on what `tidemark export --tla` writes: what it found, compared with an engine's result.

`TIDEMARK_TLC` is the class path of TLC. A JVM starts for each search.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import pytest

from tidemark import Machine, Result, check
from tidemark.checker.export.module import Export, export

CLASS_PATH = os.environ.get("TIDEMARK_TLC", "")
needs_tlc = pytest.mark.skipif(
    not CLASS_PATH or not shutil.which("java"), reason="needs java, and TIDEMARK_TLC, the class path of TLC"
)
MOST_STATES = 50_000
_JAVA = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xss64m")
"""Starts quickly, which takes most of the time of a small search."""


@dataclass(frozen=True)
class TLCResult:
    """What TLC says of a module.

    states: distinct states. depth: the states of the longest of the shortest runs to each. violated: what does not
    hold: an invariant's name, "step", or "run". length: the states of the run that shows it.
    """

    states: int
    depth: int
    violated: str = ""
    length: int = 0


def run_tlc(exported: Export, seconds: float = 900) -> TLCResult:
    """Search a module with TLC.

    Raises:
        AssertionError: TLC found an error in the module, or did not finish.
    """
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, f"{exported.name}.tla").write_text(exported.text, encoding="utf-8")
        Path(folder, f"{exported.name}.cfg").write_text(exported.configuration, encoding="utf-8")
        command = [
            "java",
            *_JAVA,
            "-cp",
            CLASS_PATH,
            "tlc2.TLC",
            "-workers",
            "1",
            "-noGenerateSpecTE",
            exported.name,
        ]
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=seconds, check=False
        )
    return read_output(done.stdout + done.stderr)


def read_output(output: str) -> TLCResult:
    """Read TLC's report.

    Raises:
        AssertionError: it is about an error in the module.
    """
    counts = re.findall(r"states generated, (\d+) distinct states found", output)
    depth = re.search(r"depth of the complete state graph search is (\d+)", output)
    broken = r"Invariant (\w+) is violated|invariant of (\w+) is equal to FALSE|(Action) prop|(Temporal) prop"
    violated = re.search(rf"Error: (?:The )?(?:{broken})", output)
    first = re.search(r"\*\*\*|Semantic error|Error", output)
    complaint = output[first.start() if first else 0 :][:3000]
    at_once = "violated by the initial state" in output or "is equal to FALSE" in output
    assert counts or at_once, complaint
    assert violated or "No error has been found" in output, complaint
    if violated is None:
        assert depth, complaint
        return TLCResult(int(counts[-1]), int(depth[1]))
    name = violated[1] or violated[2] or ("step" if violated[3] else "run")
    return TLCResult(
        int(counts[-1]) if counts else 1,
        0,
        name,
        1 if at_once else len(re.findall(r"^State \d+:", output, re.MULTILINE)),
    )


def compare_with_tlc(machine: Machine, symmetry: bool = False) -> Result:
    """Search a machine with both: distinct states and depth, each verdict, and the length of each counterexample.

    Raises:
        AssertionError: they differ.
    """
    truth = check(machine, keep_going=True, max_states=MOST_STATES)
    assert truth.complete, f"{machine.name} has more than {MOST_STATES} states: give it smaller bounds"
    left_out = export(machine).left_out
    holding = [n for n, v in truth.promises.items() if v.verdict == "holds" and n not in left_out]
    sometimes = {p.name for p in machine.temporal if p.kind.name == "sometimes"}
    agree_where_all_holds(machine.with_promises(*(n for n in holding if n not in sometimes)), truth, symmetry)
    for name, verdict in truth.promises.items():
        is_shown_by_a_run = (verdict.verdict == "violated") is not (name in sometimes)
        if is_shown_by_a_run and name not in left_out:
            agree_on_violation(machine.with_promises(name), name, verdict.length, symmetry)
    return truth


def agree_where_all_holds(machine: Machine, truth: Result, symmetry: bool) -> None:
    """TLC finds the states, and nothing that is wrong."""
    exported = export(machine, symmetry)
    found = run_tlc(exported)
    assert not found.violated, f"{machine.name}: {found}"
    assert (found.states, found.depth) == (truth.distinct_states, truth.depth), machine.name


def agree_on_violation(machine: Machine, name: str, length: int | None, symmetry: bool = False) -> None:
    """TLC breaks a promise too, and by a run that is as short where one is compared."""
    found = run_tlc(export(machine, symmetry))
    assert found.violated not in ("", "TypeOK"), f"{machine.name}: {name} holds: {found}"
    if length is not None and found.violated != "run":
        assert found.length == length, f"{machine.name}: {name} is broken by {found}, and not after {length}"


def names_of(text: str, words: Collection[str]) -> set[str]:
    """The names in a module that it neither defines nor binds, but for these words."""
    without = re.sub(r'\\\*.*|"[^"]*"', "", text)
    known = set(re.findall(r"^\s*(?:LET |\\/ |/\\ )*(\w+)(?:\([\w, ]*\))? ==", without, re.MULTILINE))
    for names in re.findall(r"(?:CONSTANTS|VARIABLES) ((?:\w+,\s*)*\w+)", without):
        known |= set(re.findall(r"\w+", names))
    for names in re.findall(r"^\s*(?:RECURSIVE )?\w+\(([\w, ]*)\)", without, re.MULTILINE):
        known |= set(re.findall(r"\w+", names))
    known |= set(re.findall(r"(\w+) \\in", without)) | set(re.findall(r"(\w+) (?:\|->|: )", without))
    known |= set(re.findall(r"LET (\w+) ==", without))
    without = re.sub(r"[WS]F_vars|>>_vars|\]_vars", "", without)
    used = set(re.findall(r"(?<![.!\w\\])[A-Za-z_]\w*", without))
    return used - known - set(words)
