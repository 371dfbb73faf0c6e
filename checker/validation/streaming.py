"""A long log, line after line: the set of states that are possible now, and the one that follows after each event.

A search keeps the whole log. Here only what is possible after the lines so far is kept, as `--follow` does. Where a set
and an event come again, the same set follows: the sets are the states of an automaton, which is built as it is needed,
and scan.c runs it. Of these three lines the last needs no Python, where the second left all as it was:

    {"event": "granted", "client": "web-7", "lease": 41}
    {"event": "wrote", "client": "web-7", "lease": 41, "ms": 3}
    {"event": "wrote", "client": "web-7", "lease": 41, "ms": 4}

The verdict is that of the search, which tries runs in an order. The states of a set are in the order in which the
search would come to them, so the first one that is left is on the run that it would give. That run itself is not kept.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tidemark.base.errors import TidemarkError
from tidemark.checker.engines.bookkeeping import find_reached_limit
from tidemark.checker.runs.results import Clock, Limits, State
from tidemark.checker.validation.event_classes import EVERYTHING, ObservedEvent, Read
from tidemark.checker.validation.loading import decode_lines, events_of, open_log
from tidemark.checker.validation.names import describe_binding
from tidemark.checker.validation.order import LogTimeline, check_kind, require_no_step_back
from tidemark.checker.validation.refusals import Refusals
from tidemark.checker.validation.scan import (
    IS_NOISY,
    LATEST,
    MOST_KINDS,
    MOST_NODES,
    PENDING,
    LineOrder,
    LineTask,
    NotStreamedError,
    Scan,
    ScanStop,
)
from tidemark.checker.validation.search import LogOutcome, PlainLogSearch
from tidemark.checker.validation.searches import LogSearches
from tidemark.checker.validation.verdicts import Breach, LogVerdict
from tidemark.spec.logs.events import LogEvent, place
from tidemark.spec.logs.names import UNBOUND, Binding

BEGINNING = "the beginning"
Standing = tuple[Binding, State]


@dataclass(frozen=True)
class Frontier:
    """What is possible after a line, in the order of the search. kept: where no promise was broken on the way.

    broken: the promises that the first run to each has broken. last: the event of the last group that it ends with.
    """

    standing: tuple[Standing, ...]
    kept: tuple[Standing, ...]
    broken: tuple[frozenset[str], ...]
    last: tuple[int, ...]


@dataclass(frozen=True)
class FrontierStep:
    """What a group leads to. parents: of each state the one before the group; breaks: the promises broken since then.

    Each promise has the event at which it was broken, -1 for the last one before the group.
    """

    parents: tuple[int, ...]
    breaks: tuple[dict[str, int], ...]


class LongLog:
    """One log, in files of which each goes on where the one before ends."""

    def __init__(self, searches: LogSearches, paths: Sequence[str], limits: Limits) -> None:
        self._searches, self._ways, self._transitions = searches, searches.ways, searches.transitions
        self._machine = self._transitions.machine
        self._map, self._paths, self._limits, self._clock = self._ways.map, paths, limits, Clock()
        order = {"written": LineOrder.WRITTEN, "node": LineOrder.ONE_NODE, "clock": LineOrder.CLOCK}
        self._scan = scan = Scan(order[self._map.order], self._map.skew)
        scan.own.name_field = scan.field(self._map.name)
        if self._map.time:
            scan.own.time_field = scan.field(self._map.time)
        if self._map.node:
            scan.own.node_field = scan.field(self._map.node)
        self._kinds, self._nodes = dict[str, int](), dict[str, int]()
        self._frontiers, self._numbers = dict[int, Frontier](), dict[Frontier, int]()
        self._count, self._steps = 0, dict[tuple[int, int], FrontierStep]()
        self._places: list[dict[str, str]] = []
        self._visited = 0
        self._stopped: str | None = None
        self._refused: LogVerdict | None = None
        self._mistakes: dict[bool, TidemarkError] = {}
        self._unknown: TidemarkError | None = None
        self._backwards = dict[int, TidemarkError]()

    def validate(self) -> LogVerdict:
        """The verdict on the log.

        Raises:
            NotStreamedError: it has to be searched as a whole.
            TidemarkError: the log, the map or the machine is not in order.
        """
        self._begin()
        own = self._scan.own
        for number, path in enumerate(self._paths):
            own.file = number
            if not self._map.node:
                own.file_node = self._node(path)
            with open_log(path) as file:
                for _ in self._scan.pieces(file, number == len(self._paths) - 1):
                    self._look_at_limits()
                    while (stop := self._scan.go()) not in (ScanStop.MORE, ScanStop.FINISHED):
                        self._provide(stop)
        return self._verdict()

    def _begin(self) -> None:
        firsts = tuple((UNBOUND, first) for first in self._machine.initial_states.states)
        broken = tuple(frozenset(self._searches.broken(state)) for _, state in firsts)
        kept = tuple(first for first, names in zip(firsts, broken, strict=True) if not names)
        self._places = [dict.fromkeys(names, BEGINNING) for names in broken]
        self._scan.own.frontier = self._number(Frontier(firsts, kept, broken, (-1,) * len(firsts)))

    def _number(self, frontier: Frontier) -> int:
        number = self._numbers.get(frontier)
        if number is None:
            self._count += 1
            number = self._numbers[frontier] = self._count
            self._frontiers[number] = frontier
        return number

    @property
    def _frontier(self) -> Frontier:
        return self._frontiers[self._scan.own.frontier]

    # What scan.c asks for.

    def _provide(self, stop: ScanStop) -> None:
        own = self._scan.own
        match stop:
            case ScanStop.ODD:
                self._replace_line()
            case ScanStop.KIND:
                self._scan.name_key(self._kind(self._event_at_hand()))
            case ScanStop.NODE:
                self._scan.name_key(self._node(self._event_at_hand().node))
            case ScanStop.GROUP:
                self._take_group(own.wanted[0])
            case ScanStop.NOISY:
                self._note_places(self._steps[own.frontier, own.wanted[0]])
                self._scan.pass_group(own.wanted[1])
            case ScanStop.BACK:
                self._note_step_back(own.wanted[0])
            case ScanStop.ROOM:
                frontier = self._frontier
                self._frontiers, self._numbers = {own.frontier: frontier}, {frontier: own.frontier}
                self._steps.clear()
                self._scan.forget()
            case _:
                raise NotStreamedError

    def _event(self, begin: int, number: int, file: int) -> LogEvent | None:
        """The event of a line, as the reader in Python has it."""
        path = self._paths[file]
        lines = decode_lines(path, [self._scan.line(begin)], number - 1)
        return next(events_of(self._map, path, lines, number - 1), None)

    def _event_at_hand(self) -> LogEvent:
        own = self._scan.own
        event = self._event(own.at, own.line + 1, own.file)
        assert event is not None
        return event

    def _replace_line(self) -> None:
        own = self._scan.own
        event = self._event(own.at, own.line + 1, own.file)
        if event is None:
            self._scan.skip_line()
            return
        if own.other_length:
            raise NotStreamedError
        try:
            text = json.dumps(event.fields, ensure_ascii=False).encode() + b"\n"
        except (ValueError, RecursionError):
            raise NotStreamedError from None
        self._scan.replace_line(text)

    def _kind(self, event: LogEvent) -> int:
        """The number of an event's kind. One of which the map says nothing is a mistake, which is told at the end."""
        number = self._kinds.setdefault(event.name, len(self._kinds))
        if number == MOST_KINDS:
            raise NotStreamedError
        try:
            check_kind(self._map, event)
            self._scan.own.kinds[2 * number] = event.name in self._map.ignored
        except TidemarkError as error:
            self._unknown = self._unknown or error
            self._scan.own.kinds[2 * number] = 1
            self._scan.own.reading = LineTask.JUST_READ
            self._scan.own.pending_count = 0
        return number

    def _node(self, name: str) -> int:
        number = self._nodes.setdefault(name, len(self._nodes))
        if number == MOST_NODES:
            raise NotStreamedError
        return number

    def _note_step_back(self, node: int) -> None:
        """Note that the time of a node goes back, and read on."""
        own = self._scan.own
        _, line, file, _ = own.last_events[LATEST * node : LATEST * node + LATEST]
        before, event = LogEvent(self._paths[file], line, {}), self._event_at_hand()
        before.time = self._double(own.last_events[LATEST * node])
        try:
            require_no_step_back(before, event)
            raise NotStreamedError
        except TidemarkError as error:
            self._backwards.setdefault(own.last_events[LATEST * node + 3], error)
        own.last_events[LATEST * node] = own.time
        own.reading, own.pending_count = LineTask.JUST_READ, 0

    @staticmethod
    def _double(bits: int) -> float:
        value: float = struct.unpack("<d", struct.pack("<Q", bits))[0]
        return value

    # Groups of events.

    def _group(self) -> list[LogEvent]:
        """The events of the group at hand."""
        own, events = self._scan.own, []
        for k in range(own.pending_count):
            begin, number, file = own.pending[PENDING * k : PENDING * k + 3]
            event = self._event(begin, number, file)
            assert event is not None
            events.append(event)
        return events

    def _take_group(self, group: int) -> None:
        own, frontier = self._scan.own, self._frontier
        events, reads = self._group(), [set[Read]() for _ in range(own.pending_count)]
        observed = [ObservedEvent(event, noted, 0) for event, noted in zip(events, reads, strict=True)]
        ranks = [own.last_events[LATEST * own.pending[PENDING * k + 3] + 3] for k in range(len(events))]
        in_chains = [observed[k] for k in sorted(range(len(events)), key=ranks.__getitem__)]
        timeline = LogTimeline(self._map, in_chains)
        for noted in reads:
            noted.clear()
        following, step, outcome, mistakes = self._follow(frontier, timeline, observed)
        is_known = self._note_reads(reads, events)
        self._mistakes |= mistakes
        self._look_at_limits()
        if not following.standing:
            own.reading = LineTask.JUST_ORDERED
            self._refuse(timeline, outcome, dict(zip(map(id, observed), events, strict=True)))
            self._scan.pass_group(own.frontier)
            return
        number = self._number(following)
        is_noisy = any(frontier.broken) or any(following.broken)
        if is_known and not mistakes:
            self._steps[own.frontier, group] = step
            self._scan.note_step(group, number | IS_NOISY * is_noisy)
        if is_noisy:
            self._note_places(step)
        self._scan.pass_group(number)

    def _follow(
        self, frontier: Frontier, timeline: LogTimeline, events: Sequence[LogEvent]
    ) -> tuple[Frontier, FrontierStep, LogOutcome, dict[bool, TidemarkError]]:
        """What a group leads to, and the mistakes of the map that the search would come to."""
        mistakes = dict[bool, TidemarkError]()
        standing, step, lasts, outcome = self._search(frontier.standing, timeline, events, mistakes, False)
        is_same = frontier.kept == frontier.standing and not any(step.breaks) and not mistakes
        kept = standing if is_same else self._search(frontier.kept, timeline, events, mistakes, True)[0]
        broken = tuple(
            frontier.broken[parent].union(breaks)
            for parent, breaks in zip(step.parents, step.breaks, strict=True)
        )
        return Frontier(standing, kept, broken, lasts), step, outcome, mistakes

    def _search(
        self,
        firsts: Sequence[Standing],
        timeline: LogTimeline,
        events: Sequence[LogEvent],
        mistakes: dict[bool, TidemarkError],
        keeps: bool,
    ) -> tuple[tuple[Standing, ...], FrontierStep, tuple[int, ...], LogOutcome]:
        """Search a group from what is possible before it. keeps: whether no state may break a promise."""
        index = {id(event): number for number, event in enumerate(events)}
        broken = self._searches.broken
        condition = (lambda state: not broken(state)) if keeps else None
        self._ways.forget()
        search = PlainLogSearch(timeline, self._ways, self._transitions, Limits(), condition)
        standing, parents, breaks, lasts = list[Standing](), list[int](), list[dict[str, int]](), list[int]()
        try:
            for parent, (binding, state) in enumerate(firsts):
                for end_binding, end_state, path in search.runs(binding, state, self._clock):
                    last, broken_at = -1, dict[str, int]()
                    for move in path:
                        last = index[id(move.occurrence.event)] if move.occurrence else last
                        for _, passed_state in move.steps:
                            for name in broken(passed_state):
                                broken_at.setdefault(name, last)
                    standing.append((end_binding, end_state))
                    parents.append(parent)
                    breaks.append(broken_at)
                    lasts.append(last)
        except TidemarkError as error:
            mistakes[keeps] = error
        self._visited += search.outcome.visited
        return tuple(standing), FrontierStep(tuple(parents), tuple(breaks)), tuple(lasts), search.outcome

    def _note_reads(self, reads: Sequence[set[Read]], events: Sequence[LogEvent]) -> bool:
        """Note which fields of the events were read; gives whether none is new."""
        attributes = {"node": self._map.node, "time": self._map.time, "began": self._map.time, "name": ""}
        kinds, is_known = self._scan.own.kinds, True
        for noted, event in zip(reads, events, strict=True):
            if EVERYTHING in noted:
                raise NotStreamedError
            number = self._kinds[event.name]
            for _, name, is_attribute in noted:
                field = attributes[name] if is_attribute else name
                if name == "node" and is_attribute and not field and len(self._paths) > 1:
                    raise NotStreamedError
                bit = 1 << self._scan.field(field) if field else 0
                is_known = is_known and bool(kinds[2 * number + 1] & bit or not bit)
                kinds[2 * number + 1] |= bit
        return is_known

    def _note_places(self, step: FrontierStep) -> None:
        """Note where the promises were broken that the first run to each state has broken."""
        own, frontier = self._scan.own, self._frontier
        places = self._places if any(frontier.broken) else [{} for _ in frontier.standing]
        self._places = []
        for parent, breaks in zip(step.parents, step.breaks, strict=True):
            new = dict(places[parent])
            for name, event in breaks.items():
                if event >= 0:
                    line, file = own.pending[PENDING * event + 1], own.pending[PENDING * event + 2]
                else:
                    last = frontier.last[parent]
                    line, file = own.before[2 * last : 2 * last + 2] if last >= 0 else (0, 0)
                new.setdefault(name, place(self._paths[file], line) if line else BEGINNING)
            self._places.append(new)

    # The verdict.

    def _look_at_limits(self) -> None:
        if self._stopped is None and not self._scan.own.reading:
            self._stopped = find_reached_limit(self._limits, self._clock, self._visited)
            if self._stopped:
                self._scan.own.reading = LineTask.JUST_ORDERED

    def _refuse(self, timeline: LogTimeline, outcome: LogOutcome, events: dict[int, LogEvent]) -> None:
        passed = max(outcome.progress, 0)
        refused = timeline.steps[passed]
        self._ways.forget()
        why = Refusals(self._ways, self._transitions).describe(refused, list(outcome.standing))
        refused.event = events[id(refused.event)]
        passed += self._scan.own.passed
        self._refused = LogVerdict("refused", self._machine, 0, passed, 0, **why)

    def _verdict(self) -> LogVerdict:
        """What there is to say at the end."""
        own, frontier = self._scan.own, self._frontier
        if self._unknown:
            raise self._unknown
        if self._backwards:
            raise self._backwards[min(self._backwards)]
        common = {"machine": self._machine, "events": own.events, "visited": self._visited}
        if self._stopped:
            return LogVerdict("undecided", **common, passed=own.passed, stopped=self._stopped)
        if self._refused is not None:
            if False in self._mistakes:
                raise self._mistakes[False]
            return replace(self._refused, events=own.events, visited=self._visited)
        first, breaks = frontier.standing[0], dict[str, Breach]()
        if frontier.broken[0]:
            if frontier.kept:
                first = frontier.kept[0]
            elif True in self._mistakes:
                raise self._mistakes[True]
            else:
                breaks = {name: Breach(None, at) for name, at in self._places[0].items()}
        names = describe_binding(first[0], self._machine, self._map.all_names)
        return LogVerdict("explained", **common, passed=own.events, breaks=breaks, names=names)
