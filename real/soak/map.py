"""Maps a recorded history to the model: an event map, as a user writes one for a log, and its events.

Each change of the controller's record is an event, and no other step changes it. A broker crashes and comes back as it
did; a record is appended where it is in the logs that are left. The model chooses what is not observed (fetches,
answers, who has heard of what). So a run that passes all events explains the history, and if the search finds none,
none exists within the bounds.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from tidemark.impl.kafka.cluster import KafkaCluster
from tidemark.impl.shared.log import ReplicaLog
from tidemark.real.soak.history import DISTURBS, History, InjectedFault, ObservedChange, SentRecord
from tidemark.real.soak.order import SLACK, EpisodeTimeline, find_traces, in_words
from tidemark.spec import Identity, Int, Machine, Number, Truth, UsageError, all_of, any_of, none, not_
from tidemark.spec.families.system import MappedLog
from tidemark.spec.logs.events import LogEvent
from tidemark.spec.logs.maps import EventMap
from tidemark.spec.logs.steps import StepChoice, observe, skip, take

MOST = 8
"""The most that the model's bounds hold."""
FAULTS = {"kill": "broker_crashes", "stop": "broker_stops"}
"""What a broker's end is in the model."""
LAST = ("broker_is_cut_off", "message_is_lost")
"""What a run does without an event only where nothing else leads on."""


@dataclass(frozen=True)
class UnobservedEvents:
    """How often a run may take steps that nobody observed.

    hidden: records that left no trace. losses: of messages. zombies: brokers that lose their session and go on.
    """

    hidden: int
    losses: int
    zombies: int


def freedoms(h: History) -> list[UnobservedEvents]:
    """Bounds of unobserved steps, from few to many: few make a quick search; the last shows that no run exists."""
    zombies = min(sum(fault.what in DISTURBS for fault in h.faults), MOST)
    losses = min(sum(_loses(before, after) for before, after in itertools.pairwise(h.changes)), MOST)
    hidden = min(len(EpisodeTimeline(h).hidden), MOST - len(find_traces(h)))
    fewest, few = UnobservedEvents(0, 0, min(zombies, losses)), UnobservedEvents(min(hidden, 1), 0, losses)
    return list(dict.fromkeys((fewest, few, UnobservedEvents(hidden, zombies, losses))))


def _loses(before: ObservedChange, after: ObservedChange) -> bool:
    return before.leader != after.leader or not before.isr <= after.isr


def bounds(h: History, unobserved: UnobservedEvents) -> dict[str, Any]:
    """The least bounds that hold an episode.

    Raises:
        UsageError: the model has no bounds so large.
    """
    offsets = [read.offset for read in h.reads] + [sent.offset or 0 for sent in h.sent.values()]
    longest = max(1, *map(len, h.logs.values()), *(offset + 1 for offset in offsets))
    sizes = {
        "replicas": len(h.replicas),
        "log-size": max(longest, min(longest + unobserved.hidden, MOST)),
        "records": max(len(find_traces(h)) + unobserved.hidden, 1),
        "max-epoch": h.changes[-1].epoch,
        "crashes": sum(fault.what == "kill" for fault in h.faults),
        "shutdowns": sum(fault.what == "stop" for fault in h.faults),
        "zombies": unobserved.zombies,
        "message-losses": unobserved.losses,
        "min-isr": h.min_isr,
    }
    for name, size in sizes.items():
        if size > MOST:
            raise UsageError(f"the episode needs --{name} {size}, and the model goes to {MOST}")
    return {**sizes, "consumers": "no"}


def record_of_partition(c: KafkaCluster) -> tuple[Any, ...]:
    """The controller's record of the partition: each change of it is an event."""
    return c.quorum.leader_epoch, c.quorum.leader, c.quorum.isr


