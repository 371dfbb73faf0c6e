"""The bounds of the family `transactions`, and the settings of its rules."""

from tidemark.impl.shared import fault_words
from tidemark.impl.shared.budgets import fault_budget
from tidemark.spec import At, Bound, Fault


def _sent_twice(request: str) -> Bound[int]:
    """The bound of how often such a request to the coordinator is sent twice."""
    fault = Fault(f"an {request} is sent twice", f"{{}} {request} requests are sent twice", 3)
    return fault_budget(
        f"{request} requests that are sent twice, the first copy of which is late", 0, 2, fault
    )


class TransactionsAt(At):
    """The bounds of a model of transactions, and what its rules set."""

    producers = Bound("producers of the transactional id", 2, 1, 4)
    partitions = Bound("partitions that are written to", 1, 1, 4)
    transactions = Bound("transactions that producers begin", 2, 1, 6)
    max_epoch = Bound("the largest producer epoch; they start at 0", 2, 0, 12, spare=1)
    offsets = Bound(
        "TxnOffsetCommit requests of a transaction to each partition; 0: it writes records",
        0, 0, 2, role="setting",
    )  # fmt: skip
    last_epoch = Bound(
        "the last epoch of the first producer id; Kafka: 32767; 0: none", 0, 0, 8, role="setting"
    )
    failovers = fault_budget("coordinators that may fail", 1, 4, fault_words.FAILOVER)
    timeouts = fault_budget(
        "transactions that the coordinator may end for they take too long", 1, 4,
        Fault("a transaction times out", "{} transactions time out", 1),
    )  # fmt: skip
    late_ids = _sent_twice("InitProducerId")
    late_partitions = _sent_twice("AddPartitionsToTxn")
    late_ends = _sent_twice("EndTxn")
    late_offsets = fault_budget(
        "TxnOffsetCommit requests that are sent twice, a copy of which is late", 0, 2,
        Fault("a TxnOffsetCommit is sent twice", "{} TxnOffsetCommit requests are sent twice", 3),
    )  # fmt: skip
    lost_answers = fault_budget(
        "answers of the coordinator that do not arrive", 0, 2,
        Fault("an answer is lost", "{} answers are lost", 2),
    )  # fmt: skip
    marker_repeats = fault_budget(
        "markers that may be sent twice, as a connection breaks", 0, 2,
        Fault("a marker is sent twice", "{} markers are sent twice", 3),
    )  # fmt: skip
    expirations = fault_budget(
        "partitions that may forget the producer (`producer.id.expiration.ms`)", 0, 2,
        Fault("a partition forgets the producer", "partitions forget the producer {} times", 3),
    )  # fmt: skip
    log_losses = fault_budget(
        "unclean elections of the coordinator's log, which lose its last committed entry", 0, 1,
        Fault(
            "the coordinator's log loses its last entry", "the coordinator's log loses its last entry {} times", 5
        ),
    )  # fmt: skip

    @property
    def writes_offsets(self) -> bool:
        """Whether offsets of consumer groups are written, and not records."""
        return self.offsets + self.late_offsets > 0

    @property
    def asks(self) -> bool:
        """Whether a broker asks the coordinator before a transaction begins on a partition."""
        return self.asks_for_offsets if self.writes_offsets else self.asks_for_records

    @property
    def keeps_replaced_epoch(self) -> bool:
        """Whether InitProducerId may be sent again, so that it matters which epoch the producer had before."""
        return self.late_ids + self.lost_answers > 0

    @property
    def keeps_previous(self) -> bool:
        """Whether the coordinator's log may lose its last entry."""
        return self.log_losses > 0

    checks_producer_epoch: bool
    checks_coordinator_epoch: bool
    checks_repeats: bool
    bumps_after_failure: bool
    ends_after_failure: bool
    bumps_always: bool
    asks_for_records: bool
    asks_for_offsets: bool
    voids_answers: bool
    adds: bool
    first_is_zero: bool
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
