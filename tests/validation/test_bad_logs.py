"""Forty bad logs and maps, one row each: one clear line with the file and the line, exit status 2, no traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.lock_logs import write_locks
from tests.support.refusal import refused

GOOD = '{"at": 1, "host": "a", "event": "granted", "client": "x", "lease": 1}\n'
HEAD = "from tidemark import EventMap, Int, observe, pattern, skip, take\n\n"
MAP = HEAD + 'log = EventMap(node="host", time="at", order="clock")\n'
GRANT = MAP + '@log.event("granted")\ndef granted(e):\n    return '
"""The body of the function follows, in line 6."""

LOGS: list[tuple[str, str]] = [
    (GOOD + "{", "log.ndjson:2: this is not JSON"),
    (GOOD + "[1]\n", "log.ndjson:2: an event is a JSON object, and this is [1]"),
    (GOOD + "\n\nnull\n", "log.ndjson:4: an event is a JSON object"),
    (GOOD + '{"a": 1, "a": 2}', "log.ndjson:2: the field a is there twice"),
    (GOOD + "[" * 100_000, "log.ndjson:2: this is nested too deeply"),
    (GOOD + '{"at": 1, "host": "a"}', "log.ndjson:2: there is no field event"),
    (GOOD.replace('"granted"', "[3]"), "log.ndjson:1: event of this line is [3], and must be text"),
    (
        GOOD.replace("granted", "grantd"),
        "log.ndjson:1: the map says nothing of the event grantd: did you mean granted?",
    ),
    (
        GOOD.replace("granted", "xyz"),
        'nothing of the event xyz: write @log.event("xyz"), or log.ignore("xyz")',
    ),
    (GOOD.replace('"host": "a", ', ""), "log.ndjson:1: the event granted has no field host"),
    (GOOD.replace('"a"', "null"), "log.ndjson:1: host of the event granted is None, and must be text"),
    (
        GOOD.replace('"at": 1', '"at": "noon"'),
        "log.ndjson:1: at of the event granted is 'noon', and must be a number",
    ),
    (
        GOOD.replace('"at": 1', '"at": NaN'),
        "log.ndjson:1: at of the event granted is nan, and must be a number",
    ),
    (
        GOOD.replace('"at": 1', f'"at": 1{"0" * 400}'),
        "log.ndjson:1: at of the event granted is 1000",
    ),
    (
        GOOD.replace('"lease": 1', '"lease": "+-1"'),
        "log.ndjson:1: lease of the event granted is '+-1', and must be a whole number",
    ),
    (GOOD.replace('"at": 1', '"at": true'), "log.ndjson:1: at of the event granted is True"),
    (
        GOOD.replace('"at": 1', '"at": 7') + GOOD,
        "log.ndjson:2: the time goes back, from 7 in log.ndjson:1 to 1",
    ),
    (
        GOOD.replace("client", "clinet"),
        "log.ndjson:1: the event granted has no field client: did you mean clinet?",
    ),
    (
        GOOD.replace('"lease": 1', '"lease": "one"'),
        "log.ndjson:1: lease of the event granted is 'one', and must be a",
    ),
    (
        GOOD.replace('"lease": 1', '"lease": 1.5'),
        "log.ndjson:1: lease of the event granted is 1.5, and must be a",
    ),
    (GOOD.replace('"x"', '["x"]'), "log.ndjson:1: ['x'] is no name: it is a list or an object"),
    (
        "".join(GOOD.replace('"x"', f'"c{n}"').replace('"lease": 1', f'"lease": {n + 1}') for n in range(4)),
        "log.ndjson:4: 'c3' is one more than the client values of lock, which are 3",
    ),
    (GOOD + "\udcff", "log.ndjson:2: byte 0 of this line is not UTF-8"),
]
"""Logs for the map of docs/validate.md."""

MAPS: list[tuple[str, str]] = [
    ("log = 3\n", "map.py: there is no EventMap in it"),
    (HEAD + "a, b = EventMap(), EventMap()\n", "map.py: there are several EventMap in it"),
    ("def\n", "map.py:1: this is not valid Python"),
    (HEAD + 'EventMap(order="later")\n', "map.py:3: order is 'later': write node, clock, written"),
    (HEAD + 'EventMap(order="clock")\n', "map.py:3: events are ordered by time: name its field"),
    (HEAD + 'EventMap(time="at", skew=-1)\n', "map.py:3: skew is -1"),
    (HEAD + 'EventMap(time="at", skew=10**400)\n', "map.py:3: skew is 1000"),
    (HEAD + "EventMap(order=[])\n", "map.py:3: order is []: write node, clock, written"),
    (HEAD + 'log = EventMap(reader="yaml")\nlog.ignore("granted")\n', "there is no reader yaml"),
    (HEAD + 'pattern("(")\n', "map.py:3: '(' is no regular expression"),
    (MAP + 'log.event("a")(len)\nlog.ignore("a")\n', "map.py:5: the map says twice what the event a is"),
    (MAP + "@log.event\ndef granted(e): pass\n", "map.py:4: event() takes words"),
    (MAP + 'log.silent("expire", most=0)\n', "map.py:4: most is 0: it is a whole number from 1 on"),
    (MAP + 'log.event("granted", alike=True)(len)\n', "map.py:4: only events that are optional are alike"),
    (
        GRANT + 'skip\nlog.both("granted", "grnted")(max)\n',
        "map.py:7: both() names grnted, which no event() declares: did you mean granted?",
    ),
    (MAP + 'log.ignore("granted")\nlog.silent("expires", most=1)\n', "did you mean expire?"),
    (
        GRANT + "None\n",
        "map.py:4: what granted returns for granted is None: return take(…), observe(…) or skip (at log",
    ),
    (GRANT + "1 / 0\n", "map.py:6: ZeroDivisionError: division by zero (at log.ndjson:1)"),
    (GRANT + 'take("grnt")\n', "log.ndjson:1: lock has no action grnt: did you mean grant?"),
    (GRANT + 'take("grant", you=1)\n', "log.ndjson:1: the action grant has no parameter you"),
    (
        GRANT + 'take("grant", me=0)\n',
        "log.ndjson:1: me of grant is 0, and must be a client id, which log.names(",
    ),
    (GRANT + 'take("grant").after(3)\n', "map.py:6: after() takes a function of the state"),
    (GRANT + 'take("grant").after(lambda s: s.token == 1)\n', "map.py:6: "),
    (
        GRANT + 'take("grant").after(lambda s: s.lease)\n',
        "log.ndjson:1: an observation gives 1, and must give a truth",
    ),
    (GRANT + "skip.after(lambda s: True)\n", "map.py:6: skip is no step, and says nothing of a state"),
    (GRANT + 'take("grant") | 3\n', "map.py:6: a step is joined by | with another one"),
    (GRANT + 'take("grant", me=log.names("client")(e.client))\n', "map.py:6: "),
    (
        MAP + 'lease = log.names(Int(0, 2_000_000_000))\n@log.event("granted")\ndef granted(e):\n'
        "    return observe(lambda s, known=lease(e.lease): s.lease <= known * known)\n",
        "1 may be any of 2,000,000,001 values, and at most 1,000,000 are tried: name a narrower type",
    ),
    (
        MAP + 'c = log.names("clint")\nlog.ignore("granted")\n',
        "lock has no domain clint: did you mean client?",
    ),
    (
        MAP + 'c = log.names("client", {"x": 7})\nlog.ignore("granted")\n',
        "the map gives 'x' the value 7, which is not",
    ),
]
"""Maps for a good log."""

READER = (
    HEAD
    + "import json\n\n\ndef read(lines):\n    {}\n\n\nlog = EventMap(reader=read)\nlog.ignore('granted')\n"
)
READERS: list[tuple[str, str]] = [
    (
        "return ((k, {'event': json.loads(line)['evnt']}) for k, line in enumerate(lines, 1))",
        "log.ndjson:1: the reader fails here, at map.py:7: KeyError: 'evnt'",
    ),
    ("return len(lines)", "log.ndjson:1: the reader fails here, at map.py:7: TypeError: "),
    ("next(iter(lines)), next(iter(lines)).nothing", "log.ndjson:2: the reader fails here, at map.py:7: "),
    ("assert not list(lines)", "log.ndjson:2: the reader fails here, at map.py:7: AssertionError"),
    ("pass", "log.ndjson:1: the reader fails here, at "),
    (
        "return [(1, {'event': 'granted'}), 3]",
        "log.ndjson: the reader gives 3, and must give pairs of a line",
    ),
    ("int(next(iter(lines)))", "log.ndjson:1: invalid literal for int() with base 10"),
]
"""What a reader of the user's does with a log of two lines."""

