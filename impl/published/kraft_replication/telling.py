"""How a run of the published models is told: each broker with its log, the controller, and what clients know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from tidemark.impl.published.kraft_replication.messages import Phase
from tidemark.impl.published.kraft_replication.state import (
    Fate,
    KraftIsrBroker,
    KraftIsrCluster,
    Role,
    Status,
)
from tidemark.spec import BeforeAfter, Cell, Lane, Loss, Picture, Telling, Titles, none
from tidemark.spec.families.telling import Event, Story

_RECORD = "Broker {broker} reads the controller's record {records}: "
"""How many records it then has."""

STORIES: dict[str, Story] = {
    "fence_broker": "The controller misses the heartbeats of broker {broker}, and fences it.",
    "elect_preferred": "The preferred leader, broker {candidate}, is elected.",
    "unfence_broker": "The controller gets a heartbeat of broker {broker}, and unfences it.",
    "receive_registration":
        "The controller registers broker {message.broker} with broker epoch {state.now.broker_epochs}.",
    "receive_alter_partition": "The controller {message.verdict} that broker {message.leader} asked for.",
    "start_broker": "Broker {broker} starts, and asks to be registered with {broker.epoch}.",
    "receive_registered": "Broker {message.broker} is registered, and runs.",
    "read_nothing_new": f"{_RECORD}it knows that ISR by the answer to its request.",
    "remain_leader": f"{_RECORD}it leads as before; {{broker.knows}}.",
    "become_leader": f"{_RECORD}it leads in epoch {{broker.now.metadata.leader_epoch}}; {{broker.knows}}.",
    "become_follower":
        f"{_RECORD}broker {{broker.now.metadata.leader}} leads in epoch {{broker.now.metadata.leader_epoch}}, and is "
        f"fetched from.",
    "wait_for_leader": f"{_RECORD}nobody leads.",
    "shut_down_uncleanly": "Broker {broker} is shut down uncleanly: its log is lost. The controller fences it.",
    "shut_down_cleanly": "Broker {broker} is shut down, and keeps its log{broker.keeps}. The controller fences it.",
    "write_value": "A producer writes v{value} to leader {broker}, at offset {broker.was.log.length}.",
    "send_fetch": "Broker {follower} fetches from broker {leader}, from offset {fetch.offset} on.",
    "refuse_fetch": "Broker {leader} refuses the fetch of broker {follower}: {fetch.fetch_error}.",
    "answer_divergence":
        "Leader {leader} tells broker {follower} that epoch {fetch.diverging_epoch} ends at offset "
        "{fetch.diverging_offset}.",
    "answer_fetch":
        "Leader {leader} learns that broker {follower} has its log up to offset {fetch.offset}, and answers.",
    "ignore_answer": "Broker {follower} ignores an answer of broker {leader}, which is not what it asked for now.",
    "delay_fetch": "Broker {follower} reads the error in the answer of broker {leader}.",
    "truncate": "Broker {follower} cuts its log to {follower.now.log.length}, by the answer of leader {leader}.",
    "append_entry":
        "Broker {follower} reads the answer of leader {leader}: its log has {follower.now.log.length}, its high "
        "watermark is {follower.now.high_watermark}.",
    "send_alter_partition":
        "Leader {broker} asks for the ISR {broker.now.pending_alter.isr}, and counts on it from now on.",
    "receive_altered": "Leader {broker} reads the controller's answer ({answer}); {broker.knows}.",
}  # fmt: skip


class _BrokerBeforeAfter(BeforeAfter):
    """A broker in a template."""

    @property
    def knows(self) -> str:
        """The ISR that it knows, and the larger one that its high watermark waits for."""
        metadata = self.now.metadata
        waits = "" if metadata.isr == metadata.maximal_isr else f", and waits for {metadata.maximal_isr}"
        return f"its ISR is {metadata.isr}{waits}"

    @property
    def epoch(self) -> str:
        """The broker epoch that it sends, where it has one."""
        return f"broker epoch {self.was.broker_epoch}" if self.was.broker_epoch else "no broker epoch"

    @property
    def keeps(self) -> str:
        """Whether it keeps its broker epoch too."""
        return " and its broker epoch" if self.now.broker_epoch else ""


class _AlterBeforeAfter(BeforeAfter):
    """A request to alter the ISR, or a registration, in a template."""

    def __init__(self, message: Any, before: KraftIsrCluster, after: KraftIsrCluster) -> None:
        super().__init__(str(message), before, after)
        self._message = message

    @property
    def leader(self) -> str:
        """The leader that asked."""
        return str(int(self._message.request.leader))

    @property
    def broker(self) -> str:
        """The broker that registers."""
        return str(int(self._message.broker))

    @property
    def verdict(self) -> str:
        """What the controller does with it."""
        accepts = self.was.records.length != self.now.records.length
        return f"{'accepts' if accepts else 'refuses'} the ISR {self._message.request.isr}"


class _Fetch:
    """A fetch in a template: the fields of what is under way after the step."""

    def __init__(self, after: KraftIsrCluster, follower: Any, leader: Any) -> None:
        self._exchange = after.brokers[follower].fetchers[leader].exchange

    def __getattr__(self, name: str) -> str:
        return str(getattr(self._exchange, name)).replace("_", " ")


def _holders(c: KraftIsrCluster, value: int) -> list[int]:
    value_id = c.fates.indices()[value]
    return [number for number, broker in enumerate(c.brokers) if broker.log.has_value(value_id)]


def _acknowledged_values(c: KraftIsrCluster) -> list[int]:
    return [int(value) for value in c.fates.indices() if c.fates[value] == Fate.acknowledged]


def lacking_leader(c: KraftIsrCluster) -> Iterator[Loss]:
    """A leader without what was consumed, or without an acknowledged value."""
    leader = c.partition().leader
    for value in _acknowledged_values(c):
        if leader != none and int(leader) not in _holders(c, value):
            yield Loss([value], f"v{value} was acknowledged, and leader {int(leader)} does not have it.")
    yield from _lacking(c, [int(leader)] if leader != none else [])


def _lacking(c: KraftIsrCluster, brokers: list[int]) -> Iterator[Loss]:
    for number in brokers:
        broker = c.brokers.items[number]
        for offset in range(int(broker.log.length), int(c.consumed.length)):
            value = int(c.consumed[offset].content)
            if broker.status == Status.running:
                yield Loss(
                    [value],
                    f"v{value} was consumed at offset {offset}, and broker {number} can lead without it.",
                )


def lacking_candidates(c: KraftIsrCluster) -> Iterator[Loss]:
    """A member of ISR or ELR without what was consumed."""
    last = c.partition()
    yield from _lacking(
        c, [int(member) for member in last.isr.ids() if last.isr.has(member) or last.elr.has(member)]
    )


def inconsistent_reads(c: KraftIsrCluster) -> Iterator[Loss]:
    """A current leader that has something else, or nothing, where something was consumed."""
    for broker in c.brokers.indices():
        for offset in range(int(c.consumed.length)):
            log, entry = c.brokers[broker].log, c.consumed[offset]
            if c.is_current_leader(broker) and not (log.length > offset and log[offset] == entry):
                value = int(entry.content)
                yield Loss(
                    [value],
                    f"v{value} was consumed at offset {offset}, and leader {int(broker)} does not have it there.",
                )


def lost_globally(c: KraftIsrCluster) -> Iterator[Loss]:
    """An acknowledged value that no broker has."""
    for value in _acknowledged_values(c):
        if not _holders(c, value):
            yield Loss([value], f"v{value} was acknowledged, and no broker has it.")


def consumed_refusals(c: KraftIsrCluster) -> Iterator[Loss]:
    """A value that was consumed and refused."""
    for entry in c.consumed.items[: int(c.consumed.length)]:
        if c.fates[entry.content] == Fate.rejected:
            value = int(entry.content)
            yield Loss([value], f"v{value} was consumed, and its producer was told that it failed.")


LOSSES: Mapping[str, Callable[[KraftIsrCluster], Iterator[Loss]]] = {
    "leader-complete": lacking_leader,
    "leader-candidates-complete": lacking_candidates,
    "consistent-read": inconsistent_reads,
    "no-committed-record-lost-globally": lost_globally,
    "acknowledged-on-leader": lacking_leader,
    "no-refused-record-consumed": consumed_refusals,
}


def role(c: KraftIsrCluster, number: int, broker: KraftIsrBroker) -> str:
    """The role of a broker, in words."""
    if broker.is_down():
        return "down"
    fence = "" if c.unfenced.mask >> number & 1 else ", fenced"
    if broker.status == Status.starting:
        return f"starting{fence}"
    name = "waits" if broker.partition_status == Role.neither else str(broker.partition_status)
    return f"{name}, epoch {broker.metadata.leader_epoch}{fence}"


def lane(c: KraftIsrCluster, number: int, broker: KraftIsrBroker) -> Lane:
    """A broker: its role, its log with a bar at the high watermark, and as leader its two ISRs."""
    entries = [(int(e.content), int(e.epoch)) for e in broker.log.items[: int(broker.log.length)]]
    row = tuple(Cell(v, f"v{v}", f"v{v}@{epoch}", f"epoch {epoch}", epoch) for v, epoch in entries)
    leads, said = broker.partition_status == Role.leader, role(c, number, broker)
    lines = [f"ISR {broker.metadata.isr}, maximal ISR {broker.metadata.maximal_isr}"] if leads else []
    under_way = [
        f"{'fetch to' if fetcher.exchange.phase == Phase.asked else 'answer of'} {peer}"
        for peer, fetcher in enumerate(broker.fetchers)
        if fetcher.exchange.phase != Phase.idle
    ]
    is_true = c.partition().leader == c.brokers.indices()[number]
    words = [said, f"log {' '.join(cell.short for cell in row) or 'empty'}", f"HW {broker.high_watermark}"]
    return Lane(
        f"broker {number}",
        f"Broker {number}",
        f"B{number}",
        said,
        row,
        mark=int(broker.high_watermark),
        lines=(*lines, *under_way),
        lead=("true" if is_true else "believed") if leads else "",
        standing=said,
        summary=", ".join([*words, *lines, *under_way]),
        faded=bool(broker.is_down()),
    )


def controller(c: KraftIsrCluster) -> str:
    """The controller's partition, in words."""
    last = c.partition()
    leader = "no leader" if last.leader == none else f"leader {int(last.leader)}"
    elr = f", ELR {last.elr}" if c.settings.has_elr else ""
    epochs = f"partition epoch {c.partition_epoch(c.records.length)}, epoch {last.leader_epoch}"
    return f"{epochs}, {leader}, ISR {last.isr}{elr}"


