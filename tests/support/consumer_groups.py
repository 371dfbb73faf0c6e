"""Logs of consumer groups (docs/examples/consumer-group), and the same with one line changed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.etcd_faults import ROOT

EXAMPLE = ROOT / "docs" / "examples" / "consumer-group"
KEPT = EXAMPLE / "logs"


@dataclass(frozen=True)
class Line:
    """A line of a log. at: its place among those of its file."""

    file: Path
    at: int
    data: dict[str, Any]

    @property
    def place(self) -> str:
        """`file:line`."""
        return f"{self.file.name}:{self.at}"

    @property
    def text(self) -> str:
        """What Kafka's own client wrote."""
        return str(self.data.get("log", ""))


@dataclass(frozen=True)
class Fault:
    """A change of one line: the first that it fits.

    kind: of the event, or a part of the text. changed: the line with the fault; None where it does not fit. is_taken:
    whether it is for requests alone that are answered without an error.
    """

    kind: str
    changed: Callable[[dict[str, Any]], dict[str, Any] | None]
    is_taken: bool = False

    def put_into(self, folder: Path, copy: Path) -> str:
        """Copy a log with the fault; gives the place of the line that is then wrong: for an answer, of the request."""
        lines = lines_of(folder)
        for line in lines:
            same = [one for one in lines if _id(one) == _id(line)]
            fits = self.kind in (line.data.get("event") or line.text)
            if self.is_taken and same[-1].data.get("error") != "NO_ERROR":
                fits = False
            if found := self.changed(line.data) if fits else None:
                asked = same[0]
                _write(lines, line, found, copy)
                return (asked if _is_answer(line) else line).place
        raise AssertionError(f"no line has room for the fault: {self.kind}")


def lines_of(folder: Path) -> list[Line]:
    """All lines of a group, in the order of time."""
    found = [
        Line(file, number, json.loads(text))
        for file in sorted(folder.glob("*.ndjson"))
        for number, text in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    ]
    return sorted(found, key=lambda line: float(line.data["at"]))


def _id(line: Line) -> object:
    """What a request and its answer share."""
    number = re.search(r"correlationId=(\d+)", line.text)
    return line.file, number[1] if number else line.data.get("id", line.at)


def _is_answer(line: Line) -> bool:
    """Whether the line is of an answer that ends a call; that to a JoinGroup says something by itself."""
    event = str(line.data.get("event", ""))
    return event != "JoinGroupResponse" and (event.endswith("Response") or "Received" in line.text)


def _write(lines: list[Line], line: Line, found: dict[str, Any], copy: Path) -> None:
    copy.mkdir()
    for one in sorted(lines, key=lambda one: one.at):
        with (copy / one.file.name).open("a", encoding="utf-8") as file:
            print(json.dumps(found if one is line else one.data), file=file)


def _two_owners(data: dict[str, Any]) -> dict[str, Any] | None:
    return {**data, "assigned": [0, 1]} if len(data["assigned"]) == 1 else None


def _offset_lost(data: dict[str, Any]) -> dict[str, Any] | None:
    lower = {name: offset - 1 for name, offset in data["offsets"].items() if offset > 1}
    return {**data, "offsets": {**data["offsets"], **lower}} if lower else None


def _skipped(data: dict[str, Any]) -> dict[str, Any] | None:
    return {**data, "offset": data["offset"] + 1} if data["offset"] == 1 else None


def _older(data: dict[str, Any]) -> dict[str, Any] | None:
    return {**data, "generation": data["generation"] - 1} if data["generation"] > 1 else None


def _in_text(before: str, after: Callable[[re.Match[str]], str]) -> Callable[..., dict[str, Any] | None]:
    def changed(data: dict[str, Any]) -> dict[str, Any] | None:
        text = re.sub(before, after, data["log"])
        return {**data, "log": text} if text != data["log"] else None

    return changed


CLASSIC = {
    "two members own a partition in one generation": Fault("SyncGroupResponse", _two_owners),
    "a committed offset goes back": Fault("OffsetFetchResponse", _offset_lost),
    "a record is skipped": Fault("processed", _skipped),
    "a member hears of an old generation": Fault("JoinGroupResponse", _older),
    "a commit of an old generation is taken": Fault("OffsetCommitRequest", _older, is_taken=True),
}
KIP_848 = {
    "two members own a partition": Fault(
        "Received CONSUMER_GROUP_HEARTBEAT", _in_text(r"partitions=\[\d\]", lambda _: "partitions=[0, 1]")
    ),
    "a member is in an epoch that there is not": Fault(
        "Received CONSUMER_GROUP_HEARTBEAT",
        _in_text(r"memberEpoch=([2-7])", lambda found: f"memberEpoch={int(found[1]) + 1}"),
    ),
    "a member says that it owns what it has to revoke": Fault(
        "Sending CONSUMER_GROUP_HEARTBEAT", _in_text(r"partitions=\[\d\]", lambda _: "partitions=[0, 1]")
    ),
}
