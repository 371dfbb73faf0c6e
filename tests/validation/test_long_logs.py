"""A long log is read, ordered and followed in C, and the verdict is that of the search that keeps the whole log."""

from __future__ import annotations

import io
import json
import random
import struct
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.logs import write_long_log
from tests.support.lock_logs import LOGS, write_locks
from tests.support.random_logs import ALSO, RandomLog, changed, logs
from tests.support.random_machines import QUICK
from tidemark import EventMap
from tidemark.base.errors import TidemarkError
from tidemark.checker.runs.results import Limits
from tidemark.checker.user_files.lookup import find_protocol
from tidemark.checker.validation import long_logs, scan
from tidemark.checker.validation.loading import MapFile, load_map, read_log
from tidemark.checker.validation.long_logs import is_streamable
from tidemark.checker.validation.scan import LineOrder, NotStreamedError, Scan, ScanStop
from tidemark.checker.validation.streaming import LongLog
from tidemark.checker.validation.verdicts import LogVerdict, Validator
from tidemark.checker.views import log_verdict

FEW = settings(QUICK, max_examples=12)
MANY = settings(QUICK, max_examples=500)
ODD = [
    "{]", '{"event": 1', "[1]", "7", "\x0b", '{"event": "a", "event": "b"}', '{"event": null}', '{"a": 01}', "{}",
    '{"event": "\ud800"}', '{"a": "\t"}', '{"a": [1, {"b": 1, "b": 2}]}', '{"a": 1} 2', '{"event": "unheard of"}',
    '{"event": "\\u0061\\"\\q"}', '{"a": .5}', '{"a": tru}', '{"a": [1,]}', '{"a": ' + "[" * 40 + "]" * 40 + "}",
    '{"a": ' + "9" * 5000 + "}",
]  # fmt: skip
"""Lines that are no events, or are read in Python."""
FILLERS: list[Any] = [
    "é",
    '\n"\\/',
    "\U0001f980",
    -0.0,
    1e300,
    10**25,
    None,
    True,
    [],
    {},
    {"a": [{"b": {}}, ""]},
]


def told(verdict: LogVerdict) -> tuple[object, ...]:
    """What a verdict says, without the run and the states that were searched."""
    refused = verdict.refused.event.place if verdict.refused else ""
    breaks = {name: breach.place for name, breach in verdict.breaks.items()}
    return (
        verdict.verdict, verdict.events, verdict.passed, refused, verdict.refusals, verdict.standing,
        verdict.bindings, breaks, verdict.names,
    )  # fmt: skip


def kept(validator: Validator, map: EventMap, paths: Sequence[str]) -> object:
    """What the search says that keeps the whole log."""
    try:
        return told(validator.validate([event for path in paths for event in read_log(map, path)]))
    except TidemarkError as error:
        return str(error)


def streamed(validator: Validator, paths: Sequence[str]) -> object:
    """What is said of the same log without keeping it; None where it has to be kept."""
    try:
        return told(LongLog(validator.searches(None), paths, Limits()).validate())
    except NotStreamedError:
        return None
    except TidemarkError as error:
        return str(error)


def text_of(events: Sequence[dict[str, Any]], rng: random.Random) -> bytes:
    """Events as lines, which are written in one way or another; one in a few logs has a line that is odd."""
    lines = []
    for event in events:
        fields = list(event.items()) + [(f"x{k}", rng.choice(FILLERS)) for k in range(rng.randrange(3))]
        rng.shuffle(fields)
        separators = rng.choice([(",", ":"), (", ", ": "), (" ,\t", " : ")])
        text = json.dumps(dict(fields), separators=separators, ensure_ascii=rng.random() < 0.5)
        lines.append(rng.choice(["", "", "", " ", "\n"]) + text + rng.choice(["\n", "\n", "\r\n", " \n"]))
    if rng.random() < 0.2:
        lines.insert(rng.randrange(len(lines) + 1), rng.choice(ODD) + "\n")
    text = "".join(lines).encode("utf-8", "surrogatepass")
    bom = b"\xef\xbb\xbf" if rng.random() < 0.2 else b""
    return bom + (text[:-1] if rng.random() < 0.2 else text)


