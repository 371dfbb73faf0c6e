"""Eight schedules that were written by hand are found again: a search finds a run with no more faults."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tidemark import impl
from tidemark.checker.analyses.trial import course_of
from tidemark.checker.engines.native.search import search
from tidemark.checker.runs.results import Limits
from tidemark.real.brokers import schedules
from tidemark.real.brokers.compiling import compile_schedule
from tidemark.real.brokers.schedules import Schedule

COMMON = {"consumers": "no", "election-order": "assigned", "crashes": 0, "log-size": 1, "records": 1}
POWER = {"power-losses": 1, "flush": "free", "max-epoch": 3}
SKIPS = {"replicas": 3, "min-isr": 2, "reorders": 1, "max-epoch": 4, "lagging": "no"}
FOUND: dict[str, dict[str, Any]] = {
    "acks-1": {"acks": "1", "crashes": 1},
    "leader-cut-off-acks-1": {"acks": "1", "zombies": 1},
    "power-one-member": {**POWER, "shutdowns": 1},
    "unclean-election": {"unclean": "yes", "shutdowns": 1, "crashes": 1, "max-epoch": 3},
    "last-replica": {**POWER, "replicas": 3, "min-isr": 2, "shutdowns": 2},
    "power-min-isr": {**POWER, "replicas": 3, "min-isr": 2, "shutdowns": 1, "power-losses": 2},
    "skipped-epoch": {**SKIPS, "shutdowns": 1, "crashes": 1},
    "skipped-epoch-paused": {**SKIPS, "shutdowns": 2},
}
"""For each the bounds at which kafka-kraft/3.7 is searched for the loss of an acknowledged record."""
LARGE = {"last-replica", "power-min-isr", "skipped-epoch", "skipped-epoch-paused"}
"""Those with millions of states."""
NOT_TAKEN = {"last-replica"}
"""Those whose shortest run brokers do not take: docs/schedules.md says why."""
FAULTS = {"kill": "crash", "cut_power": "power", "stop": "stop", "begin_stop": "stop", "sever": "cut off"}


@cache
def text_of(name: str) -> str:
    machine = impl.protocol("kafka-kraft/3.7").machine({**COMMON, "min-isr": 1, **FOUND[name]})
    found = search(machine, Limits(), None).promises["acknowledged-survives"]
    assert found.run
    return compile_schedule(course_of(found.run))


def faults(schedule: Schedule) -> Counter[str]:
    """How often brokers are harmed, without the restart by which another one leads at first."""
    steps = (
        schedule.steps[2:]
        if [step.word for step in schedule.steps[:2]] == ["stop", "start"]
        else schedule.steps
    )
    return Counter(FAULTS[step.word] for step in steps if step.word in FAULTS for _ in step.brokers)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in LARGE else ()) for name in FOUND]
)
def test_a_search_finds_the_loss_of_a_schedule_with_no_more_faults(name: str, tmp_path: Path) -> None:
    path = tmp_path / "found.toml"
    path.write_text(text_of(name))
    by_search, by_hand = schedules.load(path), schedules.load(name)
    assert by_search.ends == by_hand.ends == "lost"
    assert faults(by_search) <= faults(by_hand)


@pytest.mark.brokers
@pytest.mark.parametrize("name", [name for name in FOUND if name not in NOT_TAKEN])
def test_it_is_lost_on_brokers_too(name: str, tmp_path: Path) -> None:
    path = tmp_path / "found.toml"
    path.write_text(text_of(name))
    words = [sys.executable, "-m", "tidemark", "replay", str(path), "--on", "kafka:4.3.1"]
    assert subprocess.run(words, cwd=tmp_path, check=False).returncode == 0
