"""What a consumer is promised: the records that it hands out are those of one log, and it hears of a truncation."""

from tidemark.impl.consumer_positions.partition import ConsumedPartition
from tidemark.spec import Truth, all_of, implies, not_, promise


def _is_one_history(p: ConsumedPartition) -> Truth:
    """Whether each delivered record was appended right after the one before it."""
    consumer = p.consumer
    return all_of(
        implies(
            k < consumer.delivered.length,
            p.follows(consumer.base() + k, consumer.delivered[k], consumer.delivered[k - 1]),
        )
        for k in range(1, consumer.delivered.capacity)
    )


@promise(broken="The consumer went on over a truncation without notice")
def one_history(p: ConsumedPartition) -> Truth:
    """What a consumer handed out since its last exception or reset is part of one log (KIP-320)."""
    return implies(not_(p.consumer.was_reset), _is_one_history(p))


@promise(broken="A reset consumer went on above the first record that differs")
def reset_far_enough(p: ConsumedPartition) -> Truth:
    """A consumer that is moved back to where the logs differ keeps no record that the log does not have."""
    return implies(p.consumer.was_reset, _is_one_history(p))


@promise(broken="A leader that is older than the consumer's last record said that the log was truncated")
def no_false_alarm(p: ConsumedPartition) -> Truth:
    """A consumer hears of a truncation only from a leader at least as new as its last record (KIP-320)."""
    return not_(p.consumer.false_alarm)


PROMISES = (one_history, reset_far_enough, no_false_alarm)
