"""Whether a write is possible: the price of durability.

A safety promise can't say that a partition is available in the end. It can say whether a write is possible in each
state in which nothing is pending: the controller has noticed all failures, every election that can be held has been
held, its requests have arrived, and the brokers that are up have caught up. Only a repair or another failure changes
such a state. Brokers that are down or cut off are not waited for.
"""

from tidemark.impl.kafka.cluster import KafkaCluster
from tidemark.impl.kafka.controller import is_candidate
from tidemark.spec import Identity, Truth, all_of, any_of, implies, none, not_, promise


def is_settled(c: KafkaCluster) -> Truth:
    """Whether all that follows from the failures so far has happened.

    A broker whose restart went unnoticed hears nothing until another controller takes over. No failure causes that, so
    the broker is not waited for. With KRaft a broker that registers is fenced at first. It is waited for if no broker
    was cut off.
    """
    quorum, brokers = c.quorum, c.replicas.indices()
    nobody_cut_off = c.budget.zombies == c.budget.type.fields["zombies"].hi
    conditions = [(quorum.leader != none) | not_(any_of(is_candidate(c, none, b) for b in brokers))]
    for broker in brokers:
        has_session = quorum.live.has(broker)
        conditions += [
            implies(has_session, c.replicas[broker].up),
            implies(nobody_cut_off & c.replicas[broker].up, has_session),
            c.replicas[broker].isr_change.member == none,
            implies(has_session & (quorum.leader != none), quorum.isr.has(broker)),
            not_(quorum.stopping[broker]),
            *(not_(request.recipients.has(broker) & c.replicas[broker].up) for request in c.requests),
        ]
    return all_of(conditions)


def takes_writes(c: KafkaCluster, broker: Identity) -> Truth:
    """Whether a broker leads, and takes a write with acks=all that may be acknowledged."""
    return c.is_true_leader(broker) & (c.replicas[broker].isr.size() >= c.settings.min_isr)


@promise(only_named="Kafka does not promise it: with acks=all it refuses a write that it can't keep safe")
def write_possible(c: KafkaCluster) -> Truth:
    """Once all that follows of the failures so far has happened, a broker leads that takes a write with acks=all.

    Its ISR has min.insync.replicas members (NOT_ENOUGH_REPLICAS otherwise). Where nobody may be elected, there is no
    leader.
    """
    return implies(is_settled(c), any_of(takes_writes(c, broker) for broker in c.replicas.indices()))


@promise(only_named="Kafka does not promise it: a follower that is slow leaves the ISR")
def isr_complete(c: KafkaCluster) -> Truth:
    """Every broker that is up and has its session is in the ISR."""
    return all_of(
        implies(c.replicas[broker].up & c.quorum.live.has(broker), c.quorum.isr.has(broker))
        for broker in c.replicas.indices()
    )


PROMISES = (write_possible, isr_complete)