WORDS: list[tuple[list[str], str]] = [
    (["lock.py", "log.ndjson"], "--map FILE.py says what the events are in lock, an EventMap"),
    (
        ["lock.py", "log.ndjson", "--map", "map.py", "--follow", "--first"],
        "--follow reads one log as it grows: leave out --first",
    ),
    (["lock.py", "nowhere.ndjson", "--map", "map.py"], "nowhere.ndjson: No such file or directory"),
    (["lock.py", ".", "--map", "map.py"], "."),
    (["lock.py", "log.ndjson", "--map", "log.txt"], "log.txt is a file, and no "),
    (["lock.py", "log.txt", "--map", "map.py"], "log.txt: which format this is, its name does not say"),
    (["lock.py", "log.ndjson", "--map", "maps.py"], "maps.py: there is no such file: did you mean map.py?"),
    (
        ["lock.py", "log.ndjson", "--map", "map.py", "--by", "rack"],
        "log.ndjson:1: the event granted has no field rack",
    ),
    (["lock.py", "log.ndjson", "--map", "map.py", "--by", "at", "--each"], "leave out one of them"),
    (
        ["lock.py", "log.ndjson", "--map", "map.py", "--follow"],
        "--follow takes the lines as they are written",
    ),
    (["lock.py", "log.ndjson", "--map", "map.py", "--most", "3"], "--most is for --follow"),
    (
        ["lock.py", "log.ndjson", "log.ndjson", "--map", "map.py"],
        "log.ndjson is given twice: a log is read once",
    ),
    (["lock.py", "-", "-", "--map", "map.py"], "- is given twice"),
]


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with the machine and the map of docs/validate.md, and a log."""
    monkeypatch.chdir(tmp_path)
    write_locks(tmp_path)
    (tmp_path / "log.ndjson").write_text(GOOD)
    (tmp_path / "log.txt").write_text(GOOD)
    return tmp_path


def test_there_are_forty_rows() -> None:
    assert len(LOGS) + len(MAPS) + len(WORDS) >= 40


@pytest.mark.parametrize("row", range(len(LOGS)))
def test_a_bad_log_is_refused_with_its_line(row: int, room: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, said = LOGS[row]
    (room / "log.ndjson").write_bytes(text.encode("utf-8", "surrogateescape"))
    refused(["validate", "lock.py", "log.ndjson", "--map", "map.py", "--engine", "reference"], said, capsys)
    assert not (room / "traces").exists()


@pytest.mark.parametrize("row", range(len(MAPS)))
def test_a_bad_map_is_refused_with_its_line(row: int, room: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, said = MAPS[row]
    (room / "map.py").write_text(text)
    refused(["validate", "lock.py", "log.ndjson", "--map", "map.py", "--engine", "reference"], said, capsys)
    assert not (room / "traces").exists()


@pytest.mark.parametrize("row", range(len(READERS)))
def test_a_reader_that_fails_is_refused_with_its_line_and_that_of_the_log(
    row: int, room: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body, said = READERS[row]
    (room / "log.ndjson").write_text(2 * GOOD)
    (room / "map.py").write_text(READER.format(body))
    refused(["validate", "lock.py", "log.ndjson", "--map", "map.py", "--engine", "reference"], said, capsys)
    assert not (room / "traces").exists()


@pytest.mark.usefixtures("room")
@pytest.mark.parametrize("row", range(len(WORDS)))
def test_bad_words_are_refused(row: int, capsys: pytest.CaptureFixture[str]) -> None:
    words, said = WORDS[row]
    refused(["validate", *words], said, capsys)
