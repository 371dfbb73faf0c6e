"""What a state of Kafka's message-level protocol is in the model that was published with KIP-320.

The published model has no messages: a follower cuts its log at the same moment at which it learns of its leader, and
copies a record without a request. So here a follower is in a leader epoch once it knows that its log agrees with its
leader's. The published model also keeps each LeaderAndIsr request; Kafka's model forgets one that nobody awaits, so the
map remembers it.
"""

from tidemark.impl.kafka.cluster import KafkaCluster
from tidemark.impl.published.replication.cluster import PublishedCluster, PublishedReplica, PublishedRequest
from tidemark.spec import Array, Identity, refinement_map, where


@refinement_map
def as_kip_320(c: KafkaCluster, before: PublishedCluster) -> PublishedCluster:
    """The partition as the published model has it. What is new in a leader epoch is that epoch's request."""
    quorum = before.quorum.but(leader_epoch=c.quorum.leader_epoch, leader=c.quorum.leader, isr=c.quorum.isr)
    requests = before.requests
    for epoch in requests.indices():
        begins = (c.quorum.leader_epoch == epoch) & (before.quorum.leader_epoch < epoch)
        request = requests[epoch].but(leader=quorum.leader, isr=quorum.isr)
        requests = requests.but(epoch, where(begins, request, requests[epoch]))
    replicas = before.replicas
    for broker in replicas.indices():
        replicas = replicas.but(broker, _replica(c, broker, requests, before.replicas[broker]))
    return before.but(quorum=quorum, requests=requests, records_written=c.records_written, replicas=replicas)


def _replica(
    c: KafkaCluster, broker: Identity, requests: Array[PublishedRequest], before: PublishedReplica
) -> PublishedReplica:
    """A replica: what the broker had before, until it knows that its log agrees with that of its leader."""
    me = c.replicas[broker]
    known_isr = where(me.leader_epoch > before.leader_epoch, requests[me.leader_epoch].isr, before.isr)
    now = before.but(
        log=me.log,
        high_watermark=me.high_watermark,
        leader_epoch=me.leader_epoch,
        leader=me.leader,
        isr=where(me.leader == broker, me.isr, known_isr),
    )
    replica: PublishedReplica = where(me.fetches, now, before)
    return replica
