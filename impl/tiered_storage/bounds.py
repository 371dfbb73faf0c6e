"""The bounds of the family `tiered-storage`, and the settings of its rules."""

from tidemark.impl import setting_names
from tidemark.impl.shared import fault_words
from tidemark.impl.shared.budgets import fault_budget
from tidemark.spec import At, Bound, Fault, Label, Setting


class TieredStorageAt(At):
    """The bounds of a model of a partition with remote storage, and what its rules set."""

    replicas = Bound("replicas of the partition", 2, 2, 3, setting=setting_names.REPLICAS)
    records = Bound("records that producers send, each with one offset", 4, 1, 8)
    segment_records = Bound("records of a full segment", 2, 1, 3)
    remote_segments = Bound("copies of segments that may be begun", 2, 1, 5)
    retention = Bound(
        "records that retention.bytes keeps, 0 for all", 2, 0, 8, role="setting", setting=Setting("retention.bytes")
    )  # fmt: skip
    elections = fault_budget(
        "times that a member of the ISR becomes leader", 1, 3, fault_words.LEADERSHIP_MOVE
    )
    remote_failures = fault_budget(
        "copies to the remote storage, or deletions there, that may fail", 0, 3,
        Fault("the remote storage fails once", "the remote storage fails {} times", 1,
              never="the remote storage does not fail"),
    )  # fmt: skip
    restarts = fault_budget("followers that may restart", 0, 2, fault_words.RESTART)
    late_messages = Bound(
        "messages of __remote_log_metadata that a broker may not have read yet", 0, 0, 3,
        fault=Fault("a broker reads the remote log metadata late", rarity=1), role="budget",
    )  # fmt: skip
    record_deletions = fault_budget(
        "calls of DeleteRecords", 0, 2,
        Fault("records are deleted by an administrator", "an administrator deletes records {} times", 2),
    )  # fmt: skip
    disk_losses = fault_budget(
        "followers whose disk may be replaced by an empty one", 0, 2, fault_words.DISK_LOSS
    )
    checkpoint_losses = fault_budget(
        "times that a leader may restart without the checkpoint of its high watermark", 0, 1,
        Fault("a leader restarts without the checkpoint of its high watermark",
              "leaders restart {} times without the checkpoint of their high watermark", 3),
    )  # fmt: skip
    unclean_elections = fault_budget(
        "times that a replica outside the ISR becomes leader", 0, 2,
        Fault("a replica outside the ISR becomes leader", "replicas outside the ISR become leaders {} times", 4),
    )  # fmt: skip

    bounds_highest: bool
    remote_size: Label
    counts_last_copied: bool
    expiry: Label
    leftovers: Label
    deletes_below_start: bool
    marker_falls: bool
    keeps_start: bool
    remote_read: Label
    deletes_uncopied: bool
    copies_uncommitted: bool
    tolerates_old_watermark: bool
