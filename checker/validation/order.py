"""What came before what in a log: chains of events, and for each event what of the other chains must have been.

A chain is totally ordered: a node's lines, or a call's step between its request and its answer. Which events have
happened is thus a number for each chain, and the search goes through these numbers alone.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from tidemark.base.names import nearest
from tidemark.spec.logs.events import LogError, LogEvent
from tidemark.spec.logs.maps import EventMap

Counts = tuple[int, ...]
"""For each chain how many of its occurrences have happened."""


@dataclass(slots=True, eq=False)
class Occurrence:
    """Something that happens: a line of the log, or the step of a call (then `answer` is the line that ends it).

    chain, at: its chain, and its place there. needs: how many occurrences of other chains come before it.
    is_step: whether the model does something at it. is_optional: whether it may never happen.
    in_log: its place in the order of the whole log, which agrees with all that is known.
    other: the occurrence of another chain that happens in the same step (then `answer` is its line too).
    """

    event: LogEvent
    chain: int
    at: int
    is_step: bool
    answer: LogEvent | None = None
    is_optional: bool = False
    is_call: bool = False
    needs: dict[int, int] = field(default_factory=dict)
    other: Occurrence | None = None
    in_log: int = -1

    @property
    def events(self) -> tuple[LogEvent | None, ...]:
        """What its function in the map gets."""
        return (self.event, self.answer) if self.is_call or self.other is not None else (self.event,)

    @property
    def is_unanswered(self) -> bool:
        """Whether it is the step of a call without an answer: nothing waits for it."""
        return self.is_call and self.is_optional


class LogTimeline:
    """A log in order. occurrences: in that order. chains: the same occurrences, chain by chain.

    possible_steps: those at which the model does something; steps: those of them that must happen.

    Raises:
        LogError: times go back within a node, messages come in a circle, or an id is there twice.
    """

    def __init__(self, map: EventMap, events: Sequence[LogEvent]) -> None:
        self._map, self.events = map, events
        self.chains: list[list[Occurrence]] = []
        dropped = self._kinds_to_drop()
        lines = [self._line(event) for event in events if event.name not in dropped]
        self._put_in_chains(lines)
        self._order_by_time()
        self._order_by_messages(lines)
        self._put_calls(lines)
        self.occurrences = self._rank()
        self._known: dict[Counts, tuple[Counts, tuple[Occurrence, ...], int]] = {}
        self._joined: dict[tuple[int, int], Occurrence] = {}
        self.possible_steps = [occurrence for occurrence in self.occurrences if occurrence.is_step]
        self.steps = [occurrence for occurrence in self.possible_steps if not occurrence.is_optional]

    @property
    def start(self) -> Counts:
        """Nothing has happened."""
        return (0,) * len(self.chains)

    def at(self, counts: Counts) -> tuple[Counts, tuple[Occurrence, ...], int]:
        """Where one is after these occurrences: with those that are no step of the model passed, what may come next.

        Last the progress: how many steps have happened of the log's beginning, without a gap.
        """
        position = self._known.get(counts)
        if position is None:
            position = self._known[counts] = self._at(counts)
            self._known[position[0]] = position
        return position

    def optional_before(self, occurrence: Occurrence) -> list[Occurrence]:
        """What may never happen, and comes before an occurrence all the same, in the order of the log."""
        open_items, earlier = [occurrence], dict[int, Occurrence]()
        while open_items:
            later = open_items.pop()
            before = [self.chains[c][n - 1] for c, n in later.needs.items()]
            before += self.chains[later.chain][later.at - 1 : later.at] if later.at else []
            open_items += [predecessor for predecessor in before if predecessor.in_log not in earlier]
            earlier |= {predecessor.in_log: predecessor for predecessor in before}
        return [earlier[n] for n in sorted(earlier) if earlier[n].is_optional]

    def after(self, counts: Counts, occurrence: Occurrence) -> Counts:
        """Where one is once an occurrence has happened too."""
        if len(counts) == 1:
            return (counts[0] + 1,)
        if occurrence.other is not None:
            at = occurrence.other.chain
            counts = (*counts[:at], counts[at] + 1, *counts[at + 1 :])
        return (*counts[: occurrence.chain], counts[occurrence.chain] + 1, *counts[occurrence.chain + 1 :])

    def _at(self, counts: Counts) -> tuple[Counts, tuple[Occurrence, ...], int]:
        reached = list(counts)
        moved = True
        while moved:
            moved = False
            for number, chain in enumerate(self.chains):
                while reached[number] < len(chain):
                    occurrence = chain[reached[number]]
                    if occurrence.is_step or not self._is_ready(occurrence, reached):
                        break
                    reached[number] += 1
                    moved = True
        heads = [chain[n] for chain, n in zip(self.chains, reached, strict=True) if n < len(chain)]
        ready = sorted(
            (occurrence for occurrence in heads if self._is_ready(occurrence, reached)),
            key=lambda occurrence: occurrence.in_log,
        )
        if self._map.joint:
            ready += [self._joint(a, b) for a in ready for b in ready if self._are_joint(a, b)]
        progress = min(
            (steps_before[n] for steps_before, n in zip(self.steps_before, reached, strict=True)), default=0
        )
        return tuple(reached), tuple(ready), progress

    def _are_joint(self, first: Occurrence, second: Occurrence) -> bool:
        """Whether they are two events of two nodes. `require_declared` refuses calls."""
        is_declared = (first.event.name, second.event.name) in self._map.joint
        return is_declared and self._where(first.event) != self._where(second.event)

    def _joint(self, first: Occurrence, second: Occurrence) -> Occurrence:
        """Two occurrences as one step, which is numbered behind all occurrences of the log."""
        key = first.in_log, second.in_log
        joint = self._joined.get(key)
        if joint is None:
            joint = self._joined[key] = Occurrence(
                first.event, first.chain, first.at, True, second.event,
                in_log=len(self.occurrences) + len(self._joined), other=second,
            )  # fmt: skip
        return joint

    def _is_ready(self, occurrence: Occurrence, reached: Sequence[int]) -> bool:
        return all(reached[chain] >= least for chain, least in occurrence.needs.items())

    def _kinds_to_drop(self) -> set[str]:
        """The kinds of events that are not modelled, and order nothing."""
        return self._map.ignored - self._map.paired_kinds

    def _line(self, event: LogEvent) -> Occurrence:
        check_kind(self._map, event)
        name = event.name
        return Occurrence(event, -1, -1, name in self._map.events, is_optional=name in self._map.optional)

    # Chains.

    def _where(self, event: LogEvent) -> str:
        return event.node if self._map.node else event.file

    def _node(self, event: LogEvent) -> str:
        """Whose lines are in an order: a node's, or a file's."""
        return event.file if self._map.order == "written" else self._where(event)

    def _put_in_chains(self, lines: list[Occurrence]) -> None:
        nodes: dict[str, list[Occurrence]] = defaultdict(list)
        for occurrence in lines:
            nodes[self._node(occurrence.event)].append(occurrence)
        lasts = bool(self._map.began) and self._map.order != "written"
        for occurrences in nodes.values():
            if lasts:
                occurrences.sort(key=lambda occurrence: (occurrence.event.began, occurrence.event.time))
            elif self._map.order == "clock":
                for before, occurrence in pairwise(occurrences):
                    require_no_step_back(before.event, occurrence.event)
            certain = [occurrence for occurrence in occurrences if not occurrence.is_optional]
            if lasts:
                self._put_intervals(certain)
            elif certain:
                self._append_to_new(certain)
            self._put_optional(occurrences, lasts)

    def _put_optional(self, occurrences: list[Occurrence], lasts: bool) -> None:
        """What may never happen is in chains for which nothing waits: one for each, or for those that are alike.

        It comes after the lines before it; for events that last, `_order_by_time` says so.
        """
        alike = self._map.alike - self._map.paired_kinds
        groups: dict[object, list[Occurrence]] = defaultdict(list)
        for number, occurrence in enumerate(occurrences):
            if occurrence.is_optional:
                groups[occurrence.event.name if occurrence.event.name in alike else number].append(occurrence)
        for group in groups.values():
            self._append_to_new(group)
        before: Occurrence | None = None
        for occurrence in occurrences:
            if not occurrence.is_optional:
                before = occurrence
            elif before is not None and not lasts:
                _need(occurrence, before)

    def _put_intervals(self, occurrences: list[Occurrence]) -> None:
        """Events that last, of one node: those that overlap or touch are in different chains.

        Events of one moment are in the order of the log.
        """
        mine: list[int] = []
        for occurrence in occurrences:
            free = (n for n in mine if _is_over(self.chains[n][-1].event, occurrence.event))
            number = next(free, None)
            if number is None:
                number = len(self.chains)
                self.chains.append([])
                mine.append(number)
            self._append(occurrence, number)

    def _append_to_new(self, occurrences: list[Occurrence]) -> None:
        self.chains.append([])
        for occurrence in occurrences:
            self._append(occurrence, len(self.chains) - 1)

    def _append(self, occurrence: Occurrence, chain: int) -> None:
        occurrence.chain, occurrence.at = chain, len(self.chains[chain])
        self.chains[chain].append(occurrence)

    # Order between chains.

    def _order_by_time(self) -> None:
        if self._map.order == "written" or (self._map.order == "node" and not self._map.began):
            return
        ends = [[occurrence.event.time for occurrence in chain] for chain in self.chains]
        owner = [self._node(chain[0].event) for chain in self.chains]
        for number, chain in enumerate(self.chains):
            for earlier_number, waited_for in enumerate(self.chains):
                if earlier_number == number or waited_for[0].is_optional:
                    continue
                same = owner[earlier_number] == owner[number]
                if not same and self._map.order != "clock":
                    continue
                slack = 0.0 if same else self._map.skew
                for occurrence in chain:
                    least = bisect_left(ends[earlier_number], occurrence.event.began - slack)
                    if least:
                        occurrence.needs[earlier_number] = max(least, occurrence.needs.get(earlier_number, 0))

    def _order_by_messages(self, lines: list[Occurrence]) -> None:
        for message in self._map.messages:
            sent: dict[object, Occurrence] = {}
            for occurrence in lines:
                if occurrence.event.name == message.send_kind:
                    _enter(sent, occurrence, message.id)
            for occurrence in lines:
                if occurrence.event.name != message.receive_kind:
                    continue
                first = sent.get(_id(occurrence.event, message.id))
                if first is not None:
                    _need(occurrence, first)

    def _put_calls(self, lines: list[Occurrence]) -> None:
        pairs: list[tuple[Occurrence, Occurrence | None]] = []
        for kind, call in self._map.calls.items():
            requests: dict[object, Occurrence] = {}
            answers: dict[object, Occurrence] = {}
            for occurrence in lines:
                if occurrence.event.name == kind:
                    _enter(requests, occurrence, call.id)
                elif occurrence.event.name in call.answers:
                    _enter(answers, occurrence, call.id)
            pairs += [(occurrence, answers.get(key)) for key, occurrence in requests.items()]
        line_numbers = {id(occurrence): number for number, occurrence in enumerate(lines)}
        free: dict[int, tuple[int, Occurrence]] = {}
        for request, answer in sorted(pairs, key=lambda pair: line_numbers[id(pair[0])]):
            self._put_call(request, answer, free)
        self._check_answers(lines, {id(answer) for _, answer in pairs})

    def _put_call(
        self, request: Occurrence, answer: Occurrence | None, free: dict[int, tuple[int, Occurrence]]
    ) -> None:
        """The step of a call, in a chain of its node if all calls in it have ended by then."""
        chain, ended = free.get(request.chain, (-1, request))
        if chain < 0 or ended.chain != request.chain or ended.at > request.at:
            chain = len(self.chains)
            self.chains.append([])
        step = Occurrence(request.event, -1, -1, True, answer.event if answer else None, answer is None, True)
        self._append(step, chain)
        _need(step, request)
        free.pop(request.chain, None)
        if answer is not None:
            _need(answer, step)
            free[request.chain] = chain, answer

    def _check_answers(self, lines: list[Occurrence], answered: set[int]) -> None:
        kinds = {answer: call.id for call in self._map.calls.values() for answer in call.answers}
        for occurrence in lines:
            if (
                occurrence.event.name in kinds
                and id(occurrence) not in answered
                and occurrence.event.name not in self._map.events
            ):
                name = kinds[occurrence.event.name]
                raise LogError(
                    f"{occurrence.event.place}: {occurrence.event.designation} answers a request with the {name} "
                    f"{occurrence.event[name]!r}, and there is none"
                )

    # The order of the whole log.

    def _rank(self) -> list[Occurrence]:
        """All occurrences in an order that agrees with all that is known: by time, and as written."""
        if len(self.chains) == 1:
            for number, occurrence in enumerate(self.chains[0]):
                occurrence.in_log = number
            return self.chains[0]
        later: dict[int, list[Occurrence]] = defaultdict(list)
        waits: dict[int, int] = {}
        chain_order = {
            id(occurrence): number
            for number, occurrence in enumerate(i for chain in self.chains for i in chain)
        }
        for chain in self.chains:
            for occurrence in chain:
                before = [self.chains[c][n - 1] for c, n in occurrence.needs.items()]
                before += [chain[occurrence.at - 1]] if occurrence.at else []
                waits[id(occurrence)] = len(before)
                for predecessor in before:
                    later[id(predecessor)].append(occurrence)

        def key(occurrence: Occurrence) -> tuple[float, int, int]:
            line = occurrence.event.line if isinstance(occurrence.event.line, int) else 0
            return occurrence.event.time, line if not self._map.time else 0, chain_order[id(occurrence)]

        heap = [
            (*key(occurrence), occurrence)
            for chain in self.chains
            for occurrence in chain
            if not waits[id(occurrence)]
        ]
        heapq.heapify(heap)
        ranked: list[Occurrence] = []
        while heap:
            occurrence = heapq.heappop(heap)[-1]
            occurrence.in_log = len(ranked)
            ranked.append(occurrence)
            for following in later[id(occurrence)]:
                waits[id(following)] -= 1
                if not waits[id(following)]:
                    heapq.heappush(heap, (*key(following), following))
        if unranked := [occurrence for chain in self.chains for occurrence in chain if occurrence.in_log < 0]:
            raise LogError(
                f"{unranked[0].event.place}: what came before what goes in a circle, as this event and "
                f"{unranked[-1].event.place} each come after the other: check the messages' ids, or give more skew"
            )
        return ranked

    @cached_property
    def steps_before(self) -> list[list[int]]:
        """How many steps of the log come before the next occurrence, by chain and by how many of it have happened."""
        number = {occurrence.in_log: index for index, occurrence in enumerate(self.steps)}
        by_chain = []
        for chain in self.chains:
            steps_before = [len(self.steps)]
            steps_before += [number.get(occurrence.in_log, -1) for occurrence in reversed(chain)]
            for index in range(1, len(steps_before)):
                steps_before[index] = (
                    steps_before[index - 1] if steps_before[index] < 0 else steps_before[index]
                )
            by_chain.append(steps_before[::-1])
        return by_chain


def check_kind(map: EventMap, event: LogEvent) -> None:
    """Refuse an event of which the map says nothing.

    Raises:
        LogError: it is one.
    """
    if event.name not in map.kinds:
        hint = (
            nearest(event.name, sorted(map.kinds))
            or f': write @log.event("{event.name}"), or log.ignore("{event.name}")'
        )
        raise LogError(f"{event.place}: the map says nothing of the event {event.name}{hint}")


def require_no_step_back(before: LogEvent, event: LogEvent) -> None:
    """Refuse an event whose time is before that of the line before it.

    Raises:
        LogError: it is.
    """
    if event.time < before.time:
        raise LogError(
            f"{event.place}: the time goes back, from {before.time:g} in {before.place} to "
            f'{event.time:g}: order="node" takes the lines as written'
        )


def _id(event: LogEvent, field: str) -> object:
    """An id, which one event may have as a number and another one as text."""
    value = event[field]
    if isinstance(value, (list, dict)):
        raise event.wrong(field, "an id, a number or text")
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return None if value is None else str(value)


def _enter(by_id: dict[object, Occurrence], occurrence: Occurrence, field: str) -> None:
    """Note an occurrence by its id, which no other has."""
    value = _id(occurrence.event, field)
    if value in by_id:
        position = by_id[value].event.place
        raise LogError(
            f"{occurrence.event.place}: the {field} {occurrence.event[field]!r} is that of the {occurrence.event.name} "
            f"in {position} too"
        )
    by_id[value] = occurrence


def _is_over(before: LogEvent, event: LogEvent) -> bool:
    """Whether an event was over when another one of its node began: two that touch may be in either order."""
    moment = before.began == before.time == event.began == event.time
    return moment or before.time < event.began


def _need(occurrence: Occurrence, before: Occurrence) -> None:
    """Note that one occurrence comes after another."""
    if before.chain != occurrence.chain:
        occurrence.needs[before.chain] = max(before.at + 1, occurrence.needs.get(before.chain, 0))
    elif before.at >= occurrence.at:
        raise LogError(
            f"{occurrence.event.place}: this comes before {before.event.place} in the log, and after it by its id"
        )
