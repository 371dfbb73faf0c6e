"""What the deletion of a topic promises to a new topic of the same name."""

from tidemark.impl.topic_lifecycle.topic import LifecycleTopic
from tidemark.spec import Truth, all_of, any_of, implies, none, not_, promise


@promise(broken="A broker serves a topic with records of one that was deleted")
def no_old_records(t: LifecycleTopic) -> Truth:
    """A broker that serves the topic has no record of an earlier one of that name."""
    return not_(
        any_of(
            (broker.serves == t.topic_id) & t.is_registered & (broker.log > 0) & (broker.log_of != t.topic_id)
            for broker in t.brokers
        )
    )


@promise(
    broken="The topic is gone, and a broker still has its records, with no request to delete them under way"
)
def deleted_everywhere(t: LifecycleTopic) -> Truth:
    """Once a topic is gone, no broker has its records, except where a request to delete them is under way.

    Also where another topic of its name was made since.
    """
    return all_of(
        (broker_state.log == 0)
        | t.stops.has(broker)
        | (t.is_registered & (broker_state.log_of == t.topic_id))
        for broker in t.brokers.indices()
        for broker_state in [t.brokers[broker]]
    )


@promise(broken="A topic that is being deleted waits for a broker that is down")
def deletion_waits_for_nobody(t: LifecycleTopic) -> Truth:
    """A topic that is being deleted does not wait for a broker that is down."""
    waits = any_of(
        t.not_deleted.has(broker) & not_(t.brokers[broker].is_up) for broker in t.brokers.indices()
    )
    return not_(t.deleting & waits)


@promise(broken="The leader does not serve the topic, although it is up")
def leader_serves(t: LifecycleTopic) -> Truth:
    """A leader that is up serves the topic."""
    leader = t.brokers[t.leader]
    return implies(t.is_registered & (t.leader != none) & leader.is_up, leader.serves == t.topic_id)


PROMISES = (no_old_records, deleted_everywhere, deletion_waits_for_nobody, leader_serves)
