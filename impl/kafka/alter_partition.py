"""AlterPartition (AlterIsr up to 3.1, KIP-497): a leader asks the controller for another ISR, and hears of it later.

From the request to the answer the leader asks for nothing else. A member that it adds counts already: that can only
hold the high watermark back. A request or an answer that is lost is sent again, so it is late. The controller refuses a
request of an older version of the record, and its leader waits for the newer one, which is on its way.
"""

from tidemark.impl.kafka.bounds import KafkaAt
from tidemark.impl.kafka.cluster import KafkaCluster
from tidemark.impl.kafka.domains import Broker
from tidemark.impl.kafka.isr import is_eligible, may_change_isr, with_isr, writes_isr
from tidemark.impl.kafka.leadership import maybe_increment_high_watermark
from tidemark.impl.kafka.settings import Alters, Eligible
from tidemark.spec import Identity, IdSet, Truth, action, none, not_, require, where


def _asks(at: KafkaAt) -> bool:
    return not writes_isr(at)


def asked_isr(c: KafkaCluster, leader: Identity) -> IdSet:
    """The ISR that a leader has asked for."""
    me = c.replicas[leader]
    member = me.isr_change.member
    return where(me.isr.has(member), me.isr.excluding(member), me.isr.including(member))


def require_request(c: KafkaCluster, leader: Identity) -> None:
    """The guards of what the controller does with a request that it takes (`ReplicationControlManager`)."""
    change = c.replicas[leader].isr_change
    require((change.member != none) & not_(change.is_taken), "a request of the leader is on its way")
    require(
        may_change_isr(c, leader),
        "the controller's record has this leader, its epoch, and the ISR that it knows",
    )


def _may_be_member(c: KafkaCluster, leader: Identity) -> Truth:
    """Whether the broker that a leader asks for may join the ISR, or leaves it."""
    me = c.replicas[leader]
    member = me.isr_change.member
    return me.isr.has(member) | (is_eligible(c, member) & not_(me.isr_change.outlived))


def require_eligible(c: KafkaCluster, leader: Identity) -> None:
    """The guard of a new member."""
    require(_may_be_member(c, leader), "the new member may join the ISR")


def send_answer(c: KafkaCluster, leader: Identity) -> KafkaCluster:
    """This cluster after the controller has recorded what a leader asked for: the answer is on its way."""
    me = c.replicas[leader]
    return c.with_replica(leader, me.but(isr_change=me.isr_change.but(is_taken=True)))


@action(when=_asks)
def controller_alters_isr(c: KafkaCluster, leader: Broker) -> KafkaCluster:
    """The controller records the ISR that the leader asks for, and answers (`KafkaController.processAlterIsr`)."""
    require_request(c, leader)
    require_eligible(c, leader)
    return send_answer(c.but(quorum=c.quorum.but(isr=asked_isr(c, leader))), leader)


@action(when=lambda at: _asks(at) and at.eligible != Eligible.anyone)
def controller_refuses_member(c: KafkaCluster, leader: Broker) -> KafkaCluster:
    """The controller refuses a broker that may not join the ISR (INELIGIBLE_REPLICA), and the leader has the answer."""
    require_request(c, leader)
    require(not_(_may_be_member(c, leader)), "the new member may not join the ISR")
    return with_isr(c, leader, c.replicas[leader].isr)


@action(when=_asks)
def leader_learns_altered_isr(c: KafkaCluster, leader: Broker) -> KafkaCluster:
    """The answer reaches the leader, which has another ISR then (`Partition.handleAlterPartitionUpdate`).

    Up to 3.0 its high watermark does not rise before the next fetch or append (KAFKA-13091).
    """
    require(c.replicas[leader].isr_change.is_taken, "the answer of the controller is on its way")
    learned = with_isr(c, leader, asked_isr(c, leader))
    raises = c.settings.alters == Alters.asks_and_raises
    return where(raises, maybe_increment_high_watermark(learned, leader), learned)


ALTER_PARTITION = (controller_alters_isr, controller_refuses_member, leader_learns_altered_isr)
