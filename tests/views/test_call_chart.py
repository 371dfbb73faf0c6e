"""The chart of a call that no run passes: a bar for each call around it, where it began and ended."""

from __future__ import annotations

from typing import Any

from tests.validation.test_calls import MACHINE, the_map
from tidemark import validate
from tidemark.checker.views import log_verdict
from tidemark.checker.views.call_chart import MOST_CALLS, call_chart, calls_around


def chart(events: list[dict[str, Any]]) -> list[str]:
    verdict = validate(MACHINE, the_map(), events)
    assert verdict.refused is not None
    return call_chart(verdict.refused, calls_around(verdict.refused, verdict.steps))


def test_a_bar_goes_from_the_request_to_the_answer_or_on() -> None:
    events = [
        {"event": "write", "op": 1, "key": "a", "value": 1},
        {"event": "write", "op": 2, "key": "a", "value": 2},
        {"event": "ok", "op": 1},
        {"event": "read", "op": 3, "key": "a"},
        {"event": "ok", "op": 3, "value": 3},
    ]
    assert chart(events) == [
        "1  write 1  ├───────┤",
        "2  write 2      ├────────────────",
        "4  read 3               ├───┤  refused",
    ]


def test_a_call_alone_has_no_chart_and_a_chart_has_the_last_calls() -> None:
    read = [{"event": "read", "op": 0, "key": "a"}, {"event": "ok", "op": 0, "value": 3}]
    assert chart(read) == []
    many = [{"event": "write", "op": op, "key": "a", "value": 1} for op in range(1, 40)]
    lines = chart([*many, *read])
    assert len(lines) == MOST_CALLS
    assert lines[-1].endswith("refused")
    assert lines[0].split()[0] == str(40 - (MOST_CALLS - 1))


def test_the_report_of_a_refused_log_has_the_chart() -> None:
    events = [
        {"event": "write", "op": 1, "key": "a", "value": 1},
        {"event": "read", "op": 0, "key": "a"},
        {"event": "ok", "op": 0, "value": 3},
    ]
    report = log_verdict.details(validate(MACHINE, the_map(), events))
    assert "The calls around it, from request to answer:\n\n    1  write 1" in report
