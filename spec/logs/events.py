"""Events: lines of a log, with their place, so that every message about one can name it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.base.names import nearest
from tidemark.spec.logs.mistakes import mistake

_NUMBER = re.compile(r"[+-]?[0-9]+")


class LogError(UsageError):
    """A mistake in a log. The message starts with the file and the line."""


@dataclass(eq=False, slots=True)
class LogEvent:
    """A line of a log. A field is an attribute, `e.term`, or `e["term"]` where its name is one of those below.

    file, line: where it is; in a file that is one document, the number of the state or span in words.
    fields: by name, as the reader gives them. name: which kind of event it is. node: where it was; where the map names
    no field for that, the file's name without folder and ending. time: when it was, in the unit of the log, or when it
    ended; began: when it began, which is the same but for an event that lasts.
    """

    file: str
    line: int | str
    fields: Mapping[str, Any]
    name: str = ""
    node: str = ""
    time: float = 0.0
    began: float = 0.0

    @property
    def place(self) -> str:
        """`file:line`."""
        return place(self.file, self.line)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self[name]

    def __getitem__(self, name: str) -> Any:
        """The value of a field.

        Raises:
            LogError: the event has no such field.
        """
        if name in self.fields:
            return self.fields[name]
        hint = nearest(name, self.fields) or f": it has {', '.join(self.fields) or 'none'}"
        raise LogError(f"{self.place}: {self.designation} has no field {name}{hint}")

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a field, or the default where the event has no such field."""
        return self.fields.get(name, default)

    @property
    def designation(self) -> str:
        """What a message calls it."""
        return f"the event {self.name}" if self.name else "this line"

    def number(self, name: str) -> int:
        """A field as a whole number, which may be written as text.

        Raises:
            LogError: it is not one.
        """
        value = self[name]
        if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
            if len(value) < 20:
                return int(value)
            raise self.wrong(name, "a whole number of less than 20 digits")
        if isinstance(value, float) and value.is_integer():
            return int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.wrong(name, "a whole number")
        return value

    def text(self, name: str) -> str:
        """A field as text.

        Raises:
            LogError: it is something else than text or a number.
        """
        value = self[name]
        if isinstance(value, bool) or not isinstance(value, (str, int, float)):
            raise self.wrong(name, "text")
        return str(value)

    def truth(self, name: str) -> bool:
        """A field as a truth value: true or false, as JSON has it or as a word.

        Raises:
            LogError: it is not one.
        """
        value = self[name]
        boolean = {"true": True, "false": False}.get(value.lower()) if isinstance(value, str) else value
        if not isinstance(boolean, bool):
            raise self.wrong(name, "true or false")
        return boolean

    def wrong(self, name: str, kind: str) -> LogError:
        """The complaint that a field is not of some kind."""
        return LogError(
            f"{self.place}: {name} of {self.designation} is {self.fields[name]!r}, and must be {kind}"
        )


class UnreadEvent(LogEvent):
    """An event of which nothing may be read, since the map says that others are alike."""

    __slots__ = ("_kind",)

    def __init__(self, kind: str) -> None:
        object.__setattr__(self, "_kind", kind)

    def __getattribute__(self, name: str) -> Any:
        if name.startswith("__"):
            return object.__getattribute__(self, name)
        kind = object.__getattribute__(self, "_kind")
        raise mistake(f"the events {kind} are alike: what they are does not depend on {name} of one of them")

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


def place(file: str, line: int | str) -> str:
    """`file:line`, or `file: span 3`."""
    return f"{file}:{line}" if isinstance(line, int) else f"{file}: {line}"
