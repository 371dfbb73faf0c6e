"""The producer's accumulator: records wait in batches by partition; a request takes one of each of its broker's.

Time goes by milliseconds, in each of which some records arrive; then the sender looks once. A broker gets a request
when one of its partitions has a full batch, or one that has waited `linger.ms`; the request takes the first batch of
all its partitions along, ready or not (`RecordAccumulator.ready` and `drainBatchesForOneNode` at 3.8.0). Answers come
at once, and nothing is sent again: what is counted is what the choice of partitions costs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from random import Random

from tidemark.impl.functions.clients.partitioners import (
    ProducerTopic,
    moves_on,
    next_uniform,
    round_robin,
    sticky,
)


@dataclass(frozen=True)
class ProducerSettings:
    """The producer's configuration and the cluster's size.

    batch: how many records fill a batch (`batch.size` over a record's size). linger: `linger.ms`. brokers: partition k
    is led by broker k modulo their number.
    """

    batch: int
    linger: int
    brokers: int


@dataclass(frozen=True)
class BrokerRequest:
    """A request: when it is sent, to which broker, and for each batch the partition and when its records arrived."""

    sent: int
    broker: int
    batches: tuple[tuple[int, tuple[int, ...]], ...]


@dataclass
class Queues:
    """The batches that wait, by partition, the oldest first: when each record of them arrived."""

    batch: int
    waiting: dict[int, list[list[int]]] = field(default_factory=dict)

    def room(self, partition: int) -> int:
        """How many records the last batch of a partition still takes; 0 where a record begins a batch."""
        batches = self.waiting.get(partition)
        return self.batch - len(batches[-1]) if batches else 0

    def append(self, partition: int, now: int) -> None:
        """Put a record into the last batch of a partition, or into a new one."""
        if not self.room(partition):
            self.waiting.setdefault(partition, []).append([])
        self.waiting[partition][-1].append(now)

    def is_ready(self, partition: int, now: int, linger: int) -> bool:
        """Whether the first batch may be sent: it is full, another one stands behind it, or it waited long enough."""
        batches = self.waiting.get(partition)
        return batches is not None and (
            len(batches) > 1 or len(batches[0]) == self.batch or now - batches[0][0] >= linger
        )

    def take(self, partition: int) -> tuple[int, tuple[int, ...]]:
        """Remove the first batch of a partition."""
        batches = self.waiting[partition]
        arrivals = tuple(batches.pop(0))
        if not batches:
            del self.waiting[partition]
        return partition, arrivals


Choose = Callable[[Queues], int]
"""The partition of the next record without a key, given the batches that wait."""


def requests(records: int, rate: int, settings: ProducerSettings, choose: Choose) -> list[BrokerRequest]:
    """The requests by which records are sent, `rate` of which arrive in each millisecond."""
    queues = Queues(settings.batch)
    sent: list[BrokerRequest] = []
    for now in count():
        for _ in range(min(rate, records)):
            queues.append(choose(queues), now)
        records -= min(rate, records)
        sent += _sent(queues, now, settings)
        if not records and not queues.waiting:
            return sent
    raise AssertionError("time does not end")


def _sent(queues: Queues, now: int, settings: ProducerSettings) -> Iterator[BrokerRequest]:
    """What is sent in a millisecond: to each broker one request after another, until none of its batches is ready."""
    for broker in range(settings.brokers):
        while True:
            partitions = [k for k in sorted(queues.waiting) if k % settings.brokers == broker]
            if not any(queues.is_ready(k, now, settings.linger) for k in partitions):
                break
            yield BrokerRequest(now, broker, tuple(queues.take(k) for k in partitions))


def in_turn(topic: ProducerTopic) -> Choose:
    """Round robin, as before 2.4."""
    counter = count()
    return lambda _: round_robin(next(counter), topic)


def stuck(topic: ProducerTopic, random: Random) -> Choose:
    """Sticky, from 2.4 to 3.2 (KIP-480): another partition when a batch begins."""
    draws = iter(lambda: random.randrange(2**31), -1)
    current = sticky(None, -1, topic, draws)

    def choose(queues: Queues) -> int:
        nonlocal current
        if not queues.room(current):
            current = sticky(current, current, topic, draws)
        return current

    return choose


def uniform(topic: ProducerTopic, batch: int, random: Random) -> Choose:
    """Uniform sticky without weights, since 3.3 (KIP-794): another partition after as many records as fill a batch."""
    following, sent = next_uniform(random.randrange(2**31), topic, None), 0

    def choose(queues: Queues) -> int:
        nonlocal following, sent
        current, sent = following, sent + 1
        if moves_on(sent, batch, batch_ready=(queues.room(current) or batch) == 1):
            following, sent = next_uniform(random.randrange(2**31), topic, None), 0
        return current

    return choose


@dataclass(frozen=True)
class Costs:
    """What sending took: requests, batches, and how long records waited, in milliseconds, in all and at most."""

    requests: int
    batches: int
    records: int
    waited: int
    longest: int


def costs(sent: list[BrokerRequest]) -> Costs:
    """The costs of some requests."""
    waits = [request.sent - arrival for request in sent for _, batch in request.batches for arrival in batch]
    return Costs(
        len(sent),
        sum(len(request.batches) for request in sent),
        len(waits),
        sum(waits),
        max(waits, default=0),
    )
