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
    """A word with its other spellings, and its names in Chinese, if articles have one; the first is the usual one.

    It leads to protocols or subjects, promises, scenarios, functions with their arguments, and pages of docs/.
    """

    word: str
    means: str
    also: tuple[str, ...] = ()
    chinese: tuple[str, ...] = ()
    protocols: tuple[str, ...] = ()
    promises: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()

    @property
    def spellings(self) -> list[str]:
        """All its names."""
        return [self.word, *self.also, *self.chinese]

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


def words_in(text: str, subject: str) -> list[Word]:
    """The words that an English text about a subject uses, in the order of the file; capitals stand as they are.

    Another spelling may be short for something else: in a subject to which its word does not lead it has a space.

    >>> [word.word for word in words_in("An epoch with a high watermark: the ISR is smaller.", "kraft")]
    ['ISR', 'HW']
    """
    texts = {spelling for used in _spelling().findall(text) for spelling in (used, used.lower())}

    def is_used(word: Word) -> bool:
        leads_there = subject in {protocol.partition("/")[0] for protocol in word.protocols}
        return any(s in texts and (leads_there or s == word.word or " " in s) for s in word.spellings)

    return list(filter(is_used, words()))


@cache
def _spelling() -> re.Pattern[str]:
    """Any spelling of a word, the longest first."""
    spellings = sorted((s for word in words() for s in word.spellings if s.isascii()), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, spellings))})(?![\w-])", re.IGNORECASE)


@cache
def _by_key() -> dict[str, Word]:
    return {key(spelling): word for word in words() for spelling in word.spellings}


def find(spelling: str) -> Word | None:
    """The word that has this spelling; of a longer Chinese expression, the word of the longest name in it.

    >>> find("高水位更新").word
    'HW'
    """
    asked, words_by_key = key(spelling), _by_key()
    if asked in words_by_key or not re.search(r"[\u4e00-\u9fff]", asked):
        return words_by_key.get(asked)
    within = max((name for name in words_by_key if name in asked and not name.isascii()), key=len, default="")
    return words_by_key.get(within)
