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
from tidemark.impl.group.bounds import GroupAt
from tidemark.impl.group.progress import FAIRNESS, PROGRESS
from tidemark.impl.group.promises import PROMISES
from tidemark.impl.group.state import ConsumerGroup, group_type
from tidemark.impl.group.telling import GroupTelling
from tidemark.impl.shared.budgets import with_full_budget
from tidemark.spec import Cost, Family, Inquiry, Number, any_of, count, not_, paid

RULES = {
    "assignor": "how the leader assigns",
    "metadata": "who finds that a partition was added",
    "rebalance": "what members do with their partitions while the group rebalances",
    "membership": "who a client is that comes back",
    "member-check": "whether a commit is taken of members alone",
    "generation-check": "whether a commit is taken of the group's generation alone",
    "delivery": "whether a record is processed or its offset committed first",
    "revocation": "what a member does with what it has begun in a partition that it revokes",
    "producer-fencing": "whether a new owner ends the transaction of the owner before it",
    "offset-fetch": "whether a new owner waits for a transaction that is about to change its offset",
    "retention": "when committed offsets expire",
    "member-id": "what the coordinator does with a JoinGroup without a member id",
    "illegal-generation": "what a member does whose generation is old",
    "announced-generation": "whether a JoinGroup says in which generation the member was",
    "static-return": "what a group does that waits for its assignment when a static member is back",
    "static-ids": "whether the member id of a static member that is back in a stable group is stored",
    "instance-fencing": "what the older of two processes with one group.instance.id is told",
    "offset-key": "what a committed offset is kept by",
    "heartbeat-sender": "who sends the heartbeats of a member that processes a record",
}

PLACED = ("assignor", "illegal-generation")
"""The rules whose actions come among those of a rebalance, and of a departure."""

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
    joining.learn_removal, "illegal-generation", joining.return_as_static_member,
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
    at=GroupAt,
    rules=RULES,
    promises=(*PROMISES, *PROGRESS),
    fairness=FAIRNESS,
    state=group_type,
    initial=with_full_budget,
    actions=(*REBALANCE, *(rule for rule in RULES if rule not in PLACED), *DEPARTURE, *FAULTS),
    telling=GroupTelling(),
    costs=(Cost("faults", paid), Cost("steps of partitions without an owner", count_idle_partitions)),
    pins=Path(__file__).with_name("pins.toml"),
    scenarios=Path(__file__).with_name("scenarios"),
    inquiry=INQUIRY,
)
