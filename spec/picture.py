"""A state as a picture: lanes side by side, each with a row of cells or with lines, and the messages between them.

Families make pictures, views draw them, and neither knows the other. Where a family makes none, `by_type` derives one
from the state's type: a lane for each id, and one for the other fields.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tidemark.spec.composites import ArrayType, Record


@dataclass(frozen=True)
class Cell:
    """One element of a lane's row.

    value: what it holds. Cells with equal values hold the same thing; what can be lost is a value.
    name, short, detail: its name (`m0`), its name and detail in few characters (`m0@1`), and the detail (`epoch 1`).
    shade: cells with equal numbers have one color.
    """

    value: int
    name: str
    short: str
    detail: str
    shade: int


@dataclass(frozen=True)
class Lane:
    """An actor and what it holds.

    actor: its name in arrows and notes. title, short: its heading, and a narrow one.
    role: what it is, or believes that it is.
    cells: its row; None where it has none. mark: the place of the row before which a bar stands.
    lines: more about it, a line each.
    lead: whether this actor leads, truly or only by its own belief; empty where it does not.
    standing, summary: its role, and all of it, on one line.
    faded: drawn as absent. optional: left out unless an arrow or a note names it.
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

    def at(self, place: int) -> Cell | None:
        """The cell at a place of the row."""
        return self.cells[place] if self.cells and 0 <= place < len(self.cells) else None


@dataclass(frozen=True)
class Titles:
    """The headings of the lanes with rows, of their places, of their bars (also in short), and of their roles."""

    lane: str = ""
    place: str = "place"
    mark: str = "bar"
    mark_short: str = ""
    role: str = "role"


@dataclass(frozen=True)
class Picture:
    """The lanes, in order. `first` is the number of the first place of each row."""

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
    """A message: its sender, its receiver, its text, and whether it answers another."""

    source: str
    target: str
    text: str
    answer: bool = False


@dataclass(frozen=True)
class Note:
    """What a step changed without a message: the actor, and the change in a few words."""

    actor: str
    text: str


def by_type(state: Record) -> Picture:
    """The picture that follows from a state's type: a lane for each id that indexes arrays, and one for the rest."""
    alone: list[str] = []
    lanes: dict[str, list[str]] = {}
    for name, field in state.type.fields.items():
        value = getattr(state, name)
        if isinstance(field, ArrayType) and field.index.kind.family == "id":
            for index, item in zip(field.index.values(), value, strict=True):
                actor = f"{field.index.kind.name} {field.index.show(index)}"
                lanes.setdefault(actor, []).extend(_lines(name, field.element.text(item)))
        else:
            alone += _lines(name, field.text(value))
    whole = [_lane("state", "State", alone)] if alone else []
    return Picture(
        (*whole, *(_lane(actor, actor[0].upper() + actor[1:], lines) for actor, lines in lanes.items()))
    )


def _lines(name: str, text: str) -> Iterator[str]:
    yield f"{name} {text}"


def _lane(actor: str, title: str, lines: list[str]) -> Lane:
    summary = f"{actor}: {', '.join(lines)}" if actor != "state" else ", ".join(lines)
    return Lane(actor, title, title.replace(" ", ""), lines=tuple(lines), summary=summary)
