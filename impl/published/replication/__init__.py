"""The replication models published with KIP-101, KIP-279 and KIP-320, state for state.

Source: the TLA+ modules of `hachikuji/kafka-specification`. The five protocols share the state of `cluster` and
the promises of `promises`; each is a choice of the rules in `rules`. As published, a broker does not crash: it
may be taken out of the ISR and go on, or not, which covers the same runs.
"""

from pathlib import Path

from tidemark.impl.published.replication import rules
from tidemark.impl.published.replication.bounds import PublishedAt
from tidemark.impl.published.replication.cluster import cluster_type, initial_cluster
from tidemark.impl.published.replication.lemmas import LEMMAS
from tidemark.impl.published.replication.progress import FAIRNESS, PROGRESS
from tidemark.impl.published.replication.promises import PROMISES
from tidemark.impl.published.replication.stories import STORIES
from tidemark.impl.shared.costs import LEADER_CHANGES, isr_shrinks
from tidemark.impl.shared.telling import PartitionTelling
from tidemark.spec import Cost, Family, Protocol

RULES = {
    "become-follower": "how a broker cuts its log when it follows a new leader",
    "fetch": "when a follower may copy the leader's next record",
    "advance": "when a leader may raise its high watermark",
    "expand": "when a leader may add a follower to the ISR",
    "shrink": "when a leader may take a follower out of the ISR",
}

FAMILY = Family(
    name="published",
    at=PublishedAt,
    rules=RULES,
    promises=(*PROMISES, *PROGRESS),
    state=cluster_type,
    initial=initial_cluster,
    actions=(*rules.SHARED, *RULES),
    telling=PartitionTelling(STORIES),
    fairness=FAIRNESS,
    lemmas={"strong-isr": LEMMAS, "weak-isr": LEMMAS},
    costs=(Cost("faults", isr_shrinks), LEADER_CHANGES),
    pins=Path(__file__).with_name("pins.toml"),
)

_OLD = {"fetch": rules.FETCH, "advance": rules.ADVANCE, "expand": rules.EXPAND, "shrink": rules.SHRINK}

PROTOCOLS = (
    Protocol("published/high-watermark", "truncation to the high watermark: Kafka before 0.11", FAMILY,
             {"become-follower": rules.TRUNCATE_TO_HIGH_WATERMARK, **_OLD}),
    Protocol("published/kip-101", "truncation to the end of the last epoch, asked of the leader", FAMILY,
             {"become-follower": rules.TRUNCATE_KIP_101, **_OLD}),
    Protocol("published/kip-279", "truncation to the last record shared with the leader", FAMILY,
             {"become-follower": rules.TRUNCATE_KIP_279, **_OLD}),
    Protocol("published/kip-320-first-try",
             "truncation whenever a fetch finds the logs apart, without the leader's epoch", FAMILY,
             {"become-follower": rules.TRUNCATE_ON_FETCH, "fetch": rules.FETCH_FIRST_TRY,
              "advance": rules.ADVANCE_FIRST_TRY, "expand": rules.EXPAND_FIRST_TRY,
              "shrink": rules.SHRINK_FIRST_TRY}),
    Protocol("published/kip-320",
             "truncation, fetches, high watermark and ISR all fenced by the leader epoch", FAMILY,
             {"become-follower": rules.TRUNCATE_FENCED, "fetch": rules.FETCH_FENCED,
              "advance": rules.ADVANCE_FENCED, "expand": rules.EXPAND_FENCED, "shrink": rules.SHRINK_FENCED}),
)  # fmt: skip
