"""Logs in which any part is of another kind, or without an end: each is read, or refused in one line that names it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tidemark import EventMap
from tidemark.base.errors import UsageError
from tidemark.checker.evidence.logs import pieces
from tidemark.checker.validation import loading
from tidemark.checker.validation.loading import decode_lines, events_of, lines_of, read_log
from tidemark.spec.logs.events import LogError

ITF = {
    "#meta": {"format": "ITF"},
    "vars": ["x", "y"],
    "states": [{"#meta": {"index": 0}, "x": {"#bigint": "1"}, "y": {"#map": [["a", 1]]}, "action": "go"}],
}
SPANS = {
    "resourceSpans": [
        {
            "resource": {"attributes": [{"key": "service.name", "value": {"stringValue": "a"}}]},
            "scopeSpans": [
                {
                    "spans": [
                        {
                            "name": "put",
                            "startTimeUnixNano": "1000",
                            "endTimeUnixNano": "2000",
                            "status": {"code": 1},
                            "attributes": [{"key": "k", "value": {"kvlistValue": {"values": []}}}],
                        }
                    ]
                }
            ],
        }
    ]
}
LINE = {"event": "granted", "at": 1, "began": 0, "host": "a"}
OTHERS: list[Any] = [
    None, True, -1, 1.5, 10**400, float("inf"), float("nan"), "", "\x1b", [], {}, [[]], [5], {"a": 1},
    {"#bigint": []}, {"#bigint": "x"}, {"#bigint": "9" * 5000}, {"#map": 5}, {"#map": [5]}, {"#map": [[1, 2, 3]]},
    {"#set": 5}, {"#tup": None}, {"tag": 1, "value": {"#set": 3}}, {"intValue": float("inf")},
]  # fmt: skip
MAPS = {
    "itf": (ITF, EventMap(reader="itf", name="action")),
    "spans": (SPANS, EventMap(reader="spans", name="name", time="end", began="start", order="clock")),
    "ndjson": (LINE, EventMap(reader="ndjson", time="at", began="began", node="host", order="clock")),
}


def places(data: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each part of some data."""
    yield way
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, part in inner:
        yield from places(part, (*way, key))


def put(data: Any, way: tuple[Any, ...], value: Any) -> Any:
    if not way:
        return value
    return (data | {way[0]: put(data[way[0]], way[1:], value)} if isinstance(data, dict)
            else [put(one, way[1:], value) if k == way[0] else one for k, one in enumerate(data)])  # fmt: skip


@pytest.mark.parametrize("format", MAPS)
def test_any_part_may_be_of_another_kind(format: str) -> None:
    whole, map = MAPS[format]
    assert list(events_of(map, "log", [json.dumps(whole)]))
    refused = {}
    for way in places(whole):
        for number, other in enumerate(OTHERS):
            try:
                list(events_of(map, "log", [json.dumps(put(whole, way, other))]))
            except LogError as error:
                refused[way, number] = str(error)
    assert len(refused) > 20
    unclear = [
        (way, said)
        for way, said in refused.items()
        if not said.startswith("log:") or len(said) > 500 or "object has no attribute" in said
    ]
    assert unclear == []


@pytest.mark.parametrize("format", ["itf", "spans", "ndjson"])
def test_what_is_nested_too_deeply_is_refused(format: str) -> None:
    with pytest.raises(LogError, match="nested too deeply"):
        list(events_of(MAPS[format][1], "log", ["[" * 100_000]))


def test_a_line_without_an_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "LONGEST", 1 << 16)
    path = tmp_path / "log.ndjson"
    path.write_text(json.dumps(LINE) + "\n")
    os.truncate(path, 8 << 30)  # it has no blocks
    map = EventMap(reader="ndjson")
    with pytest.raises(LogError, match=r"log.ndjson:2: this line has more than 65,536 bytes"):
        list(read_log(map, str(path)))
    with pytest.raises(LogError, match=r"log.ndjson:2: this line has more than 65,536 bytes"):
        list(read_log(map, str(path), grows=True))


def test_a_part_of_a_log_passes_over_a_line_that_began_before(tmp_path: Path) -> None:
    path = tmp_path / "log.ndjson"
    long = json.dumps(LINE | {"text": "x" * 5000})
    path.write_text(f"{long}\n" + f"{json.dumps(LINE)}\n" * 3)
    map = EventMap(reader="ndjson")
    found = pieces.pieces(map, [str(path)], 1000)
    found = pieces.number_pieces(found, [pieces.lines_in(piece) for piece in found])
    events = [event.place for piece in found for event in pieces.events_in(map, piece)]
    assert events == [event.place for event in read_log(map, str(path))]


def test_a_document_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from tidemark.checker.validation import documents

    monkeypatch.setattr(documents, "LARGEST", 1000)
    with pytest.raises(LogError, match="the document goes on after 1,000 characters"):
        list(events_of(MAPS["itf"][1], "log", ["[1,\n"] * 10_000))


def test_a_line_has_its_end_wherever_it_is_cut(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"\xef\xbb\xbfa\r\nb\n\nc")
    with path.open("rb") as file:
        assert list(decode_lines("log", lines_of(file))) == ["a\r\n", "b\n", "\n", "c"]


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"at": pa.array([1, 2**62], pa.timestamp("us"))}, "row 2: the field at can't be read"),
        ({"at": pa.array([1, 2**31 - 1], pa.date32())}, "row 2: the field at can't be read"),
        (
            {"at": pa.array([1, 2], pa.timestamp("us", tz="Nowhere/Land"))},
            "row 1: the field at can't be read",
        ),
        ({"text": pa.array([b"a", b"\xff"]).view(pa.string())}, "row 2: the field text can't be read"),
    ],
)
def test_a_value_that_python_has_not_is_named(columns: dict[str, Any], said: str, tmp_path: Path) -> None:
    pq.write_table(pa.table({"event": ["a", "b"], **columns}), tmp_path / "log.parquet")
    with pytest.raises(UsageError, match=said):
        list(read_log(EventMap(), str(tmp_path / "log.parquet")))


def test_two_columns_of_one_name_are_refused(tmp_path: Path) -> None:
    at = pa.array([datetime(2026, 1, 1, tzinfo=UTC)])
    pq.write_table(
        pa.Table.from_arrays([pa.array(["a"]), at, at], ["event", "at", "at"]), tmp_path / "log.parquet"
    )
    with pytest.raises(UsageError, match="two columns have one name: at"):
        list(read_log(EventMap(), str(tmp_path / "log.parquet")))
