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
from tidemark.spec.logs.events import Event, LogError
from tidemark.spec.logs.maps import EventMap

Counts = tuple[int, ...]
"""For each chain how many of its items have happened."""


@dataclass(slots=True, eq=False)
class Item:
    """Something that happens: a line of the log, or the step of a call (then `answer` is the line that ends it).

    chain, at: its chain, and its place there. needs: how many items of other chains come before it.
    is_step: whether the model does something at it. is_optional: whether it may never happen.
    in_log: its place in the order of the whole log, which agrees with all that is known.
    other: the item of another chain that happens in the same step (then `answer` is its line too).
    """

    event: Event
    chain: int
    at: int
    is_step: bool
    answer: Event | None = None
    is_optional: bool = False
    is_call: bool = False
    needs: dict[int, int] = field(default_factory=dict)
    other: Item | None = None
    in_log: int = -1

    @property
    def events(self) -> tuple[Event | None, ...]:
        """What its function in the map gets."""
        return (self.event, self.answer) if self.is_call or self.other is not None else (self.event,)


class Timeline:
    """A log in order. items: in that order. chains: the same items, chain by chain.

    Raises:
        LogError: times go back within a node, messages come in a circle, or an id is there twice.
    """

    def __init__(self, map: EventMap, events: Sequence[Event]) -> None:
        self._map = map
        self.chains: list[list[Item]] = []
        dropped = self._dropped()
        lines = [self._line(event) for event in events if event.name not in dropped]
        self._put_in_chains(lines)
        self._order_by_time()
        self._order_by_messages(lines)
        self._put_calls(lines)
        self.items = self._ranked()
        self._known: dict[Counts, tuple[Counts, tuple[Item, ...], int]] = {}
        self._joined: dict[tuple[int, int], Item] = {}
        self.steps = [item for item in self.items if item.is_step and not item.is_optional]

    @property
    def start(self) -> Counts:
        """Nothing has happened."""
        return (0,) * len(self.chains)

    def in_one_order(self) -> list[Item] | None:
        """All items, where they can only have happened in one order, and each is a step; else None."""
        return self.items if len(self.chains) == 1 and len(self.steps) == len(self.items) else None

    def at(self, counts: Counts) -> tuple[Counts, tuple[Item, ...], int]:
        """Where one is after these items: with those that are no step of the model passed, what may come next.

        Last the progress: how many steps have happened of the log's beginning, without a gap.
        """
        found = self._known.get(counts)
        if found is None:
            found = self._known[counts] = self._at(counts)
            self._known[found[0]] = found
        return found

    def optional_before(self, item: Item) -> list[Item]:
        """What may never happen, and comes before an item all the same, in the order of the log."""
        open_items, found = [item], dict[int, Item]()
        while open_items:
            one = open_items.pop()
            before = [self.chains[c][n - 1] for c, n in one.needs.items()]
            before += self.chains[one.chain][one.at - 1 : one.at] if one.at else []
            open_items += [other for other in before if other.in_log not in found]
            found |= {other.in_log: other for other in before}
        return [found[n] for n in sorted(found) if found[n].is_optional]

    def after(self, counts: Counts, item: Item) -> Counts:
        """Where one is once an item has happened too."""
        if len(counts) == 1:
            return (counts[0] + 1,)
        if item.other is not None:
            at = item.other.chain
            counts = (*counts[:at], counts[at] + 1, *counts[at + 1 :])
        return (*counts[: item.chain], counts[item.chain] + 1, *counts[item.chain + 1 :])

    def _at(self, counts: Counts) -> tuple[Counts, tuple[Item, ...], int]:
        reached = list(counts)
        moved = True
        while moved:
            moved = False
            for number, chain in enumerate(self.chains):
                while reached[number] < len(chain):
                    item = chain[reached[number]]
                    if item.is_step or not self._is_ready(item, reached):
                        break
                    reached[number] += 1
                    moved = True
        heads = [chain[n] for chain, n in zip(self.chains, reached, strict=True) if n < len(chain)]
        ready = sorted(
            (item for item in heads if self._is_ready(item, reached)), key=lambda item: item.in_log
        )
        if self._map.joint:
            ready += [self._joint(a, b) for a in ready for b in ready if self._are_joint(a, b)]
        progress = min((left[n] for left, n in zip(self._left, reached, strict=True)), default=0)
        return tuple(reached), tuple(ready), progress

    def _are_joint(self, first: Item, second: Item) -> bool:
        """Whether they are two events of two nodes. `require_declared` refuses calls."""
        is_declared = (first.event.name, second.event.name) in self._map.joint
        return is_declared and self._where(first.event) != self._where(second.event)

    def _joint(self, first: Item, second: Item) -> Item:
        """Two items as one step, which is numbered behind all items of the log."""
        key = first.in_log, second.in_log
        found = self._joined.get(key)
        if found is None:
            found = self._joined[key] = Item(
                first.event, first.chain, first.at, True, second.event,
                in_log=len(self.items) + len(self._joined), other=second,
            )  # fmt: skip
        return found

    def _is_ready(self, item: Item, reached: Sequence[int]) -> bool:
        return all(reached[chain] >= least for chain, least in item.needs.items())

    def _dropped(self) -> set[str]:
        """The kinds of events that are not modelled, and order nothing."""
        return self._map.ignored - self._map.tied

    def _line(self, event: Event) -> Item:
        require_known(self._map, event)
        name = event.name
        return Item(event, -1, -1, name in self._map.events, is_optional=name in self._map.optional)

    # Chains.

    def _where(self, event: Event) -> str:
        return event.node if self._map.node else event.file

    def _node(self, event: Event) -> str:
        """Whose lines are in an order: a node's, or a file's."""
        return event.file if self._map.order == "written" else self._where(event)

    def _put_in_chains(self, lines: list[Item]) -> None:
        nodes: dict[str, list[Item]] = defaultdict(list)
        for item in lines:
            nodes[self._node(item.event)].append(item)
        lasts = bool(self._map.began) and self._map.order != "written"
        for items in nodes.values():
            if lasts:
                items.sort(key=lambda item: (item.event.began, item.event.time))
            elif self._map.order == "clock":
                for before, item in pairwise(items):
                    require_no_step_back(before.event, item.event)
            certain = [item for item in items if not item.is_optional]
            if lasts:
                self._put_intervals(certain)
            elif certain:
                self._append_to_new(certain)
            self._put_optional(items, lasts)

    def _put_optional(self, items: list[Item], lasts: bool) -> None:
        """What may never happen is in chains for which nothing waits: one for each, or for those that are alike.

        It comes after the lines before it; for events that last, `_order_by_time` says so.
        """
        alike = self._map.alike - self._map.tied
        groups: dict[object, list[Item]] = defaultdict(list)
        for number, item in enumerate(items):
            if item.is_optional:
                groups[item.event.name if item.event.name in alike else number].append(item)
        for group in groups.values():
            self._append_to_new(group)
        before: Item | None = None
        for item in items:
            if not item.is_optional:
                before = item
            elif before is not None and not lasts:
                _need(item, before)

    def _put_intervals(self, items: list[Item]) -> None:
        """Events that last, of one node: those that overlap or touch are in different chains.

        Events of one moment are in the order of the log.
        """
        mine: list[int] = []
        for item in items:
            free = (n for n in mine if _is_over(self.chains[n][-1].event, item.event))
            number = next(free, None)
            if number is None:
                number = len(self.chains)
                self.chains.append([])
                mine.append(number)
            self._append(item, number)

    def _append_to_new(self, items: list[Item]) -> None:
        self.chains.append([])
        for item in items:
            self._append(item, len(self.chains) - 1)

    def _append(self, item: Item, chain: int) -> None:
        item.chain, item.at = chain, len(self.chains[chain])
        self.chains[chain].append(item)

    # Order between chains.

    def _order_by_time(self) -> None:
        if self._map.order == "written" or (self._map.order == "node" and not self._map.began):
            return
        ends = [[item.event.time for item in chain] for chain in self.chains]
        owner = [self._node(chain[0].event) for chain in self.chains]
        for number, chain in enumerate(self.chains):
            for other, waited_for in enumerate(self.chains):
                if other == number or waited_for[0].is_optional:
                    continue
                same = owner[other] == owner[number]
                if not same and self._map.order != "clock":
                    continue
                slack = 0.0 if same else self._map.skew
                for item in chain:
                    least = bisect_left(ends[other], item.event.began - slack)
                    if least:
                        item.needs[other] = max(least, item.needs.get(other, 0))

    def _order_by_messages(self, lines: list[Item]) -> None:
        for message in self._map.messages:
            sent: dict[object, Item] = {}
            for item in lines:
                if item.event.name == message.send_kind:
                    _enter(sent, item, message.id)
            for item in lines:
                if item.event.name != message.receive_kind:
                    continue
                first = sent.get(_id(item.event, message.id))
                if first is not None:
                    _need(item, first)

    def _put_calls(self, lines: list[Item]) -> None:
        found: list[tuple[Item, Item | None]] = []
        for kind, call in self._map.calls.items():
            asked: dict[object, Item] = {}
            answers: dict[object, Item] = {}
            for item in lines:
                if item.event.name == kind:
                    _enter(asked, item, call.id)
                elif item.event.name in call.answers:
                    _enter(answers, item, call.id)
            found += [(item, answers.get(key)) for key, item in asked.items()]
        place = {id(item): number for number, item in enumerate(lines)}
        free: dict[int, tuple[int, Item]] = {}
        for request, answer in sorted(found, key=lambda pair: place[id(pair[0])]):
            self._put_call(request, answer, free)
        self._require_asked(lines, {id(answer) for _, answer in found})

    def _put_call(self, request: Item, answer: Item | None, free: dict[int, tuple[int, Item]]) -> None:
        """The step of a call, in a chain of its node if all calls in it have ended by then."""
        chain, ended = free.get(request.chain, (-1, request))
        if chain < 0 or ended.chain != request.chain or ended.at > request.at:
            chain = len(self.chains)
            self.chains.append([])
        step = Item(request.event, -1, -1, True, answer.event if answer else None, answer is None, True)
        self._append(step, chain)
        _need(step, request)
        free.pop(request.chain, None)
        if answer is not None:
            _need(answer, step)
            free[request.chain] = chain, answer

    def _require_asked(self, lines: list[Item], answered: set[int]) -> None:
        kinds = {answer: call.id for call in self._map.calls.values() for answer in call.answers}
        for item in lines:
            if (
                item.event.name in kinds
                and id(item) not in answered
                and item.event.name not in self._map.events
            ):
                name = kinds[item.event.name]
                raise LogError(
                    f"{item.event.place}: {item.event.called} answers a request with the {name} "
                    f"{item.event[name]!r}, and there is none"
                )

    # The order of the whole log.

    def _ranked(self) -> list[Item]:
        """All items in an order that agrees with all that is known: by time, and as written."""
        if len(self.chains) == 1:
            for number, item in enumerate(self.chains[0]):
                item.in_log = number
            return self.chains[0]
        later: dict[int, list[Item]] = defaultdict(list)
        waits: dict[int, int] = {}
        place = {id(item): number for number, item in enumerate(i for chain in self.chains for i in chain)}
        for chain in self.chains:
            for item in chain:
                before = [self.chains[c][n - 1] for c, n in item.needs.items()]
                before += [chain[item.at - 1]] if item.at else []
                waits[id(item)] = len(before)
                for one in before:
                    later[id(one)].append(item)

        def key(item: Item) -> tuple[float, int, int]:
            line = item.event.line if isinstance(item.event.line, int) else 0
            return item.event.time, line if not self._map.time else 0, place[id(item)]

        heap = [(*key(item), item) for chain in self.chains for item in chain if not waits[id(item)]]
        heapq.heapify(heap)
        ranked: list[Item] = []
        while heap:
            item = heapq.heappop(heap)[-1]
            item.in_log = len(ranked)
            ranked.append(item)
            for following in later[id(item)]:
                waits[id(following)] -= 1
                if not waits[id(following)]:
                    heapq.heappush(heap, (*key(following), following))
        if left := [item for chain in self.chains for item in chain if item.in_log < 0]:
            raise LogError(
                f"{left[0].event.place}: what came before what goes in a circle, as this event and "
                f"{left[-1].event.place} each come after the other: check the messages' ids, or give more skew"
            )
        return ranked

    @cached_property
    def _left(self) -> list[list[int]]:
        """For each chain and each number of its items: how many steps of the log come before the next one there."""
        number = {item.in_log: place for place, item in enumerate(self.steps)}
        found = []
        for chain in self.chains:
            left = [len(self.steps)]
            left += [number.get(item.in_log, -1) for item in reversed(chain)]
            for place in range(1, len(left)):
                left[place] = left[place - 1] if left[place] < 0 else left[place]
            found.append(left[::-1])
        return found


