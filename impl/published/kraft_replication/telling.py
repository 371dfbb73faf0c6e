"""How runs of the published models are told: each broker with its log, the controller, and what clients know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from tidemark.impl.published.kraft_replication.messages import Phase
from tidemark.impl.published.kraft_replication.state import Broker, Cluster, Fate, Role, Status
from tidemark.impl.published.kraft_replication.stories import STORIES
from tidemark.spec import BeforeAfter, Cell, Lane, Loss, Picture, Telling, Titles, none
from tidemark.spec.families.telling import Event


class _BrokerBeforeAfter(BeforeAfter):
    """A broker in a template."""

    @property
    def knows(self) -> str:
        """The ISR that it knows, and the larger one that its high watermark waits for."""
        known = self.now.metadata
        more = "" if known.isr == known.maximal_isr else f", and waits for {known.maximal_isr}"
        return f"its ISR is {known.isr}{more}"

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

    def __init__(self, message: Any, before: Cluster, after: Cluster) -> None:
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

    def __init__(self, after: Cluster, follower: Any, leader: Any) -> None:
        self._exchange = after.brokers[follower].fetchers[leader].exchange

    def __getattr__(self, name: str) -> str:
        return str(getattr(self._exchange, name)).replace("_", " ")


def _holders(c: Cluster, value: int) -> list[int]:
    return [
        number
        for number, one in enumerate(c.brokers)
        if any(entry.content == value for entry in one.log.items[: int(one.log.length)])
    ]


def _acknowledged(c: Cluster) -> list[int]:
    return [int(value) for value in c.fates.indices() if c.fates[value] == Fate.acknowledged]


def lacking_leader(c: Cluster) -> Iterator[Loss]:
    """A leader without what was consumed, or without an acknowledged value."""
    leader = c.partition().leader
    for value in _acknowledged(c):
        if leader != none and int(leader) not in _holders(c, value):
            yield Loss([value], f"v{value} was acknowledged, and leader {int(leader)} does not have it.")
    yield from _lacking(c, [int(leader)] if leader != none else [])


def _lacking(c: Cluster, brokers: list[int]) -> Iterator[Loss]:
    for number in brokers:
        one = c.brokers.items[number]
        for offset in range(int(one.log.length), int(c.consumed.length)):
            value = int(c.consumed[offset].content)
            if one.status == Status.running:
                yield Loss(
                    [value],
                    f"v{value} was consumed at offset {offset}, and broker {number} can lead without it.",
                )


def lacking_candidates(c: Cluster) -> Iterator[Loss]:
    """A member of ISR or ELR without what was consumed."""
    last = c.partition()
    yield from _lacking(c, [int(one) for one in last.isr.ids() if last.isr.has(one) or last.elr.has(one)])


def inconsistent_reads(c: Cluster) -> Iterator[Loss]:
    """A current leader that has something else, or nothing, where something was consumed."""
    for one in c.brokers.indices():
        for offset in range(int(c.consumed.length)):
            log, entry = c.brokers[one].log, c.consumed[offset]
            if c.is_current_leader(one) and not (log.length > offset and log[offset] == entry):
                value = int(entry.content)
                yield Loss(
                    [value],
                    f"v{value} was consumed at offset {offset}, and leader {int(one)} does not have it there.",
                )


def lost_globally(c: Cluster) -> Iterator[Loss]:
    """An acknowledged value that no broker has."""
    for value in _acknowledged(c):
        if not _holders(c, value):
            yield Loss([value], f"v{value} was acknowledged, and no broker has it.")


def refused_and_consumed(c: Cluster) -> Iterator[Loss]:
    """A value that was consumed and refused."""
    for entry in c.consumed.items[: int(c.consumed.length)]:
        if c.fates[entry.content] == Fate.rejected:
            value = int(entry.content)
            yield Loss([value], f"v{value} was consumed, and its producer was told that it failed.")


LOSSES: Mapping[str, Callable[[Cluster], Iterator[Loss]]] = {
    "leader-complete": lacking_leader,
    "leader-candidates-complete": lacking_candidates,
    "consistent-read": inconsistent_reads,
    "no-committed-record-lost-globally": lost_globally,
    "acknowledged-on-leader": lacking_leader,
    "no-refused-record-consumed": refused_and_consumed,
}


def role(c: Cluster, number: int, one: Broker) -> str:
    """What a broker is, in words."""
    if one.is_down():
        return "down"
    fence = "" if c.unfenced.mask >> number & 1 else ", fenced"
    if one.status == Status.starting:
        return f"starting{fence}"
    name = {int(Role.neither): "waits", int(Role.leader): "leader", int(Role.follower): "follower"}[
        int(one.partition_status)
    ]
    return f"{name}, epoch {one.metadata.leader_epoch}{fence}"


def lane(c: Cluster, number: int, one: Broker) -> Lane:
    """A broker: its role, its log with a bar at the high watermark, and as leader its two ISRs."""
    row = tuple(
        Cell(
            int(e.content),
            f"v{int(e.content)}",
            f"v{int(e.content)}@{int(e.epoch)}",
            f"epoch {int(e.epoch)}",
            int(e.epoch),
        )
        for e in one.log.items[: int(one.log.length)]
    )
    leads, said = one.partition_status == Role.leader, role(c, number, one)
    lines = [f"ISR {one.metadata.isr}, maximal ISR {one.metadata.maximal_isr}"] if leads else []
    under_way = [
        f"{'fetch to' if fetcher.exchange.phase == Phase.asked else 'answer of'} {peer}"
        for peer, fetcher in enumerate(one.fetchers)
        if fetcher.exchange.phase != Phase.idle
    ]
    is_true = c.partition().leader == c.brokers.indices()[number]
    told = [said, f"log {' '.join(cell.short for cell in row) or 'empty'}", f"HW {one.high_watermark}"]
    return Lane(
        f"broker {number}",
        f"Broker {number}",
        f"B{number}",
        said,
        row,
        mark=int(one.high_watermark),
        lines=(*lines, *under_way),
        lead=("true" if is_true else "believed") if leads else "",
        standing=said,
        summary=", ".join([*told, *lines, *under_way]),
        faded=bool(one.is_down()),
    )


def controller(c: Cluster) -> str:
    """The controller's partition, in words."""
    last = c.partition()
    leader = "no leader" if last.leader == none else f"leader {int(last.leader)}"
    elr = f", ELR {last.elr}" if c.settings.has_elr else ""
    epochs = f"partition epoch {c.partition_epoch(c.records.length)}, epoch {last.leader_epoch}"
    return f"{epochs}, {leader}, ISR {last.isr}{elr}"


