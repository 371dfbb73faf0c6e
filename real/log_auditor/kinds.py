"""The kinds of findings: what each one says, the promise that it breaks, and how it comes about."""

from __future__ import annotations

from tidemark.spec.families.audits import AuditFinding, FindingKind

_DISK = "A disk or a copy changed or lost bytes; Kafka does not repair them below the recovery point."
_POWER = "The process or the machine stopped before what was written reached the disk."
_RECOVERY = "A crash, or a recovery that did not build it again."
_HAND = "Files were copied, restored or deleted by hand, or by a tool that does not know them."
_TEXT = (
    "The file was cut or edited: it is replaced as a whole, so that a crash leaves the old or the new one."
)
_TXN = (
    "Files were copied, restored or deleted by hand, or a disk lost bytes. Kafka does not build it again below the "
    "recovery point, unless the segment's .index is missing too; consumers then see what was aborted."
)
_SNAPSHOT = "Kafka drops one with a wrong checksum, and builds it from an older one and the log."
_NO_TIMES = (
    "Kafka does not build it again: searches by time go by the file's date. If the offset index is deleted too, its "
    "next start builds both."
)
_STRAY = (
    "Files were copied, restored or deleted by hand. At its next start a broker (KRaft, since 3.7.1) takes the "
    "partition for a stray one: it moves it aside, and copies it from the leader if there is one."
)

_ASIDE = "Files were lost or restored by hand, or a partition was moved while it had no other copy."

_LOST = {
    "acknowledged-survives",
    "acknowledged-exists",
    "committed-agrees",
    "epoch-offset-unique",
    "isr-has-committed",
    "no-gap",
}
"""Promises about what was acknowledged or committed."""
_MENDED = {
    "unclean-shutdown",
    "index-missing",
    "index-torn",
    "time-index-missing",
    "time-index-torn",
    "snapshot",
    "directory-elsewhere",
}
OR_COPIED = "; or copied while it ran"
"""What is added to a finding that a copy of a running broker can cause."""
MOVING = frozenset(
    {
        "cut-segment", "segment-missing", "gap", "overlap", "offsets-fall", "epochs-fall", "sequence-gap",
        "producer-epoch", "index-missing", "index-torn", "index-unsorted", "index-past-end", "index-wrong",
        "time-index-missing", "time-index-short", "time-index-torn", "time-index-unsorted", "time-index-past-end",
        "time-index-wrong", "txn-index-missing", "txn-index-torn", "txn-index-wrong", "snapshot", "snapshot-wrong",
        "epoch-cache-missing", "epoch-missing", "epoch-start", "epoch-past-end", "not-assigned",
    }
)  # fmt: skip
"""The kinds that a copy can have only because its files were read one after another, while the broker wrote to them."""
MOVING_BATCHES = frozenset({"checksum", "header", "records", "unreadable", "zeros"})
"""The same in the active segment: a follower cuts it, and goes on at the same place."""


