"""A state as a picture: lanes side by side, each with a row of cells or with lines, and the messages between them.

Families make pictures, views draw them, and neither knows the other. Where a family makes none, `by_type` derives one
from the state's type: a lane for each index of an array and for each record, and one for the other fields.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from tidemark.base.names import look_up
from tidemark.spec.types.composites import ArrayType, Record, RecordType
from tidemark.spec.types.differences import fields, members
from tidemark.spec.types.leaves import LeafType, Type

Lanes = Mapping[str, Sequence[str]]
"""For the title of a lane, the fields of the state that it shows; of arrays, a lane for each index."""

MOST_LANES = 8
"""An array indexed by numbers has a lane for each place if it has at most this many places."""


@dataclass(frozen=True)
class Cell:
    """One element of a lane's row.

    value: what it holds. Cells with equal values hold the same thing; what can be lost is a value.
    name, short, detail: its name (`m0`), its name and detail in few characters (`m0@1`), and the detail (`epoch 1`).
    shade: cells with equal numbers have one color.

    >>> Cell(value=0, name="m0@1", short="m0", detail="record m0 of epoch 1", shade=1).short
    'm0'
    """

    value: int
    name: str
    short: str
    detail: str
    shade: int


@dataclass(frozen=True)
class Entry:
    """A field of a lane: its path in the state (`seats[0].work`), its name within the lane, and its value as text.

    messages: those of a network, a text each; None of any other field.
    """

    path: str
    name: str
    text: str
    messages: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Lane:
    """An actor and what it holds.

    actor: its name in arrows and notes. title, short: its heading, and a narrow one.
    role: what it is, or believes that it is.
    cells: its row; None where it has none. mark: the place of the row before which a bar stands.
    lines: more about it, a line each. fields: the same, of a lane that follows from the state's type.
    lead: whether this actor leads, truly or only by its own belief; empty where it does not.
    standing, summary: its role, and all of it, on one line.
    faded: drawn as absent. optional: left out unless an arrow or a note names it.

    >>> Lane("broker 0", "Broker 0", "B0", role="leader").role
    'leader'
    """

    actor: str
    title: str
    short: str
    role: str = ""
    cells: tuple[Cell, ...] | None = None
    mark: int = 0
    lines: tuple[str, ...] = ()
    lead: Literal["", "true", "believed"] = ""
    standing: str = ""
    summary: str = ""
    faded: bool = False
    optional: bool = False
    fields: tuple[Entry, ...] = ()

    def at(self, index: int) -> Cell | None:
        """The cell at a place of the row."""
        return self.cells[index] if self.cells and 0 <= index < len(self.cells) else None


@dataclass(frozen=True)
class Titles:
    """The headings of the lanes with rows, of their places, of their bars (also in short), and of their roles.

    end: that of where a row ends; with it, a run has a table of all ends and bars.

    >>> Titles(lane="broker", mark="high watermark", mark_short="HW").mark_short
    'HW'
    """

    lane: str = ""
    place: str = "place"
    mark: str = "bar"
    mark_short: str = ""
    role: str = "role"
    end: str = ""


@dataclass(frozen=True)
class Picture:
    """The lanes, in order. `first` is the number of the first place of each row.

    >>> len(Picture((Lane("broker 0", "Broker 0", "B0"), Lane("broker 1", "Broker 1", "B1"))).lanes)
    2
    """

    lanes: tuple[Lane, ...]
    titles: Titles = Titles()
    first: int = 0

    @property
    def rows(self) -> list[Lane]:
        """The lanes that have a row."""
        return [lane for lane in self.lanes if lane.cells is not None]

    @property
    def visible(self) -> list[Lane]:
        """The lanes that are always shown."""
        return [lane for lane in self.lanes if not lane.optional]

    def lines(self) -> list[str]:
        """The picture as text, a line for each lane that is always shown."""
        return [
            f"{lane.title.lower()}: {lane.summary}" if lane.cells is not None else lane.summary
            for lane in self.visible
        ]


@dataclass(frozen=True)
class Arrow:
    """A message: its sender, its receiver, its text, and whether it answers another.

    >>> Arrow("broker 1", "broker 0", "fetch from 3").text
    'fetch from 3'
    """

    source: str
    target: str
    text: str
    answer: bool = False


@dataclass(frozen=True)
class Note:
    """What a step changed without a message: the actor, and the change in a few words.

    >>> Note("broker 1", "cuts its log").actor
    'broker 1'
    """

    actor: str
    text: str


def by_type(state: Record, lanes: Lanes | None = None) -> Picture:
    """The picture that follows from a state's type, and from what is said of its lanes.

    Of the fields that no lane names, an array gets a lane for each index, and a record gets its own lane. The others
    share one lane; if there are no arrays and records, each gets its own. A field of one value is left out.
    """
    drawn = _PictureBuilder(state)
    for title, names in (lanes or {}).items():
        for name in names:
            drawn.add(name, title)
    unassigned = [name for name in state.type.fields if name not in drawn.named]
    for name in unassigned:
        drawn.add(name)
    return drawn.picture()


class _PictureBuilder:
    """The lanes of a state, as far as they are made."""

    def __init__(self, state: Record) -> None:
        self._state, self.named, self._real_names = state, set[str](), set[str]()
        self._lanes: dict[str, list[Entry]] = {}
        self._alone: list[Entry] = []

    def add(self, name: str, title: str = "") -> None:
        """Add a field of the state, to the lanes of that title."""
        look_up(self._state.type.fields, name, "a lane shows a field that the state does not have,")
        self.named.add(name)
        field, value = self._state.type.fields[name], getattr(self._state, name)
        if isinstance(field, ArrayType) and (title or _has_lanes(field)):
            whose = title or (field.index.kind.name if field.index.kind.family == "id" else "")
            for number, element in enumerate(value):
                index = field.index.values()[number]
                text, path = field.index.text(index), f"{name}[{field.index.text(index)}]"
                if whose and text != str(field.index.show(index)):
                    self._real_names.add(text)
                    title = text
                else:
                    title = f"{whose} {text}" if whose else path
                self._to(title, _entries(field.element, element, path, name))
        elif title or (isinstance(field, RecordType) and not field.has_own_text):
            self._to(title or name.replace("_", " "), _entries(field, value, name, name))
        else:
            self._alone += _entries(field, value, name, name)

    def _to(self, title: str, entries: list[Entry]) -> None:
        lane = self._lanes.setdefault(title, [])
        taken_names = {entry.name for entry in lane}
        lane += [e if e.name not in taken_names else replace(e, name=e.path) for e in entries]

    def picture(self) -> Picture:
        """All lanes; the one that several fields share comes first."""
        whole = [_lane("state", "State", self._alone)] if self._alone and self._lanes else []
        single = [] if self._lanes else [_lane(e.name, e.name, [e]) for e in self._alone]
        titled = [
            _lane(name, name if name in self._real_names else name[:1].upper() + name[1:], lane)
            for name, lane in self._lanes.items()
            if lane
        ]
        return Picture((*whole, *single, *titled))


def _has_lanes(field: ArrayType) -> bool:
    return field.index.kind.family == "id" or field.places <= MOST_LANES


def _entries(type: Type, value: Any, path: str, name: str) -> list[Entry]:
    """The fields of a value, each by its name within it; those of one value are left out."""
    return [
        Entry(
            f"{path}{_join_path(field.path)}",
            field.path or name,
            field.type.text(field.of(value)),
            members(field.type, field.of(value)),
        )
        for field in fields(type)
        if any(leaf.bits for leaf in field.type.leaves(""))
    ]


def _join_path(path: str) -> str:
    return f".{path}" if path and not path.startswith("[") else path


def _lane(actor: str, title: str, entries: Sequence[Entry]) -> Lane:
    lines = tuple(f"{entry.name} {entry.text}" for entry in entries)
    summary = ", ".join(lines) if actor in ("state", entries[0].path) else f"{actor}: {', '.join(lines)}"
    return Lane(actor, title, title.replace(" ", ""), lines=lines, summary=summary, fields=tuple(entries))


def lanes_by_domains(type: RecordType, domains: Mapping[str, LeafType]) -> Lanes:
    """Lanes for arrays indexed by numbers or labels, named by the only domain of parameters that has just those."""
    lanes: dict[str, list[str]] = {}
    for name, field in type.fields.items():
        if isinstance(field, ArrayType) and field.index.kind.family != "id" and _has_lanes(field):
            same = [domain for domain, over in domains.items() if over == field.index]
            exact = [domain for domain in same if domains[domain] is field.index] or same
            if len(exact) == 1:
                lanes.setdefault(exact[0], []).append(name)
    return lanes
