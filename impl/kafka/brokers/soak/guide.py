"""The model, led by a history: it takes only steps that agree with what was observed so far.

The state is the model's own, with how much of the history it has passed. A change of the controller's record must be
the next one that was observed; a broker crashes and comes back as it did; a record is appended where it is in the logs
that are left. What is not observed (fetches, answers, who has heard of what) is the model's to choose. So a run that
passes all of the history explains it, and where no run does, none exists within the bounds.

Real time orders events that are more than `SLACK` apart. What is known of an event is an interval: a crash, and a change
of the record, happen when they are noted; a record is appended after it was sent, and acknowledged before its producer
knows; a broker is back some time after its start.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from impl.kafka.brokers.soak.history import DISTURBS, ENDS, Change, History
from impl.kafka.cluster import Cluster
from spec import (
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
from spec.system import Guide, Observed

SLACK = 0.1
"""Seconds: what is nearer to each other may have happened in either order."""
MOST = 8
"""What the model's bounds hold at most."""
NOBODY = -1
FAULT = {"broker_crashes": "kill", "broker_stops": "stop", "broker_restarts": "start"}
"""What was done to a broker in each of these actions."""


class Watched(Record):
    """A state of the model, and how much of a history it has passed.

    changes: of the partition's record. faults: of each broker. names: for each record of the model which one it is of
    those that were observed, or none. hidden: how many were appended that left no trace. shown: which reads happened.
    """

    cluster: Cluster
    changes: Number
    faults: Array[Number]
    names: Array[Number]
    hidden: Number
    shown: Array[Truth]


@dataclass(frozen=True)
class Item:
    """An observed change or fault, and what must have happened before: changes, each broker's faults, records."""

    at: float
    text: str
    changes: int = 0
    faults: tuple[int, ...] = ()
    acknowledged: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()


@dataclass(frozen=True)
class Freedom:
    """What a run may do beside what was observed: how often, of each sort."""

    hidden: int
    losses: int
    zombies: int


def freedoms(h: History) -> list[Freedom]:
    """From little to much: a search with little is quick, and only the last one tells that no run exists."""
    lost = sum(one.what in DISTURBS for one in h.faults)
    shrunk = [after for before, after in itertools.pairwise(h.changes) if _loses(before, after)]
    observed = _observed(h)
    unseen = sum(not one.refused and one.name not in observed for one in h.sent.values())
    little = Freedom(0, 0, min(lost, len(shrunk), MOST))
    some = Freedom(min(unseen, 1), 0, min(len(shrunk), MOST))
    much = Freedom(min(unseen, MOST - len(observed)), min(lost, MOST), min(len(shrunk), MOST))
    return list(dict.fromkeys((little, some, much)))


def _loses(before: Change, after: Change) -> bool:
    return not before.isr <= after.isr or before.leader != after.leader


def _observed(h: History) -> list[str]:
    """The records that left a trace, by their names: in a log, with a consumer, or acknowledged."""
    left = {record for log in h.logs.values() for record, _ in log} | {one.record for one in h.reads}
    return [one.name for one in h.sent.values() if one.acknowledged is not None or one.name in left]


def bounds(h: History, given: Freedom) -> dict[str, Any]:
    """The bounds that hold an episode, and no more.

    Raises:
        UsageError: the model has no bounds so large.
    """
    longest = max([len(log) for log in h.logs.values()] + [one.offset + 1 for one in h.reads] + [1])
    acknowledged = [one.offset + 1 for one in h.sent.values() if one.offset is not None]
    sizes = {
        "replicas": len(h.replicas),
        "log-size": max(longest, *acknowledged, 1) + given.hidden if acknowledged else longest + given.hidden,
        "records": max(len(_observed(h)) + given.hidden, 1),
        "max-epoch": h.changes[-1].epoch,
        "crashes": sum(one.what == "kill" for one in h.faults),
        "shutdowns": sum(one.what == "stop" for one in h.faults),
        "zombies": given.zombies,
        "message-losses": given.losses,
        "min-isr": h.min_isr,
        "consumers": "no",
    }
    sizes["log-size"] = min(sizes["log-size"], MOST)
    for name in ("records", "max-epoch", "log-size", "crashes"):
        if sizes[name] > MOST:
            raise UsageError(f"the episode needs --{name} {sizes[name]}, and the model goes to {MOST}")
    return sizes


