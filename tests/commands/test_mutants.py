"""Mutated inputs over all kinds of file: no traceback and no hang; what is refused is refused in one clear line."""

import random
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from tests.support.lock_logs import CODE, LOGS, write_locks
from tests.support.logs import RELEASES, unpack
from tests.support.mutants import Input, mutant, mutated_bytes, of_json, of_json_lines, of_text
from tidemark import impl
from tidemark.base.errors import UsageError
from tidemark.checker.cli import main
from tidemark.checker.runs import files, itf
from tidemark.real.brokers import schedules

ROOT = Path(__file__).parents[2]
TRACE = ROOT / "tests" / "data" / "traces" / "published-kip-101_strong-isr.json"
SECONDS = 10
"""Of the processor's time, which does not depend on what else the machine does."""
GRID = """
protocols = ["published/kip-101", "published/kip-320"]
promises = ["strong-isr", "leader-in-isr"]
bounds = { records = 1, log-size = 1 }

[axes.replicas]
two = { replicas = 2 }

[axes.epochs]
one = { max-epoch = 1 }
two = { max-epoch = 2 }
"""


PROMISE = """
from tidemark import promise


@promise
def mine(c):
    \"\"\"Mine.\"\"\"
    return c.records_written < 2
"""


LOG_MAP = """
from tidemark import EventMap, take

log = EventMap({})
client = log.names("client", alike=True)


@log.event("granted")
def granted(e):
    return take("grant", me=client(e.client))
"""
ITF_LOG = """{"#meta": {"format": "ITF"}, "vars": ["client"], "states": [
  {"#meta": {"index": 0}, "client": {"#bigint": "1"}, "more": {"#map": [[1, 2]]}, "action": "granted"}]}"""
SPANS = """{"resourceSpans": [{
  "resource": {"attributes": [{"key": "service.name", "value": {"stringValue": "lock-1"}}]},
  "scopeSpans": [{"spans": [{
    "name": "granted", "startTimeUnixNano": "1000", "endTimeUnixNano": "2000", "status": {"code": 1},
    "attributes": [{"key": "client", "value": {"intValue": "7"}}]}]}]}]}"""


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _kinds() -> dict[str, Input]:
    own = ROOT / "tests" / "support" / "user_files"
    scenario = impl.scenarios()["two-rounds"]
    schedule = schedules.FOLDER / f"{schedules.names()[0]}.toml"
    history = "\n".join(_text(ROOT / "tests/data/soak/kafka-3.9.2.jsonl").split("\n")[:18])
    few = ("--max-states", "200")
    validated = ("validate", "lock.py", "--engine", "reference")
    return {
        "trace": Input("t.json", ("replay", "t.json"), files.to_text(files.load(TRACE)), of_json),
        "trace of version 1": Input("o.json", ("replay", "o.json"), _text(TRACE), of_json),
        "ITF": Input("t.itf.json", ("replay", "t.itf.json"), itf.to_text(files.load(TRACE)), of_json),
        "scenario": Input("s.toml", ("scenario", "s.toml"), _text(scenario), of_text),
        "history": Input("h.jsonl", ("soak", "kafka-kraft/3.7", "--check", "h.jsonl", *few), history, of_json_lines),
        "grid": Input("g.toml", ("matrix", "--grid", "g.toml", "--jobs", "2", *few), GRID, of_text),
        "schedule": Input("p.toml", (), _text(schedule), of_text),
        "machine": Input("m.py", ("check", "m.py", "--engine", "reference", *few), _text(own / "lease.py"), of_text),
        "log": Input("l.ndjson", (*validated, "l.ndjson", "--map", "map.py"), LOGS["monday.ndjson"], of_json_lines),
        "log as ITF": Input("l.itf.json", (*validated, "l.itf.json", "--map", "itf.py"), ITF_LOG, of_json),
        "log as spans": Input("l.spans.json", (*validated, "l.spans.json", "--map", "spans.py"), SPANS, of_json),
        "map": Input("own.py", (*validated, "monday.ndjson", "--map", "own.py"), CODE["map.py"], of_text),
        "promises": Input(
            "q.py", ("check", "published/kip-101", "--promises", "q.py", "--engine", "reference", *few),
            PROMISE,
            of_text,
        ),
    }  # fmt: skip


