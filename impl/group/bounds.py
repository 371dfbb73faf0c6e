"""The bounds of the family `group`, and the settings of its rules."""

from tidemark.impl.shared import fault_words
from tidemark.impl.shared.budgets import fault_budget
from tidemark.spec import At, Bound, Fault


class GroupAt(At):
    """The bounds of a model of a consumer group, and what its rules set."""

    clients = Bound("processes that consume", 2, 1, 4)
    partitions = Bound("partitions that the group reads", 1, 1, 4)
    records = Bound("records in each partition", 1, 1, 4)
    generations = Bound("the last generation; the first one is 1", 3, 1, 8, spare=1)
    crashes = fault_budget("processes that may crash", 0, 8, fault_words.CONSUMER_CRASH)
    pauses = fault_budget(
        "time-outs that may hit a live client", 1, 8,
        Fault("a live consumer times out", "live consumers time out {} times", 1),
    )  # fmt: skip
    failovers = fault_budget("failovers of the coordinator", 0, 8, fault_words.FAILOVER)
    late_commits = fault_budget(
        "commits that may be delayed on their way", 0, 8,
        Fault("a commit is delayed", "{} commits are delayed", 2),
    )  # fmt: skip
    expiries = fault_budget(
        "times that committed offsets may expire", 0, 8,
        Fault("the committed offsets expire", "the committed offsets expire {} times", 3),
    )  # fmt: skip
    resends = fault_budget(
        "first JoinGroups that may be sent again", 0, 8,
        Fault("a first JoinGroup is sent again", "{} first JoinGroups are sent again", 3),
    )  # fmt: skip
    twins = fault_budget(
        "processes that may start with the group.instance.id of another", 0, 8,
        Fault("a process starts with the group.instance.id of another",
              "{} processes start with the group.instance.id of another", 3),
    )  # fmt: skip
    other_groups = Bound("other groups that read the same partitions", 0, 0, 1, role="setting")
    topics = Bound("topics, which share the partitions", 1, 1, 2, role="setting")
    resubscriptions = fault_budget(
        "times that a client may subscribe to other topics", 0, 8,
        Fault("a consumer subscribes to other topics", "consumers subscribe to other topics {} times", 2),
    )  # fmt: skip
    added_partitions = Bound("partitions of those that are added on the way", 0, 0, 1, role="setting")
    slow_work = fault_budget(
        "time-outs that work on a record may outlast", 0, 8,
        Fault("work on a record outlasts a time-out", "work on records outlasts {} time-outs", 1),
    )  # fmt: skip

    cooperative: bool
    holds_back: bool
    static: bool
    checks_member: bool
    checks_generation: bool
    commits_last: bool
    processes_last: bool
    finishes: bool
    waits_for_transactions: bool
    fences_producers: bool
    announces_generation: bool
    starts_over: bool
    stores_ids: bool
    requires_member_id: bool
    shares_offsets: bool
    by_subscription: bool
    watches: bool
    heartbeats_in_poll: bool