class KraftReplicationTelling(Telling[KraftIsrCluster]):
    """The telling of the published models."""

    stories = STORIES
    losses = LOSSES
    noun = "record"
    legend = ("HW: high watermark",)

    def beginning(self, view: KraftIsrCluster) -> str:
        """The sentence of the initial state."""
        return f"It begins with {controller(view)}; all logs are empty."

    def picture(self, view: KraftIsrCluster) -> Picture:
        """A lane for the controller, and one for each broker."""
        record = controller(view)
        first = Lane("controller", "Controller", "ctl", lines=(record,), summary=f"controller: {record}")
        lanes = [lane(view, number, broker) for number, broker in enumerate(view.brokers)]
        return Picture((first, *lanes), Titles("broker", "offset", "high watermark", "HW", "believes", "LEO"))

    def names(self, before: Any, arguments: Mapping[str, Any], after: Any) -> dict[str, Any]:
        """What the template of an action may name: its arguments, brokers before and after, and `state`."""
        named: dict[str, Any] = {"state": BeforeAfter("the state", before, after), **arguments}
        for name in {"broker", "leader", "follower"} & arguments.keys():
            broker = arguments[name]
            named[name] = _BrokerBeforeAfter(str(int(broker)), before.brokers[broker], after.brokers[broker])
        if "follower" in arguments:
            named["fetch"] = _Fetch(after, arguments["follower"], arguments["leader"])
        if "message" in arguments:
            named["message"] = _AlterBeforeAfter(arguments["message"].of(before), before, after)
        return named

    def facts(self, views: Sequence[KraftIsrCluster], numbers: Sequence[int], sentence: str) -> list[str]:  # noqa: ARG002
        """The controller's partition where it changed, a raised high watermark, and what clients learned."""
        was, now = views[-2], views[-1]
        facts = []
        if controller(was) != controller(now):
            facts.append(f"The controller has {controller(now)}.")
        for number, (old, new) in enumerate(zip(was.brokers, now.brokers, strict=True)):
            if new.partition_status == Role.leader and new.high_watermark > old.high_watermark:
                facts.append(f"Leader {number} raises its high watermark to {new.high_watermark}.")
        for value in now.fates.indices():
            facts += [f"{e.text[0].upper()}{e.text[1:]}." for e in _client_events(was, now, int(value), 0)]
        return facts

    def name(self, value: int) -> str:
        """The name of a value."""
        return f"v{value}"

    def must_stay(self, view: KraftIsrCluster, value: int) -> bool:
        """Whether the value was acknowledged to its producer."""
        return value in _acknowledged_values(view)

    def life(self, views: Sequence[KraftIsrCluster], value: int) -> list[Event]:
        """What producers and consumers learned of a value, and which brokers had it."""
        events = []
        for step, (was, now) in enumerate(pairwise(views), start=2):
            for number in sorted({*_holders(was, value)} ^ {*_holders(now, value)}):
                kind, verb = ("copied", "has") if number in _holders(now, value) else ("gone", "loses")
                events.append(Event(step, kind, f"broker {number} {verb} it"))
            events += _client_events(was, now, value, step)
        return events


def _client_events(was: KraftIsrCluster, now: KraftIsrCluster, value: int, step: int) -> list[Event]:
    """What clients learn of a value in a step."""
    value_id = now.fates.indices()[value]
    answers = [
        Event(step, str(fate), f"the producer of v{value} is told that its write {word}")
        for fate, word in ((Fate.acknowledged, "succeeded"), (Fate.rejected, "failed"))
        if now.fates[value_id] == fate != was.fates[value_id]
    ]
    reads = [
        Event(step, "consumed", f"a consumer reads v{value} at offset {offset}")
        for offset in range(int(was.consumed.length), int(now.consumed.length))
        if now.consumed[offset].content == value_id
    ]
    return answers + reads
