"""A log that grows: the set of states that are possible now, one event after another, and the first that leaves none.

A set instead of a search, because what has been read is never read again. Its own order is that of the lines, so it
takes maps in which that is the only one.
"""

from __future__ import annotations

from collections.abc import Iterable

from tidemark.checker.engines.reference import broken_promises
from tidemark.checker.runs.results import State
from tidemark.checker.validation.order import Item, require_known
from tidemark.checker.validation.refusals import Refusals
from tidemark.checker.validation.verdicts import Breach, LogVerdict, Validator
from tidemark.checker.validation.ways import Used, reached
from tidemark.spec.errors import UsageError
from tidemark.spec.logs.events import Event
from tidemark.spec.logs.names import UNBOUND, Binding

MOST = 100_000
"""How many states may be possible at once, unless another limit is given."""

Possible = tuple[Binding, State, Used]
"""A binding, a state, and the silent steps since the last event."""


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
        searches = validator.searches(None)
        self._transitions, self._ways = searches.transitions, searches.ways
        self._refusals = Refusals(self._ways, self._transitions)
        machine = self._transitions.machine
        self._machine, self._promised = machine, machine.by_default
        self.possible: dict[Possible, None] = {}
        self._enter(UNBOUND, machine.encode(machine.initial), self._ways.unused)
        self._breaks: dict[str, Breach] = {}
        self.passed = self.visited = 0

    def follow(self, events: Iterable[Event]) -> LogVerdict:
        """The verdict once no state is left, too many are, all that are break a promise, or the log has ended."""
        for event in events:
            found = self.take(event)
            if found is not None:
                return found
        return self._verdict("explained")

    def take(self, event: Event) -> LogVerdict | None:
        """Take the next event; gives a verdict if that ends the matter.

        Raises:
            TidemarkError: the event or the map is not in order.
        """
        require_known(self._map, event)
        if event.name in self._map.ignored:
            return None
        self._take_silent_steps()
        if len(self.possible) > self._most:
            return self._verdict("undecided", stopped=f"more than {self._most:,} states are possible")
        item, before = Item(event, 0, self.passed, True, in_log=self.passed), list(self.possible)
        self._ways.forget()
        self.possible = {}
        with self._file.told(event):
            for binding, state, _ in before:
                for named, ways in self._ways.at(item, binding):
                    for way in ways:
                        for after, _ in reached(self._transitions, state, way):
                            self._enter(named, after, self._ways.unused)
        self.visited += len(before)
        if not self.possible:
            standing = dict.fromkeys((binding, state) for binding, state, _ in before)
            return self._verdict("refused", **self._refusals.told(item, list(standing)))
        self.passed += 1
        self._note_promises(event)
        return self._verdict("explained") if self._breaks else None

    def _enter(self, binding: Binding, state: State, used: Used) -> bool:
        """Whether a state was not possible so far, with as many silent steps left."""
        key = (binding, state, used)
        if key in self.possible:
            return False
        self.possible[key] = None
        return True

    def _take_silent_steps(self) -> None:
        """Enter all that silent steps lead to, up to one more than are allowed."""
        open_states = list(self.possible)
        while open_states and len(self.possible) <= self._most:
            binding, state, used = open_states.pop()
            for _, after, spent in self._ways.silently(state, used):
                if self._enter(binding, after, spent):
                    open_states.append((binding, after, spent))

    def _note_promises(self, event: Event) -> None:
        """Note the promises that every state breaks which is possible now."""
        left = {promise.name for promise in self._promised.promises}
        for _, state, _ in self.possible:
            left &= broken_promises(self._promised, state)[0]
            if not left:
                return
        self._breaks = {name: Breach(None, event.place) for name in sorted(left)}

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
