"""Every promise of the message-level protocol has a one-line mutation that breaks it.

A mutation is made in a copy of the package, under another name, by changing one line of its text.
"""

import importlib
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import impl.kafka
from checker.engines.native.search import search
from checker.runs.results import Limits
from impl.partition import promises as shared
from impl.kafka.promises import PROMISES

ONE_RECORD = {"log-size": 1, "records": 1}
NAMES = [promise.name for promise in PROMISES]

MUTATIONS: dict[str, tuple[str, str, str, dict[str, Any]]] = {
    # promise: file, the line as it is, the line as it becomes, bounds
    "acknowledged-survives": (
        "leadership.py",
        "            least = where(me.isr.has(member), minimum(least, me.remote_end_offset[member]), least)",
        "            least = where(me.isr.has(member), least, least)",
        ONE_RECORD,
    ),
    "acknowledged-exists": (
        "truncation.py",
        "    cut = where(agreed, minimum(end, own_end), own_end)",
        "    cut = where(agreed, 0, own_end)",
        ONE_RECORD,
    ),
    "reads-are-stable": (
        "clients.py",
        '    require(offset < me.high_watermark, "the record is below the high watermark")',
        '    require(offset < me.log.end_offset, "there is a record")',
        ONE_RECORD,
    ),
    "hw-monotonic": (
        "leadership.py",
        "    high_watermark = maximum(me.high_watermark, least)",
        "    high_watermark = least",
        ONE_RECORD,
    ),
    "committed-agrees": (
        "fetching.py",
        "        log=me.log.truncate(offset),",
        "        log=me.log,",
        {"log-size": 1},
    ),
    "epoch-offset-unique": (
        "clients.py",
        "    entry = me.log[0].but(id=c.records_written, epoch=me.leader_epoch)",
        "    entry = me.log[0].but(id=c.records_written, epoch=0)",
        {"log-size": 1},
    ),
    "one-leader-per-epoch": (
        "controller.py",
        "    epoch = c.quorum.leader_epoch + 1",
        "    epoch = c.quorum.leader_epoch",
        ONE_RECORD,
    ),
    "hw-within-log": (
        "fetching.py",
        "    high_watermark = minimum(fetched.high_watermark, log.end_offset)",
        "    high_watermark = fetched.high_watermark",
        {},
    ),
    "current-leader-in-isr": (
        "isr.py",
        '    require(me.isr.has(follower) & (leader != follower), "the other broker is in the ISR")',
        '    require(me.isr.has(follower), "the other broker is in the ISR")',
        ONE_RECORD,
    ),
    "isr-has-committed": (
        "isr.py",
        "    return offset >= c.replicas[leader].high_watermark",
        "    return offset >= 0",
        ONE_RECORD,
    ),
}


def mutant(directory: Path, name: str, file: str, line: str, mutated: str) -> ModuleType:
    """A copy of the package `impl.kafka`, under another name, with one line changed."""
    package = directory / name
    package.mkdir()
    for source in Path(impl.kafka.__file__).parent.glob("*.py"):
        text = source.read_text(encoding="utf-8").replace("impl.kafka", name)
        if source.name == file:
            assert text.splitlines().count(line) == 1, f"{file} has not one line {line!r}"
            text = text.replace(f"{line}\n", f"{mutated}\n")
        (package / source.name).write_text(text, encoding="utf-8")
    return importlib.import_module(name)


def test_every_promise_has_a_mutation() -> None:
    assert list(MUTATIONS) == NAMES
    assert set(shared.SHARED) <= set(PROMISES)


@pytest.mark.parametrize("promise", NAMES)
def test_a_one_line_mutation_breaks_the_promise(
    promise: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, line, mutated, bounds = MUTATIONS[promise]
    monkeypatch.syspath_prepend(tmp_path)
    package = mutant(tmp_path, f"replication_without_{promise.replace('-', '_')}", file, line, mutated)
    sound, broken = impl.kafka.PROTOCOLS[-1], package.PROTOCOLS[-1]
    assert search(sound.machine(bounds), Limits(keep_going=True)).promises[promise].verdict == "holds"
    assert search(broken.machine(bounds), Limits(keep_going=True)).promises[promise].verdict == "violated"


def test_the_start_of_an_epoch_may_not_be_read_from_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A leader that restarts in its own epoch with an older high watermark would let anybody into the ISR."""
    line = "        epoch_start=me.log.end_offset,"
    read = "        epoch_start=me.log.first_newer_offset(epoch - 1),"
    monkeypatch.syspath_prepend(tmp_path)
    package = mutant(tmp_path, "replication_with_start_from_log", "leadership.py", line, read)
    bounds = {"replicas": 3, "min-isr": 2, "checkpoint": "lazy", "consumers": "no", **ONE_RECORD}
    for one, length in ((impl.kafka.PROTOCOLS[-1], None), (package.PROTOCOLS[-1], 15)):
        machine = one.machine(bounds)
        survives = [p for p in machine.promises if p.name == "acknowledged-survives"]
        assert search(replace(machine, promises=survives)).promises["acknowledged-survives"].length == length


@pytest.mark.parametrize("promise", NAMES)
def test_no_promise_holds_for_want_of_its_condition(promise: str) -> None:
    result = search(impl.kafka.PROTOCOLS[-1].machine(), Limits(keep_going=True))
    assert not result.promises[promise].vacuous
