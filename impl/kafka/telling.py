"""How a run of Kafka is explained: with the fetches, the answers, and the clients."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tidemark.impl.kafka.cluster import Stage
from tidemark.impl.kafka.epoch_cache import NO_ENTRY, UNDEFINED_OFFSET
from tidemark.impl.kafka.losses import LOSSES
from tidemark.impl.shared import messages
from tidemark.impl.shared.scene import Scene, SceneBroker, log_of, members_of, plain_id, scene_of
from tidemark.impl.shared.telling import PartitionTelling
from tidemark.spec import Arrow


def _epoch_answer(exchange: Any) -> tuple[int, int] | None:
    has_answer = exchange.stage == Stage.epoch_answer and exchange.offset != UNDEFINED_OFFSET
    return (int(exchange.epoch), int(exchange.offset)) if has_answer else None


def _requested_isr(replica: Any) -> list[int] | None:
    """The ISR that a leader has asked for."""
    member, isr = plain_id(replica.isr_change.member), members_of(replica.isr)
    return None if member is None else sorted({*isr} ^ {member})


class KafkaTelling(PartitionTelling):
    """The telling of a partition whose brokers go down, exchange messages, and answer producers and consumers."""

    losses = LOSSES
    tells_of_fences = False

    def see(self, state: Any) -> Scene:
        scene, quorum = scene_of(state), state.quorum
        elr, live = members_of(quorum.elr), members_of(quorum.live)
        produced = list(enumerate(state.produced))
        owed = {record: plain_id(replica.owed_by) for record, replica in produced}
        shown = (int(state.shown.record), int(state.shown.offset))
        return replace(
            scene,
            brokers=[
                replace(
                    b,
                    up=bool(replica.up),
                    asks=True,
                    answered=_epoch_answer(replica.exchange),
                    asked=_requested_isr(replica),
                    in_elr=b.number in elr,
                    is_fenced=self.tells_of_fences and b.number not in live,
                    is_gone=state.gone.has(b.number),
                )
                for b, replica in zip(scene.brokers, state.replicas, strict=True)
            ],
            acknowledged=[record for record, replica in produced if replica.acknowledged],
            owed_by={record: broker for record, broker in owed.items() if broker is not None},
            shown=shown if shown[1] >= 0 else None,
            elr=elr,
            disk_losses=int(state.budget.disk_losses),
        )

    def observe(self, view: Scene) -> dict[str, str]:
        """What every partition shows; which brokers are up, what leaders know of followers, what clients have heard."""
        observed = super().observe(view)
        for b, replica in zip(view.brokers, view.state.replicas, strict=True):
            observed[f"up {b.number}"] = "yes" if b.up else "no"
            observed[f"cache {b.number}"] = " ".join(
                f"{epoch}:{start}" for epoch, start in enumerate(replica.cache) if start != NO_ENTRY
            )
            for follower, end_offset in enumerate(replica.remote_end_offset):
                if follower != b.number:
                    observed[f"remote LEO {b.number}.{follower}"] = str(end_offset)
        shown = "" if view.shown is None else f"{self.name(view.shown[0])} at {view.shown[1]}"
        return {**observed, "acknowledged": " ".join(map(self.name, view.acknowledged)), "shown": shown}

    def between(self, before: Scene, after: Scene, old: SceneBroker, new: SceneBroker) -> list[Arrow]:
        """The messages between a follower and its leader in a step, and between a leader and the controller."""
        return [*messages.alter_partition(old, new), *self._fetches(before, after, new)]

    def _fetches(self, before: Scene, after: Scene, new: SceneBroker) -> list[Arrow]:
        was, now = (scene.state.replicas.items[new.number].exchange for scene in (before, after))
        if was.stage == now.stage:
            return []
        follower, leader = str(new.number), str(new.leader)
        if now.stage == Stage.fetch:
            return [Arrow(follower, leader, f"fetch from offset {now.offset}")]
        if now.stage == Stage.epoch_request:
            return [Arrow(follower, leader, f"where does epoch {now.epoch} end?")]
        if now.stage == Stage.fetched:
            records = ", ".join(entry.name for entry in log_of(now.records)) or "nothing new"
            return [Arrow(leader, follower, f"{records}, HW {now.high_watermark}", answer=True)]
        if now.stage == Stage.out_of_range:
            return [Arrow(leader, follower, f"out of range, log end {now.offset}", answer=True)]
        if now.stage == Stage.epoch_answer:
            end = "not known" if now.offset < 0 else f"ends at {now.offset}"
            epoch = "" if now.epoch < 0 else f"epoch {now.epoch} "
            return [Arrow(leader, follower, f"{epoch}{end}", answer=True)]
        return []


class KraftTelling(KafkaTelling):
    """The telling of a partition whose controller is KRaft's: brokers are fenced, and learn from the metadata."""

    tells_of_fences = True
    brings_news = "metadata"
