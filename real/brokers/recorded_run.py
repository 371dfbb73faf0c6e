"""A schedule's run as a history: the loss that it shows can be checked as if a soak had recorded it."""

from __future__ import annotations

from typing import Any

from tidemark.real.brokers.clients import ProducerDelivery
from tidemark.real.brokers.kraft import KRaftCluster
from tidemark.real.brokers.kraft_requests import MIN_ISR, TOPIC
from tidemark.real.brokers.recorder import Recorder
from tidemark.real.brokers.schedule_run import ScheduleRun
from tidemark.real.brokers.schedule_words import ScheduleStep
from tidemark.real.brokers.schedules import Schedule
from tidemark.spec.families.system import Episode


class RecordedRun(ScheduleRun):
    """One run of a schedule, noted as it happens."""

    def __init__(self, schedule: Schedule, cluster: KRaftCluster) -> None:
        super().__init__(schedule, cluster)
        self._recorder = Recorder()
        self._stopping: set[int] = set()

    def begin(self) -> None:
        """Start all nodes, and create the topic; the history begins with it."""
        super().begin()
        self._recorder.note("healed")

    def do(self, step: ScheduleStep) -> None:
        """Do a step, and note it."""
        if step.word in ("kill", "start", "pause", "resume"):
            for broker in step.brokers:
                self._recorder.note(step.word, broker=broker)
        if step.word in ("stop", "begin_stop"):
            self._stopping |= set(step.brokers)
        if record := step.record:
            self._recorder.note("send", record=record)
        super().do(step)
        if record and isinstance(delivery := self._deliveries[record], ProducerDelivery):
            delivery.on_delivery(
                lambda offset: self._recorder.note("acknowledge", record=record, offset=offset)
            )
        if step.word == "consume":
            for offset, value in enumerate(self._values_read):
                self._recorder.note("read", record=value, offset=offset)
        for broker in [broker for broker in self._stopping if not self.cluster.is_up(broker)]:
            self._recorder.note("stop", broker=broker)
            self._stopping.discard(broker)

    def episode(self) -> Episode:
        """The whole run, with what is on the disks now."""
        self._recorder.note_ending(self.cluster, TOPIC)
        about: dict[str, Any] = {
            "system": f"kafka:{self.cluster.version}",
            "number": 1,
            "schedule": self.schedule.name,
            MIN_ISR: self.schedule.topic.get(MIN_ISR, "1"),
            "replicas": list(self.schedule.replicas),
        }
        return Episode(about, self._recorder.events())
