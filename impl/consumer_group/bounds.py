"""The bounds of the family `consumer-group`, and the settings of its rules."""

from tidemark.impl.shared import fault_words
from tidemark.impl.shared.budgets import fault_budget
from tidemark.spec import At, Bound, Fault


class EpochGroupAt(At):
    """The bounds of a model of a group under the consumer group protocol, and what its rules set."""

    clients = Bound("processes that consume", 2, 1, 3)
    partitions = Bound("partitions that the group reads", 1, 1, 3)
    records = Bound("records in each partition; 0 leaves offsets out", 0, 0, 2)
    max_epoch = Bound("the largest group epoch", 3, 1, 8, spare=1)
    classic_clients = Bound("clients that use the classic protocol", 0, 0, 2, role="setting")
    begins = Bound(
        "whether the group is new; or one of the classic protocol, in which the first client has all partitions and "
        "which is Stable, or is to rebalance again before a rebalance was complete",
        "new", choices=("new", "stable", "rebalancing"), role="setting",
    )  # fmt: skip
    heartbeat_losses = fault_budget(
        "heartbeats or answers that may be lost", 0, 4,
        Fault("a heartbeat or its answer is lost", "{} heartbeats or answers are lost", 1),
    )  # fmt: skip
    late_heartbeats = fault_budget(
        "heartbeats that may be delayed on their way", 0, 2,
        Fault("a heartbeat is delayed", "{} heartbeats are delayed", 2),
    )  # fmt: skip
    crashes = fault_budget("processes that may crash", 0, 4, fault_words.CONSUMER_CRASH)
    pauses = fault_budget(
        "session or rebalance time-outs that may hit a live client", 0, 4,
        Fault("a live consumer times out", "live consumers time out {} times", 1),
    )  # fmt: skip
    departures = fault_budget(
        "times that a client may leave", 0, 4,
        Fault("a consumer leaves the group", "consumers leave the group {} times", 1),
    )  # fmt: skip
    metadata_changes = fault_budget(
        "times that the group needs another assignment though its members stay", 0, 4,
        Fault("the metadata of a topic changes", "the metadata of topics changes {} times", 1),
    )  # fmt: skip
    assignment_waits = fault_budget(
        "heartbeats that may come before group.consumer.assignment.interval.ms has passed, from 4.3 on", 0, 4,
        Fault("a target assignment waits for the interval", "target assignments wait for the interval {} times", 1),
    )  # fmt: skip
    late_commits = fault_budget(
        "commits that may be delayed on their way", 0, 2,
        Fault("a commit is delayed", "{} commits are delayed", 2),
    )  # fmt: skip

    takes_any_older: bool
    rejoins_at_once: bool
    steps_epoch: bool
    frees_pending: bool
    confirms: bool
    waits_for_answer: bool
    waits_for_release: bool
    forgets_returned: bool
    requires_epoch: bool
    requires_partition: bool
    checks_assignment_epoch: bool
    commits_last: bool
    checks_offset_fetch: bool
    delays_assignment: bool
    reads_owned: bool
    forgets_in_rebalance: bool


def has_refusals(at: EpochGroupAt) -> bool:
    """Whether a heartbeat may be refused: no member is removed or out of step otherwise."""
    return at.pauses + at.heartbeat_losses + at.late_heartbeats > 0
