"""The settings of a machine: what an operator sets, and what the rules of a release say."""

from __future__ import annotations

from tidemark.spec import At, Enum, Label, Number, Record, Truth

Follows = Enum("follows", "checks", "asks", "asks_again")
"""What a follower knows of its log: that it agrees with its leader's, so that it fetches; or else it asks. Asking
`again`, after a first answer, it no longer falls back to its high watermark."""

Restart = Enum("restart", "goes_on", "begins_if_missed", "begins")
"""What a follower does that is told of a newer epoch of the leader that it follows: it goes on, or starts over, perhaps
only if it missed an epoch in between."""

Beyond = Enum("beyond", "truncates", "stops", "hangs")
"""What a follower does whose log goes beyond its leader's: cut it, or end its process, with a checkpoint or none."""

Joins = Enum("joins", "at_high_watermark", "at_epoch_start", "at_once")
"""When a follower that fetches joins the ISR: at the high watermark, at its leader's epoch start too, or always."""

Eligible = Enum("eligible", "anyone", "unfenced", "registered")
"""Which follower may join the ISR: any; one with a session that is not in a controlled shutdown (KIP-841); or such a
one by a fetch that it sent after its latest registration with the controller (KIP-903)."""

Shrinks = Enum("shrinks", "not_caught_up", "behind", "no_fetch", "by_records", "no_fetch_or_records")
"""When a follower lags: it has not caught up for replica.lag.time.max.ms, and is behind the log end too, or has not
fetched for that time, or is more than replica.lag.max.messages behind, or one of the last two (0.8)."""

Commit = Enum("commit", "isr", "min_isr", "leader", "live", "isr_of_min", "isr_after_answer")
"""Which replicas a record must be on to be committed. `isr_of_min`: the ISR, if it has min.insync.replicas members.
`isr_after_answer`: the ISR, and its producer is answered before, when min.insync.replicas members have it."""

Visible = Enum("visible", "below", "through", "follower", "log_end")
"""What a consumer is shown: what is below its leader's high watermark, the record at it too, or what is below the high
watermark, or the log end, of whatever replica it reads from."""


class Settings(Record):
    """What an operator sets, and the rules. Each field has one value in a machine, so none takes room in a state.

    asks: whether followers ask for the end of an epoch. fenced: whether requests carry the follower's leader epoch.
    sessions_forget: whether a leader checks that of the first fetch of a session only.
    """

    min_isr: Number
    unclean_election: Truth
    lazy_checkpoint: Truth
    lazy_epoch_cache: Truth
    flush_always: Truth
    disk_is_remembered: Truth
    remote_leo_kept: Truth
    all_remote_leos: Truth
    in_order: Truth
    asks: Truth
    asks_when_empty: Truth
    lookup: Label
    cached_at_takeover: Truth
    cache_cleaned: Truth
    restart: Label
    fenced: Truth
    sessions_forget: Truth
    joins: Label
    eligible: Label
    shrinks: Label
    beyond: Label
    bounces_unnoticed: Truth
    commit: Label
    visible: Label


def may_halt(at: At) -> bool:
    """Whether a follower may end its own process, as its log goes beyond its leader's."""
    return bool(at["beyond"] != Beyond.truncates and at["unclean"] == "no")


def may_end(at: At) -> bool:
    """Whether a broker may end, so that others find it down."""
    return at["crashes"] + at["power-losses"] + at["shutdowns"] > 0 or may_halt(at)
