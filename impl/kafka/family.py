"""The family of Kafka's releases with ZooKeeper: bounds, rules, actions, costs. That with KRaft: `kraft_family`."""

from pathlib import Path

from tidemark.impl import setting_names
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
from tidemark.impl.kafka.cluster import KafkaCluster
from tidemark.impl.kafka.cluster_type import cluster_type, initial_cluster
from tidemark.impl.kafka.lemmas import LEMMAS
from tidemark.impl.kafka.progress import FAIRNESS, PROGRESS
from tidemark.impl.kafka.promises import PROMISES
from tidemark.impl.kafka.sources import references
from tidemark.impl.kafka.stories import SHARED_STORIES, ZOOKEEPER_STORIES
from tidemark.impl.kafka.telling import KafkaTelling
from tidemark.impl.shared import fault_words
from tidemark.impl.shared.costs import LEADER_CHANGES, isr_shrinks
from tidemark.spec import Bound, Cost, Family, Fault, Inquiry, Number, spent

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

YES_NO = ("yes", "no")

BOUNDS = (
    Bound("replicas", "brokers that have a replica of the partition", 2, 1, 5, setting=setting_names.REPLICAS),
    Bound("log-size", "records that a log can hold", 2, 1, 15),
    Bound("base-offset", "the offset at which every log begins: what was before it is deleted", 0, 0, 1000,
          role="setting"),
    Bound("records", "records that producers write", 2, 1, 15),
    Bound("max-epoch", "the largest leader epoch; they start at 0", 2, 0, 8, spare=1,
          assumes="at most {} elections"),
    Bound("acks", "what a producer waits for", "all", choices=("0", "1", "all"), setting=setting_names.ACKS),
    Bound("min-isr", "min.insync.replicas: a smaller ISR refuses acks=all", 1, 1, 5, role="setting",
          setting=setting_names.MIN_ISR),
    Bound("consumers", "whether a consumer reads", "yes", choices=YES_NO),
    Bound("crashes", "processes that may crash", 1, 0, 8, role="budget",
          fault=fault_words.CRASH),
    Bound("power-losses", "machines that may lose power", 0, 0, 8, role="budget",
          fault=fault_words.POWER_LOSS),
    Bound("disk-losses", "disks that may fail, each replaced by an empty one", 0, 0, 8, role="budget",
          fault=fault_words.DISK_LOSS),
    Bound("message-losses", "messages between a follower and its leader that may be lost", 0, 0, 8,
          role="budget", fault=Fault("a message is lost", "{} messages are lost", 3)),
    Bound("zombies", "leaders that may be cut off from the controller and go on", 0, 0, 8, role="budget",
          fault=Fault("a leader is cut off from the controller", "{} leaders are cut off from the controller")),
    Bound("shutdowns", "controlled shutdowns: brokers that an operator may stop", 0, 0, 8, role="budget",
          fault=fault_words.SHUTDOWN),
    Bound("departures", "brokers that are down and may be gone for good", 0, 0, 8, role="budget",
          fault=fault_words.DEPARTURE),
    Bound("reorders", "changes of the order of assigned replicas", 0, 0, 8, role="budget",
          fault=Fault("the order of the replicas is changed", "the order of the replicas is changed {} times", 1,
                      never="the order of the replicas stays")),
    Bound("old-fetches", "fetches that may outlive their sender in the leader's queue", 0, 0, 8, role="budget",
          fault=Fault("a fetch outlives its sender", "{} fetches outlive their sender", 4)),
    Bound("unclean", "unclean.leader.election.enable", "no", choices=YES_NO, fault=fault_words.UNCLEAN,
          setting=setting_names.UNCLEAN),
    Bound("flush", "when the log is flushed to disk: free is any time, as Kafka does by default", "free",
          choices=("free", "always"), assumes={"always": "each record is flushed before it is acknowledged"}),
    Bound("checkpoint", "when the high watermark is written to disk", "at-once", choices=("at-once", "lazy")),
    Bound("epoch-cache", "when the leader epoch cache is written to disk", "at-once", choices=("at-once", "lazy")),
    Bound("remote-leo", "what a broker that believes that it leads already keeps of its followers' log ends",
          "kept", choices=("kept", "reset")),
    Bound("lagging", "whether a follower that is up may lag: stop to fetch, be slow to catch up, or neither", "yes",
          choices=("yes", "slow", "no")),
    Bound("metadata", "whether a broker gets the controller's requests in order, or several merged into one",
          "in-order", choices=("in-order", "merged")),
    Bound("election-order", "which live member of the ISR is elected: the first assigned, or any", "assigned",
          choices=("assigned", "any")),
    Bound("answer-bytes", "when the bytes of an answer are read: with the fetch; late, as they are sent; or late, and "
          "the follower takes no batch of a later epoch (KAFKA-18723)", "at-once",
          choices=("at-once", "late", "checked")),
    Bound("fetch-size", "records that an answer to a fetch can hold", 1, 1, 8, role="setting"),
)  # fmt: skip


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
    bounds=BOUNDS,
    rules=RULES,
    promises=(*PROMISES, *availability.PROMISES, *retries.PROMISES, *PROGRESS),
    fairness=FAIRNESS,
    state=cluster_type,
    initial=initial_cluster,
    actions=(
        lambda at: () if at["sends_again"] else clients.PRODUCE[at["acks"]],
        clients.consumer_reads,
        *RULES,
        *truncation.REPLICATION,
        leadership.become_leader,
        lambda at: isr.SHRINK[at["lagging"]],
        *alter_partition.ALTER_PARTITION,
        lambda at: controller.ELECTIONS[at["election-order"]],
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
