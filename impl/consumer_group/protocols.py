"""The protocols: what Kafka's releases do, and the rival rules, each of which breaks a promise."""

from pathlib import Path

from tidemark.base.errors import UsageError
from tidemark.impl.consumer_group import clients, coordinator, migration, offsets
from tidemark.impl.consumer_group.bounds import EpochGroupAt
from tidemark.impl.consumer_group.progress import FAIRNESS, PROGRESS
from tidemark.impl.consumer_group.promises import PROMISES
from tidemark.impl.consumer_group.state import EpochGroup, empty_group, group_type
from tidemark.impl.consumer_group.telling import EpochGroupTelling
from tidemark.spec import Family, Protocol, Rule

RULES = {
    "older-epoch": "which older epoch a heartbeat may have",
    "rejoin": "whether a member may join again while the coordinator has it",
    "revocation-epoch": "in which epoch a member is that has revoked partitions and is to revoke more",
    "return": "whether a member gets back what it was to revoke, once it has revoked it",
    "new-assignment": "after which assignments a client says what it owns",
    "taking-up": "when a client changes what it owns",
    "assigning": "when a member gets a partition that another had",
    "partition-epochs": "what the coordinator keeps of a partition that its member gets back",
    "commit-check": "which commits are taken",
    "last-commit": "whether a client commits before it revokes",
    "offset-fetch": "which OffsetFetch is answered",
    "target-assignment": "when the coordinator makes a target assignment for a new group epoch",
    "classic-join": "what the coordinator reads in the JoinGroup of a classic member",
    "conversion": "what a converted group has of an assignment if it is to rebalance again before it was complete",
}

ACTIONS = (
    clients.send_heartbeat, coordinator.accept_heartbeat, coordinator.accept_before_interval,
    coordinator.refuse_heartbeat,
    clients.receive_answer, clients.receive_refusal, clients.reconcile,
    offsets.fetch_offset, offsets.process, offsets.send_commit, offsets.take_commit,
)  # fmt: skip
MIGRATION = (
    migration.send_join, migration.accept_join, migration.receive_join_answer, migration.sync_group,
    migration.learn_of_rebalance, migration.lose_generation,
)  # fmt: skip
FAULTS = (
    clients.leave, clients.return_to_group, clients.lose_heartbeat, clients.delay_heartbeat, clients.crash,
    clients.time_out, clients.metadata_changes, coordinator.take_late_heartbeat,
    coordinator.refuse_late_heartbeat, offsets.delay_commit, offsets.take_late_commit,
)  # fmt: skip


def initial_group(empty: EpochGroup, at: EpochGroupAt) -> EpochGroup:
    """The group is empty, or has just been converted from a classic group.

    Raises:
        UsageError: a classic group has no classic client.
    """
    if at.begins != "new" and not at.classic_clients:
        raise UsageError(f"--begins {at.begins} needs a classic client: add --classic-clients 1")
    g = empty_group(empty, at)
    return g if at.begins == "new" else migration.upgraded_group(g, at.begins == "rebalancing")


FAMILY = Family(
    name="consumer-group",
    at=EpochGroupAt,
    rules=RULES,
    promises=(*PROMISES, *PROGRESS),
    fairness=FAIRNESS,
    state=group_type,
    initial=initial_group,
    actions=(*ACTIONS, *MIGRATION, *FAULTS),
    telling=EpochGroupTelling(),
    pins=Path(__file__).with_name("pins.toml"),
)

BY_EPOCH = Rule.sets(
    "those in the member's epoch",
    requires_epoch=True, requires_partition=False, checks_assignment_epoch=False,
)  # fmt: skip
BY_ASSIGNMENT = Rule.sets(
    "those in the member's epoch, and older ones since the partition was assigned (KIP-1251)",
    requires_epoch=True, requires_partition=False, checks_assignment_epoch=True,
)  # fmt: skip
BY_PARTITION = Rule.sets(
    "those of a member that has had the partition since their epoch",
    requires_epoch=True, requires_partition=True, checks_assignment_epoch=True,
)  # fmt: skip
ANY_COMMIT = Rule.sets(
    "all of a member", requires_epoch=False, requires_partition=False, checks_assignment_epoch=False
)

