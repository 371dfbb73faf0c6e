"""The bounds of the family `share-group`, and the settings of its rules."""

from tidemark.impl.shared import fault_words
from tidemark.impl.shared.budgets import fault_budget
from tidemark.spec import At, Bound, Fault, Setting


class ShareGroupAt(At):
    """The bounds of a model of a share group that reads one partition, and what its rules set."""

    records = Bound("records of the partition", 2, 1, 4)
    members = Bound("members of the share group", 2, 1, 3)
    delivery_limit = Bound(
        "how often a record is delivered at most", 2, 1, 5, role="setting",
        setting=Setting("group.share.delivery.count.limit"),
    )  # fmt: skip
    record_locks = Bound(
        "records that may be in flight", 4, 1, 4, role="setting",
        setting=Setting("group.share.partition.max.record.locks"),
    )  # fmt: skip
    auto_reset = Bound(
        "where a group begins that has no start offset: share.auto.offset.reset", "earliest",
        choices=("earliest", "latest"), setting=Setting("share.auto.offset.reset"),
        fault=Fault("the group has share.auto.offset.reset=latest (the default)", rarity=1, choice="latest"),
    )  # fmt: skip
    leader_changes = fault_budget("changes of the partition's leader", 1, 2, fault_words.LEADERSHIP_MOVE)
    consumer_crashes = fault_budget("members that may crash", 0, 2, fault_words.CONSUMER_CRASH)
    expirations = fault_budget(
        "acquisition locks that expire while the member goes on", 1, 3,
        Fault("an acquisition lock expires while its member goes on",
              "{} acquisition locks expire while their members go on", 1,
              never="no acquisition lock expires while its member goes on"),
    )  # fmt: skip
    lost_answers = fault_budget(
        "answers with records that do not reach the member", 0, 3,
        Fault("an answer with a record is lost", "{} answers with records are lost", 2),
    )  # fmt: skip
    late_writes = fault_budget(
        "writes of share-group state that are sent again later, as the share coordinator fails over", 0, 2,
        Fault("the share coordinator fails over during a write",
              "the share coordinator fails over during {} writes", 1,
              never="no share coordinator fails over during a write"),
    )  # fmt: skip
    resets = fault_budget(
        "times that an administrator sets the start offset of the group", 0, 1,
        Fault("an administrator sets the start offset", "an administrator sets the start offset {} times", 3),
    )  # fmt: skip

    stores_first_start: bool
    only_raises_start: bool
    overlooks_gaps: bool
    completes_on_delivery: bool
    fences_leaders: bool
    fences_resets: bool
    counts_deliveries: bool
    forgets_lock: bool
    limits_locks: bool
    counts_complete: bool
    is_silent: bool
