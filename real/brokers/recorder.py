"""What happens on brokers, noted as it happens: by the program, by its producer, and by its consumer."""

from __future__ import annotations

import threading
import time
from typing import Any

from tidemark.real.brokers import clients
from tidemark.real.brokers.kraft import KRaftCluster
from tidemark.real.brokers.partition_records import read_records


class Recorder:
    """Events with their times, in seconds since the recording began. Threads share it."""

    def __init__(self) -> None:
        self.began = time.time()  # the controller's records have the time of the same clock
        self._lock = threading.Lock()
        self._events: list[dict[str, Any]] = []

    def note(self, what: str, at: float | None = None, **fields: Any) -> None:
        """Note an event; `at` is when it was, by the clock."""
        seconds = round((time.time() if at is None else at) - self.began, 3)
        with self._lock:
            self._events.append({"at": seconds, "what": what, **fields})

    def note_ending(self, cluster: KRaftCluster, topic: str) -> None:
        """Note what a consumer reads in the end, and what is on the disks."""
        self.note("read at the end", records=clients.read(topic, cluster.client_ports))
        for broker in cluster.brokers:
            epochs = {str(epoch): start for epoch, start in cluster.disk(broker, topic).epochs().items()}
            self.note("log", broker=broker, records=log_of(cluster, broker, topic), epochs=epochs)
        for record in read_records(cluster.metadata, topic):
            self.note("partition", record.at, epoch=record.epoch, leader=record.leader, isr=list(record.isr))

    def events(self) -> list[dict[str, Any]]:
        """All events, by their times."""
        with self._lock:
            return sorted(self._events, key=lambda event: float(event["at"]))


def log_of(cluster: KRaftCluster, broker: int, topic: str) -> list[list[Any]]:
    """The records on a broker's disk, each with its leader epoch, as JSON has them."""
    return [[record.value, record.epoch] for record in cluster.disk(broker, topic).records()]