class KraftReplicationTelling(Telling[Cluster]):
    """The telling of the published models."""

    stories = STORIES
    losses = LOSSES
    noun = "record"
    legend = ("HW: high watermark",)

    def beginning(self, view: Cluster) -> str:
        """The sentence of the initial state."""
        return f"It begins with {controller(view)}; all logs are empty."

    def picture(self, view: Cluster) -> Picture:
        """A lane for the controller, and one for each broker."""
        record = controller(view)
        first = Lane("controller", "Controller", "ctl", lines=(record,), summary=f"controller: {record}")
        lanes = [lane(view, number, one) for number, one in enumerate(view.brokers)]
        return Picture((first, *lanes), Titles("broker", "offset", "high watermark", "HW", "believes"))

    def names(self, before: Any, arguments: Mapping[str, Any], after: Any) -> dict[str, Any]:
        """What the template of an action may name: its arguments, brokers before and after, and `state`."""
        named: dict[str, Any] = {"state": BeforeAfter("the state", before, after), **arguments}
        for name in {"broker", "leader", "follower"} & arguments.keys():
            one = arguments[name]
            named[name] = _BrokerBeforeAfter(str(int(one)), before.brokers[one], after.brokers[one])
        if "follower" in arguments:
            named["fetch"] = _Fetch(after, arguments["follower"], arguments["leader"])
        if "message" in arguments:
            named["message"] = _AlterBeforeAfter(arguments["message"].of(before), before, after)
        return named

    def facts(self, views: Sequence[Cluster], numbers: Sequence[int], sentence: str) -> list[str]:  # noqa: ARG002
        """The controller's partition where it changed, a raised high watermark, and what clients learned."""
        was, now = views[-2], views[-1]
        found = []
        if controller(was) != controller(now):
            found.append(f"The controller has {controller(now)}.")
        for number, (old, new) in enumerate(zip(was.brokers, now.brokers, strict=True)):
            if new.partition_status == Role.leader and new.high_watermark > old.high_watermark:
                found.append(f"Leader {number} raises its high watermark to {new.high_watermark}.")
        told = [event.text for value in now.fates.indices() for event in _told(was, now, int(value), 0)]
        return [*found, *(f"{text[0].upper()}{text[1:]}." for text in told)]

    def name(self, value: int) -> str:
        """The name of a value."""
        return f"v{value}"

    def must_stay(self, view: Cluster, value: int) -> bool:
        """Whether its producer was told that it is written."""
        return value in _acknowledged(view)

    def life(self, views: Sequence[Cluster], value: int) -> list[Event]:
        """What producers and consumers learned of a value, and which brokers had it."""
        found = []
        for step, (was, now) in enumerate(pairwise(views), start=2):
            for number in sorted({*_holders(was, value)} ^ {*_holders(now, value)}):
                has = number in _holders(now, value)
                found.append(
                    Event(
                        step, "copied" if has else "gone", f"broker {number} {'has' if has else 'loses'} it"
                    )
                )
            found += _told(was, now, value, step)
        return found


def _told(was: Cluster, now: Cluster, value: int, step: int) -> list[Event]:
    """What clients learn of a value in a step."""
    one = now.fates.indices()[value]
    answers = [
        Event(step, str(fate), f"the producer of v{value} is told that its write {word}")
        for fate, word in ((Fate.acknowledged, "succeeded"), (Fate.rejected, "failed"))
        if now.fates[one] == fate != was.fates[one]
    ]
    reads = [
        Event(step, "consumed", f"a consumer reads v{value} at offset {offset}")
        for offset in range(int(was.consumed.length), int(now.consumed.length))
        if now.consumed[offset].content == value
    ]
    return answers + reads
