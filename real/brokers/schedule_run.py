"""Plays a schedule on real brokers: yields what was seen step by step, and a verdict in the end.

A step waits for something that can be seen; only the step `wait` waits for time. In the end the run looks for the
record. A step whose outcome is not seen in time is *refused*: the brokers did something else. If it is not known what
they did, for example without any answer to a producer, the run is *inconclusive*: no record is ever called lost that
was not acknowledged.
"""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from kafka import KafkaProducer

from tidemark.real.brokers import clients
from tidemark.real.brokers import kraft_requests as requests
from tidemark.real.brokers.clients import PendingProduce, ProducerDelivery
from tidemark.real.brokers.kraft import CONTROLLER, KRaftCluster
from tidemark.real.brokers.kraft_requests import PREFERRED, TOPIC, UNCLEAN, PartitionView
from tidemark.real.brokers.power import EMULATION
from tidemark.real.brokers.processes import NoAnswer, Workplace, wait_for
from tidemark.real.brokers.proxy import FETCHES
from tidemark.real.brokers.repair import REPAIR
from tidemark.real.brokers.schedule_words import ALL, ScheduleStep
from tidemark.real.brokers.schedules import Schedule
from tidemark.real.brokers.transactional_client import GROUP, TransactionalClient
from tidemark.real.brokers.wire import ALTER_PARTITION
from tidemark.spec.families.system import Confirmation, Inconclusive, PlayedStep, Refused

NOTABLE = re.compile(
    rf"{TOPIC}-0 .*starts at leader epoch|partition={TOPIC}-0.*Truncating to offset"
    rf"|UNCLEAN partition change for {TOPIC}-0|[Ff]enc(?:ed|ing) broker|registered an unclean shutdown"
)
"""Lines of a log that show what a broker or the controller decided."""
NO_ELECTION_NEEDED = 84
SOON = 10.0
"""Seconds for brokers to agree on what they know, before a step is shown."""
Verdict = Literal["confirmed", "refused", "inconclusive"]


