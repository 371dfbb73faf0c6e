"""When each event happened, in the terms of the model: its epochs begin with 0, and its offsets are next to each other.

A partition's files are put together: those of each broker, rotated ones too, and the controllers'. Entries that several
threads of a broker wrote within milliseconds may be in either order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.impl.kafka.broker_logs.beginnings import Beginning, find_beginning
from tidemark.impl.kafka.broker_logs.lines import CONTROLLERS, ROLES
from tidemark.impl.kafka.broker_logs.lives import BrokerLife
from tidemark.spec.logs.events import LogError, LogEvent

WIDTH = 0.003
"""Seconds: what two threads of a broker did nearer to each other than this may be in the other order."""
STEP = 1e-6
"""Seconds between two entries of one millisecond of a file."""
FETCHER = frozenset({"truncates", "truncates_to_high_watermark", "cuts", "keeps", "out_of_range"})
"""What the one thread writes that fetches for a partition, in this order."""
REASONS = frozenset({"truncates", "truncates_to_high_watermark"})
"""After which of these it writes that the log is cut there, or ends there already."""
RELOADS = frozenset({"loads", "checkpoint"})
"""What a broker writes of a partition when its process begins."""
STATE_CHANGES = ROLES | {"leads_on", "follows_on"}
"""What is in state-change.log."""
OFFSETS = ("offset", "high_watermark", "end_offset")
EPOCHS = ("epoch", "before_epoch", "end_epoch")
BROKERS = ("isr", "old", "new", "replicas")
CRASHES = frozenset({"crashes", "fences", "stops_fenced"})
SHUTDOWNS = frozenset({"lets_leave", "stops_at_once"})
"""What the controller does, by the budget that the model spends for it."""
MOST_NAMED = 5


def arrange(events: Sequence[LogEvent]) -> list[LogEvent]:
    """The events of one partition, from all that its brokers and controllers wrote.

    Raises:
        UsageError: there are several partitions, or a broker or the controller wrote nothing.
    """
    partitions = sorted({event.partition for event in events if "partition" in event.fields})
    if not partitions:
        return []
    if len(partitions) > 1:
        few = ", ".join(partitions[:MOST_NAMED]) + (" …" if len(partitions) > MOST_NAMED else "")
        raise UsageError(f"the logs are of {few}: each partition is a log, as --by partition divides them")
    return PartitionHistory(partitions[0], events).model_events()


class PartitionHistory:
    """What was written of a partition, from its creation on, or from where the logs begin."""

    def __init__(self, partition: str, events: Sequence[LogEvent]) -> None:
        self.partition = partition
        self.activity: dict[int, list[LogEvent]] = defaultdict(list)
        starts: dict[int, list[float]] = defaultdict(list)
        controller: dict[int, list[LogEvent]] = defaultdict(list)
        self._settings = [event for event in events if event.name == "sets"]
        self._unclean = next((event for event in events if event.name == "elects_uncleanly"), None)
        owners = _owners(events)
        for event in sorted(_in_order(events), key=lambda event: event.time):
            if event.name in CONTROLLERS:
                if "broker" in event.fields:
                    controller[event.broker].append(event)
            elif event.file not in owners:
                if event.name != "starts":  # which may be a controller's process
                    raise LogError(
                        f"{event.place}: no line of this file says of which broker it is, as [Broker id=0] does"
                    )
            elif event.name == "starts":
                starts[owners[event.file]].append(event.time)
            else:
                self.activity[event.get("broker", owners[event.file])].append(event)
        created = [event for event in events if event.name == "creates"]
        self.beginning: Beginning = find_beginning(partition, created, self.activity)
        if not any(controller.values()):
            raise UsageError(
                f"{partition}: no line is the controller's: add controller.log of the active controller"
            )
        self._require_all_brokers()
        begin = self.beginning.time
        self._lives = [
            BrokerLife(
                [event for event in controller[broker] if event.time >= begin],
                self.activity[broker],
                starts[broker],
            )
            for broker in self.beginning.replicas
        ]
        offsets = {
            _end(event, name) for written in self.activity.values() for event in written
            for name in OFFSETS if name in event.fields
        }  # fmt: skip
        if self.beginning.is_creation:
            offsets.add(0)
        self._rank = {offset: rank for rank, offset in enumerate(sorted(offsets - {-1}))}

    def _require_all_brokers(self) -> None:
        """Refuse logs that lack those of a broker: each writes of each leader epoch."""
        replicas, first = self.beginning.replicas, self.beginning.epoch
        has_news = any(
            event.get("epoch", first) > first for written in self.activity.values() for event in written
        )
        if not has_news and not self.beginning.is_creation:
            return
        for broker in replicas:
            kinds = {event.name for event in self.activity[broker]}
            creates = any(event.get("before_epoch") == -1 for event in self.activity[broker])
            if not kinds:
                lacks = "wrote nothing of it: add its state-change.log and server.log"
            elif not kinds & ROLES:
                lacks = "wrote of no leader epoch: add its state-change.log"
            elif creates and kinds <= STATE_CHANGES:
                lacks = "wrote nothing of its log: add its server.log"
            else:
                continue
            raise UsageError(
                f"{self.partition}: broker {broker} {lacks}, as of all replicas, {', '.join(map(str, replicas))}"
            )

    def model_events(self) -> list[LogEvent]:
        """All events; the first has the bounds of the model."""
        of_brokers = [
            self._model_event(broker, event) for broker in self.activity for event in self._kinds(broker)
        ]
        of_controller = [
            _event_at(event, kind, time) for life in self._lives for event, kind, time in life.events()
        ]
        first = min((event.began for event in (*of_brokers, *of_controller)), default=0.0) - 1
        begins = _event_at(self.beginning.event, "begins", first)
        begins.fields = {"replicas": self.beginning.replicas, **begins.fields}
        begins.fields["bounds"] = self._bounds(of_brokers, of_controller)
        unsure = [] if self.beginning.is_creation else self._unsure(first)
        return [begins, *unsure, *of_brokers, *of_controller]

    def _unsure(self, first: float) -> list[LogEvent]:
        """Where the logs do not begin with the partition: each follower may be out of the ISR, or fenced."""
        followers = zip(self.beginning.replicas[1:], self._lives[1:], strict=True)
        return [
            _event_at(
                self.beginning.event,
                "is_down" if life.begins_down else "may_lag",
                first + number * STEP,
                broker,
            )
            for number, (broker, life) in enumerate(followers, 1)
        ]

    def _kinds(self, broker: int) -> Iterator[tuple[LogEvent, str]]:
        """What a broker wrote, with its kind in the map, which may depend on what it wrote before."""
        version, cut_to = -1, None
        for event in self.activity[broker]:
            kind = event.name
            if kind == "truncates_to_high_watermark" and event.offset != event.high_watermark:
                kind = "foreign"
            if kind in ("cuts", "keeps") and cut_to not in (None, _end(event, "offset")):
                kind = "foreign"
            cut_to = event.offset if event.name in REASONS else None
            if kind in ("isr", "leads_on"):
                kind = kind if event.version > version else f"{kind}_again"
            version = max(version, event.get("version", -1))
            if kind in RELOADS:
                version = -1
            yield event, kind

    def _model_event(self, broker: int, written: tuple[LogEvent, str]) -> LogEvent:
        event, kind = written
        fields = dict(event.fields)
        for name in OFFSETS:
            if name in fields:
                fields[name] = self._rank.get(_end(event, name), -1)
        for name in EPOCHS:
            if name in fields:
                fields[name] = max(-1, fields[name] - self.beginning.epoch)
        named = {broker, *(member for name in BROKERS for member in fields.get(name, ()))}
        named |= {fields[name] for name in ("leader", "before") if fields.get(name) is not None}
        if not named <= set(self.beginning.replicas):
            kind = "foreign"
        fields["broker"] = broker
        began = event.began if kind == "cuts" else event.time - WIDTH
        return LogEvent(event.file, event.line, _fields_of(fields), kind, str(broker), event.time, began)

    # Bounds.

    def _bounds(self, of_brokers: Sequence[LogEvent], of_controller: Sequence[LogEvent]) -> dict[str, Any]:
        kinds = [event.name for event in of_controller]
        roles = [event for event in of_brokers if event.name in ROLES]
        top = max(self._rank.values())
        appended = sum(self._count_appends(of_brokers, event) for event in roles if event.name == "leads")
        crashes = sum(kind in CRASHES for kind in kinds)
        if not self.beginning.is_creation:
            appended += top  # by the leader of the first epoch
            crashes += sum(life.begins_down for life in self._lives[1:])
        last = max((event.time for event in roles), default=0.0)
        may_elect = any(
            event.time >= last for event in of_controller
        )  # a leader that has written nothing yet
        return {
            "replicas": len(self.beginning.replicas),
            "max-epoch": max([1, *(event.epoch for event in roles)]) + may_elect,
            "log-size": max(1, top),
            "records": max(1, appended),
            "crashes": crashes,
            "zombies": kinds.count("fences"),
            "shutdowns": sum(kind in SHUTDOWNS for kind in kinds),
            "consumers": "no",
            "checkpoint": "lazy" if crashes else "at-once",
            "election-order": "assigned" if self.beginning.is_creation else "any",
            **self._bounds_of_settings(),
        }

    def _count_appends(self, of_brokers: Sequence[LogEvent], leads: LogEvent) -> int:
        """How many records a leader appended at most, as far as the logs show it."""
        ends = [leads.offset]
        for event in of_brokers:
            if event.node == leads.node and event.time > leads.time:
                ends += [event.fields[name] for name in ("offset", "high_watermark") if name in event.fields]
                if event.name in ROLES or event.name in RELOADS:
                    break
        else:
            ends.append(max(self._rank.values()))
        appended: int = max(ends) - leads.offset
        return appended

    def _bounds_of_settings(self) -> dict[str, Any]:
        """The settings of the topic that are bounds of the model, or those of all topics."""
        topic = self.partition.rpartition("-")[0]
        values: dict[str, dict[str, LogEvent]] = {"TOPIC": {}, "BROKER": {}}
        for event in self._settings:
            if event.topic == (topic if event.type == "TOPIC" else ""):
                first = values[event.type].setdefault(event.setting, event)
                if first.value != event.value:
                    raise LogError(
                        f"{event.place}: {event.setting} becomes {event.value}, and the model keeps one value, which "
                        f"is {first.value} since {first.place}"
                    )
        named = {name: event.value for name, event in {**values["BROKER"], **values["TOPIC"]}.items()}
        bounds: dict[str, Any] = {}
        if least := named.get("min.insync.replicas"):
            bounds["min-isr"] = min(int(least), len(self.beginning.replicas))
        if named.get("unclean.leader.election.enable") == "true":
            bounds["unclean"] = "yes"
        elif self._unclean:
            raise LogError(
                f"{self._unclean.place}: an operator asked for an unclean election, which is not in the model: "
                "validate the lines before it"
            )
        return bounds


def _owners(events: Sequence[LogEvent]) -> dict[str, int]:
    """The broker of each file: some entries have no broker's number. The files of a folder may tell of each other."""
    owners: dict[str, int] = {}
    folders: dict[PurePath, set[int]] = defaultdict(set)
    for event in events:
        if event.name not in CONTROLLERS and "broker" in event.fields:
            owners.setdefault(event.file, event.broker)
            folders[PurePath(event.file).parent].add(event.broker)
    for file in {event.file for event in events} - owners.keys():
        if len(of_folder := folders[PurePath(file).parent]) == 1:
            owners[file] = next(iter(of_folder))
    return owners


