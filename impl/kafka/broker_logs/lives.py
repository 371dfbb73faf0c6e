"""What the controller did with one broker, and when that counts in the model.

A broker's process reads its log, and follows its leader, before the controller lets it register and unfences it; the
model's broker does so after that. So what the controller did counts as earlier than its line, if the broker's lines
need it:

    controller   lets_leave ── stops ────────────────────────────────────── registers ── unfences
    broker 2                          starts                loads ── follows
    the model    lets_leave ── stops          registers ── unfences ── loads ── follows
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from tidemark.spec.logs.events import LogEvent

BEFORE = 0.004
"""Seconds from what the controller did to a broker's line that needs it."""


class BrokerLife:
    """One broker. events: the controller's; written: its own of the partition. starts: when its processes began."""

    def __init__(
        self, events: Sequence[LogEvent], written: Sequence[LogEvent], starts: Sequence[float]
    ) -> None:
        self._events, self._written, self._starts = events, written, starts
        if not self.begins_down and written:  # its first process is the one that wrote first
            self._starts = [time for time in starts if time > written[0].time]

    @property
    def begins_down(self) -> bool:
        """Whether the first thing that is known of it is that it comes back."""
        if not self._events or self._events[0].name not in ("registers", "unfences"):
            return False
        first = self._events[0].time
        return not any(event.time < self._start(first) for event in self._written)

    def events(self) -> Iterator[tuple[LogEvent, str, float]]:
        """Each event, its kind, and its time in the model."""
        state, ended = "fenced" if self.begins_down else "live", 0.0
        for event, following in pairwise([*self._events, None]):
            assert event is not None
            kind, time = event.name, event.time
            match kind:
                case "stops" | "stops_at_once":
                    state, ended = "stopped", time
                    time = self._last_of_process(time)
                case "fences" if state == "stopped":  # its session ends after all
                    state = "fenced"
                    continue
                case "fences":
                    if following is not None and following.name == "registers":
                        kind, time = "crashes", min(time, self._start(following.time))
                    state, ended = "fenced", time
                case "registers":
                    if state == "live":  # its session was over, and no fencing was due yet
                        ended = min(time, self._start(time))
                        yield event, "crashes", ended - BEFORE
                    state, time = "registered", self._first_of_process(ended, time) - 2 * BEFORE
                case "unfences":
                    if state == "registered":
                        time = self._first_of_process(ended, time) - BEFORE
                    state = "live"
                case "stops_fenced":
                    if state == "stopped":  # nothing of it is up
                        continue
                    state, ended = "fenced", time
            yield event, kind, time

    def _start(self, before: float) -> float:
        """When the last process began, if the broker's server.log says so."""
        return max((time for time in self._starts if time <= before), default=before)

    def _last_of_process(self, stopped: float) -> float:
        """When a process that was told to stop last wrote of the partition."""
        end = min((time for time in self._starts if time > stopped), default=stopped)
        return max((event.time for event in self._written if stopped < event.time < end), default=stopped)

    def _first_of_process(self, ended: float, registered: float) -> float:
        """When the process that registers first wrote of the partition."""
        begin = max([ended, *(time for time in self._starts if time <= registered)][-2:])
        first = min((event.time for event in self._written if event.time > begin), default=registered)
        return min(first, registered)
