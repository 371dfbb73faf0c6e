"""The published models of replication with KRaft's controller, state for state: Kafka 3.5, and KIP-966.

Source: `kafka_data_replication/kraft/v3.5` and `kip-966` of `Vanlightly/kafka-tlaplus`. They differ by rules: with ELR
(eligible leader replicas) the ISR may become empty, and a broker says whether it shut down cleanly. Left out is what
their configurations leave out: a leader never takes a follower out of the ISR, and there is no reassignment. Their VIEW
leaves out budgets and what was received, and is not sound; here all variables count but one: of the messages that were
received only AlterPartition requests are kept, since no other is ever asked for.
"""

from pathlib import Path

from tidemark.impl.published.kraft_replication import brokers, controller, replicas
from tidemark.impl.published.kraft_replication.bounds import KraftIsrAt
from tidemark.impl.published.kraft_replication.domains import cluster_type, initial_cluster
from tidemark.impl.published.kraft_replication.promises import PROMISES
from tidemark.impl.published.kraft_replication.telling import KraftReplicationTelling
from tidemark.spec import Family, Protocol, Rule

RULES = {
    "leader-candidates": "who may be elected where the ISR has nobody",
    "unclean": "what happens to a broker that was shut down uncleanly",
    "high-watermark": "when a leader may raise its high watermark",
    "high-watermark-quorum": "which ISR the high watermark waits for",
    "isr-join": "what a follower must have to join the ISR",
    "last-replica": "whether the last replica of the ISR may be shut down uncleanly",
}

FAMILY = Family(
    name="published-kraft-isr",
    at=KraftIsrAt,
    rules=RULES,
    promises=PROMISES,
    state=cluster_type,
    initial=initial_cluster,
    actions=(*controller.ACTIONS, *brokers.ACTIONS, *replicas.ACTIONS),
    telling=KraftReplicationTelling(),
    pins=Path(__file__).with_name("pins.toml"),
)

_SHARED = {
    "high-watermark-quorum": Rule.sets(
        "the maximal ISR: its own, and the one that it asked for", waits_for_maximal=True
    ),
    "isr-join": Rule.sets(
        "the high watermark, and the start of the leader's epoch", joins_at_high_watermark=True
    ),
    "last-replica": Rule.sets("it may", spares_last=False),
}
V3_5 = {
    **_SHARED,
    "leader-candidates": Rule.sets("nobody: the ISR keeps its last member", has_elr=False),
    "unclean": Rule.sets("nothing", removes_unclean=False),
    "high-watermark": Rule.sets("whenever the quorum has more", needs_min_isr=False),
}
KIP_966 = {
    **_SHARED,
    "leader-candidates": Rule.sets("those that were in the ISR when it was large enough (ELR)", has_elr=True),
    "unclean": Rule.sets("it leaves ISR and ELR", removes_unclean=True),
    "high-watermark": Rule.sets("while its ISR is large enough", needs_min_isr=True),
}

PROTOCOLS = (
    Protocol("published/kraft-3.5", "Kafka 3.5 with KRaft's controller", FAMILY, V3_5),
    Protocol("published/kraft-3.5-avoid", "3.5, and the last replica is not shut down uncleanly", FAMILY,
             {**V3_5,
              "last-replica": Rule.sets("it may not (`AvoidLastReplicaStanding`)", spares_last=True)}),
    Protocol("published/kraft-3.5-join", "3.5, and a follower joins below the high watermark", FAMILY,
             {**V3_5,
              "isr-join": Rule.sets("the start of the leader's epoch alone", joins_at_high_watermark=False)}),
    Protocol("published/kraft-3.5-own-isr", "3.5, and the high watermark waits for the leader's own ISR",
             FAMILY,
             {**V3_5, "high-watermark-quorum": Rule.sets("its own ISR alone", waits_for_maximal=False)}),
    Protocol("published/kip-966", "eligible leader replicas, as KIP-966 proposes them", FAMILY, KIP_966),
    Protocol("published/kip-966-below-min-isr", "KIP-966, and the high watermark rises whatever the ISR",
             FAMILY, {**KIP_966, "high-watermark": V3_5["high-watermark"]}),
    Protocol("published/kip-966-keeps-unclean", "KIP-966, and an unclean broker stays in ISR and ELR", FAMILY,
             {**KIP_966, "unclean": V3_5["unclean"]}),
)  # fmt: skip
