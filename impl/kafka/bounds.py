"""The bounds of the family `kafka`, and the settings of its rules."""

from tidemark.impl import setting_names
from tidemark.impl.shared import fault_words
from tidemark.impl.shared.budgets import fault_budget
from tidemark.impl.shared.partition_change import LastKnown, Lasts
from tidemark.spec import At, Bound, Fault, Label

YES_NO = ("yes", "no")


class KafkaAt(At):
    """The bounds of a model of replication in Kafka's releases, and what its rules set."""

    replicas = Bound("brokers that have a replica of the partition", 2, 1, 5, setting=setting_names.REPLICAS)
    log_size = Bound("records that a log can hold", 2, 1, 15)
    base_offset = Bound(
        "the offset at which every log begins: what was before it is deleted", 0, 0, 1000, role="setting"
    )
    records = Bound("records that producers write", 2, 1, 15)
    max_epoch = Bound(
        "the largest leader epoch; they start at 0", 2, 0, 8, spare=1, assumes="at most {} elections"
    )
    acks = Bound("what a producer waits for", "all", choices=("0", "1", "all"), setting=setting_names.ACKS)
    min_isr = Bound(
        "min.insync.replicas: a smaller ISR refuses acks=all", 1, 1, 5, role="setting",
        setting=setting_names.MIN_ISR,
    )  # fmt: skip
    consumers = Bound("whether a consumer reads", "yes", choices=YES_NO)
    crashes = fault_budget("processes that may crash", 1, 8, fault_words.CRASH)
    power_losses = fault_budget("machines that may lose power", 0, 8, fault_words.POWER_LOSS)
    disk_losses = fault_budget(
        "disks that may fail, each replaced by an empty one", 0, 8, fault_words.DISK_LOSS
    )
    message_losses = fault_budget(
        "messages between a follower and its leader that may be lost", 0, 8,
        Fault("a message is lost", "{} messages are lost", 3),
    )  # fmt: skip
    zombies = fault_budget(
        "leaders that may be cut off from the controller and go on", 0, 8,
        Fault("a leader is cut off from the controller", "{} leaders are cut off from the controller"),
    )  # fmt: skip
    shutdowns = fault_budget(
        "controlled shutdowns: brokers that an operator may stop", 0, 8, fault_words.SHUTDOWN
    )
    departures = fault_budget("brokers that are down and may be gone for good", 0, 8, fault_words.DEPARTURE)
    reorders = fault_budget(
        "changes of the order of assigned replicas", 0, 8,
        Fault("the order of the replicas is changed",
              "the order of the replicas is changed {} times", 1, never="the order of the replicas stays"),
    )  # fmt: skip
    old_fetches = fault_budget(
        "fetches that may outlive their sender in the leader's queue", 0, 8,
        Fault("a fetch outlives its sender", "{} fetches outlive their sender", 4),
    )  # fmt: skip
    late_answers = fault_budget(
        "answers to fetches that may be late: their follower hears of newer leader epochs first", 0, 8,
        Fault("an answer to a fetch is late", "{} answers to fetches are late", 4),
    )  # fmt: skip
    unclean = Bound(
        "unclean.leader.election.enable", "no", choices=YES_NO, fault=fault_words.UNCLEAN,
        setting=setting_names.UNCLEAN,
    )  # fmt: skip
    flush = Bound(
        "when the log is flushed to disk: free is any time, as Kafka does by default", "free",
        choices=("free", "always"), assumes={"always": "each record is flushed before it is acknowledged"},
    )  # fmt: skip
    checkpoint = Bound("when the high watermark is written to disk", "at-once", choices=("at-once", "lazy"))
    epoch_cache = Bound(
        "when the leader epoch cache is written to disk", "at-once", choices=("at-once", "lazy")
    )
    remote_leo = Bound(
        "what a broker that believes that it leads already keeps of its followers' log ends", "kept",
        choices=("kept", "reset"),
    )  # fmt: skip
    lagging = Bound(
        "whether a follower that is up may lag: stop to fetch, be slow to catch up, or neither", "yes",
        choices=("yes", "slow", "no"),
    )  # fmt: skip
    metadata = Bound(
        "whether a broker gets the controller's requests in order, or several merged into one", "in-order",
        choices=("in-order", "merged"),
    )  # fmt: skip
    election_order = Bound(
        "which live member of the ISR is elected: the first assigned, or any", "assigned",
        choices=("assigned", "any"),
    )  # fmt: skip
    answer_bytes = Bound(
        "when the bytes of an answer are read: with the fetch; late, as they are sent; or late, and "
        "the follower takes no batch of a later epoch (KAFKA-18723)", "at-once",
        choices=("at-once", "late", "checked"),
    )  # fmt: skip
    fetch_size = Bound("records that an answer to a fetch can hold", 1, 1, 8, role="setting")

    # what the rules of a release set: `KafkaSettings` says what each means
    asks: bool
    asks_when_empty: bool
    on_fetch: bool
    raises_before_cut: bool
    lookup: Label
    cached_at_takeover: bool
    cache_cleaned: bool
    restart: Label
    fenced: bool
    sessions_forget: bool
    joins: Label
    eligible: Label
    shrinks: Label
    alters: Label
    maximal: bool
    beyond: Label
    bounces_unnoticed: bool
    commit: Label
    visible: Label
    sends_again: bool

    # what only the rules of a few patch releases set
    takes_old_ends: bool = False
    answers_raised: bool = False
    takes_late_answers: bool = False
    forgets_epoch: bool = False

    # what only the rules of KRaft set
    bumps: bool = False
    elr: bool = False
    elr_lasts: Label = Lasts.until_min_isr
    detected: bool = False
    last_known: Label = LastKnown.not_elected
