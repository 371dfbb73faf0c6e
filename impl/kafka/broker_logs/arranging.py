"""When each event happened, in the terms of the model: its epochs begin with 0, and its offsets are next to each other.

A broker's process reads its log, and follows its leader, before the controller lets it register and unfences it; the
model's broker does so after that. So what the controller did counts as earlier than its line, if the broker's lines
need it:

    controller   lets_leave ── stops ────────────────────────────────────── registers ── unfences
    broker 2                          starts                loads ── follows
    the model    lets_leave ── stops          registers ── unfences ── loads ── follows
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.impl.kafka.broker_logs.lines import CONTROLLERS
from tidemark.spec.logs.events import LogError, LogEvent

WIDTH = 0.003
"""Seconds: what two threads of a broker did nearer to each other than this may be in the other order."""
STEP = 1e-6
"""Seconds from what the controller did to a broker's line that needs it."""
ROLES = frozenset({"leads", "follows"})
"""What a broker writes of each leader epoch."""
BEGINNINGS = frozenset({"loads", "checkpoint"})
"""What a broker writes of a partition when its process begins."""
OFFSETS = ("offset", "high_watermark", "end_offset")
EPOCHS = ("epoch", "before_epoch", "end_epoch")
BROKERS = ("isr", "old", "new", "replicas")
MOST_NAMED = 5
CRASHES = frozenset({"crashes", "fences", "stops_fenced"})
CUTS_OFF = frozenset({"fences", "fences_at_request"})
SHUTDOWNS = frozenset({"lets_leave", "stops_at_once"})
"""What the controller does, by the budget that the model spends for it."""


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
    return PartitionHistory(partitions[0], events).arranged()


