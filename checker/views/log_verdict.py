"""The verdict on a log as text: the run beside the lines that it explains, or the line that no run passes, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from tidemark.base.counts import count_of
from tidemark.checker.runs.results import Run
from tidemark.checker.telling.explanation import sentence_between
from tidemark.checker.validation.coverage import LogCoverage
from tidemark.checker.validation.order import Occurrence
from tidemark.checker.validation.refusals import Reason, Refusal
from tidemark.checker.validation.verdicts import LogVerdict
from tidemark.checker.views import screen
from tidemark.checker.views.call_chart import call_chart, call_name, calls_around
from tidemark.checker.views.screen import Screen
from tidemark.spec.logs.events import LogEvent
from tidemark.spec.types.differences import changes

MOST_STEPS, MOST_REFUSALS, MOST_STATE = 24, 5, 240
"""How many steps of a run are shown, how many refusals, and how many characters of a state."""
SILENT = "(no event)"
NO_RUN = "The log is long, so the run is not kept: --coverage keeps it."
NOTHING = "it has no event that is a step of the model: nothing was checked"


def summary(name: str, verdict: LogVerdict, on: Screen | None = None) -> str:
    """The verdict in one line. on: where it is shown, by default here."""
    on = on or screen.here()
    searched = f"({verdict.visited:,} searched)"
    match verdict.verdict:
        case "explained":
            head = f"{name}: explained"
            if not verdict.events and not verdict.breaks:
                return on.paint(f"{head}, but {NOTHING}", screen.OPEN)
            if not verdict.run and not verdict.breaks and not verdict.possible:
                return f"{on.paint(head, screen.HOLDS)}, {count_of(verdict.events, 'event')} {searched}"
            if not verdict.run and not verdict.breaks:
                possible = count_of(verdict.possible, "state")
                coverage = f"so far, {count_of(verdict.events, 'event')}; {possible} possible now"
                return f"{on.paint(head, screen.HOLDS)} {coverage}"
            if verdict.run and not verdict.breaks:
                length = count_of(verdict.run.length, "state")
                coverage = f"{count_of(verdict.events, 'event')} by a run of {length}"
                return f"{on.paint(head, screen.HOLDS)}, {coverage} {searched}"
            broken = ", ".join(
                f"it breaks {name} at {breach.place}" for name, breach in verdict.breaks.items()
            )
            return f"{on.paint(f'{head}, but {broken}', screen.LOST)} {searched}"
        case "refused":
            assert verdict.refused
            head = on.paint(f"{name}: not explained", screen.LOST)
            return f"{head}: no run passes {verdict.refused.event.place} {searched}"
        case _:
            head = on.paint(f"{name}: undecided", screen.OPEN)
            return f"{head}: {verdict.stopped}, and runs pass {verdict.passed:,} of {count_of(verdict.events, 'event')}"


def details(verdict: LogVerdict) -> str:
    """All that there is to say below the summary."""
    on = screen.here()
    if verdict.verdict == "explained":
        return "\n".join(_explanation_lines(verdict, on))
    if verdict.verdict == "refused":
        return "\n".join(_refusal_lines(verdict, on))
    return on.paragraph(
        "A limit ended the search before it found a run, or knew that there is none: raise the limit."
    )


def _explanation_lines(verdict: LogVerdict, on: Screen) -> Iterator[str]:
    run = verdict.run
    if run is None and verdict.possible:
        yield "Every state that is possible then breaks it."
        return
    yield from _step_lines(verdict, run, on) if run else on.wrap(NO_RUN)
    if verdict.names:
        yield ""
        yield from on.wrap(f"Of the names in the log, {verdict.names}.")
    for name, breach in verdict.breaks.items():
        summary = next((p.summary for p in verdict.machine.promises if p.name == name), "")
        every = "Every run that explains the log breaks a promise."
        sure = every if verdict.is_sure else "A limit ended the search for a run that breaks none."
        state = "A state" if breach.state is None else f"State {breach.state}"
        yield ""
        yield from on.wrap(f"{state} breaks {name}, at {breach.place}: {summary} {sure}")


def _step_lines(verdict: LogVerdict, run: Run, on: Screen) -> Iterator[str]:
    """The run beside the lines that it explains, without its middle where it is long."""
    machine = run.machine
    half = MOST_STEPS // 2
    left_out = range(half + 1, run.length - half + 1) if run.length > MOST_STEPS else range(0)
    shown = [["1", "", "", run.beginning]]
    for number, ((before, step), line_item) in enumerate(
        zip(pairwise(run.steps), verdict.items, strict=True), 2
    ):
        if number in left_out:
            if number == left_out[0]:
                shown.append(["…", "", f"{len(left_out):,} steps more", ""])
            continue
        assert step.instance
        old, new = machine.decode(before.state), machine.decode(step.state)
        changed = ", ".join(f"{change.path} {change.new}" for change in changes(machine.type, old, new))
        sentence = sentence_between(machine, old, step.instance, new).rstrip(".")
        does = f"{sentence}: {changed or 'no change'}"
        line, event = (line_item.event.place, _event_name(line_item)) if line_item else ("", SILENT)
        shown.append([str(number), line, event, does])
    yield on.table(shown, ["state", "line", "event", "the model"])


def _refusal_lines(verdict: LogVerdict, on: Screen) -> Iterator[str]:
    refused = verdict.refused
    assert refused
    yield from on.wrap(event_text(refused.event), "    ")
    if refused.answer:
        yield from on.wrap(f"answered in {refused.answer.place}: {event_text(refused.answer)}", "    ")
    yield ""
    passed = f"Runs pass the {count_of(verdict.passed, 'event')} before it"
    before = passed if verdict.passed else "It is the first event"
    states = count_of(verdict.standing, "state")
    ways = f" ({verdict.bindings:,} ways to bind the names)" if verdict.bindings > 1 else ""
    yield from on.wrap(f"{before}; {states} possible then{ways}. What refuses it, fewest reasons first:")
    shown = list(verdict.refusals[:MOST_REFUSALS])
    for refusal in shown:
        yield ""
        where = "" if verdict.standing == 1 else f" (in {refusal.states:,} of {verdict.standing:,})"
        yield f"  {refusal.step}{where}"
        for reason in refusal.reasons:
            yield from on.wrap(reason_text(reason), "    - ", "      ")
        state = state_text(verdict, refusal)
        if state:
            names = f", where {refusal.names}" if refusal.names else ""
            yield from on.wrap(f"in the state {state}{names}", "      ", "      ")
    if hidden := len(verdict.refusals) - len(shown):
        yield ""
        yield f"  and {count_of(hidden, 'refusal')} more, which --json has"
    if verdict.explaining:
        yield ""
        yield from on.wrap(f"{call_name(refused)} would be explained as {explaining_text(verdict)}.")
    chart = call_chart(refused, calls_around(refused, verdict.steps))
    if chart:
        yield from (
            "",
            "The calls around it, from request to answer:",
            "",
            *(f"    {line}" for line in chart),
        )


def explaining_text(verdict: LogVerdict) -> str:
    """The calls that would be explained in the place of the refused one, the first few of them."""
    names = list(dict.fromkeys(call_name(call) for call in verdict.explaining))
    more = [f"{len(names) - MOST_REFUSALS:,} others"] if len(names) > MOST_REFUSALS else []
    return " or ".join([*names[:MOST_REFUSALS], *more])


def reason_text(reason: Reason) -> str:
    """A reason in words, with both values."""
    values = "; ".join(reason.values)
    match reason.kind:
        case "guard":
            return f'the guard "{reason.text}" refuses' + (f": {values}" if values else "")
        case "observation":
            return f"{reason.text}: {values}" if values else reason.text
    return reason.text


def state_text(verdict: LogVerdict, refusal: Refusal) -> str:
    """A state in words; empty if it is long."""
    machine = verdict.machine
    description = machine.type.text(machine.decode(refusal.state))
    return description if len(description) <= MOST_STATE else ""


def event_text(event: LogEvent) -> str:
    """An event as `name field=value …`."""
    fields = " ".join(f"{name}={value}" for name, value in event.fields.items() if value != event.name)
    return f"{event.name} {fields}".strip()


def _event_name(step: Occurrence) -> str:
    if step.other is not None:
        return f"{step.event.name} + {step.other.event.name}"
    if not step.is_call:
        return step.event.name
    return f"{step.event.name} → {step.answer.name if step.answer else '(no answer)'}"


def coverage_text(coverage: LogCoverage) -> str:
    """What no log has exercised."""
    on = screen.here()
    lines = [f"Coverage of {count_of(coverage.logs, 'explained log')}, {count_of(coverage.steps, 'step')}:"]
    for title, missing, all_of in (
        ("actions never taken", coverage.unexercised_actions, coverage.actions),
        ("guards that never refused alone", coverage.unexercised_guards, coverage.guards),
        ("branches never taken", coverage.unexercised_branches, coverage.branches),
    ):
        lines.append(f"  {title}: {len(missing)} of {len(all_of)}")
        for name in missing:
            lines += on.wrap(name, "    ", "      ")
    return "\n".join(lines)


def totals_line(counts: Mapping[Any, int], broken: int) -> str:
    """How many logs have each verdict, and in how many a promise is broken."""
    words = {"explained": "explained", "refused": "not explained", "undecided": "undecided"}
    totals = ", ".join(f"{counts.get(verdict, 0):,} {word}" for verdict, word in words.items())
    return f"{count_of(sum(counts.values()), 'log')}: {totals}; a promise is broken in {broken:,}"


def as_json(name: str, verdict: LogVerdict, trace: str | None) -> dict[str, Any]:
    """The verdict as `--json` has it."""
    event = verdict.refused.event if verdict.refused else None
    return {
        "log": name,
        "verdict": verdict.verdict,
        "events": verdict.events,
        "passed": verdict.passed,
        "states": verdict.visited,
        "length": verdict.run.length if verdict.run else None,
        "names": verdict.names,
        "breaks": [
            {"promise": promise, "state": breach.state, "place": breach.place, "sure": verdict.is_sure}
            for promise, breach in verdict.breaks.items()
        ],
        "refused": {"file": event.file, "line": event.line, "event": event.name} if event else None,
        "standing": verdict.standing,
        "refusals": [_refusal_json(verdict, promise) for promise in verdict.refusals],
        "explaining": [call_name(call) for call in verdict.explaining],
        "stopped": verdict.stopped,
        "trace": trace,
    }


def _refusal_json(verdict: LogVerdict, refusal: Refusal) -> dict[str, Any]:
    return {
        "step": refusal.step,
        "states": refusal.states,
        "names": refusal.names,
        "state": verdict.machine.type.show(verdict.machine.decode(refusal.state)),
        "reasons": [{"kind": r.kind, "text": r.text, "values": list(r.values)} for r in refusal.reasons],
    }
