"""One run of a schedule: each step is done and what must be seen waited for; in the end the record is looked for."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Mapping

from kafka import KafkaProducer

from tidemark.real.brokers import clients
from tidemark.real.brokers.clients import Delivery, StaleDelivery
from tidemark.real.brokers.kraft import CONTROLLER, Cluster
from tidemark.real.brokers.kraft_requests import PREFERRED, TOPIC, UNCLEAN, Leadership
from tidemark.real.brokers.processes import NoAnswer, wait_for
from tidemark.real.brokers.proxy import FETCHES
from tidemark.real.brokers.schedule_words import ScheduleStep
from tidemark.real.brokers.schedules import Schedule
from tidemark.real.brokers.wire import ALTER_PARTITION
from tidemark.spec.families.system import Inconclusive, Refused

NOTABLE = re.compile(
    rf"{TOPIC}-0 .*starts at leader epoch|partition={TOPIC}-0.*Truncating to offset"
    rf"|UNCLEAN partition change for {TOPIC}-0|[Ff]enc(?:ed|ing) broker|registered an unclean shutdown"
)
"""Lines of a log that tell what a broker or the controller decided."""
NO_ELECTION_NEEDED = 84
SOON = 10.0
"""Seconds for brokers to agree on what they know, before a step is shown."""


class ScheduleRun:
    """One run of a schedule."""

    def __init__(self, schedule: Schedule, cluster: Cluster) -> None:
        self.schedule, self.cluster = schedule, cluster
        self._deliveries: dict[str, Delivery | StaleDelivery] = {}
        self._shown: list[str] = []
        self._ready: tuple[int, KafkaProducer] | None = None
        self._paused: set[int] = set()
        self._lines_told: dict[int, int] = {}

    def begin(self) -> None:
        """Start all nodes, and create the topic."""
        self.cluster.start(CONTROLLER, *self.cluster.brokers)
        self.cluster.create_topic(self.schedule.replicas, self.schedule.topic)
        self.new_lines()

    def close(self) -> None:
        """End what the run has begun."""
        self.cluster.close()
        for delivery in self._deliveries.values():
            delivery.close()
        if self._ready:
            clients.end(self._ready[1])

    def do(self, step: ScheduleStep) -> None:
        """Do a step, and wait until it is seen.

        Raises:
            Refused: it is not.
            NoAnswer, Inconclusive: it can't be decided.
        """
        cluster, brokers, given = self.cluster, step.brokers, step.arguments
        apis = (ALTER_PARTITION,) if step.asks_for_isr else FETCHES
        match step.word:
            case "start":
                cluster.start(*brokers)
            case "kill":
                self._paused -= set(brokers)
                for broker in brokers:
                    cluster.kill(broker)
            case "pause":
                if not self._paused:
                    self._make_ready()
                self._paused.add(brokers[0])
                cluster.pause(brokers[0])
            case "resume":
                self._paused.discard(brokers[0])
                cluster.resume(brokers[0])
            case "stop" | "begin_stop":
                getattr(cluster, step.word)(brokers[0])
            case "sync":
                for broker in brokers:
                    cluster.disks[broker].sync()
            case "cut_power":
                self._paused -= set(brokers)
                cluster.cut_power(brokers)
            case "hold":
                cluster.hold(*_link(brokers))
            case "keep" | "release":
                cluster.set_free(*_link(brokers), free=step.word == "release", apis=apis)
            case "await":
                cluster.await_held(*_link(brokers), is_answer=False, apis=apis)
            case "pass":
                cluster.pass_one(*_link(brokers), is_answer=given["what"] == "answer", apis=apis)
            case "sever" | "mend":
                cluster.sever(*_link(brokers), severed=step.word == "sever")
            case "produce":
                self._produce(step)
            case "consume":
                self._shown = self._read(step.at)
            case "elect":
                self._elect(UNCLEAN if given["kind"] == "unclean" else PREFERRED)
            case "set":
                cluster.set_config(given["setting"], given["value"])
            case "wait":
                time.sleep(float(given["seconds"]))
        self._wait_to_see(step)

    def end(self) -> str:
        """The fate of the record that the schedule is about, which must be what the schedule tells.

        Raises:
            Refused: it is the contrary.
            Inconclusive: it was never acknowledged.
            NoAnswer: no consumer could read the partition.
        """
        record = self.schedule.record
        if self.schedule.ends == "any":
            return "all that must be seen was seen"
        if record not in self._acknowledged():
            raise Inconclusive(f"{record} was never acknowledged, so it can't be lost")
        known = self._leadership_at_the_end()
        read = self._read() if known.leader is not None else []
        holders = [b for b in self.cluster.brokers if record in _values(self.cluster.log(b))]
        where = f"on the disks of {', '.join(map(str, holders))}" if holders else "on no disk"
        told = (
            f"{record} was acknowledged; a consumer reads {' '.join(read) or 'nothing'}; {record} is {where}; "
            f"the leader is {_told(known)['leader']} in epoch {known.epoch}, the ISR {_numbers(known.isr) or 'empty'}"
        )
        came_to = "kept" if record in read else "leaderless" if known.leader is None else "lost"
        if came_to == "lost" and set(holders) & set(known.isr):
            raise Inconclusive(told)
        if came_to != self.schedule.ends:
            raise Refused(told)
        return told

    def _leadership_at_the_end(self) -> Leadership:
        """Who leads, as all brokers know; nobody, if all of them are up and say so for as long as one waits.

        Raises:
            NoAnswer: they do not agree, or one that could lead is down.
        """
        try:
            return wait_for("a leader that all brokers know", self._led)
        except NoAnswer:
            known = self.cluster.look()
            if (
                known is None
                or known.leader is not None
                or not all(map(self.cluster.is_up, self.schedule.replicas))
            ):
                raise
            return known

    # What is seen.

    def facts(self) -> dict[str, str]:
        """What is seen now, as soon as the brokers agree."""
        cluster = self.cluster
        known: Leadership | None = None
        with contextlib.suppress(NoAnswer):
            known = wait_for("a common view", cluster.look, SOON) if cluster.is_heard else None
        found = _told(known)
        for broker in cluster.brokers:
            found[f"log {broker}"] = cluster.log(broker)
            found[f"up {broker}"] = "yes" if cluster.is_up(broker) else "no"
        found["acknowledged"] = " ".join(self._acknowledged())
        if self._shown:
            found["shown"] = " ".join(self._shown)
        return found

    def new_lines(self) -> tuple[str, ...]:
        """The notable lines that the nodes wrote since this was last asked."""
        found: list[str] = []
        for node in (*self.cluster.brokers, CONTROLLER):
            text = self.cluster.text(node)
            new = text[self._lines_told.get(node, 0) :]
            self._lines_told[node] = len(text)
            name = "controller" if node == CONTROLLER else f"broker {node}"
            found += [f"{name}: {line}" for line in new.splitlines() if NOTABLE.search(line)]
        return tuple(found)

    def all_lines(self) -> tuple[str, ...]:
        """All notable lines."""
        self._lines_told.clear()
        return self.new_lines()

    # Inside.

    def _produce(self, step: ScheduleStep) -> None:
        """Send a record, and wait until it is in the log of the broker that it is sent to."""
        record, leader = step.record, self._taker(step)
        one = self._deliveries[record] = self._send(step, leader)
        wait_for(
            f"{record} in the log of broker {leader}",
            lambda: one.error or record in _values(self.cluster.log(leader)),
        )

    def _taker(self, step: ScheduleStep) -> int:
        """The broker that a record is sent to: the leader, or the one that its producer takes for it.

        Raises:
            Inconclusive: it stands still, so that no record gets there.
        """
        leader = step.at
        if leader is None:
            leader = wait_for("a leader that all brokers know", self._led).leader
        assert leader is not None
        if leader in self._paused:
            raise Inconclusive(
                f"{step.record} was not sent: broker {leader} should take it, and stands still; resume it, "
                "or wait until another one leads"
            )
        return leader

    def _send(self, step: ScheduleStep, leader: int) -> Delivery | StaleDelivery:
        port, acks = self.cluster.client_ports[leader], step.arguments.get("acks", "all")
        if step.at is not None:
            return StaleDelivery(step.record, TOPIC, port, acks)
        ready, self._ready = self._ready, None
        if ready and ready[0] == leader and acks == "all":
            return Delivery(step.record, TOPIC, ready[1])
        if ready:
            clients.end(ready[1])
        if self._paused:  # a new producer would ask any broker who leads, also one that stands still
            return StaleDelivery(step.record, TOPIC, port, acks)
        return Delivery(step.record, TOPIC, clients.producer(TOPIC, port, acks))

    def _read(self, at: int | None = None) -> list[str]:
        """What a consumer reads. at: the broker that it asks; None: any that runs."""
        if at is not None:
            return clients.read(TOPIC, [self.cluster.client_ports[at]])
        running = [b for b in self.cluster.brokers if self.cluster.is_up(b) and b not in self._paused]
        if not running:
            raise NoAnswer("no broker runs that a consumer could ask")
        return clients.read(TOPIC, [self.cluster.client_ports[b] for b in running])

    def _make_ready(self) -> None:
        """Have a producer ready that need ask no broker, since one is about to stand still."""
        known = self.cluster.look()
        if self._ready is None and known and known.leader is not None:
            port = self.cluster.client_ports[known.leader]
            self._ready = known.leader, clients.producer(TOPIC, port)

    def _led(self) -> Leadership | None:
        known = self.cluster.look()
        return known if known and known.leader is not None else None

    def _elect(self, kind: int) -> None:
        error = self.cluster.elect(kind)
        if error not in (0, NO_ELECTION_NEEDED):
            raise Refused(f"the controller does not elect: error {error}")

    def _acknowledged(self) -> list[str]:
        return [record for record, one in self._deliveries.items() if one.is_delivered]

    def _wait_to_see(self, step: ScheduleStep) -> None:
        try:
            wait_for("", lambda: not self._amiss(step), step.within)
        except NoAnswer:
            if amiss := self._amiss(step):
                self._raise(step, amiss)

    def _raise(self, step: ScheduleStep, amiss: Mapping[str, str]) -> None:
        expected = {name: step.see[name] or "empty" for name in amiss}
        told = "; ".join(f"{name} is {amiss[name] or 'empty'}, and not {expected[name]}" for name in amiss)
        failed = {record: one.error for record, one in self._deliveries.items() if one.error}
        told += "".join(f"; {record} was answered with {error}" for record, error in failed.items())
        told = f"within {step.within} seconds: {told}"
        if list(amiss) == ["acknowledged"] and step.word == "produce" and not failed:
            raise Inconclusive(told)
        raise Refused(told)

    def _amiss(self, step: ScheduleStep) -> dict[str, str]:
        """What is seen that differs from what the step says."""
        found = {}
        asks = {"leader", "epoch", "ISR", "ELR"} & set(step.see)
        known = _told(self.cluster.look()) if asks else {}
        for name, expected in step.see.items():
            kind, _, number = name.partition(" ")
            broker = int(number) if number else -1
            match kind:
                case "log":
                    seen = self.cluster.log(broker)
                case "up":
                    seen = "yes" if self.cluster.is_up(broker) else "no"
                case "said":
                    seen = expected if expected in self.cluster.text(broker) else "not said"
                case "acknowledged":
                    seen = " ".join(self._acknowledged())
                case "shown":
                    seen = " ".join(self._shown)
                case _:
                    seen = known[name]
            if seen != expected:
                found[name] = seen
        return found


def _told(known: Leadership | None) -> dict[str, str]:
    if known is None:
        return dict.fromkeys(("leader", "epoch", "ISR", "ELR"), "not agreed on")
    return {
        "leader": "none" if known.leader is None else str(known.leader),
        "epoch": str(known.epoch),
        "ISR": _numbers(known.isr),
        "ELR": _numbers(known.elr),
    }


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def _values(log: str) -> list[str]:
    return [entry.partition("@")[0] for entry in log.split()]


def _link(brokers: list[int]) -> tuple[int, int]:
    return brokers[0], brokers[1] if len(brokers) > 1 else CONTROLLER
