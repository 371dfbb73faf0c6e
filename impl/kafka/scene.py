"""A state as a picture of a Kafka partition: brokers, logs, the controller, and what moves between them.

The views draw scenes and arrows, and know no protocol. Both are read from the trace file's data by the
names of its fields, so a protocol is drawn as soon as its state has `replicas` and `quorum`; what it lacks
is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from checker.runs.results import Run

CONTROLLER, PRODUCER, CONSUMER = "controller", "producer", "consumer"


@dataclass(frozen=True)
class Cell:
    """A record in a log: its id, and the epoch of the leader that wrote it."""

    record: int
    epoch: int

    @property
    def name(self) -> str:
        """How people call the record."""
        return f"m{self.record}"


@dataclass(frozen=True)
class Broker:
    """A broker as drawn. `leader` is whom it takes for the leader, `in_isr` what the controller says."""

    number: int
    up: bool
    log: list[Cell]
    high_watermark: int
    leader_epoch: int
    leader: int | None
    isr: list[int]
    in_isr: bool

    @property
    def leads(self) -> bool:
        """Whether it believes that it leads."""
        return self.leader == self.number

    @property
    def role(self) -> str:
        """What it believes to be, in words."""
        if not self.up:
            return "down"
        if self.leads:
            return f"leader, epoch {self.leader_epoch}"
        if self.leader is None:
            return "told nothing yet" if self.leader_epoch < 0 else f"no leader, epoch {self.leader_epoch}"
        return f"follows {self.leader}, epoch {self.leader_epoch}"

    def at(self, offset: int) -> Cell | None:
        """The record at an offset."""
        return self.log[offset] if 0 <= offset < len(self.log) else None


@dataclass(frozen=True)
class Arrow:
    """A message: from whom, to whom, what it says. An end is a broker number as text, or a name above."""

    source: str
    target: str
    text: str
    answer: bool = False


@dataclass(frozen=True)
class Scene:
    """A state as drawn."""

    brokers: list[Broker]
    leader_epoch: int
    leader: int | None
    isr: list[int]
    acknowledged: list[int]
    data: dict[str, Any] = field(repr=False)

    def holders(self, record: int) -> list[int]:
        """The brokers that have a record."""
        return [b.number for b in self.brokers if any(cell.record == record for cell in b.log)]

    @property
    def controller(self) -> str:
        """The controller's record, in words."""
        if self.leader_epoch < 0:
            return f"no leader yet, ISR {names(self.isr)}"
        leader = "no leader" if self.leader is None else f"leader {self.leader}"
        return f"epoch {self.leader_epoch}, {leader}, ISR {names(self.isr)}"


def names(members: list[int]) -> str:
    """A set of brokers for people."""
    return "{" + ", ".join(map(str, members)) + "}"


def can_draw(run: Run) -> bool:
    """Whether the state has what a scene needs."""
    return {"replicas", "quorum"} <= set(run.machine.type.fields)


def scenes_of(run: Run) -> list[Scene]:
    """Every state of a run, as drawn."""
    machine = run.machine
    return [scene_of(machine.type.show(machine.decode(step.state))) for step in run.steps]


def scene_of(data: dict[str, Any]) -> Scene:
    """A state, from its data in a trace file, as drawn."""
    quorum = data["quorum"]
    brokers = [
        Broker(
            number=number,
            up=one.get("up", True),
            log=[Cell(entry["id"], entry["epoch"]) for entry in one["log"]],
            high_watermark=one["high_watermark"],
            leader_epoch=one["leader_epoch"],
            leader=one["leader"],
            isr=one.get("isr", []),
            in_isr=number in quorum["isr"],
        )
        for number, one in enumerate(data["replicas"])
    ]
    acknowledged = [r for r, one in enumerate(data.get("produced", [])) if one.get("acknowledged")]
    return Scene(brokers, quorum["leader_epoch"], quorum["leader"], quorum["isr"], acknowledged, data)


def arrows_between(before: Scene, after: Scene) -> list[Arrow]:
    """The messages that a step sent or delivered, as far as the change of the state tells."""
    arrows = [*_from_clients(before, after)]
    for old, new in zip(before.brokers, after.brokers, strict=True):
        arrows += _to_broker(before, after, old, new)
        arrows += _exchange(before, after, new.number)
    if before.leader_epoch == after.leader_epoch and before.isr != after.isr:
        changed = [b for old, b in zip(before.brokers, after.brokers, strict=True) if b.isr != old.isr]
        arrows += [Arrow(str(b.number), CONTROLLER, f"ISR {names(after.isr)}") for b in changed[:1]]
    return arrows + _to_clients(before, after)