class PartitionHistory:
    """What was written of a partition, in the order of time, from its creation on."""

    def __init__(self, partition: str, events: Sequence[LogEvent]) -> None:
        self.partition = partition
        owners: dict[str, int] = {}
        for event in events:
            if event.name not in CONTROLLERS and "broker" in event.fields:
                owners.setdefault(event.file, event.broker)
        self._owners = owners
        in_time = sorted(events, key=lambda event: event.time)
        self._set = [event for event in in_time if event.name == "sets"]
        created = next((event for event in in_time if event.name == "creates"), None)
        if created is None:
            raise UsageError(
                f"{partition}: no line says how it was created: add the controller.log (and rotated ones) with "
                f"`Replayed PartitionRecord for new partition {partition}`"
            )
        if set(created.isr) != set(created.replicas) or created.leader != created.replicas[0]:
            raise LogError(
                f"{created.place}: {partition} is created while a replica is missing from the ISR, or the first one "
                "does not lead: the model does not begin so"
            )
        self.created, self.replicas = created, created.replicas
        later = [event for event in in_time if event.time >= created.time - 1 and event.name != "creates"]
        self.activity: dict[int, list[LogEvent]] = defaultdict(list)
        self.starts: dict[int, list[float]] = defaultdict(list)
        self.controller: dict[int, list[LogEvent]] = defaultdict(list)
        for event in later:
            broker = event.get("broker", owners.get(event.file))
            if event.name in CONTROLLERS:
                if broker in self.replicas and event.time >= created.time:
                    self.controller[broker].append(event)
            elif broker is None:
                raise LogError(
                    f"{event.place}: no line of this file says of which broker it is, such as one with [Broker id=0]"
                )
            elif event.name == "starts":
                self.starts[broker].append(event.time)
            else:
                self.activity[broker].append(event)
        for broker in self.replicas:
            if not any(event.name in ROLES for event in self.activity[broker]):
                raise UsageError(
                    f"{partition}: broker {broker} wrote nothing of it: add its state-change.log and its server.log, "
                    f"as of all replicas, {', '.join(map(str, self.replicas))}"
                )
        numbers = {self._end(event, name) for event in self._partition_events() for name in OFFSETS if name in event.fields}
        self._rank = {offset: rank for rank, offset in enumerate(sorted({0, *numbers} - {-1}))}

    def _partition_events(self) -> Iterator[LogEvent]:
        for events in self.activity.values():
            yield from events

    def _end(self, event: LogEvent, name: str) -> int:
        """An offset; of a line that has the last one of a log, the log end offset."""
        value: int = event.fields[name]
        return value + 1 if event.name == "keeps" else value

    # The events of the model.

    def arranged(self) -> list[LogEvent]:
        """All events, the bounds of the model in the first."""
        of_brokers = [self._modelled(broker, event) for broker in self.activity for event in self.activity[broker]]
        of_controller = [event for broker in self.replicas for event in self._life(broker)]
        begins = self._moved(self.created, "begins", min(event.began for event in (*of_brokers, *of_controller)) - 1)
        begins.fields = {**begins.fields, "bounds": self._bounds(of_brokers, of_controller)}
        return [begins, *of_brokers, *of_controller]

    def _modelled(self, broker: int, event: LogEvent) -> LogEvent:
        fields = dict(event.fields)
        for name in OFFSETS:
            if name in fields:
                fields[name] = self._rank.get(self._end(event, name), -1)
        for name in EPOCHS:
            if name in fields:
                fields[name] = max(-1, fields[name] - self.created.epoch)
        named = [broker, *(member for name in BROKERS for member in fields.get(name, ()))]
        named += [fields[name] for name in ("leader", "before") if fields.get(name) is not None]
        kind = event.name if set(named) <= set(self.replicas) else "foreign"
        fields["broker"] = broker
        return LogEvent(event.file, event.line, _shown(fields), kind, str(broker), event.time, event.time - WIDTH)

    def _moved(self, event: LogEvent, kind: str, time: float) -> LogEvent:
        return LogEvent(event.file, event.line, _shown(dict(event.fields)), kind, "controller", time, time)

    def _life(self, broker: int) -> Iterator[LogEvent]:
        """What the controller did with a broker."""
        events = self.controller[broker]
        is_live, ended = True, 0.0
        for event, following in pairwise([*events, None]):
            assert event is not None
            kind, time = event.name, event.time
            match kind:
                case "stops" | "stops_at_once":
                    is_live, ended = False, time
                    time = max([time, *self._last_before_start(broker, time)])
                case "fences" if is_live:
                    is_live, ended = False, time
                    if following is not None and following.name == "registers":
                        kind, time = "crashes", min([time, *self._start(broker, following.time)])
                        ended = min(ended, time)
                case "registers":
                    if is_live:
                        yield self._moved(event, "crashes", min([time, *self._start(broker, time)]) - STEP)
                        ended = time
                    is_live, time = False, min([time, *self._first_after(broker, ended, time)]) - 2 * STEP
                case "unfences":
                    is_live, time = True, min([time, *self._first_after(broker, ended, time)]) - STEP
                case "fences_at_request" | "lets_leave":
                    is_live = is_live and kind == "lets_leave"
                case _:  # it was fenced already, or its process had not registered
                    continue
            yield self._moved(event, kind, time)

    def _start(self, broker: int, before: float) -> list[float]:
        """When the last process of a broker began, if its server.log says so."""
        return [time for time in self.starts[broker] if time <= before][-1:]

    def _last_before_start(self, broker: int, after: float) -> list[float]:
        """When a process that was told to stop last wrote of the partition."""
        end = next((time for time in self.starts[broker] if time > after), after)
        return [event.time for event in self.activity[broker] if after < event.time < end][-1:]

    def _first_after(self, broker: int, ended: float, before: float) -> list[float]:
        """When the process that registers first wrote of the partition."""
        begin = max([ended, *self._start(broker, before)])
        return [event.time - WIDTH for event in self.activity[broker] if event.time > begin][:1]

    # Bounds.

    def _bounds(self, of_brokers: Sequence[LogEvent], of_controller: Sequence[LogEvent]) -> dict[str, Any]:
        kinds = [event.name for event in of_controller]
        crashes = sum(kind in CRASHES for kind in kinds)
        return {
            "replicas": len(self.replicas),
            "max-epoch": max([1, *(event.epoch for event in of_brokers if event.name in ROLES)]),
            "log-size": max(1, *self._rank.values()),
            "records": max(1, sum(self._appended(of_brokers, event) for event in of_brokers if event.name == "leads")),
            "crashes": crashes,
            "zombies": sum(kind in CUTS_OFF for kind in kinds),
            "shutdowns": sum(kind in SHUTDOWNS for kind in kinds),
            "consumers": "no",
            "checkpoint": "lazy" if crashes else "at-once",
            **self._settings(),
        }

    def _appended(self, of_brokers: Sequence[LogEvent], leads: LogEvent) -> int:
        """How many records a leader appended at most, as far as the logs show it."""
        ends = [leads.offset]
        for event in of_brokers:
            if event.node == leads.node and event.time > leads.time and "offset" in event.fields:
                ends.append(event.offset)
                if event.name in ROLES or event.name in BEGINNINGS:
                    break
        else:
            ends.append(max(self._rank.values()))
        return max(ends) - int(leads.offset)

    def _settings(self) -> dict[str, Any]:
        """The settings of the topic that are bounds of the model, or those of all topics."""
        topic = self.partition.rpartition("-")[0]
        values: dict[str, dict[str, LogEvent]] = {"TOPIC": {}, "BROKER": {}}
        for event in self._set:
            if event.type == "BROKER" or event.topic == topic:
                first = values[event.type].setdefault(event.setting, event)
                if first.value != event.value:
                    raise LogError(
                        f"{event.place}: {event.setting} changes to {event.value}, and the model has one value, "
                        f"{first.value} since {first.place}"
                    )
        named = {**values["BROKER"], **values["TOPIC"]}
        bounds: dict[str, Any] = {}
        if "min.insync.replicas" in named:
            bounds["min-isr"] = min(int(named["min.insync.replicas"].value), len(self.replicas))
        if "unclean.leader.election.enable" in named:
            bounds["unclean"] = "yes" if named["unclean.leader.election.enable"].value == "true" else "no"
        return bounds


def _shown(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of an event, with what its line says last."""
    line = fields.pop("text")
    return {name: value for name, value in fields.items() if name not in ("event", "at", "began", "node")} | {"line": line}
