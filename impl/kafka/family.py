"""The family of Kafka's releases with ZooKeeper: bounds, rules, actions, costs. That with KRaft: `kraft_family`."""

from pathlib import Path

from tidemark.impl.kafka import (
    alter_partition,
    availability,
    clients,
    controller,
    faults,
    isr,
    leadership,
    retries,
    truncation,
)
from tidemark.impl.kafka.bounds import KafkaAt
from tidemark.impl.kafka.cluster import KafkaCluster
from tidemark.impl.kafka.cluster_type import cluster_type, initial_cluster
from tidemark.impl.kafka.lemmas import LEMMAS
from tidemark.impl.kafka.progress import FAIRNESS, PROGRESS
from tidemark.impl.kafka.promises import PROMISES
from tidemark.impl.kafka.sources import references
from tidemark.impl.kafka.stories import SHARED_STORIES, ZOOKEEPER_STORIES
from tidemark.impl.kafka.telling import KafkaTelling
from tidemark.impl.shared.costs import LEADER_CHANGES, isr_shrinks
from tidemark.spec import Cost, Family, Inquiry, Number, spent

RULES = {
    "truncation": "where a follower cuts its log so that it agrees with the leader's",
    "answer": "what a leader answers that is asked where an epoch ends",
    "cache": "when a leader enters its epoch into its leader epoch cache",
    "following": "what a follower does that is told of a newer epoch of the leader that it follows",
    "fencing": "whether a follower's requests carry its leader epoch",
    "expand": "when a follower that fetches joins the ISR",
    "eligible": "which follower may join the ISR at all",
    "shrink": "when a follower leaves the ISR",
    "isr-change": "who records a change of the ISR, and what counts until its leader knows of it",
    "out-of-range": "what a follower does whose log goes beyond its leader's",
    "restart": "whether a broker may be back before the controller has noticed its failure",
    "commit": "which replicas a record must be on to be committed",
    "visible": "what consumers are shown",
    "producer": "what a producer does that gets no answer",
}

INQUIRY = Inquiry(
    promises=("acknowledged-survives",),
    bounds={"replicas": 3, "min-isr": 2, "consumers": "no"},
    steps=(
        {"log-size": 1, "records": 1, "max-epoch": 3},
        {"log-size": 2, "records": 2, "max-epoch": 3},
    ),
)  # fmt: skip
"""Three replicas and min.insync.replicas=2."""


def _faults(before: KafkaCluster, after: KafkaCluster) -> Number:
    """What a step pays from the budget, and 1 if a member leaves the ISR."""
    return spent(before.budget, after.budget) + isr_shrinks(before, after)


FAMILY = Family(
    name="kafka",
    at=KafkaAt,
    rules=RULES,
    promises=(*PROMISES, *availability.PROMISES, *retries.PROMISES, *PROGRESS),
    fairness=FAIRNESS,
    state=cluster_type,
    initial=initial_cluster,
    actions=(
        lambda at: () if at.sends_again else clients.PRODUCE[at.acks],
        clients.consumer_reads,
        *RULES,
        *truncation.REPLICATION,
        leadership.become_leader,
        lambda at: isr.SHRINK[at.lagging],
        *alter_partition.ALTER_PARTITION,
        lambda at: controller.ELECTIONS[at.election_order],
        *faults.FAULTS,
    ),
    telling=KafkaTelling({**SHARED_STORIES, **ZOOKEEPER_STORIES}),
    lemmas={"epoch-offset-unique": LEMMAS},
    costs=(Cost("faults", _faults), LEADER_CHANGES),
    pins=Path(__file__).with_name("pins.toml"),
    grid=Path(__file__).with_name("grid.toml"),
    scenarios=Path(__file__).with_name("scenarios"),
    references=references,
    inquiry=INQUIRY,
)