def _from_clients(before: Scene, after: Scene) -> list[Arrow]:
    if after.data.get("records_written", 0) == before.data.get("records_written", 0):
        return []
    record = before.data["records_written"]
    took = [
        b.number
        for old, b in zip(before.brokers, after.brokers, strict=True)
        if len(b.log) > len(old.log) and b.log[-1].record == record
    ]
    return [Arrow(PRODUCER, str(number), f"m{record}") for number in took]


def _to_clients(before: Scene, after: Scene) -> list[Arrow]:
    arrows = []
    for record in after.acknowledged:
        if record not in before.acknowledged:
            owed = before.data["produced"][record].get("owed_by")
            leaders = [b.number for b in after.brokers if b.leads and any(c.record == record for c in b.log)]
            source = owed if owed is not None else next(iter(leaders), None)
            if source is not None:
                arrows.append(Arrow(str(source), PRODUCER, f"m{record} is acknowledged", answer=True))
    return arrows


def _to_broker(before: Scene, after: Scene, old: Broker, new: Broker) -> list[Arrow]:
    """A LeaderAndIsr request that arrived, or a record copied in one step."""
    if new.leader_epoch != old.leader_epoch and new.leader_epoch >= 0:
        who = "you lead" if new.leads else f"leader {new.leader}"
        return [Arrow(CONTROLLER, str(new.number), f"LeaderAndIsr, epoch {new.leader_epoch}: {who}")]
    copied = len(new.log) > len(old.log) and not new.leads and new.leader is not None
    if copied and "exchange" not in after.data["replicas"][new.number]:
        text = f"fetch: {new.log[-1].name}, HW {before.brokers[new.leader or 0].high_watermark}"
        return [Arrow(str(new.leader), str(new.number), text, answer=True)]
    return []


def _exchange(before: Scene, after: Scene, number: int) -> list[Arrow]:
    """What a follower and its leader say to each other, where messages are modelled."""
    old, new = (scene.data["replicas"][number].get("exchange") for scene in (before, after))
    if old is None or new is None or old["stage"] == new["stage"]:
        return []
    leader = str(after.brokers[number].leader)
    match new["stage"]:
        case "fetch":
            return [Arrow(str(number), leader, f"fetch from offset {new['offset']}")]
        case "epoch_request":
            return [Arrow(str(number), leader, f"where does epoch {new['epoch']} end?")]
        case "fetched":
            found = ", ".join(f"m{entry['id']}" for entry in new["records"]) or "nothing new"
            return [Arrow(leader, str(number), f"{found}, HW {new['high_watermark']}", answer=True)]
        case "out_of_range":
            return [Arrow(leader, str(number), f"out of range, log end {new['offset']}", answer=True)]
        case "epoch_answer":
            end = "not known" if new["offset"] < 0 else f"ends at {new['offset']}"
            epoch = "" if new["epoch"] < 0 else f"epoch {new['epoch']} "
            return [Arrow(leader, str(number), f"{epoch}{end}", answer=True)]
    return []


def reader(before: Scene, after: Scene) -> tuple[int, int] | None:
    """The record and the offset that a consumer was shown in this step."""
    old, new = before.data.get("shown"), after.data.get("shown")
    return (new["record"], new["offset"]) if new and old != new else None


def notes_between(before: Scene, after: Scene) -> list[tuple[str, str]]:
    """What a step changed without a message: at whom, and what, in a few words."""
    notes = []
    if (before.leader_epoch, before.leader) != (after.leader_epoch, after.leader):
        notes.append((CONTROLLER, after.controller))
    for old, new in zip(before.brokers, after.brokers, strict=True):
        said = list(_changes_of(old, new))
        if said:
            notes.append((str(new.number), ", ".join(said)))
    if shown := reader(before, after):
        notes.append((CONSUMER, f"is shown m{shown[0]} at offset {shown[1]}"))
    return notes


def _changes_of(old: Broker, new: Broker) -> Iterator[str]:
    if old.up != new.up:
        yield "restarts" if new.up else "goes down"
    gone = [cell.name for cell in old.log if cell not in new.log]
    come = [cell.name for cell in new.log if cell not in old.log]
    if gone:
        yield f"log cut from {len(old.log)} to {len(new.log)}, {' '.join(gone)} gone"
    if come:
        yield f"log {' '.join(cell.name for cell in new.log)}"
    if old.high_watermark != new.high_watermark:
        yield f"HW {new.high_watermark}"
