"""What is lost in a state that breaks a promise of this family alone, in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tidemark.impl.kafka.settings import Visible
from tidemark.impl.shared import losses
from tidemark.impl.shared.losses import true_leaders
from tidemark.impl.shared.scene import LogEntry, Scene, SceneBroker, names
from tidemark.spec import Loss


def _read_your_writes(scene: Scene) -> Iterator[Loss]:
    for leader in true_leaders(scene):
        for record in scene.acknowledged:
            shown = [entry.record for entry in leader.committed_entries]
            if record not in shown:
                why = f"the high watermark of broker {leader.number}, which leads, is {leader.high_watermark}"
                yield Loss([], f"m{record} was acknowledged, and consumers are not shown it yet: {why}.")


def _reads_are_stable(scene: Scene) -> Iterator[Loss]:
    yield from losses.LOSSES["reads-are-stable"](scene)
    if scene.shown is None:
        return
    record, offset = scene.shown
    for broker in scene.brokers:
        entry = broker.at(offset)
        if _shows(scene, broker, offset) and not (entry and entry.record == record):
            has = f"has {entry.name} there" if entry else "has nothing there"
            where = f"broker {broker.number}, which shows consumers that offset too, {has}"
            yield Loss([], f"A consumer was shown m{record} at offset {offset}; {where}.")


def _shows(scene: Scene, broker: SceneBroker, offset: int) -> bool:
    """Whether consumers may read an offset from a broker, if its log goes so far."""
    visible = scene.state.settings.visible
    from_any = visible in (Visible.follower, Visible.log_end)
    end = broker.end_offset if visible == Visible.log_end else broker.high_watermark
    allowed = broker.leads or (from_any and broker.leader_epoch >= 0)
    return allowed and offset < end + (visible == Visible.through)


def _monotonic_reads(scene: Scene) -> Iterator[Loss]:
    if scene.shown is None:
        return
    record, offset = scene.shown
    others = [b for b in scene.brokers if b.leader_epoch >= 0 and b.high_watermark <= offset]
    for broker in sorted(others, key=lambda b: not b.leads):
        where = f"broker {broker.number} shows nothing there: its high watermark is {broker.high_watermark}"
        yield Loss([], f"A consumer was shown m{record} at offset {offset}; {where}.")


def _hw_current(scene: Scene) -> Iterator[Loss]:
    for leader in [b for b in scene.brokers if b.leads and b.asked is None]:
        behind = [
            record for record in leader.uncommitted_entries if all(_has(scene, b, record) for b in leader.isr)
        ]
        if behind:
            held = f"its ISR {names(leader.isr)} has {behind[-1].name}"
            hw = f"the high watermark of broker {leader.number}, which leads, is {leader.high_watermark}"
            yield Loss([], f"No change of the ISR is asked for, and {held}; {hw}.")


def _has(scene: Scene, number: int, entry: LogEntry) -> bool:
    return entry in scene.brokers[number].log


def _leader_has_its_epoch(scene: Scene) -> Iterator[Loss]:
    for leader in [b for b in scene.brokers if b.leads]:
        for replica in scene.brokers:
            for offset, entry in replica.by_offset:
                if offset >= leader.end_offset and entry.epoch == leader.leader_epoch:
                    yield Loss(
                        [],
                        f"Broker {leader.number} leads epoch {entry.epoch}, and its log ends at {leader.end_offset}; "
                        f"broker {replica.number} has {entry.name} of that epoch at offset {offset}.",
                    )


def _epoch_cache_agrees(scene: Scene) -> Iterator[Loss]:
    for broker, replica in zip(scene.brokers, scene.state.replicas, strict=True):
        for offset, entry in broker.by_offset:
            cached_epochs = [epoch for epoch, start in enumerate(replica.cache) if 0 <= start <= offset]
            if max(cached_epochs, default=-1) != entry.epoch:
                said = f"epoch {max(cached_epochs)}" if cached_epochs else "no epoch"
                yield Loss(
                    [],
                    f"At offset {offset}, the log of broker {broker.number} has {entry.name} of epoch "
                    f"{entry.epoch}, and its leader epoch cache says {said}.",
                )


def _committed_records(scene: Scene) -> Iterator[tuple[str, list[int]]]:
    """For each broker the place in words, and the records below its high watermark."""
    for broker in scene.brokers:
        records = [entry.record for entry in broker.committed_entries]
        yield f"below the high watermark {broker.high_watermark} of broker {broker.number}", records


def _no_duplicate(scene: Scene) -> Iterator[Loss]:
    for where, records in _committed_records(scene):
        for record in sorted({number for number in records if records.count(number) > 1}):
            placed = enumerate(records, scene.start_offset)
            offsets = " and ".join(str(k) for k, number in placed if number == record)
            yield Loss([], f"m{record} is there twice {where}: at offsets {offsets}.")


def _out_of_order(scene: Scene) -> Iterator[Loss]:
    for where, records in _committed_records(scene):
        for k, record in enumerate(records):
            later = [number for number in records[:k] if number > record]
            if later and record not in records[:k]:
                yield Loss([], f"m{record} was sent before m{later[0]}, and comes after it {where}.")


def _no_gap(scene: Scene) -> Iterator[Loss]:
    for where, records in _committed_records(scene):
        for k, record in enumerate(records):
            if record and record - 1 not in records[:k]:
                before = f"m{record - 1}, which was sent before it"
                yield Loss([], f"m{record} is there {where}, and {before}, is not.")


def _write_possible(scene: Scene) -> Iterator[Loss]:
    isr = f"ISR {names(scene.isr)}"
    if scene.leader is None:
        why = f"nobody may be elected until one of the {isr} is back"
    elif not true_leaders(scene):
        why = f"broker {scene.leader} is to lead epoch {scene.leader_epoch}, and has not been told so"
    else:
        least = int(scene.state.settings.min_isr)
        why = f"broker {scene.leader} leads with the {isr}, and refuses it until that has {least} members"
    yield Loss([], f"Nothing is pending, and no write is possible: {why}.", "No write is possible")


def _isr_complete(scene: Scene) -> Iterator[Loss]:
    for broker in scene.brokers:
        if broker.up and not broker.in_isr:
            yield Loss(
                [],
                f"Broker {broker.number} is up, and not in the ISR {names(scene.isr)}.",
                "A broker left the ISR",
            )


LOSSES: dict[str, Callable[[Scene], Iterator[Loss]]] = {
    **losses.LOSSES,
    "hw-current": _hw_current,
    "read-your-writes": _read_your_writes,
    "reads-are-stable": _reads_are_stable,
    "monotonic-reads": _monotonic_reads,
    "leader-has-its-epoch": _leader_has_its_epoch,
    "epoch-cache-agrees": _epoch_cache_agrees,
    "write-possible": _write_possible,
    "isr-complete": _isr_complete,
    "no-duplicate": _no_duplicate,
    "order-kept": _out_of_order,
    "no-gap": _no_gap,
}
