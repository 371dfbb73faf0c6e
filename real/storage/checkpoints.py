"""The small text files in a broker's directories: checkpoints, `meta.properties`, `partition.metadata`, `quorum-state`,
and `.kafka_cleanshutdown`.

A checkpoint is a version, a number of rows, and the rows (`CheckpointFile`). Those of offsets have a topic, a partition
and an offset in each (`OffsetCheckpointFile`), the one of epochs an epoch and its first offset
(`LeaderEpochCheckpointFile`).
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from typing import Any

from tidemark.real.storage.names import partition_name

VERSIONS = {"0"}
GREATEST = 2**63 - 1
"""Offset, as of any number in a checkpoint."""
LINE_END = re.compile(r"\r\n?|\n")
"""Where Java's readers end a line: Python's `splitlines` does so in other places too."""
NEEDED = {"0": ("broker.id",), "1": ("node.id", "cluster.id")}
"""The properties that a `meta.properties` must have, by its version (`MetaProperties`)."""
QUORUM_STATES = {
    0: {
        "clusterId": str, "leaderId": int, "leaderEpoch": int, "votedId": int, "appliedOffset": int,
        "currentVoters": list,
    },
    1: {"leaderId": int, "leaderEpoch": int, "votedId": int, "votedDirectoryId": str},
}  # fmt: skip
"""The fields of a `quorum-state`, by its version (`QuorumStateData`)."""


def rows(content: str, columns: int) -> list[list[str]]:
    """The rows of a checkpoint, each with that many columns.

    Raises:
        ValueError: it is not such a text; the message names the line.
    """
    if not content:
        return []  # created, and not yet written
    lines = content.split("\n")
    if lines[-1] == "":
        lines.pop()
    if not lines or lines[0].strip() not in VERSIONS:
        raise ValueError(f"line 1 is {_describe_first(lines)}, and should be version 0")
    if len(lines) < 2 or not _is_number(lines[1].strip()):
        raise ValueError(f"line 2 is {_describe_first(lines[1:])}, and should be the number of rows")
    count = int(lines[1])
    cells = [line.split() for line in lines[2:]]
    if len(cells) != count:
        raise ValueError(f"it has {len(cells):,} rows, and says that it has {count:,}")
    for number, row in enumerate(cells, 3):
        if len(row) != columns or not all(_is_number(cell) for cell in row[-2:]):
            raise ValueError(f"line {number} is {lines[number - 1][:80]!r}: {columns} columns are wanted")
    return cells


def offsets(content: str) -> dict[str, int]:
    """The offset of each partition in a checkpoint of offsets.

    Raises:
        ValueError: it is not one.
    """
    return {partition_name(topic, int(number)): int(offset) for topic, number, offset in rows(content, 3)}


def epochs(content: str) -> list[tuple[int, int]]:
    """Each leader epoch and its first offset, as `leader-epoch-checkpoint` has them.

    Raises:
        ValueError: it is no checkpoint of epochs.
    """
    return [(int(epoch), int(start)) for epoch, start in rows(content, 2)]


def properties(content: str) -> dict[str, str]:
    """The pairs of a file of properties, such as `meta.properties`.

    Raises:
        ValueError: a line has no pair, a property is missing, or an id is malformed.
    """
    lines = [line.strip() for line in LINE_END.split(content) if line.strip() and not line.startswith("#")]
    pairs = dict(_pair(line, "=") for line in lines)
    version = pairs.get("version", "missing")
    if version not in NEEDED:
        raise ValueError(f"its version is {version[:40]!r}, and should be {' or '.join(NEEDED)}")
    if missing := [name for name in NEEDED[version] if not pairs.get(name)]:
        raise ValueError(f"{missing[0]} is missing, which version {version} has")
    for name in ("node.id", "broker.id"):
        if name in pairs and not _is_number(pairs[name]):
            raise ValueError(f"{name} is {pairs[name][:40]!r}, and should be a number")
    if "directory.id" in pairs:
        _require_id("directory.id", pairs["directory.id"])
    return pairs


def metadata(content: str) -> dict[str, str]:
    """The pairs of `partition.metadata`: `version` and `topic_id`.

    Raises:
        ValueError: it lacks one, or the id is malformed.
    """
    pairs = dict(_pair(line, ":") for line in LINE_END.split(content) if line.strip())
    if pairs.get("version") != "0" or not pairs.get("topic_id"):
        raise ValueError("it should have version 0 and a topic_id")
    _require_id("topic_id", pairs["topic_id"])
    return pairs


def require_mark(content: str) -> None:
    """Refuse a `.kafka_cleanshutdown` that can't be read. It is empty, or has the broker's epoch (KIP-966).

    Raises:
        ValueError: it has something else.
    """
    if content:
        data = _object(content)
        for name in ("version", "brokerEpoch"):
            _require_field(data, name, int)


def voters(content: str) -> tuple[int, ...]:
    """The voters that a `quorum-state` names; empty if it names none, as where they may change (KIP-853).

    Raises:
        ValueError: it is no JSON of that form.
    """
    data = _object(content)
    version = data.get("data_version")
    if version not in QUORUM_STATES or isinstance(version, bool):
        raise ValueError(f"its data_version is {version!r:.40}, and should be 0 or 1")
    for name, sort in QUORUM_STATES[version].items():
        _require_field(data, name, sort)
    rows = data.get("currentVoters", [])
    for row in rows:
        if not isinstance(row, dict):
            raise ValueError(f"a voter is {row!r:.40}, and should be an object")
        _require_field(row, "voterId", int)
    return tuple(row["voterId"] for row in rows)


def _object(content: str) -> dict[str, Any]:
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        raise ValueError(f"{content[:40]!r} is no JSON") from None
    if not isinstance(data, dict):
        raise ValueError(f"{content[:40]!r} is no object")
    return data


def _require_field(data: dict[str, Any], name: str, sort: type) -> None:
    if not isinstance(data.get(name), sort) or isinstance(data[name], bool):
        raise ValueError(
            f"its field {name} is {data.get(name)!r:.40}, and should be of the type {sort.__name__}"
        )


def _require_id(name: str, encoded: str) -> None:
    """Refuse what Kafka would not write as a `Uuid`: 16 bytes in base 64 for URLs, without padding."""
    try:
        data = base64.b64decode(f"{encoded}==", altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if len(data) != 16 or base64.urlsafe_b64encode(data).decode().rstrip("=") != encoded:
        raise ValueError(f"{name} is {encoded[:40]!r}, and should be an id of 22 characters")


def _pair(line: str, sign: str) -> tuple[str, str]:
    name, separator, value = line.partition(sign)
    if not separator:
        raise ValueError(f"{line[:80]!r} is no pair")
    return name.strip(), value.strip()


def _is_number(cell: str) -> bool:
    digits = cell.removeprefix("-")
    return len(digits) < 20 and digits.isascii() and digits.isdecimal() and int(digits) <= GREATEST


def _describe_first(lines: list[str]) -> str:
    return repr(lines[0][:40]) if lines else "missing"
