"""What a sink is promised: every record, exactly once."""

from tidemark.impl.delivery.state import Commit, DeliveryState, Phase
from tidemark.spec import Truth, all_of, any_of, implies, promise


@promise
def nothing_twice(d: DeliveryState) -> Truth:
    """The sink has no record twice."""
    return all_of(count <= 1 for count in d.in_sink)


@promise
def nothing_lost(d: DeliveryState) -> Truth:
    """A record below the committed offset is in the sink, or a consumer that runs is about to write it."""
    commits_first = d.settings.commit == Commit.before
    conditions = []
    for record in d.in_sink.indices():
        is_next = any_of(
            (consumer.phase == Phase.committed) & (consumer.next_offset == record) for consumer in d.consumers
        )
        conditions.append(implies(record < d.committed, (d.in_sink[record] > 0) | (commits_first & is_next)))
    return all_of(conditions)


PROMISES = (nothing_twice, nothing_lost)