class ScheduleRun:
    """One run of a schedule."""

    def __init__(self, schedule: Schedule, cluster: KRaftCluster) -> None:
        self.schedule, self.cluster = schedule, cluster
        self._deliveries: dict[str, ProducerDelivery | PendingProduce] = {}
        self._values_read: list[str] = []
        self._ready: tuple[int, KafkaProducer] | None = None
        self._paused: set[int] = set()
        self._lengths_read: dict[int, int] = {}
        self._client: TransactionalClient | None = None

    def begin(self) -> None:
        """Start all nodes, and create the topics."""
        self.cluster.start(CONTROLLER, *self.cluster.brokers)
        for topic in self._topics:
            self.cluster.create_topic(self.schedule.replicas, self.schedule.topic, topic)
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
        if "asks" in step.arguments:
            self._do_on_link(step)
        elif step.brokers:
            self._do_to_brokers(step)
        else:
            self._do_as_client(step)
        self._wait_to_see(step)

    def _do_to_brokers(self, step: ScheduleStep) -> None:
        """Each of these words is the name of the cluster's method that does it."""
        if step.word == "pause":
            if not self._paused:
                self._prepare_producer()
            self._paused |= set(step.brokers)
        if step.word in ("kill", "resume", "cut_power"):
            self._paused -= set(step.brokers)
        getattr(self.cluster, step.word)(*step.brokers)

    def _do_on_link(self, step: ScheduleStep) -> None:
        cluster, brokers = self.cluster, step.brokers
        link = brokers[0], brokers[1] if len(brokers) > 1 else CONTROLLER
        apis = (ALTER_PARTITION,) if step.asks_for_isr else FETCHES
        match step.word:
            case "hold":
                cluster.hold(*link)
            case "keep" | "release":
                cluster.set_free(*link, free=step.word == "release", apis=apis)
            case "await":
                cluster.await_held(*link, is_answer=False, apis=apis)
            case "pass":
                cluster.pass_one(*link, is_answer=step.arguments["what"] == "answer", apis=apis)
            case "sever" | "mend":
                cluster.sever(*link, severed=step.word == "sever")

    def _do_as_client(self, step: ScheduleStep) -> None:
        arguments = step.arguments
        match step.word:
            case "produce":
                self._produce(step)
            case "consume":
                isolation = "read_committed" if "isolation" in arguments else "read_uncommitted"
                self._values_read = self._read(step.at, isolation)
            case "hold":
                self.cluster.catch(arguments["request"])
            case "release":
                self.cluster.release_caught(arguments["request"])
            case "begin" | "commit" | "abort":
                self._transact(step.word)
            case "send":
                self._transact(f"send {step.record} {step.topic}")
            case "offset":
                self._transact(f"offset {arguments['offset']} {GROUP} {TOPIC}")
            case "elect":
                self._elect(UNCLEAN if arguments["kind"] == "unclean" else PREFERRED)
            case "set":
                requests.set_config(self.cluster.any_port(), arguments["setting"], arguments["value"])
            case "wait":
                time.sleep(float(arguments["seconds"]))

    def end(self) -> str:
        """The fate of the record that the schedule is about, which must be what the schedule says.

        Raises:
            Refused: it is the contrary.
            Inconclusive: it was never acknowledged.
            NoAnswer: no consumer could read the partition.
        """
        record = self.schedule.record
        if self.schedule.ends == "any":
            return "all that must be seen was seen"
        if record not in self._acknowledged_records():
            raise Inconclusive(f"{record} was never acknowledged, so it can't be lost")
        view = self._final_view()
        values = self._read() if view.leader is not None else []
        holders = [b for b in self.cluster.brokers if record in _values(self.cluster.log(b))]
        disks = f"on the disks of {', '.join(map(str, holders))}" if holders else "on no disk"
        ending = (
            f"{record} was acknowledged; a consumer reads {' '.join(values) or 'nothing'}; {record} is {disks}; "
            f"the leader is {_in_words(view)['leader']} in epoch {view.epoch}, the ISR {_numbers(view.isr) or 'empty'}"
        )
        outcome = "kept" if record in values else "leaderless" if view.leader is None else "lost"
        if outcome == "lost" and set(holders) & set(view.isr):
            raise Inconclusive(ending)
        if outcome != self.schedule.ends:
            raise Refused(ending)
        return ending

    def _final_view(self) -> PartitionView:
        """Who leads, as all brokers know; no leader, if all are up and agree on that for as long as the run waits.

        Raises:
            NoAnswer: they do not agree, or one that could lead is down.
        """
        try:
            return self._await_leader()
        except NoAnswer:
            view = self.cluster.look()
            is_whole = all(map(self.cluster.is_up, self.schedule.replicas))
            if view is None or view.leader is not None or not is_whole:
                raise
            return view

    def _await_leader(self) -> PartitionView:
        """What all brokers know of the partition, once it has a leader."""

        def look() -> PartitionView | None:
            view = self.cluster.look()
            return view if view and view.leader is not None else None

        return wait_for("a leader that all brokers know", look)

    # What is seen.

    def facts(self) -> dict[str, str]:
        """What is seen now, as soon as the brokers agree."""
        cluster = self.cluster
        view: PartitionView | None = None
        with contextlib.suppress(NoAnswer):
            view = wait_for("a common view", cluster.look, SOON) if cluster.hearing() else None
        names = [f"{kind} {broker}" for broker in cluster.brokers for kind in ("log", "up")]
        names += ["acknowledged", *(["shown"] if self._values_read else [])]
        names += ["client", "held", "transaction"] if self._client else []
        names += ["offset"] if any(step.word == "offset" for step in self.schedule.steps) else []
        return _in_words(view) | {name: self._see(name) for name in names}

    def _see(self, name: str) -> str:
        """What is seen by a name, apart from what brokers know of the partition."""
        kind, _, broker = name.partition(" ")
        match kind:
            case "log":
                return self.cluster.log(int(broker))
            case "up":
                return "yes" if self.cluster.is_up(int(broker)) else "no"
            case "acknowledged":
                return " ".join(self._acknowledged_records())
            case "client":
                return self._client.outcomes[-1] if self._client else ""
            case "held":
                return " ".join(self.cluster.caught())
            case "offset":
                return self.cluster.offset()
            case "transaction":
                return self.cluster.transaction()
            case _:
                return " ".join(self._values_read)

    def new_lines(self) -> tuple[str, ...]:
        """The notable lines that the nodes wrote since the last call."""
        lines: list[str] = []
        for node in (*self.cluster.brokers, CONTROLLER):
            output = self.cluster.text(node)
            new = output[self._lengths_read.get(node, 0) :]
            self._lengths_read[node] = len(output)
            name = "controller" if node == CONTROLLER else f"broker {node}"
            lines += [f"{name}: {line}" for line in new.splitlines() if NOTABLE.search(line)]
        return tuple(lines)

    def all_lines(self) -> tuple[str, ...]:
        """All notable lines."""
        self._lengths_read.clear()
        return self.new_lines()

    # Inside.

    def _produce(self, step: ScheduleStep) -> None:
        """Send a record, and wait until it is in the log of the broker that it is sent to."""
        record, receiver = step.record, self._receiver(step)
        delivery = self._deliveries[record] = self._send(step, receiver)
        wait_for(
            f"{record} in the log of broker {receiver}",
            lambda: delivery.error or record in _values(self.cluster.log(receiver)),
        )

    def _receiver(self, step: ScheduleStep) -> int:
        """The broker that a record is sent to: the leader, or the one that its producer takes for it.

        Raises:
            Inconclusive: it is paused, so that no record reaches it.
        """
        receiver = self._await_leader().leader if step.at is None else step.at
        assert receiver is not None
        if receiver in self._paused:
            raise Inconclusive(
                f"{step.record} was not sent: broker {receiver} should take it, and stands still; resume it, "
                "or wait until another one leads"
            )
        return receiver

    def _send(self, step: ScheduleStep, receiver: int) -> ProducerDelivery | PendingProduce:
        port, acks = self.cluster.client_ports[receiver], step.acks
        if step.at is None:
            ready, self._ready = self._ready, None
            if ready and ready[0] == receiver and acks == ALL:
                return ProducerDelivery(step.record, TOPIC, ready[1])
            if ready:
                clients.end(ready[1])
        # A new producer would ask any broker who leads, even one that is paused.
        if step.at is not None or self._paused:
            return PendingProduce(step.record, TOPIC, port, acks, version=7, patience=300)
        return ProducerDelivery(step.record, TOPIC, clients.producer(TOPIC, port, acks))

    @property
    def _topics(self) -> list[str]:
        """The topics that the schedule is about, of one partition each."""
        return sorted({TOPIC, *(step.topic for step in self.schedule.steps if step.word == "send")})

    def _transact(self, command: str) -> None:
        """Let the transactional client begin a command; it starts with the first one."""
        self._client = self._client or self.cluster.start_client(self.schedule.producer)
        self._client.do(command)

    def _read(self, at: int | None = None, isolation: str = "read_uncommitted") -> list[str]:
        """What a consumer reads of each topic. at: the broker that it asks; None: any that runs."""
        running = [b for b in self.cluster.brokers if self.cluster.is_up(b) and b not in self._paused]
        if at is None and not running:
            raise NoAnswer("no broker runs that a consumer could ask")
        ports = [self.cluster.client_ports[broker] for broker in (running if at is None else [at])]
        return [value for topic in self._topics for value in clients.read(topic, ports, isolation)]

    def _prepare_producer(self) -> None:
        """Prepare a producer that need not ask a broker who leads, since one is about to be paused."""
        view = self.cluster.look()
        if self._ready is None and view and view.leader is not None:
            port = self.cluster.client_ports[view.leader]
            self._ready = view.leader, clients.producer(TOPIC, port)

    def _elect(self, kind: int) -> None:
        error = requests.elect(self.cluster.any_port(), kind)
        if error not in (0, NO_ELECTION_NEEDED):
            raise Refused(f"the controller does not elect: error {error}")

    def _acknowledged_records(self) -> list[str]:
        return [record for record, delivery in self._deliveries.items() if delivery.is_delivered]

    def _wait_to_see(self, step: ScheduleStep) -> None:
        with contextlib.suppress(NoAnswer):
            wait_for("", lambda: not self._deviations(step), step.within)
            return
        if not (deviations := self._deviations(step)):
            return
        parts = [
            f"{name} is {value or 'empty'}, and not {step.see[name] or 'empty'}"
            for name, value in deviations.items()
        ]
        errors = {record: delivery.error for record, delivery in self._deliveries.items() if delivery.error}
        parts += [f"{record} was answered with {error}" for record, error in errors.items()]
        message = f"within {step.within} seconds: {'; '.join(parts)}"
        if list(deviations) == ["acknowledged"] and step.word == "produce" and not errors:
            raise Inconclusive(message)
        raise Refused(message)

    def _deviations(self, step: ScheduleStep) -> dict[str, str]:
        """What is seen that differs from what the step says."""
        deviations = {}
        asks = {"leader", "epoch", "ISR", "ELR"} & set(step.see)
        view = _in_words(self.cluster.look()) if asks else {}
        for name, expected in step.see.items():
            if name.startswith("said "):
                output = self.cluster.text(int(name.partition(" ")[2]))
                value = expected if expected in output else "not said"
            else:
                value = view[name] if name in view else self._see(name)
            if value != expected:
                deviations[name] = value
        return deviations


