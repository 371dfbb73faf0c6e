"""What holds for the whole suite: Spark tests share one process, and none of them is ever skipped; machines are
compiled in little time.
"""

from __future__ import annotations

import gc
import math
import os
import signal
import sys
from collections.abc import Generator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tidemark.checker.engines.spot_checks import Extent

pytest_plugins = ["pytester", "tests.support.browsers", "tests.support.object_store"]

# Spark otherwise looks up this machine's own name, which not every container can resolve.
os.environ.setdefault("SPARK_LOCAL_HOSTNAME", "localhost")

# A shell may tell Python to keep no bytecode: each of the hundreds of processes that the tests start then compiles all.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

SLOW_SECONDS = 3600
"""After which a slow test is taken to hang."""

# A shell that starts the suite in the background has it ignore Ctrl-C, and so all that it starts: tests that send
# Ctrl-C would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)  # a wrapper comes before pytest-xdist, which reads the groups in this hook
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None]:
    """Keep all Spark tests in one of the processes, since memory is enough for one JVM at a time.

    A slow test may take an hour where the machine is busy.
    """
    for item in items:
        if item.get_closest_marker("spark"):
            item.add_marker(pytest.mark.xdist_group("spark"))
        if item.get_closest_marker("slow") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(SLOW_SECONDS))
    return (yield)


def pytest_collection_finish() -> None:
    """Let Python's collector pass over what was imported and collected, which stays: a seventh of all time went there.

    Of what the tests make, it also waits for more, since most of that is no garbage.
    """
    gc.freeze()
    gc.set_threshold(10_000)


def pytest_unconfigure() -> None:
    """Let it see all again: at the end a library complains of what is never collected."""
    gc.unfreeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Leave LLVM's optimizer out, except for tests marked `optimized`: it takes longer than all searches together.

    Spot checks end after a hundredth of a second, not after a tenth.
    """
    with pytest.MonkeyPatch.context() as patch:
        if item.get_closest_marker("optimized") is None:
            from tidemark.checker.engines import spot_checks
            from tidemark.checker.engines.native import background_optimization, compilation

            for effort in ("less", "full"):
                patch.setitem(compilation.EFFORTS, effort, compilation.LEAST)
            patch.setattr(background_optimization, "WORTH_COMPILING", math.inf)
            patch.setattr(spot_checks.Extent, "of", _brief)
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Report a skipped Spark test as a failed one: what was not run has not held."""
    report = yield
    if item.get_closest_marker("spark") and not hasattr(report, "wasxfail"):
        _fail_if_skipped(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Report likewise a file skipped whole, its Spark tests with it, before their marks could be seen."""
    report = yield
    if isinstance(collector, pytest.Module) and "mark.spark" in collector.path.read_text(encoding="utf-8"):
        _fail_if_skipped(report)
    return report


def _brief(number: int | None) -> Extent:
    """As `Extent.of`, but brief where no number is given."""
    from tidemark.checker.engines.spot_checks import BRIEF, Extent

    return BRIEF if number is None else Extent(number, None)


def _fail_if_skipped(report: pytest.TestReport | pytest.CollectReport) -> None:
    if report.skipped:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"a Spark test may not be skipped, and {report.nodeid} was: {reason}"
