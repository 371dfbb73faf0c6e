"""Each reader gives the fields that its format has, and names the line that is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tidemark import EventMap
from tidemark.checker.runs.files import load
from tidemark.checker.runs.itf import to_itf
from tidemark.checker.validation.loading import read_log
from tidemark.spec.logs.events import LogError, LogEvent

TRACE = Path(__file__).parents[2] / "counterexamples" / "published" / "kip-101" / "strong-isr-1.json"


def events(tmp_path: Path, file: str, text: str, **about: Any) -> list[LogEvent]:
    path = tmp_path / file
    path.write_text(text, encoding="utf-8")
    return list(read_log(EventMap(**about), str(path)))


def test_csv(tmp_path: Path) -> None:
    text = 'event,at,who\ngranted,1.5,"a, b"\n\nreleased,2,c\n'
    first, second = events(tmp_path, "log.csv", text, time="at", node="who")
    assert (first.name, first.time, first.node, first.line) == ("granted", 1.5, "a, b", 2)
    assert (second.line, second.number("at")) == (4, 2)


def test_logfmt(tmp_path: Path) -> None:
    text = 'event=granted msg="a \\"b\\" c" n=3 ok done=\n'
    (event,) = events(tmp_path, "log.logfmt", text)
    assert event.fields == {"event": "granted", "msg": 'a "b" c', "n": "3", "ok": "true", "done": ""}
    assert event.truth("ok") is True


def test_an_itf_trace_is_a_log_of_its_states(tmp_path: Path) -> None:
    run = load(TRACE)
    text = json.dumps(to_itf(run))
    found = events(tmp_path, "run.itf.json", text, name="action")
    assert [event.name for event in found[1:]] == [
        step.instance.action.name for step in run.steps[1:] if step.instance
    ]
    assert found[0].place.endswith("run.itf.json: state 0")
    argument, value = next(iter(run.steps[1].instance.arguments.items()))  # type: ignore[union-attr]
    assert found[1][argument] == int(value)


SPAN = {
    "traceId": "t1", "spanId": "s1", "name": "put", "startTimeUnixNano": "1000000000", "endTimeUnixNano": "2500000000",
    "attributes": [
        {"key": "key", "value": {"stringValue": "x"}},
        {"key": "size", "value": {"intValue": "7"}},
        {"key": "tags", "value": {"arrayValue": {"values": [{"boolValue": True}]}}},
    ],
}  # fmt: skip


def spans(*found: dict[str, Any]) -> str:
    resource = {"attributes": [{"key": "service.name", "value": {"stringValue": "store"}}]}
    return json.dumps({"resourceSpans": [{"resource": resource, "scopeSpans": [{"spans": list(found)}]}]})


@pytest.mark.parametrize("text", [spans(SPAN, SPAN), f"{spans(SPAN)}\n{spans(SPAN)}\n"], ids=["one", "lines"])
def test_spans_are_events_that_last(text: str, tmp_path: Path) -> None:
    about = {"name": "name", "node": "service.name", "time": "end", "began": "start"}
    first, second = events(tmp_path, "day.spans.json", text, **about)
    assert (first.name, first.node, first.began, first.time) == ("put", "store", 1.0, 2.5)
    assert (first["key"], first.number("size"), first["tags"]) == ("x", 7, [True])
    assert second.place.endswith("day.spans.json: span 2")


def test_what_a_span_leaves_out_may_be_null_and_a_line_ends_only_where_json_lines_do(tmp_path: Path) -> None:
    nothing = {"key": "nothing", "value": {}}
    odd = {
        **SPAN,
        "status": None,
        "attributes": [nothing, {"key": "key", "value": {"stringValue": "a\u2028b"}}],
    }
    scope = {"spans": [odd]}
    line = json.dumps({"resourceSpans": [{"resource": None, "scopeSpans": [scope]}]}, ensure_ascii=False)
    (_, event) = events(tmp_path, "day.spans.json", f"{line}\n\n{line}\n", name="name")
    assert (event["key"], event["nothing"], event["status"]) == ("a\u2028b", None, 0)


def test_a_log_begins_with_a_mark_of_its_encoding_or_empty_lines_and_has_long_values(tmp_path: Path) -> None:
    long = "a" * 200_000
    for name, text in (
        ("log.csv", f"\n\nevent,x\nput,{long}\n"),
        ("log.ndjson", f'\n{{"event": "put", "x": "{long}"}}\n'),
        ("log.logfmt", f"\nevent=put x={long}\n"),
    ):
        for ends in ("\n", "\r\n"):
            (event,) = events(tmp_path, name, "\ufeff" + text.replace("\n", ends))
            assert (event.name, event["x"]) == ("put", long)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("log.csv", "event,a\ngranted\n", "log.csv:2: this row has 1 values, and there are 2 columns"),
        ("log.csv", "event,event\n", "log.csv:1: two columns have one name"),
        ("log.csv", 'event\n"gran\n', "log.csv:2: this is not CSV"),
        ("log.logfmt", 'event=a\nevent=a x="y\n', "log.logfmt:2: this is not logfmt, from column 8 on"),
        ("log.logfmt", "event=a a=1 a=2\n", "log.logfmt:1: the field a is there twice"),
        (
            "log.itf.json",
            '{"states": [{"x": {"#bigint": null}}]}',
            "log.itf.json:1: state 0 of the ITF trace is not",
        ),
        (
            "log.itf.json",
            '{"states": [{"x": {"#map": 3}}]}',
            "log.itf.json:1: state 0 of the ITF trace is not as",
        ),
        ("log.itf.json", "{}\n", "log.itf.json:1: this is no ITF trace"),
        ("log.itf.json", '{"states": [3]}', "log.itf.json:1: state 0 of the ITF trace is no object"),
        ("log.spans.json", '{"spans": 1}', "log.spans.json:1: these are no OpenTelemetry spans"),
        ("log.spans.json", spans({"name": "x"}), "log.spans.json:1: span 1 is not as OTLP has it"),
        ("log.spans.json", "{", "log.spans.json:1: this is not JSON"),
        ("log.spans.json", "[" * 100_000, "log.spans.json:1: this is nested too deeply"),
        ("log.spans.json", f"{spans()}\n{{\n{spans()}\n", "log.spans.json:2: this is not JSON"),
        (
            "log.spans.json",
            '{"resourceSpans": [3]}',
            "log.spans.json:1: resourceSpans has 3, and must have objects",
        ),
        (
            "log.spans.json",
            '{"resourceSpans": [{"scopeSpans": 3}]}',
            "log.spans.json:1: scopeSpans is 3, and must be a list",
        ),
        (
            "log.spans.json",
            f"{spans()}\n{spans({**SPAN, 'endTimeUnixNano': '1' + '0' * 400})}",
            "log.spans.json:2: span 1 is not as OTLP has it",
        ),
    ],
    ids=lambda one: one[:40],
)
def test_what_is_wrong_is_told_with_its_line(name: str, text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(LogError) as caught:
        events(tmp_path, name, text)
    assert said in str(caught.value)


LONG = "9" * 5000
TOO_LONG = {
    "log.ndjson": f'{{"event": "a", "n": {LONG}}}\n',
    "log.itf.json": f'{{"states": [{LONG}]}}',
    "spans.json": f'{{"resourceSpans": [{LONG}]}}',
    "log.csv": f"event,n\na,{LONG}\n",
    "log.logfmt": f"event=a n={LONG}\n",
}


@pytest.mark.parametrize("file", TOO_LONG)
def test_a_number_of_thousands_of_digits_is_told_without_a_setting_of_pythons(
    file: str, tmp_path: Path
) -> None:
    about = {"reader": "spans"} if file == "spans.json" else {}
    with pytest.raises(LogError, match="digits") as told:
        _ = [event.number("n") for event in events(tmp_path, file, TOO_LONG[file], **about)]
    assert "set_int_max_str_digits" not in str(told.value)
