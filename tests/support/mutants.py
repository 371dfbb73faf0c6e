"""Mutated inputs: files of every kind that a user gives, each with a few things changed; a number gives one mutant."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

VALUES: list[Any] = [
    None, True, False, 0, -1, 1, 2, 7, 10**30, 1.5, 1e308, float("nan"), float("inf"), "", "x", "2", "m0", "\x1b[31m",
    "\u202e", "y" * 5000, "../../x", "a\x00b", [], {}, [[]], [None], {"": {}}, [0, 0], {"0": -1}, {"#bigint": "x"},
]  # fmt: skip
"""What takes the place of a part of data."""
WORDS = [
    "[",
    "]",
    "{",
    "}",
    "=",
    '"',
    "#",
    "\n",
    ",",
    "(",
    ")",
    ":",
    "\t",
    "\x00",
    "\x1b",
    "é",
    "\u202e",
    "0",
    "-1",
]
"""What is put into a text, beside words of its own."""


@dataclass(frozen=True)
class Input:
    """A kind of file: its name, the command line that reads it, and what mutates its text."""

    file: str
    words: tuple[str, ...]
    text: str
    mutate: Callable[[random.Random, str], str]


def mutant(kind: Input, number: int) -> str:
    """The text of one mutant."""
    chance = random.Random(f"{kind.file} {number}")
    text = kind.text
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        text = kind.mutate(chance, text)
    return text


def of_text(chance: random.Random, text: str) -> str:
    """A text with a line or a word removed, doubled, changed or moved, or cut off."""
    lines = text.split("\n")
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(7):
        case 0:
            del lines[at]
        case 1:
            lines.insert(other, lines[at])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            return text[: chance.randrange(len(text) + 1)]
        case 4:
            place = chance.randrange(len(text) + 1)
            return text[:place] + chance.choice(WORDS) + text[place:]
        case _:
            lines[at] = _other_word(chance, lines[at], text)
    return "\n".join(lines)


def _other_word(chance: random.Random, line: str, text: str) -> str:
    """A line with one of its words exchanged for another of the text, or for something else."""
    words = list(re.finditer(r"[\w.]+", line))
    if not words:
        return line
    word = chance.choice(words)
    known = re.findall(r"[\w.]+", text)
    new = chance.choice(
        [*chance.sample(known, min(8, len(known))), "-1", "9" * 30, "x" * 5000, "true", "[]", "{}", '""']
    )
    return line[: word.start()] + new + line[word.end() :]


def of_json(chance: random.Random, text: str) -> str:
    """JSON with a part of its data changed; now and then the text."""
    try:
        data = json.loads(text)
    except ValueError:
        return of_text(chance, text)
    return of_text(chance, text) if chance.random() < 0.2 else json.dumps(_changed(chance, data))


def of_json_lines(chance: random.Random, text: str) -> str:
    """Lines of JSON with the data of one changed; now and then the lines."""
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    if chance.random() < 0.3:
        return of_text(chance, text)
    lines[at] = of_json(chance, lines[at])
    return "\n".join(lines)


def _changed(chance: random.Random, data: Any) -> Any:
    """The data with one part removed, doubled, renamed or exchanged."""
    if not isinstance(data, (dict, list)) or not data or chance.random() < 0.05:
        return chance.choice(VALUES)
    if isinstance(data, list):
        return _changed_list(chance, list(data))
    name = chance.choice(list(data))
    match chance.randrange(6):
        case 0:
            return {key: value for key, value in data.items() if key != name}
        case 1:
            return {
                chance.choice(["", "x", "step", name.upper()]) if key == name else key: value
                for key, value in data.items()
            }
        case 2:
            return {**data, name: chance.choice(list(data.values()))}
        case _:
            return {**data, name: _changed(chance, data[name])}


def _changed_list(chance: random.Random, data: list[Any]) -> list[Any]:
    at, other = chance.randrange(len(data)), chance.randrange(len(data))
    match chance.randrange(6):
        case 0:
            del data[at]
        case 1:
            data.insert(other, data[at])
        case 2:
            data[at], data[other] = data[other], data[at]
        case _:
            data[at] = _changed(chance, data[at])
    return data


def mutated_bytes(chance: random.Random, content: bytes) -> bytes:
    """The content of a binary file with bytes changed, put in, taken out or cut off."""
    at = chance.randrange(len(content) + 1)
    some = chance.randbytes(chance.choice((1, 1, 4, 8, 100)))
    match chance.randrange(5):
        case 0:
            return content[:at]
        case 1:
            return content[:at] + some + content[at:]
        case 2:
            return content[:at] + content[at + len(some) :]
        case 3:
            return content[:at] + chance.choice((b"\0", b"\xff")) * len(some) + content[at + len(some) :]
        case _:
            return content[:at] + some + content[at + len(some) :]
