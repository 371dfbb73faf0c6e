"""The model, led by a history: it takes only steps that agree with what was observed so far.

The state is the model's own, with how much of the history it has passed. A change of the controller's record must be
the next one that was observed; a broker crashes and comes back as it did; a record is appended where it is in the logs
that are left. The model chooses what is not observed (fetches, answers, who has heard of what). So a run that passes
all of the history explains it, and if the search finds none, none exists within the bounds.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from tidemark.impl.kafka.cluster import Cluster
from tidemark.impl.real.soak.history import DISTURBS, Change, History
from tidemark.impl.real.soak.order import IsrChange, Prerequisites, Timeline, observed
from tidemark.spec import (
    Action,
    Array,
    Bool,
    Id,
    Int,
    Machine,
    Number,
    Promise,
    Record,
    Truth,
    UsageError,
    all_of,
    any_of,
    none,
    not_,
    require,
    where,
)
from tidemark.spec.system import Guide, Observed

MOST = 8
"""The most that the model's bounds hold."""
UNNAMED = -1
FAULT = {"broker_crashes": "kill", "broker_stops": "stop", "broker_restarts": "start"}
"""What was done to a broker in each of these actions."""
Condition = Callable[["GuidedState"], Truth]


class GuidedState(Record):
    """A state of the model, and how much of a history it has passed.

    changes: of the partition's record. faults: of each broker. names: for each record of the model the observed record
    that it is, or `UNNAMED`. hidden: how many were appended that left no trace. shown: which reads happened.
    """

    cluster: Cluster
    changes: Number
    faults: Array[Number]
    names: Array[Number]
    hidden: Number
    shown: Array[Truth]


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


