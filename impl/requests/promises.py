"""What a broker promises to its clients, and what KIP-291 is for."""

from tidemark.impl.requests.broker import RequestBroker
from tidemark.spec import Truth, any_of, none, not_, promise


@promise(broken="A client has got an answer before that to an earlier request on its connection")
def answers_in_order(b: RequestBroker) -> Truth:
    """A client gets the answers on its connection in the order in which it asked."""
    return not_(b.happened.misordered)


@promise(broken="An answer has gone to another connection than the one on which it was asked for")
def answers_reach_who_asked(b: RequestBroker) -> Truth:
    """No answer goes to another connection than the one on which it was asked for."""
    return not_(b.happened.misdirected)


@promise(broken="A delayed request has been answered twice")
def answered_once(b: RequestBroker) -> Truth:
    """No delayed request is answered twice."""
    return not_(b.happened.repeated)


@promise(broken="A produce is acknowledged that was appended when the broker followed already")
def follower_acknowledges_nothing(b: RequestBroker) -> Truth:
    """No produce is acknowledged that was appended after the broker had become a follower."""
    return not_(b.happened.acknowledged_as_follower)


@promise(
    broken="A produce is acknowledged that was taken from its queue while the LeaderAndIsr request that voids it waited"
)
def stale_leader_acknowledges_nothing(b: RequestBroker) -> Truth:
    """No produce is acknowledged that was taken from its queue while a LeaderAndIsr request waited that voids it."""
    return not_(b.happened.acknowledged_stale)


@promise(broken="A control request waits behind a data request in the queue")
def control_waits_for_no_data(b: RequestBroker) -> Truth:
    """No control request is behind a data request in a queue (KIP-291)."""
    queue = b.request_queue
    behind = any_of(
        (index < queue.length) & (queue[index].connection == none) for index in range(1, queue.capacity)
    )
    return not_(behind & (queue[0].connection != none))


@promise(
    when=lambda at: bool(at.metadata > 0),
    broken="A broker that no longer leads has told a client that it does",
)
def names_itself_no_longer(b: RequestBroker) -> Truth:
    """A broker that has obeyed the controller does not name itself as the leader in answer to a METADATA request."""
    return not_(b.happened.named_itself)


PROMISES = (
    answers_in_order, answers_reach_who_asked, answered_once, follower_acknowledges_nothing,
    stale_leader_acknowledges_nothing, control_waits_for_no_data, names_itself_no_longer,
)  # fmt: skip
