"""Kafka's transactions as one KIP after the other defined them, and rules that break them.

Source: `TransactionCoordinator`, `TransactionStateManager`, `TransactionMetadata`, `UnifiedLog`, `ProducerAppendInfo`,
and the client's `TransactionManager` and `Sender`, at the last patch of each range of releases: `sources.toml` has the
lines, and `patches.toml` compares the functions in every release from 0.11.0.0 to 4.3.1. `settings` says what the rules
set, and `prepared` what of KIP-939 is in which release. From 4.0 on these are the protocols of `transaction.version` 2,
which a new cluster has; with an older version it does as `kip-890-part-1`.
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
_TRUSTING = {
    "asks_for_records": False,
    "asks_for_offsets": False,
    "voids_answers": False,
    "adds": False,
    "compares_open_epoch": False,
}
_ASKING = {**_TRUSTING, "asks_for_records": True, "asks_for_offsets": True, "voids_answers": True}
TRUSTS = Rule.sets("nothing", **_TRUSTING)
ASKS_FOR_RECORDS = Rule(
    (),
    "whether the partition is in the transaction, and of offsets nothing",
    {**_ASKING, "asks_for_offsets": False},
)
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
NUMBER_0 = Rule.sets("0", first_is_zero=True)
ANY_NUMBER = Rule.sets("any number", first_is_zero=False)
LOG_FIRST = Rule.sets("when the decision is in its log", sends_early=False)
MARKERS_FIRST = Rule.sets("at once, while the decision is being written to its log", sends_early=True)
NEWER_EPOCH = Rule((coordinator.coordinator_times_out,), "it is aborted with a newer epoch")
KEPT_EPOCH = Rule((coordinator.coordinator_times_out_in_epoch,), "it is aborted in its epoch")
ASKED_IDS = Rule.sets("none: InitProducerId alone gives one", rotates_after_fence=False)
UNFENCED_ENDS = Rule.sets("those that are no fence", rotates_after_fence=False)
ALL_ENDS = Rule.sets("all (KAFKA-20090)", rotates_after_fence=True)
_ONE_PHASE = {
    "two_phase": False, "keeps_ongoing": False, "asks_database": False, "decides_once": False,
    "fences_first": False, "raises_kept_epoch": False,
}  # fmt: skip
_TWO_PHASES = {
    "two_phase": True, "keeps_ongoing": True, "asks_database": True, "decides_once": True,
    "fences_first": False, "raises_kept_epoch": True,
}  # fmt: skip
ONE_PHASE = Rule.sets("there is none: producers do not prepare", **_ONE_PHASE)
WAITS = Rule.sets("the next instance keeps it, has the database decide, and ends it so", **_TWO_PHASES)
FENCES_FIRST = Rule.sets("the same, and the next instance fences the database before it asks Kafka",
                         **{**_TWO_PHASES, "fences_first": True})  # fmt: skip
DROPS = Rule.sets("the next instance aborts it", **{**_TWO_PHASES, "keeps_ongoing": False})
COMMITS_UNREAD = Rule.sets("the next instance commits it", **{**_TWO_PHASES, "asks_database": False})
READS_UNFENCED = Rule.sets("the next instance ends it as it finds the database, which may still decide otherwise",
                           **{**_TWO_PHASES, "decides_once": False})  # fmt: skip
SAME_CLIENT_EPOCH = Rule.sets("the next instance keeps it, and ends it in the epoch that it has",
                              **{**_TWO_PHASES, "raises_kept_epoch": False})  # fmt: skip
NO_TIME_OUT = Rule((), "it has none")
READ_COMMITTED = Rule.sets("committed records below the last stable offset", committed_only=True)
READ_UNCOMMITTED = Rule.sets("every record", committed_only=False)

KIP_98 = {
    "fencing": FENCED,
    "marker-check": ANY_MARKER,
    "after-failure": GOES_ON,
    "next-epoch": SAME_EPOCH,
    "verification": TRUSTS,
    "unknown-producer": NUMBER_0,
    "marker-sending": LOG_FIRST,
    "time-out": NEWER_EPOCH,
    "isolation": READ_COMMITTED,
    "last-epoch": ASKED_IDS,
    "two-phase": ONE_PHASE,
}
KIP_360 = {**KIP_98, "after-failure": BUMPS, "unknown-producer": ANY_NUMBER}
ONLY_RECORDS = {**KIP_360, "verification": ASKS_FOR_RECORDS}
PART_1 = {**KIP_360, "verification": ASKS}
PART_2 = {**PART_1, "verification": ADDS, "next-epoch": NEXT_EPOCH, "last-epoch": UNFENCED_ENDS}
KIP_1228 = {**PART_2, "marker-check": NEWER_MARKER, "last-epoch": ALL_ENDS}
KIP_939 = {**KIP_1228, "two-phase": WAITS, "time-out": NO_TIME_OUT}


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
    _protocol("3.6", "a broker asks the coordinator about records, and not about offsets: 3.6", ONLY_RECORDS,
              ("3.6", "3.6")),
    _protocol("kip-890-part-1", "a broker asks the coordinator before a transaction begins: 3.7 to 3.9",
              PART_1, ("3.7", "3.9")),
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
    _protocol("kip-939", "a prepared transaction waits for its decision: in no release", KIP_939),
    _protocol("database-first", "the next instance fences its database before it asks Kafka",
              {**KIP_939, "two-phase": FENCES_FIRST}),
    _protocol("prepared-time-out", "a rival: a transaction that waits for a database has a time-out",
              {**KIP_939, "time-out": NEWER_EPOCH}),
    _protocol("prepared-abort", "a rival: the next instance aborts a prepared transaction",
              {**KIP_939, "two-phase": DROPS}),
    _protocol("prepared-commit",
              "a rival: the next instance commits a prepared transaction, whatever the database says",
              {**KIP_939, "two-phase": COMMITS_UNREAD}),
    _protocol("unfenced-database", "a rival: the database may still decide when the next instance has read it",
              {**KIP_939, "two-phase": READS_UNFENCED}),
    _protocol("same-client-epoch", "a rival: the end of a transaction that was kept does not raise the epoch",
              {**KIP_939, "two-phase": SAME_CLIENT_EPOCH}),
)  # fmt: skip
