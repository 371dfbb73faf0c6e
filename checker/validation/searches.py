"""Which search a log gets: the plain one for the first nodes of a machine, then that of the native engine.

The outcome is the same. The native engine takes a moment to start, in which a short log is explained.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from tidemark.checker.engines.reference import broken_promises
from tidemark.checker.runs.results import Clock, Limits, State
from tidemark.checker.validation.locality import LogDivider, join
from tidemark.checker.validation.order import LogTimeline
from tidemark.checker.validation.search import LogOutcome, PlainLogSearch, TooLarge
from tidemark.checker.validation.transitions import Transitions
from tidemark.checker.validation.ways import Ways

if TYPE_CHECKING:  # importing it takes LLVM, for which a short log does not wait
    from tidemark.checker.validation.native_search import NativeLogSearch

PAYS = 10_000
"""After how many fields of states, in the nodes of plain searches, the native engine takes over."""
SHORT = 2_000
"""Nodes of a search of the whole log, before it is divided by objects."""
MOST_PLAIN = 2_000
"""After how many nodes it takes over in any case."""
FEW_CHAINS = 16
"""Chains of a log; of more, a node of the plain search takes the longer."""
MOST_KNOWN = 200_000
"""States of which it is kept what they break."""


class LogSearches:
    """Searches logs, one after another, along one machine and map."""

    def __init__(self, transitions: Transitions, ways: Ways) -> None:
        self.transitions, self.ways = transitions, ways
        self._promised = transitions.machine.by_default
        self._native: NativeLogSearch | None = None
        self._divider = LogDivider(ways)
        self._is_plain = transitions.engine == "reference"
        self._visited = 0
        self._breaks: dict[State, Collection[str]] = {}

    def run(self, timeline: LogTimeline, limits: Limits, keeps: bool = False) -> LogOutcome:
        """Search from the initial states. keeps: whether no state of the run may break a promise.

        A log that a short search does not decide is divided by the objects of the machine, if it has several.

        Raises:
            TidemarkError: the map fails, or the machine writes outside a field's domain.
        """
        clock = Clock()
        if limits.max_states is not None and limits.max_states <= SHORT:
            return self._search(timeline, limits, keeps, clock)
        outcome = self._search(timeline, replace(limits, max_states=SHORT), keeps, clock)
        if outcome.visited < SHORT or outcome.stopped is None:
            return outcome
        self.ways.forget()
        logs = self._divider.divide(timeline)
        if logs is None:
            return self._search(timeline, limits, keeps, clock)
        outcomes = []
        for log in logs:
            outcomes.append(self._search(log.timeline, limits, keeps, clock))
            if outcomes[-1].stopped:
                break
        return join(timeline, logs, outcomes)

    def _search(self, timeline: LogTimeline, limits: Limits, keeps: bool, clock: Clock) -> LogOutcome:
        """Search a log, without dividing it. clock: since when the seconds of the limits count."""
        if self._is_plain:
            return self._plainly(timeline, limits, keeps, clock)
        plain_nodes = min(PAYS // len(self.transitions.machine.leaves), MOST_PLAIN)
        plain_nodes = plain_nodes * FEW_CHAINS // max(FEW_CHAINS, len(timeline.chains)) - self._visited
        if plain_nodes > 0:
            most = plain_nodes if limits.max_states is None else min(plain_nodes, limits.max_states)
            outcome = self._plainly(timeline, replace(limits, max_states=most), keeps, clock)
            self._visited += outcome.visited
            if outcome.stopped is None or most == limits.max_states or outcome.visited < most:
                return outcome
        try:
            return self._natively().run(timeline, limits, keeps, clock)
        except TooLarge:
            self._is_plain, self._native = True, None
            return self._plainly(timeline, limits, keeps, clock)

    def broken(self, state: State) -> Collection[str]:
        """The promises that a state breaks, of those that are checked by default."""
        breaks = self._breaks.get(state)
        if breaks is None:
            if len(self._breaks) >= MOST_KNOWN:
                self._breaks.clear()
            native = self._native
            breaks = native.broken(state) if native else broken_promises(self._promised, state)[0]
            self._breaks[state] = breaks
        return breaks

    def _plainly(self, timeline: LogTimeline, limits: Limits, keeps: bool, clock: Clock) -> LogOutcome:
        self.ways.forget()
        machine = self.transitions.machine
        kept = (lambda state: not self.broken(state)) if keeps else None
        return PlainLogSearch(timeline, self.ways, self.transitions, limits, kept).run(
            machine.initial_states.states, clock
        )

    def _natively(self) -> NativeLogSearch:
        if self._native is None:
            from tidemark.checker.validation.native_search import NativeLogSearch

            self._native = NativeLogSearch(self.ways, self.transitions)
        return self._native
