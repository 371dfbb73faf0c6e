"""A state as a Kafka partition: brokers, logs, the controller's record, and what producers and consumers know.

Read from a plain state, once; the picture, the messages, the losses and the life of a record all follow from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from tidemark.spec import Cell, Lane, Picture, Titles

CONTROLLER, PRODUCER, CONSUMER = "controller", "producer", "consumer"
TITLES = Titles("broker", "offset", "high watermark", "HW", "believes", "LEO")


@dataclass(frozen=True)
class LogEntry:
    """A record in a log: its id, and the epoch of the leader that wrote it."""

    record: int
    epoch: int

    @property
    def name(self) -> str:
        """The record's name for people."""
        return f"m{self.record}"

    @property
    def short(self) -> str:
        """The record with its epoch."""
        return f"{self.name}@{self.epoch}"


@dataclass(frozen=True)
class SceneBroker:
    """A broker. `leader` is the one that it follows or is.

    in_isr, in_elr, is_fenced: from the controller's record.
    is_gone: whether it is down for good, and its disk is lost.
    asked: the ISR that it has asked the controller for, until it has the answer.
    asks: whether it and its leader send messages, so that it may cut its log without an answer.
    answered: an epoch, and the offset at which its leader says that this epoch ends, while that answer is on its way.
    start_offset: where its log begins.
    """

    number: int
    up: bool
    log: list[LogEntry]
    high_watermark: int
    leader_epoch: int
    leader: int | None
    isr: list[int]
    in_isr: bool
    asks: bool = False
    answered: tuple[int, int] | None = None
    start_offset: int = 0
    asked: list[int] | None = None
    in_elr: bool = False
    is_fenced: bool = False
    is_gone: bool = False

    @property
    def leads(self) -> bool:
        """Whether it believes that it leads."""
        return self.leader == self.number

    @property
    def role(self) -> str:
        """What it believes that it is, in words."""
        if not self.up:
            return "gone for good" if self.is_gone else "down"
        if self.leads:
            return f"leader, epoch {self.leader_epoch}"
        if self.leader is None:
            return "told nothing yet" if self.leader_epoch < 0 else f"no leader, epoch {self.leader_epoch}"
        return f"follows {self.leader}, epoch {self.leader_epoch}"

    def at(self, offset: int) -> LogEntry | None:
        """The record at an offset."""
        position = offset - self.start_offset
        return self.log[position] if 0 <= position < len(self.log) else None

    @property
    def end_offset(self) -> int:
        """The offset of the next record (LEO)."""
        return self.start_offset + len(self.log)

    @property
    def by_offset(self) -> list[tuple[int, LogEntry]]:
        """Its records with their offsets."""
        return list(enumerate(self.log, self.start_offset))

    @property
    def committed_entries(self) -> list[LogEntry]:
        """Its records below its high watermark."""
        return self.log[: self.high_watermark - self.start_offset]

    @property
    def uncommitted_entries(self) -> list[LogEntry]:
        """Its records at its high watermark and above."""
        return self.log[self.high_watermark - self.start_offset :]

    def has(self, record: int) -> bool:
        """Whether its log has a record."""
        return any(entry.record == record for entry in self.log)


@dataclass(frozen=True)
class Scene:
    """A state. What a family does not model is empty.

    elr: the eligible leader replicas (KIP-966).
    acknowledged: the records that were acknowledged to their producer.
    owed_by: for a record, the broker that owes that answer.
    shown: the record and the offset that a consumer was shown.
    disk_losses: how many disks may still be lost.
    """

    brokers: list[SceneBroker]
    leader_epoch: int
    leader: int | None
    isr: list[int]
    records_written: int
    state: Any = field(repr=False)
    acknowledged: list[int] = field(default_factory=list)
    owed_by: dict[int, int] = field(default_factory=dict)
    shown: tuple[int, int] | None = None
    elr: list[int] = field(default_factory=list)
    disk_losses: int = 0

    def has_lost_disk_since(self, before: Scene) -> bool:
        """Whether a disk was lost between another scene and this one."""
        return self.disk_losses < before.disk_losses

    def holders(self, record: int) -> list[int]:
        """The brokers that have a record on a disk that is not gone."""
        return [b.number for b in self.brokers if b.has(record) and not b.is_gone]

    @property
    def start_offset(self) -> int:
        """Where all logs begin."""
        return self.brokers[0].start_offset

    @property
    def controller(self) -> tuple[str, str]:
        """The controller's record, in words: who leads, the ISR, and the ELR if anybody is in it."""
        isr = f"ISR {names(self.isr)}" + (f", ELR {names(self.elr)}" if self.elr else "")
        if self.leader_epoch < 0:
            return "no leader yet", isr
        leader = "no leader" if self.leader is None else f"leader {self.leader}"
        return f"epoch {self.leader_epoch}, {leader}", isr