KINDS = _kinds()
pytestmark = pytest.mark.filterwarnings("ignore::SyntaxWarning")  # of Python that was mutated


class TooLong(BaseException):
    """Raised where a command has taken more than its time."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Interrupt what takes longer, in time of this process."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def ended(kind: Input, capsys: pytest.CaptureFixture[str]) -> str:
    """What is wrong with how the command ended; empty where nothing is."""
    try:
        with limited(SECONDS):
            status = main(kind.words) if kind.words else _loaded(kind)
    except TooLong:
        return "it takes too long"
    told = capsys.readouterr().err
    if "Traceback" in told or "fault of Tidemark" in told:
        return told
    if status not in (0, 1, 2, 3):
        return f"status {status}: {told}"
    lines = [line for line in told.splitlines() if line.startswith("tidemark: ")]
    if status == 2 and (len(lines) != 1 or not lines[0].isprintable() or len(lines[0]) > 3000):
        return f"not one clear line: {told}"
    return ""


def _loaded(kind: Input) -> int:
    try:
        schedules.load(kind.file)
    except UsageError as error:
        return 2 if not str(error) else 0
    return 0


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_locks(tmp_path)
    for name, about in (("itf", 'name="action"'), ("spans", 'name="name", node="service.name", time="end"')):
        (tmp_path / f"{name}.py").write_text(LOG_MAP.format(about))


def try_directories(release: str, numbers: range, capsys: pytest.CaptureFixture[str]) -> None:
    """Audit a cluster's directories with a file or two changed, and then as they were again."""
    brokers = unpack(release, Path.cwd())
    paths = sorted(path for broker in brokers for path in broker.rglob("*") if path.is_file())
    audit = Input("", ("audit", *map(str, brokers), "--engine", "embedded"), "", of_text)
    wrong = {}
    for number in numbers:
        chance = random.Random(f"{release} {number}")
        before = {path: path.read_bytes() for path in chance.sample(paths, chance.choice((1, 1, 2, 5)))}
        for path, content in before.items():
            path.write_bytes(mutated_bytes(chance, content))
        if problem := ended(audit, capsys):
            wrong[number, *map(str, before)] = problem[-2000:]
        for path, content in before.items():
            path.write_bytes(content)
    assert wrong == {}


def try_mutants(name: str, numbers: range, capsys: pytest.CaptureFixture[str]) -> None:
    kind, wrong = KINDS[name], {}
    for number in numbers:
        shutil.rmtree("traces", ignore_errors=True)
        Path(kind.file).write_bytes(mutant(kind, number).encode("utf-8", "replace"))
        if problem := ended(kind, capsys):
            wrong[number] = problem[-2000:]
    assert wrong == {}


@pytest.mark.parametrize("name", KINDS)
def test_a_few_mutants_of_each_kind_end_well(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    few = 4 if name == "grid" else 12
    try_mutants(name, range(few), capsys)


def test_a_few_mutated_directories_are_audited(capsys: pytest.CaptureFixture[str]) -> None:
    try_directories(RELEASES[0], range(6), capsys)


@pytest.mark.slow
@pytest.mark.parametrize("release", RELEASES)
def test_mutated_directories_are_audited(release: str, capsys: pytest.CaptureFixture[str]) -> None:
    try_directories(release, range(6, 70), capsys)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(5))
@pytest.mark.parametrize("name", KINDS)
def test_two_thousand_mutants_end_well(name: str, part: int, capsys: pytest.CaptureFixture[str]) -> None:
    try_mutants(name, range(50 * part, 50 * (part + 1)), capsys)


def test_what_is_not_mutated_ends_well(capsys: pytest.CaptureFixture[str]) -> None:
    for kind in KINDS.values():
        Path(kind.file).write_text(kind.text)
        assert ended(kind, capsys) == ""
