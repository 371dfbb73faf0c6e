"""What the rules of a protocol set. Each has one value in a machine, so it takes no room in a state."""

from __future__ import annotations

from tidemark.spec import Number, Record, Truth


class TransactionsSettings(Record):
    """The rules.

    checks_producer_epoch, checks_coordinator_epoch: whether a partition refuses records and markers of an older one.
    checks_repeats: whether a marker must have a newer epoch than the records that it ends.
    bumps_after_failure: whether a producer asks for a new epoch after it gave up a record.
    bumps_always: whether each transaction has another epoch.
    asks: whether a broker asks the coordinator before a transaction begins on a partition.
    voids_answers: whether a marker meanwhile voids the answer (the verification guard).
    adds: whether that adds the partition.
    compares_open_epoch: whether an open transaction counts as another one if its producer epoch differs.
    sends_early: whether markers are sent before the log has the decision.
    committed_only: whether consumers read with `read_committed`.
    rotates_after_fence: whether a fenced transaction gives a new producer id too, as epochs run out.
    two_phase: whether producers prepare their transactions.
    asks_database: whether the instance that completes a kept transaction does what the database says.
    decides_once: whether it first has the database decide, which can then decide nothing else.
    fences_first: whether the database takes no commit of an instance any more once the next one has its epoch.
    raises_kept_epoch: whether the end of a kept transaction raises the epoch again.
    last_epoch: the last epoch of the first producer id; 0 if there is none.
    first_is_zero: whether the first record of a producer that a partition does not know must have the number 0.
    writes_offsets: whether offsets of consumer groups are written, which have no sequence numbers, and not records.
    keeps_replaced_epoch, keeps_previous: whether the state has these parts, which only some faults need.
    """

    checks_producer_epoch: Truth
    checks_coordinator_epoch: Truth
    checks_repeats: Truth
    bumps_after_failure: Truth
    bumps_always: Truth
    asks: Truth
    voids_answers: Truth
    adds: Truth
    compares_open_epoch: Truth
    sends_early: Truth
    committed_only: Truth
    rotates_after_fence: Truth
    two_phase: Truth
    asks_database: Truth
    decides_once: Truth
    fences_first: Truth
    raises_kept_epoch: Truth
    last_epoch: Number
    first_is_zero: Truth
    writes_offsets: Truth
    keeps_replaced_epoch: Truth
    keeps_previous: Truth
