"""What the controller with ZooKeeper does when a broker fails, counted: reads, writes, requests, and their entries.

Read in `KafkaController.onBrokerFailure`, `onControllerFailover`, `ReplicaStateMachine`, `PartitionStateMachine` and
`ControllerBrokerRequestBatch` at 2.6.0. A batch is one request for each broker, with an entry for each partition. Up to
1.0 ZooKeeper's operations are the same and each waits for the one before it; since 1.1 they are pipelined.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from tidemark.impl.functions.placement.elections import by_replicas
from tidemark.impl.functions.placement.replicas import Placement


@dataclass
class Batches:
    """The batches that were sent, counted.

    leader_and_isr: requests, and the entries in all of them. update_metadata: the same.
    reads, writes: of ZooKeeper. elections: partitions that got another leader.
    """

    reads: int = 0
    writes: int = 0
    elections: int = 0
    leader_and_isr: list[int] = field(default_factory=lambda: [0, 0])
    update_metadata: list[int] = field(default_factory=lambda: [0, 0])

    def send(self, states: Iterable[Collection[int]], live: Collection[int], described: int) -> None:
        """Count a batch: for each partition the brokers that obey it, and metadata of `described` partitions to all."""
        entries = [broker for recipients in states for broker in recipients if broker in live]
        self.leader_and_isr[0] += len(set(entries))
        self.leader_and_isr[1] += len(entries)
        self.update_metadata[0] += len(live)
        self.update_metadata[1] += len(live) * described


def _elect(batches: Batches, placement: Iterable[Sequence[int]], live: Collection[int]) -> None:
    """Elect a leader for each of these partitions: read it, write it if a replica lives, and tell the live replicas."""
    leaderless = list(placement)
    if not leaderless:
        return
    led = [replicas for replicas in leaderless if by_replicas(replicas, replicas, live) is not None]
    batches.reads += len(leaderless)
    batches.writes += len(led)
    batches.elections += len(led)
    batches.send(led, live, described=len(led))


def on_failure(placement: Placement, brokers: Collection[int], failed: int) -> Batches:
    """The work when a broker fails that is not the controller; all replicas are in sync (`onBrokerFailure`).

    First the partitions that it led get another leader. Then it leaves the ISR of all others.
    """
    batches, live = Batches(), [broker for broker in brokers if broker != failed]
    hit = [replicas for replicas in placement if failed in replicas]
    led = [replicas for replicas in hit if replicas[0] == failed]
    _elect(batches, led, live)
    if hit:
        alone = [replicas for replicas in led if len(replicas) == 1]
        batches.reads += len(hit)
        batches.writes += len(hit) - len(led) + len(alone)
        batches.send(hit, live, described=len(hit))
    if not led:
        batches.send([], live, described=0)
    return batches


def on_controller_failure(placement: Placement, brokers: Collection[int], failed: int) -> Batches:
    """The work when the controller fails: its successor reads all, and tells all (`onControllerFailover`).

    A read for the assignment of the topic, and one for each partition and each broker. All brokers get the metadata of
    all partitions; then each the state of all its replicas; then the failed broker leaves each ISR, and others lead.
    """
    batches, live = Batches(), [broker for broker in brokers if broker != failed]
    batches.reads += len(live) + 1 + len(placement)
    batches.send([], live, described=len(placement))
    lives = [replicas for replicas in placement if any(broker in live for broker in replicas)]
    batches.send(placement, live, described=len(lives))
    hit = [replicas for replicas in placement if failed in replicas]
    if hit:
        batches.reads += len(hit)
        batches.writes += len(hit)
        batches.send(hit, live, described=len(hit))
    _elect(batches, [replicas for replicas in hit if replicas[0] == failed], live)
    return batches
