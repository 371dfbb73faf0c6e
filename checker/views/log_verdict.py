"""The verdict on a log as text: the run beside the lines that it explains, or the line that no run passes, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from tidemark.base.counts import count_of
from tidemark.checker.telling.explanation import sentence_between
from tidemark.checker.validation.coverage import Coverage
from tidemark.checker.validation.order import Item
from tidemark.checker.validation.refusals import Reason, Refusal
from tidemark.checker.validation.verdicts import LogVerdict
from tidemark.checker.views import screen
from tidemark.checker.views.screen import Screen
from tidemark.spec.logs.events import Event
from tidemark.spec.types.differences import changes

MOST_STEPS, MOST_REFUSALS, MOST_STATE = 24, 5, 240
"""How many steps of a run are shown, how many refusals, and how many characters of a state."""
SILENT = "(no event)"
NOTHING = "it has no event that is a step of the model: nothing was checked"


def summary(name: str, found: LogVerdict, on: Screen | None = None) -> str:
    """The verdict in one line. on: where it is shown, by default here."""
    on = on or screen.here()
    searched = f"({found.visited:,} searched)"
    match found.verdict:
        case "explained":
            head = f"{name}: explained"
            if not found.events and not found.breaks:
                return f"{on.paint(f'{head}, but {NOTHING}', screen.OPEN)}"
            if not found.run and not found.breaks:
                possible = count_of(found.possible, "state")
                told = f"so far, {count_of(found.events, 'event')}; {possible} possible now"
                return f"{on.paint(head, screen.HOLDS)} {told}"
            if found.run and not found.breaks:
                told = f"{count_of(found.events, 'event')} by a run of {count_of(found.run.length, 'state')}"
                return f"{on.paint(head, screen.HOLDS)}, {told} {searched}"
            broken = ", ".join(f"it breaks {one} at {breach.place}" for one, breach in found.breaks.items())
            return f"{on.paint(f'{head}, but {broken}', screen.LOST)} {searched}"
        case "refused":
            assert found.refused
            head = on.paint(f"{name}: not explained", screen.LOST)
            return f"{head}: no run passes {found.refused.event.place} {searched}"
        case _:
            head = on.paint(f"{name}: undecided", screen.OPEN)
            return f"{head}: {found.stopped}, and runs pass {found.passed:,} of {count_of(found.events, 'event')}"


def details(found: LogVerdict) -> str:
    """All that there is to say below the summary."""
    on = screen.here()
    if found.verdict == "explained":
        return "\n".join(_explained(found, on))
    if found.verdict == "refused":
        return "\n".join(_refused(found, on))
    return on.paragraph(
        "A limit ended the search before it found a run, or knew that there is none: raise the limit."
    )


def _explained(found: LogVerdict, on: Screen) -> Iterator[str]:
    run = found.run
    if run is None:
        yield "Every state that is possible then breaks it."
        return
    machine = run.machine
    half = MOST_STEPS // 2
    left_out = range(half + 1, run.length - half + 1) if run.length > MOST_STEPS else range(0)
    shown = [["1", "", "", "the initial state"]]
    for number, ((before, step), item) in enumerate(zip(pairwise(run.steps), found.items, strict=True), 2):
        if number in left_out:
            if number == left_out[0]:
                shown.append(["…", "", f"{len(left_out):,} steps more", ""])
            continue
        assert step.instance
        old, new = machine.decode(before.state), machine.decode(step.state)
        changed = ", ".join(f"{one.path} {one.new}" for one in changes(machine.type, old, new)) or "no change"
        does = f"{sentence_between(machine, old, step.instance, new).rstrip('.')}: {changed}"
        line, what = (item.event.place, _called(item)) if item else ("", SILENT)
        shown.append([str(number), line, what, does])
    yield on.table(shown, ["state", "line", "event", "the model"])
    if found.names:
        yield ""
        yield from on.wrap(f"Of the names in the log, {found.names}.")
    for name, breach in found.breaks.items():
        text = next((p.summary for p in machine.promises if p.name == name), "")
        sure = (
            "Every run that explains the log breaks a promise."
            if found.is_sure
            else "A limit ended the search for a run that breaks none."
        )
        yield ""
        yield from on.wrap(f"State {breach.state} breaks {name}, at {breach.place}: {text} {sure}")


def _refused(found: LogVerdict, on: Screen) -> Iterator[str]:
    item = found.refused
    assert item
    yield from on.wrap(event_text(item.event), "    ")
    if item.answer:
        yield from on.wrap(f"answered in {item.answer.place}: {event_text(item.answer)}", "    ")
    yield ""
    before = (
        f"Runs pass the {count_of(found.passed, 'event')} before it"
        if found.passed
        else "It is the first event"
    )
    states = count_of(found.standing, "state")
    ways = f" ({found.bindings:,} ways to bind the names)" if found.bindings > 1 else ""
    yield from on.wrap(f"{before}; {states} possible then{ways}. What refuses it, fewest reasons first:")
    shown = list(found.refusals[:MOST_REFUSALS])
    for one in shown:
        yield ""
        where = "" if found.standing == 1 else f" (in {one.states:,} of {found.standing:,})"
        yield f"  {one.step}{where}"
        for reason in one.reasons:
            yield from on.wrap(reason_text(reason), "    - ", "      ")
        state = state_text(found, one)
        if state:
            names = f", where {one.names}" if one.names else ""
            yield from on.wrap(f"in the state {state}{names}", "      ", "      ")
    if more := len(found.refusals) - len(shown):
        yield ""
        yield f"  and {count_of(more, 'refusal')} more, which --json has"


def reason_text(reason: Reason) -> str:
    """A reason in words, with both values."""
    values = "; ".join(reason.values)
    match reason.kind:
        case "guard":
            return f'the guard "{reason.text}" refuses' + (f": {values}" if values else "")
        case "observation":
            return f"{reason.text}: {values}" if values else reason.text
    return reason.text


def state_text(found: LogVerdict, one: Refusal) -> str:
    """A state in words; empty if it is long."""
    machine = found.machine
    text = machine.type.text(machine.decode(one.state))
    return text if len(text) <= MOST_STATE else ""


def event_text(event: Event) -> str:
    """An event as `name field=value …`."""
    fields = " ".join(f"{name}={value}" for name, value in event.fields.items() if value != event.name)
    return f"{event.name} {fields}".strip()


def _called(item: Item) -> str:
    if item.other is not None:
        return f"{item.event.name} + {item.other.event.name}"
    if not item.is_call:
        return item.event.name
    return f"{item.event.name} → {item.answer.name if item.answer else '(no answer)'}"


def coverage_text(found: Coverage) -> str:
    """What no log has exercised."""
    on = screen.here()
    lines = [f"Coverage of {count_of(found.logs, 'explained log')}, {count_of(found.steps, 'step')}:"]
    for title, missing, all_of in (
        ("actions never taken", found.actions_left, found.actions),
        ("guards that never refused alone", found.guards_left, found.guards),
        ("branches never taken", found.branches_left, found.branches),
    ):
        lines.append(f"  {title}: {len(missing)} of {len(all_of)}")
        for one in missing:
            lines += on.wrap(one, "    ", "      ")
    return "\n".join(lines)


def all_in_one(counts: Mapping[Any, int], broken: int) -> str:
    """How many logs have each verdict, and in how many a promise is broken."""
    told = ", ".join(
        f"{counts.get(verdict, 0):,} {word}"
        for verdict, word in (
            ("explained", "explained"),
            ("refused", "not explained"),
            ("undecided", "undecided"),
        )
    )
    return f"{count_of(sum(counts.values()), 'log')}: {told}; a promise is broken in {broken:,}"


def as_json(name: str, found: LogVerdict, trace: str | None) -> dict[str, Any]:
    """The verdict as `--json` has it."""
    return {
        "log": name,
        "verdict": found.verdict,
        "events": found.events,
        "passed": found.passed,
        "states": found.visited,
        "length": found.run.length if found.run else None,
        "names": found.names,
        "breaks": [
            {"promise": one, "state": breach.state, "place": breach.place, "sure": found.is_sure}
            for one, breach in found.breaks.items()
        ],
        "refused": _event_json(found.refused) if found.refused else None,
        "standing": found.standing,
        "refusals": [_refusal_json(found, one) for one in found.refusals],
        "stopped": found.stopped,
        "trace": trace,
    }


def _event_json(item: Item) -> Mapping[str, Any]:
    return {"file": item.event.file, "line": item.event.line, "event": item.event.name}


def _refusal_json(found: LogVerdict, one: Refusal) -> dict[str, Any]:
    return {
        "step": one.step,
        "states": one.states,
        "names": one.names,
        "state": found.machine.type.show(found.machine.decode(one.state)),
        "reasons": [{"kind": r.kind, "text": r.text, "values": list(r.values)} for r in one.reasons],
    }