class GuideBuilder:
    """Builds the machine that a history leads."""

    def __init__(self, order: Timeline, model: Machine, hidden: int) -> None:
        self.order, self.model, self.hidden = order, model, hidden
        self.names = {record: number for number, record in enumerate(order.records)}
        self.brokers = model.initial.replicas.indices()
        self.type = self._type()

    def guide(self) -> Guide:
        """The machine, and what each of its promises says of the history."""
        seen = list(self._observed())
        promises = [Promise(f"never-{k}", _never(one)) for k, (_, one) in enumerate(seen, 1)]
        domains = {
            "observed": Int(UNNAMED, len(self.names) - 1),
            "read": Int(0, max(len(self.order.reads) - 1, 0)),
        }
        machine = Machine(
            name=f"{self.model.name}, led by a history",
            bounds=self.model.bounds,
            type=self.type,
            initial=self._initial(),
            actions=[
                *map(self._led, self.model.actions),
                self._false_start(),
                *([self._reading()] if self.order.reads else []),
            ],
            promises=promises,
            domains={**self.model.domains, **domains},
        )
        texts = [Observed(promise.name, text) for promise, (text, _) in zip(promises, seen, strict=True)]
        numbers = ", ".join(f"{number} is {real}" for real, number in self.order.index.items())
        return Guide(self.model, machine, texts, f"Of its brokers, {numbers} in the history.")

    def _type(self) -> Any:
        broker = Id("replica", len(self.brokers))
        return GuidedState.of(
            cluster=self.model.type,
            changes=Int(0, len(self.order.changes)),
            faults=Array.of(broker, Int(0, max(map(len, self.order.faults)))),
            names=Array.of(Int(0, self.model.bounds["records"] - 1), Int(UNNAMED, len(self.names) - 1)),
            hidden=Int(0, self.hidden),
            shown=Array.of(Int(0, max(len(self.order.reads) - 1, 0)), Bool()),
        )

    def _initial(self) -> Any:
        empty = self.type.default
        names = empty.names
        for number in names.indices():
            names = names.but(number, UNNAMED)
        return empty.but(cluster=self.model.initial, names=names)

    # Which steps agree.

    def _led(self, one: Action) -> Action:
        if one.name == "produce":
            return Action(one.name, self._produce(one), {**one.parameters, "record": "observed"})
        return Action(one.name, self._fault(one) if one.name in FAULT else self._step(one), one.parameters)

    def _step(self, one: Action) -> Callable[..., GuidedState]:
        def step(w: GuidedState, **parameters: Any) -> GuidedState:
            return self._passed(w, one.function(w.cluster, **parameters))

        return step

    def _passed(self, w: GuidedState, after: Cluster) -> GuidedState:
        """A change of the controller's record is the next one that was observed, in its time."""
        was, now = w.cluster.quorum, after.quorum
        same = (was.leader_epoch == now.leader_epoch) & (was.leader == now.leader) & (was.isr == now.isr)
        fits = any_of(
            (w.changes == number) & self._is_change(now, change) & self._is_due(w, self.order.change(number))
            for number, change in enumerate(self.order.changes)
        )
        require(same | fits, "the partition's record changes as it was observed")
        return w.but(cluster=after, changes=where(same, w.changes, w.changes + 1))

    def _is_change(self, quorum: Any, change: IsrChange) -> Truth:
        leader = none if change.leader is None else self.brokers[self.order.index[change.leader]]
        isr = any_of(quorum.isr == self._members(quorum, one) for one in change.isrs)
        return (quorum.leader_epoch == change.epoch) & (quorum.leader == leader) & isr

    def _members(self, quorum: Any, members: frozenset[int]) -> Any:
        return quorum.isr.type.value(sum(1 << self.order.index[one] for one in members))

    def _fault(self, one: Action) -> Callable[..., GuidedState]:
        def fault(w: GuidedState, **parameters: Any) -> GuidedState:
            broker = parameters["broker"]
            fits = any_of(
                (w.faults[broker] == place) & self._is_due(w, self.order.fault(int(broker), place))
                for place, seen in enumerate(self.order.faults[int(broker)])
                if seen.what == FAULT[one.name]
            )
            require(fits, "this was done to the broker then")
            after = self._passed(w, one.function(w.cluster, **parameters))
            return after.but(faults=after.faults.but(broker, after.faults[broker] + 1))

        return fault

    def _produce(self, one: Action) -> Callable[..., GuidedState]:
        def produce(w: GuidedState, record: Any, **parameters: Any) -> GuidedState:
            leader = w.cluster.replicas[parameters["leader"]]
            name = int(record)
            if name == UNNAMED:
                self._require_hidden(w, leader)
                w = w.but(hidden=w.hidden + 1)
            else:
                self._require_named(w, leader, name)
            names = w.names.but(w.cluster.records_written, name)
            return self._passed(w.but(names=names), one.function(w.cluster, **parameters))

        return produce

    def _require_named(self, w: GuidedState, leader: Any, name: int) -> None:
        record = self.order.records[name]
        offset, epoch = leader.log.end_offset, leader.leader_epoch
        here = any_of(
            (offset == o) & (True if e is None else epoch == e) for o, e in self.order.places[record]
        )
        require(here, "the record was observed at that offset, in that epoch")
        require(not_(any_of(w.names[k] == name for k in w.names.indices())), "it is written once")
        require(self._is_due(w, self.order.append(record)), "it was sent by then")

    def _require_hidden(self, w: GuidedState, leader: Any) -> None:
        require(w.hidden < self.hidden, "a record that left no trace is left to send")
        offset, epoch = leader.log.end_offset, leader.leader_epoch
        known = any_of(
            (offset == o) & (epoch == e)
            for places in self.order.places.values()
            for o, e in places
            if e is not None
        )
        require(not_(known), "no observed record is there")
        sent = any_of(
            (w.hidden <= number) & self._is_due(w, self.order.append(one.name))
            for number, one in enumerate(self.order.hidden)
        )
        require(sent, "such a record was sent by then")

    def _reading(self) -> Action:
        def observe_read(w: GuidedState, read: Any) -> GuidedState:
            """A consumer reads a record: a broker that presumes to lead has it below its high watermark."""
            one = self.order.reads[int(read)]
            require(not_(w.shown[int(read)]), "it was not read yet")
            visible = any_of(
                w.cluster.presumes_leadership(broker)
                & (w.cluster.replicas[broker].high_watermark > one.offset)
                & (w.names[w.cluster.replicas[broker].log[one.offset].id] == self.names[one.record])
                for broker in self.brokers
            )
            require(visible, "a leader has the record below its high watermark")
            return w.but(shown=w.shown.but(int(read), True))

        return Action("observe_read", observe_read, {"read": "read"})

    def _false_start(self) -> Action:
        def observe_false_start(w: GuidedState, broker: Any) -> GuidedState:
            """A broker is killed again before it is back: before it has a session, its start changes nothing."""
            faults = self.order.faults[int(broker)]
            fits = any_of(
                (w.faults[broker] == place) & self._is_due(w, self.order.false_start(int(broker), place))
                for place, (one, after) in enumerate(itertools.pairwise(faults))
                if one.what == "start" and after.what == "kill"
            )
            require(fits & not_(w.cluster.replicas[broker].up), "it was started and killed then, and is down")
            return w.but(faults=w.faults.but(broker, w.faults[broker] + 2))

        return Action("observe_false_start", observe_false_start, {"broker": "replica"})

    # What has happened.

    def _is_acknowledged(self, w: GuidedState, record: str) -> Truth:
        name, produced = self.names[record], w.cluster.produced
        return any_of((w.names[k] == name) & produced[k].acknowledged for k in w.names.indices())

    def _is_due(self, w: GuidedState, before: Prerequisites) -> Truth:
        """Whether all that came before has happened."""
        return all_of(
            [
                w.changes >= before.changes,
                *(
                    w.faults[b] >= least
                    for b, least in zip(self.brokers, before.faults, strict=True)
                    if least
                ),
                *(self._is_acknowledged(w, record) for record in before.acknowledged),
                *(w.shown[number] for number in before.shown),
            ]
        )

    def _is_over(self, w: GuidedState) -> Truth:
        whole = Prerequisites(
            len(self.order.changes),
            tuple(map(len, self.order.faults)),
            tuple(one.name for one in self.order.acknowledged),
            tuple(range(len(self.order.reads))),
        )
        return self._is_due(w, whole)

    def _has_log(self, w: GuidedState, real: int) -> Truth:
        log = w.cluster.replicas[self.brokers[self.order.index[real]]].log
        there = self.order.history.logs[real]
        return (log.end_offset == len(there)) & all_of(
            (w.names[log[k].id] == self.names[record]) & (log[k].epoch == epoch)
            for k, (record, epoch) in enumerate(there)
        )

    # What was observed.

    def _observed(self) -> Iterator[tuple[str, Condition]]:
        """All that was observed, in words and as a condition: in the order of time; starts, which may wait, last."""
        for at, text, seen in sorted(self._events(), key=lambda one: (one[1].startswith("start "), one[0])):
            yield f"{at:.3f}: {text}", seen
        logs: Mapping[int, Any] = self.order.history.logs
        for real in sorted(logs):
            text = " ".join(f"{record}@{epoch}" for record, epoch in logs[real]) or "empty"
            yield f"in the end: the log of broker {real} is {text}", self._in_the_end(real)
        yield "in the end: all logs at once", self._in_the_end(*sorted(logs))

    def _events(self) -> Iterator[tuple[float, str, Condition]]:
        for number, change in enumerate(self.order.changes, 1):
            yield change.at, change.text, partial(_has_changed, number=number)
        for broker, faults in zip(self.brokers, self.order.faults, strict=True):
            for number, one in enumerate(faults, 1):
                yield one.at, f"{one.what} {one.broker}", partial(_has_failed, broker=broker, number=number)
        for sent in self.order.acknowledged:
            text = f"{sent.name} is acknowledged at offset {sent.offset}"
            yield sent.acknowledged or 0, text, partial(self._is_acknowledged, record=sent.name)
        for number, read in enumerate(self.order.reads):
            yield read.at, f"{read.record} is read at offset {read.offset}", partial(_was_read, number=number)

    def _in_the_end(self, *brokers: int) -> Condition:
        return lambda w: self._is_over(w) & all_of(self._has_log(w, real) for real in brokers)


def _has_changed(w: GuidedState, number: int) -> Truth:
    return w.changes >= number


def _has_failed(w: GuidedState, broker: Any, number: int) -> Truth:
    return w.faults[broker] >= number


def _was_read(w: GuidedState, number: int) -> Truth:
    return w.shown[number]


def _never(seen: Condition) -> Callable[[GuidedState], Truth]:
    return lambda w: not_(seen(w))


def guides(order: Timeline, build: Callable[[Mapping[str, Any]], Machine]) -> Iterator[Guide]:
    """Guides with ever more freedom. build: makes the model's machine at these bounds.

    Raises:
        UsageError: the model has no bounds that hold the episode.
    """
    for given in freedoms(order.history):
        yield GuideBuilder(order, build(bounds(order.history, given)), given.hidden).guide()
