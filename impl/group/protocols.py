"""The protocols: what Kafka does, and the rival rules, each of which breaks a promise."""

from tidemark.impl.group import (
    assigning,
    delivery,
    faults,
    generations,
    instances,
    member_ids,
    neighbours,
    producers,
    slow_work,
    subscriptions,
)
from tidemark.impl.group.family import FAMILY
from tidemark.spec import Protocol, Rule

EAGER = {
    "rebalance": Rule.sets("revoke all of them before they rejoin", cooperative=False, holds_back=False),
    "membership": Rule.sets("a new member", static=False),
    "member-check": Rule.sets("yes", checks_member=True),
    "generation-check": Rule.sets("yes", checks_generation=True),
    "delivery": delivery.AT_LEAST_ONCE,
    "revocation": Rule.sets("finishes it, with a last commit", finishes=True),
    "producer-fencing": producers.BY_GROUP,
    "offset-fetch": Rule.sets("it does (KIP-447)", waits_for_transactions=True),
    "retention": Rule((faults.expire_offsets_of_empty_group,), "when the group is empty (KIP-211)"),
    "member-id": member_ids.REQUIRED,
    "illegal-generation": generations.KEPT,
    "announced-generation": generations.ANNOUNCED,
    "static-return": Rule.sets("it starts over (KAFKA-9801)", starts_over=True),
    "static-ids": Rule.sets("it is (KAFKA-10284)", stores_ids=True),
    "instance-fencing": instances.FENCED,
    "offset-key": neighbours.BY_GROUP,
    "assignor": assigning.ANY_PLAN,
    "metadata": subscriptions.WATCHED,
    "heartbeat-sender": slow_work.BY_THREAD,
}
STATIC = {
    **EAGER,
    "membership": Rule.sets("the member that it was, by its group.instance.id", static=True),
}
BY_AGE = Rule((faults.expire_old_offsets,), "when they are old")
UNWAITED = Rule.sets("it does not", waits_for_transactions=False)
FIRST = {
    **EAGER,
    "retention": BY_AGE,
    "member-id": member_ids.AT_ONCE,
    "offset-fetch": UNWAITED,
    "illegal-generation": generations.FORGOTTEN,
    "announced-generation": generations.UNANNOUNCED,
}
"""What brokers and clients of 0.11.0 do; they go on with it up to 2.0."""

COOPERATIVE = {
    **EAGER,
    "rebalance": Rule.sets(
        "keep them, and revoke those that move; they get an owner in the next rebalance (KIP-429)",
        cooperative=True,
        holds_back=True,
    ),
}


def _protocol(name: str, summary: str, rules: dict[str, Rule], **defaults: int) -> Protocol:
    return Protocol(
        f"group/{name}",
        summary,
        FAMILY,
        rules,
        defaults={k.replace("_", "-"): v for k, v in defaults.items()},
    )


