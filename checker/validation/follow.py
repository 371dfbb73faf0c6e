"""A log that grows: the set of states that are possible now, one event after another, and the first that leaves none.

A set instead of a search, because what has been read is never read again. Its own order is that of the lines, so it
takes maps in which that is the only one.
"""

from __future__ import annotations

from collections.abc import Iterable

from tidemark.base.errors import UsageError
from tidemark.checker.runs.results import State
from tidemark.checker.validation.order import Occurrence, check_kind, require_no_step_back
from tidemark.checker.validation.refusals import Refusals
from tidemark.checker.validation.stages import take_stages
from tidemark.checker.validation.verdicts import Breach, LogVerdict, Validator
from tidemark.checker.validation.ways import Used
from tidemark.spec.logs.events import LogEvent
from tidemark.spec.logs.names import UNBOUND, Binding

MOST = 100_000
"""How many states may be possible at once, unless another limit is given."""

Possible = tuple[Binding, State, Used]
"""A binding, a state, and the silent steps since the last event."""
Broken = frozenset[str]
"""The promises that a run has broken."""


class LiveLog:
    """Follows one log. most: the states that may be possible at once.

    Raises:
        UsageError: the map has an order besides that of the lines, or what may happen later than its line.
    """

    def __init__(self, validator: Validator, most: int = MOST) -> None:
        map = validator.file.map
        if map.calls:
            raise UsageError(
                "--follow can't take calls: what a request did is known only with its answer; validate the whole log"
            )
        if map.optional:
            raise UsageError(
                f"--follow can't take events that are optional, as {min(map.optional)} is: one may happen later than "
                "its line; validate the whole log"
            )
        if (map.node and map.order != "written") or map.began or map.messages:
            raise UsageError(
                '--follow takes the lines as they are written: write order="written" in the map if that is their order'
            )
        self._map, self._most = map, most
        self._file = validator.file
        self._searches = searches = validator.searches(None)
        self._transitions, self._ways = searches.transitions, searches.ways
        self._refusals = Refusals(self._ways, self._transitions)
        machine = self._transitions.machine
        self._machine = machine
        self.possible: dict[Possible, Broken] = {}
        self._breaks: dict[str, Breach] = {}
        self.passed = self.visited = 0
        self._last: LogEvent | None = None
        for first in machine.initial_states:
            self._enter((UNBOUND, first, self._ways.unused), self._with(frozenset(), first))
        self._note_promises("the beginning")

    def follow(self, events: Iterable[LogEvent]) -> LogVerdict:
        """The verdict once no state is left, too many are, all that are break a promise, or the log has ended."""
        if self._breaks:
            return self._verdict("explained")
        for event in events:
            verdict = self.take(event)
            if verdict is not None:
                return verdict
        return self._verdict("explained")

    def take(self, event: LogEvent) -> LogVerdict | None:
        """Take the next event; gives a verdict if that ends the matter.

        Raises:
            TidemarkError: the event or the map is not in order.
        """
        check_kind(self._map, event)
        if event.name in self._map.ignored:
            return None
        if self._last is not None and self._map.order == "clock":
            require_no_step_back(self._last, event)
        self._last = event
        self._take_silent_steps()
        if len(self.possible) > self._most:
            return self._verdict("undecided", stopped=f"more than {self._most:,} states are possible")
        occurrence, before = Occurrence(event, 0, self.passed, True, in_log=self.passed), self.possible
        self._ways.forget()
        self.possible = {}
        with self._file.blame_event(event):
            for (binding, state, _), broken in before.items():
                for named, ways in self._ways.at(occurrence, binding, state):
                    for stages in ways:
                        for after, steps in take_stages(self._transitions, state, stages):
                            broken_after = self._with(broken, *(visited_state for _, visited_state in steps))
                            self._enter((named, after, self._ways.unused), broken_after)
        self.visited += len(before)
        if not self.possible:
            standing = dict.fromkeys((binding, state) for binding, state, _ in before)
            return self._verdict("refused", **self._refusals.describe(occurrence, list(standing)))
        self.passed += 1
        self._note_promises(event.place)
        return self._verdict("explained") if self._breaks else None

    def _with(self, broken: Broken, *states: State) -> Broken:
        """What a run has broken that has broken this, and goes through these states."""
        return broken.union(*(self._searches.broken(state) for state in states))

    def _enter(self, possible: Possible, broken: Broken) -> bool:
        """Whether this was not possible so far with as many silent steps left, or only by runs that break a promise."""
        broken_before = self.possible.get(possible)
        if broken_before is not None and (broken or not broken_before):
            return False
        self.possible[possible] = broken
        return True

    def _take_silent_steps(self) -> None:
        """Enter all that silent steps lead to, up to one more than are allowed."""
        open_states = list(self.possible)
        while open_states and len(self.possible) <= self._most:
            binding, state, used = possible = open_states.pop()
            for _, after, spent in self._ways.silently(state, used):
                following = binding, after, spent
                if self._enter(following, self._with(self.possible[possible], after)):
                    open_states.append(following)

    def _note_promises(self, position: str) -> None:
        """Note what is broken once every run breaks a promise: what all of them break, else what the first one does."""
        if not all(self.possible.values()):
            return
        first, *others = self.possible.values()
        names = first.intersection(*others) or first
        self._breaks = {name: Breach(None, position) for name in sorted(names)}

    def _verdict(self, verdict: str, **more: object) -> LogVerdict:
        return LogVerdict(
            verdict,  # type: ignore[arg-type]
            self._machine,
            self.passed + (verdict == "refused"),
            self.passed,
            self.visited,
            breaks=self._breaks,
            possible=len(self.possible),
            **more,  # type: ignore[arg-type]
        )
