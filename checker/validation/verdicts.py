"""The verdict on a log: explained by a run, refused at an event, or undecided at a limit.

If the run that is found breaks a promise, a run that breaks none is looked for: only where there is none does the log
show that a promise was broken.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from tidemark.checker.engines.memory import collect_rarely
from tidemark.checker.runs.results import Limits, Run, RunStep, State
from tidemark.checker.validation import names as naming
from tidemark.checker.validation.alternatives import OtherAnswers
from tidemark.checker.validation.false_conditions import RealNames
from tidemark.checker.validation.loading import MapFile
from tidemark.checker.validation.order import LogTimeline, Occurrence
from tidemark.checker.validation.refusals import Refusal, Refusals
from tidemark.checker.validation.search import LogOutcome
from tidemark.checker.validation.searches import LogSearches
from tidemark.checker.validation.transitions import EngineName, Transitions
from tidemark.checker.validation.ways import Ways
from tidemark.spec.logs.events import LogEvent
from tidemark.spec.logs.maps import EventMap
from tidemark.spec.machines.machine import Machine

MAX_STATES = 1_000_000
"""How many places in the product of a machine and a log a search visits, unless another limit is given."""
MOST_BOUNDS = 16
"""Bounds of which a validator keeps the machine."""


@dataclass(frozen=True)
class Breach:
    """Where a promise is broken: the number of the state, None where no run is known, and the place in the log."""

    state: int | None
    place: str


@dataclass(frozen=True)
class LogVerdict:
    """What a log says of a machine.

    verdict: *explained* by `run`; *refused*, no run passes the event `refused` and all before it; *undecided*,
    `stopped` says why.
    events: how many events are steps of the model; passed: how many of the log's beginning some run passes.
    visited: how many places in the product of machine and log the search has been in.
    items: for each step of the run after the first the item at which it was taken, None for a silent one.
    breaks: where each promise is broken that every run breaks which explains the log; `is_sure` is false where a limit
    kept the search from all other runs.
    names: the model's value of each name of the log, in words; real_ids: the name of each id in the log. bindings: in
    how many ways names may be bound before a refused event.
    refusals: why nothing passes the refused event; standing: in how many states one may be before it. explaining: a
    refused call with each other answer that a run would pass.
    possible: of a log that was followed, in how many states one may be at its end. steps: of a log that was refused.
    """

    verdict: Literal["explained", "refused", "undecided"]
    machine: Machine
    events: int
    passed: int
    visited: int
    run: Run | None = None
    items: Sequence[Occurrence | None] = ()
    breaks: Mapping[str, Breach] = field(default_factory=dict)
    is_sure: bool = True
    names: str = ""
    real_ids: RealNames = field(default_factory=dict)
    refused: Occurrence | None = None
    refusals: Sequence[Refusal] = ()
    standing: int = 0
    bindings: int = 1
    stopped: str | None = None
    possible: int = 0
    steps: Sequence[Occurrence] = ()
    explaining: Sequence[Occurrence] = ()

    @property
    def exit_status(self) -> int:
        """0 explained, 1 refused or a promise is broken, 3 undecided."""
        if self.verdict == "undecided":
            return 3
        return 1 if self.verdict == "refused" or self.breaks else 0


class Validator:
    """A machine with a map, ready for one log after another. Machines of equal bounds are made once.

    build: makes the machine at the bounds that a map takes from a log.
    """

    def __init__(
        self,
        build: Machine | Callable[[Mapping[str, Any]], Machine],
        map: EventMap | MapFile,
        engine: EngineName = "native",
        limits: Limits | None = None,
    ) -> None:
        self.file = map if isinstance(map, MapFile) else MapFile(map)
        self._build = build if callable(build) else lambda _bounds: build
        self.engine, self.limits = engine, limits or Limits(max_states=MAX_STATES)
        self._made: dict[str, LogSearches] = {}

    def searches(self, events: Sequence[LogEvent] | None) -> LogSearches:
        """What searches these events: the machine with the map; for None, with no bounds that a log gives.

        Raises:
            TidemarkError: it has no such bounds, actions or domains.
        """
        bounds: Mapping[str, Any] = {}
        if self.file.map.bounds_of and events is not None:
            with self.file.explain_mistakes(events[0] if events else None):
                bounds = dict(self.file.map.bounds_of(events))
        key = str(sorted(bounds.items()))
        if key not in self._made:
            if len(self._made) == MOST_BOUNDS:
                del self._made[next(iter(self._made))]
            transitions = Transitions(self._build(bounds), self.engine)
            self._made[key] = LogSearches(transitions, Ways(self.file, transitions.machine, transitions))
        return self._made[key]

    def validate(self, events: Iterable[LogEvent]) -> LogVerdict:
        """Whether the machine can do what these events say.

        Raises:
            TidemarkError: the log, the map or the machine is not in order; the message has its file and line.
        """
        with collect_rarely():
            return self._validate(events)

    def _validate(self, events: Iterable[LogEvent]) -> LogVerdict:
        listed: Sequence[LogEvent] = list(events)
        if self.file.map.arrangement:
            with self.file.explain_mistakes(None):
                listed = self.file.map.arrangement(listed)
        timeline = LogTimeline(self.file.map, listed)
        searches = self.searches(listed)
        outcome = searches.run(timeline, self.limits)
        common: dict[str, Any] = {
            "machine": searches.transitions.machine,
            "events": len(timeline.steps),
            "visited": outcome.visited,
        }
        if outcome.path is not None:
            return self._judge_run(timeline, searches, outcome, common)
        passed = max(outcome.progress, 0)
        if outcome.stopped:
            return LogVerdict("undecided", **common, passed=passed, stopped=outcome.stopped)
        refused = timeline.steps[passed]
        searches.ways.forget()
        after = timeline.optional_before(refused)
        why = Refusals(searches.ways, searches.transitions).describe(refused, list(outcome.standing), after)
        others = OtherAnswers(searches.ways, searches.transitions, list(outcome.standing))
        explaining = others.that_explain(refused, listed)
        steps = timeline.possible_steps
        return LogVerdict("refused", **common, passed=passed, **why, steps=steps, explaining=explaining)

    def _judge_run(
        self, timeline: LogTimeline, searches: LogSearches, outcome: LogOutcome, common: dict[str, Any]
    ) -> LogVerdict:
        machine = searches.transitions.machine
        run, items = run_of(searches.transitions, outcome)
        broken, is_sure, binding = broken_along(run, searches.broken), True, outcome.binding
        if broken:
            again = searches.run(timeline, self.limits, keeps=True)
            common["visited"] += again.visited
            is_sure = again.stopped is None
            if again.path is not None:
                run, items = run_of(searches.transitions, again)
                broken, binding = {}, again.binding
        names = naming.describe_binding(binding, machine, self.file.map.all_names)
        return LogVerdict(
            "explained",
            **common,
            passed=len(timeline.steps),
            run=run,
            items=items,
            breaks={name: Breach(number, _place(items, number)) for name, number in broken.items()},
            is_sure=is_sure,
            names=names,
            real_ids=naming.name_ids(binding, machine, self.file.map.all_names),
        )


def run_of(transitions: Transitions, outcome: LogOutcome) -> tuple[Run, list[Occurrence | None]]:
    """The run that a search has found, and for each of its steps after the first the item at which it was taken."""
    machine = transitions.machine
    steps, items = [RunStep(None, outcome.first)], []
    for move in outcome.path or ():
        for number, state in move.steps:
            steps.append(RunStep(transitions.instances[number], state))
            items.append(move.occurrence)
    return Run(machine, "", steps), items


def broken_along(run: Run, broken: Callable[[State], Collection[str]]) -> dict[str, int]:
    """For each promise that a run breaks, the number of the first state that does. broken: those of a state."""
    first_states: dict[str, int] = {}
    for number, step in enumerate(run.steps, 1):
        for name in sorted(broken(step.state)):
            first_states.setdefault(name, number)
    return first_states


def _place(items: Sequence[Occurrence | None], number: int) -> str:
    """The line of the log at which a state was reached: that of the last event, where the step was silent."""
    past = [occurrence for occurrence in items[: number - 1] if occurrence]
    return past[-1].event.place if past else "the beginning"
