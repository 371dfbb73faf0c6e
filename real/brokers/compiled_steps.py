"""The steps of a compiled schedule: what is done for each event of a run, and what must change visibly then."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tidemark.real.brokers.observer import NOTHING, members, visible
from tidemark.real.brokers.schedule_events import ScheduleEvent
from tidemark.spec.families.system import DecodedRun

HEARD_LATER = frozenset({"kill", "cut_power", "sever", "mend", "begin_stop"})
"""What the controller comes to know only after a while: a broker's session ends or is back, or it wants to stop."""
FENCED = 9
"""Seconds after which the controller knows it."""


@dataclass(frozen=True)
class CompiledStep:
    """What is done, what must be seen then, and what is said of it."""

    do: str
    see: Mapping[str, str] = field(default_factory=dict)
    say: str = ""

    @property
    def lines(self) -> list[str]:
        """The lines of the step in the schedule's file."""
        lines = ["", "[[step]]", f"do = {json.dumps(self.do)}"]
        lines += [f"see = {as_table(self.see)}"] if self.see else []
        return lines + ([f"say = {json.dumps(self.say)}"] if self.say else [])


def as_table(values: Mapping[str, str]) -> str:
    """An inline table of TOML."""
    rows = ", ".join(f"{json.dumps(name)} = {json.dumps(value)}" for name, value in values.items())
    return f"{{ {rows} }}"


def facts(state: Any, moved: int = 0) -> dict[str, str]:
    """What can be seen of brokers in a state. moved: how many leader epochs began before the run."""
    values = {
        name: "" if fact == NOTHING else fact
        for name, fact in visible(state, own=False, moved=moved).items()
        if not name.startswith("HW ")
    }
    values["leader"] = values["leader"] or "none"
    if state.settings.elr:
        values["ELR"] = " ".join(map(str, members(state.quorum.elr)))
    ups = {f"up {broker}": "yes" if replica.up else "no" for broker, replica in enumerate(state.replicas)}
    return values | ups


class StepCompiler:
    """Makes the steps of a run's events. It knows what was seen last, and which brokers hear nothing."""

    def __init__(self, course: DecodedRun, moved: int) -> None:
        self._course, self._moved = course, moved
        self._seen = facts(course.states[0], moved)
        self._held: set[int] = set()
        self._severed: set[int] = set()

    def compile(self, events: Sequence[ScheduleEvent]) -> Iterator[CompiledStep]:
        """The steps of all events, in order."""
        for event, successor in itertools.zip_longest(events, events[1:]):
            yield from self._steps(event, successor.at if successor else len(self._course.states) + 1)

    def _steps(self, event: ScheduleEvent, until: int) -> Iterator[CompiledStep]:
        """The steps of an event. until: the state at which the next one is done."""
        states = self._course.states
        self._note_silence(event)
        if event.word == "produce" and event.broker is None and not self._is_heard(states[event.at - 2]):
            leader = int(states[event.at - 2].quorum.leader)
            event = replace(event, broker=leader)  # no broker could be asked who leads
        # What an answer does must be seen before its leader hears the news.
        if until == event.at and (event.word, event.subject) != ("pass", "alter answer"):
            yield CompiledStep(event.do, self._effects(event))
            return
        first, last = max(event.at, 1), max(event.at, until - 1)
        say = f"State {first}." if first == last else f"States {first} to {last}."
        yield CompiledStep(event.do, self._news(states[last - 1]) | self._effects(event), say)
        if event.word in HEARD_LATER and not self._is_heard(states[event.at - 1]):
            yield CompiledStep(f"wait {FENCED}")  # no broker could be asked whether the controller knows it

    def _note_silence(self, event: ScheduleEvent) -> None:
        """Note whether a broker hears of changes from now on."""
        if event.link and event.link.answers is None and event.subject in ("", "fetch"):
            silent = self._severed if event.word in ("sever", "mend") else self._held
            (silent.add if event.word in ("hold", "keep", "sever") else silent.discard)(event.link.asks)

    def _is_heard(self, state: Any) -> bool:
        """Whether a broker is up, and stays, that hears of changes."""
        return any(
            replica.up and broker not in self._held | self._severed and not state.quorum.stopping[broker]
            for broker, replica in enumerate(state.replicas)
        )

    def _news(self, state: Any) -> dict[str, str]:
        """What can be seen in a state and was different before."""
        changed = {
            name: fact
            for name, fact in facts(state, self._moved).items()
            if fact != self._seen.get(name)
            and (name not in ("leader", "epoch", "ISR", "ELR") or self._is_heard(state))
        }
        self._seen |= changed
        return changed

    def _effects(self, event: ScheduleEvent) -> dict[str, str]:
        """What can be seen of the event itself."""
        if event.word == "consume":
            return {"shown": self._read(event.at)}
        if event.word == "release" and event.link and event.at <= len(self._course.states):
            return self._begins_epoch(event.at, event.link.asks)
        return {}

    def _begins_epoch(self, number: int, broker: int) -> dict[str, str]:
        """What a broker prints that begins a leader epoch in the step to a state: others may know of it before."""
        before, state = self._course.states[number - 2], self._course.states[number - 1]
        epoch = int(state.replicas[broker].leader_epoch)
        # A broker prints nothing once it has SIGTERM.
        stays = state.replicas[broker].up and not state.quorum.stopping[broker]
        if not stays or epoch <= int(before.replicas[broker].leader_epoch):
            return {}
        return {f"said {broker}": f"starts at leader epoch {epoch + self._moved} from"}

    def _read(self, number: int) -> str:
        """What a consumer reads in the step to a state: all records below the high watermark of the broker it asks."""
        instance = self._course.instances[number - 1]
        assert instance
        replica = self._course.states[number - 1].replicas[int(instance.arguments["broker"])]
        return " ".join(f"m{int(replica.log[k].id)}" for k in range(int(replica.high_watermark)))
