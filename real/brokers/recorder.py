"""A recording of what happens on brokers: by the program, by its producer, and by its consumer."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tidemark.real.brokers import clients
from tidemark.real.brokers.kraft import KRaftCluster
from tidemark.real.log_auditor.metadata_files import MetadataFiles
from tidemark.real.log_auditor.metadata_log import NO_LEADER, Assignments
from tidemark.real.storage.directories import DataDirectory
from tidemark.real.storage.names import partition_name


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


@dataclass(frozen=True)
class ControllerRecord:
    """What the controller's record of a partition says. leader: None if there is none. at: when, by its clock."""

    at: float
    epoch: int
    leader: int | None
    isr: tuple[int, ...]


def read_records(log: Path, topic: str) -> list[ControllerRecord]:
    """All changes of leader, epoch or ISR of the one partition of a topic, in order, the first being its creation."""
    records: list[ControllerRecord] = []
    assignments, assigned = Assignments(), None
    for metadata_record in MetadataFiles(DataDirectory(log.parent), log).records():
        before = assigned
        assignments.take(metadata_record)
        assigned = assignments.get(partition_name(topic, 0))
        if assigned is None or assigned is before:
            continue
        leader = None if assigned.leader == NO_LEADER else assigned.leader
        isr = tuple(sorted(assigned.isr))
        record = ControllerRecord(metadata_record.time / 1000, assigned.leader_epoch, leader, isr)
        if records and replace(record, at=records[-1].at) == records[-1]:
            records.pop()  # nothing changed that is looked at: the record has the later time
        records.append(record)
    return records