_ROWS = (
    # Copies of a partition.
    ("isr-has-committed", "a replica that may be elected, by the metadata log, lacks committed records",
     "isr-has-committed",
     "Its disk or its power lost them, or a truncation took them; the controller does not know it.",
     "power-loss"),
    ("copies-disagree", "two replicas hold different records below both high watermarks", "committed-agrees",
     "A replica that became a follower did not cut what its leader does not have.", "kip-101-divergence"),
    ("one-epoch-two-records", "two replicas hold different records of one leader epoch at one offset",
     "epoch-offset-unique",
     "Two brokers wrote in one epoch, or a disk lost what the leader then wrote again.", "power-loss"),
    ("copies-part", "two replicas hold different records above a high watermark; the next election decides",
     "", "A leader changed before its last records were copied.", "kip-279-divergence"),
    ("committed-unreplicated", "records below a high watermark are on one replica only", "isr-has-committed",
     "The others lost them, or were cut by a leader that lacked them.", "kip-101-loss"),
    ("unreplicated", "records above every high watermark are on one replica only", "",
     "They were acknowledged by the leader alone, or by nobody yet.", "acks-1"),
    # A segment's batches.
    ("checksum", "a batch has another checksum than its bytes", "acknowledged-survives", _DISK),
    ("torn-tail", "the active segment ends within a batch", "acknowledged-survives", _POWER, "power-loss"),
    ("cut-segment", "a closed segment ends within a batch", "acknowledged-survives", _DISK),
    ("zeros", "a segment ends in zeros", "acknowledged-survives", _POWER, "power-loss"),
    ("unreadable", "bytes that no batch begins with; what follows can't be read", "acknowledged-survives",
     _DISK),
    ("header", "a batch's header contradicts itself", "acknowledged-survives", _DISK),
    ("records", "the records of a batch can't be read", "acknowledged-survives", _DISK),
    ("oversized", "a file is larger than Kafka can read, or than its segment can need",
     "acknowledged-survives", _HAND),
    ("offsets-fall", "a batch begins below the end of the one before", "reads-are-stable", _HAND),
    ("below-name", "a batch begins below the offset that names its segment", "reads-are-stable", _HAND),
    ("gap", "offsets are missing within a segment that was never compacted", "acknowledged-exists", _HAND),
    ("segment-missing", "offsets are missing between two segments", "acknowledged-exists", _HAND),
    ("overlap", "a segment begins below the end of the one before", "reads-are-stable", _HAND),
    ("epochs-fall", "a leader epoch is followed by an older one", "epoch-cache-agrees",
     "A replica took records of an old leader behind those of a newer one: it had not cut its log.",
     "kip-279-divergence"),
    # Its indexes.
    ("index-missing", "a segment has no offset index", "reads-are-stable",
     f"{_HAND} Kafka builds it again, with the time index, at its next start."),
    ("index-torn", "an offset index is no whole number of entries long", "reads-are-stable", _RECOVERY),
    ("index-unsorted", "the entries of an offset index do not rise", "reads-are-stable", _RECOVERY),
    ("index-past-end", "an entry of an offset index points past the end", "reads-are-stable", _RECOVERY),
    ("index-wrong", "an entry of an offset index points to no batch, or behind its offset",
     "reads-are-stable", _RECOVERY),
    ("time-index-missing", "a segment has no time index", "reads-are-stable", f"{_HAND} {_NO_TIMES}"),
    ("time-index-short", "the time index of a closed segment lacks the latest timestamp", "reads-are-stable",
     f"{_HAND} {_NO_TIMES}"),
    ("time-index-torn", "a time index is no whole number of entries long", "reads-are-stable", _RECOVERY),
    ("time-index-unsorted", "the entries of a time index do not rise", "reads-are-stable", _RECOVERY),
    ("time-index-past-end", "an entry of a time index points past the end", "reads-are-stable", _RECOVERY),
    ("time-index-wrong", "an entry of a time index is not the latest timestamp up to its offset",
     "reads-are-stable", _RECOVERY),
    ("key-missing", "a compacted log lacks the latest record of a key that another replica has",
     "acknowledged-exists", _HAND),
    # Producers and transactions.
    ("producer-epoch", "the epoch of a producer is followed by an older one", "order-kept",
     "A producer that was replaced could still write, or records were restored by hand."),
    ("sequence-gap", "a producer's batch does not carry on the sequence numbers of its last one", "no-gap",
     "Records between the two were lost after they were written, or written twice.", "remote-leo-kept"),
    ("txn-index-missing", "a segment with aborted transactions has no index of them",
     "only-committed-is-visible", _TXN),
    ("txn-index-torn", "an index of aborted transactions is no whole number of entries long",
     "only-committed-is-visible", _TXN),
    ("txn-index-wrong", "an index of aborted transactions says other than the marks in the log",
     "only-committed-is-visible", _TXN),
    ("snapshot", "a producer snapshot can't be read", "no-duplicate", f"{_DISK} {_SNAPSHOT}"),
    ("snapshot-wrong", "a producer snapshot says other than the log", "no-duplicate", f"{_HAND} {_SNAPSHOT}"),
    ("snapshot-missing", "a log with producers has no snapshot of them", "no-duplicate",
     f"{_HAND} After a clean shutdown Kafka takes this for an upgrade: it forgets all producers."),
    # What coordinators say of a partition.
    ("offset-past-end", "a consumer group has committed an offset above the end of every copy",
     "acknowledged-exists",
     "What it had read is gone from all copies. It reads what is written there next, or is reset.",
     "power-loss"),
    ("share-past-end", "a share group has dealt with records above the end of every copy",
     "acknowledged-exists",
     "What it had read is gone from all copies. It passes over what is written there next."),
    ("share-state", "the state of a share group contradicts itself, or the metadata log", "reads-are-stable",
     "Records of the share coordinator's log were lost or restored by hand."),
    ("hanging-transaction", "a transaction is open in the log, and no transaction coordinator has it open",
     "no-hanging-transaction",
     "A record of it came late, or the coordinator's log lost it. Consumers of committed records wait for ever: "
     "`kafka-transactions abort` ends it."),
    ("remote-gap", "offsets are neither on the disk nor in remote storage", "acknowledged-exists", _HAND),
    # The epoch cache, and the log's start.
    ("start-missing",
     "a log begins behind the offset at which its checkpoint or its epoch cache says it does",
     "acknowledged-exists", _HAND),
    ("epoch-cache-missing", "a log with leader epochs has no epoch cache", "epoch-cache-agrees", _HAND),
    ("epoch-missing", "the epoch cache lacks an epoch of the log", "epoch-cache-agrees", _RECOVERY),
    ("epoch-start", "the epoch cache has another first offset for an epoch than the log",
     "epoch-cache-agrees",
     "The cache was not cut with the log, or not built again with it: the next truncation asks it.",
     "kip-279-divergence"),
    ("epoch-past-end", "the epoch cache has an epoch that begins past the log's end", "epoch-cache-agrees",
     _POWER),
    ("epochs-unsorted", "the epochs or offsets of an epoch cache do not rise", "epoch-cache-agrees", _TEXT),
    # Checkpoints and what is beside them.
    ("checkpoint", "a checkpoint, or the mark of a clean shutdown, can't be read", "hw-monotonic",
     f"{_TEXT} A checkpoint makes Kafka take the whole directory offline; the mark counts all the same."),
    ("high-watermark-past-end",
     "the checkpointed high watermark is above the log's end: committed records are gone", "hw-within-log",
     "What was committed had not reached this disk when the power was lost.", "power-loss"),
    ("recovery-point-past-end", "the recovery point is above the log's end", "acknowledged-survives", _DISK),
    ("log-start-past-end", "the log start offset is above the log's end", "acknowledged-survives", _DISK),
    ("partition-missing", "a checkpoint has a partition that has no directory", "acknowledged-exists", _HAND),
    ("metadata", "partition.metadata or meta.properties can't be read", "isr-has-committed", _TEXT),
    ("metadata-snapshot", "a snapshot of the metadata log is damaged, or bootstrap.checkpoint is",
     "can-be-led",
     "A disk or a copy changed or lost bytes. If it is the newest one, Kafka does not start; without it, it takes "
     "an older one and the log."),
    ("quorum-state", "quorum-state can't be read", "can-be-led", f"{_TEXT} Kafka does not start."),
    ("topic-ids-differ", "copies of a partition are of topics with different ids", "committed-agrees", _HAND),
    ("clusters-differ", "the directories belong to different clusters", "committed-agrees", _HAND),
    ("topic-id", "partition.metadata has another topic id than the metadata log", "committed-agrees", _STRAY),
    ("metadata-missing", "a partition of a KRaft cluster has no partition.metadata", "acknowledged-survives",
     _STRAY),
    ("partition-twice", "one broker has a partition in two directories", "committed-agrees", _HAND),
    ("only-copy-aside", "a -future or -stray directory has records that no replica has",
     "acknowledged-exists",
     f"{_ASIDE} No broker reads a stray directory; a future one is cut to the current replica."),
    ("future-differs", "a -future directory has other records than the current replica, in one epoch",
     "committed-agrees", f"{_DISK} Once it has caught up, it takes the place of the current one."),
    ("directory-id-twice", "two data directories have the same directory.id", "can-be-led",
     "A data directory was copied with its meta.properties. A broker with both does not start."),
    ("directory-lost", "the metadata log has a replica in a data directory that its broker no longer has",
     "can-be-led",
     "A disk failed or was replaced, or its directory has another id. Until it is back the replica can't lead."),
    ("directory-elsewhere", "a replica is in another data directory of its broker than the metadata log says",
     "can-be-led", "It was moved by hand, or the directory has another id. The broker says so when it starts."),
    ("unclean-shutdown", "the broker did not shut down cleanly, or was copied while it ran",
     "acknowledged-survives", _POWER, "power-loss"),
    ("interrupted-compaction", "files of a compaction that was interrupted", "reads-are-stable", _POWER),
    # The cluster's own metadata.
    ("not-assigned", "the metadata log assigns the partition to other brokers", "isr-has-committed", _HAND),
    ("assigned-missing", "the metadata log assigns a partition that has no directory", "isr-has-committed",
     _HAND),
    ("epoch-ahead", "a log has a leader epoch that the metadata log does not know yet",
     "one-leader-per-epoch",
     "The metadata log is older than the log, or an election of another cluster wrote it."),
    # No damage: only reported.
    ("half-written", "what a broker was writing when it was killed; its next start cuts or removes it", "",
     "The broker was killed."),
    ("sequence-start",
     "the first batch of a producer is not the first that it sent, and the log begins at offset 0", "",
     "What it wrote before is lost, or the topic was deleted and made again while the producer went on.",
     "remote-leo-kept"),
    ("index-short", "the offset index of a closed segment ends long before the segment", "",
     "The file was cut; lookups read more of the log. Kafka builds it again at its next start if it is deleted."),
    ("time-index-empty", "neither index of a closed segment has an entry", "",
     "A broker started, cut the segment as a follower, and began the next one. A lookup by time passes it over."),
    ("tiered", "older records may be in remote storage, and only what is local was read", "",
     "The topic has remote.storage.enable."),
    ("offset-below-start", "a group has committed an offset below the log's start", "",
     "Retention deleted what it has not read, or it is no longer used. Where it reads on, auto.offset.reset says."),
    ("transaction-without-records", "a coordinator has a transaction open that has no record in the log", "",
     "Its partition was added before the first record, or the records are lost."),
    ("left-directory", "a partition that was being deleted or moved", "", "The broker stopped."),
    ("epoch-caches-missing", "no replica of a log with leader epochs has an epoch cache", "",
     "The topic's message format was set back (message.format.version, up to 2.8): the brokers forget all epochs. "
     "Or else all files were deleted by hand."),
    ("copied-apart",
     "what fits together only if brokers ran while their directories were copied one after another", "",
     "The directories were copied so; or else records are lost. Copy them again while the brokers are stopped, or "
     "all at one moment."),
    ("changed", "a file changed while it was read", "", "The broker is running."),
)  # fmt: skip
"""The name of each kind, what it says, the promise that it breaks (none: it is no damage), the cause, a scenario."""


def _kind(name: str, says: str, promise: str, cause: str, scenario: str = "") -> FindingKind:
    """A kind with its gravity. 0: records that were promised are gone or differ; 1: Kafka will act on something wrong;
    2: Kafka repairs it when it starts; 3: no damage.
    """
    if not promise:
        gravity = 3
    elif name in _MENDED:
        gravity = 2
    else:
        gravity = 0 if promise in _LOST | {"hw-within-log"} else 1
    return FindingKind(name, says, promise, cause, scenario, bool(promise), gravity)


KINDS = tuple(_kind(*row) for row in _ROWS)
NAMES = {kind.name: kind for kind in KINDS}


def is_damage(finding: AuditFinding) -> bool:
    """Whether a finding says that something is wrong."""
    return NAMES[finding.kind].damage
