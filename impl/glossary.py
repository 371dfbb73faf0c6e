"""The terms of the field, each with its meaning here and where to read on. `glossary.toml` has them."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_suffix(".toml")


@dataclass(frozen=True)
class Word:
    """A word with its other spellings, and its name in Chinese, if articles have one.

    It leads to protocols or subjects, promises, scenarios, functions with their arguments, and pages of docs/.
    """

    word: str
    means: str
    also: tuple[str, ...] = ()
    chinese: str = ""
    protocols: tuple[str, ...] = ()
    promises: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()

    @property
    def spellings(self) -> list[str]:
        """All its names; for a Chinese name also the part without Latin letters."""
        chinese = re.sub(r"[^\u4e00-\u9fff]", "", self.chinese)
        return [self.word, *self.also, *dict.fromkeys(name for name in (self.chinese, chinese) if name)]

    @property
    def anchor(self) -> str:
        """Its place in docs/glossary.md."""
        return re.sub(r"\W+", "-", self.word.lower()).strip("-")


@cache
def words() -> tuple[Word, ...]:
    """All words, in the order of the file."""
    entries: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["word"]
    return tuple(Word(**{name: _as_tuple(value) for name, value in entry.items()}) for entry in entries)


def _as_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def key(spelling: str) -> str:
    """The form in which spellings are compared: without case, spaces, dashes, dots and the like."""
    return re.sub(r"[\W_]+", "", spelling).casefold()


@cache
def _by_key() -> dict[str, Word]:
    return {key(spelling): word for word in words() for spelling in word.spellings}


def find(spelling: str) -> Word | None:
    """The word that has this spelling."""
    return _by_key().get(key(spelling))
