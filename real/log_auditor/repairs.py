"""What each kind of damage means for the person on call: what Kafka does, what one may do, and must not do.

`REPAIRS` is by kind, for whoever of the replicas has it; `advice` adds what follows from who may lead. The sentences
about Kafka hold for 4.3.1. `docs/audit.md` has what it did with damaged files, which `test_damaged_files_on_brokers`
tries; the rest is by its source:

- A segment without `.index` is recovered when it is loaded (`LogLoader.loadSegmentFiles`, `recoverSegment`), which cuts
  it at the first batch that is not valid (`LogSegment.recover`). It builds `.timeindex` and `.txnindex` too.
- After a crash the segments from the recovery point on are recovered, and those behind a cut are deleted
  (`LogLoader.recoverLog`).
- A log is appended to at the end of its file (`FileRecords`), so behind half a batch.
- If the log start is past the end, all segments are deleted (`LogLoader.deleteSegmentsIfLogStartGreaterThanLogEnd`).
- A checkpointed high watermark past the end becomes the end (`UnifiedLog.updateHighWatermark`).
- A follower that gets a damaged batch logs it and fetches again (`AbstractFetcherThread.processFetchRequest`).
- With ELR a broker that registers after an unclean shutdown leaves ISR and ELR (`ClusterControlManager.registerBroker`,
  `ReplicationControlManager.handleBrokerShutdown`). Without, the last one of an ISR stays there.
- A broker that has a partition in two directories does not start (`LogManager.loadLog`), nor with two directories of
  one id (`MetaPropertiesEnsemble.verify`).
- Only a replica in a directory that its broker has online is elected (`BrokerRegistration.hasOnlineDir`). The broker
  says where a replica is (`ReplicaManager.maybeUpdateTopicAssignment`), and makes another one for a lost one only if
  it has no directory offline (`Partition.createLogInAssignedDirectoryId`).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Repair:
    """What is said of some kinds. In the sentences `{names}` stands for the replicas that have the damage."""

    kinds: tuple[str, ...]
    kafka: str
    may: str = ""
    must_not: str = ""

    @property
    def is_within_replica(self) -> bool:
        """Whether one may repair it without another replica, and need not where the replica is replaced anyway."""
        return self.may.startswith("stop {names}")


REPLACE = (
    "once a replica that is whole leads, stop {names}, delete the directory of the partition there, and start again: "
    "everything is copied from the leader."
)
NOT_YET = (
    "delete the directory of a partition before another replica leads: whoever is in the ISR may be elected."
)
"""What must not be done where a replica is to be replaced, if nothing says yet which one must not start."""

_ROWS = (
    # Replicas that lack records, or have others.
    Repair(
        ("isr-has-committed", "committed-unreplicated"),
        "does not know that records are missing: by ISR and high watermark they are there.",
    ),
    Repair(
        ("copies-disagree", "one-epoch-two-records"),
        "does not compare records. What replicas have otherwise in one epoch stays so, and consumers read what the "
        "leader has.",
        "compare the records (kafka-dump-log.sh --print-data-log), and let a replica with the right ones lead. Then "
        "stop each other one, delete the directory of the partition there, and start again.",
    ),
    Repair(
        ("high-watermark-past-end", "recovery-point-past-end"),
        "starts {names} with the shorter log; its end becomes the high watermark.",
    ),
    # Batches and segments.
    Repair(
        ("checksum",),
        "reads nothing of {names} after a clean shutdown: consumers and followers fail when they come to the batch. "
        "After a crash it cuts the active segment there.",
        REPLACE,
        "delete an index of a segment with a damaged batch: the broker then recovers it, and cuts it at the batch.",
    ),
    Repair(
        ("header", "records"),
        "passes on batches with a right checksum as they are: consumers that read them fail.",
        REPLACE,
    ),
    Repair(
        ("torn-tail", "zeros", "unreadable", "cut-segment"),
        "reads {names} up to there, and writes behind it what nobody can read. After a crash it cuts the active "
        "segment there, and copies the rest from the leader.",
        REPLACE,
    ),
    Repair(
        (
            "gap", "segment-missing", "start-missing", "key-missing", "offsets-fall", "below-name", "overlap",
            "oversized", "remote-gap",
        ),
        "does not notice it, and serves what is left on {names}.",
        REPLACE,
    ),
    Repair(
        ("log-start-past-end",),
        "deletes all segments of {names} at the next start, and begins an empty log at that offset.",
        "take the row of the partition out of log-start-offset-checkpoint of {names}, and lower the count in its "
        "second line by one.",
        "start {names} before that.",
    ),
    # Files beside a segment.
    Repair(
        (
            "index-torn", "index-unsorted", "index-past-end", "index-wrong", "time-index-missing",
            "time-index-short", "time-index-torn", "time-index-unsorted", "time-index-past-end", "time-index-wrong",
        ),
        "believes an index that is there, and does not build a missing time index again: lookups go astray.",
        "stop {names}, delete .index and .timeindex of the segment, and start again: both are built.",
    ),
    Repair(
        ("txn-index-missing", "txn-index-torn", "txn-index-wrong"),
        "believes the index: consumers of committed records may get what was aborted.",
        "stop {names}, delete .txnindex and .index of the segment, and start again: both are built.",
    ),
    Repair(
        ("epoch-cache-missing", "epoch-missing", "epoch-start", "epoch-past-end", "epochs-unsorted", "epochs-fall"),
        "believes the epoch cache, and does not build it again: after the next change of leader a replica may cut "
        "too much of its log, or too little.",
        REPLACE,
    ),
    # Producers.
    Repair(
        ("producer-epoch", "sequence-gap"),
        "does not notice that records of a producer are missing, or are there twice.",
        "have the producer send again what is lost. Which offsets that was is not known: other records have them.",
    ),
    Repair(
        ("snapshot-wrong", "snapshot-missing"),
        "takes producers for new ones, or for others: a record that is sent again may be there twice.",
        REPLACE,
    ),
    # Files of a directory.
    Repair(
        ("checkpoint",),
        "takes the directory offline, or does not start.",
        "stop the broker and move the file away. Without recovery points it recovers all segments after a crash; "
        "without high watermarks it learns them from the leader.",
        "move log-start-offset-checkpoint away if records were deleted one by one: they come back.",
    ),
    Repair(
        ("metadata", "clusters-differ", "partition-twice", "directory-id-twice"),
        "does not start, or ends.",
        "put the file or the directory back that belongs there.",
        "delete one of two directories of a partition before you know which one has more.",
    ),
    Repair(
        ("topic-ids-differ", "topic-id", "metadata-missing", "not-assigned"),
        "takes a replica for a stray one if its topic id, or its broker, is not that of the metadata log: it moves it "
        "aside when it starts (KRaft, since 3.7.1), and copies the partition from the leader if it is assigned there.",
        "copy the directory of the partition elsewhere first.",
        "start a broker before that, if no other replica has its records.",
    ),
    Repair(
        ("partition-missing", "assigned-missing"),
        "makes an empty partition at the next start of {names}. If that leads, the others cut all that they "
        "have.",
        "let a replica that has the records lead before you start {names}: everything is copied from the leader.",
        "start {names} first.",
    ),
    Repair(
        ("only-copy-aside", "future-differs"),
        "cuts a -future directory to the current replica, fills it, and puts it in that one's place. It reads no "
        "-stray directory.",
        "copy the directory elsewhere first.",
        "start {names} before that, if no other replica has the records.",
    ),
    Repair(
        ("directory-lost", "directory-elsewhere"),
        "elects no replica in a directory that its broker does not have online. A broker says where a replica is that "
        "it has, and makes an empty one for a lost one unless a directory is offline.",
        "put the directory back with its meta.properties.",
        "start {names} without the directory, if no other replica has its records.",
    ),
    # What coordinators know.
    Repair(
        ("offset-past-end", "share-past-end"),
        "passes over what is written there next, or resets the group as auto.offset.reset says.",
        "stop the group, and reset its offsets (kafka-consumer-groups.sh --reset-offsets, or kafka-share-groups.sh).",
        "let producers write on before that: the group does not read those records.",
    ),
    Repair(
        ("share-state",),
        "believes the state of the share group: records may be delivered again, or never.",
        "reset the group's offsets (kafka-share-groups.sh --reset-offsets).",
    ),
    Repair(
        ("hanging-transaction",),
        "does not end it: consumers of committed records stop there, and the segment is never compacted.",
        "find it (kafka-transactions.sh find-hanging) and end it (kafka-transactions.sh abort).",
    ),
    Repair(
        ("metadata-snapshot", "quorum-state"),
        "does not start with the damaged file.",
        "without a damaged snapshot the node takes an older one and the log. A broker may do without quorum-state.",
        "delete quorum-state of a voter: it could vote twice in one epoch.",
    ),
    Repair(
        ("epoch-ahead",),
        "elects a leader in the next epoch of the metadata log, which records of another leader may have already.",
        "find the newest metadata log: name the directories of all controllers.",
        "start the cluster with an older metadata log.",
    ),
    # What Kafka mends.
    Repair(
        ("unclean-shutdown",),
        "recovers the log at the next start: it cuts it at the first batch that is not whole. With ELR the controller "
        "takes the broker out of ISR and ELR.",
    ),
    Repair(
        ("interrupted-compaction", "index-missing", "snapshot"),
        "mends files of indexes, snapshots and compactions when it starts.",
    ),
)  # fmt: skip

REPAIRS = {kind: repair for repair in _ROWS for kind in repair.kinds}
"""What is said of each kind of damage."""