class Watcher:
    """Builds the machine that a history leads."""

    def __init__(self, history: History, model: Machine, given: Freedom) -> None:
        self.h, self.model, self.given = history, model, given
        self.index = {real: number for number, real in enumerate(history.replicas)}
        self.records = _observed(history)
        self.number = {name: number for number, name in enumerate(self.records)}
        self.brokers = model.initial.replicas.indices()
        self.isr = model.initial.quorum.isr.type
        self.reads = [one for one in history.reads if self._is_needed(one.record, one.at)]
        self.changes = list(_single(history.changes))
        self.faults = [
            [one for one in history.faults if self.index[one.broker] == number and one.what in FAULT.values()]
            for number in range(len(history.replicas))
        ]
        self.places = self._places()
        self.type = self._type()
        self._require_beginning()

    def guide(self) -> Guide:
        """The machine, and what each of its promises says of the history."""
        observed = self._observations()
        machine = Machine(
            name=f"{self.model.name}, led by a history",
            bounds=self.model.bounds,
            type=self.type,
            initial=self._initial(),
            actions=[self._led(one) for one in self.model.actions] + self._showing(),
            promises=[one for one, _ in observed],
            domains={**self.model.domains, "observed": Int(NOBODY, len(self.records) - 1), **self._read_domain()},
        )
        texts = [Observed(promise.name, text) for promise, text in observed]
        return Guide(self.model, machine, texts)

    # The state.

    def _type(self) -> Any:
        broker = Id("replica", len(self.brokers))
        most = max(len(one) for one in self.faults)
        return Watched.of(
            cluster=self.model.type,
            changes=Int(0, len(self.changes)),
            faults=Array.of(broker, Int(0, most)),
            names=Array.of(Int(0, self.model.bounds["records"] - 1), Int(NOBODY, len(self.records) - 1)),
            hidden=Int(0, self.given.hidden),
            shown=Array.of(Int(0, max(len(self.reads) - 1, 0)), Bool()),
        )

    def _initial(self) -> Any:
        empty = self.type.default
        names = empty.names
        for number in names.indices():
            names = names.but(number, NOBODY)
        return empty.but(cluster=self.model.initial, names=names)

    # Which steps agree.

    def _led(self, one: Action) -> Action:
        if one.name == "produce":
            return Action(one.name, self._produce(one), {**one.parameters, "record": "observed"})
        function = self._fault(one, FAULT[one.name]) if one.name in FAULT else self._step(one)
        return Action(one.name, function, one.parameters)

    def _step(self, one: Action) -> Any:
        def step(w: Watched, **parameters: Any) -> Watched:
            return self._passed(w, one.function(w.cluster, **parameters))

        return step

    def _passed(self, w: Watched, after: Cluster) -> Watched:
        """A change of the controller's record is the next one that was observed, in its time."""
        was, now = w.cluster.quorum, after.quorum
        same = (was.leader_epoch == now.leader_epoch) & (was.leader == now.leader) & (was.isr == now.isr)
        if same is True or getattr(same, "constant", None) == 1:
            return w.but(cluster=after)
        fits = any_of(
            (w.changes == number) & self._is_change(now, change) & self._is_due(w, self._before_change(number))
            for number, change in enumerate(self.changes)
        )
        require(same | fits, "the partition's record changes as it was observed")
        return w.but(cluster=after, changes=where(same, w.changes, w.changes + 1))

    def _is_change(self, quorum: Any, change: _Single) -> Truth:
        leader = none if change.leader is None else self.brokers[self.index[change.leader]]
        isr = any_of(quorum.isr == self._set(one) for one in change.isrs)
        return (quorum.leader_epoch == change.epoch) & (quorum.leader == leader) & isr

    def _set(self, members: frozenset[int]) -> Any:
        return self.isr.value(sum(1 << self.index[one] for one in members))

    def _fault(self, one: Action, what: str) -> Any:
        def fault(w: Watched, **parameters: Any) -> Watched:
            broker = parameters["broker"]
            number = int(broker)
            fits = any_of(
                (w.faults[broker] == place) & self._is_due(w, self._before_fault(number, place))
                for place, seen in enumerate(self.faults[number])
                if seen.what == what
            )
            require(fits, "this was done to the broker then")
            after = self._passed(w, one.function(w.cluster, **parameters))
            return after.but(faults=after.faults.but(broker, after.faults[broker] + 1))

        return fault

    def _produce(self, one: Action) -> Any:
        def produce(w: Watched, record: Any, **parameters: Any) -> Watched:
            leader = w.cluster.replicas[parameters["leader"]]
            offset, epoch = leader.log.end_offset, leader.leader_epoch
            name = int(record)
            if name == NOBODY:
                require(w.hidden < self.given.hidden, "a record that left no trace is left to send")
                require(self._may_hide(w), "such a record was sent by then")
                taken = any_of((offset == o) & (epoch == e) for ps in self.places for o, e in ps if e is not None)
                require(not_(taken), "no observed record is there")
                w = w.but(hidden=w.hidden + 1)
            else:
                here = any_of(
                    (offset == o) & (True if e is None else epoch == e) for o, e in self.places[name]
                )
                require(here, "the record was observed at that offset, in that epoch")
                require(not_(self._is_written(w, name)), "it is written once")
                require(self._is_due(w, self._before_append(self.records[name])), "it was sent by then")
            names = w.names.but(w.cluster.records_written, name)
            return self._passed(w.but(names=names), one.function(w.cluster, **parameters))

        return produce

    def _showing(self) -> list[Action]:
        def shown(w: Watched, read: Any) -> Watched:
            """A consumer reads a record: a broker that presumes to lead has it below its high watermark."""
            number = int(read)
            one = self.reads[number]
            require(not_(w.shown[number]), "it was not read yet")
            name = self.number[one.record]
            visible = any_of(
                w.cluster.presumes_leadership(broker)
                & (w.cluster.replicas[broker].high_watermark > one.offset)
                & (w.names[w.cluster.replicas[broker].log[one.offset].id] == name)
                for broker in self.brokers
            )
            require(visible & self._is_written(w, name), "a leader has the record below its high watermark")
            return w.but(shown=w.shown.but(number, True))

        return [Action("observe_read", shown, {"read": "read"})] if self.reads else []

    def _read_domain(self) -> dict[str, Any]:
        return {"read": Int(0, len(self.reads) - 1)} if self.reads else {}

    # What has happened.

    def _is_written(self, w: Watched, name: int) -> Truth:
        return any_of(w.names[k] == name for k in w.names.indices())

    def _is_acknowledged(self, w: Watched, name: int) -> Truth:
        produced = w.cluster.produced
        return any_of((w.names[k] == name) & produced[k].acknowledged for k in w.names.indices())

    def _is_due(self, w: Watched, item: Item) -> Truth:
        """Whether all that came before it has happened."""
        return all_of(
            [
                w.changes >= item.changes,
                *(w.faults[broker] >= least for broker, least in zip(self.brokers, item.faults, strict=False) if least),
                *(self._is_acknowledged(w, name) for name in item.acknowledged),
                *(w.shown[number] for number in item.shown),
            ]
        )

    def _may_hide(self, w: Watched) -> Truth:
        """Whether so many records that left no trace were sent by then."""
        sent = [one for one in self.h.sent.values() if not one.refused and one.name not in self.number]
        enough: Any = False
        for number, one in enumerate(sent):
            enough = enough | ((w.hidden <= number) & self._is_due(w, self._before_append(one.name)))
        return enough

    # What comes before what.

    def _before_change(self, number: int) -> Item:
        change = self.changes[number]
        return replace(self._before(change.at), text=change.text, changes=number)

    def _before_fault(self, broker: int, place: int) -> Item:
        one = self.faults[broker][place]
        item = self._before(one.at)
        own = tuple(place if number == broker else least for number, least in enumerate(item.faults))
        return replace(item, text=f"broker {one.broker}: {one.what}", faults=own)

    def _before_append(self, record: str) -> Item:
        """A leader may not have learned of its ISR: before an append only changes of the leader count."""
        item = self._before(self.h.sent[record].at)
        led = [k + 1 for k, one in enumerate(self.changes[: item.changes]) if one.begins_epoch]
        return replace(item, changes=max(led, default=0))

    def _before(self, at: float) -> Item:
        early = at - SLACK
        return Item(
            at,
            "",
            sum(one.at < early for one in self.changes),
            tuple(self._faults_before(one, early) for one in self.faults),
            tuple(
                self.number[one.name]
                for one in self.h.sent.values()
                if one.acknowledged is not None and one.acknowledged < early
            ),
            tuple(k for k, one in enumerate(self.reads) if one.at < early),
        )

    def _faults_before(self, faults: Sequence[Any], early: float) -> int:
        """Up to the last crash or stop that surely came before; a start may take effect at any time after it."""
        return max((k + 1 for k, one in enumerate(faults) if one.what in ENDS and one.at < early), default=0)

    def _is_needed(self, record: str, at: float) -> bool:
        """Whether a read says something: that of a record which is known to be acknowledged by then does not."""
        acknowledged = self.h.sent[record].acknowledged
        return acknowledged is None or acknowledged > at + SLACK

    # What was observed, as promises that it never comes to pass.

    def _observations(self) -> list[tuple[Promise, str]]:
        found: list[tuple[float, str, Any]] = [
            (one.at, one.text, self._has_changed(number)) for number, one in enumerate(self.changes, 1)
        ]
        for broker, faults in enumerate(self.faults):
            found += [
                (one.at, f"broker {one.broker}: {one.what}", self._has_happened(broker, place))
                for place, one in enumerate(faults, 1)
            ]
        for name, record in enumerate(self.records):
            one = self.h.sent[record]
            if one.acknowledged is not None:
                text = f"{record} is acknowledged at offset {one.offset}"
                found.append((one.acknowledged, text, lambda w, name=name: self._is_acknowledged(w, name)))
        for number, read in enumerate(self.reads):
            text = f"a consumer reads {read.record} at offset {read.offset}"
            found.append((read.at, text, lambda w, number=number: w.shown[number]))
        found.sort(key=lambda one: one[0])
        for real in self.h.replicas:
            log = " ".join(f"{record}@{epoch}" for record, epoch in self.h.logs[real]) or "empty"
            found.append((0.0, f"the log of broker {real} is {log} in the end", self._ends_with(real)))
        found.append((0.0, "all logs are so in the end", self._ends))
        return [
            (Promise(f"never-{number}", lambda w, seen=seen: not_(seen(w))), f"{at:.3f} {text}" if at else text)
            for number, (at, text, seen) in enumerate(found, 1)
        ]

    def _has_changed(self, number: int) -> Any:
        return lambda w: w.changes >= number

    def _has_happened(self, broker: int, place: int) -> Any:
        return lambda w: w.faults[self.brokers[broker]] >= place

    def _is_over(self, w: Watched) -> Truth:
        return all_of(
            [
                w.changes == len(self.changes),
                *(w.faults[b] == len(seen) for b, seen in zip(self.brokers, self.faults, strict=True)),
                *(
                    self._is_acknowledged(w, self.number[one.name])
                    for one in self.h.sent.values()
                    if one.acknowledged is not None
                ),
                *(w.shown[number] for number in range(len(self.reads))),
            ]
        )

    def _ends_with(self, real: int) -> Any:
        return lambda w: self._is_over(w) & self._has_log(w, real)

    def _ends(self, w: Watched) -> Truth:
        return self._is_over(w) & all_of(self._has_log(w, real) for real in self.h.replicas)

    def _has_log(self, w: Watched, real: int) -> Truth:
        log, observed = w.cluster.replicas[self.brokers[self.index[real]]].log, self.h.logs[real]
        return (log.end_offset == len(observed)) & all_of(
            (w.names[log[k].id] == self.number[record]) & (log[k].epoch == epoch)
            for k, (record, epoch) in enumerate(observed)
        )

    # The history.

    def _places(self) -> list[list[tuple[int, int | None]]]:
        """For each observed record where it was: offset and epoch; the epoch is None where nothing tells it."""
        found: list[set[tuple[int, int | None]]] = [set() for _ in self.records]
        for log in self.h.logs.values():
            for offset, (record, epoch) in enumerate(log):
                found[self.number[record]].add((offset, epoch))
        for one in self.h.reads:
            if one.epoch is not None:
                found[self.number[one.record]].add((one.offset, one.epoch))
        for one in self.h.sent.values():
            if one.offset is not None and not found[self.number[one.name]]:
                found[self.number[one.name]].add((one.offset, None))
        for read in self.h.reads:
            if not found[self.number[read.record]]:
                found[self.number[read.record]].add((read.offset, None))
        return [sorted(places, key=str) for places in found]

    def _require_beginning(self) -> None:
        first = self.h.changes[0]
        if (first.epoch, first.leader, first.isr) != (0, self.h.replicas[0], frozenset(self.h.replicas)):
            raise UsageError("the episode does not begin with all replicas in the ISR of the first one, in epoch 0")


@dataclass(frozen=True)
class _Single:
    """A change of one member at most. isrs: those that it may have led to, where only a later one was recorded."""

    at: float
    epoch: int
    leader: int | None
    isrs: tuple[frozenset[int], ...]
    begins_epoch: bool
    text: str


def _single(changes: Sequence[Change]) -> list[_Single]:
    """The changes after the first; where a leader takes out two members at once, the model takes out one after another."""
    found = []
    for before, after in itertools.pairwise(changes):
        text = f"epoch {after.epoch}: leader {'none' if after.leader is None else after.leader}, ISR {sorted(after.isr)}"
        begins = before.epoch != after.epoch
        gone = sorted(before.isr - after.isr)
        if not begins:
            for count in range(1, len(gone)):
                between = tuple(before.isr - set(some) for some in itertools.combinations(gone, count))
                found.append(_Single(after.at, after.epoch, after.leader, between, False, text))
        found.append(_Single(after.at, after.epoch, after.leader, (after.isr,), begins, text))
    return found
