"""The search for a run that explains a log: the product of the machine and the place in the log, depth first.

A node is where one is in the log, the binding of names, the state, and how many silent steps were taken since the last
event. Events come before silent steps, and early events before late ones, so the search goes towards the end of the
log. What it has visited it never visits again, so when it ends without a run, there is none. It is deterministic.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field

from tidemark.checker.engines.bookkeeping import find_reached_limit
from tidemark.checker.runs.results import Clock, Limits, State
from tidemark.checker.validation.order import Counts, LogTimeline, Occurrence
from tidemark.checker.validation.stages import Taken, Way, key_of, take_stages
from tidemark.checker.validation.transitions import Transitions
from tidemark.checker.validation.ways import Used, Ways
from tidemark.spec.logs.names import UNBOUND, Binding

EVERY = 256
"""Nodes between two looks at the clock."""


class TooLarge(Exception):
    """A machine or a map is too much for the native search: a state has too many words, for example."""


Node = tuple[Counts, Binding, State, Used]


@dataclass(frozen=True)
class LogMove:
    """What the run does at an occurrence of the log, or silently (None): instances, each with the state after it."""

    occurrence: Occurrence | None
    steps: Taken


@dataclass
class LogOutcome:
    """What a search found.

    path: the steps of the run, or None. first: the state in which it begins. binding: its names.
    stopped: why the search ended early.
    progress: how many steps of the log's beginning some run passes. standing: the states, each with its binding, in
    which one is then.
    """

    visited: int = 0
    path: list[LogMove] | None = None
    first: State = ()
    binding: Binding = UNBOUND
    stopped: str | None = None
    progress: int = -1
    standing: dict[tuple[Binding, State], None] = field(default_factory=dict)


class PlainLogSearch:
    """One search. keeps: whether a run may be in a state, as where it should break no promise.

    Raises:
        TidemarkError: the map fails, or the machine writes outside a field's domain.
    """

    def __init__(
        self,
        timeline: LogTimeline,
        ways: Ways,
        transitions: Transitions,
        limits: Limits,
        keeps: Callable[[State], bool] | None = None,
    ) -> None:
        self._timeline, self._ways, self._transitions = timeline, ways, transitions
        self._limits, self._keeps = limits, keeps
        self._visited: dict[tuple[Counts, Binding, State], list[Used]] = {}
        self.outcome = LogOutcome()

    def run(self, initial_states: Iterable[State], clock: Clock | None = None) -> LogOutcome:
        """Search from each of these states before the log's first line, until a run is found.

        clock: since when the seconds of the limits count; by default since now.
        """
        clock = clock or Clock()
        for first in initial_states:
            outcome = self.outcome
            outcome.first = first
            for outcome.binding, _, outcome.path in self.runs(UNBOUND, first, clock):
                return outcome
            if outcome.stopped:
                break
        return self.outcome

    def runs(
        self, binding: Binding, first: State, clock: Clock
    ) -> Iterator[tuple[Binding, State, list[LogMove]]]:
        """What is possible at the end of the log, each with the first way to it, from a state before its first line."""
        outcome, end = self.outcome, len(self._timeline.steps)
        root = self._node(self._timeline.start, binding, first, self._ways.unused)
        frames: list[tuple[LogMove, Iterator[tuple[Node, LogMove]]]] = []
        entered = (root, LogMove(None, ())) if self._is_new(root) else None
        while True:
            if entered is not None:
                node, move = entered
                frames.append((move, self._following(node)))
                if self._progress(node) == end:
                    yield node[1], node[2], [frame_move for frame_move, _ in frames][1:]
                    frames.pop()
                elif outcome.visited % EVERY == 0 or outcome.visited == self._limits.max_states:
                    outcome.stopped = find_reached_limit(self._limits, clock, outcome.visited)
                if outcome.stopped:
                    return
            if not frames:
                return
            entered = next((pair for pair in frames[-1][1] if self._is_new(pair[0])), None)
            if entered is None:
                frames.pop()

    def _node(self, counts: Counts, binding: Binding, state: State, used: tuple[int, ...]) -> Node:
        return self._timeline.at(counts)[0], binding, state, used

    def _progress(self, node: Node) -> int:
        """Note how far a node is; gives the number of steps passed without a gap."""
        counts, binding, state, _ = node
        outcome, progress = self.outcome, self._timeline.at(counts)[2]
        if progress > outcome.progress:
            outcome.progress, outcome.standing = progress, {}
        if progress == outcome.progress:
            outcome.standing[binding, state] = None
        return progress

    def _is_new(self, node: Node) -> bool:
        """Whether a node adds something: nothing was visited that has as many silent steps left."""
        counts, binding, state, used = node
        if self._keeps and not self._keeps(state):
            return False
        used_before = self._visited.setdefault((counts, binding, state), [])
        if any(all(a <= b for a, b in zip(earlier, used, strict=True)) for earlier in used_before):
            return False
        used_before.append(used)
        self.outcome.visited += 1
        return True

    def _following(self, node: Node) -> Iterator[tuple[Node, LogMove]]:
        counts, binding, state, used = node
        settled = self._settle(node)
        ready = [settled] if settled is not None else self._timeline.at(counts)[1]
        unanswered = set[Hashable]()
        for occurrence in ready:
            after = self._timeline.after(counts, occurrence)
            may_be_left_out = self._ways.may_move_events and occurrence.is_unanswered
            for named, ways in self._ways.at(occurrence, binding, state):
                if (
                    may_be_left_out and named == binding
                ):  # it may be like an earlier one, which need not be tried
                    key = key_of(ways)
                    if key in unanswered:
                        break
                    unanswered.add(key)
                for stages in ways:
                    for last, steps in self._take_stages(state, stages, occurrence):
                        if may_be_left_out and last == state and named == binding:
                            continue  # it changes nothing, and may as well not have happened yet
                        if self._keeps is None or all(
                            self._keeps(passed_state) for _, passed_state in steps[:-1]
                        ):
                            yield (
                                self._node(after, named, last, self._ways.unused),
                                LogMove(occurrence, steps),
                            )
        if settled is None:
            for number, last, spent in self._ways.silently(state, used):
                yield (counts, binding, last, spent), LogMove(None, ((number, last),))

    def _settle(self, node: Node) -> Occurrence | None:
        """An item that changes no state, whatever the state is, and may happen now; None where there is none.

        It may as well happen now in every run in which it happens later, so nothing else has to be tried.
        """
        counts, binding, state, _ = node
        if not self._ways.may_move_events:
            return None
        for occurrence in self._timeline.at(counts)[1]:
            if occurrence.is_optional:
                continue
            bound = next(self._ways.at(occurrence, binding, state), None)
            if bound is None or bound[0] != binding or not self._ways.keep_state(bound[1]):
                continue
            if any(self._take_stages(state, stages, occurrence) for stages in bound[1]):
                return occurrence
        return None

    def _take_stages(self, state: State, stages: Way, occurrence: Occurrence) -> list[tuple[State, Taken]]:
        try:  # and not `blame_event`, which takes as long as a step
            return take_stages(self._transitions, state, stages)
        except Exception as error:
            raise self._ways.file.mistake(error, occurrence.event) from None
