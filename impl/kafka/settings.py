"""The settings of a machine: what an operator sets, and what the rules of a release say."""

from __future__ import annotations

from tidemark.impl.shared.partition_change import LastKnown, Lasts
from tidemark.spec import At, Enum, Label, Number, Record, Truth

Follows = Enum("follows", "checks", "asks", "asks_again")
"""What a follower knows of its log: that it agrees with its leader's, so that it fetches; or else it asks. When it
asks again, after a first answer, it no longer falls back to its high watermark."""

Restart = Enum("restart", "goes_on", "begins_if_missed", "begins")
"""What a follower does when it is told of a newer epoch of its own leader: it goes on, or starts over, perhaps only if
it missed an epoch in between."""

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


class Settings(Record):
    """What an operator sets, and the rules. Each field has one value in a machine, so none takes room in a state.

    asks: whether followers ask for the end of an epoch. fenced: whether requests carry the follower's leader epoch.
    sessions_forget: whether a leader checks that epoch in the first fetch of a session only.
    raises_before_cut: whether a follower takes over the high watermark of an answer that tells it to cut its log.
    maximal: whether a member that a leader has asked for counts until the leader has the answer.
    bumps: whether a smaller ISR begins a leader epoch.
    elr, elr_lasts, last_known: as in `partition_change`. detected: whether a broker that ended without a clean shutdown
    leaves ISR and ELR when it registers again.
    """

    min_isr: Number
    unclean_election: Truth
    lazy_checkpoint: Truth
    lazy_epoch_cache: Truth
    flush_always: Truth
    disk_is_remembered: Truth
    answers_checked: Truth
    remote_leo_kept: Truth
    all_remote_leos: Truth
    in_order: Truth
    any_order: Truth
    asks: Truth
    asks_when_empty: Truth
    raises_before_cut: Truth
    lookup: Label
    cached_at_takeover: Truth
    cache_cleaned: Truth
    restart: Label
    fenced: Truth
    sessions_forget: Truth
    joins: Label
    eligible: Label
    shrinks: Label
    alters: Label
    maximal: Truth
    beyond: Label
    bounces_unnoticed: Truth
    commit: Label
    visible: Label
    bumps: Truth
    elr: Truth
    elr_lasts: Label
    detected: Truth
    last_known: Label


ZOOKEEPER = {
    "bumps": False,
    "elr": False,
    "elr_lasts": Lasts.until_min_isr,
    "detected": False,
    "last_known": LastKnown.not_elected,
}
"""The settings of rules that only KRaft has."""


def may_halt(at: At) -> bool:
    """Whether a follower may end its own process because its log goes beyond its leader's."""
    return bool(at["beyond"] != Beyond.truncates and at["unclean"] == "no")


BROKER_ENDS = ("crashes", "power-losses", "disk-losses", "shutdowns")
"""Bounds of the faults that end a broker."""


def may_end(at: At) -> bool:
    """Whether a broker may end, so that others find it down."""
    return any(at[fault] > 0 for fault in BROKER_ENDS) or may_halt(at)