def _in_order(events: Sequence[LogEvent]) -> Iterator[LogEvent]:
    """The events of each file with times that keep their order within a millisecond; a cut comes after its reason."""
    times: dict[str, float] = defaultdict(float)
    reasons: dict[str, float] = {}
    for event in events:
        last, time = times[event.file], event.time
        if last - WIDTH < time <= last:  # another thread was a little faster
            time = last + STEP
        times[event.file] = time
        began = max(time - WIDTH, reasons.get(event.file, 0.0) + STEP)
        if event.name in FETCHER:
            reasons[event.file] = time
        yield LogEvent(event.file, event.line, event.fields, event.name, event.node, time, began)


def _end(event: LogEvent, name: str) -> int:
    """An offset; of an entry that has the last one of a log, the log end offset."""
    value: int = event.fields[name]
    return value + 1 if event.name == "keeps" else value


def _event_at(event: LogEvent, kind: str, time: float, broker: int | None = None) -> LogEvent:
    fields = dict(event.fields) if broker is None else {**event.fields, "broker": broker}
    return LogEvent(event.file, event.line, _fields_of(fields), kind, "controller", time, time)


def _fields_of(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of an event, with what its entry says last."""
    text = fields.pop("text")
    return {name: value for name, value in fields.items() if name not in ("event", "at", "began", "node")} | {
        "entry": text
    }
