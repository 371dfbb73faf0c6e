"""Which events are the same to a map: those of one kind that have the same values in all fields that it has read.

What a map says of an event depends on what it reads of it, so it is asked once for all events that are the same. Which
fields it reads shows while it is asked.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from tidemark.checker.validation.order import Occurrence
from tidemark.spec.logs.events import LogEvent

Read = tuple[int, str, bool]
"""Of the request or its answer (1), a field or, if the last is true, an attribute of the event."""
EVERYTHING: Read = (0, "", True)
"""No other event is the same: its place was read, or all of its fields at once."""
ABSENT = object()
_OWN = frozenset({"file", "line", "fields"})
_PLAIN = frozenset({*_OWN, "node", "time", "began", "name"})
"""The attributes of an event, and those of them that no other event shares."""


class ObservedEvent(LogEvent):
    """An event that notes what is read of it."""

    __slots__ = ("_event", "_reads", "_which")

    def __init__(self, event: LogEvent, reads: set[Read], which: int) -> None:
        self._event, self._reads, self._which = event, reads, which

    def __getitem__(self, name: str) -> Any:
        self._reads.add((self._which, name, False))
        return self._event[name]

    def get(self, name: str, default: Any = None) -> Any:
        self._reads.add((self._which, name, False))
        return self._event.get(name, default)

    def __getattribute__(self, name: str) -> Any:
        if name in _PLAIN:
            reads, event = object.__getattribute__(self, "_reads"), object.__getattribute__(self, "_event")
            which = object.__getattribute__(self, "_which")
            reads.add(EVERYTHING if name in _OWN else (which, name, True))
            return getattr(event, name)
        return object.__getattribute__(self, name)


@dataclass
class EventKind:
    """A kind of events. reads: what has been read of any, and the same in order. was_asked: whether the map was.

    fields: those that were read, None where everything was; others: whether more was than fields of the event itself.
    """

    reads: frozenset[Read] = frozenset()
    order: tuple[Read, ...] = ()
    was_asked: bool = False
    fields: tuple[str, ...] | None = ()
    others: bool = False

    def read(self, reads_since: set[Read]) -> None:
        """Note what else was read."""
        self.reads |= reads_since
        self.order = tuple(sorted(self.reads))
        self.fields = None if EVERYTHING in self.reads else tuple(name for _, name, _ in self.order)
        self.others = any(which or is_attribute for which, _, is_attribute in self.order)


class EventClasses:
    """Numbers the classes of occurrences that are the same, from 0 on."""

    def __init__(self) -> None:
        self._kinds: dict[str | tuple[str, str], EventKind] = {}
        self.forget()

    def forget(self) -> None:
        """Forget all classes, but not what is read of each kind."""
        self._classes: dict[Hashable, int] = {}
        self._known: list[tuple[frozenset[Read], set[Read]]] = []
        self._shared: set[int] = set()

    def find_number(self, occurrence: Occurrence) -> int | None:
        """The class of an occurrence, if the map has been asked about its kind; the class then rarely changes."""
        kind = self._kind(occurrence)
        return self._number(occurrence, kind) if kind.was_asked else None

    def number(self, occurrence: Occurrence) -> int:
        """The class of an occurrence, which was not numbered in this log before."""
        return self._number(occurrence, self._kind(occurrence))

    def _number(self, occurrence: Occurrence, kind: EventKind) -> int:
        if kind.fields is None:
            return self._new(kind)
        if kind.others:
            values = [_value(occurrence, read) for read in kind.order]
        else:
            fields = occurrence.event.fields
            values = [fields.get(name, ABSENT) for name in kind.fields]
        key = (id(kind), kind.order, *values, *map(type, values))
        try:
            number = self._classes.get(key)
        except TypeError:  # a list or an object
            return self._new(kind)
        if number is None:
            number = self._classes[key] = self._new(kind)
        else:
            self._shared.add(number)
        return number

    def observe(self, occurrence: Occurrence, number: int) -> tuple[Any, ...]:
        """What a map is given of an occurrence of this class: events that note what is read of them."""
        events = occurrence.events
        reads = self._known[number][1]
        return tuple(
            None if event is None else ObservedEvent(event, reads, k) for k, event in enumerate(events)
        )

    def read_everything(self, number: int) -> None:
        """Note that what a class is asked about is not known before it is searched."""
        self._known[number][1].add(EVERYTHING)

    def is_confirmed(self, occurrence: Occurrence, number: int) -> bool:
        """Whether all occurrences of a class are still the same, after what was read of this one."""
        kind, (reads_before, reads) = self._kind(occurrence), self._known[number]
        kind.was_asked = True
        if not reads <= kind.reads:
            kind.read(reads)
        return number not in self._shared or reads <= reads_before

    def _new(self, kind: EventKind) -> int:
        self._known.append((kind.reads, set()))
        return len(self._known) - 1

    def _kind(self, occurrence: Occurrence) -> EventKind:
        alone = not occurrence.is_call and occurrence.other is None
        key = (
            occurrence.event.name
            if alone
            else (occurrence.event.name, occurrence.answer.name if occurrence.answer else "")
        )
        kind = self._kinds.get(key)
        if kind is None:
            kind = self._kinds[key] = EventKind()
        return kind


def _value(occurrence: Occurrence, read: Read) -> Any:
    which, name, is_attribute = read
    event = occurrence.answer if which else occurrence.event
    if event is None:
        return ABSENT
    return getattr(event, name) if is_attribute else event.fields.get(name, ABSENT)
