"""What a checker finds in a history of clients, as text and as `--json` has it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tidemark.base.counts import count_of
from tidemark.base.errors import printable
from tidemark.checker.views import screen
from tidemark.spec.logs.client_histories import Anomaly, HistoryChecker

MOST_SHOWN = 3
"""Anomalies of a sort that are shown; `--json` has all."""


@dataclass(frozen=True)
class CheckedHistory:
    """A history that was checked. calls: how many of its calls the checker reads."""

    name: str
    calls: int
    anomalies: Sequence[Anomaly]

    @property
    def exit_status(self) -> int:
        """1 where a promise is broken, 3 where nothing was checked."""
        return 1 if self.anomalies else 0 if self.calls else 3


def summary(history: CheckedHistory) -> str:
    """The verdict in one line."""
    on, name, calls = screen.here(), printable(history.name), count_of(history.calls, "call")
    if not history.calls:
        return on.paint(f"{name}: it has no call of such a client: nothing was checked", screen.OPEN)
    if not history.anomalies:
        return on.paint(f"{name}: every promise is kept", screen.HOLDS) + f", {calls}"
    broken = ", ".join(dict.fromkeys(anomaly.promise for anomaly in history.anomalies))
    first = min(history.anomalies, key=lambda anomaly: anomaly.calls[0].end).calls[0].place
    return on.paint(f"{name}: it breaks {printable(broken)}", screen.LOST) + f", first at {first}, {calls}"


def details(history: CheckedHistory, checker: HistoryChecker) -> Iterator[str]:
    """The lines below the summary: each promise that is broken, with the calls that show it."""
    on = screen.here()
    for promise, sentence in checker.promises.items():
        anomalies = [anomaly for anomaly in history.anomalies if anomaly.promise == promise]
        if not anomalies:
            continue
        yield ""
        yield from on.wrap(f"{promise}: {sentence}.")
        for anomaly in anomalies[:MOST_SHOWN]:
            first, *others = dict.fromkeys(anomaly.calls)
            yield from on.wrap(printable(f"{first}: {anomaly.sentence}"), "  - ", "    ")
            yield from (f"    with {printable(str(call))}" for call in others)
        if len(anomalies) > MOST_SHOWN:
            yield f"  and {len(anomalies) - MOST_SHOWN:,} more, which --json has"


def as_json(history: CheckedHistory) -> dict[str, Any]:
    """The verdict as `--json` has it."""
    return {
        "log": history.name,
        "calls": history.calls,
        "anomalies": [
            {
                "promise": anomaly.promise,
                "text": anomaly.sentence,
                "calls": [
                    {"place": call.place, "process": call.process, "name": call.name, "type": call.outcome}
                    for call in anomaly.calls
                ],
            }
            for anomaly in history.anomalies
        ],
    }
