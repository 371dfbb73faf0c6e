"""What a state has lost that breaks a promise that only this family makes: to consumers, and of the epoch cache."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from impl.partition import losses
from impl.partition.losses import true_leaders
from impl.partition.scene import Scene
from spec import Loss


def _read_your_writes(scene: Scene) -> Iterator[Loss]:
    for leader in true_leaders(scene):
        for record in scene.acknowledged:
            shown = [entry.record for entry in leader.log[: leader.high_watermark]]
            if record not in shown:
                why = f"the high watermark of broker {leader.number}, which leads, is {leader.high_watermark}"
                yield Loss([], f"m{record} was acknowledged, and consumers are not shown it yet: {why}.")


def _monotonic_reads(scene: Scene) -> Iterator[Loss]:
    if scene.shown is None:
        return
    record, offset = scene.shown
    others = [b for b in scene.brokers if b.leader_epoch >= 0 and b.high_watermark <= offset]
    for broker in sorted(others, key=lambda b: not b.leads):
        where = f"broker {broker.number} shows nothing there: its high watermark is {broker.high_watermark}"
        yield Loss([], f"A consumer was shown m{record} at offset {offset}; {where}.")


def _epoch_cache_agrees(scene: Scene) -> Iterator[Loss]:
    for broker, replica in zip(scene.brokers, scene.state.replicas, strict=True):
        for offset, entry in enumerate(broker.log):
            known = [epoch for epoch, start in enumerate(replica.cache) if 0 <= start <= offset]
            if max(known, default=-1) != entry.epoch:
                said = f"epoch {max(known)}" if known else "no epoch"
                yield Loss(
                    [],
                    f"At offset {offset}, the log of broker {broker.number} has {entry.name} of epoch "
                    f"{entry.epoch}, and its leader epoch cache says {said}.",
                )


LOSSES: dict[str, Callable[[Scene], Iterator[Loss]]] = {
    **losses.LOSSES,
    "read-your-writes": _read_your_writes,
    "monotonic-reads": _monotonic_reads,
    "epoch-cache-agrees": _epoch_cache_agrees,
}
