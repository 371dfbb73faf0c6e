"""Episodes on real brokers: each on a new partition, and so short that the model can hold it.

All brokers are up in the beginning. Then a producer and a consumer work while faults begin and end; at the end all
faults are over, and what is on the disks is read: the controller's record of the partition, and each broker's log.
"""

from __future__ import annotations

import contextlib
import itertools
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tidemark.real.brokers.kraft import CONTROLLER, KRaftCluster
from tidemark.real.brokers.kraft_requests import MIN_ISR
from tidemark.real.brokers.processes import NoAnswer, Workplace, wait_for
from tidemark.real.brokers.recorder import Recorder, log_of, read_records
from tidemark.real.soak.clients import ConsumerThread, ProducerThread
from tidemark.real.soak.faults import FaultInjector, require_up
from tidemark.real.soak.group_clients import KEY as GROUP
from tidemark.real.soak.group_clients import MemberThread, TransactionThread, note_group_ending
from tidemark.spec.families.system import Episode

BROKERS = 3
RECORDS, EPOCHS = 8, 8
"""What the model's bounds hold at most."""
MEMBERS = 2
"""Members of the group at a time."""
FAULTS = (2, 6)
SETTLES = 20.0
"""Seconds for a follower to copy the last records, once all brokers are in the ISR."""
SESSION = 3.0
NOTICES = SESSION + 0.5
"""Seconds after which the controller has noticed which brokers are gone."""
PROPERTIES = {
    "group.initial.rebalance.delay.ms": "0",
    "offsets.topic.num.partitions": "1",
    "offsets.topic.replication.factor": str(BROKERS),
    "transaction.state.log.num.partitions": "1",
    "transaction.state.log.replication.factor": str(BROKERS),
    "broker.session.timeout.ms": str(int(SESSION * 1000)),
    "controller.quorum.request.timeout.ms": "2000",
    "replica.fetch.backoff.ms": "200",
    "replica.lag.time.max.ms": "2500",
    "replica.socket.timeout.ms": "3000",
}
FEATURES = ("eligible.leader.replicas.version=0",)
"""The protocol of a soak has no eligible leader replicas (KIP-966)."""


def episodes(
    version: str, settings: Mapping[str, str], kinds: Sequence[str], seed: int, keep: Path | None
) -> Iterator[Episode]:
    """One episode after another, until the caller has enough.

    settings: `min.insync.replicas` is the topic's, all others are properties of every broker. kinds: of `faults.KINDS`.

    Raises:
        UsageError: the release was not fetched.
        NoAnswer: the cluster does not come back; it can then no longer be used.
    """
    topic = {MIN_ISR: settings.get(MIN_ISR, "2")}
    properties = {**PROPERTIES, **{name: value for name, value in settings.items() if name != MIN_ISR}}
    with (
        Workplace(keep) as workplace,
        contextlib.closing(KRaftCluster(workplace, version, BROKERS, properties, FEATURES)) as cluster,
    ):
        cluster.start(CONTROLLER, *cluster.brokers)
        for number in itertools.count(1):
            about = {"system": f"kafka:{version}", "number": number, "seed": seed, **topic}
            if episode := _episode(cluster, about, topic, tuple(kinds)):
                yield episode


def _episode(
    cluster: KRaftCluster, about: dict[str, Any], settings: Mapping[str, str], kinds: tuple[str, ...]
) -> Episode | None:
    """An episode; None where a broker was not up again when it began, so that the model can't begin there."""
    name, seed = f"episode-{about['number']}", f"{about['seed']}-{about['number']}"
    chance = random.Random(seed)
    replicas = chance.sample([*cluster.brokers], BROKERS)
    servers = [f"127.0.0.1:{port}" for port in cluster.client_ports]
    recorder = Recorder()
    group = f"{name}-{GROUP}"
    for topic in (name, group):
        cluster.create_topic(replicas, settings, topic)
    if not _is_whole(cluster, name):
        return None
    producer = ProducerThread(name, servers, RECORDS, recorder, seed)
    consumer = ConsumerThread(name, servers, recorder)
    writer = TransactionThread(group, servers, recorder, seed)
    members = [MemberThread(group, servers, recorder, f"{seed}-{number}") for number in range(MEMBERS)]
    try:
        faults = FaultInjector(cluster, name, recorder, kinds, seed)
        faults.inject(chance.randint(*FAULTS), EPOCHS)
        faults.heal()
        cluster.await_start(*cluster.brokers)
        time.sleep(NOTICES)  # a session that is lost by now ends by then
        wait_for("every broker in the ISR", lambda: _is_whole(cluster, name))
        producer.end()
        wait_for("every broker in the ISR", lambda: _is_whole(cluster, name))
        _settle(cluster, name)
    finally:
        for thread in (producer, consumer, writer, *members):
            thread.end()
    recorder.note_ending(cluster, name)
    note_group_ending(recorder, group, cluster.client_ports)
    return Episode({**about, "replicas": replicas}, recorder.events())


def _is_whole(cluster: KRaftCluster, topic: str) -> bool:
    require_up(cluster)
    view, record = cluster.look(topic), read_records(cluster.metadata, topic)[-1]
    if view is None or (view.epoch, view.leader, view.isr) != (record.epoch, record.leader, record.isr):
        return False
    return record.leader is not None and len(record.isr) == BROKERS


def _settle(cluster: KRaftCluster, topic: str) -> None:
    """Wait until all logs are the same, or a while; the promises say whether they are."""

    def are_equal() -> bool:
        return len({str(log_of(cluster, broker, topic)) for broker in cluster.brokers}) == 1

    with contextlib.suppress(NoAnswer):
        wait_for("equal logs", are_equal, SETTLES)