PROTOCOLS = (
    _protocol("eager", "all partitions are revoked before a rebalance; at least once", EAGER),
    _protocol("cooperative", "only partitions that move are revoked: since 2.4 (KIP-429)", COOPERATIVE, partitions=2),
    _protocol("static", "members with a group.instance.id, known again after a restart: since 2.3 (KIP-345)",
              STATIC, crashes=1),
    _protocol("at-most-once", "eager; an offset is committed before its record is processed",
              {**EAGER, "delivery": delivery.AT_MOST_ONCE}),
    _protocol("exactly-once", "eager; offsets are committed in the transaction: since 2.5 (KIP-447)",
              {**EAGER, "delivery": delivery.EXACTLY_ONCE}, crashes=1, failovers=1),
    _protocol("no-generation-check", "eager; a commit of any generation is taken",
              {**EAGER, "generation-check": Rule.sets("no", checks_generation=False)}, records=2, pauses=0,
              late_commits=1),
    _protocol("no-member-check", "eager; a commit of any process is taken",
              {**EAGER, "member-check": Rule.sets("no", checks_member=False)}, expiries=1),
    _protocol("no-fencing", "eager; any commit is taken",
              {**EAGER, "member-check": Rule.sets("no", checks_member=False),
               "generation-check": Rule.sets("no", checks_generation=False)}),
    _protocol("revoke-after-assign", "cooperative; a partition is assigned before its owner has revoked it",
              {**EAGER,
               "rebalance": Rule.sets("keep them, and revoke those that move when others have them",
                                      cooperative=True, holds_back=False)}, partitions=2),
    _protocol("no-last-commit", "eager; a member revokes partitions without a last commit",
              {**EAGER, "revocation": Rule.sets("drops it", finishes=False)}),
    _protocol("unstable-fetch", "exactly once; a new owner does not wait for transactions: before KIP-447",
              {**EAGER, "delivery": delivery.EXACTLY_ONCE,
               "offset-fetch": UNWAITED}),
    _protocol("retention-by-age", "eager; offsets expire by their age: before 2.1 (KIP-211)",
              {**EAGER, "retention": BY_AGE}, expiries=1),
    _protocol("0.11", "eager, with brokers and clients of 0.11.0 to 2.0", FIRST, failovers=1),
    _protocol("exactly-once-0.11",
              "group/0.11; offsets in transactions of a producer for each partition: up to 2.4 (KIP-98)",
              {**FIRST, "delivery": delivery.EXACTLY_ONCE, "producer-fencing": producers.BY_PRODUCER,
               "member-check": Rule.sets("no, in a transaction: before 2.5", checks_member=False),
               "generation-check": Rule.sets("no, in a transaction: before 2.5", checks_generation=False)},
              crashes=1, failovers=1),
    _protocol("before-kafka-9801",
              "static; a member that is back is answered while the group waits for its assignment: 2.3, 2.4",
              {**STATIC, "static-return": Rule.sets("it goes on", starts_over=False)}, crashes=1),
    _protocol("before-kafka-10284",
              "static; the member id of a member that is back is not stored: 2.3 to 2.6.0",
              {**STATIC, "static-ids": Rule.sets("it is not", stores_ids=False)}, crashes=1, failovers=1),
    _protocol("before-kafka-13636",
              "eager; offsets also expire as an empty group gets members again: 2.4 to 3.1.0",
              {**EAGER, "retention": Rule((faults.expire_offsets_of_empty_group,
                                           faults.expire_offsets_of_returning_group),
                                          "when the group is empty, or gets its first member")}, expiries=1),
    _protocol("heartbeats-in-poll",
              "eager; a member that processes a record sends no heartbeats: before 0.10.1 (KIP-62)",
              {**EAGER, "heartbeat-sender": slow_work.IN_POLL}, pauses=0, slow_work=1),
    _protocol("no-member-id",
              "eager; a JoinGroup without a member id makes a member at once: before 2.2 (KIP-394)",
              {**EAGER, "member-id": member_ids.AT_ONCE}, pauses=0, resends=1),
    _protocol("unfenced-instances",
              "static; the older of two processes with one group.instance.id joins again",
              {**STATIC, "instance-fencing": instances.UNKNOWN}, pauses=0, twins=1),
    _protocol("shared-offsets", "eager; all groups share the committed offset of a partition",
              {**EAGER, "offset-key": neighbours.BY_PARTITION}, pauses=0, other_groups=1),
    _protocol("range", "eager; the leader assigns by RangeAssignor", {**EAGER, "assignor": assigning.RANGE},
              partitions=2, pauses=0, topics=2, resubscriptions=1),
    _protocol("round-robin", "eager; the leader assigns by RoundRobinAssignor",
              {**EAGER, "assignor": assigning.ROUND_ROBIN}, partitions=2, pauses=0, topics=2,
              resubscriptions=1),
    _protocol("leader-subscription",
              "eager; the leader assigns what it subscribes to itself, and does not read the others'",
              {**EAGER, "assignor": assigning.BY_LEADERS}, partitions=2, pauses=0, topics=2,
              resubscriptions=1),
    _protocol("cooperative-range", "cooperative; the leader assigns by range, and holds back what moves",
              {**COOPERATIVE, "assignor": assigning.RANGE}, clients=3, partitions=2, pauses=0),
    _protocol("cooperative-sticky", "cooperative; the leader assigns by CooperativeStickyAssignor (KIP-429)",
              {**COOPERATIVE, "assignor": assigning.COOPERATIVE_STICKY}, clients=3, partitions=2, pauses=0),
    _protocol("unwatched-metadata", "eager; nobody finds that a partition was added",
              {**EAGER, "metadata": subscriptions.UNWATCHED}, partitions=2, pauses=0, added_partitions=1),
)  # fmt: skip
