"""A schedule's run as a history: so that the loss that it shows can be checked as what a soak records."""

from __future__ import annotations

from typing import Any

from tidemark.real.brokers.clients import Delivery
from tidemark.real.brokers.kraft import Cluster
from tidemark.real.brokers.kraft_requests import TOPIC
from tidemark.real.brokers.schedule_run import ScheduleRun
from tidemark.real.brokers.schedule_words import ScheduleStep
from tidemark.real.brokers.schedules import Schedule
from tidemark.real.soak.episodes import MIN_ISR, note_ending
from tidemark.real.soak.recorder import Recorder
from tidemark.spec.families.system import Episode


class RecordedRun(ScheduleRun):
    """One run of a schedule, noted as it happens."""

    def __init__(self, schedule: Schedule, cluster: Cluster) -> None:
        super().__init__(schedule, cluster)
        self._recorder = Recorder()
        self._stopping: set[int] = set()

    def begin(self) -> None:
        """The time begins with the topic."""
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
        if record and isinstance(sent := self._deliveries[record], Delivery):
            sent.when_delivered(
                lambda offset: self._recorder.note("acknowledge", record=record, offset=offset)
            )
        if step.word == "consume":
            for offset, shown in enumerate(self._shown):
                self._recorder.note("read", record=shown, offset=offset)
        for broker in [one for one in self._stopping if not self.cluster.is_up(one)]:
            self._recorder.note("stop", broker=broker)
            self._stopping.discard(broker)

    def episode(self) -> Episode:
        """All of it, with what is on the disks now."""
        note_ending(self.cluster, TOPIC, self._recorder)
        about: dict[str, Any] = {
            "system": f"kafka:{self.cluster.version}",
            "number": 1,
            "schedule": self.schedule.name,
            MIN_ISR: self.schedule.topic.get(MIN_ISR, "1"),
            "replicas": list(self.schedule.replicas),
        }
        return Episode(about, self._recorder.events())
