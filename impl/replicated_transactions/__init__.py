"""Transactions whose partitions fail over: is a committed transaction whole after a change of leader, or after a loss?

In `transactions` no partition loses anything, and the coordinator's log is committed in one step. Here each log has
replicas: those of two data partitions, where markers are entries as records are, and `__transaction_state`, whose
leader is the coordinator. In turn no request is late: `transactions` has those.

Left out: late answers to fetches, which replace entries in the middle of a log; a second producer, whose InitProducerId
does what a time-out does here; eligible leader replicas, which `elections` has.
"""

from pathlib import Path

from tidemark.impl.replicated_transactions import coordinator, failures, partitions
from tidemark.impl.replicated_transactions.bounds import ReplicatedTransactionsAt
from tidemark.impl.replicated_transactions.cluster import cluster_type, initial_cluster
from tidemark.impl.replicated_transactions.promises import PROMISES
from tidemark.impl.replicated_transactions.telling import TELLING
from tidemark.spec import Cost, Family, Inquiry, Protocol, Rule, paid

RULES = {
    "verification": "what a broker asks before a transaction begins on a partition",
    "next-epoch": "which epoch a producer has after a transaction",
    "marker-check": "when a marker ends what is open on a partition",
    "marker-acks": "when a marker counts as written",
    "log-acks": "when an entry of the coordinator's log counts as written",
    "marker-sending": "what happens to a marker whose leader is deposed before it answers",
    "loading": "when a new coordinator goes by what it has loaded",
    "truncation": "where a follower cuts its log",
}

FAMILY = Family(
    name="replicated-transactions",
    at=ReplicatedTransactionsAt,
    rules=RULES,
    promises=PROMISES,
    state=cluster_type,
    initial=initial_cluster,
    actions=(*coordinator.ACTIONS, *partitions.ACTIONS, *failures.ACTIONS),
    telling=TELLING,
    costs=(Cost("faults", paid),),
    pins=Path(__file__).with_name("pins.toml"),
    inquiry=Inquiry(
        promises=("told-is-whole", "whole-or-not-at-all", "no-hanging-transaction"),
        steps=({"transactions": 1},),
    ),
)

TRUSTS = Rule.sets("nothing", asks=False, adds=False)
ASKS = Rule.sets("whether the partition is in the transaction", asks=True, adds=False)
ADDS = Rule.sets(
    "to add the partition, unless a transaction is open in this producer epoch", asks=True, adds=True
)
NEXT_EPOCH = Rule.sets("the next one", bumps=True)
NEWER_MARKER = Rule.sets("when its epoch is newer", newer_markers=True)

KIP_98 = {
    "verification": TRUSTS,
    "next-epoch": Rule.sets("the same", bumps=False),
    "marker-check": Rule.sets("when its epoch is not older", newer_markers=False),
    "marker-acks": Rule.sets("once every member of the ISR has it (acks=-1)", marker_acks_all=True),
    "log-acks": Rule.sets("once every member of the ISR has it (acks=-1)", log_acks_all=True),
    "marker-sending": Rule.sets("it is sent to the next leader", sends_again=True),
    "loading": Rule.sets("at once, up to the end of the log", waits_for_watermark=False),
    "truncation": Rule.sets(
        "where it differs from the leader's, by leader epoch (KIP-101)", cuts_to_watermark=False
    ),
}
PART_1 = {**KIP_98, "verification": ASKS}
PART_2 = {**PART_1, "verification": ADDS, "next-epoch": NEXT_EPOCH}
KIP_1228 = {**PART_2, "marker-check": NEWER_MARKER}
WAITS = {**KIP_1228, "loading": Rule.sets("once all of it is replicated", waits_for_watermark=True)}


def _protocol(name: str, summary: str, rules: dict[str, Rule], **defaults: int) -> Protocol:
    bounds = {bound.replace("_", "-"): value for bound, value in defaults.items()}
    return Protocol(f"replicated-transactions/{name}", summary, FAMILY, rules, defaults=bounds)


PROTOCOLS = (
    _protocol("kip-98", "transactions as they began: up to 3.5", KIP_98),
    _protocol("kip-890-part-1", "a broker asks the coordinator before a transaction begins: 3.6 to 3.9", PART_1),
    _protocol("kip-890-part-2", "an epoch for each transaction, and brokers add partitions: 4.0 and 4.1", PART_2),
    _protocol("kip-1228", "a marker must have a newer epoch than what it ends: 4.2 and 4.3", KIP_1228),
    _protocol("waits", "kip-1228, and a coordinator waits until what it loaded is replicated: no release's", WAITS),
    _protocol("marker-acks-1", "kip-1228, but the leader alone acknowledges a marker: no release's",
              {**KIP_1228, "marker-acks": Rule.sets("once the leader has it (acks=1)", marker_acks_all=False)}),
    _protocol("log-acks-1", "kip-1228, but the coordinator's log has acks=1: no release's",
              {**KIP_1228, "log-acks": Rule.sets("once the leader has it (acks=1)", log_acks_all=False)},
              coordinator_replicas=2),
    _protocol("sends-once", "kip-1228, but no marker is sent again: no release's",
              {**KIP_1228, "marker-sending": Rule.sets("it counts as written", sends_again=False)}),
    _protocol("cuts-to-watermark", "kip-1228, but followers cut their logs to the high watermark: no release's",
              {**KIP_1228, "truncation": Rule.sets("at the high watermark that it knows", cuts_to_watermark=True)},
              coordinator_replicas=2, timeouts=0, restarts=1),
)  # fmt: skip