KAFKA_4_0 = {
    "older-epoch": Rule.sets("the one before, if the client owns nothing beyond its assignment",
                             takes_any_older=False),
    "rejoin": Rule.sets("not before its session has timed out", rejoins_at_once=False),
    "revocation-epoch": Rule.sets("the next one", steps_epoch=True),
    "return": Rule.sets("by a later heartbeat", frees_pending=False),
    "new-assignment": Rule.sets("after each that is new", confirms=True),
    "taking-up": Rule.sets("at any time", waits_for_answer=False),
    "assigning": Rule.sets("once that one has revoked it", waits_for_release=True),
    "partition-epochs": Rule.sets("the member's epoch", forgets_returned=False),
    "commit-check": BY_EPOCH,
    "last-commit": Rule.sets("it does", commits_last=True),
    "offset-fetch": Rule.sets("that in the member's epoch", checks_offset_fetch=True),
    "target-assignment": Rule.sets("with the next heartbeat", delays_assignment=False),
    "classic-join": Rule.sets("the partitions that it owns", reads_owned=True),
    "conversion": Rule.sets("nothing", forgets_in_rebalance=True),
}  # fmt: skip
KAFKA_4_2 = {
    **KAFKA_4_0,
    "rejoin": Rule.sets("at once, in epoch 0 (KAFKA-19233)", rejoins_at_once=True),
    "revocation-epoch": Rule.sets("the same one (KAFKA-19974)", steps_epoch=False),
    "return": Rule.sets("at once (KAFKA-19449)", frees_pending=True),
}
KAFKA_4_3 = {
    **KAFKA_4_2,
    "commit-check": BY_ASSIGNMENT,
    "target-assignment": Rule.sets(
        "with a heartbeat after group.consumer.assignment.interval.ms", delays_assignment=True
    ),
}


def _protocol(name: str, summary: str, rules: dict[str, Rule], **defaults: int | str) -> Protocol:
    bounds = {bound.replace("_", "-"): value for bound, value in defaults.items()}
    return Protocol(f"consumer-group/{name}", summary, FAMILY, rules, defaults=bounds)


PROTOCOLS = (
    _protocol("4.0", "a commit is taken in the member's epoch alone: 4.0.0 to 4.1.1", KAFKA_4_0),
    _protocol("4.2", "a fenced member joins again at once: 4.2", KAFKA_4_2),
    _protocol("4.3", "a commit is taken by the epoch of its partition's assignment: from 4.3", KAFKA_4_3),
    _protocol("waits-for-answer", "4.3; a client keeps what it owns until the heartbeat that says it is answered",
              {**KAFKA_4_3, "taking-up": Rule.sets("while no heartbeat with what it owns is under way",
                                                   waits_for_answer=True)}, heartbeat_losses=1),
    _protocol("commit-by-partition", "4.3; a commit is taken only of a member that has the partition",
              {**KAFKA_4_3, "commit-check": BY_PARTITION}),
    _protocol("any-older-epoch", "4.3; a heartbeat of any older epoch is taken",
              {**KAFKA_4_3, "older-epoch": Rule.sets("any", takes_any_older=True)}),
    _protocol("assign-at-once", "4.3; a partition is assigned before its owner has revoked it",
              {**KAFKA_4_3, "assigning": Rule.sets("at once", waits_for_release=False)}),
    _protocol("before-kafka-16147", "4.3; the coordinator forgets who has a partition, as in 3.7",
              {**KAFKA_4_3, "partition-epochs": Rule.sets("nothing", forgets_returned=True)}),
    _protocol("no-commit-check", "4.3; any commit of a member is taken", {**KAFKA_4_3, "commit-check": ANY_COMMIT},
              records=1),
    _protocol("unconfirmed", "4.3; a client says nothing after an assignment of what it has",
              {**KAFKA_4_3, "new-assignment": Rule.sets("after those that change what it has", confirms=False)}),
    _protocol("unchecked-offset-fetch", "4.3; an OffsetFetch in an older epoch is answered",
              {**KAFKA_4_3, "offset-fetch": Rule.sets("any", checks_offset_fetch=False)}, heartbeat_losses=1),
    _protocol("blind-classic-join", "4.3; the coordinator takes a JoinGroup for a revocation",
              {**KAFKA_4_3, "classic-join": Rule.sets("nothing", reads_owned=False)},
              classic_clients=1, begins="stable"),
    _protocol("conversion-keeps", "4.3; a converted group has the last assignment of its classic members",
              {**KAFKA_4_3, "conversion": Rule.sets("what its members had last", forgets_in_rebalance=False)},
              classic_clients=1, begins="rebalancing"),
    _protocol("no-last-commit", "4.3; a client revokes partitions without a last commit",
              {**KAFKA_4_3, "last-commit": Rule.sets("it does not", commits_last=False)}, records=1),
)  # fmt: skip
