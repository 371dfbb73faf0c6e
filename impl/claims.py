"""The claims of articles about Kafka, each with a verdict and its evidence. `claims.toml` has them.

A claim is in our words; where a public text has the sentence, a clause of it is quoted. `glossary` explains the terms;
this module has what articles say with them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_suffix(".toml")
SUBJECTS = (
    "log", "replicas", "high watermark", "acks", "epochs", "elections", "controller", "requests", "groups",
    "assignors", "producers", "delivery", "out of scope",
)  # fmt: skip
"""In the order of the page."""
OUT_OF_SCOPE = SUBJECTS[-1]
VERDICT = re.compile(r"true|false|true (from [\d.]+( to [\d.]+)?|up to [\d.]+|only (if|with|where|while) .+)")


@dataclass(frozen=True)
class Evidence:
    """What shows a verdict: a command, with words that it prints; a test of the suite; or a line of Kafka's sources.

    Words are compared after white space has been reduced to single blanks. A line is given by its tag, file, number and
    a word on it, as in `"3.8.0 core/src/main/scala/kafka/zk/ZkData.scala:371 state"`; line 0 means that the file does
    not have the word. tools/kafka-sources looks both up.
    """

    run: str = ""
    says: str = ""
    test: str = ""
    source: str = ""

    def cite(self) -> tuple[str, str, int, str]:
        """The tag, the file, the line and the word of a source.

        >>> Evidence(source="3.8.0 core/src/main/scala/kafka/zk/ZkData.scala:371 state").cite()
        ('3.8.0', 'core/src/main/scala/kafka/zk/ZkData.scala', 371, 'state')
        """
        tag, place, word = self.source.split()
        file, _, line = place.rpartition(":")
        return tag, file, int(line), word


@dataclass(frozen=True)
class Article:
    """A public text that makes claims: the letter by which they cite it, its title, who wrote it, and where it is."""

    letter: str
    title: str
    english: str
    by: str = ""
    address: str = ""


@dataclass(frozen=True)
class Claim:
    """A statement of articles, what is true of it, and the page of docs/ that tells it.

    `verdict` is "true", "false", "true from 0.11", "true up to 2.0", "true from 0.9 to 2.3" (releases of Kafka), "true
    only if" a condition, or empty if the statement is out of scope. `why` says what is true instead, or why it is out
    of scope. `article` is the letter of the text that is quoted, and the number of the lecture if it has several:
    "A27"; `english` translates the quote. `contradicts` has the claims that say otherwise.
    """

    number: int
    subject: str
    claim: str
    verdict: str = ""
    why: str = ""
    evidence: tuple[Evidence, ...] = ()
    page: str = ""
    article: str = ""
    quote: str = ""
    english: str = ""
    contradicts: tuple[int, ...] = ()

    @property
    def article_title(self) -> str:
        """The title of the text that is quoted, and the number of its lecture."""
        titles = {article.letter: article.title for article in articles()}
        return f"{titles[self.article[0]]} {self.article[1:]}".strip() if self.article else ""

    @property
    def text(self) -> str:
        """All that is said of it."""
        return f"{self.claim} {self.why}".strip()


@cache
def articles() -> tuple[Article, ...]:
    """The texts that are quoted."""
    return tuple(Article(**entry) for entry in _read()["article"])


@cache
def claims() -> tuple[Claim, ...]:
    """All claims, ordered by subject and then by number."""
    entries = _read()["claim"]
    for entry in entries:
        entry["evidence"] = tuple(Evidence(**evidence) for evidence in entry.get("evidence", ()))
        entry["contradicts"] = tuple(entry.get("contradicts", ()))
    read = (Claim(**entry) for entry in entries)
    return tuple(sorted(read, key=lambda claim: (SUBJECTS.index(claim.subject), claim.number)))


def _read() -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def find(spellings: Sequence[str]) -> list[Claim]:
    """The claims that use a word, in one of its spellings: as a whole word, in upper or lower case.

    Those that name it first come first.
    """
    said = re.compile(
        "|".join(rf"(?<!\w){re.escape(spelling)}(?!\w)" for spelling in spellings), re.IGNORECASE
    )
    places = {claim: match.start() for claim in claims() if (match := said.search(claim.text))}
    others = {claim: len(claim.text) for claim in claims() if claim.subject in spellings}
    places = others | places
    return sorted(places, key=places.__getitem__)
