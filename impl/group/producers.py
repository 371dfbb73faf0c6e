"""Exactly once before KIP-447: a producer for each partition, which fences the one before it (KIP-98).

Source: `TransactionCoordinator.handleInitProducerId` and `GroupCoordinator.handleTxnCommitOffsets` of Kafka 0.11.0.0;
of Streams `StreamTask`. Up to 2.4 the coordinator compares neither member nor generation of an
offset in a transaction. What keeps an old owner out is its producer: the `transactional.id` belongs to the partition,
and the producer of the new owner takes it (`initTransactions`) before the new owner fetches the committed offset.
"""

from __future__ import annotations

from tidemark.impl.group.state import ConsumerGroup
from tidemark.spec import Identity, Rule, Truth, none, where


def take_over(g: ConsumerGroup, me: Identity, partition: Identity, is_new: Truth) -> ConsumerGroup:
    """The group after a member's producer has taken the `transactional.id` of a partition that is new to the member.

    A transaction that another producer has open for it is aborted, and that producer is fenced.
    """
    aborted = abort(g, partition)
    taken_over = aborted.partitions[partition].but(producer=me)
    return where(g.settings.fences_producers & is_new, aborted.with_partition(partition, taken_over), g)


def abort(g: ConsumerGroup, partition: Identity) -> ConsumerGroup:
    """The group after the transaction with an offset of a partition was aborted, if there is one."""
    state = g.partitions[partition]
    g = g.with_partition(partition, state.but(pending_client=none))
    for client_id in g.clients.indices():
        client = g.clients[client_id]
        undone = client.but(begun=client.begun.excluding(partition))
        g = g.with_client(client_id, where(state.pending_client == client_id, undone, client))
    return g


def is_fenced(g: ConsumerGroup, me: Identity, partition: Identity) -> Truth:
    """Whether the producer of another member has taken the `transactional.id` of a partition since."""
    return g.settings.fences_producers & (g.partitions[partition].producer != me)


BY_GROUP = Rule.sets("no: the group's coordinator refuses its offsets (KIP-447)", fences_producers=False)
BY_PRODUCER = Rule.sets("yes, with a transactional.id for each partition (KIP-98)", fences_producers=True)
