"""Programs as people write them: each is right in all engines, or refused with its line."""

from __future__ import annotations

import importlib
import os
import re
import sys
import traceback
from pathlib import Path

import pytest

from tests.support.agreement import agree_exhaustively, agree_on_verdicts, agree_within, outcome
from tests.support.written_programs import Program, program
from tidemark.checker import engines
from tidemark.checker.engines import reference
from tidemark.checker.engines.disagreement import Disagreement
from tidemark.checker.engines.engine import SearchRequest
from tidemark.checker.engines.symmetry.interchangeable import is_symmetric
from tidemark.checker.runs.results import Limits, Result
from tidemark.checker.user_files import machines
from tidemark.spec import Machine, ModelError
from tidemark.spec.machines.machine import OutOfRange

MOST = 400
"""States, so that the reference engine ends in a moment."""
MANY = int(os.environ.get("TIDEMARK_PROGRAMS", "5000"))


@pytest.mark.parametrize("begin", range(0, 50, 25))
def test_programs_are_right_or_refused(begin: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    for seed in range(begin, begin + 25):
        compare(seed, tmp_path, ["native", "reference", "symmetry"])


def test_programs_with_several_initial_states_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    seeds = range(7_000, 7_025)
    said = [
        compare(seed, tmp_path, ["native", "reference", "symmetry", "smt"], begins=True) for seed in seeds
    ]
    assert "right" in said


@pytest.mark.slow
@pytest.mark.spark
@pytest.mark.parametrize("begin", range(0, MANY, 250))
def test_many_programs_are(begin: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    for seed in range(1_000 + begin, 1_250 + begin):
        others = ["smt", "spark", "hypothesis"] if seed % 20 == 0 else []
        for begins in (False, True):
            compare(seed + 100_000 * begins, tmp_path, ["native", "reference", "symmetry", *others], begins)


def compare(seed: int, folder: Path, names: list[str], begins: bool = False) -> str:
    """Compare some engines with the functions of a program, called with plain values alone. Gives what came of it.

    begins: whether it has several initial states.

    Raises:
        AssertionError: an engine gives another answer, and does not refuse the program with its line.
    """
    written = program(seed, f"neighbour_{seed}", begins)
    (folder / f"neighbour_{seed}.py").write_text(written.neighbour)
    file = folder / f"written_{seed}.py"
    file.write_text(written.text)
    try:
        machine = importlib.import_module(file.stem).machine
    except ModelError as error:
        assert_names_a_line(error, seed)
        return "refused where it is declared"
    try:
        truth = outcome(lambda: reference.search(machine, Limits(max_states=MOST, keep_going=True)))
    except Exception as error:
        truth = error
    finally:
        sys.modules.pop(file.stem, None)
    if seed % 2:  # as a user's file, or as a module of a program
        machine = machines.protocol(str(file)).machine()
    if isinstance(truth, Result) and not truth.complete:
        return "too large"
    said = [answer(name, machine, truth, seed, written) for name in names]
    return said[0]


def answer(name: str, machine: Machine, truth: object, seed: int, written: Program) -> str:
    """Compare one engine. Gives what came of it."""
    request = SearchRequest(keep_going=True) if name in ("native", "reference", "spark") else SearchRequest()
    if name == "smt":
        request = SearchRequest(max_length=5, keep_going=True)
    if name == "hypothesis":
        request = SearchRequest(seconds=0.3)
    if name == "symmetry":
        if not isinstance(truth, Result):
            return "not asked"
        try:
            if not is_symmetric(machine):
                return "not symmetric"
        except ModelError as error:
            assert_names_a_line(error, seed)
            return "refused"
        agree_on_verdicts(
            truth, engines.search("native", machine, SearchRequest(keep_going=True, symmetry=True))
        )
        return "right"
    try:
        found = outcome(lambda: engines.search(name, machine, request))
    except ModelError as error:
        assert_names_a_line(error, seed)
        assert_may_be_refused(error, truth, written, seed)
        return "refused"
    except LookupError as error:  # of a table, by a plain value
        return require("fails", is_of_program(error, seed), seed)
    assert isinstance(truth, (Result, OutOfRange)), (seed, name, truth)
    if name == "smt":
        agree_within(truth, found, 5)
    elif name == "hypothesis":
        agree_as_far_as_was_looked(truth, found)
    else:
        agree_exhaustively(truth, found)
    return "right"


def is_of_program(error: Exception, seed: int) -> bool:
    files = [Path(frame.filename).name for frame in traceback.extract_tb(error.__traceback__)]
    return f"written_{seed}.py" in files


def require(said: str, holds: bool, seed: int) -> str:
    assert holds, (seed, said)
    return said


def agree_as_far_as_was_looked(truth: Result | OutOfRange, found: Result | OutOfRange) -> None:
    if isinstance(found, OutOfRange) or isinstance(truth, OutOfRange):
        assert isinstance(truth, OutOfRange)
        return
    for name, verdict in found.promises.items():
        assert verdict.verdict in ("unknown", truth.promises[name].verdict)


def assert_names_a_line(error: ModelError, seed: int) -> None:
    assert re.match(rf"\S*(written|neighbour)_{seed}\.py:\d+: ", str(error)), (seed, error)


def assert_may_be_refused(error: ModelError, truth: object, written: Program, seed: int) -> None:
    """No difference is found by a spot check alone, and what uses the operators alone is not refused."""
    assert not isinstance(error, Disagreement), (seed, error)
    assert not written.is_plain or isinstance(truth, Exception), (seed, error)
