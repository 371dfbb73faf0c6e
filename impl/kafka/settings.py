"""The settings of a machine: what an operator sets, and what the rules of a release say."""

from __future__ import annotations

from tidemark.impl.kafka.bounds import KafkaAt
from tidemark.spec import Enum, Label, Number, Record, Truth

Follows = Enum("follows", "checks", "asks", "asks_again")
"""What a follower knows of its log: that it agrees with its leader's, so that it fetches; or else it asks. When it
asks again, after a first answer, it no longer falls back to its high watermark."""

Restart = Enum("restart", "goes_on", "begins_if_missed", "begins")
"""What a follower does when it learns of a newer epoch of its own leader: it goes on, or starts over, or starts over
only if it missed an epoch in between."""

Beyond = Enum("beyond", "truncates", "stops", "hangs")
"""What a follower does if its log goes beyond its leader's: cut it, or end its process with or without a checkpoint."""

Joins = Enum("joins", "at_high_watermark", "at_epoch_start", "at_once")
"""When a follower that fetches joins the ISR: at the high watermark, at its leader's epoch start too, or always."""

Eligible = Enum("eligible", "anyone", "unfenced", "registered")
"""Which follower may join the ISR: any; one with a session that is not in a controlled shutdown (KIP-841); or such a
one by a fetch that it sent after its latest registration with the controller (KIP-903)."""

Shrinks = Enum("shrinks", "not_caught_up", "behind", "no_fetch", "by_records", "no_fetch_or_records")
"""When a follower lags: it has not caught up for replica.lag.time.max.ms; it is behind the log end too; it has not
fetched for that time; it is more than replica.lag.max.messages behind; or one of the last two (0.8)."""

Alters = Enum("alters", "itself", "asks", "asks_and_raises")
"""Who records a change of the ISR: the leader itself, or the controller, which the leader asks (KIP-497). Once the
leader has the answer, its high watermark rises with the next fetch or append, or at once (KAFKA-13091)."""

Commit = Enum("commit", "isr", "min_isr", "leader", "live", "isr_of_min", "isr_after_answer")
"""Which replicas a record must be on to be committed. `isr_of_min`: the ISR, if it has min.insync.replicas members.
`isr_after_answer`: the ISR, but its producer is answered earlier, once min.insync.replicas members have it."""

Visible = Enum("visible", "below", "through", "follower", "log_end")
"""What a consumer is shown: what is below its leader's high watermark, the record at it too, or what is below the high
watermark, or the log end, of whatever replica it reads from."""


class KafkaSettings(Record):
    """What an operator sets, and the rules of a release. Each has one value in a machine, so it takes no room."""

    min_isr: Number  # min.insync.replicas
    unclean_election: Truth  # unclean.leader.election.enable
    lazy_checkpoint: Truth  # the high watermark is written to disk at times, and not with every change
    lazy_epoch_cache: Truth  # so is the leader epoch cache
    flush_always: Truth  # each record is flushed to disk before it is acknowledged
    disk_is_remembered: Truth  # a replica notes how much of its log a loss of power spared
    answers_checked: Truth  # a follower takes no batch of a later epoch than its fetch (KAFKA-18723)
    remote_leo_kept: Truth  # a leader that is elected again keeps what it knew of its followers' log ends
    all_remote_leos: Truth  # a leader keeps the log end offsets of followers outside the ISR too
    in_order: Truth  # a broker gets the controller's requests in order
    any_order: Truth  # any candidate is elected; otherwise the first one in the order of assigned replicas
    asks: Truth  # logs are cut by leader epoch, so there is an epoch cache; kept traces have the name
    asks_when_empty: Truth  # a follower asks for the end of an epoch even if its epoch cache is empty
    raises_before_cut: (
        Truth  # a follower takes over the high watermark of an answer that tells it to cut its log
    )
    takes_old_ends: Truth  # a follower cuts its log by an answer of an older leader epoch too (KAFKA-7786)
    answers_raised: Truth  # an answer has the high watermark that its own fetch has raised
    takes_late_answers: Truth  # a follower compares only the fetch offset of an answer, not the leader epoch
    forgets_epoch: Truth  # after an empty answer a follower sends no last epoch with its fetches
    lookup: Label  # how a leader looks up the end of an epoch: see `epoch_cache.Lookup`
    cached_at_takeover: (
        Truth  # a leader enters its epoch into its cache when it takes over, not with its first record
    )
    cache_cleaned: Truth  # a truncation drops the epochs of the cache that have no record
    restart: Label  # what a follower does that learns of a newer epoch of the leader that it follows
    fenced: Truth  # requests carry the follower's leader epoch (KIP-320)
    sessions_forget: Truth  # a leader checks that epoch in the first fetch of a session only (KAFKA-9338)
    joins: Label  # when a follower that fetches joins the ISR
    eligible: Label  # which follower may join the ISR at all
    shrinks: Label  # when a follower lags, and leaves the ISR
    alters: Label  # who records a change of the ISR
    maximal: Truth  # a member that a leader has asked for counts until the leader has the answer
    beyond: Label  # what a follower does if its log goes beyond its leader's
    bounces_unnoticed: Truth  # a broker may be back before the controller has noticed that it was down
    commit: Label  # which replicas a record must be on to be committed
    visible: Label  # what a consumer is shown
    bumps: Truth  # a smaller ISR begins a leader epoch (KRaft up to 3.5)
    elr: Truth  # there are eligible leader replicas (KIP-966)
    elr_lasts: Label  # how long a replica stays in the ELR
    detected: Truth  # a broker that ended without a clean shutdown leaves ISR and ELR when it registers again
    last_known: Label  # whether the last known leader is elected where ISR and ELR are empty


def may_halt(at: KafkaAt) -> bool:
    """Whether a follower may end its own process because its log goes beyond its leader's."""
    return bool(at.beyond != Beyond.truncates and at.unclean == "no")


def may_be_late(at: KafkaAt) -> bool:
    """Whether an answer to a fetch may be late: a fetch with the last epoch is sent in any leader epoch."""
    return bool(at.on_fetch and at.late_answers > 0)


def has_ends(at: KafkaAt) -> bool:
    """Whether a fault may end a broker."""
    return at.crashes + at.power_losses + at.disk_losses + at.shutdowns > 0


def may_end(at: KafkaAt) -> bool:
    """Whether a broker may end, so that others find it down."""
    return has_ends(at) or may_halt(at)
