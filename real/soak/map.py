"""What a recorded history is in the model: a map, as a user writes one for a log of his own, and its events.

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

from tidemark.impl.kafka.cluster import Cluster
from tidemark.real.soak.history import DISTURBS, Change, History, Sent
from tidemark.real.soak.order import SLACK, Timeline, observed, place_in_words
from tidemark.spec import Int, Machine, Truth, UsageError, all_of, any_of, none, not_
from tidemark.spec.families.system import MappedLog
from tidemark.spec.logs.events import Event
from tidemark.spec.logs.maps import EventMap
from tidemark.spec.logs.steps import Choice, observe, skip, take

MOST = 8
"""The most that the model's bounds hold."""
FAULTS = {"kill": "broker_crashes", "stop": "broker_stops"}
"""What a broker's end is in the model."""
LAST = ("broker_is_cut_off", "message_is_lost")
"""What a run does without an event only where nothing else leads on."""


@dataclass(frozen=True)
class UnobservedEvents:
    """What a run may do beside what was observed, and how often.

    hidden: records that left no trace. losses: of messages. zombies: brokers that lose their session and go on.
    """

    hidden: int
    losses: int
    zombies: int


def freedoms(h: History) -> list[UnobservedEvents]:
    """Freedoms from few to many: a search with few is quick, and only the last one shows that no run exists."""
    disturbed = min(sum(one.what in DISTURBS for one in h.faults), MOST)
    lost = min(sum(_loses(before, after) for before, after in itertools.pairwise(h.changes)), MOST)
    hidden = min(len(Timeline(h).hidden), MOST - len(observed(h)))
    little, some = UnobservedEvents(0, 0, min(disturbed, lost)), UnobservedEvents(min(hidden, 1), 0, lost)
    return list(dict.fromkeys((little, some, UnobservedEvents(hidden, disturbed, lost))))


def _loses(before: Change, after: Change) -> bool:
    return before.leader != after.leader or not before.isr <= after.isr


def bounds(h: History, given: UnobservedEvents) -> dict[str, Any]:
    """The least bounds that hold an episode.

    Raises:
        UsageError: the model has no bounds so large.
    """
    offsets = [one.offset for one in h.reads] + [
        one.offset for one in h.sent.values() if one.offset is not None
    ]
    longest = max([1, *map(len, h.logs.values()), *(offset + 1 for offset in offsets)])
    sizes = {
        "replicas": len(h.replicas),
        "log-size": max(longest, min(longest + given.hidden, MOST)),
        "records": max(len(observed(h)) + given.hidden, 1),
        "max-epoch": h.changes[-1].epoch,
        "crashes": sum(one.what == "kill" for one in h.faults),
        "shutdowns": sum(one.what == "stop" for one in h.faults),
        "zombies": given.zombies,
        "message-losses": given.losses,
        "min-isr": h.min_isr,
    }
    for name, size in sizes.items():
        if size > MOST:
            raise UsageError(f"the episode needs --{name} {size}, and the model goes to {MOST}")
    return {**sizes, "consumers": "no"}


def record_of_partition(c: Cluster) -> tuple[Any, ...]:
    """The controller's record of the partition: each change of it is an event."""
    return c.quorum.leader_epoch, c.quorum.leader, c.quorum.isr