def is_told_alike(log: RandomLog, seed: int, folder: Path) -> bool:
    """Whether a log is streamed, with the same verdict; it may be cut into two files."""
    rng = random.Random(seed)
    plain = tuple(event for event in log.events if event.action != ALSO)
    log = replace(log, events=plain, optional=(), joint="", message=None)
    log = changed(log, rng) if plain and rng.random() < 0.6 else log
    written = [event.fields() for event in log.events]
    if log.order == "node":
        written = [{**event, "node": "a"} for event in written]
    elif log.order == "clock":
        written.sort(key=lambda event: float(event["time"]))
    cut = rng.randrange(len(written) + 1) if rng.random() < 0.3 and log.order != "written" else len(written)
    paths = []
    for number, part in enumerate((written[:cut], written[cut:])):
        if part or not number:
            paths.append(str(folder / f"{number}.ndjson"))
            Path(paths[-1]).write_bytes(text_of(part, rng))
    map = log.map()
    if not is_streamable(map, paths):
        return False
    validator = Validator(log.machine, MapFile(map), "reference")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scan, "PIECE", rng.choice([1 << 22, 40, 300]))
        patch.setattr(scan, "MOST_TEXTS", rng.choice([1 << 10, 4, 16]))
        without = streamed(validator, paths)
    if without is None:
        return False
    assert without == kept(validator, map, paths)
    return True


@FEW
@given(logs(), st.integers(0, 1 << 30))
def test_a_streamed_log_has_the_verdict_of_the_kept_one(
    tmp_path_factory: pytest.TempPathFactory, log: RandomLog, seed: int
) -> None:
    is_told_alike(log, seed, tmp_path_factory.mktemp("log"))


@pytest.mark.slow
@MANY
@given(logs(), st.integers(0, 1 << 30))
def test_many_streamed_logs_have_the_verdicts_of_the_kept_ones(
    tmp_path_factory: pytest.TempPathFactory, log: RandomLog, seed: int
) -> None:
    is_told_alike(log, seed, tmp_path_factory.mktemp("log"))


@pytest.mark.parametrize("name", [name for name in LOGS if name.endswith(".ndjson")])
def test_the_days_of_the_page_have_their_verdicts(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_locks(tmp_path)
    protocol = find_protocol("lock.py")
    machine = protocol.machine({})
    validator = Validator(machine, load_map("map.py"))
    without = streamed(validator, [name])
    assert isinstance(without, tuple)
    assert without == kept(validator, validator.file.map, [name])


def test_a_long_log_is_streamed_unless_its_run_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_locks(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(long_logs, "LONG", 1)
    validator = Validator(find_protocol("lock.py").machine({}), load_map("map.py"))
    assert long_logs.validate_files(validator, ["monday.ndjson"]).run is None
    assert long_logs.validate_files(validator, ["monday.ndjson"], keeps_run=True).run
    assert "The log is long" in log_verdict.details(long_logs.validate_files(validator, ["monday.ndjson"]))


def test_memory_does_not_grow_with_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The steps that Python is asked for are those of the model, however many lines there are."""
    write_locks(tmp_path)
    monkeypatch.chdir(tmp_path)
    write_long_log(tmp_path / "long.ndjson", 1 << 20)
    validator = Validator(find_protocol("lock.py").machine({}), load_map("map.py"))
    verdict = LongLog(validator.searches(None), ["long.ndjson"], Limits()).validate()
    assert verdict.verdict == "explained"
    assert verdict.events > 8_000
    assert verdict.visited < 500


@given(st.floats(0, 1e18), st.integers(0, 17), st.sampled_from(["", "-"]))
def test_a_time_is_rounded_as_python_rounds_it(number: float, digits: int, sign: str) -> None:
    text = f"{sign}{number:.{digits}f}"
    lines = Scan(LineOrder.CLOCK, 0)
    lines.own.name_field, lines.own.time_field = lines.field("event"), lines.field("at")
    for _ in lines.pieces(io.BytesIO(f'{{"event": 1, "at": {text}}}\n'.encode()), is_last=True):  # type: ignore[arg-type]
        stop = lines.go()
        if stop == ScanStop.KIND:
            assert struct.unpack("<d", struct.pack("<Q", lines.own.time))[0] == float(text)
            break
        assert stop == ScanStop.MORE or len(text) > 19
