"""A log beside the run that explains it: at which line each step of the run was taken, or which line no run passes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.checker.runs.results import Run
from tidemark.checker.validation.false_conditions import RealNames
from tidemark.checker.validation.verdicts import LogVerdict, Validator
from tidemark.checker.views.log_verdict import NOTHING, event_text, reason_text
from tidemark.spec.logs.events import LogEvent


@dataclass(frozen=True)
class LoggedRun:
    """A run that explains a log, or what comes before the line that no run passes.

    lines: every line that is a step, in the order of the run: where it is, what it says, and the numbers of the steps
    that it is, counted from 1; none for the line that is refused. verdict: in a sentence.
    names: what the log calls ids.
    """

    run: Run
    lines: list[dict[str, Any]]
    verdict: str
    names: RealNames


def explain_log(validator: Validator, events: Sequence[LogEvent]) -> LoggedRun:
    """The log as a run.

    Raises:
        UsageError: the search for a run gave up; or a line is refused in a log of several files.
    """
    verdict = validator.validate(events)
    if verdict.verdict == "undecided":
        raise UsageError(f"the search for a run of the log gave up: {verdict.stopped}")
    if not verdict.events:
        raise UsageError(f"there is nothing to show of the log: {NOTHING}")
    if verdict.verdict == "explained":
        broken = [f"it breaks {name} at {breach.place}" for name, breach in verdict.breaks.items()]
        but = f", but {', '.join(broken)}" if broken else ""
        return LoggedRun(_run(verdict), _lines(verdict), f"The log is explained{but}.", verdict.real_ids)
    assert verdict.refused
    refused = verdict.refused.event
    if len({event.file for event in events}) > 1:
        advice = "`tidemark validate` says why, and shows no run of several files"
        raise UsageError(f"no run passes {refused.place}: {advice}")
    before = validator.validate(list(events)[: list(events).index(refused)])
    if before.verdict != "explained":
        raise UsageError(f"no run passes {refused.place}, and none of what comes before it was found")
    why = [f"{r.step}: {'; '.join(map(reason_text, r.reasons))}" for r in verdict.refusals[:3]]
    last = {"place": refused.place, "text": event_text(refused), "steps": [], "why": why}
    return LoggedRun(
        _run(before), [*_lines(before), last], f"No run passes {refused.place}.", before.real_ids
    )


def _run(verdict: LogVerdict) -> Run:
    if verdict.run is None:
        raise UsageError("no run of the log is known as a whole")
    return verdict.run


def _lines(verdict: LogVerdict) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = []
    latest: LogEvent | None = None
    for number, line in enumerate(verdict.items, 1):
        if line and line.event is latest:
            lines[-1]["steps"].append(number)
        elif line:
            latest = line.event
            lines.append({"place": latest.place, "text": event_text(latest), "steps": [number], "why": []})
    return lines