class MapBuilder:
    """Builds the map of a history, and its events."""

    def __init__(self, order: Timeline, model: Machine) -> None:
        self.order, self.model = order, model
        self.brokers = model.initial.replicas.indices()
        told = {*FAULTS.values(), "broker_restarts", "produce"}
        silent = [one.name for one in model.actions if one.name not in told]
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

    def _change(self, e: Event) -> Choice:
        is_change = self._is_change(e)
        return reduce(or_, (take(name).after(is_change) for name in self.silent))

    def _is_change(self, e: Event) -> Callable[[Cluster], Truth]:
        leader = none if e.leader is None else self._broker(e.leader)

        def is_change(c: Cluster) -> Truth:
            isr: Any = c.quorum.isr
            members = [isr.type.value(sum(1 << self.order.index[one] for one in isrs)) for isrs in e.isrs]
            same = (c.quorum.leader_epoch == e.epoch) & (c.quorum.leader == leader)
            return same & any_of(isr == one for one in members)

        return is_change

    def _end(self, e: Event) -> Choice:
        """A broker's process ends; that of one that is not back yet, and has no session, changes nothing."""
        broker = self._broker(e.broker)
        ends = take(FAULTS[e.name], broker=broker).keeps(record_of_partition)
        return ends | observe(lambda c: not_(c.replicas[broker].up)) if e.restarted else ends

    def _start(self, e: Event) -> Choice:
        starts = take("broker_restarts", broker=self._broker(e.broker)).keeps(record_of_partition)
        return starts | skip if e.fails else starts

    def _start_with_change(self, start: Event, change: Event) -> Choice:
        return take("broker_restarts", broker=self._broker(start.broker)).after(self._is_change(change))

    def _broker(self, real: int) -> Any:
        return self.brokers[self.order.index[real]]

    # Records.

    def _append(self, e: Event) -> Choice:
        """A leader appends a record that was sent; one that was refused was not appended."""
        number, places = self.record(e.record), e.places
        if e.refused:
            return observe(lambda _: False)

        def by(broker: Any) -> Choice:
            def is_next(c: Cluster) -> Truth:
                leader = c.replicas[broker]
                here = any_of(
                    (leader.log.end_offset == o) & (True if epoch is None else leader.leader_epoch == epoch)
                    for o, epoch in places
                )
                return (c.records_written == number) & here

            return take("produce", leader=broker).before(is_next)

        return reduce(or_, map(by, self.brokers))

    def _append_hidden(self, _: Event) -> Choice:
        """A record that left no trace is where no observed record is."""
        places = [one for some in self.order.places.values() for one in some if one[1] is not None]

        def by(broker: Any) -> Choice:
            def is_free(c: Cluster) -> Truth:
                leader = c.replicas[broker]
                return not_(
                    any_of((leader.log.end_offset == o) & (leader.leader_epoch == e) for o, e in places)
                )

            return take("produce", leader=broker).before(is_free)

        return reduce(or_, map(by, self.brokers))

    def _acknowledge(self, e: Event) -> Choice:
        number = self.record(e.record)
        return observe(lambda c: c.produced[number].acknowledged)

    def _read(self, e: Event) -> Choice:
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

    def _logs(self, e: Event) -> Choice:
        logs = {
            self._broker(real): [(self.record(record), epoch) for record, epoch in log]
            for real, log in e.logs.items()
        }
        return observe(
            lambda c: all_of(_has_log(c.replicas[broker].log, there) for broker, there in logs.items())
        )

    # Events.

    def events(self, hidden: int) -> list[Event]:
        """All that was observed, and the first of the records that left no trace."""
        order, history = self.order, self.order.history
        found: list[Event] = []

        def add(name: str, node: str, began: float, time: float, text: str, **fields: Any) -> None:
            file = f"episode {history.about.get('number', '?')}"
            event = Event(file, f"{time:.3f}", {**fields, "text": text}, name, node, time, began)
            found.append(event)

        for change in order.changes:
            add("partition", "controller", change.at, change.at, f"{change.at:.3f}: {change.text}",
                epoch=change.epoch, leader=change.leader, isrs=change.isrs)  # fmt: skip
        for faults in order.faults:
            self._add_faults(faults, add)
        for record in order.records:
            sent = history.sent[record]
            known = sent.acknowledged if sent.acknowledged is not None else self._end_of_history
            add("append", f"append {record}", sent.at, known, self._appended(sent, known),
                record=record, places=order.places[record], refused=sent.refused)  # fmt: skip
        for sent in order.acknowledged:
            at = sent.acknowledged or 0.0
            text = f"{at:.3f}: {sent.name} is acknowledged at offset {sent.offset}"
            add("acknowledge", f"acknowledge {sent.name}", at, at, text, record=sent.name)
        for number, read in enumerate(order.reads):
            text = f"{read.at:.3f}: {read.record} is read at {place_in_words(read.offset, read.epoch)}"
            began = history.sent[read.record].at
            add("read", f"read {number}", began, read.at, text,
                record=read.record, offset=read.offset, epoch=read.epoch)  # fmt: skip
        for one in order.hidden[:hidden]:
            add("unanswered", "producer", one.at, one.at, f"{one.at:.3f}: {one.name} is sent")
        logs = ", ".join(
            f"of broker {real} is {_in_words(log)}" for real, log in sorted(history.logs.items())
        )
        end = self._end_of_history + 1
        add("logs", "end", end, end, f"in the end: the log {logs}", logs=history.logs)
        return found

    def _appended(self, sent: Sent, known: float) -> str:
        places = " or ".join(place_in_words(*place) for place in self.order.places[sent.name])
        was = "was refused, and is" if sent.refused else "is appended"
        return f"{known:.3f}: {sent.name} {was} at {places}"

    def _add_faults(self, faults: Sequence[Any], add: Callable[..., None]) -> None:
        """The ends and starts of a broker. It is back at some time between its start and what is next done to it."""
        padded = [None, *faults, None]
        for before, one, after in zip(padded, faults, padded[2:], strict=False):
            text, node = f"{one.at:.3f}: {one.what} {one.broker}", f"broker {one.broker}"
            if one.what == "start":
                back = after.at if after else self._end_of_history
                add("start", node, one.at, back, text,
                    broker=one.broker, fails=after is not None and after.what == "kill")  # fmt: skip
            else:
                restarted = one.what == "kill" and before is not None and before.what == "start"
                add(one.what, node, one.at, one.at, text, broker=one.broker, restarted=restarted)

    @property
    def _end_of_history(self) -> float:
        history = self.order.history
        times = [one.at for some in (history.changes, history.faults, history.reads) for one in some]
        times += [one.acknowledged or one.at for one in history.sent.values()]
        return max(times)


def _has_log(log: Any, there: Sequence[tuple[int, int]]) -> Truth:
    return (log.end_offset == len(there)) & all_of(
        (log[k].id == number) & (log[k].epoch == epoch) for k, (number, epoch) in enumerate(there)
    )


def _in_words(log: Sequence[tuple[str, int]]) -> str:
    return " ".join(f"{record}@{epoch}" for record, epoch in log) or "empty"


def mapped(order: Timeline, build: Callable[[Mapping[str, Any]], Machine]) -> Iterator[MappedLog]:
    """The history with ever more freedom. build: makes the model's machine at these bounds.

    Raises:
        UsageError: the model has no bounds that hold the episode.
    """
    numbers = ", ".join(f"{number} is {real}" for real, number in order.index.items())
    for given in freedoms(order.history):
        machine = build(bounds(order.history, given))
        builder = MapBuilder(order, machine)
        note = f"Of its brokers, {numbers} in the history."
        yield MappedLog(machine, builder.map(), builder.events(given.hidden), note)
