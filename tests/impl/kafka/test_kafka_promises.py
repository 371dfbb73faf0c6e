"""Every promise of the message-level protocol has a one-line mutation that breaks it.

A mutation is made in a copy of the package, under another name, by changing one line of its text.
"""

import importlib
import shutil
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tidemark.checker.engines.native.search import search
from tidemark.checker.runs.results import Limits
from tidemark.impl import kafka
from tidemark.impl.kafka.promises import PROMISES
from tidemark.impl.shared import promises as shared
from tidemark.spec import Protocol

ONE_RECORD = {"log-size": 1, "records": 1}
NAMES = [promise.name for promise in PROMISES if not promise.only_named]
ANY = {"election-order": "any"}


MUTATIONS: dict[str, tuple[str, str, str, dict[str, Any]]] = {
    # promise: file, the line as it is, the line as it becomes, bounds
    "acknowledged-survives": (
        "leadership.py",
        "            least = where(counted, minimum(least, me.remote_end_offset[member]), least)",
        "            least = where(counted, least, least)",
        ONE_RECORD,
    ),
    "acknowledged-exists": (
        "truncation.py",
        "    return where(again, mine.end, where(unknown, end, minimum(mine.end, end))), again",
        "    return where(again, mine.end, 0), again",
        ONE_RECORD,
    ),
    "reads-are-stable": (
        "clients.py",
        "    return where(visible == Visible.through, offset <= end, offset < end)",
        "    return offset <= end",
        ONE_RECORD,
    ),
    "hw-monotonic": (
        "leadership.py",
        "    high_watermark = maximum(me.high_watermark, committed_offset(c, leader))",
        "    high_watermark = committed_offset(c, leader)",
        ONE_RECORD,
    ),
    "epoch-cache-agrees": (
        "cluster.py",
        "        cache = where(settings.asks, cache, self.cache)",
        "        cache = self.cache",
        {"log-size": 1},
    ),
    "committed-agrees": (
        "cluster.py",
        "            log=self.log.cut(offset),",
        "            log=self.log,",
        {"log-size": 1},
    ),
    "epoch-offset-unique": (
        "clients.py",
        "    entry = me.log.type.element.default.but(id=record, epoch=me.leader_epoch)",
        "    entry = me.log.type.element.default.but(id=record, epoch=0)",
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
        "    high_watermark = minimum(fetched.high_watermark, grown.log.end_offset)",
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
        "    reached = at_once | ((offset >= me.high_watermark) & (offset >= me.epoch_start))",
        "    reached = offset >= 0",
        ONE_RECORD,
    ),
}
"""For each promise that Kafka makes. The two that it does not make are broken by Kafka as it is."""


def mutant(directory: Path, name: str, file: str, line: str, mutated: str) -> ModuleType:
    """A copy of the package `tidemark.impl.kafka`, under another name, with one line changed."""
    package = directory / name
    package.mkdir()
    for source in Path(kafka.__file__).parent.glob("*.py"):
        code = source.read_text(encoding="utf-8").replace("tidemark.impl.kafka", name)
        if source.name == file:
            assert code.splitlines().count(line) == 1, f"{file} has not one line {line!r}"
            code = code.replace(f"{line}\n", f"{mutated}\n")
        (package / source.name).write_text(code, encoding="utf-8")
    shutil.copy(Path(kafka.__file__).with_name("sources.toml"), package)
    return importlib.import_module(name)


def _release(package: ModuleType) -> Protocol:
    """Kafka 2.6.1: the last release whose leaders record the ISR themselves."""
    return next(protocol for protocol in package.PROTOCOLS if protocol.name == "kafka/2.6.1")


def test_every_promise_has_a_mutation() -> None:
    assert list(MUTATIONS) == NAMES
    assert set(shared.SHARED) <= set(PROMISES)


@pytest.mark.parametrize("promise", NAMES)
def test_a_one_line_mutation_breaks_the_promise(
    promise: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, line, mutated, bounds = MUTATIONS[promise]
    monkeypatch.syspath_prepend(tmp_path)
    package = mutant(tmp_path, f"kafka_without_{promise.replace('-', '_')}", file, line, mutated)
    sound, broken = (_release(module).machine({**bounds, **ANY}).only(promise) for module in (kafka, package))
    assert search(sound).promises[promise].verdict == "holds"
    assert search(broken).promises[promise].verdict == "violated"


def test_the_start_of_an_epoch_may_not_be_read_from_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A leader that restarts in its own epoch with an older high watermark would let anybody into the ISR."""
    line = "        epoch_start=where(c.settings.joins == Joins.at_epoch_start, me.log.end_offset, reached),"
    read = "        epoch_start=me.log.first_newer_offset(epoch - 1),"
    monkeypatch.syspath_prepend(tmp_path)
    package = mutant(tmp_path, "kafka_with_start_from_log", "leadership.py", line, read)
    bounds = {"replicas": 3, "min-isr": 2, "checkpoint": "lazy", "consumers": "no", **ONE_RECORD, **ANY}
    for module, length in ((kafka, None), (package, 16)):
        [release] = [p for p in module.PROTOCOLS if p.name == "kafka/2.1"]
        machine = release.machine(bounds).only("acknowledged-survives")
        assert search(machine).promises["acknowledged-survives"].length == length


@pytest.mark.parametrize("promise", NAMES)
def test_no_promise_holds_for_want_of_its_condition(promise: str) -> None:
    result = search(_release(kafka).machine(ANY).by_default, Limits(keep_going=True))
    assert not result.promises[promise].vacuous
