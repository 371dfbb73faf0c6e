"""EDN, the notation of Clojure and of Jepsen's histories: each map of a file is an event.

    {:process 3, :type :ok, :f :cas, :value [2 4], :time 17}      one after another, or all of them in one vector

The reader of EDN on PyPI, `edn_format`, gives no lines, and reads less than a megabyte in a second; a history may have
hundreds. A keyword is its name as text, a vector, list or set is a list, `nil` is None, and a tag is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

_TOKEN = re.compile(
    r"""[\s,]+ | ;[^\n]*
      | ( \#[{_] | [^\s,;"\[\](){}\\]+ | [\[\](){}] | "(?:[^"\\]|\\.)*" | \\(?:\w+|.) | . )""",
    re.VERBOSE | re.DOTALL,
)
"""Spaces, a remark, or a token, which is the group."""
_NUMBER = re.compile(r"([+-]?\d+)N?|([+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)M?")
_WORDS: dict[str, Any] = {"nil": None, "true": True, "false": False}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_BRACKETS = ("[", "(", "{", "#{")
_CLOSING = {"]": "[", ")": "(", "}": "{"}
DEEPEST = 500
"""Values that may be within each other."""


class _Open:
    """A collection that is being read. discards: how many of the values that come next are left out."""

    __slots__ = ("bracket", "discards", "line", "values")

    def __init__(self, bracket: str, line: int) -> None:
        self.bracket, self.line, self.values, self.discards = bracket, line, list[Any](), 0

    def value(self) -> Any:
        """The collection, now that it is closed."""
        if self.bracket != "{":
            return self.values
        keys, values = self.values[::2], self.values[1::2]
        if len(keys) != len(values):
            raise ValueError(f"the map that begins in line {self.line} has a key without a value")
        try:
            pairs = dict(zip(keys, values, strict=True))
        except TypeError:
            raise ValueError("a key of a map is a collection, and must be a word or a number") from None
        if len(pairs) < len(keys):
            raise ValueError(f"the key {next(k for k in keys if keys.count(k) > 1)} is there twice")
        return pairs


class EventParser:
    """Takes token by token. A bracket that is in no other one is that of the vector of all events."""

    def __init__(self) -> None:
        self.outermost = _Open("", 0)
        self.stack: list[_Open] = []

    def take(self, token: str, line: int) -> tuple[int, dict[str, Any]] | None:
        """Take the next token; gives the event that ends with it."""
        stack = self.stack
        if token in _BRACKETS:
            if stack or token not in "[(":
                self._open(token, line)
        elif token in _CLOSING:
            if stack or token == "}":
                closed = self._close(token)
                return self._add(closed.value(), closed.line)
        elif token[0] != "#" or token.startswith("##"):
            return self._add(_scalar(token), line)
        elif token == "#_":
            (stack[-1] if stack else self.outermost).discards += 1
        return None  # also for a tag: what is tagged comes next

    def _open(self, token: str, line: int) -> None:
        if len(self.stack) == DEEPEST:
            raise ValueError("this is nested too deeply")
        self.stack.append(_Open(token, line))

    def _close(self, token: str) -> _Open:
        if not self.stack or self.stack[-1].bracket.removeprefix("#") != _CLOSING[token]:
            raise ValueError(f"{token} closes nothing that is open")
        return self.stack.pop()

    def _add(self, value: Any, line: int) -> tuple[int, dict[str, Any]] | None:
        top = self.stack[-1] if self.stack else self.outermost
        if top.discards:
            top.discards -= 1
        elif self.stack:
            top.values.append(value)
        elif isinstance(value, dict):
            return line, {str(name): content for name, content in value.items()}
        else:
            raise ValueError(f"an event is a map, and this is {str(value)[:40]}")
        return None


def read_edn(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The maps of a file, each with the line in which it begins; they may be in one vector or list."""
    parser = EventParser()
    for number, text in _whole_lines(lines):
        for token in filter(None, _TOKEN.findall(text)):
            event = parser.take(token, number)
            if event is not None:
                yield event
    if parser.stack:
        begun = parser.stack[0]
        raise ValueError(f"what begins with {begun.bracket} in line {begun.line} does not end")


def _whole_lines(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines, but those over which a text goes as one, each with the number of the first."""
    begun, text = 0, ""
    for number, line in enumerate(lines, 1):
        text, begun = (text + line, begun) if text else (line, number)
        is_plain = text.count('"') % 2 == 0 and "\\" not in text and ";" not in text
        if not is_plain and '"' in _TOKEN.findall(text):
            continue
        yield begun, text
        text = ""
    if text:
        raise ValueError(f"the text that begins in line {begun} does not end")


@lru_cache(1 << 14)
def read_value(text: str) -> Any:
    """One value, as `[2 3]`, `nil` or `:timed-out`.

    Raises:
        ValueError: it is not one value of EDN.
    """
    ((_, event),) = read_edn([f"{{:value {text or 'nil'}}}"])
    return event["value"]


@lru_cache(1 << 14)
def _scalar(token: str) -> Any:
    """A value that is no collection."""
    if token in _WORDS:
        return _WORDS[token]
    match = _NUMBER.fullmatch(token)
    if match:
        return int(match[1]) if match[1] and len(match[1]) < 300 else float(match[2] or match[1])
    if token[0] == '"':
        return _ESCAPE.sub(_unescape, token[1:-1])
    return token.removeprefix(":")


def _unescape(match: re.Match[str]) -> str:
    return chr(int(match[1], 16)) if match[1] else _ESCAPES.get(match[2], match[2])
