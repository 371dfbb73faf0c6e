"""The family of transactions: bounds, rules, actions, costs."""

from pathlib import Path

from tidemark.impl.shared.budgets import with_full_budget
from tidemark.impl.shared.sources import references_of
from tidemark.impl.transactions import coordinator, late_requests, partitions, prepared, producers
from tidemark.impl.transactions.bounds import TransactionsAt
from tidemark.impl.transactions.cluster import TransactionsState
from tidemark.impl.transactions.cluster_type import cluster_type
from tidemark.impl.transactions.progress import FAIRNESS, PROGRESS
from tidemark.impl.transactions.promises import PROMISES
from tidemark.impl.transactions.telling import TransactionsTelling
from tidemark.spec import Cost, Family, Inquiry, Number, spent

RULES = {
    "fencing": "what is refused as old",
    "marker-check": "when a marker ends what is open on a partition",
    "after-failure": "what a producer does after it gave up a record",
    "next-epoch": "which epoch a producer has after a transaction",
    "verification": "what a broker asks before a transaction begins on a partition",
    "unknown-producer": "which number the first record of a producer must have that a partition does not know",
    "marker-sending": "when the coordinator sends markers",
    "time-out": "what happens to a transaction that takes too long",
    "isolation": "what a consumer is shown",
    "last-epoch": "which ends of a transaction give a new producer id, as epochs run out",
    "two-phase": "what happens to a transaction that waits for the decision of a database",
}

INQUIRY = Inquiry(
    promises=("told-is-committed", "whole-or-not-at-all", "no-hanging-transaction"),
    steps=(
        {"producers": 1, "partitions": 1, "transactions": 2, "max-epoch": 1},
        {"producers": 1, "partitions": 2, "transactions": 2, "max-epoch": 2},
        {"producers": 2, "partitions": 1, "transactions": 2, "max-epoch": 2},
        {"producers": 2, "partitions": 2, "transactions": 2, "max-epoch": 1},
    ),
)


ACTIONS = (
    producers.producer_asks_for_id, producers.producer_fences_another, producers.producer_is_fenced,
    producers.producer_adds_partition, producers.producer_sends, producers.producer_sends_unannounced,
    producers.producer_commits, producers.producer_aborts, producers.producer_aborts_what_was_answered,
    producers.producer_ends, producers.producer_learns_end, partitions.broker_asks_coordinator,
    coordinator.coordinator_verifies, coordinator.coordinator_adds_for_broker, coordinator.coordinator_denies,
    partitions.broker_appends, partitions.broker_refuses, coordinator.log_commits,
    partitions.broker_writes_marker, partitions.broker_refuses_marker, coordinator.coordinator_completes,
    "time-out", coordinator.coordinator_repeats_marker,
    coordinator.coordinator_fails_over, coordinator.coordinator_fails_over_after_commit,
    coordinator.coordinator_fails_over_without_last_entry, partitions.partition_forgets_producer,
    late_requests.producer_repeats_id_request, late_requests.producer_repeats_partition,
    late_requests.producer_repeats_end, late_requests.answer_is_lost, late_requests.offsets_arrive_again,
    late_requests.producer_commits_later_offsets, late_requests.first_offsets_arrive_again,
    late_requests.late_id_request_arrives, late_requests.late_partition_arrives, late_requests.late_end_arrives,
    late_requests.producer_aborts_late, *prepared.ACTIONS,
)  # fmt: skip


def _faults(before: TransactionsState, after: TransactionsState) -> Number:
    """A coordinator that fails, a time-out, a marker that is sent twice."""
    failed: Number = after.coordinator.coordinator_epoch - before.coordinator.coordinator_epoch
    return failed + spent(before.budget, after.budget)


FAMILY = Family(
    name="transactions",
    at=TransactionsAt,
    rules=RULES,
    promises=(*PROMISES, *PROGRESS),
    fairness=FAIRNESS,
    state=cluster_type,
    initial=with_full_budget,
    actions=ACTIONS,
    telling=TransactionsTelling(),
    costs=(Cost("faults", _faults),),
    pins=Path(__file__).with_name("pins.toml"),
    references=references_of(Path(__file__).with_name("sources.toml")),
    inquiry=INQUIRY,
    needs_subject=True,
)