class MapBuilder:
    """Builds the map of a history, and its events."""

    def __init__(self, order: EpisodeTimeline, model: Machine) -> None:
        self.order, self.model = order, model
        self.brokers: list[Identity] = model.initial.replicas.indices()
        observable = {*FAULTS.values(), "broker_restarts", "produce"}
        silent = [action.name for action in model.actions if action.name not in observable]
        self.silent = sorted(silent, key=lambda name: LAST.index(name) + 1 if name in LAST else 0)

    def map(self) -> EventMap:
        """What each event is."""
        log = EventMap(node="node", time="at", began="began", order="clock", skew=SLACK)
        self.record = log.names(Int(0, self.model.bounds["records"] - 1))
        log.event("append")(self._append)
        log.event("unanswered", optional=True, alike=True)(self._append_hidden)
        log.event("acknowledge")(self._acknowledge)
        log.event("read")(self._read)
        log.event("partition")(self._change)
        log.event(*FAULTS)(self._end)
        log.event("start")(self._start)
        log.event("logs")(self._logs)
        log.both("start", "partition")(self._start_with_change)
        log.message("append", "acknowledge", id="record")
        log.message("append", "read", id="record")
        log.silent(*self.silent, most=None, keeps=record_of_partition)
        return log

    # The brokers and the controller's record.

    def _change(self, e: LogEvent) -> StepChoice:
        is_change = self._is_change(e)
        return reduce(or_, (take(name).after(is_change) for name in self.silent))

    def _is_change(self, e: LogEvent) -> Callable[[KafkaCluster], Truth]:
        leader = none if e.leader is None else self._broker(e.leader)
        epoch: Number = e.epoch

        def is_change(c: KafkaCluster) -> Truth:
            isr = c.quorum.isr
            possible = [
                isr.type.value(sum(1 << self.order.index[broker] for broker in isrs)) for isrs in e.isrs
            ]
            same = (c.quorum.leader_epoch == epoch) & (c.quorum.leader == leader)
            return same & any_of(isr == value for value in possible)

        return is_change

    def _end(self, e: LogEvent) -> StepChoice:
        """A broker's process ends; that of one that is not back yet, and has no session, changes nothing."""
        broker = self._broker(e.broker)
        ends = take(FAULTS[e.name], broker=broker).keeps(record_of_partition)
        return ends | observe(lambda c: not_(c.replicas[broker].up)) if e.restarted else ends

    def _start(self, e: LogEvent) -> StepChoice:
        starts = take("broker_restarts", broker=self._broker(e.broker)).keeps(record_of_partition)
        return starts | skip if e.fails else starts

    def _start_with_change(self, start: LogEvent, change: LogEvent) -> StepChoice:
        return take("broker_restarts", broker=self._broker(start.broker)).after(self._is_change(change))

    def _broker(self, real: int) -> Identity:
        return self.brokers[self.order.index[real]]

    # Records.

    def _append(self, e: LogEvent) -> StepChoice:
        """A leader appends a record that was sent; one that was refused was not appended."""
        number: Number = self.record(e.record)
        positions = e.places
        if e.refused:
            return observe(lambda _: False)

        def by(broker: Identity) -> StepChoice:
            def is_next(c: KafkaCluster) -> Truth:
                leader = c.replicas[broker]
                is_possible = any_of(
                    (leader.log.end_offset == o) & (True if epoch is None else leader.leader_epoch == epoch)
                    for o, epoch in positions
                )
                return (c.records_written == number) & is_possible

            return take("produce", leader=broker).before(is_next)

        return reduce(or_, map(by, self.brokers))

    def _append_hidden(self, _: LogEvent) -> StepChoice:
        """Append a record that left no trace where no observed record is."""
        of_records = self.order.positions.values()
        positions = [(o, e) for pairs in of_records for o, e in pairs if e is not None]

        def by(broker: Identity) -> StepChoice:
            def is_free(c: KafkaCluster) -> Truth:
                leader = c.replicas[broker]
                return not_(
                    any_of((leader.log.end_offset == o) & (leader.leader_epoch == e) for o, e in positions)
                )

            return take("produce", leader=broker).before(is_free)

        return reduce(or_, map(by, self.brokers))

    def _acknowledge(self, e: LogEvent) -> StepChoice:
        number = self.record(e.record)
        return observe(lambda c: c.produced[number].acknowledged)

    def _read(self, e: LogEvent) -> StepChoice:
        """A broker that presumes to lead has the record below its high watermark, in the epoch that was read."""
        number, offset, epoch = self.record(e.record), e.offset, e.epoch
        return observe(
            lambda c: any_of(
                c.presumes_leadership(broker)
                & (c.replicas[broker].high_watermark > offset)
                & (c.replicas[broker].log[offset].id == number)
                & (True if epoch is None else c.replicas[broker].log[offset].epoch == epoch)
                for broker in self.brokers
            )
        )

    def _logs(self, e: LogEvent) -> StepChoice:
        logs = {
            self._broker(real): [(self.record(record), epoch) for record, epoch in log]
            for real, log in e.logs.items()
        }
        return observe(
            lambda c: all_of(_has_log(c.replicas[broker].log, log) for broker, log in logs.items())
        )

    # Events.

    def events(self, hidden: int) -> list[LogEvent]:
        """All that was observed, and the first of the records that left no trace."""
        order, history = self.order, self.order.history
        events: list[LogEvent] = []

        def add(name: str, node: str, began: float, time: float, text: str, **fields: Any) -> None:
            file = f"episode {history.about.get('number', '?')}"
            event = LogEvent(file, f"{time:.3f}", {**fields, "text": text}, name, node, time, began)
            events.append(event)

        for change in order.changes:
            add("partition", "controller", change.at, change.at, f"{change.at:.3f}: {change.text}",
                epoch=change.epoch, leader=change.leader, isrs=change.isrs)  # fmt: skip
        for faults in order.faults:
            self._add_faults(faults, add)
        for record in order.records:
            sent = history.sent[record]
            until = self._end_of_history if sent.acknowledged is None else sent.acknowledged
            add("append", f"append {record}", sent.at, until, self._append_text(sent, until),
                record=record, places=order.positions[record], refused=sent.refused or sent.unsent)  # fmt: skip
        for sent in history.acknowledged_records:
            at = sent.acknowledged or 0.0
            text = f"{at:.3f}: {sent.name} is acknowledged at offset {sent.offset}"
            add("acknowledge", f"acknowledge {sent.name}", at, at, text, record=sent.name)
        for number, read in enumerate(order.reads):
            text = f"{read.at:.3f}: {read.record} is read at {in_words(read.offset, read.epoch)}"
            began = history.sent[read.record].at
            add("read", f"read {number}", began, read.at, text,
                record=read.record, offset=read.offset, epoch=read.epoch)  # fmt: skip
        for sent in order.hidden[:hidden]:
            add("unanswered", "producer", sent.at, sent.at, f"{sent.at:.3f}: {sent.name} is sent")
        logs = ", ".join(
            f"of broker {real} is {_log_text(log)}" for real, log in sorted(history.logs.items())
        )
        end = self._end_of_history + 1
        add("logs", "end", end, end, f"in the end: the log {logs}", logs=history.logs)
        return events

    def _append_text(self, sent: SentRecord, until: float) -> str:
        positions = " or ".join(in_words(*position) for position in self.order.positions[sent.name])
        verb = (
            "was refused, and is"
            if sent.refused
            else "was not sent, and is"
            if sent.unsent
            else "is appended"
        )
        return f"{until:.3f}: {sent.name} {verb} at {positions}"

    def _add_faults(self, faults: Sequence[InjectedFault], add: Callable[..., None]) -> None:
        """The ends and starts of a broker. It is back at some time between its start and what is next done to it."""
        padded = [None, *faults, None]
        for before, fault, after in zip(padded, faults, padded[2:], strict=False):
            text, node = f"{fault.at:.3f}: {fault.what} {fault.broker}", f"broker {fault.broker}"
            if fault.what == "start":
                back = after.at if after else self._end_of_history
                add("start", node, fault.at, back, text,
                    broker=fault.broker, fails=after is not None and after.what == "kill")  # fmt: skip
            else:
                restarted = fault.what == "kill" and before is not None and before.what == "start"
                add(fault.what, node, fault.at, fault.at, text, broker=fault.broker, restarted=restarted)

    @property
    def _end_of_history(self) -> float:
        history = self.order.history
        times = [sent.acknowledged or sent.at for sent in history.sent.values()]
        for events in (history.changes, history.faults, history.reads):
            times += [event.at for event in events]
        return max(times)


def _has_log(log: ReplicaLog, records: Sequence[tuple[int, int]]) -> Truth:
    return (log.end_offset == len(records)) & all_of(
        (log[k].id == number) & (log[k].epoch == epoch) for k, (number, epoch) in enumerate(records)
    )


def _log_text(log: Sequence[tuple[str, int]]) -> str:
    return " ".join(f"{record}@{epoch}" for record, epoch in log) or "empty"


def map_history(order: EpisodeTimeline, build: Callable[[Mapping[str, Any]], Machine]) -> Iterator[MappedLog]:
    """Map the history with more and more unobserved steps. build: makes the model's machine at these bounds.

    Raises:
        UsageError: the model has no bounds that hold the episode.
    """
    numbers = ", ".join(f"{number} is {real}" for real, number in order.index.items())
    for unobserved in freedoms(order.history):
        machine = build(bounds(order.history, unobserved))
        builder = MapBuilder(order, machine)
        note = f"Of its brokers, {numbers} in the history."
        yield MappedLog(machine, builder.map(), builder.events(unobserved.hidden), note)
