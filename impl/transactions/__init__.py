"""Kafka's transactions as one KIP after the other defined them, and rules that break them.

Source: `TransactionCoordinator`, `TransactionStateManager`, `TransactionMetadata`, `UnifiedLog`, `ProducerAppendInfo`,
and the client's `TransactionManager` and `Sender`, at the last patch of each range of releases: `sources.toml` has the
lines, and `patches.toml` compares the functions in every release from 0.11.0.0 to 4.3.1. `settings` says what the rules
set. From 4.0 on these are the protocols of `transaction.version` 2, which a new cluster has; with an older version it
does as `kip-890-part-1`.
"""

from tidemark.impl.transactions import coordinator
from tidemark.impl.transactions.family import FAMILY
from tidemark.spec import Protocol, Rule
from tidemark.spec.families.releases import Range

FENCED = Rule.sets(
    "records and markers of an older producer epoch, markers of an older coordinator",
    checks_producer_epoch=True, checks_coordinator_epoch=True,
)  # fmt: skip
NO_PRODUCER_EPOCH = Rule.sets("markers of an older coordinator, and no producer",
                              checks_producer_epoch=False, checks_coordinator_epoch=True)  # fmt: skip
NO_COORDINATOR_EPOCH = Rule.sets("records and markers of an older producer epoch alone",
                                 checks_producer_epoch=True, checks_coordinator_epoch=False)  # fmt: skip
ANY_MARKER = Rule.sets("when its epoch is not older", checks_repeats=False)
NEWER_MARKER = Rule.sets("when its epoch is newer", checks_repeats=True)
GOES_ON = Rule.sets(
    "aborts, and goes on in the same epoch", bumps_after_failure=False, ends_after_failure=False
)
ENDS = Rule.sets(
    "ends, for a fatal error, if the record expired without an answer; aborts, and goes on, if it was refused",
    bumps_after_failure=False,
    ends_after_failure=True,
)
BUMPS = Rule.sets("aborts, and asks for a new epoch", bumps_after_failure=True, ends_after_failure=False)
SAME_EPOCH = Rule.sets("the same", bumps_always=False)
NEXT_EPOCH = Rule.sets("the next one", bumps_always=True)
_TRUSTING = {"asks": False, "voids_answers": False, "adds": False, "compares_open_epoch": False}
_ASKING = {**_TRUSTING, "asks": True, "voids_answers": True}
TRUSTS = Rule.sets("nothing", **_TRUSTING)
ASKS = Rule.sets(
    "whether the partition is in the transaction; a marker meanwhile voids the answer", **_ASKING
)
ASKS_WITHOUT_GUARD = Rule(
    (), "whether the partition is in the transaction", {**_ASKING, "voids_answers": False}
)
ADDS = Rule(
    (),
    "to add the partition, unless a transaction is open in this producer epoch",
    {**_ASKING, "adds": True, "compares_open_epoch": True},
)
ADDS_UNLESS_OPEN = Rule((), "to add the partition, unless a transaction is open", {**_ASKING, "adds": True})
LOG_FIRST = Rule.sets("when the decision is in its log", sends_early=False)
MARKERS_FIRST = Rule.sets("at once, while the decision is being written to its log", sends_early=True)
NEWER_EPOCH = Rule((coordinator.coordinator_times_out,), "it is aborted with a newer epoch")
KEPT_EPOCH = Rule((coordinator.coordinator_times_out_in_epoch,), "it is aborted in its epoch")
ASKED_IDS = Rule.sets("none: InitProducerId alone gives one", rotates_after_fence=False)
UNFENCED_ENDS = Rule.sets("those that are no fence", rotates_after_fence=False)
ALL_ENDS = Rule.sets("all (KAFKA-20090)", rotates_after_fence=True)
READ_COMMITTED = Rule.sets("committed records below the last stable offset", committed_only=True)
READ_UNCOMMITTED = Rule.sets("every record", committed_only=False)

KIP_98 = {
    "fencing": FENCED,
    "marker-check": ANY_MARKER,
    "after-failure": GOES_ON,
    "next-epoch": SAME_EPOCH,
    "verification": TRUSTS,
    "marker-sending": LOG_FIRST,
    "time-out": NEWER_EPOCH,
    "isolation": READ_COMMITTED,
    "last-epoch": ASKED_IDS,
}
KIP_360 = {**KIP_98, "after-failure": BUMPS}
PART_1 = {**KIP_360, "verification": ASKS}
PART_2 = {**PART_1, "verification": ADDS, "next-epoch": NEXT_EPOCH, "last-epoch": UNFENCED_ENDS}
KIP_1228 = {**PART_2, "marker-check": NEWER_MARKER, "last-epoch": ALL_ENDS}


def _protocol(
    name: str, summary: str, rules: dict[str, Rule], releases: Range | None = None, label: str = ""
) -> Protocol:
    labels = (label,) if label else ()
    return Protocol(f"transactions/{name}", summary, FAMILY, rules, releases=releases, labels=labels)


PROTOCOLS = (
    _protocol("kip-98",
              "transactions as they began: Kafka 0.11, and up to 2.4 where a record used up its attempts",
              KIP_98, ("0.11.0.2", "2.4"), "attempts-used-up"),
    _protocol("before-kafka-6119", "a time-out aborts a transaction in its epoch: Kafka 0.11.0.0 and 0.11.0.1",
              {**KIP_98, "time-out": KEPT_EPOCH}, ("0.11.0.0", "0.11.0.1")),
    _protocol("kip-98-fatal", "a record that expires in a retry ends its producer: Kafka 1.0 to 2.4",
              {**KIP_98, "after-failure": ENDS}, ("1.0", "2.4"), "expires-in-retry"),
    _protocol("kip-360", "a producer takes a new epoch after a failure: Kafka 2.5 to 3.5", KIP_360,
              ("2.5", "3.5")),
    _protocol("kip-890-part-1", "a broker asks the coordinator before a transaction begins: 3.6 to 3.9",
              PART_1, ("3.6", "3.9")),
    _protocol("kip-890-part-2", "an epoch for each transaction, and brokers add partitions: 4.0 and 4.1",
              PART_2, ("4.0", "4.1")),
    _protocol("before-kafka-20090", "a fence gives no new producer id, as epochs run out: 4.2",
              {**KIP_1228, "last-epoch": UNFENCED_ENDS}, ("4.2", "4.2")),
    _protocol("kip-1228", "a marker must have a newer epoch than what it ends: from 4.2 on, epochs end as in 4.3",
              KIP_1228, ("4.3", "4.3")),
    _protocol("no-producer-epoch", "a rival: nobody compares producer epochs",
              {**PART_1, "fencing": NO_PRODUCER_EPOCH}),
    _protocol("no-coordinator-epoch", "a rival: partitions do not compare coordinator epochs",
              {**PART_1, "fencing": NO_COORDINATOR_EPOCH}),
    _protocol("no-guard", "a rival: a marker does not void an answer that is on its way",
              {**PART_1, "verification": ASKS_WITHOUT_GUARD}),
    _protocol("any-open-epoch",
              "a rival: a record needs no verification where a transaction is open, in whatever epoch",
              {**PART_2, "verification": ADDS_UNLESS_OPEN}),
    _protocol("markers-first", "a rival: markers are sent before the decision is in the log",
              {**PART_1, "marker-sending": MARKERS_FIRST}),
    _protocol("read-uncommitted", "a consumer that reads without isolation",
              {**PART_1, "isolation": READ_UNCOMMITTED}),
)  # fmt: skip