def require_known(map: EventMap, event: Event) -> None:
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


def require_no_step_back(before: Event, event: Event) -> None:
    """Refuse an event whose time is before that of the line before it.

    Raises:
        LogError: it is.
    """
    if event.time < before.time:
        raise LogError(
            f"{event.place}: the time goes back, from {before.time:g} in {before.place} to "
            f'{event.time:g}: order="node" takes the lines as written'
        )


def _id(event: Event, field: str) -> object:
    """An id, which one event may have as a number and another one as text."""
    value = event[field]
    if isinstance(value, (list, dict)):
        raise event.wrong(field, "an id, a number or text")
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return None if value is None else str(value)


def _enter(known: dict[object, Item], item: Item, field: str) -> None:
    """Note an item by its id, which no other has."""
    value = _id(item.event, field)
    if value in known:
        other = known[value].event.place
        raise LogError(
            f"{item.event.place}: the {field} {item.event[field]!r} is that of the {item.event.name} in {other} too"
        )
    known[value] = item


def _is_over(before: Event, event: Event) -> bool:
    """Whether an event was over when another one of its node began: two that touch may be in either order."""
    moment = before.began == before.time == event.began == event.time
    return moment or before.time < event.began


def _need(item: Item, before: Item) -> None:
    """Note that one item comes after another."""
    if before.chain != item.chain:
        item.needs[before.chain] = max(before.at + 1, item.needs.get(before.chain, 0))
    elif before.at >= item.at:
        raise LogError(
            f"{item.event.place}: this comes before {before.event.place} in the log, and after it by its id"
        )
