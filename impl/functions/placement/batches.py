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

    def send(self, states: Iterable[Collection[int]], live: Collection[int], told: int) -> None:
        """Count a batch: for each partition the brokers that obey it, and metadata of `told` partitions to all."""
        entries = [broker for recipients in states for broker in recipients if broker in live]
        self.leader_and_isr[0] += len(set(entries))
        self.leader_and_isr[1] += len(entries)
        self.update_metadata[0] += len(live)
        self.update_metadata[1] += len(live) * told


def _elect(done: Batches, placement: Iterable[Sequence[int]], live: Collection[int]) -> None:
    """Elect a leader for each of these partitions: read it, write it if a replica lives, and tell the live replicas."""
    waiting = list(placement)
    if not waiting:
        return
    led = [replicas for replicas in waiting if by_replicas(replicas, replicas, live) is not None]
    done.reads += len(waiting)
    done.writes += len(led)
    done.elections += len(led)
    done.send(led, live, told=len(led))


def on_failure(placement: Placement, brokers: Collection[int], failed: int) -> Batches:
    """The work when a broker fails that is not the controller; all replicas are in sync (`onBrokerFailure`).

    First the partitions that it led get another leader. Then it leaves the ISR of all others.
    """
    done, live = Batches(), [broker for broker in brokers if broker != failed]
    hit = [replicas for replicas in placement if failed in replicas]
    led = [replicas for replicas in hit if replicas[0] == failed]
    _elect(done, led, live)
    if hit:
        alone = [replicas for replicas in led if len(replicas) == 1]
        done.reads += len(hit)
        done.writes += len(hit) - len(led) + len(alone)
        done.send(hit, live, told=len(hit))
    if not led:
        done.send([], live, told=0)
    return done


def on_controller_failure(placement: Placement, brokers: Collection[int], failed: int) -> Batches:
    """The work when the controller fails: its successor reads all, and tells all (`onControllerFailover`).

    A read for the assignment of the topic, and one for each partition and each broker. All brokers get the metadata of
    all partitions; then each the state of all its replicas; then the failed broker leaves each ISR, and others lead.
    """
    done, live = Batches(), [broker for broker in brokers if broker != failed]
    done.reads += len(live) + 1 + len(placement)
    done.send([], live, told=len(placement))
    lives = [replicas for replicas in placement if any(broker in live for broker in replicas)]
    done.send(placement, live, told=len(lives))
    hit = [replicas for replicas in placement if failed in replicas]
    if hit:
        done.reads += len(hit)
        done.writes += len(hit)
        done.send(hit, live, told=len(hit))
    _elect(done, [replicas for replicas in hit if replicas[0] == failed], live)
    return done
