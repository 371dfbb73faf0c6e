"""What articles claim: a release with one rule of a book or article that no release has; and reads from followers."""

from tidemark.impl.kafka import fetching, truncation
from tidemark.impl.kafka.epoch_cache import Lookup
from tidemark.impl.kafka.family import FAMILY
from tidemark.impl.kafka.releases import KAFKA_0_10_2, KAFKA_2_1, KAFKA_2_5, KAFKA_2_6_1, truncates
from tidemark.impl.kafka.settings import Commit, Joins, Visible
from tidemark.spec import Protocol, Rule


def _claim(name: str, summary: str, release: dict[str, Rule], changed: dict[str, Rule]) -> Protocol:
    return Protocol(
        f"claimed/{name}", f"{summary}; articles claim it, no release does", FAMILY, {**release, **changed}
    )


PROTOCOLS = (
    _claim("commit-on-min-isr",
           "committed is what as many members of the ISR have as min.insync.replicas says", KAFKA_2_6_1,
           {"commit": Rule.sets("as many members of the ISR as min.insync.replicas", commit=Commit.min_isr)}),
    _claim("commit-on-leader", "committed is what the leader has", KAFKA_2_6_1,
           {"commit": Rule.sets("the leader alone", commit=Commit.leader)}),
    _claim("commit-on-live", "committed is what every live replica has", KAFKA_2_6_1,
           {"commit": Rule.sets("every live replica", commit=Commit.live)}),
    _claim("ack-on-min-isr",
           "a producer is answered once min.insync.replicas members of the ISR have its record", KAFKA_2_6_1,
           {"commit": Rule.sets(
                "every member of the ISR; its producer is answered when min.insync.replicas members have it",
                commit=Commit.isr_after_answer)}),
    _claim("acknowledge-before-append", "a follower acknowledges a record before it has appended it",
           KAFKA_2_6_1,
           {"commit": Rule((fetching.follower_acknowledges_unwritten,),
                           "every member of the ISR, which says so before it appends",
                           {"commit": Commit.isr})}),
    _claim("join-below-high-watermark", "a follower joins the ISR with its first fetch", KAFKA_2_6_1,
           {"expand": Rule.sets(
                "when it fetches: its log has reached the high watermark with which it began, its own",
                joins=Joins.at_once)}),
    _claim("next-epoch", "an epoch ends where the one after it starts", KAFKA_2_1,
           {"answer": Rule.sets("where the epoch plus one starts", lookup=Lookup.next_epoch),
            "fencing": KAFKA_2_5["fencing"]}),  # as 2.1 was meant
    _claim("leader-high-watermark", "a follower cuts its log to its new leader's high watermark",
           KAFKA_0_10_2,
           {"truncation": truncates(truncation.LEADER_HIGH_WATERMARK, "to the leader's high watermark")}),
    _claim("read-through-high-watermark", "consumers are shown the record at the high watermark too",
           KAFKA_2_6_1,
           {"visible": Rule.sets("what is below the high watermark, and at it", visible=Visible.through)}),
    _claim("read-to-log-end", "consumers read from any replica, up to its log end", KAFKA_2_6_1,
           {"visible": Rule.sets("what is below the log end of the replica that is read",
                                 visible=Visible.log_end)}),
    Protocol("claimed/read-from-followers",
             "Kafka 2.4 and later with consumers that read from followers (KIP-392)", FAMILY,
             {**KAFKA_2_6_1,
              "visible": Rule.sets("what is below the high watermark of the replica that is read",
                                   visible=Visible.follower)}),
)  # fmt: skip
