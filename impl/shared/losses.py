"""What is lost in a state that breaks a promise, in a sentence: one function for each promise.

A promise only says true or false. A reader wants to know which record, where, and compared with what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tidemark.impl.shared.record_history import only
from tidemark.impl.shared.scene import Scene, SceneBroker, names
from tidemark.spec import Loss


def _has(broker: SceneBroker, offset: int) -> str:
    entry = broker.at(offset)
    return f"has {entry.name} of epoch {entry.epoch} there instead" if entry else "has nothing there"


def _missing(scene: Scene, members: Callable[[SceneBroker], list[int]], whose: str) -> Iterator[Loss]:
    """Records below a presumed leader's high watermark that a member of an ISR lacks."""
    for leader in scene.brokers:
        for member in members(leader) if leader.leads else []:
            follower = scene.brokers[member]
            for offset in range(leader.start_offset, leader.high_watermark):
                entry = leader.at(offset)
                if follower is leader or (entry and follower.at(offset) == entry):
                    continue
                held = (
                    f"{entry.name} is committed at offset {offset}"
                    if entry
                    else f"offset {offset} is committed"
                )
                yield Loss(
                    [entry.record] if entry else [],
                    f"{held}, below the high watermark {leader.high_watermark} of broker {leader.number}; "
                    f"broker {member}, in {whose} {names(members(leader))}, {_has(follower, offset)}.",
                    f"The committed {entry.name if entry else 'record'} is not on broker {member}, a member of the ISR",
                )


def _weak_isr(scene: Scene) -> Iterator[Loss]:
    return _missing(scene, lambda leader: leader.isr, "that leader's ISR")


def _strong_isr(scene: Scene) -> Iterator[Loss]:
    return _missing(scene, lambda _: scene.isr, "the controller's ISR")


def true_leaders(scene: Scene) -> list[SceneBroker]:
    """The brokers that lead by the controller's record and know it."""
    return [
        b
        for b in scene.brokers
        if b.leads and b.number == scene.leader and b.leader_epoch == scene.leader_epoch
    ]


def _acknowledged_survives(scene: Scene) -> Iterator[Loss]:
    for leader in true_leaders(scene):
        for record in scene.acknowledged:
            if leader.number not in (holders := scene.holders(record)):
                yield Loss(
                    [record],
                    f"m{record} was acknowledged, and broker {leader.number}, the leader of epoch "
                    f"{leader.leader_epoch}, does not have it; {only(holders)}.",
                    f"The acknowledged m{record} is lost",
                )


def _acknowledged_exists(scene: Scene) -> Iterator[Loss]:
    for record in scene.acknowledged:
        if not scene.holders(record):
            yield Loss(
                [record],
                f"m{record} was acknowledged, and no broker has it.",
                f"The acknowledged m{record} is on no broker",
            )


def _reads_are_stable(scene: Scene) -> Iterator[Loss]:
    if scene.shown is None:
        return
    record, offset = scene.shown
    showing = [b for b in scene.brokers if b.leads and offset < b.high_watermark]
    for leader in [*true_leaders(scene), *showing]:
        entry = leader.at(offset)
        if not entry or entry.record != record:
            yield Loss(
                [record],
                f"A consumer was shown m{record} at offset {offset}; broker {leader.number}, which leads, "
                f"{_has(leader, offset)}.",
                f"m{record}, which a consumer read, is gone",
            )


def _hw_monotonic(_: Scene) -> Iterator[Loss]:
    yield Loss([], "The high watermark of a broker went back while it led.")


def _pairs(scene: Scene) -> Iterator[tuple[SceneBroker, SceneBroker]]:
    for number, broker_a in enumerate(scene.brokers):
        for broker_b in scene.brokers[:number]:
            yield broker_b, broker_a


def _committed_agrees(scene: Scene) -> Iterator[Loss]:
    for broker_a, broker_b in _pairs(scene):
        for offset in range(broker_a.start_offset, min(broker_a.high_watermark, broker_b.high_watermark)):
            mine, theirs = broker_a.at(offset), broker_b.at(offset)
            if mine and mine != theirs:
                yield Loss(
                    [mine.record, *([theirs.record] if theirs else [])],
                    f"At offset {offset}, below both high watermarks, broker {broker_a.number} has {mine.name} of "
                    f"epoch {mine.epoch}, and broker {broker_b.number} {_has(broker_b, offset)}.",
                    f"Brokers {broker_a.number} and {broker_b.number} have committed different records",
                )


def _epoch_offset_unique(scene: Scene) -> Iterator[Loss]:
    for broker_a, broker_b in _pairs(scene):
        for offset, mine in broker_a.by_offset:
            theirs = broker_b.at(offset)
            if theirs and theirs.epoch == mine.epoch and theirs.record != mine.record:
                yield Loss(
                    [mine.record, theirs.record],
                    f"At offset {offset} of epoch {mine.epoch}, broker {broker_a.number} has {mine.name} and "
                    f"broker {broker_b.number} has {theirs.name}.",
                )


def _one_leader_per_epoch(scene: Scene) -> Iterator[Loss]:
    for broker_a, broker_b in _pairs(scene):
        if broker_a.leads and broker_b.leads and broker_a.leader_epoch == broker_b.leader_epoch:
            both = f"Brokers {broker_a.number} and {broker_b.number} both believe"
            yield Loss([], f"{both} to lead epoch {broker_a.leader_epoch}.")


def _hw_within_log(scene: Scene) -> Iterator[Loss]:
    for b in scene.brokers:
        if b.high_watermark > b.end_offset:
            above = f"is above its log end {b.end_offset}"
            yield Loss([], f"The high watermark {b.high_watermark} of broker {b.number} {above}.")


def _leader_in_isr(scene: Scene) -> Iterator[Loss]:
    leader = "There is no leader" if scene.leader is None else f"Broker {scene.leader} leads"
    yield Loss([], f"{leader}, and the controller's ISR is {names(scene.isr)}.")


LOSSES: dict[str, Callable[[Scene], Iterator[Loss]]] = {
    "weak-isr": _weak_isr,
    "strong-isr": _strong_isr,
    "isr-has-committed": _strong_isr,
    "leader-in-isr": _leader_in_isr,
    "current-leader-in-isr": _leader_in_isr,
    "acknowledged-survives": _acknowledged_survives,
    "acknowledged-exists": _acknowledged_exists,
    "reads-are-stable": _reads_are_stable,
    "hw-monotonic": _hw_monotonic,
    "committed-agrees": _committed_agrees,
    "epoch-offset-unique": _epoch_offset_unique,
    "one-leader-per-epoch": _one_leader_per_epoch,
    "hw-within-log": _hw_within_log,
}
