"""What becomes of a transaction in the end, and the fairness for it.

A producer may do nothing for ever. Then only a time-out of the coordinator ends its transaction, and time-outs are
bounded here. So the promises are about transactions that are being ended, and about what active producers leave behind.
"""

from tidemark.impl.transactions.cluster import TransactionsState
from tidemark.impl.transactions.domains import PartitionId
from tidemark.spec import Truth, always_eventually, can_always_reach, fair, leads_to, not_

NAMED = "a promise about runs: docs/progress.md"

FAIRNESS = (
    fair("log_commits"), fair("broker_writes_marker", each=False), fair("broker_refuses_marker", each=False),
    fair("coordinator_completes"), fair("broker_asks_coordinator"), fair("coordinator_verifies"),
    fair("coordinator_adds_for_broker"), fair("coordinator_denies"), fair("broker_appends"),
    fair("broker_refuses"), fair("coordinator_times_out"), fair("producer_commits", each="producer"),
    fair("producer_aborts", each="producer"), fair("producer_ends", each="producer"),
    fair("producer_completes", each="producer"),
)  # fmt: skip


@leads_to(only_named=NAMED, broken="A transaction that is being ended is never completely ended")
def ending_completes(c: TransactionsState) -> tuple[Truth, Truth]:
    """A transaction that the coordinator's log says is to be ended is completely ended in the end."""
    return c.coordinator.is_ending, not_(c.coordinator.is_ending)


@can_always_reach(only_named=NAMED, broken="What is open on a partition can never be ended")
def can_be_ended(c: TransactionsState, partition: PartitionId) -> Truth:
    """Wherever it has come to, some run leads to a state where nothing is open on a partition: none hangs for ever."""
    return not_(c.partitions[partition].is_open)


@always_eventually(only_named=NAMED, broken="Consumers of a partition never come past an open transaction")
def stable_offset_moves(c: TransactionsState, partition: PartitionId) -> Truth:
    """Again and again nothing is open on a partition: the last stable offset reaches the end of the log."""
    return not_(c.partitions[partition].is_open)


PROGRESS = (ending_completes, can_be_ended, stable_offset_moves)