def _in_words(view: PartitionView | None) -> dict[str, str]:
    if view is None:
        return dict.fromkeys(("leader", "epoch", "ISR", "ELR"), "not agreed on")
    return {
        "leader": "none" if view.leader is None else str(view.leader),
        "epoch": str(view.epoch),
        "ISR": _numbers(view.isr),
        "ELR": _numbers(view.elr),
    }


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def _values(log: str) -> list[str]:
    return [record.partition("@")[0] for record in log.split()]


def play(
    schedule: Schedule,
    version: str,
    settings: Mapping[str, str] | None = None,
    keep: Path | None = None,
    emulate: bool = False,
    repair: bool = False,
) -> Iterator[PlayedStep | Confirmation]:
    """Play a schedule on a release: what was seen after each step, and the verdict last.

    settings: properties in addition to those of the schedule. keep: a new folder that keeps the brokers' directories.
    emulate: cut the power of no disk, also where a real one is available. repair: of `repair`.

    Raises:
        UsageError: the release is unknown, or was not fetched.
    """
    properties = {**schedule.properties, **(settings or {})}
    run: ScheduleRun | None = None
    number: int | None = None
    emulations: tuple[str, ...] = ()
    system = f"kafka:{version} ({REPAIR})" if repair else f"kafka:{version}"

    def conclude(verdict: Verdict, step: int | None, reason: str) -> Confirmation:
        lines = run.all_lines() if run else ()
        return Confirmation(verdict, step, reason, system, lines, emulations, properties)

    with Workplace(keep) as workplace:
        try:
            disks: Literal["real", "emulated"] | None = None
            if schedule.cuts_power:
                disks = "emulated" if emulate else "real"
            cluster = KRaftCluster(
                workplace, version, schedule.brokers, properties, schedule.features, disks, repair
            )
            if schedule.cuts_power and not cluster.real_disks:
                emulations = (EMULATION,)
            run = ScheduleRun(schedule, cluster)
            run.begin()
            for number, step in enumerate(schedule.steps, 1):
                run.do(step)
                facts = step.see if step.at_once else run.facts()
                yield PlayedStep(number, step.text, facts, run.new_lines())
            yield conclude("confirmed", None, run.end())
        except Refused as refusal:
            yield conclude("refused", number, str(refusal))
        except (NoAnswer, Inconclusive, OSError) as error:
            yield conclude("inconclusive", number, str(error))
        finally:
            if run:
                run.close()
