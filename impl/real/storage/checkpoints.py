"""The small text files in a broker's directories: checkpoints, `meta.properties`, `partition.metadata`, `quorum-state`.

A checkpoint is a version, a number of rows, and the rows (`CheckpointFile`). Those of offsets have a topic, a partition
and an offset in each (`OffsetCheckpointFile`), the one of epochs an epoch and its first offset
(`LeaderEpochCheckpointFile`).
"""

from __future__ import annotations

import json

from tidemark.impl.real.storage.names import partition_name

VERSIONS = {"0"}
GREATEST = 2**63 - 1
"""Offset, as of any number in a checkpoint."""


def rows(text: str, columns: int) -> list[list[str]]:
    """The rows of a checkpoint, each with that many columns.

    Raises:
        ValueError: it is not such a text; the message names the line.
    """
    if not text:
        return []  # created, and not yet written
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    if not lines or lines[0].strip() not in VERSIONS:
        raise ValueError(f"line 1 is {_shown(lines)}, and should be version 0")
    if len(lines) < 2 or not _is_number(lines[1].strip()):
        raise ValueError(f"line 2 is {_shown(lines[1:])}, and should be the number of rows")
    count = int(lines[1])
    found = [line.split() for line in lines[2:]]
    if len(found) != count:
        raise ValueError(f"it has {len(found):,} rows, and says that it has {count:,}")
    for number, row in enumerate(found, 3):
        if len(row) != columns or not all(_is_number(cell) for cell in row[-2:]):
            raise ValueError(f"line {number} is {lines[number - 1][:80]!r}: {columns} columns are wanted")
    return found


def offsets(text: str) -> dict[str, int]:
    """The offset of each partition in a checkpoint of offsets.

    Raises:
        ValueError: it is not one.
    """
    return {partition_name(topic, int(number)): int(offset) for topic, number, offset in rows(text, 3)}


def epochs(text: str) -> list[tuple[int, int]]:
    """Each leader epoch and its first offset, as `leader-epoch-checkpoint` has them.

    Raises:
        ValueError: it is no checkpoint of epochs.
    """
    return [(int(epoch), int(start)) for epoch, start in rows(text, 2)]


def properties(text: str) -> dict[str, str]:
    """The pairs of a file of properties, such as `meta.properties`.

    Raises:
        ValueError: a line has no pair, or a broker's id is no number.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    found = dict(_pair(line, "=") for line in lines)
    for name in ("node.id", "broker.id"):
        if name in found and not _is_number(found[name]):
            raise ValueError(f"{name} is {found[name][:40]!r}, and should be a number")
    return found


def metadata(text: str) -> dict[str, str]:
    """The pairs of `partition.metadata`: `version` and `topic_id`.

    Raises:
        ValueError: it lacks one.
    """
    found = dict(_pair(line, ":") for line in text.splitlines() if line.strip())
    if found.get("version") != "0" or not found.get("topic_id"):
        raise ValueError("it should have version 0 and a topic_id")
    return found


def voters(text: str) -> tuple[int, ...]:
    """The voters that a `quorum-state` names; empty if it names none, as where they may change (KIP-853).

    Raises:
        ValueError: it is no JSON of that form.
    """
    try:
        return tuple(int(one["voterId"]) for one in json.loads(text).get("currentVoters") or ())
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError("it names voters in another form") from error


def _pair(line: str, sign: str) -> tuple[str, str]:
    name, found, value = line.partition(sign)
    if not found:
        raise ValueError(f"{line[:80]!r} is no pair")
    return name.strip(), value.strip()


def _is_number(cell: str) -> bool:
    digits = cell.removeprefix("-")
    return len(digits) < 20 and digits.isascii() and digits.isdecimal() and int(digits) <= GREATEST


def _shown(lines: list[str]) -> str:
    return repr(lines[0][:40]) if lines else "missing"
