"""The bounds of the family `transactions`, and the settings of its rules."""

from tidemark.impl.shared import fault_words
from tidemark.impl.shared.budgets import fault_budget
from tidemark.spec import At, Bound, Fault


class TransactionsAt(At):
    """The bounds of a model of transactions, and what its rules set."""

    producers = Bound("producers of the transactional id", 2, 1, 4)
    partitions = Bound("partitions that are written to", 1, 1, 4)
    transactions = Bound("transactions that producers begin", 2, 1, 6)
    max_epoch = Bound("the largest producer epoch; they start at 0", 2, 0, 12, spare=1)
    last_epoch = Bound(
        "the last epoch of the first producer id; Kafka: 32767; 0: none", 0, 0, 8, role="setting"
    )
    failovers = fault_budget("coordinators that may fail", 1, 4, fault_words.FAILOVER)
    timeouts = fault_budget(
        "transactions that the coordinator may end for they take too long", 1, 4,
        Fault("a transaction times out", "{} transactions time out", 1),
    )  # fmt: skip
    late_ends = fault_budget(
        "EndTxn requests that are sent twice, the first copy of which is late", 0, 2,
        Fault("an EndTxn is sent twice", "{} EndTxn requests are sent twice", 3),
    )  # fmt: skip
    marker_repeats = fault_budget(
        "markers that may be sent twice, as a connection breaks", 0, 2,
        Fault("a marker is sent twice", "{} markers are sent twice", 3),
    )  # fmt: skip

    checks_producer_epoch: bool
    checks_coordinator_epoch: bool
    checks_repeats: bool
    bumps_after_failure: bool
    ends_after_failure: bool
    bumps_always: bool
    asks: bool
    voids_answers: bool
    adds: bool
    compares_open_epoch: bool
    sends_early: bool
    committed_only: bool
    rotates_after_fence: bool
    two_phase: bool
    keeps_ongoing: bool
    asks_database: bool
    decides_once: bool
    fences_first: bool
    raises_kept_epoch: bool
