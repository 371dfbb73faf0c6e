"""Reads the recording of an episode: records, reads, faults, the partition's record, and the logs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.impl.histories.kafka_calls import require_value
from tidemark.real.soak.calls import client_calls
from tidemark.real.soak.schema import ABOUT, OPTIONAL_ABOUT, require_event, require_fields
from tidemark.spec.families.system import Episode
from tidemark.spec.logs.client_histories import ClientCall

ENDS = ("kill", "stop")
DISTURBS = ("pause", "cut", "slow")
ANSWERS = ("acknowledge", "refuse", "fail")
"""What a producer learns of a record, once."""


@dataclass(frozen=True)
class SentRecord:
    """A record that the producer sent. acknowledged, offset: None without an acknowledgement. refused: not appended.

    unsent: it was seen when nobody had sent it; `at` is then when it was seen.
    """

    name: str
    at: float
    acknowledged: float | None = None
    offset: int | None = None
    refused: bool = False
    unsent: bool = False


@dataclass(frozen=True)
class ObservedRecord:
    """A record that the consumer read, the first time that it read it so. epoch: the batch's; None where unknown."""

    at: float
    record: str
    offset: int
    epoch: int | None


@dataclass(frozen=True)
class InjectedFault:
    """Something that was done to a broker."""

    at: float
    what: str
    broker: int


@dataclass(frozen=True)
class ObservedChange:
    """What the controller's record of the partition was from then on. leader: None if there is none."""

    at: float
    epoch: int
    leader: int | None
    isr: frozenset[int]


Log = tuple[tuple[str, int], ...]
"""The records of a log in order: the name and the leader epoch of each."""


@dataclass
class History:
    """An episode. replicas: in the order of their assignment. logs, epochs: those on the disks in the end.

    calls: what clients called and got.
    """

    replicas: tuple[int, ...]
    min_isr: int
    about: Mapping[str, Any]
    sent: dict[str, SentRecord] = field(default_factory=dict)
    reads: list[ObservedRecord] = field(default_factory=list)
    faults: list[InjectedFault] = field(default_factory=list)
    changes: list[ObservedChange] = field(default_factory=list)
    read_at_end: list[str] = field(default_factory=list)
    logs: dict[int, Log] = field(default_factory=dict)
    epochs: dict[int, dict[int, int]] = field(default_factory=dict)
    calls: Sequence[ClientCall] = ()

    @property
    def leader(self) -> int | None:
        """The broker that leads in the end."""
        return self.changes[-1].leader

    @property
    def acknowledged_records(self) -> list[SentRecord]:
        """The records that were acknowledged."""
        return [sent for sent in self.sent.values() if sent.acknowledged is not None]


def read(episode: Episode) -> History:
    """What an episode says.

    Raises:
        UsageError: it lacks something, or names something unknown; the message has the line, or the number of the
        event.
    """
    with _locate_error(episode, 0):
        require_fields(episode.about, ABOUT, OPTIONAL_ABOUT, "the first line")
    about = episode.about
    history = History(tuple(about["replicas"]), int(about["min.insync.replicas"]), about)
    reader = _HistoryReader(history)
    for number, event in enumerate(episode.events, 1):
        with _locate_error(episode, number):
            reader.take(event)
    if not history.changes or not reader.has_last_read or history.logs.keys() != set(history.replicas):
        with _locate_error(episode, 0):
            raise UsageError(
                "it has no end: the partition's record, the last read, or a broker's log is missing"
            )
    history.calls = client_calls(episode, f"episode {about.get('number', '?')}")
    for call in history.calls:
        require_value(call)
    return history


@contextmanager
def _locate_error(episode: Episode, number: int) -> Iterator[None]:
    """Say where a mistake is: the line of a file, or the number of the event, 0 for what stands before them."""
    try:
        yield
    except UsageError as error:
        name = f"episode {episode.about.get('number', '?')}"
        position = f"line {episode.line + number}" if episode.line else f"{name}, event {number}"
        raise UsageError(f"{position}: {error}") from None


class _HistoryReader:
    """Reads an episode into a history, event by event."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._at = -math.inf
        self._reads: set[tuple[int, str, int | None]] = set()
        self._sent: set[str] = set()
        self._answered: set[str] = set()
        self.has_last_read = False

    def take(self, event: Mapping[str, Any]) -> None:
        """Add the next event.

        Raises:
            UsageError: it lacks something, or does not fit those before it.
        """
        kind, at = require_event(event), event["at"]
        if at < self._at:
            raise UsageError(f"at is {at}, and the event before it was at {self._at}")
        self._at, history = at, self._history
        match kind:
            case "send" | "acknowledge" | "refuse" | "fail" | "read":
                self._take_record(kind, event)
            case "partition":
                leader = [] if event["leader"] is None else [event["leader"]]
                self._require_replicas(kind, [*leader, *event["isr"]])
                change = ObservedChange(at, event["epoch"], event["leader"], frozenset(event["isr"]))
                history.changes.append(change)
            case "read at the end":
                self._note_seen(event["records"], at)
                history.read_at_end, self.has_last_read = event["records"], True
            case "log":
                self._require_replicas(kind, [event["broker"]])
                self._note_seen([record for record, _ in event["records"]], at)
                history.logs[event["broker"]] = tuple((record, epoch) for record, epoch in event["records"])
                history.epochs[event["broker"]] = {
                    int(epoch): start for epoch, start in event["epochs"].items()
                }
            case "kill" | "stop" | "start" | "pause" | "cut" | "slow":
                history.faults.append(InjectedFault(at, kind, event["broker"]))

    def _take_record(self, kind: str, event: Mapping[str, Any]) -> None:
        record, at, sent = event["record"], event["at"], self._history.sent
        if kind == "read":
            self._note_seen([record], at)
        if kind in ANSWERS:
            if record not in self._sent:
                raise UsageError(f"{kind}: record is {record!r}, which was not sent before")
            if record in self._answered:
                raise UsageError(f"{kind}: record is {record!r}, which was answered already")
            self._answered.add(record)
        match kind:
            case "send":
                if record in self._sent:
                    raise UsageError(f"{kind}: record is {record!r}, which was sent already")
                self._sent.add(record)
                sent.setdefault(record, SentRecord(record, at))
            case "acknowledge":
                sent[record] = replace(sent[record], acknowledged=at, offset=event["offset"])
            case "refuse":
                sent[record] = replace(sent[record], refused=True)
            case "read":
                read = ObservedRecord(at, record, event["offset"], event.get("epoch"))
                if (key := (read.offset, record, read.epoch)) not in self._reads:
                    self._reads.add(key)
                    self._history.reads.append(read)

    def _note_seen(self, records: Sequence[str], at: float) -> None:
        """Note records that the system shows; that nobody has sent one so far breaks a promise."""
        for record in records:
            self._history.sent.setdefault(record, SentRecord(record, at, unsent=True))

    def _require_replicas(self, kind: str, brokers: Sequence[int]) -> None:
        if strangers := sorted(set(brokers) - set(self._history.replicas)):
            raise UsageError(f"{kind}: broker {strangers[0]} is not one of the replicas of the first line")
