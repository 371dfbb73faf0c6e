"""The family of consumer groups under the classic protocol: bounds, rules, actions, costs."""

from pathlib import Path

from tidemark.impl.group import (
    faults,
    instances,
    joining,
    member_ids,
    neighbours,
    rebalancing,
    slow_work,
    subscriptions,
)
from tidemark.impl.group.progress import FAIRNESS, PROGRESS
from tidemark.impl.group.promises import PROMISES
from tidemark.impl.group.state import ConsumerGroup, group_type
from tidemark.impl.group.telling import GroupTelling
from tidemark.impl.shared import fault_words
from tidemark.impl.shared.budgets import fault_budget, with_full_budget
from tidemark.spec import Bound, Cost, Family, Fault, Inquiry, Number, any_of, count, not_, paid

RULES = {
    "assignor": "how the leader assigns",
    "metadata": "who finds that a partition was added",
    "rebalance": "what members do with their partitions while the group rebalances",
    "membership": "who a client is that comes back",
    "member-check": "whether a commit is taken of members alone",
    "generation-check": "whether a commit is taken of the group's generation alone",
    "delivery": "whether a record is processed or its offset committed first",
    "revocation": "what a member does with what it has begun in a partition that it revokes",
    "offset-fetch": "whether a new owner waits for a transaction that is about to change its offset",
    "retention": "when committed offsets expire",
    "member-id": "what the coordinator does with a JoinGroup without a member id",
    "instance-fencing": "what the older of two processes with one group.instance.id is told",
    "offset-key": "what a committed offset is kept by",
    "heartbeat-sender": "who sends the heartbeats of a member that processes a record",
}

BOUNDS = (
    Bound("clients", "processes that consume", 2, 1, 4),
    Bound("partitions", "partitions that the group reads", 1, 1, 4),
    Bound("records", "records in each partition", 1, 1, 4),
    Bound("generations", "the last generation; the first one is 1", 3, 1, 8, spare=1),
    fault_budget("crashes", "processes that may crash", 0, 8, fault_words.CONSUMER_CRASH),
    fault_budget("pauses", "time-outs that may hit a live client", 1, 8,
                 Fault("a live consumer times out", "live consumers time out {} times", 1)),
    fault_budget("failovers", "failovers of the coordinator", 0, 8, fault_words.FAILOVER),
    fault_budget("late-commits", "commits that may be delayed on their way", 0, 8,
                 Fault("a commit is delayed", "{} commits are delayed", 2)),
    fault_budget("expiries", "times that committed offsets may expire", 0, 8,
                 Fault("the committed offsets expire", "the committed offsets expire {} times", 3)),
    fault_budget("resends", "first JoinGroups that may be sent again", 0, 8,
                 Fault("a first JoinGroup is sent again", "{} first JoinGroups are sent again", 3)),
    fault_budget("twins", "processes that may start with the group.instance.id of another", 0, 8,
                 Fault("a process starts with the group.instance.id of another",
                       "{} processes start with the group.instance.id of another", 3)),
    Bound("other-groups", "other groups that read the same partitions", 0, 0, 1, role="setting"),
    Bound("topics", "topics, which share the partitions", 1, 1, 2, role="setting"),
    fault_budget("resubscriptions", "times that a client may subscribe to other topics", 0, 8,
                 Fault("a consumer subscribes to other topics", "consumers subscribe to other topics {} times", 2)),
    Bound("added-partitions", "partitions of those that are added on the way", 0, 0, 1, role="setting"),
    fault_budget("slow-work", "time-outs that work on a record may outlast", 0, 8,
                 Fault("work on a record outlasts a time-out", "work on records outlasts {} time-outs", 1)),
)  # fmt: skip

INQUIRY = Inquiry(
    promises=("skips-nothing", "repeats-nothing", "offsets-stay"),
    steps=tuple(
        {"clients": 2, "partitions": 1, "records": records, "generations": generations}
        for records, generations in ((1, 2), (1, 3), (2, 3))
    ),
)
"""What happens to records and offsets. Generations grow first: each rebalance needs another one."""

REBALANCE = (
    joining.join_group, joining.rejoin, rebalancing.complete_join, "assignor", rebalancing.sync_group,
    joining.rejoin_unasked,
)  # fmt: skip
DEPARTURE = (
    joining.learn_removal, joining.rejoin_in_old_generation, joining.return_as_static_member,
    joining.leave_group, rebalancing.become_empty,
)  # fmt: skip
FAULTS = (
    faults.time_session_out, faults.time_rebalance_out, faults.crash, faults.restart, faults.fail_over,
    slow_work.work_takes_long, slow_work.work_ends, member_ids.join_again, member_ids.ghost_times_out,
    instances.twin_joins, neighbours.other_group_reads, subscriptions.subscribe,
    subscriptions.rejoin_resubscribed, subscriptions.add_partition,
)  # fmt: skip


def count_idle_partitions(_before: ConsumerGroup, after: ConsumerGroup) -> Number:
    """How many partitions have no owner after a step: summed over a run, partitions times steps."""
    clients = after.clients.indices()
    return count(
        not_(any_of(after.is_member(me) & after.clients[me].owned.has(partition) for me in clients))
        for partition in after.partitions.indices()
    )


FAMILY = Family(
    name="group",
    bounds=BOUNDS,
    rules=RULES,
    promises=(*PROMISES, *PROGRESS),
    fairness=FAIRNESS,
    state=group_type,
    initial=with_full_budget,
    actions=(*REBALANCE, *(rule for rule in RULES if rule != "assignor"), *DEPARTURE, *FAULTS),
    telling=GroupTelling(),
    costs=(Cost("faults", paid), Cost("steps of partitions without an owner", count_idle_partitions)),
    pins=Path(__file__).with_name("pins.toml"),
    scenarios=Path(__file__).with_name("scenarios"),
    inquiry=INQUIRY,
)
