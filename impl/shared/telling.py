"""How a run of a partition is explained: what every family of replication protocols shares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tidemark.impl.shared import causes, loss_cause, losses, messages, record_history
from tidemark.impl.shared.scene import Scene, SceneBroker, observe_scene, picture_of, scene_of
from tidemark.spec import Arrow, BeforeAfter, Event, HowLost, Note, Picture, Telling
from tidemark.spec.expressions.kinds import Constant


class BrokerBeforeAfter(BeforeAfter):
    """A broker in a template: its number, its replica `was` and `now`, and how its log was cut, or kept (`cut`)."""

    @property
    def cut(self) -> str:
        """What happened to its log, as a verb; the numbers are records."""
        was, now = self.was.log.length, self.now.log.length
        if was == 0:
            return "has an empty log"
        return f"keeps its log of {now}" if was == now else f"cuts its log of {was} to {now}"


class PartitionTelling(Telling[Scene]):
    """The telling of one partition. A family gives its stories, and says what brokers send each other.

    brings_news: what tells a broker of a leader epoch.
    """

    losses = losses.LOSSES
    events = causes.EVENTS
    situations = causes.SITUATIONS
    noun = "record"
    brings_news = "LeaderAndIsr"
    legend = ("HW: high watermark", "LEO: log end offset", "dashed arrow: an answer")

    def see(self, state: Any) -> Scene:
        return scene_of(state)

    def picture(self, view: Scene) -> Picture:
        return picture_of(view)

    def observe(self, view: Scene) -> dict[str, str]:
        return observe_scene(view)

    def arrows(self, before: Scene, after: Scene) -> list[Arrow]:
        return [
            *messages.from_producer(before, after),
            *self._among_brokers(before, after),
            *messages.isr_change(before, after),
            *messages.to_producer(before, after),
        ]

    def _among_brokers(self, before: Scene, after: Scene) -> Iterator[Arrow]:
        for old, new in zip(before.brokers, after.brokers, strict=True):
            yield from messages.leader_and_isr(old, new, self.brings_news)
            yield from self.between(before, after, old, new)

    def between(self, before: Scene, after: Scene, old: SceneBroker, new: SceneBroker) -> list[Arrow]:  # noqa: ARG002
        """The messages between a follower and its leader in a step."""
        return messages.copied_at_once(before, old, new)

    def notes(self, before: Scene, after: Scene) -> list[Note]:
        return messages.notes(before, after)

    def beginning(self, view: Scene) -> str:
        logs = "all logs are empty" if not any(b.log for b in view.brokers) else "the logs are as shown"
        begin = f", and begin at offset {view.start_offset}" if view.start_offset else ""
        return f"It begins with {', '.join(view.controller)}; {logs}{begin}."

    def names(self, before: Any, arguments: Mapping[str, Any], after: Any) -> dict[str, Any]:
        """The whole state as `state`, and each argument that is a broker as a broker."""
        named: dict[str, Any] = {"state": BeforeAfter("the state", before, after)}
        for name, value in arguments.items():
            is_broker = isinstance(value, Constant) and value.kind.name == "replica" and int(value) >= 0
            named[name] = (
                BrokerBeforeAfter(str(int(value)), before.replicas[value], after.replicas[value])
                if is_broker
                else str(value)
            )
        return named

    def facts(self, views: Sequence[Scene], numbers: Sequence[int], sentence: str) -> list[str]:
        return record_history.facts(views, numbers, sentence)

    def name(self, value: int) -> str:
        return f"m{value}"

    def must_stay(self, view: Scene, value: int) -> bool:
        return record_history.must_stay(view, value)

    def life(self, views: Sequence[Scene], value: int) -> list[Event]:
        return record_history.life(views, value)

    def how(self, views: Sequence[Scene], value: int) -> HowLost | None:
        return loss_cause.find(views, value)