def names(members: list[int]) -> str:
    """A set of brokers for people."""
    return "{" + ", ".join(map(str, members)) + "}"


def plain_id(value: Any) -> int | None:
    """The number of an id; None for `none`."""
    return int(value) if int(value) >= 0 else None


def members_of(isr: Any) -> list[int]:
    """The members of a plain set of brokers, in order."""
    members: list[int] = isr.type.show(isr)
    return members


def log_of(log: Any) -> list[LogEntry]:
    """The records of a plain log."""
    return [LogEntry(int(entry.id), int(entry.epoch)) for entry in log.items[: log.length]]


def scene_of(state: Any) -> Scene:
    """The scene of a plain state, of any family whose state has `quorum`, `replicas` and `records_written`."""
    quorum = state.quorum
    isr = members_of(quorum.isr)
    brokers = [
        SceneBroker(
            number=number,
            up=True,
            log=log_of(replica.log),
            high_watermark=int(replica.high_watermark),
            leader_epoch=int(replica.leader_epoch),
            leader=plain_id(replica.leader),
            isr=members_of(replica.isr),
            in_isr=number in isr,
            start_offset=replica.log.start_offset,
        )
        for number, replica in enumerate(state.replicas)
    ]
    leader, written = plain_id(quorum.leader), int(state.records_written)
    return Scene(brokers, int(quorum.leader_epoch), leader, isr, written, state)


def observe_scene(scene: Scene) -> dict[str, str]:
    """What a scenario may say of a scene: the controller's record, and what each broker has and believes."""
    observations = {
        "epoch": _or_none(scene.leader_epoch),
        "leader": _or_none(scene.leader),
        "ISR": _join(scene.isr),
    }
    for b in scene.brokers:
        observations |= {
            f"log {b.number}": _join(entry.short for entry in b.log),
            f"LEO {b.number}": str(b.end_offset),
            f"HW {b.number}": str(b.high_watermark),
            f"epoch {b.number}": _or_none(b.leader_epoch),
            f"leader {b.number}": _or_none(b.leader),
            f"ISR {b.number}": _join(b.isr),
        }
    return observations


def _join(parts: Iterable[object]) -> str:
    return " ".join(map(str, parts))


def _or_none(number: int | None) -> str:
    return "none" if number is None or number < 0 else str(number)


def picture_of(scene: Scene) -> Picture:
    """The picture of a scene; the producer and the consumer are shown only where something names them."""
    return Picture(
        (
            Lane(PRODUCER, "Producer", "Producer", optional=True),
            Lane(
                CONTROLLER,
                "Controller",
                "Controller",
                lines=scene.controller,
                summary=", ".join(scene.controller),
            ),
            *(_lane(broker, _lead(scene, broker)) for broker in scene.brokers),
            Lane(CONSUMER, "Consumer", "Consumer", optional=True),
        ),
        TITLES,
        first=scene.start_offset,
    )


def _lead(scene: Scene, broker: SceneBroker) -> Literal["", "true", "believed"]:
    if not (broker.up and broker.leads):
        return ""
    is_true = (broker.number, broker.leader_epoch) == (scene.leader, scene.leader_epoch)
    return "true" if is_true else "believed"


def _lane(broker: SceneBroker, lead: Literal["", "true", "believed"]) -> Lane:
    cells = tuple(Cell(e.record, e.name, e.short, f"epoch {e.epoch}", e.epoch) for e in broker.log)
    log = f"[{' '.join(cell.short for cell in cells)}], HW {broker.high_watermark}"
    standing = "in ISR" if broker.in_isr else "in ELR" if broker.in_elr else ""
    asks = [] if broker.asked is None else [f"asks for ISR {names(broker.asked)}"]
    fenced = ", fenced" if broker.up and broker.is_fenced else ""
    role = f"old {broker.role}" if lead == "believed" else broker.role
    return Lane(
        actor=str(broker.number),
        title=f"Broker {broker.number}",
        short=f"B{broker.number}",
        role=role,
        cells=cells,
        mark=broker.high_watermark - broker.start_offset,
        lines=(
            f"HW {broker.high_watermark}, LEO {broker.end_offset}",
            (standing or "not in ISR") + fenced,
            *asks,
        ),
        lead=lead,
        standing=", ".join([role + fenced, *([standing] if standing else []), *asks]),
        summary=f"{log}, {role}",
        faded=not broker.up,
    )
